"""People who do not play in the running game: what they see, how they join it, and how players change seats."""

from collections.abc import Callable

from firmware_host.console.referee import Referee
from firmware_host.console.seats import Seats
from firmware_host.frozen import replace
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.sitting import Sitting, going_on, to_go_on, waiting
from firmware_host.games.shared.table import JOIN, OVER, RESULT, Action
from firmware_host.games.shared.tasks import Item, ListTask, WaitTask
from firmware_host.games.shared.views import TableView
from firmware_host.games.shared.wishes import Admit, Come, GoOn, LeaveLobby
from firmware_host.texts.text import NOTHING, Keys, say, verbatim
from hardware.ports import SeatWanted


class Newcomers:
    """Lets everybody into the game who waits for the end of a round."""

    def __init__(self, seats: Seats, referee: Referee) -> None:
        self._seats = seats
        self._referee = referee
        self._players = referee.players
        self._wanted: dict[int, SeatWanted] = {}  # by seat: who asks for it

    def comes(self, seat: int) -> None:
        """Somebody wants to join the game that is being played; who has no name yet is asked for it first."""
        if self._players.playing:
            known = seat in self._seats.lobby.joined
            self._seats.set_state(seat, replace(self._seats[seat], comes=known, joining=not known))
            self.let_in(self._referee.act)

    def let_in(self, ask: Callable[[int, Action], object]) -> None:
        """Between two rounds, everybody who waits for that asks to join."""
        table, joined = self._players.table, self._seats.lobby.joined
        if table is not None and JOIN in table.actions:
            for seat in [seat for seat in self._seats if self._seats[seat].comes]:
                ask(seat, Action(joined[seat], JOIN))

    def move(self, seat: int, to: int) -> None:
        """Between two rounds somebody sits at another seat, if it is still free."""
        table = self._players.table
        if table is None or table.phase != RESULT or to in self._seats.lobby.joined:
            return
        self._referee.move(seat, to, lambda: self._moved(seat, to))

    def _moved(self, seat: int, to: int) -> None:
        """That is saved; the name that its new seat offers next time follows."""
        self._seats.lobby = self._seats.lobby.move(seat, to)
        self._seats.clear(seat)
        self._seats.clear(to)
        self._referee.remember_name(to, self._players.name_at(to), lambda: None)

    # ── who asks for a seat ──────────────────────────────────────────────────────────────────────

    def wanted(self, asks: SeatWanted) -> None:
        """Somebody with a phone asks for a free seat. The captain decides; without one only a code helps."""
        before, captain = self._wanted.pop(asks.seat, None), self._captain
        if before is not None:
            before.answer(False)
            self._seats.take_back(admission(asks.seat).name)
        if captain is None or not self._is_free(asks.seat):
            asks.answer(False)
            return
        self._wanted[asks.seat] = asks
        self._seats.ask(captain, admission(asks.seat, asks.name))

    def admit(self, seat: int, yes: bool) -> str:
        """The captain has answered: the name of whoever sits down now, if they have told it. A seat that was taken
        meanwhile stays with whoever took it. Whoever is not there to hear the answer does not sit down: they would
        find their own seat taken."""
        asked = self._wanted.pop(seat, None)
        if asked is None:
            return ""
        comes = yes and self._is_free(seat)
        heard = asked.answer(comes)
        return asked.name if comes and heard else ""

    @property
    def _captain(self) -> int | None:
        return self._players.captain if self._players.playing else self._seats.lobby.captain

    def _is_free(self, seat: int) -> bool:
        return seat in self._seats and seat not in self._seats.lobby.joined and seat not in self._players.here


def admission(seat: int, name: str = "") -> ListTask:
    """The question to the captain."""
    no, yes = Item(say("No"), Admit(seat, False), id="no"), Item(say("Yes"), Admit(seat, True), id="yes")
    ask = say("Somebody wants seat {seat}. Let them in?", seat=seat)
    if name:
        ask = say("{name} wants seat {seat}. Let them in?", name=name, seat=seat)
    return ListTask(f"guest {seat}", ask, (no, yes), leaving=Admit(seat, False), audience=Audience.EVERYBODY)


# ── what they see ────────────────────────────────────────────────────────────────────────────────


TO_JOIN = say("Join")


def busy(joins: bool) -> Sitting:
    """What a seat sees that is not part of the running game."""
    if not joins:
        return Sitting(WaitTask(), Page(title=say("wordtable"), lines=(say("Game in progress. Join the next one."),)))
    how = say("Game in progress. Press {enter} to join after this round.", enter=Keys.ENTER)
    page = Page(title=say("wordtable"), lines=(how,))
    roomy = replace(page, lines=(say("Game in progress. Join after this round."),))  # a page has a button for it
    return Sitting(WaitTask(enter=Come(), button=TO_JOIN), page, roomy=roomy)


def invites(sitting: Sitting) -> bool:
    """Whether somebody at this seat can join the running game."""
    return isinstance(sitting.task, WaitTask) and sitting.task.enter == Come()


TO_COME = say("Free seat? {enter} to join", enter=Keys.ENTER)
AROUND_INVITATION = 3  # lines: the title, the invitation, and perhaps a line that is broken in two
INVITATION = Page(
    title=say("Want to join?"),
    lines=(say("Press {enter} at a free seat to join after this round.", enter=Keys.ENTER),),
    audience=Audience.EVERYBODY,
)


def with_invitation(pages: tuple[Page, ...], lines: int) -> tuple[Page, ...]:
    """On the first page that everybody reads, if so many lines leave room; else on one of its own, at the end."""
    first, *rest = pages
    taken = len(first.others) + len(first.table) + len(first.lines) + len(first.hint)
    if taken + AROUND_INVITATION <= lines and (first.board is None or not first.hint):
        return replace(first, hint=(*first.hint, TO_COME)), *rest
    return first, *rest, replace(INVITATION, deadline=first.deadline)


def coming(name: str) -> Sitting:
    """What somebody sees who waits for the end of a round."""
    page = Page(
        title=say("Hello {name}", name=name),
        lines=(say("You join after this round."),),
        hint=(say("{menu} leave", menu=Keys.MENU),),
        audience=Audience.EVERYBODY,
    )
    return Sitting(WaitTask(ask=say("welcome"), leaving=LeaveLobby()), page)


def left(name: str, table: TableView, joins: bool, waits_for: tuple[str, ...] | None) -> Sitting:
    """What somebody sees who has left the game. When it is over they can play again like everybody else."""
    title, over = verbatim(name), table.phase == OVER
    if not over and joins:
        again = say("You have left. Press {enter} to join again after this round.", enter=Keys.ENTER)
        others = (say("{menu} somebody else", menu=Keys.MENU),)
        task = WaitTask(enter=Come(), button=TO_JOIN, leaving=LeaveLobby())
        return Sitting(task, Page(title=title, lines=(again,), hint=others))
    if not over:
        return Sitting(WaitTask(), Page(title=title, lines=(say("You have left. Wait for the end."),)))
    hint = to_go_on(table) if waits_for is None else waiting(waits_for)
    page = Page(title=title, lines=(say("The game is over."),), hint=(hint,))
    return Sitting(WaitTask("result", enter=GoOn(), button=going_on(table) if waits_for is None else NOTHING), page)
