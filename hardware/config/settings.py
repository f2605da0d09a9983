"""What `table.toml` says about a table: plain values with their defaults. Each kind of device has its own settings.

`hardware.config.reading` reads and checks them; drivers and the simulator are opened from them.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from firmware_host.frozen import frozen
from hardware.kinds.button import ButtonSettings
from hardware.kinds.ddp_grid import DdpGridSettings
from hardware.kinds.keypad import KeypadSettings
from hardware.kinds.kind import SAFE_BRIGHTNESS, GridSettings, PanelSettings, Rotation, Wiring
from hardware.kinds.oled import OledSettings, PanelChip
from hardware.kinds.oled_i2c import I2cPanelSettings
from hardware.kinds.oled_spi import SpiPanelSettings
from hardware.kinds.serial_grid import SerialGridSettings
from hardware.kinds.speaker import SpeakerSettings
from hardware.kinds.ws2812 import Ws2812GridSettings

__all__ = [
    "SAFE_BRIGHTNESS", "ButtonSettings", "DdpGridSettings", "GridSettings", "I2cPanelSettings", "KeypadSettings",
    "LeagueSettings", "OledSettings", "Palette", "PanelChip", "PanelSettings", "Rotation", "SeatSettings",
    "SerialGridSettings", "SpeakerSettings", "SpiPanelSettings", "TableSettings", "WebSettings", "Wiring",
    "Ws2812GridSettings",
]  # fmt: skip

Palette = Literal["green-yellow", "orange-blue"]


@frozen
class SeatSettings:
    keypad: KeypadSettings | None = None
    grid: GridSettings | None = None
    panel: PanelSettings | None = None
    hooded: bool = False
    lamp: int | None = None  # a pin


@frozen
class WebSettings:
    """Pages for phones and a television. On a network every page that shows more than the score has its join code."""

    host: str = "127.0.0.1"  # the address to answer at; only this computer can reach this one
    port: int = 8377
    codes: Mapping[str, str] = field(default_factory=dict, repr=False)  # by seat number, and `private`


@frozen
class LeagueSettings:
    """Where the table tells its results, and under which name. Nothing at the table waits for it."""

    broker: str  # mqtt://host:port, or mqtts:// with certificates that are checked
    name: str  # of the league
    table: str  # this table's name in it, and its user at the broker
    password: str = ""  # the file that it is in; a bare name is one of systemd's credentials
    certificates: str = ""  # a file with the authorities to trust; otherwise the system's own
    home: bool = False  # Home Assistant finds the table


@frozen
class TableSettings:
    """A whole table. `simulated` has no wires at all: every device only remembers what it was told."""

    seats: Mapping[int, SeatSettings]
    simulated: bool = False
    language: str = "en"
    palette: Palette = "green-yellow"
    pulse: bool = False  # “elsewhere” pulses on LED grids
    teach: bool = True  # offers the rules to whoever plays a game for the first time
    private: PanelSettings | None = None
    public: PanelSettings | None = None
    buttons: Mapping[str, ButtonSettings] = field(default_factory=dict)  # by what they do: pause, power
    buzzer: int | None = None  # a pin
    speaker: SpeakerSettings | None = None
    keymaps: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # of one's own: key name to key
    games: Mapping[str, Mapping[str, object]] = field(default_factory=dict)  # defaults of each game's options
    dictionary: str = "en"
    words: str = "words"  # a folder with lists of words to hide
    web: WebSettings | None = None
    league: LeagueSettings | None = None

    @property
    def bluetooth_pads(self) -> Mapping[str, int]:
        """The seats of the keypads that are named by their Bluetooth address."""
        keypads = {number: seat.keypad for number, seat in self.seats.items() if seat.keypad is not None}
        return {keypad.bluetooth: number for number, keypad in keypads.items() if keypad.bluetooth}
