"""The kinds of devices: built in, one file each, or installed by others and found through an entry point."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from firmware_host.frozen import frozen
from firmware_host.texts.text import NOTHING, Text
from hardware.extensions import entry_points
from hardware.kinds import button, buzzer, ddp_grid, keypad, lamp, oled_i2c, oled_spi, serial_grid, speaker, ws2812
from hardware.kinds.kind import (
    DisplayKind,
    GridKind,
    GridSettings,
    Kind,
    Mistake,
    PanelKind,
    PanelSettings,
    Wire,
)  # fmt: skip
from hardware.names import BUZZER, PRIVATE, PUBLIC, SPEAKER, DeviceName
from hardware.names import button as button_name
from hardware.workbench.findings import Finding

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from hardware.config.settings import TableSettings
    from hardware.workbench.machine import Machine

log = logging.getLogger(__name__)

GROUP = "wordtable.devices"

K = TypeVar("K", bound=DisplayKind[Any])


@frozen
class Kinds(Generic[K]):
    """The kinds of grids, or of panels, by the names that table.toml gives them.

    Kinds that others have installed are looked for only when a name is not built in: the search takes a moment.
    """

    setting: str  # of table.toml, which names the kind
    default: str
    sort: type[K]
    built_in: Mapping[str, K]

    def get(self, name: str) -> K | None:
        if name in self.built_in:
            return self.built_in[name]
        return next((kind for point in _installed() if point.name == name and (kind := self._loaded(point))), None)

    def every(self) -> Mapping[str, K]:
        installed = {point.name: kind for point in _installed() if (kind := self._loaded(point))}
        return {**installed, **self.built_in}

    def of(self, settings: GridSettings | PanelSettings) -> K:
        name = getattr(settings, self.setting)
        kind = self.get(name)
        assert kind is not None, f"settings of a kind that is not installed: {name}"
        return kind

    def _loaded(self, point: "EntryPoint") -> K | None:
        """A package that cannot be imported costs its own devices, and nobody else's."""
        try:
            kind = point.load()
        except Exception:
            log.exception("The device kind %s (%s) cannot be loaded.", point.name, point.value)
            return None
        return kind if isinstance(kind, self.sort) else None


def _installed() -> Iterable["EntryPoint"]:
    return entry_points(GROUP)


def _by_name(*kinds: K) -> dict[str, K]:
    return {name: kind for kind in kinds for name in kind.names}


# `Any` stands for a kind's own settings: it is only ever given those, which are made by its name and find it by theirs.
GRIDS: Kinds[GridKind[Any]] = Kinds(
    "protocol", "adalight", GridKind, _by_name(serial_grid.KIND, ddp_grid.KIND, ws2812.KIND)
)
PANELS: Kinds[PanelKind[Any]] = Kinds("bus", "i2c", PanelKind, _by_name(oled_i2c.KIND, oled_spi.KIND))


def every_kind() -> Iterator[Kind[Any]]:
    """Each once, whatever it is called."""
    displays = (*GRIDS.every().values(), *PANELS.every().values())
    yield from {id(kind): kind for kind in (keypad.KIND, *displays)}.values()
    yield from (lamp.KIND, button.KIND, buzzer.KIND, speaker.KIND)


# ── the devices of a table ───────────────────────────────────────────────────────────────────────

Place = tuple[str, ...]  # where in table.toml: ("seat", "2", "panel", "address")


@frozen
class Device:
    """A device that a table has, whatever its kind."""

    name: DeviceName
    place: Place
    kind: Kind[Any]
    settings: object

    def mistakes(self, table: "TableSettings") -> Iterable[Mistake]:
        return self.kind.mistakes(self.settings, table)

    def wires(self) -> Iterable[Wire]:
        return self.kind.wires(self.settings)

    def clash(self, other: "Device", others_place: Text) -> Text | None:
        """Why this and another device of the same kind cannot be at one table."""
        why = self.kind.clash(self.settings, other.settings, others_place)
        return None if why == NOTHING else why

    def ask(self, table: "TableSettings", machine: "Machine") -> Finding:
        return self.kind.ask(self.name, self.settings, table, machine)


def devices(table: "TableSettings") -> Iterator[Device]:
    """Every device of a table, in the order of its seats."""
    for number, seat in table.seats.items():
        place = ("seat", str(number))
        if seat.keypad is not None:
            yield Device(DeviceName("keypad", number), (*place, "keypad"), keypad.KIND, seat.keypad)
        if seat.grid is not None:
            yield Device(DeviceName("grid", number), (*place, "grid"), GRIDS.of(seat.grid), seat.grid)
        if seat.panel is not None:
            yield Device(DeviceName("panel", number), (*place, "panel"), PANELS.of(seat.panel), seat.panel)
        if seat.lamp is not None:
            yield Device(DeviceName("lamp", number), (*place, "lamp"), lamp.KIND, seat.lamp)
    for name, screen in ((PRIVATE, table.private), (PUBLIC, table.public)):
        if screen is not None:
            yield Device(name, (str(name),), PANELS.of(screen), screen)
    for called, settings in table.buttons.items():
        yield Device(button_name(called), ("buttons", called), button.KIND, settings)
    if table.buzzer is not None:
        yield Device(BUZZER, ("buzzer",), buzzer.KIND, table.buzzer)
    if table.speaker is not None:
        yield Device(SPEAKER, ("speaker",), speaker.KIND, table.speaker)
