"""A workshop for tests of whole tables: whatever the settings name is built at the wire, for the real drivers."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from hardware.config.keymaps import Keymap, keymap
from hardware.config.settings import (
    DdpGridSettings,
    GridSettings,
    I2cPanelSettings,
    OledSettings,
    PanelSettings,
    SeatSettings,
    SerialGridSettings,
    SpiPanelSettings,
    TableSettings,
    Ws2812GridSettings,
)  # fmt: skip
from hardware.kinds.ddp_grid import DDP_PORT
from hardware.kinds.ws2812 import MOST
from hardware.ports import DARK, DeviceBack, DeviceGone, GridFrame, Input, KeyPress, PanelFrame, Table
from hardware.simulated.wire.boards import as_seen
from hardware.simulated.wire.ddp_grid import NetworkBoard
from hardware.simulated.wire.keypad import PipedNode, PipedNodes
from hardware.simulated.wire.oled import Chip, Sh1106, Ssd1306, Ssd1309, Ssd1331, Ssd1351
from hardware.simulated.wire.oled_i2c import SimulatedI2c
from hardware.simulated.wire.oled_spi import SimulatedSpi
from hardware.simulated.wire.serial_grid import SerialBoard
from hardware.simulated.wire.ws2812 import Strip, StripPart
from hardware.table import DeviceTable, open_table
from tests.hardware.table_loop import TableLoop

if TYPE_CHECKING:
    from hardware.config.settings import PanelChip

CHIPS: dict["PanelChip", type[Ssd1306] | type[Ssd1331]] = {
    "ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106, "ssd1331": Ssd1331, "ssd1351": Ssd1351,
}  # fmt: skip
FIRST_CHANNEL = 11  # the kernel's number for channel 0 of the multiplexer


class Workshop:
    """Everything at its wire, by the name of the device, and the table that was opened on it."""

    def __init__(self, settings: TableSettings, folder: Path, buses: ExitStack) -> None:
        self.loop = TableLoop()
        self.heard: list[Input] = []
        self.chips: dict[str, Ssd1306 | Ssd1331] = {}
        self.boards: dict[str, SerialBoard | NetworkBoard | StripPart] = {}
        self.keypads: dict[int, PipedNode] = {}
        self.nodes = PipedNodes()
        self.pins = MockFactory(pin_class=MockPWMPin)
        Device.pin_factory = self.pins
        self._folder = folder
        self._strips: dict[int, Strip] = {}
        self._panels = dict(panels(settings))
        self._build_buses(buses)
        self.settings = replace(settings, seats={n: self._build_seat(n, seat) for n, seat in settings.seats.items()})
        self.table: Table = open_table(self.settings, self.loop, nodes=self.nodes, sysfs=folder / "sysfs")
        self.table.listen(self.heard.append)

    def quiet(self) -> bool:
        """Whether nothing is under way on any wires: what threads do takes no time of the loop's."""
        assert isinstance(self.table, DeviceTable)
        return not any(wires._busy for wires in self.table._wires.values())

    def _build_buses(self, buses: ExitStack) -> None:
        i2c = [panel for panel in self._panels.values() if isinstance(panel, I2cPanelSettings)]
        self.i2c = buses.enter_context(SimulatedI2c(*{panel.i2c for panel in i2c}).fitted())
        self.spi = buses.enter_context(SimulatedSpi(0, 1).fitted())
        for adapter, address in {(panel.i2c, panel.multiplexer) for panel in i2c}:
            if address is not None:
                self.i2c.multiplexer(adapter, address, FIRST_CHANNEL)
        self.i2c.build_sysfs(self._folder / "sysfs")
        for name, panel in self._panels.items():
            assert isinstance(panel, OledSettings)
            chip = self.chips[name] = CHIPS[panel.chip]((panel.width, panel.height))
            if isinstance(panel, SpiPanelSettings):
                data_pin, reset_pin = self.pins.pin(panel.data_pin), self.pins.pin(panel.reset_pin)
                self.spi.solder(chip, panel.spi, panel.chip_select, data_pin=data_pin, reset_pin=reset_pin)
            elif isinstance(panel, I2cPanelSettings):
                self.i2c.solder(chip, bus_of(panel), panel.address)

    def _build_seat(self, number: int, seat: SeatSettings) -> SeatSettings:
        if seat.keypad is not None:
            path = f"/dev/input/event{number}"
            phys = f"{seat.keypad.usb}/input0" if seat.keypad.usb else "bluetooth/input0"
            self.keypads[number] = self.nodes.plug(path, phys=phys, uniq=seat.keypad.bluetooth.lower())
        return seat if seat.grid is None else replace(seat, grid=self._build_grid(f"seat{number}.grid", seat.grid))

    def _build_grid(self, name: str, grid: GridSettings) -> GridSettings:
        """On a port, or at an address, that this computer has."""
        if isinstance(grid, DdpGridSettings):
            host = f"127.{os.getpid() >> 8 & 0x7F}.{os.getpid() & 0xFF}.{len(self.boards) + 1}"
            self.boards[name] = NetworkBoard(self.loop, host, DDP_PORT)
            return replace(grid, host=host)
        if isinstance(grid, Ws2812GridSettings):
            strip = self._strips.setdefault(grid.spi, Strip(self.loop, MOST))
            self.spi.solder_strip(strip, grid.spi)
            self.boards[name] = strip.part(grid.first, len(grid.leds))
            return grid
        assert isinstance(grid, SerialGridSettings)
        board = self.boards[name] = SerialBoard(self._folder / name, self.loop, reset=0.0)
        return replace(grid, port=str(board.port))

    # ── what is to be seen and done ──────────────────────────────────────────────────────────────

    def grid_seen(self, name: str) -> tuple[tuple[tuple[int, int, int], ...], ...] | None:
        """The rows that a player sees on this grid."""
        grid = self.settings.seats[int(name.removeprefix("seat").partition(".")[0])].grid
        lit = self.boards[name].lit
        assert grid is not None
        return as_seen(lit[-1].leds, grid) if lit else None

    def panel_seen(self, name: str) -> Image.Image:
        """The picture that a player sees on this panel."""
        return self.chips[name].image().rotate(-self._panels[name].rotation, expand=True)

    def pull(self, name: str) -> Chip:
        panel = self._on_i2c(name)
        return self.i2c.pull(bus_of(panel), panel.address)

    def put_back(self, name: str, chip: Chip) -> None:
        panel = self._on_i2c(name)
        self.i2c.solder(chip, bus_of(panel), panel.address)

    def _on_i2c(self, name: str) -> I2cPanelSettings:
        panel = self._panels[name]
        assert isinstance(panel, I2cPanelSettings)
        return panel

    def types(self, seat: int, key: str) -> None:
        """The first key of this seat's keypad that means this letter, or shares its key with others."""
        keypad = self.settings.seats[seat].keypad
        assert keypad is not None
        self.keypads[seat].tap(_kernel_name(keymap(keypad.keys, self.settings.keymaps), key), self.loop.time())

    @property
    def presses(self) -> list[tuple[int, str]]:
        return [(each.seat, each.key) for each in self.heard if isinstance(each, KeyPress) and each.down]

    @property
    def gone(self) -> list[str]:
        return [each.device for each in self.heard if isinstance(each, DeviceGone)]

    @property
    def back(self) -> list[str]:
        return [each.device for each in self.heard if isinstance(each, DeviceBack)]

    def close(self) -> None:
        self.table.close()
        for board in self.boards.values():
            match board:
                case SerialBoard():
                    board.unplug()
                case NetworkBoard():
                    board.off()
        for node in self.nodes.present():
            self.nodes.unplug(node.path)
        self.pins.reset()
        Device.pin_factory = None
        self.loop.close()


@contextmanager
def opened(settings: TableSettings, folder: Path) -> Iterator[Workshop]:
    with ExitStack() as buses:
        workshop = Workshop(settings, folder, buses)
        try:
            yield workshop
        finally:
            workshop.close()


def panels(settings: TableSettings) -> Iterator[tuple[str, PanelSettings]]:
    for number, seat in settings.seats.items():
        if seat.panel is not None:
            yield f"seat{number}.panel", seat.panel
    if settings.private is not None:
        yield "private", settings.private
    if settings.public is not None:
        yield "public", settings.public


def bus_of(panel: I2cPanelSettings) -> int:
    return panel.i2c if panel.channel is None else FIRST_CHANNEL + panel.channel


def _kernel_name(keys: Keymap, letter: str) -> str:
    from hardware.config.keymaps import CODES, LETTERS_ON

    digit = next((digit for digit, letters in LETTERS_ON.items() if letter in letters), "")
    wanted = digit if keys.numeric else letter
    code = next(code for code, key in keys.keys.items() if key == wanted)
    return next(name for name, number in CODES.items() if number == code)


def card(size: tuple[int, int], *, colour: bool, turn: int = 0) -> Image.Image:
    """A cross in a corner, another for each turn."""
    image = Image.new("RGB" if colour else "1", size)
    for place in range(20 + turn):
        image.putpixel((place, 2), (248, 0, 0) if colour else 1)
        image.putpixel((3, place), (0, 0, 248) if colour else 1)
    return image


def panel_frame(image: Image.Image) -> PanelFrame:
    return PanelFrame("1" if image.mode == "1" else "RGB", image.size, image.tobytes())


def grid_frame(number: int) -> GridFrame:
    """Differs from every other in its first row, and from itself turned around."""
    first = tuple((252 * (number >> bit & 1), 0, 252) for bit in range(5))
    return GridFrame((first, *[(DARK,) * 5] * 5))
