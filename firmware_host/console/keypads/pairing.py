"""Pairing a Bluetooth keypad from the captain's menu: which one, its digits, whose it is, what is printed on its keys.

Only before a game: searching slows down the Bluetooth keypads that are in use. `table.toml` is not changed; the journal
remembers which keypad belongs to which seat, with the colours and the brightness of the seat.
"""

from collections.abc import Callable, Mapping
from dataclasses import field

from firmware_host.console.seats import Seats
from firmware_host.frozen import frozen
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.sitting import TO_CHOOSE, TO_GO_BACK, Sitting
from firmware_host.games.shared.tasks import Desk, Item, ListTask, WaitTask
from firmware_host.games.shared.wishes import AssignPad, DescribePad, LookForPads, Pair, PairPad, StopPairing
from firmware_host.journal.keeper import Comforts, Memory
from firmware_host.kept import Watched
from firmware_host.texts.text import NOTHING, Keys, Text, say, verbatim
from hardware.ports import FoundPad, NotPaired, PadsInReach, Paired, PairingNews, Passkey, Table

KEYPAD = "keypad"  # what is remembered of a seat under this name: the address and key map of its keypad
PRINTED = {
    "qwerty": say("QWERTY"),
    "azerty": say("AZERTY"),
    "qwertz": say("QWERTZ"),
    "numeric": say("Digits only"),
}
NOT_ASSIGNED = say("Paired, but not assigned to a seat. Pair it again to assign it.")
STOP = say("{menu} stop", menu=Keys.MENU)
FIRST = say("Press a key on yours. A new one: hold its pairing key until it blinks.")
GUESS = "qwerty"  # until somebody has said what is printed on a keypad


@frozen
class Looking:
    pads: tuple[FoundPad, ...] = ()


@frozen
class Waiting:
    """Until the keypad answers, or until somebody has typed the digits on it."""

    pad: FoundPad
    digits: str = field(default="", repr=False)
    typed: int = 0


@frozen
class Whose:
    pad: FoundPad


@frozen
class Printed:
    pad: FoundPad
    seat: int


@frozen
class Failed:
    why: Text


Step = Looking | Waiting | Whose | Printed | Failed


class Pads(Watched):
    """The keypads that were paired here. One is paired at a time, from one seat, step by step."""

    def __init__(
        self,
        table: Table,
        memory: Memory,
        remember: Callable[[Comforts, Callable[[], None]], None],
        seats: Seats,
        draw: Callable[[], None],
    ) -> None:
        self._table = table
        self._memory = memory
        self._remember = remember
        self._seats = seats
        self._draw = draw
        self._given: dict[int, tuple[str, str]] = {}  # by seat: address and key map of its keypad
        self.seat: int | None = None
        self.step: Step = Looking()
        self.alone = False  # nobody at the table can type: nothing is asked that needs keys
        self.follow: Callable[[], None] = lambda: None  # told after every step of the search

    @property
    def possible(self) -> bool:
        return self._table.pairing is not None

    @property
    def now(self) -> tuple[object, ...]:
        """Everything here that a sitting depends on."""
        return self.possible, self.seat, self.step, self.alone

    @property
    def any_given(self) -> bool:
        """Whether a keypad was ever paired here and given to a seat."""
        return bool(self._given)

    def restore(self) -> None:
        """Assigns the keypads of earlier evenings to their seats again."""
        for seat in self._table.seats:
            address, _, keys = self._memory.comforts(seat).get(KEYPAD, "").partition(" ")
            if self._table.pairing is not None and keys in PRINTED:
                self._given[seat] = address, keys
                self._table.pairing.give(address, seat, keys)

    def numeric(self, seat: int) -> bool:
        """Whether the seat types on a number pad. If it has several keypads, the newest counts."""
        return self._given[seat][1] == "numeric" if seat in self._given else self._table.seats[seat].numeric

    # ── wishes ───────────────────────────────────────────────────────────────────────────────────

    def wish(self, seat: int, wish: Pair) -> None:
        """What the captain has chosen; an answer to an earlier step changes nothing."""
        pairing = self._table.pairing
        if pairing is None:
            return
        match wish, self.step:
            case LookForPads(), _:
                self._look(seat, alone=False)
            case StopPairing(), _:
                self.stop()
            case PairPad(address), Looking(pads):
                for pad in (pad for pad in pads if pad.address == address):
                    self.step = Waiting(pad)
                    pairing.pair(pad.address, chosen=not self.alone)
            case AssignPad(owner), Whose(pad):
                self.step = Printed(pad, owner)
            case DescribePad(keys), Printed(pad, owner):
                changes = {other: {KEYPAD: ""} for other, (given, _) in self._given.items() if given == pad.address}
                changes[owner] = {KEYPAD: f"{pad.address} {keys}"}
                self._remember(changes, lambda: self._give(pad.address, owner, keys))

    def look_alone(self, seat: int) -> None:
        """Looks for the first keypad of a table where nobody can choose anything."""
        self._look(seat, alone=True)

    def guess(self, pad: FoundPad, seat: int) -> None:
        """Gives a keypad to a seat so that it can answer by itself which keys it has: digits are the same on all."""
        self._remember({seat: {KEYPAD: f"{pad.address} {GUESS}"}}, lambda: self._hand_over(pad.address, seat, GUESS))

    def _look(self, seat: int, *, alone: bool) -> None:
        assert self._table.pairing is not None, "it is possible"
        self.seat, self.step, self.alone = seat, Looking(), alone
        self._table.pairing.look(self._told)
        self._draw()

    def stop(self) -> None:
        unowned = isinstance(self.step, Whose | Printed) and not self._is_given(self.step.pad)
        self._end(NOT_ASSIGNED if unowned else NOTHING)
        if self._table.pairing is not None:
            self._table.pairing.stop()

    def _give(self, address: str, seat: int, keys: str) -> None:
        """The keypad is this seat's, and that is saved."""
        self._hand_over(address, seat, keys)
        self._end(say("Assigned to seat {seat}. Press one of its keys.", seat=seat))

    def _hand_over(self, address: str, seat: int, keys: str) -> None:
        assert self._table.pairing is not None, "it has paired a keypad"
        self._given = {other: given for other, given in self._given.items() if given[0] != address}
        self._given[seat] = address, keys
        self._table.pairing.give(address, seat, keys)

    def _is_given(self, pad: FoundPad) -> bool:
        return any(address == pad.address for address, _ in self._given.values())

    def _end(self, outcome: Text) -> None:
        seat, self.seat, self.step, self.alone = self.seat, None, Looking(), False
        if seat is not None and outcome:
            self._seats.say_to(seat, outcome)

    # ── news ─────────────────────────────────────────────────────────────────────────────────────

    def _told(self, news: PairingNews) -> None:
        if self.seat is None:
            return
        step = self.step
        match news:
            case PadsInReach() if isinstance(step, Looking):
                self.step = Looking(news.pads)
            case Passkey() if isinstance(step, Waiting):
                self.step = Waiting(step.pad, news.digits, news.typed)
            case Paired() if isinstance(step, Waiting):
                if step.pad.seat is None:
                    self.step = Whose(step.pad)
                else:  # `table.toml` names its seat; only the Bluetooth pairing was missing
                    self._end(say("It belongs to seat {seat}. Press one of its keys.", seat=step.pad.seat))
            case NotPaired():
                self.step = Failed(news.say)
        self.follow()
        self._draw()

    # ── what the captain sees ────────────────────────────────────────────────────────────────────

    def sit(self, desk: Desk, joined: Mapping[int, str]) -> Sitting:
        match self.step:
            case Looking() if self.alone:
                return _wait(say("No keypad yet"), FIRST, hint=())
            case Failed(why) if self.alone:
                return _wait(say("Not paired"), why, hint=())
            case Looking(pads=()):
                looking = say("Looking for it. Hold its pairing key until it blinks.")
                return _wait(say("Pair a keypad"), looking)
            case Looking(pads=pads):
                names = tuple(Item(verbatim(pad.name), PairPad(pad.address), id=pad.address) for pad in pads)
                return _ask(desk, "pad", say("Which keypad?"), names)
            case Waiting(pad=pad, digits=""):
                return _wait(verbatim(pad.name), say("Pairing …"), hint=() if self.alone else (STOP,))
            case Waiting(digits=digits, typed=typed):
                counted = (say("{typed} of {digits}", typed=typed, digits=len(digits)),) if typed else ()
                how = say("Type this on it, then its Enter:")
                return _wait(say("The new keypad"), how, digits, hint=counted if self.alone else (*counted, STOP))
            case Whose():
                seats = tuple(
                    Item(_seat(seat, joined.get(seat, "")), AssignPad(seat), id=str(seat)) for seat in self._table.seats
                )
                return _ask(desk, "seat", say("Whose is it?"), seats)
            case Printed():
                # The cursor begins with number pads if only the new one can answer: they have no keys to move it.
                layouts = sorted(PRINTED, key=lambda keys: self.alone and keys != "numeric")
                printed = tuple(Item(PRINTED[keys], DescribePad(keys), id=keys) for keys in layouts)
                return _ask(desk, "keys", say("Which key layout?"), printed)
            case Failed(why):
                return _failed(why)


def _seat(number: int, name: str) -> Text:
    return say("Seat {seat} {name}", seat=number, name=name) if name else say("Seat {seat}", seat=number)


def _ask(desk: Desk, name: str, ask: Text, items: tuple[Item, ...]) -> Sitting:
    task = ListTask(f"pairing {name}", ask, items, leaving=StopPairing(), audience=Audience.EVERYBODY)
    return Sitting(task, Page(title=ask, items=task.entries, chosen=desk.chosen_in(task), hint=(TO_CHOOSE, STOP)))


def _wait(title: Text, line: Text, digits: str = "", hint: tuple[Text, ...] = (STOP,)) -> Sitting:
    """A page without a choice, so that typing the digits on the wrong keypad changes nothing."""
    task = WaitTask("pairing", title, leaving=StopPairing())
    return Sitting(task, Page(title=title, lines=(line,), big=digits, hint=hint, audience=Audience.EVERYBODY))


def _failed(why: Text) -> Sitting:
    title = say("Not paired")
    task = WaitTask("pairing", title, LookForPads(), say("Try again"), leaving=StopPairing())
    hint = say("{enter} again", enter=Keys.ENTER), TO_GO_BACK
    return Sitting(task, Page(title=title, lines=(why,), hint=hint, audience=Audience.EVERYBODY))
