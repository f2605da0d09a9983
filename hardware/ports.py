"""The devices of a table as the console sees them: small protocols, the inputs they send, the frames they show.

Nothing here touches a wire. Drivers and the simulator both implement these types, and the console sees nothing else.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Literal, Protocol

from firmware_host.frozen import frozen
from firmware_host.texts.errors import TextError
from firmware_host.texts.language import english
from firmware_host.texts.text import Text, say

# ── inputs ───────────────────────────────────────────────────────────────────────────────────────

# Keys have the names of what is printed on them for a player: "A" … "Z", and these.
ENTER, ESCAPE, DELETE = "ENTER", "ESC", "DELETE"
UP, DOWN, LEFT, RIGHT = "UP", "DOWN", "LEFT", "RIGHT"
PAGE_UP, PAGE_DOWN, SPACE = "PAGE_UP", "PAGE_DOWN", "SPACE"
NEXT = "NEXT"  # on a numeric pad: take this letter, or the next entry of a menu


@frozen
class Touched:
    """Where a finger was on a display that can be touched: what was asked there, and which of its entries."""

    task: str = field(repr=False)
    entry: str = field(repr=False)


@frozen
class KeyPress:
    """A key of a seat's keypad. The key is not in the repr: it may belong to a secret."""

    seat: int
    key: str = field(repr=False)
    when: float  # the kernel's timestamp, seconds of the monotonic clock
    down: bool = True  # False when the key is let go; a held key sends nothing in between
    digit: str = field(default="", repr=False)  # what a menu takes it for, on pads where letters share a digit
    replaces: bool = False  # by multi-tap: this letter stands in place of the one before it
    at: Touched | None = None  # the entry that it is for, where people point at one: it needs no cursor


@frozen
class ButtonPress:
    name: str
    when: float
    down: bool = True


@frozen
class DeviceGone:
    """A device has stopped answering. Everybody else plays on; we look for it until it is back."""

    device: str
    say: Text
    asleep: bool = False  # a Bluetooth keypad that may only have fallen asleep


@frozen
class DeviceBack:
    device: str


@frozen
class SeatWanted:
    """Somebody with a phone asks for a seat. `answer` is told whether they may have it, and returns whether they heard.

    Whoever has told their name sits down at once."""

    seat: int
    answer: Callable[[bool], bool] = field(repr=False, compare=False)
    name: str = ""


Input = KeyPress | ButtonPress | DeviceGone | DeviceBack | SeatWanted
Listener = Callable[[Input], None]


class DeviceLost(Exception):
    """The one error of every driver: which device, and a sentence with a next step."""

    def __init__(self, device: str, say: Text) -> None:
        super().__init__(f"{device}: {english(say)}")
        self.device = device
        self.say = say


# ── outputs ──────────────────────────────────────────────────────────────────────────────────────

Colour = tuple[int, int, int]
DARK: Colour = (0, 0, 0)


@frozen
class GridFrame:
    """What an LED grid shows: rows of colours from the top left, whatever way the wire runs.

    `text` says the same in letters: `G`, `Y`, `-`, `w` typed, `x` crossed, `.` dark.
    """

    rows: tuple[tuple[Colour, ...], ...]
    text: tuple[str, ...] = field(default=(), compare=False, repr=False)


@frozen
class PanelFrame:
    """What a panel shows: a picture, as Pillow packs it, and its lines of text."""

    mode: Literal["1", "RGB"]
    size: tuple[int, int]
    pixels: bytes = field(repr=False)
    text: tuple[str, ...] = field(default=(), compare=False, repr=False)
    still: tuple[str, ...] | None = field(default=None, compare=False, repr=False)  # without the clock, if it has one


@frozen
class PageFrame:
    """What a display shows that draws pages itself: words, marks, choices with ids, as plain data.

    It is complete: whoever gets this one needs none before it. It may hold its reader's secret.
    """

    content: Mapping[str, object] = field(repr=False)


class Grid(Protocol):
    """An LED grid. `show` returns at once; the newest frame wins, and is shown again whenever the grid comes back."""

    @property
    def size(self) -> tuple[int, int]: ...
    def show(self, frame: GridFrame) -> None: ...


class Panel(Protocol):
    """An OLED panel or the private screen; `show` as for a grid."""

    @property
    def size(self) -> tuple[int, int]: ...
    @property
    def colour(self) -> bool: ...
    def show(self, frame: PanelFrame) -> None: ...
    def dim(self, contrast: float) -> None: ...


class PageDisplay(Protocol):
    """A display that draws pages itself, such as a browser; `show` as for a grid."""

    def show(self, frame: PageFrame) -> None: ...


class Lamp(Protocol):
    """The lamp that shows whose turn it is."""

    def light(self, on: bool) -> None: ...


@frozen
class Tone:
    """Notes one after the other, each a MIDI number and a length in seconds; None is a rest."""

    name: str
    notes: tuple[tuple[int | None, float], ...]


class Buzzer(Protocol):
    def play(self, tone: Tone) -> None: ...
    def hush(self) -> None: ...


class Speaker(Protocol):
    """Speaks one sentence after the other; `hush` drops what is being said and what waits."""

    def say(self, sentence: str) -> None: ...
    def hush(self) -> None: ...


# ── pairing ──────────────────────────────────────────────────────────────────────────────────────


@frozen
class FoundPad:
    """A Bluetooth keypad that can be paired. `seat` is its seat, if table.toml names it."""

    address: str
    name: str
    seat: int | None = None


class PadsInTurn:
    """Chooses one of the keypads in reach, each time another one: one that does not pair keeps no other from it."""

    def __init__(self) -> None:
        self._tried: set[str] = set()

    def next(self, pads: tuple[FoundPad, ...]) -> FoundPad:
        if all(pad.address in self._tried for pad in pads):
            self._tried.clear()
        chosen = next(pad for pad in pads if pad.address not in self._tried)
        self._tried.add(chosen.address)
        return chosen


@frozen
class PadsInReach:
    """Every keypad that can be paired now, in the order in which they were found."""

    pads: tuple[FoundPad, ...]


@frozen
class Passkey:
    """Digits to type on the new keypad, followed by Enter. `typed` is how many it has sent so far."""

    digits: str = field(repr=False)
    typed: int = 0


@frozen
class Paired:
    """The keypad is paired and trusted. From now on it connects by itself when one of its keys is pressed."""

    address: str


@frozen
class NotPaired:
    """The search or the pairing is over, and why: a sentence with a next step."""

    say: Text


PairingNews = PadsInReach | Passkey | Paired | NotPaired


class Pairing(Protocol):
    """Bluetooth keypads that are not paired yet. News is told one after the other, never from within a call.

    After `Paired` or `NotPaired` there is no more of it until `look` begins anew. Nothing goes on for ever: looking and
    pairing end by themselves, with a sentence.
    """

    def look(self, told: Callable[[PairingNews], None]) -> None: ...
    def pair(self, address: str, *, chosen: bool = True) -> None:
        """Pairs one of those in reach. One that nobody has `chosen` is kept only if digits are typed on it."""

    def stop(self) -> None:
        """Gives up whatever is going on, and reports no more of it."""

    def give(self, address: str, seat: int, keys: str) -> None:
        """From now on this keypad types for that seat, beside the one it has already, and for no other seat."""


# ── the computer itself ──────────────────────────────────────────────────────────────────────────

# What the captain can ask of the computer under the table.
BACK_UP, UPDATE, OWN_WIFI, SSH_ON, SSH_OFF = "back-up", "update", "own-wifi", "ssh-on", "ssh-off"


@frozen
class Done:
    """What became of a chore. It may hold a password."""

    say: Text = field(repr=False)
    code: str = field(default="", repr=False)  # what a phone reads that scans it


class Chores(Protocol):
    """Chores that the console itself has no right to do. One at a time; each ends with a sentence, and in time."""

    @property
    def offered(self) -> tuple[str, ...]: ...
    def do(self, chore: str, told: Callable[[Done], None]) -> None:
        """Begins it. `told` is never called from within this call."""


# ── the network ──────────────────────────────────────────────────────────────────────────────────


@frozen
class Hotspot:
    """The network that the table has opened itself, because it knows none in reach."""

    name: str
    password: str = field(repr=False)  # empty if everybody may join

    @property
    def say(self) -> Text:
        if not self.password:
            return say("Wi-Fi {name}, no password", name=self.name)
        return say("Wi-Fi {name}, password {password}", name=self.name, password=self.password)

    @property
    def code(self) -> str:
        """What a phone reads that scans it, and then joins. Letters that mean something in it are marked."""
        name, password = (re.sub(r'([\\;,:"])', r"\\\1", each) for each in (self.name, self.password))
        return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"


@frozen
class FoundNetwork:
    name: str
    strength: int = 0  # percent
    locked: bool = True  # it needs a password


class NetworkError(TextError):
    """It is as it was before; the sentence says why."""


class Network(Protocol):
    """The Wi-Fi of the computer under the table. Everything ends in time, or with a `NetworkError`."""

    async def hotspot(self) -> Hotspot | None: ...
    async def networks(self) -> tuple[FoundNetwork, ...]: ...
    async def join(self, name: str, password: str) -> None: ...


# ── the table ────────────────────────────────────────────────────────────────────────────────────


@frozen
class Seat:
    number: int
    has_keypad: bool
    numeric: bool  # its keypad has digits only: the display explains the keys
    grid: Grid | None
    panel: Panel | None
    hooded: bool  # its panel is behind a hood and may show its owner's secret
    lamp: Lamp | None


class Table(Protocol):
    """A table of devices, opened from a config: all that the console knows about anything with a wire."""

    @property
    def seats(self) -> Mapping[int, Seat]: ...
    @property
    def private(self) -> Panel | None: ...
    @property
    def public(self) -> Panel | None: ...
    @property
    def public_is_seen(self) -> bool:
        """Whether there is a public screen that somebody can look at: a page is one while it is open somewhere."""

    @property
    def pages(self) -> Mapping[str, PageDisplay]:
        """Displays that draw pages themselves, by name: `seat2.page`, `public.page`, `private.page`."""

    @property
    def buttons(self) -> Sequence[str]: ...
    @property
    def buzzer(self) -> Buzzer | None: ...
    @property
    def speaker(self) -> Speaker | None: ...
    @property
    def pairing(self) -> Pairing | None: ...
    def listen(self, listener: Listener) -> None: ...
    def borrow_keypad(self, of: int, by: int) -> None: ...
    def touch(self, touched: Input) -> None:
        """Something was pressed on a phone. It is treated like a press on the table's own devices."""

    def close(self) -> None: ...


# ── time ─────────────────────────────────────────────────────────────────────────────────────────


class Alarm(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    """Time, real or virtual. An asyncio event loop is one."""

    def time(self) -> float: ...
    def call_at(self, when: float, call: Callable[[], object]) -> Alarm: ...
    def call_later(self, delay: float, call: Callable[[], object]) -> Alarm: ...
