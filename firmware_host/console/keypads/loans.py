"""Lent keypads: nobody's keypad is lent before they have agreed. They read for whom they type, and can take it back."""

from collections.abc import Collection
from dataclasses import dataclass

from firmware_host.console.announce import Announcer, News
from firmware_host.console.players import Players
from firmware_host.console.seats import Seats
from firmware_host.frozen import frozen, replace
from firmware_host.games import registry as games
from firmware_host.games.shared.page import Audience
from firmware_host.games.shared.sitting import NO, YES, Loan
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.tasks import Item, ListTask
from firmware_host.games.shared.wishes import DoNotLend, Lend
from firmware_host.texts.text import NOTHING, Text, say
from hardware.ports import Table

YOURS = say("The keypad is yours now.")


@dataclass(slots=True)
class _Loan:
    """A keypad that two players share: its owner, whom it types for now, and whom next if the game needs both."""

    lender: int
    holder: int
    next: int
    said: frozenset[Text] = frozenset()  # of whom it types for


@frozen
class _Request:
    """Somebody is asked to lend their keypad, because somebody else has chosen it."""

    lender: int
    by: int


class Loans:
    """Knows whose keypad types for whom, and who is asked to lend theirs."""

    def __init__(self, table: Table, players: Players, seats: Seats, announcer: Announcer) -> None:
        self._table = table
        self._players = players
        self._seats = seats
        self._announcer = announcer
        self._loans: dict[int, _Loan] = {}  # by the seat that borrows
        self._requests: dict[int, _Request] = {}  # by the seat that would borrow

    @property
    def borrowers(self) -> Collection[int]:
        return self._loans.keys()

    @property
    def lenders(self) -> Collection[int]:
        return {loan.lender for loan in self._loans.values()}

    @property
    def hands(self) -> object:
        """Equal as long as every lent keypad types for the same player."""
        return tuple((loan.lender, loan.holder) for loan in self._loans.values())

    def keypads_of(self, seat: int) -> tuple[int, ...]:
        """The seats whose keypads type for this one now, as far as they are lent."""
        loans = self._loans.values()
        lent = [loan.lender for loan in loans if loan.holder == seat]
        away = any(loan.lender == seat != loan.holder for loan in loans)
        return tuple(lent) if away or seat in lent else (seat, *lent)

    def borrowing_from(self, lender: int) -> list[int]:
        return [borrower for borrower, loan in self._loans.items() if loan.lender == lender]

    def begin(self, lender: int, seat: int) -> None:
        loan = self._loans[seat] = _Loan(lender, holder=lender, next=seat)
        names = self._players.here
        self._tell_of_loan(lender, Loan(seat))
        self._tell_of_loan(seat, Loan(seat, names[lender]))
        self._announcer.tell(News(say("{lender} types for {name} too.", lender=names[lender], name=names[seat])))
        self._hand(loan, seat)

    def end(self, borrower: int) -> int:
        """Gives the keypad back to its owner, whose seat it returns. Nobody reads any longer for whom it types."""
        loan = self._loans.pop(borrower)
        self._table.borrow_keypad(loan.lender, loan.lender)
        for seat in (loan.lender, borrower):
            self._tell_of_loan(seat, None)
            if self._seats[seat].desk.message in loan.said:
                self._seats.say_to(seat, NOTHING)
        return loan.lender

    def share(self) -> None:
        """A lent keypad types for the player whom the game needs, in turn if it needs both, otherwise for its owner."""
        here = self._players.here
        for borrower, loan in list(self._loans.items()):
            if borrower not in here:
                self.end(borrower)
                continue
            by_turns = sorted((borrower, loan.lender), key=lambda seat: seat != loan.next)
            needed = (seat for seat in by_turns if self._players.is_needed(here.get(seat)))
            self._hand(loan, next(needed, loan.lender))

    def acted(self, seat: int, action: Action) -> None:
        """Somebody has had their turn: a shared keypad goes to the other player next."""
        for borrower, loan in self._loans.items():
            if seat in (borrower, loan.lender) and self._was_awaited(seat, action):
                loan.next = loan.lender if seat == borrower else borrower

    def _was_awaited(self, seat: int, action: Action) -> bool:
        view = self._players.view_of(self._players.here[seat])
        return view is not None and games.of(view).form(action.name).awaited

    def _hand(self, loan: _Loan, holder: int) -> None:
        if holder != loan.holder:
            loan.holder = holder
            self._table.borrow_keypad(loan.lender, holder)
            typing = say("You are typing for {name}.", name=self._players.here[holder])
            self._seats.say_to(holder, YOURS)
            if holder != loan.lender:
                self._seats.say_to(loan.lender, typing)
            loan.said |= {YOURS, typing}

    def _tell_of_loan(self, seat: int, loan: Loan | None) -> None:
        """Its menu offers to end it."""
        state = self._seats[seat]
        self._seats.set_state(seat, replace(state, comfort=replace(state.comfort, loan=loan)))

    # ── asking for a keypad ──────────────────────────────────────────────────────────────────────

    def ask(self, lender: int, seat: int, by: int) -> None:
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

    def asked(self, lender: int) -> list[int]:
        """For whom this seat is asked to lend its keypad."""
        return [borrower for borrower, request in self._requests.items() if request.lender == lender]

    def stop_asking(self, seat: int) -> None:
        self._seats.take_back(_request(seat))
        if request := self._requests.pop(seat, None):
            self._seats.say_to(request.by, NOTHING)


def _request(seat: int) -> str:
    return f"keypad for {seat}"
