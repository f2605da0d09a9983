"""Looking again while a key is held: at your own word, or at the rows of a grid letter by letter.

A look ends with the hand that began it, whatever becomes of its key.
"""

from collections.abc import Callable

from firmware_host.console.alarms import Alarms
from firmware_host.console.keypads.lost import LostKeypads
from firmware_host.console.screens.glass import Glass
from firmware_host.console.screens.showing import Showing
from firmware_host.console.sittings import Sittings
from firmware_host.games.shared.tasks import Desk, WordTask
from hardware.ports import Table

LASTS = 8.0  # seconds at most: a held key sends nothing, so nobody knows whether it is still held
BOUNCES = 0.05  # seconds: a key that is pressed again so soon was never released


class Looks:
    """Who is looking now. Each look ends by itself if nothing else ends it."""

    def __init__(
        self,
        table: Table,
        sittings: Sittings,
        lost_keypads: LostKeypads,
        glass: Glass,
        showing: Showing,
        alarms: Alarms,
        draw: Callable[[], None],
    ) -> None:
        self._table = table
        self._sittings = sittings
        self._lost_keypads = lost_keypads
        self._glass = glass
        self._showing = showing
        self._alarms = alarms
        self._draw = draw
        self._looking: set[int] = set()
        self._hands: object = None

    def possible(self, seat: int, desk: Desk) -> bool:
        """Whether there is something to look at, and the key is not needed to type a space."""
        sitting = self._sittings.at(seat)
        task = desk.open[-1] if desk.open else sitting.task
        if isinstance(task, WordTask) and task.spaces:
            return False
        return self._may_see_word(seat) or (self._spells(seat) and sitting.own.board is not None)

    def at_own_word(self, seat: int) -> bool:
        """Whether they are looking at their own word, on their own panel."""
        return seat in self._looking and self._table.seats[seat].hooded

    def begin(self, seat: int) -> None:
        """The key is pressed."""
        bounced = seat in self._looking
        self._looking.add(seat)
        self._alarms.set(f"look {seat}", self._alarms.now() + LASTS, lambda: self._over(seat))
        if not self._table.seats[seat].hooded and self._may_see_word(seat):
            self._glass.looking = seat
        grid = self._table.seats[seat].grid
        if grid is not None and self._spells(seat) and not bounced:
            self._showing.spell(grid, self._alarms.now())

    def release(self, seat: int) -> None:
        """The key is released; if it only bounces, it is pressed again at once."""
        if seat in self._looking:
            self._alarms.set(f"look {seat}", self._alarms.now() + BOUNCES, lambda: self._over(seat))

    def _end(self, *seats: int) -> None:
        for seat in self._looking.intersection(seats):
            self._looking.discard(seat)
            self._alarms.set(f"look {seat}", None, self._draw)
            grid = self._table.seats[seat].grid
            if grid is not None:
                self._showing.spell(grid, None)
            if self._glass.looking == seat:
                self._glass.looking = None

    def check(self) -> None:
        """Ends the looks at what can no longer be looked at, and all of them when a keypad changes hands or is lost."""
        table, hands = self._sittings.players.table, self._lost_keypads.hands
        if hands != self._hands or (table is not None and table.paused):
            self._hands = hands
            self._end(*self._looking)
        for seat in tuple(self._looking):
            lost_the_glass = self._glass.looking == seat and not self._may_see_word(seat)
            if lost_the_glass or not self.possible(seat, self._sittings.seats[seat].desk):
                self._end(seat)

    def _over(self, seat: int) -> None:
        self._end(seat)
        self._draw()

    def _spells(self, seat: int) -> bool:
        return self._table.seats[seat].panel is None

    def _may_see_word(self, seat: int) -> bool:
        """Whether they can look at their own word now: never on a screen that somebody else has."""
        somewhere = self._table.seats[seat].hooded or self._glass.may_be_looked_at_by(seat)
        return somewhere and self._sittings.at(seat).has_own_word
