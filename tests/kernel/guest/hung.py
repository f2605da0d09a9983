"""A board that enumerates and then hangs: a serial port on USB that ignores every message about it."""

import struct
from pathlib import Path

from tests.kernel.guest.loop import Loop
from tests.kernel.guest.usb import NoAnswer, UsbDevice

CLASS = 0x20  # of requests, beside the standard ones: the line's speed, and whether anybody is there
# A full-speed modem (CDC-ACM): one interface for control with an interrupt endpoint, and one for data with two.
DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 2, 0, 0, 64, 0x1D6B, 0x0104, 0x0100, 0, 0, 0, 1)
CONTROL = bytes((9, 4, 0, 0, 1, 2, 2, 1, 0)) + bytes(
    (5, 0x24, 0, 0x10, 0x01, 5, 0x24, 1, 0, 1, 4, 0x24, 2, 2, 5, 0x24, 6, 0, 1, 7, 5, 0x81, 3, 8, 0, 10)
)
DATA = bytes((9, 4, 1, 0, 2, 10, 0, 0, 0, 7, 5, 0x82, 2, 64, 0, 0, 7, 5, 0x02, 2, 64, 0, 0))
CONFIGURATION = struct.pack("<BBHBBBBB", 9, 2, 9 + len(CONTROL + DATA), 2, 1, 0, 0x80, 50) + CONTROL + DATA


class HungBoard(UsbDevice):
    """In a port of the virtual host controller. The kernel waits five seconds for each of its answers."""

    device, configuration = DEVICE, CONFIGURATION

    def __init__(self, loop: Loop, port: int) -> None:
        super().__init__(loop, port)
        self._node = Path(f"/dev/serial/by-path/platform-vhci_hcd.0-usb-0:{port + 1}:1.0")
        self.ignored = 0

    def there(self) -> bool:
        return self._node.exists()

    def gone(self) -> bool:
        return self.is_free and not self._node.exists()

    def control(self, kind: int, request: int, value: int, index: int, length: int, given: bytes) -> bytes | None:
        if kind & 0x60 == CLASS:
            self.ignored += 1
            raise NoAnswer
        return super().control(kind, request, value, index, length, given)

    def transfer(self, endpoint: int, given: bytes) -> bytes | None:
        del endpoint, given
        raise NoAnswer
