"""What a table is made of, as its `table.toml` says it: plain values with their defaults, no wire and no file.

`hardware.config` reads and checks them; drivers and the simulator are opened from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Wiring = Literal["straight", "serpentine"]
Rotation = Literal[0, 90, 180, 270]
Palette = Literal["green-yellow", "orange-blue"]
PanelChip = Literal["ssd1306", "sh1106", "ssd1309", "ssd1331", "ssd1351"]

SAFE_BRIGHTNESS = 0x40  # of 255: no colour can be taken for a command by WLED, and 30 white LEDs draw 0.45 A


@dataclass(frozen=True, slots=True)
class KeypadSettings:
    """A keypad, by the socket it is plugged into or by its Bluetooth address."""

    usb: str = ""  # the start of evdev's `phys`, without what comes after the last slash
    bluetooth: str = ""
    keys: str = "qwerty"  # qwerty, azerty, qwertz, numeric, or the name of a map in [keymaps]


@dataclass(frozen=True, slots=True)
class GridSettings:
    """An LED grid: on a serial port (Adalight or TPM2), or on the network (DDP)."""

    protocol: Literal["adalight", "tpm2", "ddp"] = "adalight"
    port: str = ""  # a serial port: /dev/serial/by-path/…
    baud: int = 115_200
    host: str = ""  # for DDP
    width: int = 5
    height: int = 6
    wiring: Wiring = "straight"
    rotation: Rotation = 0  # how far the grid is turned clockwise
    brightness: int = SAFE_BRIGHTNESS


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """An OLED panel on I²C (perhaps behind a multiplexer) or on SPI."""

    chip: PanelChip = "ssd1306"
    bus: Literal["i2c", "spi"] = "i2c"
    i2c: int = 1  # the adapter, unless it is
    usb: str = ""  # in this socket
    address: int = 0x3C
    multiplexer: int | None = None  # its address on that adapter
    channel: int | None = None  # of the multiplexer
    spi: int = 0
    chip_select: int = 0
    data_pin: int = 25  # D/C
    reset_pin: int = 24
    width: int = 128
    height: int = 64
    rotation: Rotation = 0  # how far the panel is turned clockwise from the way its maker meant it to stand
    contrast: int = 0x80

    @property
    def adapter(self) -> str:
        """The I²C adapter, as one speaks of it."""
        return self.usb or f"i2c-{self.i2c}"

    @property
    def colour(self) -> bool:
        return self.chip in ("ssd1331", "ssd1351")

    @property
    def size(self) -> tuple[int, int]:
        """As its player sees it: a panel on its side is tall."""
        return (self.height, self.width) if self.rotation in (90, 270) else (self.width, self.height)


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    pin: int
    active_high: bool = False


@dataclass(frozen=True, slots=True)
class SeatSettings:
    keypad: KeypadSettings | None = None
    grid: GridSettings | None = None
    panel: PanelSettings | None = None
    hooded: bool = False
    lamp: int | None = None  # a pin


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Pages for phones and a television. On a network every page that shows more than the score has its join code."""

    host: str = "127.0.0.1"  # the address to answer at; this one is heard by nobody but this computer
    port: int = 8377
    codes: Mapping[str, str] = field(default_factory=dict, repr=False)  # by seat number, and for the host's page


@dataclass(frozen=True, slots=True)
class TableSettings:
    """A whole table. `simulated` has no wires at all: every device is one that remembers."""

    seats: Mapping[int, SeatSettings]
    simulated: bool = False
    palette: Palette = "green-yellow"
    pulse: bool = False  # «elsewhere» pulses on LED grids
    private: PanelSettings | None = None
    public: PanelSettings | None = None
    buttons: Mapping[str, ButtonSettings] = field(default_factory=dict)  # by what they do: pause, power
    buzzer: int | None = None  # a pin
    speaker: bool = False
    voice: str = "en"
    keymaps: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # of one's own: key name to key
    games: Mapping[str, Mapping[str, object]] = field(default_factory=dict)  # defaults of each game's options
    dictionary: str = "en"
    web: WebSettings | None = None

    @property
    def bluetooth_pads(self) -> Mapping[str, int]:
        """The seats of the keypads that are named by their Bluetooth address."""
        keypads = {number: seat.keypad for number, seat in self.seats.items() if seat.keypad is not None}
        return {keypad.bluetooth: number for number, keypad in keypads.items() if keypad.bluetooth}
