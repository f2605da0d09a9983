"""Lost keypads: the game pauses when it needs somebody who cannot type, and another player can lend a keypad.

Nobody's keypad is lent before they have agreed. They can read for whom they type, and take it back at any time.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from firmware_host.console.alarms import Alarms
from firmware_host.console.announce import Announcer, News
from firmware_host.console.referee import Referee
from firmware_host.console.seats import Seats
from firmware_host.games import registry as games
from firmware_host.games.shared.page import Audience
from firmware_host.games.shared.sitting import NO, YES, Loan, really
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.tasks import Item, ListTask
from firmware_host.games.shared.views import View
from firmware_host.games.shared.wishes import DoNotLend, GoBack, Lend, PlayOnWithout
from firmware_host.texts.text import NOTHING, say
from hardware.names import DeviceName
from hardware.ports import DeviceBack, DeviceGone, Table

ASLEEP = say("Your keypad is asleep: press a key.")
NO_ANSWER = say("Your keypad does not answer. Plug it in again.")
ASLEEP_GRACE = 30.0  # seconds: a Bluetooth keypad may only be asleep


@dataclass(slots=True)
class _Loan:
    """A keypad that two players share: its owner, whom it types for now, and whom next if the game needs both."""

    lender: int
    holder: int
    next: int


@dataclass(frozen=True, slots=True)
class _Request:
    """Somebody is asked to lend their keypad, because somebody else has chosen it."""

    lender: int
    by: int


class LostKeypads:
    """Knows who cannot type. The game is paused when it waits for one of them, or when their clock runs."""

    def __init__(self, table: Table, referee: Referee, seats: Seats, announcer: Announcer, alarms: Alarms) -> None:
        self._table = table
        self._referee = referee
        self._players = referee.players
        self._seats = seats
        self._announcer = announcer
        self._alarms = alarms
        self._away: set[int] = set()
        self._dozing: set[int] = set()
        self._paused_for: int | None = None
        self._loans: dict[int, _Loan] = {}  # by the seat that borrows
        self._requests: dict[int, _Request] = {}  # by the seat that would borrow

    @property
    def cannot_type(self) -> frozenset[int]:
        """The seats without a keypad, unless somebody has lent them one."""
        return frozenset(self._away - self._loans.keys())

    @property
    def waits_for(self) -> str:
        """The player whose keypad the game waits for; empty if it does not."""
        return "" if self._paused_for is None else self._players.here.get(self._paused_for, "")

    @property
    def lost(self) -> Collection[int]:
        """The seats whose own keypad is lost, even if somebody has lent them one."""
        return self._away

    @property
    def hands(self) -> object:
        """Whose keypad types for whom: equal as long as that stays the same."""
        return self.cannot_type, tuple((loan.lender, loan.holder) for loan in self._loans.values())

    def gone(self, gone: DeviceGone) -> None:
        seat = seat_of(gone.device)
        if seat is None:
            return
        self._away.add(seat)
        for borrower in [each for each, loan in self._loans.items() if loan.lender == seat]:
            self._give_back(borrower)
        for borrower in [each for each, request in self._requests.items() if request.lender == seat]:
            self._ask_somebody_else(borrower)
        self._seats.say_to(seat, ASLEEP if gone.asleep else NO_ANSWER)
        if gone.asleep and seat in self._players.here:
            self._dozing.add(seat)
            when = self._alarms.now() + ASLEEP_GRACE
            self._alarms.set(f"asleep {seat}", when, lambda: self._slept_long(seat))
        self.look_again()

    def back(self, back: DeviceBack) -> None:
        seat = seat_of(back.device)
        if seat is None:
            return
        self._away.discard(seat)
        self._dozing.discard(seat)
        self._alarms.set(f"asleep {seat}", None, self.look_again)
        if self._seats[seat].desk.message in (ASLEEP, NO_ANSWER):
            self._seats.say_to(seat, NOTHING)
        if seat in self._loans:
            self._give_back(seat)
        self._seats.take_back(_question(seat))
        self._stop_asking(seat)
        self._resume_for(seat)

    def look_again(self) -> None:
        """Something has changed: pauses the game if it waits for somebody who cannot type."""
        self._share()
        for seat in sorted(self._away - self._dozing - self._loans.keys()):
            name = self._players.here.get(seat)
            view = self._players.view_of(name) if name else None
            if view is not None and name and not view.table.paused and self._waits_for(name, view):
                self._paused_for = seat
                self._referee.act(seat, Action(name, "pause"))
                self._announcer.tell(News(say("Waiting for {name}'s keypad.", name=name)))
                self._ask_about(seat, name)
                return  # one at a time: the next comes when the game goes on

    def lend(self, lender: int, seat: int, by: int) -> None:
        """One's own keypad is lent at once; for another's, its owner is asked first."""
        if by != lender:
            self._ask_to_lend(lender, seat, by)
            return
        self._stop_asking(seat)
        if seat not in self._away or lender in self._away:
            return  # it is back by now, or there is nothing to lend
        self._loans[seat] = _Loan(lender, holder=lender, next=seat)
        names = self._players.here
        self._tell_of_loan(lender, Loan(seat))
        self._tell_of_loan(seat, Loan(seat, names[lender]))
        self._announcer.tell(News(say("{lender} types for {name} too.", lender=names[lender], name=names[seat])))
        self._hand(self._loans[seat], seat)
        self._resume_for(seat)

    def do_not_lend(self, seat: int, lender: int) -> None:
        if seat in self._requests and self._requests[seat].lender == lender:
            self._ask_somebody_else(seat)

    def end_loan(self, borrower: int) -> None:
        """The owner of a lent keypad wants it back: the game may have to wait again."""
        if borrower in self._loans:
            lender = self._loans[borrower].lender
            self._give_back(borrower)
            self._seats.say_to(lender, say("The keypad is yours again."))
            self.look_again()

    def acted(self, seat: int, action: Action) -> None:
        """Somebody has had their turn: a shared keypad goes to the other player next."""
        for borrower, loan in self._loans.items():
            if seat in (borrower, loan.lender) and self._was_awaited(seat, action):
                loan.next = loan.lender if seat == borrower else borrower

    def left(self, seat: int, by: int) -> None:
        """The player at this seat has left the game: it goes on."""
        self._stop_asking(seat)
        if self._paused_for == seat:
            self._paused_for = None
            self._referee.act(by, Action(self._players.here[by], "resume"))

    def _share(self) -> None:
        """A lent keypad types for the player whom the game needs, in turn if it needs both, otherwise for its owner."""
        for borrower, loan in list(self._loans.items()):
            if borrower not in self._players.here:
                self._give_back(borrower)
                continue
            by_turns = sorted((borrower, loan.lender), key=lambda seat: seat != loan.next)
            self._hand(loan, next((seat for seat in by_turns if self._is_needed(seat)), loan.lender))

    def _hand(self, loan: _Loan, holder: int) -> None:
        if holder != loan.holder:
            loan.holder = holder
            self._table.borrow_keypad(loan.lender, holder)
            self._seats.say_to(holder, say("The keypad is yours now."))
            if holder != loan.lender:
                self._seats.say_to(loan.lender, say("You are typing for {name}.", name=self._players.here[holder]))

    def _give_back(self, borrower: int) -> None:
        lender = self._loans.pop(borrower).lender
        self._table.borrow_keypad(lender, lender)
        for seat in (lender, borrower):
            self._tell_of_loan(seat, None)

    def _tell_of_loan(self, seat: int, loan: Loan | None) -> None:
        """Its menu offers to end it."""
        state = self._seats[seat]
        self._seats.set_state(seat, replace(state, comfort=replace(state.comfort, loan=loan)))

    def _ask_to_lend(self, lender: int, seat: int, by: int) -> None:
        names = self._players.here
        if lender not in names or seat not in names:
            return
        no = Item(NO.label, DoNotLend(seat), id="no")
        items = (no, Item(YES, Lend(lender, seat), id="yes"))
        ask = say("Lend {name} your keypad?", name=names[seat])
        question = ListTask(_request(seat), ask, items, leaving=DoNotLend(seat), audience=Audience.EVERYBODY)
        self._requests[seat] = _Request(lender, by)
        self._seats.ask(lender, question)
        self._seats.say_to(by, say("{name} has been asked.", name=names[lender]))

    def _stop_asking(self, seat: int) -> None:
        self._seats.take_back(_request(seat))
        if request := self._requests.pop(seat, None):
            self._seats.say_to(request.by, NOTHING)

    def _ask_somebody_else(self, seat: int) -> None:
        self._stop_asking(seat)
        if seat in self._players.here and self._paused_for == seat:
            self._ask_about(seat, self._players.here[seat])

    def _was_awaited(self, seat: int, action: Action) -> bool:
        view = self._players.view_of(self._players.here[seat])
        return view is not None and games.of(view).form(action.name).awaited

    def _is_needed(self, seat: int) -> bool:
        name = self._players.here.get(seat)
        view = self._players.view_of(name) if name else None
        return view is not None and needed(view)

    def _slept_long(self, seat: int) -> None:
        self._dozing.discard(seat)
        self.look_again()

    def _waits_for(self, name: str, view: View) -> bool:
        if not needed(view):
            return False
        if view.table.deadlines:
            return True
        others = [other for other in view.table.players if other != name]
        views = [self._players.view_of(other) for other in others]
        return not any(seen is not None and needed(seen) for seen in views)

    def _ask_about(self, seat: int, name: str) -> None:
        """Asks the first player who can type: wait, lend a keypad, or go on without them."""
        players = self._players.here
        there = [other for other in players if other not in self._away]
        if not there:
            return
        lent = {loan.lender for loan in self._loans.values()}
        own = [other for other in there if other not in lent]
        wait = Item(say("wait"), GoBack(), id="wait")
        lend = (Item(say("lend {name}'s", name=players[each]), Lend(each, seat), id=f"lend {each}") for each in own)
        really_leave = really("leave-for", say("Go on without {name}?", name=name), PlayOnWithout(seat))
        leave = Item(say("{name} leaves", name=name), really_leave, id="leave")
        question = say("{name}'s keypad?", name=name)
        self._seats.ask(
            there[0], ListTask(_question(seat), question, (wait, *lend, leave), audience=Audience.EVERYBODY)
        )

    def _resume_for(self, seat: int) -> None:
        if self._paused_for == seat and seat in self._players.here:
            self._paused_for = None
            self._referee.act(seat, Action(self._players.here[seat], "resume"))


def needed(view: View) -> bool:
    """Whether the game needs the player with this view in order to go on."""
    return games.of(view).awaits(view)


def seat_of(device: str) -> int | None:
    """The seat whose keypad this is; None for any other device."""
    name = DeviceName.parse(device)
    return name.seat if name.part == "keypad" else None


def _question(seat: int) -> str:
    return f"waiting for {seat}"


def _request(seat: int) -> str:
    return f"keypad for {seat}"
