"""A console at a simulated table, in virtual time, touched by its keypads only: what is done is kept as a script.

A script can be done again at another table, so that two evenings can be laid side by side.
"""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from firmware_host import dictionaries
from firmware_host.console.console import Console
from firmware_host.console.keypads.attention import TO_READ
from firmware_host.console.settings import EveningSettings
from firmware_host.console.snapshot import Snapshot
from firmware_host.games.shared.tasks import Desk, ListTask, Task
from firmware_host.games.shared.words import Dictionary
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.league.teller import Teller
from firmware_host.league.topics import Message
from firmware_host.meanings import Meanings
from firmware_host.texts.language import ENGLISH
from hardware.clock import VirtualClock
from hardware.config.settings import (
    ButtonSettings,
    I2cPanelSettings,
    KeypadSettings,
    LeagueSettings,
    SeatSettings,
    SerialGridSettings,
    SpeakerSettings,
    TableSettings,
)
from hardware.names import PRIVATE_PAGE, PUBLIC_PAGE, DeviceName
from hardware.ports import DOWN, ENTER, ESCAPE, UP, KeyPress, PageFrame
from hardware.simulated.chores import SimulatedChores
from hardware.simulated.table import Happening, SimulatedTable
from tests.support.slow_disk import slow_journal

LEAGUE = LeagueSettings("mqtt://127.0.0.1", "club", "table-1")
SWIFT = 0.02  # seconds between two keys


@cache
def load(name: str) -> Dictionary:
    return dictionaries.load(name)


# ── tables ───────────────────────────────────────────────────────────────────────────────────────

LETTERS, DIGITS = KeypadSettings(usb="a"), KeypadSettings(usb="b", keys="numeric")
WIRELESS = KeypadSettings(bluetooth="aa:bb:cc:dd:ee:ff")
GRID, OLED, COLOUR = SerialGridSettings(), I2cPanelSettings(), I2cPanelSettings(chip="ssd1351", width=128, height=128)
KINDS: Mapping[int, SeatSettings] = {  # of seats, all there are
    1: SeatSettings(LETTERS, GRID, OLED),
    2: SeatSettings(DIGITS, None, OLED),
    3: SeatSettings(LETTERS, GRID, None),
    4: SeatSettings(WIRELESS, GRID, COLOUR, hooded=True),
    5: SeatSettings(DIGITS, GRID, OLED, hooded=True),
    6: SeatSettings(LETTERS, None, COLOUR),
}


def settings(seats: Mapping[int, SeatSettings], *, public: bool = True) -> TableSettings:
    """A table with everything there is, and these seats; a public screen only if that is asked for."""
    return TableSettings(
        seats,
        simulated=True,
        private=OLED,
        public=OLED if public else None,
        buttons={"pause": ButtonSettings(1), "power": ButtonSettings(3)},
        buzzer=2,
        speaker=SpeakerSettings(),
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
        at.press_key(self.seat, self.key)
        at.clock.advance(SWIFT)


@dataclass(frozen=True)
class Hurried(Press):
    """A key that is pressed without looking at what has changed."""


@dataclass(frozen=True)
class Typed:
    """Letters, as they belong together; `task` is what they were typed for."""

    seat: int
    text: str
    task: str
    privately: bool = False

    def do(self, at: "AtTable") -> None:
        for letter in self.text:
            at.press_key(self.seat, "SPACE" if letter == " " else letter)
            at.clock.advance(SWIFT)


@dataclass(frozen=True)
class Submit:
    """ENTER; and once more before that if the word to hide is a rare one, as its owner is warned."""

    seat: int
    text: str
    privately: bool

    def do(self, at: "AtTable") -> None:
        if self.privately and len(self.text) > 1 and load("en").judge(self.text).rare:
            at.press_key(self.seat, ENTER)
        at.clock.advance(TO_READ + SWIFT if self.privately else 0.0)  # whoever is warned reads the warning
        at.press_key(self.seat, ENTER)
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
class OnPhone:
    """A key is pressed or released on a phone; its release may be credited to another seat, or never come."""

    seat: int
    key: str
    down: bool
    credited_to: int | None = None

    def do(self, at: "AtTable") -> None:
        if self.credited_to is not None:
            at.table.touch(KeyPress(self.credited_to, self.key, at.clock.time(), self.down))
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


@dataclass(frozen=True)
class PowerCut:
    """The power is off for a moment: everything is dark, and another console goes on."""

    def do(self, at: "AtTable") -> None:
        at.console.close()
        at.table.power_cut()
        at.clock.settle()
        at.table.power_on()
        at.start()


Done = Press | Typed | Submit | Held | OnPhone | Wait | Button | Plug | PowerCut


# ── the table ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Seen:
    """Something that was seen or heard, and what was being done; of the private screen also in whose hands it was."""

    happening: Happening
    screen_with: int | None
    doing: Done | None


class _Happenings(list[Happening]):
    """Everything that happens; what happens on the private screen with who holds it at that moment."""

    def __init__(self, holder: Callable[[], int | None]) -> None:
        super().__init__()
        self.seen: list[Seen] = []
        self.doing: Done | None = None
        self._holder = holder

    def append(self, happening: Happening) -> None:
        holder = self._holder() if happening.device == "private" else None
        self.seen.append(Seen(happening, holder, self.doing))
        super().append(happening)


class Recorder:
    """A display that draws pages itself: each that is new to it happens at the table, as a line of JSON."""

    def __init__(self, name: str, clock: VirtualClock, happenings: list[Happening]) -> None:
        self._name = name
        self._clock = clock
        self._happenings = happenings
        self._shows = ""

    def show(self, frame: PageFrame) -> None:
        shows = json.dumps(frame.content)
        if shows != self._shows:
            self._shows = shows
            self._happenings.append(Happening(self._clock.time(), self._name, shows))


class AtTable:
    """A table, a console and what was done there so far."""

    def __init__(
        self,
        seats: Mapping[int, SeatSettings] | TableSettings,
        *,
        file: Path = MEMORY,
        seed: int = 1,
        defaults: Mapping[str, Mapping[str, object]] | None = None,
        clock: VirtualClock | None = None,
        language: str = ENGLISH,
        public: bool = True,
        commits: Callable[[], float] | None = None,
        league: bool = False,
        phones: bool = False,
        chores: bool = False,
    ) -> None:
        """A whole table, or only its seats. `commits` says how many seconds each commit takes; usually none.

        In a `league`, a broker hears of it all. With `phones`, every seat and every screen has a page too.
        """
        self.clock = clock or VirtualClock()
        whole = seats if isinstance(seats, TableSettings) else settings(seats, public=public)
        self.table = SimulatedTable(whole, self.clock)
        self._happenings = _Happenings(self._holder)
        self.table.happenings = self._happenings
        if phones:
            names = [*(DeviceName("page", seat) for seat in self.table.seats), PUBLIC_PAGE]
            names += [PRIVATE_PAGE] if self.table.private is not None else []
            self.table.pages = {name: Recorder(name, self.clock, self._happenings) for name in names}
        self.journal_file = file
        self.journal = (
            Journal.on_the_spot(file, self.clock, patience=0.0)
            if commits is None
            else slow_journal(file, self.clock, commits)
        )
        self.switched_off = 0
        self._settings = EveningSettings(
            seed, defaults or {}, whole.palette, whole.pulse, language=language, meaning=Meanings().of
        )
        self._in_league = league
        self.chores = SimulatedChores(self.clock) if chores else None
        self.told: list[Message] = []  # every byte that reached the broker
        self.script: list[Done] = []
        self.start()

    def start(self) -> None:
        """A new console, which knows what the journal kept."""
        settings, off = self._settings, self._switch_off
        self.teller = Teller(LEAGUE, self.clock, self.journal, self._tell) if self._in_league else None
        self.console = Console(
            self.table, self.clock, self.journal, load, settings,
            shut_down=off, onlooker=self.teller, chores=self.chores,
        )  # fmt: skip
        if self.teller is not None:
            self.teller.follow(self.console.words, self.console.report)
            self.teller.up(True)
        self.console.start()
        self.clock.settle()

    def _tell(self, message: Message) -> None:
        self.told.append(message)
        self._happenings.append(Happening(self.clock.time(), "broker", f"{message.topic} {message.payload}"))

    @property
    def seen(self) -> list[Seen]:
        return self._happenings.seen

    @property
    def snapshot(self) -> Snapshot:
        return self.console.snapshot()

    def desk(self, seat: int) -> Desk:
        return self.snapshot.seats[seat].desk

    def has_to_take_the_screen(self, seat: int) -> bool:
        """The private screen was called to them, and they have not pressed ENTER yet; a menu comes first."""
        private, there = self.snapshot.private_screen, self.snapshot.seats[seat]
        return private.called == seat and not private.taken and not (there.desk.open and there.reads)

    def does(self, *done: Done) -> None:
        for each in done:
            if isinstance(each, Press | Typed | Submit) and not isinstance(each, Hurried):
                self._reads(each)
            self.script.append(each)
            self.do_again(each)

    def do_again(self, done: Done) -> None:
        """Does something that is in the script, here or of another table."""
        self._happenings.doing = done
        done.do(self)
        self._happenings.doing = None

    def press_key(self, seat: int, key: str) -> None:
        """Whoever sits there presses a key, on the keypad that types for them: their own, or one that was lent."""
        own = self.table.keypads[seat]
        lent = next((pad for pad in self.table.keypads.values() if pad.types_for == seat and pad.there), own)
        if lent.types_for == seat:
            lent.tap(key)

    def _reads(self, done: Press | Typed | Submit) -> None:
        """People look at what has changed before they press a key."""
        evening, enters = self.snapshot, isinstance(done, Submit) or (isinstance(done, Press) and done.key == ENTER)
        until = max(evening.seats[done.seat].since + TO_READ, evening.result_until if enters else 0.0)
        if until > evening.now:
            self.does(Wait(until - evening.now))

    def press(self, seat: int, *keys: str) -> None:
        self.does(*(Press(seat, key) for key in keys))

    def types(self, seat: int, word: str) -> None:
        self.press(seat, *word, ENTER)

    def goes_to(self, seat: int, entry: str) -> None:
        """To the entry with this id of the list that is open; the menu is opened if it is not there."""
        if entry not in self._ids(seat):
            self.press(seat, ESCAPE)
        place, task = self._ids(seat).index(entry), self.task(seat)
        assert isinstance(task, ListTask)
        now = self.desk(seat).chosen_in(task)
        self.press(seat, *[DOWN if place > now else UP] * abs(place - now))

    def chooses(self, seat: int, *entries: str) -> None:
        for entry in entries:
            self.goes_to(seat, entry)
            self.press(seat, ENTER)

    def closes_everything(self, seat: int) -> None:
        while self.desk(seat).open:
            self.press(seat, ESCAPE)

    def _ids(self, seat: int) -> list[str]:
        task = self.task(seat)
        return [item.id for item in task.items] if isinstance(task, ListTask) else []

    def text(self, device: str) -> str:
        """All that stands on a display now."""
        frame = self.table.showing(device)
        return "" if frame is None else "\n".join(frame.text)

    def task(self, seat: int) -> Task:
        """What this seat is asked for: the innermost of what is open there."""
        return self.snapshot.seats[seat].task

    def _holder(self) -> int | None:
        return self.snapshot.private_screen.holder

    def _switch_off(self) -> None:
        self.switched_off += 1
