"""What a kind of device declares about itself. Config, doctor, setup and the table know devices only through this.

A kind from another package is declared in the same way: an entry point of the group `wordtable.devices` names its
`GridKind` or `PanelKind`, under the name that `table.toml` gives as `protocol` or `bus`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Literal, Never, TypeVar

from firmware_host.frozen import frozen
from firmware_host.texts.text import NOTHING, Text
from hardware.displays import Driver, ProbedDriver
from hardware.names import DeviceName
from hardware.ports import GridFrame
from hardware.workbench.findings import Finding

if TYPE_CHECKING:
    from hardware.config.settings import TableSettings
    from hardware.kinds.oled_spi import SpiPins
    from hardware.kinds.ws2812 import Chain
    from hardware.workbench.machine import Machine

Wiring = Literal["straight", "serpentine"]
Rotation = Literal[0, 90, 180, 270]

SAFE_BRIGHTNESS = 0x40  # of 255: no colour can be taken for a command by WLED, and 30 white LEDs draw 0.45 A
SYSFS = Path("/sys/bus/i2c/devices")

S = TypeVar("S")


# ── settings ─────────────────────────────────────────────────────────────────────────────────────


@frozen
class GridSettings:
    """What every LED grid has. Each kind adds how it is connected."""

    protocol: str
    width: int = 5
    height: int = 6
    wiring: Wiring = "straight"
    rotation: Rotation = 0  # how far the grid is turned clockwise
    brightness: int = SAFE_BRIGHTNESS
    milliamperes: int | None = None  # that this grid may draw; unless it is said, as much as with `SAFE_BRIGHTNESS`

    @property
    def size(self) -> tuple[int, int]:
        return (self.width, self.height)


@frozen
class PanelSettings:
    """What every panel has. Each kind adds how it is connected."""

    bus: str
    width: int = 128
    height: int = 64
    rotation: Rotation = 0  # how far the panel is turned clockwise from the way its maker meant it to stand
    contrast: int = 0x80

    @property
    def colour(self) -> bool:
        return False

    @property
    def size(self) -> tuple[int, int]:
        """As its player sees it: a panel on its side is tall."""
        return (self.height, self.width) if self.rotation in (90, 270) else (self.width, self.height)


# ── what can be wrong with them ──────────────────────────────────────────────────────────────────


@frozen(eq=False)
class Mistake:
    """Something wrong with a device's settings, and which of them it is about, if it is one."""

    say: Text
    setting: str = ""


@frozen(eq=False)
class Wire:
    """Something that a device needs for itself: a port, a pin, a chip select."""

    called: Text
    setting: str = ""  # which setting names it; for a pin that its bus has on the Pi's header, what is printed there
    use: str = ""  # what it is used for
    shared_with: tuple[str, ...] = ()  # for which uses others may be on it at the same time
    fixed: bool = False  # no setting can move it


@frozen
class Library:
    """A Python library that a driver imports, and Debian's package of it (python3-…), if there is one."""

    name: str
    package: str = ""


@frozen
class Needs:
    """The groups that a user must be in to use a device, and the libraries of its driver."""

    groups: tuple[str, ...] = ()
    libraries: tuple[Library, ...] = ()


NO_NEEDS = Needs()

# ── the declaration ──────────────────────────────────────────────────────────────────────────────


def none_of(*_: object) -> tuple[Never, ...]:
    return ()


def _no_clash(_one: object, _other: object, _others_place: Text) -> Text:
    return NOTHING


def _own_wires(_settings: object, _sysfs: Path) -> str:
    return ""


def _as_it_is(settings: S) -> Sequence[S]:
    return (settings,)


@frozen(kw_only=True, eq=False)
class Kind(Generic[S]):
    """A kind of device, for everybody who needs to know it only by its settings."""

    # What the doctor finds: the device's name, its settings, the whole table, and the computer.
    ask: Callable[[DeviceName, S, "TableSettings", "Machine"], Finding]
    takes_seconds: bool = False  # to ask: then all such devices are asked at the same time
    needs: Needs = NO_NEEDS
    mistakes: Callable[[S, "TableSettings"], Iterable[Mistake]] = none_of
    wires: Callable[[S], Iterable[Wire]] = none_of
    # Why two such devices cannot be at one table, if they cannot; the place of the other one is for the sentence.
    clash: Callable[[S, S, Text], Text] = _no_clash
    # What the doctor adds about all devices of this kind together.
    remarks: Callable[[Sequence[S], "Machine"], Iterable[Finding]] = none_of
    # What is plugged in, for somebody who has no table.toml yet.
    plugged_in: Callable[["Machine"], Iterable[Finding]] = none_of


@dataclass
class Shared:
    """What the drivers of one table share: where the kernel lists its I²C buses; pins on SPI; chains of LEDs."""

    sysfs: Path = SYSFS
    spi_pins: "dict[int, SpiPins]" = field(default_factory=dict)
    chains: "dict[str, Chain]" = field(default_factory=dict)


@frozen(kw_only=True, eq=False)
class DisplayKind(Kind[S]):
    """A kind of grid or panel: also how it is opened, and how `setup` finds one."""

    names: tuple[str, ...]  # as table.toml gives them: a grid's `protocol`, a panel's `bus`
    settings: type[S]
    # The wires that it shares with others, by name: its driver may block, and runs on their thread. Empty: the display
    # has its wires to itself and its driver never blocks, so it runs on the loop (see `hardware.lanes.Unfinished`).
    bus: Callable[[S, Path], str] = _own_wires
    found: Callable[["Machine"], Iterable[S]] = none_of
    # In which ways `setup` tries to show a sign on one that was found, until somebody can read it.
    ways: Callable[[S], Sequence[S]] = _as_it_is
    where: Callable[[S], Text]  # it is plugged in


@frozen(kw_only=True, eq=False)
class GridKind(DisplayKind[S]):
    """A kind of LED grid. Its settings are a `GridSettings`."""

    driver: Callable[[DeviceName, S, Shared], Driver[GridFrame]]
    trusted_after: float = 0.0  # seconds in which its wires tell whether anybody is there


@frozen(kw_only=True, eq=False)
class PanelKind(DisplayKind[S]):
    """A kind of panel. Its settings are a `PanelSettings`."""

    driver: Callable[[DeviceName, S, Shared], ProbedDriver]
    can_be_probed: bool = True
