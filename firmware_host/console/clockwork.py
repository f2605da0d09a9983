"""What happens by itself as time passes: deadlines, the tones of the last seconds, moving displays, dimming."""

from collections.abc import Callable

from firmware_host.console.alarms import Alarms
from firmware_host.console.announce import Announcer
from firmware_host.console.computers import Computers
from firmware_host.console.referee import Referee
from firmware_host.console.screens.dimming import CHECKED_EVERY
from firmware_host.console.screens.screens import Screens
from firmware_host.games.shared.table import OVER, RESULT
from firmware_host.journal.keeper import Keeper

LAST_BEEPS = 5  # seconds
CLOCK_KEPT_EVERY = 5.0
QUIET = 20.0  # seconds without a key, after which nobody is thought to be typing
TRY_AGAIN_AFTER = 0.01  # seconds, while the disk is busy


class Clockwork:
    def __init__(
        self,
        alarms: Alarms,
        referee: Referee,
        keeper: Keeper,
        screens: Screens,
        announcer: Announcer,
        computers: Computers,
    ) -> None:
        self._alarms = alarms
        self._referee = referee
        self._keeper = keeper
        self._screens = screens
        self._announcer = announcer
        self._computers = computers
        self._clock_kept = 0.0

    def start(self, draw: Callable[[], None]) -> None:
        """From now on, once a minute: dims unused panels, draws everything again, and lets the journal tidy up."""

        def dim() -> None:
            self._screens.dimming.check(self._alarms.now())
            if self._screens.dimming.quiet_since(self._alarms.now() - QUIET):
                self._keeper.checkpoint()
            self.start(draw)
            draw()

        self._alarms.set("dimming", self._alarms.now() + CHECKED_EVERY, dim)

    def wind(self) -> None:
        """Sets the alarms anew after something has happened: deadlines, movement on displays, computer players."""
        table = self._referee.players.table
        self._alarms.set("deadline", min(self._referee.players.deadlines, default=None), self._time_is_up)
        self._await_last_seconds()
        self.await_movement()
        if table is not None and table.phase not in (RESULT, OVER):
            self._computers.look_again()

    def await_movement(self) -> None:
        """Sets the alarm for whatever moves next on a display."""
        self._alarms.set("movement", self._screens.showing.next_change(self._alarms.now()), self._move)

    def _time_is_up(self) -> None:
        if self._referee.keeping:
            self._alarms.set("deadline", self._alarms.now() + TRY_AGAIN_AFTER, self._time_is_up)
        elif not self._referee.time_passes():
            self.wind()

    def _await_last_seconds(self) -> None:
        """A tone for each of the last seconds of every clock, on the second."""
        moments = [due - left for due in self._referee.players.deadlines for left in range(1, LAST_BEEPS + 1)]
        soon = self._alarms.now() + 1e-6
        self._alarms.set("last seconds", min((each for each in moments if each > soon), default=None), self._beep)

    def _beep(self) -> None:
        self._announcer.count_down()
        self._await_last_seconds()

    def _move(self) -> None:
        """A clock counts down, a letter leaves a grid, a row blinks."""
        now = self._alarms.now()
        self._keep_clock(now)
        self._screens.showing.tick(now)
        self.await_movement()

    def _keep_clock(self, now: float) -> None:
        """Saves the time every few seconds, so that after a power cut the clocks go on from there."""
        left = min((due - now for due in self._referee.players.deadlines), default=0.0)
        # Never when something is due that is not in the log yet: such a save could not be loaded.
        if left > 0 and not self._referee.keeping and now - self._clock_kept >= CLOCK_KEPT_EVERY:
            self._clock_kept = now
            self._keeper.clock(now)
