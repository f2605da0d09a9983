"""People at a simulated table, for tests: they press keys and look at displays, and there is no other way in.

table = EveningTable()
ann, bob = table.join("Ann", "Bob")
ann.starts("party")
ann.hides("SOLVE")
bob.guesses("SMILE")
assert bob.grid.top_row == "G--YG"
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from firmware_host.console.keypads.attention import TO_READ
from firmware_host.console.snapshot import SeatSnapshot
from firmware_host.drawing.grids import letter_frame
from firmware_host.games import registry as games
from firmware_host.games.shared.tasks import Item, ListTask
from firmware_host.journal.ledger import MEMORY
from firmware_host.simulator.evening import SimulatedEvening
from firmware_host.simulator.script import devices
from firmware_host.texts.language import english
from firmware_host.texts.text import Text
from hardware.config.keymaps import LETTERS_ON, TAP
from hardware.config.reading import read_table
from hardware.config.settings import KeypadSettings, SeatSettings, TableSettings
from hardware.ports import (
    DELETE,
    DOWN,
    ENTER,
    ESCAPE,
    NEXT,
    PAGE_DOWN,
    PAGE_UP,
    RIGHT,
    SPACE,
    UP,
    GridFrame,
    PanelFrame,
    Tone,
)

BETWEEN_KEYS = 0.1  # seconds
MOST_ITEMS = 40  # of a menu; more presses than this would go round and round
ON_A_PAD = {*"0123456789", ENTER, NEXT, ESCAPE, DELETE, PAGE_UP, PAGE_DOWN}

FOUR_SEATS = """
simulated = true
[private]
[public]
[buzzer]
pin = 12
[speaker]
[buttons]
pause = 17
power = 27
""" + "".join(
    f'[seat.{number}]\nhooded = true\nkeypad = {{ usb = "simulated" }}\ngrid = {{ port = "simulated" }}\npanel = {{}}\n'
    for number in (1, 2, 3, 4)
)


@cache
def usual() -> TableSettings:
    """Four seats with everything: keypad, grid and hooded panel; both screens, buttons, buzzer and speaker."""
    return read_table(FOUR_SEATS)


def _each(**changes: object) -> TableSettings:
    seats = {number: replace(seat, **changes) for number, seat in usual().seats.items()}  # type: ignore[arg-type]  # fields of SeatSettings
    return replace(usual(), seats=seats)


def without_hoods() -> TableSettings:
    """The private screen is handed round."""
    return _each(hooded=False)


def grids_only() -> TableSettings:
    return _each(hooded=False, panel=None)


def grids_without_table_screen() -> TableSettings:
    """What is not private stands on the private screen too."""
    return replace(grids_only(), public=None)


def with_numeric_pads() -> TableSettings:
    return _each(keypad=KeypadSettings(usb="simulated", keys="numeric"))


def with_bluetooth() -> TableSettings:
    return _each(keypad=KeypadSettings(bluetooth="DC:2C:26:0A:0B:0C"))


TABLES = {
    "hooded panels": usual,
    "one screen for all": without_hoods,
    "numeric pads": with_numeric_pads,
    "grids only": grids_only,
    "grids and the private screen": grids_without_table_screen,
}

OPEN_TABLES = {name: table for name, table in TABLES.items() if table is not grids_without_table_screen}


class EveningTable:
    """A table, the people round it, and time."""

    def __init__(
        self,
        settings: TableSettings | None = None,
        seed: int = 0,
        journal: Path = MEMORY,
        *,
        teaches: bool = False,
        chores: bool = False,
    ) -> None:
        self.settings = settings or usual()
        self.evening = SimulatedEvening(self.settings, journal, seed=seed, teaches=teaches, chores=chores)
        self.private = Screen(self, "private")
        self.public = Screen(self, "public")
        self._places = {number: Place(self, number, seat) for number, seat in self.settings.seats.items()}
        self._names: dict[str, int] = {}

    def seat(self, who: str | int) -> "Place":
        """Somebody by name, or a seat by number. Who has no seat yet takes the first free one."""
        if isinstance(who, int):
            return self._places[who]
        if who not in self._names:
            free = next(number for number in self._places if number not in self._names.values())
            self._names[who] = free
            self._places[free].name = who
        return self._places[self._names[who]]

    def join(self, *names: str) -> list["Place"]:
        return [self.seat(name).joins() for name in names]

    def passes(self, seconds: float) -> "EveningTable":
        self.evening.run_until(self.now + seconds)
        return self

    @property
    def now(self) -> float:
        return self.evening.clock.time()

    def button(self, name: str, seconds: float = 0.1) -> "EveningTable":
        self.evening.button(name, seconds)
        return self.passes(seconds + 0.1)

    def contrast(self, device: str) -> float:
        """How bright a panel is, from 0 to 1."""
        return self.evening.table.contrast(device)

    def letter_on_a_grid(self, letter: str) -> tuple[str, ...]:
        return letter_frame(letter, (5, 6)).text

    @property
    def said(self) -> list[str]:
        return [each.what for each in self.evening.table.happenings if isinstance(each.what, str)]

    @property
    def tones(self) -> list[str]:
        return [each.what.name for each in self.evening.table.happenings if isinstance(each.what, Tone)]


class Screen:
    """A panel, as somebody reads it."""

    def __init__(self, table: EveningTable, device: str) -> None:
        self._table = table
        self.device = device

    @property
    def text(self) -> tuple[str, ...]:
        if self.device not in devices(self._table.settings):
            return ()
        frame = self._table.evening.table.showing(self.device)
        assert frame is None or isinstance(frame, PanelFrame)
        return () if frame is None else frame.text

    @property
    def title(self) -> str:
        return self.text[0] if self.text else ""

    def says(self, words: str) -> bool:
        return words in " ".join(" ".join(line.split()) for line in self.text)

    @property
    def typed(self) -> str:
        """The word that stands in large letters to be taken."""
        return next((line for line in self.text[1:] if line.isalpha() and line.isupper()), "")

    @property
    def chosen(self) -> str:
        """The entry of a list that the cursor is on."""
        return next((line[2:] for line in self.text if line.startswith("> ")), "")


class Lights:
    """A grid, as somebody sees it."""

    def __init__(self, table: EveningTable, device: str) -> None:
        self._table = table
        self.device = device

    @property
    def frame(self) -> GridFrame | None:
        frame = self._table.evening.table.showing(self.device)
        assert frame is None or isinstance(frame, GridFrame)
        return frame

    @property
    def rows(self) -> tuple[str, ...]:
        return self.frame.text if self.frame is not None else ()

    @property
    def top_row(self) -> str:
        return self.rows[0]


class Place:
    """One seat and whoever sits there. Everything they do is a key, and returns the place for the next."""

    def __init__(self, table: EveningTable, number: int, settings: SeatSettings) -> None:
        self.name = f"seat {number}"
        self.number = number
        self.panel = Screen(table, f"seat{number}.panel")
        self.grid = Lights(table, f"seat{number}.grid")
        self.numeric = settings.keypad is not None and settings.keypad.keys == "numeric"
        self.has_grid = settings.grid is not None
        self._has_panel = settings.panel is not None
        self._hooded = settings.hooded
        self._table = table

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────

    def presses(self, *keys: str) -> "Place":
        """One key after the other. People look at what has changed before they press a key."""
        for key in keys:
            needed = self._needs_to_read(key)
            if needed:
                self._table.passes(needed)
            self.hurries(key)
        return self

    def hurries(self, *keys: str) -> "Place":
        """Presses keys without looking."""
        for key in keys:
            assert not self.numeric or key in ON_A_PAD, f"there is no {key} on a numeric pad"
            self._table.evening.keys(self.number, key)
            self._table.passes(BETWEEN_KEYS)
        return self

    def _needs_to_read(self, key: str) -> float:
        if not self._table.evening.powered:
            return 0.0
        evening = self._table.evening.snapshot()
        types_for = self._table.evening.table.keypads[self.number].types_for  # somebody else, while it is lent
        until = max(evening.seats[types_for].since + TO_READ, evening.result_until if key == ENTER else 0.0)
        return max(0.0, until - evening.now)

    def types(self, word: str) -> "Place":
        """Letter by letter; on a numeric pad by as many taps as each letter takes."""
        before = ""
        for letter in word.upper():
            if not self.numeric or letter == " ":
                self.presses(letter if letter != " " else "0" if self.numeric else SPACE)
                before = ""
                continue
            digit, taps = next((d, on.index(letter) + 1) for d, on in LETTERS_ON.items() if letter in on)
            if digit == before:
                self._table.passes(TAP)
            self.presses(*[digit] * taps)
            before = digit
        return self

    def enter(self) -> "Place":
        return self.presses(ENTER)

    def deletes(self, times: int = 1) -> "Place":
        return self.presses(*[DELETE] * times)

    def holds(self, key: str, seconds: float) -> "Place":
        self._table.evening.hold(self.number, key, seconds)
        return self

    # ── what people do ───────────────────────────────────────────────────────────────────────────

    def joins(self) -> "Place":
        self.presses(ENTER)
        return self.types(self.name).enter()

    def takes_the_screen(self) -> "Place":
        """Where there is no hood, a secret waits until the private screen was handed over."""
        if not self._hooded and self._table.private.title == f"Pass the screen to {self.name.upper()}":
            self.enter()
        return self

    def hides(self, word: str) -> "Place":
        return self.takes_the_screen().types(word).enter()

    def guesses(self, *words: str) -> "Place":
        for word in words:
            self.types(word).enter()
        return self

    def marks(self, marks: str) -> "Place":
        """By hand: G in place, Y elsewhere, - not in the word; on a pad 1, 2 and 3."""
        keys = {"G": "1", "Y": "2", "-": "3"} if self.numeric else {"G": "G", "Y": "Y", "-": "X"}
        return self.presses(*(keys[mark] for mark in marks)).enter()

    def chooses(self, entry: str) -> "Place":
        """Goes down the list to the entry with this id, and takes it."""
        return self.brings_up_the_list().goes_to(entry).enter()

    def brings_up_the_list(self) -> "Place":
        """Without a panel of their own: takes the private screen, or calls their question up on the public screen."""
        return self if self._seat.reads else self.enter()

    def goes_to(self, entry: str) -> "Place":
        """The shortest way that the keys of this seat have."""
        for _ in range(MOST_ITEMS):
            seat = self._seat
            task = self._list_of(seat)
            ids = [item.id for item in task.items]
            assert entry in ids, f"{self.name} finds no {entry} among {ids}"
            steps = ids.index(entry) - seat.desk.chosen_in(task)
            if not steps:
                return self
            self.presses(self._key_towards(steps, task))
        raise AssertionError(f"{self.name} never gets to {entry}")

    def _key_towards(self, steps: int, task: ListTask) -> str:
        """Lists go round. A number pad goes one down or, where there are no boards to page through, four up."""
        if self.numeric:
            return PAGE_UP if steps < 0 and not task.boards else NEXT
        return UP if -steps % len(task.items) < steps % len(task.items) else DOWN

    @property
    def _seat(self) -> SeatSnapshot:
        return self._table.evening.snapshot().seats[self.number]

    def _list_of(self, seat: SeatSnapshot) -> ListTask:
        assert isinstance(seat.task, ListTask), f"{self.name} has no list to choose from: {self.screen.text}"
        return seat.task

    @property
    def _item(self) -> Item:
        """The entry that the cursor is on."""
        seat = self._seat
        task = self._list_of(seat)
        return task.items[seat.desk.chosen_in(task)]

    def reads_and_chooses(self, label: str) -> "Place":
        """Takes the entry that begins like this, as somebody does who has only read about it."""
        return self.reads_until(label).enter()

    def reads_until(self, label: str) -> "Place":
        seen = []
        for _ in range(MOST_ITEMS):
            if self.screen.chosen.startswith(label):
                return self
            seen.append(self.screen.chosen)
            self.presses(NEXT if self.numeric else DOWN)
        raise AssertionError(f"{self.name} finds no “{label}” among {seen[: len(set(seen))]} of {self.screen.text}")

    def sets(self, option: str, value: str) -> "Place":
        """Turns an entry such as “Timer: off” until it has this value, as it is read in English."""
        self.goes_to(option)
        for _ in range(MOST_ITEMS):
            shown = self._item.value
            if isinstance(shown, Text) and english(shown) == value:
                return self
            self.presses(ENTER if self.numeric else RIGHT)
        raise AssertionError(f"{option} is never {value}")

    @property
    def listed(self) -> list[str]:
        """The ids of the entries that they can choose from."""
        return [item.id for item in self._list_of(self._seat).items]

    def whole_list(self, *keys: str) -> list[str]:
        """Opens a list with these keys, and reads it to its end."""
        self.presses(*keys)
        seen: list[str] = []
        while self.screen.chosen not in seen:
            seen.append(self.screen.chosen)
            self.presses(NEXT if self.numeric else DOWN)
        return seen

    def from_the_menu(self, *entries: str) -> "Place":
        """ESC, and then one entry after the other."""
        self.presses(ESCAPE)
        for entry in entries:
            self.chooses(entry)
        return self

    def starts(self, game: str, **options: str) -> "Place":
        """As the captain: the game, its options by what they are or are called, and off it goes."""
        self.sets("game", english(games.named(game).title))
        for option, value in options.items():
            self.sets(f"option {option}", _as_offered(game, option, value))
        return self.chooses("start")

    # ── displays ─────────────────────────────────────────────────────────────────────────────────

    @property
    def screen(self) -> Screen:
        """Where this seat's lists are read: its own panel, the private screen while it is theirs, the table screen."""
        return next((screen for screen in self._screens if screen.chosen), self._screens[0])

    @property
    def _screens(self) -> Sequence[Screen]:
        own = (self.panel,) if self._has_panel else ()
        return (*own, self._table.private, self._table.public)

    @property
    def private_screen(self) -> Screen:
        """Where this seat's secrets are written."""
        return self.panel if self._hooded else self._table.private

    def sees(self, words: str) -> bool:
        """On anything that is in front of them."""
        return any(screen.says(words) for screen in self._screens)


def _as_offered(game: str, option: str, value: str) -> str:
    """What the lobby calls this value of an option. Its own name, such as “free”, will do too."""
    offered = games.named(game).choices[option].values
    return next((english(label) for own, label in offered.items() if str(own) == value), value)
