"""Opens a whole table from its settings: the one place where drivers are chosen, each imported only when it is used."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from hardware.clock import stopwatch
from hardware.displays import Heartbeat, LedGrid, OledPanel, Wires
from hardware.inbox import Inbox
from hardware.keymaps import keymap
from hardware.lanes import ThreadLane
from hardware.ports import (
    Buzzer,
    DeviceBack,
    DeviceGone,
    DeviceLost,
    Input,
    KeyPress,
    Lamp,
    Listener,
    Pairing,
    Seat,
    Speaker,
    Table,
)
from hardware.settings import GridSettings, KeypadSettings, PanelSettings, SeatSettings, TableSettings

if TYPE_CHECKING:
    from hardware.drivers.bluetooth import BluezPairing
    from hardware.drivers.gpio import SpiPins
    from hardware.drivers.keypads import EvdevKeypads, Nodes

log = logging.getLogger(__name__)

PATIENCE = 0.4  # seconds in which all wires together let go when the table is closed


class Closable(Protocol):
    def close(self) -> None: ...


Kept = TypeVar("Kept", bound=Closable)


def open_table(
    settings: TableSettings,
    loop: asyncio.AbstractEventLoop,
    *,
    nodes: "Nodes | None" = None,
    sysfs: Path | None = None,
) -> Table:
    """The table that these settings describe. Nothing here fails: what is not there is told to whoever listens.

    `nodes` and `sysfs` stand in for the kernel's own.
    """
    if settings.simulated:
        from hardware.simulated.table import SimulatedTable

        return SimulatedTable(settings, loop)
    return HardwareTable(settings, loop, nodes, sysfs)


class HardwareTable:
    """A table of real devices. Displays on one I²C adapter share its lane, and so do those on one SPI bus."""

    def __init__(
        self, settings: TableSettings, loop: asyncio.AbstractEventLoop, nodes: "Nodes | None", sysfs: Path | None
    ) -> None:
        self._settings = settings
        self._loop = loop
        self._sysfs = sysfs
        self._inbox = Inbox(loop)
        self._listener: Listener | None = None
        self._heartbeat = Heartbeat(loop)
        self._buses: dict[str, Wires] = {}
        self._spi_pins: dict[int, SpiPins] = {}
        self._wires: list[Wires] = []
        self._serve_first: dict[int, list[Callable[[], None]]] = {}
        self._others: list[Closable] = []
        self.seats: Mapping[int, Seat] = {number: self._seat(number, seat) for number, seat in settings.seats.items()}
        self.private = None if settings.private is None else self._panel("host.screen", settings.private)[0]
        self.public = None if settings.public is None else self._panel("table.screen", settings.public)[0]
        self.buttons: Sequence[str] = tuple(settings.buttons)
        self.buzzer: Buzzer | None = self._buzzer()
        self.speaker: Speaker | None = self._speaker()
        self._open_buttons()
        self._nodes = nodes
        self._keypads = self._open_keypads()
        self.pairing: Pairing = self._open_pairing()

    # ── as the console sees it ───────────────────────────────────────────────────────────────────

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        self._inbox.listen(self._hear)

    def borrow_keypad(self, of: int, by: int) -> None:
        if self._keypads is None:
            raise DeviceLost(f"seat{of}.keypad", "this seat has no keypad to borrow. Choose another seat.")
        self._keypads.borrow(of, by)

    def touch(self, touched: Input) -> None:
        """A key that was pressed elsewhere than on a keypad: on a phone."""
        self._inbox.put(touched)

    def close(self) -> None:
        """Leaves every display dark and lets go of everything, in well under a second.

        All wires begin at once, each on its own lane, and share one deadline. A bus that hangs beyond it is left to its
        thread, which lets go when the kernel gives up, and which the end of Python does not wait for.
        """
        self._listener = None
        self._heartbeat.close()
        if self._keypads is not None:
            self._keypads.close()
        for other in self._others:
            other.close()
        for wires in self._wires:
            wires.close()
        deadline = stopwatch() + PATIENCE
        if [wires for wires in self._wires if not wires.wait(max(0.0, deadline - stopwatch()))]:
            log.warning("A bus hangs: its displays may not be dark. `wordtable doctor` looks at it.")
        self._wires, self._others = [], []

    def _hear(self, heard: Input) -> None:
        if self._listener is None:
            return
        if isinstance(heard, KeyPress):
            if heard.down:
                for serve_first in self._serve_first.get(heard.seat, ()):
                    serve_first()
        elif isinstance(heard, DeviceGone):  # its sentence is for whoever mends the table, not for those who play
            log.info("%s: %s", heard.device, heard.say)
        elif isinstance(heard, DeviceBack):
            log.info("%s is back.", heard.device)
        self._listener(heard)

    # ── opening ──────────────────────────────────────────────────────────────────────────────────

    def _seat(self, number: int, seat: SeatSettings) -> Seat:
        serve_first = self._serve_first.setdefault(number, [])
        grid = panel = lamp = None
        if seat.grid is not None:
            grid, wires = self._grid(f"seat{number}.grid", seat.grid)
            serve_first.append(partial(wires.first, grid))
        if seat.panel is not None:
            panel, wires = self._panel(f"seat{number}.panel", seat.panel)
            serve_first.append(partial(wires.first, panel))
        if seat.lamp is not None:
            lamp = self._lamp(f"seat{number}.lamp", seat.lamp)
        numeric = seat.keypad is not None and keymap(seat.keypad.keys, self._settings.keymaps).numeric
        return Seat(number, seat.keypad is not None, numeric, grid, panel, seat.hooded, lamp)

    def _grid(self, name: str, settings: GridSettings) -> tuple[LedGrid, Wires]:
        from hardware.drivers.grids import open_grid

        grid, wires = open_grid(name, settings, self._loop, self._heartbeat, self._inbox.put)
        self._wires.append(wires)
        return grid, wires

    def _panel(self, name: str, settings: PanelSettings) -> tuple[OledPanel, Wires]:
        from hardware.drivers.gpio import SpiPins
        from hardware.drivers.i2c_buses import SYSFS, shared_adapter
        from hardware.drivers.panels import PanelDriver

        sysfs = self._sysfs or SYSFS
        if settings.bus == "i2c":
            wires = self._bus(settings.usb or f"i2c-{shared_adapter(settings.i2c, sysfs)}")
        else:
            wires = self._bus(f"spi-{settings.spi}")
        pins = self._spi_pins.setdefault(settings.spi, SpiPins())
        driver = PanelDriver(name, settings, pins, sysfs)
        panel = OledPanel(name, driver, wires, self._inbox.put, size=settings.size, colour=settings.colour)
        if settings.bus == "i2c":
            self._heartbeat.keep_alive(panel)
        return panel, wires

    def _bus(self, name: str) -> Wires:
        if name not in self._buses:
            self._buses[name] = Wires(ThreadLane(self._loop, name), self._loop)
            self._wires.append(self._buses[name])
        return self._buses[name]

    def _lamp(self, name: str, pin: int) -> Lamp | None:
        from hardware.drivers.gpio import GpioLamp

        return self._keep(partial(GpioLamp, name, pin, self._inbox.put))

    def _buzzer(self) -> Buzzer | None:
        pin = self._settings.buzzer
        if pin is None:
            return None
        from hardware.drivers.gpio import GpioBuzzer

        return self._keep(partial(GpioBuzzer, pin, self._loop, self._inbox.put))

    def _speaker(self) -> Speaker | None:
        if not self._settings.speaker:
            return None
        from hardware.drivers.speaker import EspeakSpeaker

        return self._keep(partial(EspeakSpeaker, self._settings.voice, self._loop))

    def _open_buttons(self) -> None:
        for name, settings in self._settings.buttons.items():
            from hardware.drivers.gpio import GpioButton

            self._keep(partial(GpioButton, name, settings, self._inbox.put, self._loop))

    def _open_keypads(self) -> "EvdevKeypads | None":
        keypads = {number: seat.keypad for number, seat in self._settings.seats.items() if seat.keypad is not None}
        return self._opened(keypads) if keypads else None

    def _opened(self, keypads: Mapping[int, KeypadSettings]) -> "EvdevKeypads":
        from hardware.drivers.keypads import EvdevKeypads

        opened = EvdevKeypads(keypads, self._settings.keymaps, self._inbox, self._loop, self._nodes)
        opened.open()
        return opened

    def _open_pairing(self) -> "BluezPairing":
        """Nothing is asked of Bluetooth until somebody looks for a keypad."""
        from hardware.drivers.bluetooth import BluezPairing

        pairing = BluezPairing(self._loop, self._settings.bluetooth_pads, self._give)
        self._others.append(pairing)
        return pairing

    def _give(self, address: str, seat: int, keys: str) -> None:
        pad = KeypadSettings(bluetooth=address, keys=keys)
        if self._keypads is None:
            self._keypads = self._opened({seat: pad})
        else:
            self._keypads.give(pad, seat)

    def _keep(self, make: Callable[[], Kept]) -> Kept | None:
        """What hangs on pins is there or it is not: nobody plugs it in during an evening."""
        try:
            kept = make()
        except DeviceLost as lost:
            self._inbox.put(DeviceGone(lost.device, lost.say))
            return None
        self._others.append(kept)
        return kept
