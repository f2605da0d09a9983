"""USB devices made of Python: the kernel has them on vhci_hcd, its end of USB/IP, and talks to us through a socket."""

import socket
import struct
from pathlib import Path

from tests.kernel.guest.loop import Loop

VHCI = Path("/sys/devices/platform/vhci_hcd.0")
FULL_SPEED = 2
FREE = "004"  # of the states that a socket can be in
SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4  # of the USB/IP protocol
HEADER = struct.Struct(">5I iiiii 8s")
ANSWER = struct.Struct(">5I iiiii 8x")
STALL, RESET = -32, -104  # as USB says that it does not understand, and that a request was taken back
SETUP = struct.Struct("<BBHHH")
IN = 0x80
DEVICE, CONFIGURATION, STRING, GET_DESCRIPTOR = 1, 2, 3, 6
LANGUAGES = struct.pack("<BBH", 4, 3, 0x0409)


class NoAnswer(Exception):
    """The device says nothing, not even that it does not understand."""


class UsbDevice:
    """One device in one port of the virtual host controller. What it is and does, others say."""

    device = b""
    configuration = b""

    def __init__(self, loop: Loop, port: int) -> None:
        self._loop = loop
        self._port = port
        self._socket: socket.socket | None = None
        self._heard = b""

    @property
    def is_free(self) -> bool:
        """Whether the hub has missed what was pulled; it takes one after the other."""
        sockets = (line.split() for line in (VHCI / "status").read_text().splitlines()[1:])
        return any(int(number) == self._port and state == FREE for _, number, state, *_ in sockets)

    def plug(self) -> None:
        ours, kernels = socket.socketpair()
        (VHCI / "attach").write_text(f"{self._port} {kernels.fileno()} {0x10001 + self._port} {FULL_SPEED}")
        kernels.close()  # the kernel holds it now
        self._socket, self._heard = ours, b""
        self._loop.read(ours.fileno(), self._hear)

    def unplug(self) -> None:
        if self._socket is not None:
            (VHCI / "detach").write_text(str(self._port))
            self._let_go()

    def control(self, kind: int, request: int, value: int, index: int, length: int, given: bytes) -> bytes | None:
        """An answer, or `None` where a device stalls because it has none. These are the standard ones."""
        del index, length, given
        if request == GET_DESCRIPTOR:
            languages = LANGUAGES if value & 0xFF == 0 else None
            return {DEVICE: self.device, CONFIGURATION: self.configuration, STRING: languages}.get(value >> 8)
        return b"\0\0" if kind & IN else b""

    def transfer(self, endpoint: int, given: bytes) -> bytes | None:
        """What another endpoint than the first answers."""
        del endpoint, given
        return None

    def _let_go(self) -> None:
        if self._socket is not None:
            self._loop.forget(self._socket.fileno())
            self._socket.close()
            self._socket = None

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
            self._send(ANSWER.pack(UNLINKED, number, 0, 0, 0, RESET, 0, 0, 0, 0))
            return True
        try:
            answer = self._asked(setup, given) if endpoint == 0 else self.transfer(endpoint, given)
        except NoAnswer:
            return True
        status, data = (STALL, b"") if answer is None else (0, answer[:length] if inwards else b"")
        done = len(data) if inwards else len(given)
        self._send(ANSWER.pack(SUBMITTED, number, 0, 0, 0, status, done, 0, 0, 0) + data)
        return True

    def _asked(self, setup: bytes, given: bytes) -> bytes | None:
        kind, request, value, index, length = SETUP.unpack(setup)
        return self.control(kind, request, value, index, length, given)

    def _send(self, answer: bytes) -> None:
        if self._socket is not None:
            try:
                self._socket.sendall(answer)
            except OSError:
                self._let_go()
