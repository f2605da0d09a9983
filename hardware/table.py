"""Opens a whole table from its settings. One builder puts it together from devices that a `Maker` makes.

There are two makers: `RealDevices` here, and `hardware.simulated.table.SimulatedDevices`.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from firmware_host.texts.language import english
from hardware.clock import LoopClock, stopwatch
from hardware.config.keymaps import keymap
from hardware.config.settings import ButtonSettings, KeypadSettings, SeatSettings, SpeakerSettings, TableSettings
from hardware.displays import Driver, Heartbeat, LedGrid, OledPanel, ProbedDriver, Wires
from hardware.inbox import Inbox
from hardware.kinds import GRIDS, PANELS
from hardware.kinds.kind import SYSFS, GridSettings, PanelSettings, Shared
from hardware.lanes import Lane, LoopLane, ThreadLane
from hardware.names import PRIVATE, PUBLIC, DeviceName
from hardware.ports import (
    Buzzer,
    DeviceBack,
    DeviceGone,
    DeviceLost,
    GridFrame,
    Input,
    KeyPress,
    Lamp,
    Listener,
    PageDisplay,
    Pairing,
    Seat,
    Speaker,
    Table,
)

if TYPE_CHECKING:
    from hardware.kinds.keypad.nodes import Nodes

log = logging.getLogger(__name__)

PATIENCE = 0.4  # seconds in which all wires together must let go when the table is closed
Tell = Callable[[Input], None]


def open_table(
    settings: TableSettings,
    loop: asyncio.AbstractEventLoop,
    *,
    nodes: "Nodes | None" = None,
    sysfs: Path = SYSFS,
) -> Table:
    """The table that these settings describe. This never fails: what is missing is reported to whoever listens.

    `nodes` and `sysfs` stand in for the kernel's own.
    """
    if settings.simulated:
        from hardware.simulated.table import SimulatedTable

        return SimulatedTable(settings, loop)
    return DeviceTable(settings, loop, RealDevices(loop, nodes, sysfs))


# ── what makes devices ───────────────────────────────────────────────────────────────────────────


class Closable(Protocol):
    def close(self) -> None: ...


class ClosableLamp(Lamp, Closable, Protocol):
    """A lamp that the table closes."""


class ClosableBuzzer(Buzzer, Closable, Protocol):
    """A buzzer that the table closes."""


class ClosableSpeaker(Speaker, Closable, Protocol):
    """A speaker that the table closes."""


class ClosablePairing(Pairing, Closable, Protocol):
    """Pairing that the table closes."""


class Keypads(Closable, Protocol):
    """The keypads of a table."""

    def open(self) -> None: ...
    def borrow(self, of: int, by: int) -> None: ...
    def give(self, pad: KeypadSettings, seat: int) -> None: ...


class Maker(Protocol):
    """Makes the devices of a table, or raises a `DeviceLost`."""

    def wire(self, name: DeviceName, display: GridSettings | PanelSettings, /) -> str:
        """What the wires of a display are called. Displays on wires of the same name share them."""

    def lane(self, name: DeviceName, display: GridSettings | PanelSettings, /) -> Lane: ...
    def grid(self, name: DeviceName, settings: GridSettings, /) -> Driver[GridFrame]: ...
    def trusted_after(self, settings: GridSettings, /) -> float: ...
    def panel(self, name: DeviceName, settings: PanelSettings, /) -> ProbedDriver: ...
    def can_be_probed(self, settings: PanelSettings, /) -> bool: ...
    def lamp(self, name: DeviceName, pin: int, tell: Tell, /) -> ClosableLamp: ...
    def button(self, name: str, settings: ButtonSettings, tell: Tell, /) -> Closable: ...
    def buzzer(self, pin: int, tell: Tell, /) -> ClosableBuzzer: ...
    def speaker(self, settings: SpeakerSettings, /) -> ClosableSpeaker: ...
    def keypads(self, settings: TableSettings, inbox: Inbox, /) -> Keypads: ...
    def pairing(self, settings: TableSettings, give: Callable[[str, int, str], None], /) -> ClosablePairing: ...


class RealDevices:
    """Makes devices with wires. Each kind's driver is imported, and its libraries are, when the first one is made."""

    def __init__(self, loop: asyncio.AbstractEventLoop, nodes: "Nodes | None" = None, sysfs: Path = SYSFS) -> None:
        self._loop = loop
        self._nodes = nodes
        self._shared = Shared(sysfs)

    def wire(self, name: DeviceName, display: GridSettings | PanelSettings) -> str:
        return self._bus(display) or name

    def lane(self, _name: DeviceName, display: GridSettings | PanelSettings) -> Lane:
        """A display on a bus may block, so that all on one bus share a thread; one with its own wires never does."""
        bus = self._bus(display)
        return ThreadLane(self._loop, bus) if bus else LoopLane(self._loop)

    def _bus(self, display: GridSettings | PanelSettings) -> str:
        kinds = GRIDS if isinstance(display, GridSettings) else PANELS
        return kinds.of(display).bus(display, self._shared.sysfs)

    def grid(self, name: DeviceName, settings: GridSettings) -> Driver[GridFrame]:
        return GRIDS.of(settings).driver(name, settings, self._shared)

    def trusted_after(self, settings: GridSettings) -> float:
        return GRIDS.of(settings).trusted_after

    def panel(self, name: DeviceName, settings: PanelSettings) -> ProbedDriver:
        return PANELS.of(settings).driver(name, settings, self._shared)

    def can_be_probed(self, settings: PanelSettings) -> bool:
        return PANELS.of(settings).can_be_probed

    def lamp(self, name: DeviceName, pin: int, tell: Tell) -> ClosableLamp:
        from hardware.kinds.lamp import GpioLamp

        return GpioLamp(name, pin, tell)

    def button(self, name: str, settings: ButtonSettings, tell: Tell) -> Closable:
        from hardware.kinds.button import GpioButton

        return GpioButton(name, settings, tell, self._loop)

    def buzzer(self, pin: int, tell: Tell) -> ClosableBuzzer:
        from hardware.kinds.buzzer import GpioBuzzer

        return GpioBuzzer(pin, self._loop, tell)

    def speaker(self, settings: SpeakerSettings) -> ClosableSpeaker:
        from hardware.kinds.speaker import EspeakSpeaker

        return EspeakSpeaker(settings, self._loop)

    def keypads(self, settings: TableSettings, inbox: Inbox) -> Keypads:
        from hardware.kinds.keypad.driver import EvdevKeypads

        keypads = {number: seat.keypad for number, seat in settings.seats.items() if seat.keypad is not None}
        return EvdevKeypads(keypads, settings.keymaps, inbox, self._loop, self._nodes)

    def pairing(self, settings: TableSettings, give: Callable[[str, int, str], None]) -> ClosablePairing:
        return bluetooth(self._loop, settings.bluetooth_pads, give, self._nodes)


def bluetooth(
    loop: asyncio.AbstractEventLoop,
    owners: Mapping[str, int],
    give: Callable[[str, int, str], None],
    nodes: "Nodes | None" = None,
) -> ClosablePairing:
    """Nothing is asked of Bluetooth until somebody looks for a keypad."""
    from hardware.kinds.keypad.new_pads import NewPads
    from hardware.kinds.keypad.nodes import LinuxNodes
    from hardware.kinds.keypad.pairing import BluezPairing

    return BluezPairing(loop, owners, give, NewPads(nodes or LinuxNodes()))


# ── the builder ──────────────────────────────────────────────────────────────────────────────────

Kept = TypeVar("Kept", bound=Closable)


class DeviceTable:
    """A table of devices, real or simulated. Displays on the same wires take turns."""

    def __init__(self, settings: TableSettings, clock: LoopClock, maker: Maker) -> None:
        self._settings = settings
        self._clock = clock
        self._maker = maker
        self.pages: Mapping[str, PageDisplay] = {}  # no device of ours draws pages; browsers do
        self._open()

    def _open(self) -> None:
        settings = self._settings
        self._inbox = Inbox(self._clock)
        self._listener: Listener | None = None
        self._heartbeat = Heartbeat(self._clock)
        self._wires: dict[str, Wires] = {}
        self._serve_first: dict[int, list[Callable[[], None]]] = {}
        self._others: list[Closable] = []
        self.seats: Mapping[int, Seat] = {number: self._seat(number, seat) for number, seat in settings.seats.items()}
        self.private = None if settings.private is None else self._panel(PRIVATE, settings.private)
        self.public = None if settings.public is None else self._panel(PUBLIC, settings.public)
        self.buttons: Sequence[str] = tuple(settings.buttons)
        self._buzzer = self._make_buzzer()
        self._speaker = self._make_speaker()
        for name, button in settings.buttons.items():
            self._keep(partial(self._maker.button, name, button, self._inbox.put))
        self._keypads = self._maker.keypads(settings, self._inbox)
        self._keypads.open()
        self._pairing = self._maker.pairing(settings, self._give)
        self._others.append(self._pairing)

    # ── as the console sees it ───────────────────────────────────────────────────────────────────

    @property
    def public_is_seen(self) -> bool:
        return self.public is not None

    @property
    def buzzer(self) -> Buzzer | None:
        return self._buzzer

    @property
    def speaker(self) -> Speaker | None:
        return self._speaker

    @property
    def pairing(self) -> Pairing | None:
        return self._pairing

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        self._inbox.listen(self._hear)

    def borrow_keypad(self, of: int, by: int) -> None:
        self._keypads.borrow(of, by)

    def touch(self, touched: Input) -> None:
        """A key that was pressed on something other than a keypad: on a phone."""
        self._inbox.put(touched)

    def close(self) -> None:
        """Leaves every display dark and lets go of everything, in well under a second.

        All wires begin at once, each on its own lane, and share one deadline. A bus that hangs for longer is left to
        its thread, which lets go when the kernel gives up, and for which Python does not wait when it ends.
        """
        self._listener = None
        self._inbox.close()
        self._heartbeat.close()
        self._keypads.close()
        for other in self._others:
            other.close()
        for wires in self._wires.values():
            wires.close()
        deadline = stopwatch() + PATIENCE
        if [wires for wires in self._wires.values() if not wires.wait(max(0.0, deadline - stopwatch()))]:
            log.warning("A bus hangs: its displays may not be dark. `wordtable doctor` checks it.")
        self._wires, self._others = {}, []

    def _hear(self, heard: Input) -> None:
        if self._listener is None:
            return
        if isinstance(heard, KeyPress):
            if heard.down:
                for serve_first in self._serve_first.get(heard.seat, ()):
                    serve_first()
        elif isinstance(heard, DeviceGone):  # its sentence is for whoever repairs the table, not for the players
            log.info("%s: %s", heard.device, english(heard.say))
        elif isinstance(heard, DeviceBack):
            log.info("%s is back.", heard.device)
        self._listener(heard)

    # ── opening ──────────────────────────────────────────────────────────────────────────────────

    def _seat(self, number: int, seat: SeatSettings) -> Seat:
        grid = panel = lamp = None
        if seat.grid is not None:
            grid = self._grid(DeviceName("grid", number), seat.grid)
        if seat.panel is not None:
            panel = self._panel(DeviceName("panel", number), seat.panel)
        if seat.lamp is not None:
            lamp = self._keep(partial(self._maker.lamp, DeviceName("lamp", number), seat.lamp, self._inbox.put))
        self._serve_first[number] = [*_first(grid), *_first(panel)]
        numeric = seat.keypad is not None and keymap(seat.keypad.keys, self._settings.keymaps).numeric
        return Seat(number, seat.keypad is not None, numeric, grid, panel, seat.hooded, lamp)

    def _grid(self, name: DeviceName, settings: GridSettings) -> LedGrid:
        maker, wires = self._maker, self._wires_of(name, settings)
        grid = LedGrid(
            name,
            maker.grid(name, settings),
            wires,
            self._inbox.put,
            size=settings.size,
            trusted_after=maker.trusted_after(settings),
        )
        self._heartbeat.keep_alive(grid)
        return grid

    def _panel(self, name: DeviceName, settings: PanelSettings) -> OledPanel:
        driver, wires = self._maker.panel(name, settings), self._wires_of(name, settings)
        panel = OledPanel(name, driver, wires, self._inbox.put, size=settings.size, colour=settings.colour)
        if self._maker.can_be_probed(settings):
            self._heartbeat.keep_alive(panel)
        return panel

    def _wires_of(self, name: DeviceName, display: GridSettings | PanelSettings) -> Wires:
        wire = self._maker.wire(name, display)
        if wire not in self._wires:
            self._wires[wire] = Wires(self._maker.lane(name, display), self._clock)
        return self._wires[wire]

    def _make_buzzer(self) -> Buzzer | None:
        pin = self._settings.buzzer
        return None if pin is None else self._keep(partial(self._maker.buzzer, pin, self._inbox.put))

    def _make_speaker(self) -> Speaker | None:
        settings = self._settings.speaker
        return None if settings is None else self._keep(partial(self._maker.speaker, settings))

    def _give(self, address: str, seat: int, keys: str) -> None:
        self._keypads.give(KeypadSettings(bluetooth=address, keys=keys), seat)

    def _keep(self, make: Callable[[], Kept]) -> Kept | None:
        """What is wired to pins is there or it is not: nobody plugs it in during an evening."""
        try:
            kept = make()
        except DeviceLost as lost:
            self._inbox.put(DeviceGone(lost.device, lost.say))
            return None
        self._others.append(kept)
        return kept


def _first(display: LedGrid | OledPanel | None) -> Iterator[Callable[[], None]]:
    """The display of a seat that has just typed is served before the others on its wires."""
    if display is not None:
        yield display.serve_first
