"""USB I²C adapters made of Python: the kernel's i2c-tiny-usb drives them over vhci_hcd, and chips hang on their wires.

What the console writes takes the whole way: /dev/i2c-N, the I²C core, the driver, the USB stack, a socket, and us.
"""

import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from tests.kernel.guest.loop import Loop
from tests.kernel.guest.usb import VHCI, UsbDevice

VENDOR = 0x40
# A full-speed device of one configuration with one interface and no endpoints but the control one.
DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0110, 0xFF, 0, 0, 8, 0x0403, 0xC631, 0x0205, 0, 0, 0, 1)
CONFIGURATION = struct.pack("<BBHBBBBB", 9, 2, 18, 1, 1, 0, 0x80, 50) + struct.pack("<9B", 9, 4, 0, 0, 0, 0xFF, 0, 0, 0)
# What the driver asks of the adapter. A transfer has the flag, and perhaps that it is the first or last of several.
ABILITIES, STATUS, TRANSFER = 1, 3, 4
I2C_AND_SMBUS = 0x00000001 | 0x0EFF0000
READ = 1  # among the flags of a transfer
ACKNOWLEDGED, NOBODY = 1, 2


class Chip(Protocol):
    """What an adapter needs of a chip on its wires."""

    def write(self, data: bytes) -> None: ...
    def read(self, count: int) -> bytes: ...
    def lose_power(self) -> None: ...


class Adapter(UsbDevice):
    """One adapter in one port of the virtual host controller."""

    device, configuration = DEVICE, CONFIGURATION

    def __init__(self, loop: Loop, port: int) -> None:
        super().__init__(loop, port)
        self.chips: dict[int, Chip] = {}
        self._status = 0

    def there(self) -> bool:
        folder = self._folder()
        return folder is not None and Path("/dev", folder.name).exists()

    def gone(self) -> bool:
        """What was pulled goes when nobody has its bus open any more."""
        return self.is_free and self._folder() is None

    def plug(self) -> None:
        self._status = 0
        super().plug()

    def unplug(self) -> None:
        """With it, everything on its wires loses its power."""
        if self._socket is not None:
            super().unplug()
            for chip in self.chips.values():
                chip.lose_power()

    def _folder(self) -> Path | None:
        """Where the kernel has its bus, once it has found it."""
        while True:
            with suppress(FileNotFoundError):  # something went while it was looked at: look again
                return next(VHCI.glob(f"usb*/*-{self._port + 1}/*:*/i2c-*"), None)

    def control(self, kind: int, request: int, value: int, index: int, length: int, given: bytes) -> bytes | None:
        if kind & 0x60 == VENDOR:
            return self._adapt(request, value, index, length, given)
        return super().control(kind, request, value, index, length, given)

    # ── I²C ──────────────────────────────────────────────────────────────────────────────────────

    def _adapt(self, request: int, flags: int, address: int, length: int, given: bytes) -> bytes:
        if request == ABILITIES:
            return struct.pack("<I", I2C_AND_SMBUS)
        if request == STATUS:
            return bytes((self._status,))
        if not request & TRANSFER:
            return b""
        chip = self.chips.get(address)
        self._status = NOBODY if chip is None else ACKNOWLEDGED
        if flags & READ:
            return bytes(length) if chip is None else chip.read(length)
        if chip is not None and given:
            chip.write(given)
        return b""


class Panel:
    """A panel's chip as seen from the bus: whoever listens gets its bytes, and a reader learns whether it is on.

    `status` is what the chip would say of itself; pictures are made of the bytes elsewhere, where it is quick.
    """

    def __init__(self, listen: Callable[[bytes], object]) -> None:
        from hardware.simulated.wire.oled import Ssd1306

        self._listen = listen
        self._chip = Ssd1306()

    def write(self, data: bytes) -> None:
        if data[0] == 0x00:
            for command in data[1:]:
                self._chip.command(command)
        self._listen(data)

    def read(self, count: int) -> bytes:
        return bytes((self._chip.status,)) * count

    def lose_power(self) -> None:
        self._chip.reset()
