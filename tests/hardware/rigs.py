"""Displays to hold to their contract: each shows pictures by number and can be pulled, whatever it is made of."""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Protocol

from PIL import Image

from firmware_host.texts.language import english
from hardware.clock import VirtualClock
from hardware.config.settings import (
    DdpGridSettings,
    GridSettings,
    I2cPanelSettings,
    KeypadSettings,
    PanelSettings,
    SeatSettings,
    SerialGridSettings,
    SpiPanelSettings,
    TableSettings,
    Ws2812GridSettings,
)
from hardware.ports import DeviceBack, DeviceGone, Grid, GridFrame, Input, Panel, PanelFrame
from hardware.simulated.grid import RememberingGrid
from hardware.simulated.panel import RememberingPanel
from hardware.simulated.table import SimulatedTable
from hardware.simulated.wire.ddp_grid import NetworkBoard
from hardware.simulated.wire.serial_grid import SerialBoard
from tests.hardware.kinds.grid_table import number_of, numbered
from tests.hardware.workshop import Workshop, card, panel_frame

MOST, UNFINISHED = 40, -1
STEP = 0.05  # seconds: how finely time passes over real wires


class Rig(Protocol):
    """One display, and the people around it. Picture 0 is darkness."""

    told: list[Input]

    def show(self, number: int) -> None: ...
    def sees(self, number: int) -> bool: ...
    def passes(self, seconds: float) -> None: ...
    @property
    def sent(self) -> int: ...  # how much has gone to it so far; the same for every change of picture
    def close(self) -> None: ...


class Losable(Rig, Protocol):
    patience: float  # seconds in which it is told to be back

    def pull(self) -> None: ...
    def put_back(self) -> None: ...


def gone(rig: Rig) -> list[str]:
    return [english(told.say) for told in rig.told if isinstance(told, DeviceGone)]


def back(rig: Rig) -> int:
    return sum(isinstance(told, DeviceBack) for told in rig.told)


@cache
def picture(size: tuple[int, int], colour: bool, number: int) -> Image.Image:
    return card(size, colour=colour, turn=number) if number else Image.new("RGB" if colour else "1", size)


def frame_of(display: Grid | Panel, number: int) -> GridFrame | PanelFrame:
    colour = getattr(display, "colour", None)
    return numbered(number) if colour is None else panel_frame(picture(display.size, colour, number))


def number_in(frame: GridFrame | PanelFrame | None) -> int:
    """Which picture this is; one that is not whole yet is none."""
    if frame is None:
        return 0
    if isinstance(frame, GridFrame):
        return number_of(tuple(led for row in frame.rows for led in row))
    colour = frame.mode == "RGB"
    alike = (number for number in range(MOST) if picture(frame.size, colour, number).tobytes() == frame.pixels)
    return next(alike, UNFINISHED)


# ── state ────────────────────────────────────────────────────────────────────────────────────────


class StateRig:
    """A display that is always there and shows everything at once."""

    def __init__(self, *, panel: bool) -> None:
        self.told: list[Input] = []
        self._clock = VirtualClock()
        self._display = RememberingPanel(self._clock) if panel else RememberingGrid(self._clock)

    def show(self, number: int) -> None:
        frame = frame_of(self._display, number)
        self._display.show(frame)  # type: ignore[arg-type]  # each gets its own kind

    def sees(self, number: int) -> bool:
        return number_in(self._display.last) == number

    def passes(self, seconds: float) -> None:
        self._clock.advance(seconds)

    @property
    def sent(self) -> int:
        return len(self._display.shown)

    def close(self) -> None:
        """It has nothing to let go of."""


# ── behaviour ────────────────────────────────────────────────────────────────────────────────────


class BehaviourRig:
    """A display of a simulated table, in virtual time."""

    patience = 2.0

    def __init__(self, *, panel: bool) -> None:
        self.told: list[Input] = []
        self._clock = VirtualClock()
        seat = SeatSettings(panel=I2cPanelSettings()) if panel else SeatSettings(grid=SerialGridSettings())
        self._table = SimulatedTable(TableSettings({1: seat}, simulated=True), self._clock)
        self._table.listen(self.told.append)
        self._name = "seat1.panel" if panel else "seat1.grid"
        self._display = self._table.seats[1].panel if panel else self._table.seats[1].grid
        self.passes(3)  # until it is awake and has settled

    def show(self, number: int) -> None:
        assert self._display is not None
        self._display.show(frame_of(self._display, number))  # type: ignore[arg-type]  # each gets its own kind

    def sees(self, number: int) -> bool:
        self._clock.settle()
        return number_in(self._table.showing(self._name)) == number

    def passes(self, seconds: float) -> None:
        self._clock.advance(seconds)

    @property
    def sent(self) -> int:
        return len(self._table.frames(self._name))

    def pull(self) -> None:
        self._table.unplug(self._name)

    def put_back(self) -> None:
        self._table.plug(self._name)

    def hold_up(self) -> None:
        self._table.slow(self._name, 0.5)

    def let_go_on(self) -> None:
        self._table.slow(self._name, 0.0)
        self.passes(1)

    def close(self) -> None:
        self._table.close()


# ── wire ─────────────────────────────────────────────────────────────────────────────────────────

GRIDS = {
    "Adalight": SerialGridSettings(),
    "TPM2": SerialGridSettings(protocol="tpm2", wiring="serpentine"),
    "DDP": DdpGridSettings(),
    "WS2812": Ws2812GridSettings(first=7),
}
PANELS = {
    "SSD1306": I2cPanelSettings(),
    "SH1106 turned": I2cPanelSettings(chip="sh1106", rotation=90),
    "SSD1309 behind a multiplexer": I2cPanelSettings(chip="ssd1309", multiplexer=0x70, channel=3),
    "SSD1306 on SPI": SpiPanelSettings(),
    "SSD1331": SpiPanelSettings(chip="ssd1331", width=96),
}


class WireRig:
    """A display on a real table, with the real driver, opened on a workshop's wires."""

    def __init__(self, settings: GridSettings | PanelSettings, folder: Path) -> None:
        grid = settings if isinstance(settings, GridSettings) else None
        panel = settings if isinstance(settings, PanelSettings) else None
        seat = SeatSettings(keypad=KeypadSettings(usb="usb-1.1"), grid=grid, panel=panel)
        self._buses = ExitStack()
        self._shop = Workshop(TableSettings({1: seat}), folder, self._buses)
        self._settings = settings
        self._name = "seat1.grid" if grid else "seat1.panel"
        self._held_up = False
        on_network = grid is not None and grid.protocol == "ddp"
        self.patience = 6.5 if on_network else 2.0  # the network is trusted only when it has lasted
        self.passes(5)  # until it is awake, has settled and is trusted

    @property
    def told(self) -> list[Input]:
        return self._shop.heard

    @told.setter
    def told(self, told: list[Input]) -> None:
        self._shop.heard[:] = told

    def show(self, number: int) -> None:
        seat = self._shop.table.seats[1]
        display = seat.grid or seat.panel
        assert display is not None
        display.show(frame_of(display, number))  # type: ignore[arg-type]  # each gets its own kind

    def sees(self, number: int) -> bool:
        """Waits until it is seen, and all of it has been sent."""
        self._shop.loop.wait(lambda: self._shop.quiet() and self._seen() == number)
        return True

    def _seen(self) -> int:
        if self._name in self._shop.boards:
            rows = self._shop.grid_seen(self._name)
            return number_in(None if rows is None else GridFrame(rows))
        return number_in(panel_frame(self._shop.panel_seen(self._name)))

    def passes(self, seconds: float) -> None:
        """In small steps, and at each of them what is under way is waited for."""
        for _ in range(round(seconds / STEP)):
            self._shop.loop.fly(STEP)
            if not self._held_up:
                self._shop.loop.wait(self._shop.quiet)

    @property
    def sent(self) -> int:
        if self._name in self._shop.boards:
            return len(self._shop.boards[self._name].lit)
        return self._shop.chips[self._name].bytes_of_data

    def pull(self) -> None:
        match self._shop.boards.get(self._name):
            case SerialBoard() as board:
                board.unplug()
            case NetworkBoard() as board:
                board.off()
            case _ if self._on_spi:
                self._shop.spi.gone = True
                if self._name in self._shop.chips:
                    self._shop.chips[self._name].reset()
            case _:
                self._chip = self._shop.pull(self._name)

    def put_back(self) -> None:
        match self._shop.boards.get(self._name):
            case SerialBoard() as board:
                board.plug()
            case NetworkBoard() as board:
                board.on()
            case _ if self._on_spi:
                self._shop.spi.gone = False
            case _:
                self._shop.put_back(self._name, self._chip)

    @property
    def _on_spi(self) -> bool:
        return isinstance(self._settings, SpiPanelSettings | Ws2812GridSettings)

    def hold_up(self) -> None:
        """Its far end takes no bytes from now on."""
        self._held_up = True
        match self._shop.boards.get(self._name):
            case SerialBoard() as board:
                board.stop_reading()
            case None:
                self._shop.i2c.adapters[1].stop()

    def let_go_on(self) -> None:
        match self._shop.boards.get(self._name):
            case SerialBoard() as board:
                board.read_on()
            case None:
                self._shop.i2c.adapters[1].go_on()
        self._held_up = False

    def close(self) -> None:
        self._shop.table.close()

    def tidy_up(self) -> None:
        for adapter in self._shop.i2c.adapters.values():
            adapter.go_on()
        self._shop.close()
        self._buses.close()


def rigs(name: str, folder: Path) -> Iterator[Rig]:
    """The display of this name, closed in the end."""
    match name.split(": "):
        case ["state", kind]:
            yield StateRig(panel=kind == "panel")
        case ["behaviour", kind]:
            behaving = BehaviourRig(panel=kind == "panel")
            yield behaving
            behaving.close()
        case [_, kind]:
            wired = WireRig(GRIDS[kind] if kind in GRIDS else PANELS[kind], folder)
            yield wired
            wired.tidy_up()


STATE = ["state: grid", "state: panel"]
BEHAVIOUR = ["behaviour: grid", "behaviour: panel"]
WIRE = [f"wire: {name}" for name in (*GRIDS, *PANELS)]
