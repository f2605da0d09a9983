"""Keypads over pipes for tests: what is plugged in, what is typed, and everything the console hears of it."""

from collections.abc import Iterator
from contextlib import contextmanager

from hardware.config.settings import KeypadSettings
from hardware.inbox import Inbox
from hardware.kinds.keypad.driver import EvdevKeypads
from hardware.kinds.keypad.nodes import NodeName
from hardware.ports import DeviceBack, DeviceGone, Input, KeyPress
from hardware.simulated.wire.keypad import PipedNode, PipedNodes, PipeLoop
from tests.hardware.kinds.grid_table import open_files as descriptors

SOCKET_1, SOCKET_2 = "usb-0000:01:00.0-1.4", "usb-0000:01:00.0-1.3"
ADDRESS = "DC:2C:26:0A:0B:0C"
USB_PADS = {1: KeypadSettings(usb=SOCKET_1), 2: KeypadSettings(usb=SOCKET_2)}


class KeypadTable:
    """Keypads opened over pipes, and everything the console hears of them."""

    def __init__(self, pads: dict[int, KeypadSettings], *, udev: bool = True) -> None:
        self.loop = PipeLoop(now=1000.0)
        self.nodes = PipedNodes(udev=udev)
        self.heard: list[Input] = []
        inbox = Inbox(self.loop)
        inbox.listen(self.heard.append)
        self.keypads = EvdevKeypads(pads, {}, inbox, self.loop, self.nodes)
        self.first = self.second = PipedNode(NodeName("", "", ""))

    def plug(self, number: int, phys: str, uniq: str = "") -> PipedNode:
        return self.nodes.plug(f"/dev/input/event{number}", phys=phys, uniq=uniq)

    def open(self) -> "KeypadTable":
        self.keypads.open()
        self.loop.settle()
        return self

    def presses(self) -> list[KeyPress]:
        """Every press and release, once everything on the wires is read."""
        self.loop.turn_until_quiet()
        return [each for each in self.heard if isinstance(each, KeyPress)]

    def typed(self, seat: int = 1) -> str:
        return "".join(press.key for press in self.presses() if press.down and press.seat == seat)

    def news(self) -> list[str]:
        """Keypads gone and back, in order."""
        self.loop.turn_until_quiet()
        return [
            f"{each.device} {'gone' if isinstance(each, DeviceGone) else 'back'}"
            for each in self.heard
            if isinstance(each, DeviceGone | DeviceBack)
        ]

    def gone(self) -> list[DeviceGone]:
        self.loop.turn_until_quiet()
        return [each for each in self.heard if isinstance(each, DeviceGone)]


@contextmanager
def closed_in_the_end() -> Iterator[list[KeypadTable]]:
    """Tables put into this list are closed in the end, and then no descriptor is left open."""
    before = descriptors()
    opened: list[KeypadTable] = []
    yield opened
    for table in opened:
        table.keypads.close()
        for node in table.nodes.present():
            table.nodes.unplug(node.path)
    assert descriptors() <= before  # fewer: something that an earlier test dropped has gone


def two_seats() -> KeypadTable:
    """A table for two, open, both keypads plugged in."""
    table = KeypadTable(USB_PADS)
    table.first = table.plug(3, f"{SOCKET_1}/input0")
    table.second = table.plug(5, f"{SOCKET_2}/input0")
    return table.open()
