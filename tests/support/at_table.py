"""A console at a simulated table, in virtual time, touched by its keypads only: what is done is kept as a script.

A script can be done again at another table, so that two evenings can be laid side by side.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from firmware_host import dictionaries
from firmware_host.console.console import Console
from firmware_host.console.journal import Journal
from firmware_host.console.ledger import MEMORY
from firmware_host.console.tasks import Task
from firmware_host.rules.words import Dictionary
from hardware.ports import ENTER
from hardware.settings import (
    ButtonSettings,
    GridSettings,
    KeypadSettings,
    PanelSettings,
    SeatSettings,
    TableSettings,
)
from hardware.simulated.table import Happening, SimulatedTable
from hardware.virtual import VirtualClock

SWIFT = 0.02  # seconds between two keys


@cache
def load(name: str) -> Dictionary:
    return dictionaries.load(name)


# ── tables ───────────────────────────────────────────────────────────────────────────────────────

LETTERS, DIGITS = KeypadSettings(usb="a"), KeypadSettings(usb="b", keys="numeric")
WIRELESS = KeypadSettings(bluetooth="aa:bb:cc:dd:ee:ff")
GRID, OLED, COLOUR = GridSettings(), PanelSettings(), PanelSettings(chip="ssd1351", width=128, height=128)
KINDS: Mapping[int, SeatSettings] = {  # of seats, all there are
    1: SeatSettings(LETTERS, GRID, OLED),
    2: SeatSettings(DIGITS, None, OLED),
    3: SeatSettings(LETTERS, GRID, None),
    4: SeatSettings(WIRELESS, GRID, COLOUR, hooded=True),
    5: SeatSettings(DIGITS, GRID, OLED, hooded=True),
    6: SeatSettings(LETTERS, None, COLOUR),
}


def settings(seats: Mapping[int, SeatSettings]) -> TableSettings:
    """A table with everything there is, and these seats."""
    return TableSettings(
        seats,
        simulated=True,
        private=OLED,
        public=OLED,
        buttons={"pause": ButtonSettings(1), "power": ButtonSettings(3)},
        buzzer=2,
        speaker=True,
    )


class Ears(logging.Handler):
    """Hears whatever anybody logs, at any level."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(f"{record.name} {record.levelname} {record.getMessage()} {record.args!r} {record.exc_info}")


# ── what people do ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Press:
    seat: int
    key: str

    def do(self, at: "AtTable") -> None:
        at.table.press(self.seat, self.key)
        at.clock.advance(SWIFT)


@dataclass(frozen=True)
class Typed:
    """Letters, as they belong together; `task` is what they were typed for."""

    seat: int
    text: str
    task: str
    privately: bool = False

    def do(self, at: "AtTable") -> None:
        for letter in self.text:
            at.table.press(self.seat, "SPACE" if letter == " " else letter)
            at.clock.advance(SWIFT)


@dataclass(frozen=True)
class Submit:
    """ENTER; and once more in the same moment when the word to hide is a rare one, as its owner is warned."""

    seat: int
    text: str
    privately: bool

    def do(self, at: "AtTable") -> None:
        at.table.press(self.seat, ENTER)
        at.clock.settle()
        if self.privately and len(self.text) > 1 and load("en").judge(self.text).rare:
            at.table.press(self.seat, ENTER)
        at.clock.advance(SWIFT)


@dataclass(frozen=True)
class Held:
    """A key is held for a while."""

    seat: int
    key: str
    seconds: float = 0.3

    def do(self, at: "AtTable") -> None:
        at.table.hold(self.seat, self.key)
        at.clock.advance(self.seconds)
        at.table.let_go(self.seat, self.key)
        at.clock.settle()


@dataclass(frozen=True)
class Wait:
    seconds: float

    def do(self, at: "AtTable") -> None:
        at.clock.advance(self.seconds)


@dataclass(frozen=True)
class Button:
    name: str
    seconds: float = 0.1

    def do(self, at: "AtTable") -> None:
        at.table.button(self.name, self.seconds)
        at.clock.advance(2 * self.seconds)


@dataclass(frozen=True)
class Plug:
    device: str
    there: bool

    def do(self, at: "AtTable") -> None:
        (at.table.plug if self.there else at.table.unplug)(self.device)
        at.clock.settle()


Done = Press | Typed | Submit | Held | Wait | Button | Plug


# ── the table ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Seen:
    """Something that was seen or heard, and in whose hands the private screen was."""

    happening: Happening
    screen_with: int | None


class _Happenings(list[Happening]):
    """Everything that happens, each with who holds the private screen at that moment."""

    def __init__(self, holder: Callable[[], int | None]) -> None:
        super().__init__()
        self.seen: list[Seen] = []
        self._holder = holder

    def append(self, happening: Happening) -> None:
        self.seen.append(Seen(happening, self._holder()))
        super().append(happening)


class AtTable:
    """A table, a console and what was done there so far."""

    def __init__(
        self,
        seats: Mapping[int, SeatSettings],
        *,
        file: Path = MEMORY,
        seed: int = 1,
        defaults: Mapping[str, Mapping[str, object]] | None = None,
        clock: VirtualClock | None = None,
    ) -> None:
        self.clock = clock or VirtualClock()
        self.table = SimulatedTable(settings(seats), self.clock)
        self._happenings = _Happenings(self._holder)
        self.table.happenings = self._happenings
        self.journal_file = file
        self.journal = Journal.on_the_spot(file, self.clock, patience=0.0)
        self.switched_off = 0
        self.console = Console(
            self.table, self.clock, self.journal, load, seed=seed, defaults=defaults, shut_down=self._switch_off
        )
        self.script: list[Done] = []
        self.console.start()
        self.clock.settle()

    @property
    def seen(self) -> list[Seen]:
        return self._happenings.seen

    def does(self, *done: Done) -> None:
        for each in done:
            self.script.append(each)
            each.do(self)

    def press(self, seat: int, *keys: str) -> None:
        self.does(*(Press(seat, key) for key in keys))

    def types(self, seat: int, word: str) -> None:
        self.press(seat, *word, ENTER)

    def text(self, device: str) -> str:
        """All that stands on a display now."""
        frame = self.table.showing(device)
        return "" if frame is None else "\n".join(frame.text)

    def task(self, seat: int) -> Task:
        """What this seat is asked for: the innermost of what is open there."""
        sitting = self.console.sitting_at(seat)
        return self.console._seats[seat].desk.innermost(sitting.task, sitting.menu)

    def _holder(self) -> int | None:
        """In whose hands the private screen is: who it was handed to, or else who takes it up for a look."""
        private = self.console._private
        if private.holder is not None:
            return private.holder if private.in_use_by(private.holder) else None
        return private.peeking

    def _switch_off(self) -> None:
        self.switched_off += 1
