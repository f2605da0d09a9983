"""USB I²C adapters made of Python: the kernel's i2c-tiny-usb drives them over vhci_hcd, and chips hang on their wires.

What the console writes takes the whole way: /dev/i2c-N, the I²C core, the driver, the USB stack, a socket, and us.
"""

import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from tests.kernel.guest.loop import Loop

VHCI = Path("/sys/devices/platform/vhci_hcd.0")
FULL_SPEED = 2
FREE = "004"  # of the states that a socket can be in
SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4  # of the USB/IP protocol
HEADER = struct.Struct(">5I iiiii 8s")
ANSWER = struct.Struct(">5I iiiii 8x")
STALL = -32  # as USB says that it does not understand
SETUP = struct.Struct("<BBHHH")
VENDOR, IN = 0x40, 0x80
GET_DESCRIPTOR = 6
# A full-speed device of one configuration with one interface and no endpoints but the control one.
DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0110, 0xFF, 0, 0, 8, 0x0403, 0xC631, 0x0205, 0, 0, 0, 1)
CONFIGURATION = struct.pack("<BBHBBBBB", 9, 2, 18, 1, 1, 0, 0x80, 50) + struct.pack("<9B", 9, 4, 0, 0, 0, 0xFF, 0, 0, 0)
LANGUAGES = struct.pack("<BBH", 4, 3, 0x0409)
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


class Adapter:
    """One adapter in one port of the virtual host controller."""

    def __init__(self, loop: Loop, port: int) -> None:
        self.chips: dict[int, Chip] = {}
        self._loop = loop
        self._port = port
        self._socket: socket.socket | None = None
        self._heard = b""
        self._status = 0

    def there(self) -> bool:
        folder = self._folder()
        return folder is not None and Path("/dev", folder.name).exists()

    def gone(self) -> bool:
        """The hub takes what was pulled away one after the other, each when nobody has its bus open any more."""
        sockets = (line.split() for line in (VHCI / "status").read_text().splitlines()[1:])
        free = any(int(number) == self._port and state == FREE for _, number, state, *_ in sockets)
        return free and self._folder() is None

    def plug(self) -> None:
        ours, kernels = socket.socketpair()
        (VHCI / "attach").write_text(f"{self._port} {kernels.fileno()} {0x10001 + self._port} {FULL_SPEED}")
        kernels.close()  # the kernel holds it now
        self._socket, self._heard, self._status = ours, b"", 0
        self._loop.read(ours.fileno(), self._hear)

    def unplug(self) -> None:
        """With it, everything on its wires loses its power."""
        if self._socket is not None:
            (VHCI / "detach").write_text(str(self._port))
            self._let_go()
            for chip in self.chips.values():
                chip.lose_power()

    def _folder(self) -> Path | None:
        """Where the kernel has its bus, once it has found it."""
        while True:
            with suppress(FileNotFoundError):  # something went while it was looked at: look again
                return next(VHCI.glob(f"usb*/*-{self._port + 1}/*:*/i2c-*"), None)

    def _let_go(self) -> None:
        if self._socket is not None:
            self._loop.forget(self._socket.fileno())
            self._socket.close()
            self._socket = None

    # ── USB ──────────────────────────────────────────────────────────────────────────────────────

    def _hear(self) -> None:
        assert self._socket is not None
        try:
            heard = self._socket.recv(65536)
        except OSError:
            heard = b""
        if not heard:
            self._let_go()
            return
        self._heard += heard
        while self._socket is not None and self._answer_one():
            pass

    def _answer_one(self) -> bool:
        """Answers one request if the whole of it has arrived."""
        if len(self._heard) < HEADER.size:
            return False
        command, number, _, inwards, endpoint, _, length, _, _, _, setup = HEADER.unpack_from(self._heard)
        size = HEADER.size + (length if command == SUBMIT and not inwards else 0)
        if len(self._heard) < size:
            return False
        given, self._heard = self._heard[HEADER.size : size], self._heard[size:]
        if command == UNLINK:
            self._send(ANSWER.pack(UNLINKED, number, 0, 0, 0, 0, 0, 0, 0, 0))
            return True
        answer = self._control(setup, given) if endpoint == 0 else None
        status, data = (STALL, b"") if answer is None else (0, answer[:length] if inwards else b"")
        done = len(data) if inwards else len(given)
        self._send(ANSWER.pack(SUBMITTED, number, 0, 0, 0, status, done, 0, 0, 0) + data)
        return True

    def _send(self, answer: bytes) -> None:
        if self._socket is not None:
            try:
                self._socket.sendall(answer)
            except OSError:
                self._let_go()

    def _control(self, setup: bytes, given: bytes) -> bytes | None:
        """An answer, or `None` where a device stalls because it has none."""
        kind, request, value, index, length = SETUP.unpack(setup)
        if kind & 0x60 == VENDOR:
            return self._adapt(request, value, index, length, given)
        if request == GET_DESCRIPTOR:
            return {1: DEVICE, 2: CONFIGURATION, 3: LANGUAGES if value & 0xFF == 0 else None}.get(value >> 8)
        return b"\0\0" if kind & IN else b""

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
