"""Keypads that are gone: whom the game waits for, who lends theirs, and everybody else playing on."""

from dataclasses import dataclass

from firmware_host.console.announce import News
from firmware_host.console.evening import Evening
from firmware_host.console.sitting import really
from firmware_host.console.tasks import Item, ListTask, Wish
from firmware_host.rules.games import View
from firmware_host.rules.table import Action
from firmware_host.rules.wqrdles import WqrdlesView
from hardware.ports import DeviceBack, DeviceGone, Table

ASLEEP_GRACE = 30.0  # seconds: a Bluetooth pad may only have dozed off
# What a game waits for; a Host may give a hint at any time, but nobody waits for one.
NEEDED = {"secret", "guess", "reveal", "query", "mark", "attempt", "propose", "confirm", "answer"}


@dataclass(slots=True)
class _Loan:
    """A keypad that two share: its owner, and whom it types for, now and next if the game needs both."""

    lender: int
    holder: int
    next: int


class Absence:
    """Who cannot type. The game is paused when it waits for one of them, or when their clock runs."""

    def __init__(self, table: Table, evening: Evening) -> None:
        self._table = table
        self._evening = evening
        self._away: set[int] = set()
        self._dozing: set[int] = set()
        self._paused_for: int | None = None
        self._loans: dict[int, _Loan] = {}  # by who borrows

    def gone(self, gone: DeviceGone) -> None:
        seat = seat_of(gone.device)
        if seat is None:
            return
        self._away.add(seat)
        for borrower in [each for each, loan in self._loans.items() if loan.lender == seat]:
            self._give_back(borrower)
        if gone.asleep and seat in self._evening.players:
            self._dozing.add(seat)
            self._evening.say_to(seat, "Your keypad is asleep: press a key.")
            when = self._evening.now() + ASLEEP_GRACE
            self._evening.alarm(f"asleep {seat}", when, lambda: self._slept_long(seat))
        self.look_again()

    def back(self, back: DeviceBack) -> None:
        seat = seat_of(back.device)
        if seat is None:
            return
        self._away.discard(seat)
        self._dozing.discard(seat)
        self._evening.alarm(f"asleep {seat}", None, self.look_again)
        if seat in self._loans:
            self._give_back(seat)
        self._evening.take_back(_question(seat))
        self._resume_for(seat)

    def look_again(self) -> None:
        """Something has changed: does the game wait for somebody who cannot type?"""
        self._share()
        for seat in sorted(self._away - self._dozing - self._loans.keys()):
            name = self._evening.players.get(seat)
            view = self._evening.view_of(name) if name else None
            if view is not None and name and not view.table.paused and self._waits_for(name, view):
                self._paused_for = seat
                self._evening.act(seat, Action(name, "pause"))
                self._evening.tell(News(f"Waiting for {name}'s keypad."))
                self._ask_about(seat, name)
                return  # one after the other: whoever is next is waited for when the game goes on

    def lend(self, lender: int, seat: int) -> None:
        self._loans[seat] = _Loan(lender, holder=lender, next=seat)
        self._hand(self._loans[seat], seat)
        self._resume_for(seat)

    def acted(self, seat: int, action: Action) -> None:
        """Somebody has had their turn: a keypad that they share is for the other next."""
        for borrower, loan in self._loans.items():
            if action.name in NEEDED and seat in (borrower, loan.lender):
                loan.next = loan.lender if seat == borrower else borrower

    def left(self, seat: int, by: int) -> None:
        """They go on without whoever sits there: nothing is waited for any more."""
        if self._paused_for == seat:
            self._paused_for = None
            self._evening.act(by, Action(self._evening.players[by], "resume"))

    def _share(self) -> None:
        """A lent keypad types for whoever of the two the game needs, by turns if it needs both; else for its owner."""
        for borrower, loan in list(self._loans.items()):
            if borrower not in self._evening.players:
                self._give_back(borrower)
                continue
            by_turns = sorted((borrower, loan.lender), key=lambda seat: seat != loan.next)
            self._hand(loan, next((seat for seat in by_turns if self._is_needed(seat)), loan.lender))

    def _hand(self, loan: _Loan, holder: int) -> None:
        if holder != loan.holder:
            loan.holder = holder
            self._table.borrow_keypad(loan.lender, holder)
            self._evening.say_to(holder, "The keypad is yours now.")

    def _give_back(self, borrower: int) -> None:
        lender = self._loans.pop(borrower).lender
        self._table.borrow_keypad(lender, lender)

    def _is_needed(self, seat: int) -> bool:
        name = self._evening.players.get(seat)
        view = self._evening.view_of(name) if name else None
        return name is not None and view is not None and needed(name, view)

    def _slept_long(self, seat: int) -> None:
        self._dozing.discard(seat)
        self.look_again()

    def _waits_for(self, name: str, view: View) -> bool:
        if not needed(name, view):
            return False
        if view.table.deadlines:
            return True
        others = [other for other in view.table.players if other != name]
        views = [(other, self._evening.view_of(other)) for other in others]
        return not any(seen is not None and needed(other, seen) for other, seen in views)

    def _ask_about(self, seat: int, name: str) -> None:
        """Wait, lend them a keypad, or go on without them: the first who can type is asked."""
        players = self._evening.players
        there = [other for other in players if other not in self._away]
        if not there:
            return
        lent = {loan.lender for loan in self._loans.values()}
        own = [other for other in there if other not in lent]
        lend = tuple(Item(f"lend {players[other]}'s", Wish("lend", f"{other}>{seat}")) for other in own)
        leave = Item(f"{name} leaves", really("leave-for", f"Go on without {name}?", Wish("leave-for", str(seat))))
        items = (Item("wait", Wish("nothing")), *lend, leave)
        self._evening.ask(there[0], ListTask(_question(seat), f"{name}'s keypad?", items))

    def _resume_for(self, seat: int) -> None:
        if self._paused_for == seat and seat in self._evening.players:
            self._paused_for = None
            self._evening.act(seat, Action(self._evening.players[seat], "resume"))


def needed(name: str, view: View) -> bool:
    """Whether the game can only go on, sooner or later, through this player."""
    if isinstance(view, WqrdlesView) and name in view.attempted:
        return False
    return bool(NEEDED & set(view.table.actions))


def seat_of(device: str) -> int | None:
    """The seat of `seat3.keypad`; None for anything that is no keypad."""
    seat, _, what = device.partition(".")
    number = seat.removeprefix("seat")
    return int(number) if what == "keypad" and number.isdigit() else None


def _question(seat: int) -> str:
    return f"waiting for {seat}"
