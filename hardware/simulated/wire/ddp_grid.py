"""A simulated LED board on the network: a real UDP socket that reads DDP as a board's firmware does."""

import asyncio
import socket

from hardware.kinds.ddp_grid import DDP_DISPLAY, DDP_RGB
from hardware.ports import Clock
from hardware.simulated.wire.boards import Lit, leds_of

_HEADER = 10
_VERSION, _VERSION_1, _PUSH = 0xC0, 0x40, 0x01  # of the first byte


class NetworkBoard:
    """A board that can be switched off and on again; it keeps its address."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, host: str = "127.0.0.1", port: int = 0, *, leds: int = 30
    ) -> None:
        self.address = (host, port)
        self.lit: list[Lit] = []
        self.sequence: list[int] = []  # the number of each packet
        self.refused: list[bytes] = []  # packets that are no DDP, or not for LEDs
        self._loop = loop
        self._clock: Clock = loop
        self._colours = bytearray(3 * leds)
        self._socket: socket.socket | None = None
        self.on()

    def on(self) -> None:
        assert self._socket is None, "it is on already"
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(self.address)
        self.address = self._socket.getsockname()
        self._loop.add_reader(self._socket, self.read)

    def off(self) -> None:
        if self._socket is not None:
            self._loop.remove_reader(self._socket)
            self._socket.close()
            self._socket = None

    def read(self) -> None:
        assert self._socket is not None
        while True:
            try:
                packet = self._socket.recv(2048)
            except BlockingIOError:
                return
            self.take(packet)

    def take(self, packet: bytes) -> None:
        if not _for_leds(packet):
            self.refused.append(packet)
            return
        self.sequence.append(packet[1] & 0x0F)
        offset = int.from_bytes(packet[4:8])
        colours = packet[_HEADER:][: max(0, len(self._colours) - offset)]
        self._colours[offset : offset + len(colours)] = colours
        if packet[0] & _PUSH:
            self.lit.append(Lit(self._clock.time(), leds_of(bytes(self._colours), len(self._colours) // 3)))


def _for_leds(packet: bytes) -> bool:
    return (
        len(packet) >= _HEADER
        and packet[0] & _VERSION == _VERSION_1
        and packet[2:4] == bytes((DDP_RGB, DDP_DISPLAY))
        and int.from_bytes(packet[8:10]) == len(packet) - _HEADER
    )
