"""Keeps the result of a round, or of the game, on the displays until people have read it.

It stays for at least three seconds, and until the captain goes on, or everybody who can press a key. After two minutes
anybody's key is enough: somebody may have walked away. After a game that was won, going on means the same game again.
"""

from collections.abc import Callable, Collection, Mapping

from firmware_host.console.alarms import Alarms
from firmware_host.console.referee import Referee
from firmware_host.console.screens.telling import NOTHING_TO_TELL, Told, recap_of, told_of
from firmware_host.frozen import replace
from firmware_host.games import registry as games
from firmware_host.games.shared.page import Page
from firmware_host.games.shared.table import OVER, RESULT, Action
from firmware_host.journal.keeper import Memory
from firmware_host.kept import Watched

STAYS = 3.0  # seconds
TURNS_EVERY = 8.0  # seconds: its pages, by themselves
LONGEST = 120.0  # seconds that those who want to go on wait for the others


class Results(Watched):
    """Who wants to go on, and what the last result looked like: it can be read again until the next secret is set."""

    def __init__(
        self,
        referee: Referee,
        alarms: Alarms,
        away: Callable[[], Collection[int]],
        ends: Callable[[bool], None],
        meaning: Callable[[str], str],
        draw: Callable[[], None],
        memory: Memory,
        share: Callable[[int], str],
    ) -> None:
        self._referee = referee
        self._players = referee.players
        self._alarms = alarms
        self._away = away
        self._ends = ends
        self._meaning = meaning
        self._draw = draw
        self._memory = memory
        self._share = share
        self._turns = 0
        self._held: Mapping[int, int] = {}  # by seat: where they have taken over from the pages that turn by themselves
        self._of: tuple[int, str] | None = None  # the round and phase of the result that is shown now
        self._ready: frozenset[int] = frozenset()
        self._again = True  # after a game: the same once more, unless nobody won or the captain wants to choose
        self._pages: Mapping[int, tuple[Page, ...]] = {}
        self.told = NOTHING_TO_TELL  # about the round whose result is shown
        self.until = 0.0  # the result stays till then, whoever wants to go on

    @property
    def now(self) -> tuple[object, ...]:
        """Everything here that a sitting depends on."""
        return self._ready, self._pages, self.told, self._turns, self._held

    def follow(self, pages: Callable[[int], tuple[Page, ...]]) -> None:
        """The views have changed. `pages` is what a seat sees of a result."""
        table = self._players.table
        ended = table is not None and table.phase in (RESULT, OVER)
        of = (table.round, table.phase) if table is not None and ended else None
        if of != self._of:
            self._of, self._ready, self.until = of, frozenset(), self._alarms.now() + STAYS if of else 0.0
            self._again = table is not None and bool(table.winners)
            self.told = self._tell() if of else Told(standing=self.told.standing)
            self._turns, self._held = 0, {}
            self._turn_later()
            self._pages = {seat: pages(seat) for seat in self._players.here} if of else self._pages
        if of is None and not self._somebody_hides():
            self._pages = {}

    def _tell(self) -> Told:
        """Only now is anything looked up: the round is over, and everybody sees the word."""
        view, finished = self._players.views[None], self._referee.finished
        if view.table.phase == OVER and finished is not None:
            return recap_of(view, finished, self._memory.tonight(), self._share(self._memory.newest_game()))
        return replace(told_of(view, self._meaning), standing=self.told.standing)

    def touched(self, seat: int) -> None:
        """Whoever presses a key turns the pages from there on."""
        if self._of is not None and seat not in self._held:
            self._held = {**self._held, seat: self._turns}

    def turned(self, seat: int) -> int:
        return self._held.get(seat, self._turns) if self._of is not None else 0

    def _turn_later(self) -> None:
        when = self._alarms.now() + TURNS_EVERY if self._of is not None else None
        self._alarms.set("result page", when, self._turn)

    def _turn(self) -> None:
        table = self._players.table
        if table is not None and not table.paused:
            self._turns += 1
        self._turn_later()
        self._draw()

    def go_on(self, seat: int, *, to_lobby: bool = False) -> None:
        self._ready |= {seat}
        self._again = self._again and not to_lobby
        self.look_again()

    def look_again(self) -> None:
        """Goes on if it is time. While something is being saved, nobody knows yet what there is to go on from."""
        table = self._players.table
        if self._of is None or table is None or table.paused or self._referee.keeping:
            return
        if self._missing():
            self._alarms.set("result", self.until - STAYS + LONGEST if self._ready else None, self.look_again)
            return
        if self._alarms.now() < self.until:
            self._alarms.set("result", self.until, self.look_again)
        elif table.phase == OVER:
            self._of = None
            self._turn_later()
            self._ends(self._again)
        else:
            captain = self._players.captain or 0
            self._referee.act(captain, Action(self._players.name_at(captain), "next"))

    def waits_for(self, seat: int) -> tuple[str, ...] | None:
        """Whom somebody waits for who wants to go on; None for those who have not said so."""
        if seat not in self._ready:
            return None
        missing, captain = self._missing(), self._players.captain
        return tuple(self._players.name_at(each) for each in (missing if len(missing) < 3 else (captain or 0,)))

    def last(self, seat: int) -> tuple[Page, ...]:
        """The last result as this seat saw it, while the next word is being hidden."""
        return self._pages.get(seat, ()) if self._of is None else ()

    def _missing(self) -> tuple[int, ...]:
        """Those who have to press ENTER before it goes on; if the captain has pressed it, nobody has to."""
        here, away = self._players.here, self._away()
        long_enough = self._alarms.now() >= self.until - STAYS + LONGEST
        if self._players.captain in self._ready or not here or long_enough:
            return () if self._ready else (0,)
        return tuple(seat for seat in here if seat not in self._ready and seat not in away)

    def _somebody_hides(self) -> bool:
        return any(games.of(view).asks_for_a_secret(view) for view in self._players.views.values())
