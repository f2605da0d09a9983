"""A simulated LED board on a real serial port: a pty whose other end reads Adalight and TPM2 as a board does.

It is as unforgiving as WLED: between frames many bytes are commands, and a header with one wrong byte is thrown away.
"""

import asyncio
import os
import termios
import tty
from collections.abc import Generator
from fcntl import ioctl
from pathlib import Path
from struct import pack

from hardware.kinds.serial_grid import ADALIGHT_START, TPM2_DATA, TPM2_END, TPM2_PING, TPM2_PONG, TPM2_START
from hardware.ports import Clock
from hardware.simulated.wire.boards import Lit, leds_of

RESET = 2.0  # seconds for which many boards are deaf after their port is opened
# What WLED obeys between frames: eight baud rates, JSON, its version, its LEDs, set-up and more. None is below 0x41.
COMMANDS = frozenset((*range(0xB0, 0xB8), *b"{vlLoOIX^"))
_OPENED = 0x01  # in packet mode: the reading side of the port was emptied, as pyserial does when it opens one


class Firmware:
    """The program on a board: takes one byte after the other, and remembers what it took for frames and commands."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.commands: list[int] = []
        self.ignored = 0  # bytes that were neither
        self.pings = 0
        self.restart()

    def restart(self) -> None:
        """As after a reset: whatever had begun to arrive is forgotten."""
        self._program = self._run()
        next(self._program)

    def take(self, data: bytes) -> None:
        for byte in data:
            self._program.send(byte)

    def _run(self) -> Generator[None, int, None]:
        while True:
            byte = yield
            if byte == ADALIGHT_START[0]:
                yield from self._adalight()
            elif byte == TPM2_START:
                yield from self._tpm2()
            else:
                self._between_frames(byte)

    def _adalight(self) -> Generator[None, int, None]:
        for expected in ADALIGHT_START[1:]:
            if (yield) != expected:
                self.ignored += 1
                return
        high, low, check = (yield), (yield), (yield)
        if check == high ^ low ^ 0x55:
            self.frames.append((yield from _bytes(3 * (high * 256 + low + 1))))
        else:
            self.ignored += 6

    def _tpm2(self) -> Generator[None, int, None]:
        kind = yield
        if kind == TPM2_PING:
            self.pings += 1
        elif kind == TPM2_DATA:
            high, low = (yield), (yield)
            colours = yield from _bytes(high * 256 + low)
            end = yield
            if end == TPM2_END:
                self.frames.append(colours)
            else:
                self.ignored += len(colours)
                self._between_frames(end)
        else:
            self.ignored += 2

    def _between_frames(self, byte: int) -> None:
        if byte in COMMANDS:
            self.commands.append(byte)
        else:
            self.ignored += 1


def _bytes(count: int) -> Generator[None, int, bytes]:
    taken = bytearray()
    while len(taken) < count:
        taken.append((yield))
    return bytes(taken)


class SerialBoard:
    """A board that can be plugged in, pulled, stopped and disturbed. Its port keeps its name, as by-path names do."""

    def __init__(self, port: Path, loop: asyncio.AbstractEventLoop, *, leds: int = 30, reset: float = RESET) -> None:
        self.port = port
        self.reset = reset
        self.firmware = Firmware()
        self.lit: list[Lit] = []
        self.openings = 0
        self._loop = loop
        self._clock: Clock = loop
        self._leds = leds
        self._deaf_until = 0.0
        self._to_lose = 0
        self._files: tuple[int, int] | None = None
        self._reading = False
        self.plug()

    def plug(self) -> None:
        assert self._files is None, "it is plugged in already"
        master, slave = os.openpty()
        os.set_blocking(master, False)
        tty.setraw(slave)
        ioctl(master, termios.TIOCPKT, pack("i", 1))
        # The board holds on to the slave as well: without any user of it, the master would be readable all the time.
        self._files = master, slave
        self.firmware.restart()
        self.port.symlink_to(os.ttyname(slave))
        self.read_on()

    def unplug(self) -> None:
        """The port is gone, with whatever was on its way."""
        if self._files is None:
            return
        self.stop_reading()
        self.port.unlink()
        for file in self._files:
            os.close(file)
        self._files = None

    def stop_reading(self) -> None:
        """The program on the board hangs: sooner or later the port is full."""
        if self._reading and self._files is not None:
            self._loop.remove_reader(self._files[0])
            self._reading = False

    def read_on(self) -> None:
        self._loop.add_reader(self.fileno(), self.read)
        self._reading = True

    def lose(self, count: int) -> None:
        """The next bytes never arrive."""
        self._to_lose += count

    def hear(self, noise: bytes) -> None:
        """Something on the wire that nobody sent."""
        self._take(noise)

    def chatter(self, said: bytes) -> None:
        """The board says something, as many do once a second or while they start."""
        os.write(self.fileno(), said)

    def fileno(self) -> int:
        """To wait on until something has arrived."""
        assert self._files is not None
        return self._files[0]

    def read(self, most: int = 65536) -> int:
        """Takes what has arrived, at most so many bytes; how many there were."""
        left = most
        while left > 0:
            try:
                packet = os.read(self.fileno(), left + 1)
            except BlockingIOError:
                break
            if packet[0] == 0:
                left -= len(packet) - 1
                lost = min(self._to_lose, len(packet) - 1)
                self._to_lose -= lost
                self._take(packet[1 + lost :])
            elif packet[0] & _OPENED:
                self.openings += 1
                self._deaf_until = self._clock.time() + self.reset
                self.firmware.restart()
        return most - left

    def _take(self, data: bytes) -> None:
        if self._clock.time() < self._deaf_until:
            return
        frames, pings = len(self.firmware.frames), self.firmware.pings
        self.firmware.take(data)
        self.lit += [Lit(self._clock.time(), leds_of(colours, self._leds)) for colours in self.firmware.frames[frames:]]
        if self.firmware.pings > pings:
            self.chatter(bytes((TPM2_PONG,)) * (self.firmware.pings - pings))
