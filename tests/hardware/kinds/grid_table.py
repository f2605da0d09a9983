"""A table of LED grids for tests: simulated boards on real ports, each with the real driver in front of it."""

from pathlib import Path
from typing import Literal

from firmware_host.texts.language import english
from hardware.config.settings import DdpGridSettings, GridSettings, SerialGridSettings
from hardware.displays import Heartbeat, LedGrid, Wires
from hardware.kinds.ddp_grid import NetworkGrid
from hardware.lanes import LoopLane
from hardware.names import DeviceName
from hardware.ports import Colour, DeviceBack, DeviceGone, GridFrame, Input
from hardware.simulated.wire.ddp_grid import NetworkBoard
from hardware.simulated.wire.serial_grid import SerialBoard
from hardware.table import RealDevices
from tests.hardware.table_loop import TableLoop


def frame(*colours: Colour, size: tuple[int, int] = (5, 6)) -> GridFrame:
    """These colours from the top left, and dark from there on."""
    width, height = size
    places = [*colours, *[(0, 0, 0)] * (width * height - len(colours))]
    return GridFrame(tuple(tuple(places[row * width : (row + 1) * width]) for row in range(height)))


def numbered(number: int) -> GridFrame:
    """A frame that differs from every other: its number in the first LEDs, in colours that no dimming makes equal."""
    return frame(*[((number >> bit & 1) * 255, 0, 255) for bit in range(20)])


def number_of(leds: tuple[Colour, ...]) -> int:
    return sum((red > 0) << bit for bit, (red, _, _) in enumerate(leds[:20]))


class Seat:
    def __init__(self, table: "GridTable", grid: LedGrid, board: SerialBoard) -> None:
        self.table, self.grid, self.board = table, grid, board

    def shows(self, number: int) -> None:
        self.grid.show(numbered(number))

    @property
    def numbers(self) -> list[int]:
        """The numbers of all frames that the LEDs showed."""
        return [number_of(lit.leds) for lit in self.board.lit]

    @property
    def stuck(self) -> bool:
        """Whether the driver waits for room in its port; for tables with one seat."""
        return self.table.loop.waits_to_write

    def sees(self, number: int) -> None:
        """Waits until the LEDs show this frame."""
        self.table.loop.wait(lambda: self.numbers[-1:] == [number])


class GridTable:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.loop = TableLoop()
        self.heartbeat = Heartbeat(self.loop)
        self.told: list[Input] = []
        self._wires: list[Wires] = []
        self._boards: list[SerialBoard] = []
        self._network_boards: list[NetworkBoard] = []

    def seat(
        self, protocol: Literal["adalight", "tpm2"] = "adalight", *, reset: float = 0.0, pulled: bool = False
    ) -> Seat:
        """A seat with a board on USB; by default it is awake as soon as its port is open."""
        board = self.board(reset=reset)
        if pulled:
            board.unplug()
        return self.seat_with(board, protocol)

    def board(self, *, reset: float = 0.0) -> SerialBoard:
        self._boards.append(SerialBoard(self.folder / f"usb-{len(self._boards)}", self.loop, reset=reset))
        return self._boards[-1]

    def seat_with(self, board: SerialBoard, protocol: Literal["adalight", "tpm2"] = "adalight") -> Seat:
        return Seat(self, self.grid(SerialGridSettings(protocol=protocol, port=str(board.port))), board)

    def grid(self, settings: GridSettings) -> LedGrid:
        """As a table opens it."""
        name, maker = DeviceName("grid", 1), RealDevices(self.loop)
        wires = Wires(maker.lane(name, settings), self.loop)
        self._wires.append(wires)
        trusted = maker.trusted_after(settings)
        driver = maker.grid(name, settings)
        grid = LedGrid(name, driver, wires, self.told.append, size=settings.size, trusted_after=trusted)
        self.heartbeat.keep_alive(grid)
        return grid

    def network_board(self) -> NetworkBoard:
        board = NetworkBoard(self.loop)
        self._network_boards.append(board)
        return board

    def network_grid(self, host: str, port: int, *, trusted_after: float = 0.0) -> LedGrid:
        wires = Wires(LoopLane(self.loop), self.loop)
        self._wires.append(wires)
        driver = NetworkGrid("seat1.grid", DdpGridSettings(host=host), port)
        return LedGrid("seat1.grid", driver, wires, self.told.append, size=(5, 6), trusted_after=trusted_after)

    @property
    def gone(self) -> list[str]:
        """Why devices were lost, in words."""
        return [english(told.say) for told in self.told if isinstance(told, DeviceGone)]

    @property
    def back(self) -> int:
        return sum(isinstance(told, DeviceBack) for told in self.told)

    def let_go(self) -> None:
        """Every grid is closed; the boards are still there."""
        self.heartbeat.close()
        while self._wires:
            self._wires.pop().close()

    def close(self) -> None:
        self.let_go()
        for board in self._boards:
            board.unplug()
        for network_board in self._network_boards:
            network_board.off()
        self.loop.close()


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))
