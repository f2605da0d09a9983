"""Lost keypads: the game pauses when it needs somebody who cannot type, and another player can lend a keypad."""

from collections.abc import Collection

from firmware_host.console.alarms import Alarms
from firmware_host.console.announce import Announcer, News
from firmware_host.console.keypads.loans import Loans
from firmware_host.console.referee import Referee
from firmware_host.console.seats import Seats
from firmware_host.games.shared.page import Audience
from firmware_host.games.shared.sitting import really
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.tasks import Item, ListTask
from firmware_host.games.shared.views import View
from firmware_host.games.shared.wishes import GoBack, Lend, PlayOnWithout
from firmware_host.texts.text import NOTHING, say
from hardware.names import DeviceName
from hardware.ports import DeviceBack, DeviceGone, Table

ASLEEP = say("Your keypad is asleep: press a key.")
NO_ANSWER = say("Your keypad does not answer. Plug it in again.")
ASLEEP_GRACE = 30.0  # seconds: a Bluetooth keypad may only be asleep


class LostKeypads:
    """Knows who cannot type. The game is paused when it waits for one of them, or when their clock runs."""

    def __init__(self, table: Table, referee: Referee, seats: Seats, announcer: Announcer, alarms: Alarms) -> None:
        self._referee = referee
        self._players = referee.players
        self._seats = seats
        self._announcer = announcer
        self._alarms = alarms
        self._loans = Loans(table, referee.players, seats, announcer)
        self._away: set[int] = set()
        self._dozing: set[int] = set()
        self._paused_for: int | None = None

    @property
    def cannot_type(self) -> frozenset[int]:
        """The seats without a keypad, unless somebody has lent them one."""
        return frozenset(self._away.difference(self._loans.borrowers))

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
        return self.cannot_type, self._loans.hands

    def keypads_of(self, seat: int) -> tuple[int, ...]:
        """The seats whose keypads type for this one: its own, or lent ones."""
        return self._loans.keypads_of(seat)

    def gone(self, gone: DeviceGone) -> None:
        seat = seat_of(gone.device)
        if seat is None:
            return
        self._away.add(seat)
        for borrower in self._loans.borrowing_from(seat):
            self._loans.end(borrower)
        for borrower in self._loans.asked(seat):
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
        if seat in self._loans.borrowers:
            self._loans.end(seat)
        self._seats.take_back(_question(seat))
        self._loans.stop_asking(seat)
        self._resume_for(seat)

    def look_again(self) -> None:
        """Something has changed: pauses the game if it waits for somebody who cannot type."""
        self._loans.share()
        for seat in sorted(self.cannot_type - self._dozing):
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
            self._loans.ask(lender, seat, by)
            return
        self._loans.stop_asking(seat)
        if seat not in self._away or lender in self._away:
            return  # it is back by now, or there is nothing to lend
        self._loans.begin(lender, seat)
        self._resume_for(seat)

    def do_not_lend(self, seat: int, lender: int) -> None:
        if seat in self._loans.asked(lender):
            self._ask_somebody_else(seat)

    def end_loan(self, borrower: int) -> None:
        """The owner of a lent keypad wants it back: the game may have to wait again."""
        if borrower in self._loans.borrowers:
            self._seats.say_to(self._loans.end(borrower), say("The keypad is yours again."))
            self.look_again()

    def acted(self, seat: int, action: Action) -> None:
        self._loans.acted(seat, action)

    def left(self, seat: int, by: int) -> None:
        """The player at this seat has left the game: it goes on."""
        self._loans.stop_asking(seat)
        if self._paused_for == seat:
            self._paused_for = None
            self._referee.act(by, Action(self._players.here[by], "resume"))

    def _ask_somebody_else(self, seat: int) -> None:
        self._loans.stop_asking(seat)
        if seat in self._players.here and self._paused_for == seat:
            self._ask_about(seat, self._players.here[seat])

    def _slept_long(self, seat: int) -> None:
        self._dozing.discard(seat)
        self.look_again()

    def _waits_for(self, name: str, view: View) -> bool:
        if not self._players.is_needed(name):
            return False
        others = (other for other in view.table.players if other != name)
        return bool(view.table.deadlines) or not any(map(self._players.is_needed, others))

    def _ask_about(self, seat: int, name: str) -> None:
        """Asks the first player who can type: wait, lend a keypad, or go on without them."""
        players = self._players.here
        there = [other for other in players if other not in self._away]
        if not there:
            return
        own = [other for other in there if other not in self._loans.lenders]
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


def seat_of(device: str) -> int | None:
    """The seat whose keypad this is; None for any other device."""
    name = DeviceName.parse(device)
    return name.seat if name.part == "keypad" else None


def _question(seat: int) -> str:
    return f"waiting for {seat}"
