"""Pairing a Bluetooth keypad from the captain's menu: which one, its digits, whose it is, what is printed on its keys.

Only before a game: a search takes time on the air from the Bluetooth keypads of those who play. The file of the table
is not written; which keypad was given to which seat is remembered where the seat's colours and brightness are.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.console.evening import Evening
from firmware_host.console.keeper import Keeper
from firmware_host.console.page import Page
from firmware_host.console.sitting import Sitting
from firmware_host.console.tasks import Desk, Item, ListTask, Task, WaitTask, Wish
from hardware.ports import FoundPad, NotPaired, PadsInReach, Paired, PairingNews, Passkey, Table

KEYPAD = "keypad"  # under which a seat's pad is remembered: its address, and what is printed on its keys
PRINTED = {"qwerty": "QWERTY", "azerty": "AZERTY", "qwertz": "QWERTZ", "numeric": "Digits only"}
STOP = "ESC stop"


@dataclass(frozen=True, slots=True)
class Looking:
    pads: tuple[FoundPad, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """For the keypad: to answer, or for its digits to be typed."""

    pad: FoundPad
    digits: str = field(default="", repr=False)
    typed: int = 0


@dataclass(frozen=True, slots=True)
class Whose:
    pad: FoundPad


@dataclass(frozen=True, slots=True)
class Printed:
    pad: FoundPad
    seat: int


@dataclass(frozen=True, slots=True)
class Failed:
    say: str


Step = Looking | Waiting | Whose | Printed | Failed


class Pads:
    """Keypads that come to the table. One is paired at a time, by one seat: `seat`, at this `step`."""

    def __init__(self, table: Table, keeper: Keeper, evening: Evening) -> None:
        self._table = table
        self._keeper = keeper
        self._evening = evening
        self._given: dict[int, tuple[str, str]] = {}  # address and keys of the pad that each seat was given
        self.seat: int | None = None
        self.step: Step = Looking()

    @property
    def possible(self) -> bool:
        return self._table.pairing is not None

    @property
    def now(self) -> tuple[object, ...]:
        """All that a sitting is made of here."""
        return self.possible, self.seat, self.step

    def restore(self) -> None:
        """The pads of earlier evenings type for their seats again."""
        for seat in self._table.seats:
            address, _, keys = self._keeper.comforts(seat).get(KEYPAD, "").partition(" ")
            if self._table.pairing is not None and keys in PRINTED:
                self._given[seat] = address, keys
                self._table.pairing.give(address, seat, keys)

    def numeric(self, seat: int) -> bool:
        """Whether what they type on has digits only. The newest pad decides which keys are explained."""
        return self._given[seat][1] == "numeric" if seat in self._given else self._table.seats[seat].numeric

    # ── wishes ───────────────────────────────────────────────────────────────────────────────────

    def wish(self, seat: int, wish: str) -> None:
        """What the captain has chosen: `look`, `stop`, or an answer to what is asked at this step."""
        pairing, step = self._table.pairing, self.step
        if pairing is None:
            return
        if wish == "look":
            self.seat, self.step = seat, Looking()
            pairing.look(self._told)
        elif wish == "stop":
            self.stop()
        elif isinstance(step, Looking):
            pad = next((pad for pad in step.pads if pad.address == wish), None)
            if pad is not None:
                self.step = Waiting(pad)
                pairing.pair(pad.address)
        elif isinstance(step, Whose):
            self.step = Printed(step.pad, int(wish))
        elif isinstance(step, Printed):
            self._give(step.pad.address, step.seat, wish)
            self._end(f"Seat {step.seat} has it now: press one of its keys.")

    def stop(self) -> None:
        unowned = isinstance(self.step, Whose | Printed)
        self._end("It is paired, but nobody's. Pair it again to give it to a seat." if unowned else "")
        if self._table.pairing is not None:
            self._table.pairing.stop()

    def _give(self, address: str, seat: int, keys: str) -> None:
        assert self._table.pairing is not None, "it has paired a keypad"
        for other, (given, _) in list(self._given.items()):
            if given == address:
                del self._given[other]
                self._keeper.remember_comfort(other, KEYPAD, "")
        self._given[seat] = address, keys
        self._keeper.remember_comfort(seat, KEYPAD, f"{address} {keys}")
        self._table.pairing.give(address, seat, keys)

    def _end(self, say: str) -> None:
        seat, self.seat, self.step = self.seat, None, Looking()
        if seat is not None and say:
            self._evening.say_to(seat, say)

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
                else:  # the table's file knows it: it was only this computer that did not
                    self._end(f"It is seat {step.pad.seat}'s: press one of its keys.")
            case NotPaired():
                self.step = Failed(news.say)
        self._evening.draw()

    # ── what the captain sees ────────────────────────────────────────────────────────────────────

    def sit(self, desk: Desk, joined: Mapping[int, str]) -> Sitting:
        match self.step:
            case Looking(pads=()):
                return _wait("Pair a keypad", ("Looking for it. Hold its pairing key until it blinks.",))
            case Looking(pads=pads):
                names = tuple(Item(pad.name, Wish("pair", pad.address)) for pad in pads)
                return _ask(desk, "pad", "Which keypad?", names)
            case Waiting(pad=pad, digits=""):
                return _wait(pad.name, ("Pairing …",))
            case Waiting(digits=digits, typed=typed):
                lines = ("Type this on it, and then its Enter:",)
                return _wait("The new keypad", lines, digits, f"{typed} of {len(digits)}" if typed else "")
            case Whose():
                seats = self._table.seats
                labels = {seat: f"Seat {seat} {joined.get(seat, '')}".strip() for seat in seats}
                return _ask(
                    desk, "seat", "Whose is it?", tuple(Item(labels[seat], Wish("pair", str(seat))) for seat in seats)
                )
            case Printed():
                keys = tuple(Item(label, Wish("pair", keys)) for keys, label in PRINTED.items())
                return _ask(desk, "keys", "What is on its keys?", keys)
            case Failed(say=say):
                return _wait("Not paired", (say,), again=True)


def _ask(desk: Desk, name: str, ask: str, items: tuple[Item, ...]) -> Sitting:
    task = ListTask(f"pairing {name}", ask, items, leaving=Wish("pair", "stop"))
    labels = tuple(item.label for item in items)
    return Sitting(task, Page(title=ask, items=labels, chosen=desk.chosen_in(task), hint=f"↕ ENTER  {STOP}"))


def _wait(title: str, lines: tuple[str, ...], digits: str = "", typed: str = "", again: bool = False) -> Sitting:
    """Nothing to choose: whoever types the digits on their own keypad by mistake changes nothing."""
    enter = Wish("pair", "look") if again else None
    task: Task = WaitTask("pairing", title, enter, leaving=Wish("pair", "stop"))
    hint = "ENTER again  ESC back" if again else f"{typed}  {STOP}".strip()
    return Sitting(task, Page(title=title, lines=lines, big=digits, hint=hint))
