"""A mixed table on which everything can be pulled and put back, for tests of faults and for the soak."""

from pathlib import Path

from hardware.ports import DeviceBack, DeviceGone
from hardware.simulated.wire.oled import Chip
from hardware.simulated.wire.serial_grid import SerialBoard
from tests.hardware.kinds.grid_table import number_of, numbered
from tests.hardware.workshop import Workshop, card, panel_frame

STEP = 0.05
# Four seats: panels on two adapters, and grids on two ports.
MIXED = """\
[private]
i2c = 3
[buttons]
pause = 17
[seat.1]
hooded = true
keypad = { usb = "usb-1.1" }
panel = { i2c = 1 }
[seat.2]
hooded = true
keypad = { usb = "usb-1.2" }
panel = { i2c = 3, address = 0x3D }
[seat.3]
keypad = { usb = "usb-1.3" }
grid = { port = "/dev/three" }
[seat.4]
keypad = { bluetooth = "DC:2C:26:0A:0B:0C" }
grid = { port = "/dev/four", protocol = "tpm2" }
"""
DISPLAYS = {1: "seat1.panel", 2: "seat2.panel", 3: "seat3.grid", 4: "seat4.grid"}


class BadEvening:
    """A mixed table whose every device can be pulled and put back; time passes in small steps, real wires keep up."""

    def __init__(self, workshop: Workshop, folder: Path) -> None:
        self.shop = workshop
        self.sysfs = folder / "sysfs"
        self.loop = workshop.loop
        self._pulled: dict[str, Chip] = {}
        self._keypads = {node.called.path: node.called for node in workshop.keypads.values()}

    def passes(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self.loop.fly(STEP)
            self.loop.wait(self.quiet)

    def quiet(self) -> bool:
        return self.shop.quiet()

    def show(self, seat: int, number: int) -> None:
        grid, panel = self.shop.table.seats[seat].grid, self.shop.table.seats[seat].panel
        if grid is not None:
            grid.show(numbered(number))
        if panel is not None:
            panel.show(panel_frame(card(panel.size, colour=False, turn=number)))

    def sees(self, seat: int, number: int) -> None:
        """Waits until that seat's display shows it, whole."""
        self.loop.wait(lambda: self.quiet() and self.shows(DISPLAYS[seat], number))

    def shows(self, name: str, number: int) -> bool:
        if name in self.shop.boards:
            rows = self.shop.grid_seen(name)
            return rows is not None and number_of(tuple(led for row in rows for led in row)) == number
        return self.shop.panel_seen(name).tobytes() == card((128, 64), colour=False, turn=number).tobytes()

    def pull(self, name: str) -> None:
        if name.endswith("keypad"):
            self.shop.nodes.unplug(f"/dev/input/event{name[4]}")
        elif name.endswith("grid"):
            self.board(name).unplug()
        else:
            self._pulled[name] = self.shop.pull(name)

    def put_back(self, name: str) -> None:
        if name.endswith("keypad"):
            called = self._keypads[f"/dev/input/event{name[4]}"]
            self.shop.keypads[int(name[4])] = self.shop.nodes.plug(called.path, phys=called.phys, uniq=called.uniq)
        elif name.endswith("grid"):
            self.board(name).plug()
        else:
            self.shop.put_back(name, self._pulled.pop(name))

    def board(self, name: str) -> SerialBoard:
        board = self.shop.boards[name]
        assert isinstance(board, SerialBoard)
        return board

    def news_of(self, name: str) -> list[str]:
        news = [each for each in self.shop.heard if isinstance(each, DeviceGone | DeviceBack) and each.device == name]
        return ["gone" if isinstance(each, DeviceGone) else "back" for each in news]

    def typed(self, seat: int) -> str:
        return "".join(key for typist, key in self.shop.presses if typist == seat)
