"""LED grids on their wires: Adalight or TPM2 to a board on USB, DDP to a board on the network.

No frame is waited for: a port or a socket takes it at once, or the lane goes on when it can. A frame that has begun is
always finished before a newer one begins.
"""

import asyncio
import errno
import os
import socket
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from time import sleep
from typing import Protocol

from hardware.displays import Driver, Heartbeat, LedGrid, Wires
from hardware.lanes import LoopLane, Unfinished
from hardware.ports import DeviceLost, GridFrame, Input
from hardware.settings import GridSettings
from hardware.wireformats import DDP_PORT, DDP_SEQUENCES, adalight, ddp, tpm2, wire_colours

# The kernel looks for a board on the local network for three seconds before it says that nobody answers.
NETWORK_TRUST = 4.0
LOOKS, A_MOMENT = 20, 0.001  # at a port that is closed, and seconds between them
REMEMBERED = 128  # frames whose bytes are kept: the same few letters and boards come again and again


def open_grid(
    name: str,
    settings: GridSettings,
    loop: asyncio.AbstractEventLoop,
    heartbeat: Heartbeat,
    tell: Callable[[Input], None],
) -> tuple[LedGrid, Wires]:
    """The grid that the console holds, and its wires, which whoever opened it closes."""
    on_network = settings.protocol == "ddp"
    driver: Driver[GridFrame] = NetworkGrid(name, settings) if on_network else SerialGrid(name, settings)
    wires = Wires(LoopLane(loop), loop)
    size = (settings.width, settings.height)
    grid = LedGrid(name, driver, wires, tell, size=size, trusted_after=NETWORK_TRUST if on_network else 0.0)
    heartbeat.keep_alive(grid)
    return grid, wires


class Port(Protocol):
    """As much of pyserial's `Serial` as a grid needs."""

    @property
    def out_waiting(self) -> int: ...
    def fileno(self) -> int: ...
    def reset_output_buffer(self) -> None: ...
    def close(self) -> None: ...


class SerialGrid:
    """A board on a serial port that speaks Adalight or TPM2. Opening the port may well reset it."""

    def __init__(self, name: str, settings: GridSettings) -> None:
        self._name = name
        self._settings = settings
        colours, packed = wire_colours(settings), tpm2 if settings.protocol == "tpm2" else adalight
        self._packed = lru_cache(REMEMBERED)(lambda frame: packed(colours(frame)))
        self._frame_bytes = 0
        self._port: Port | None = None

    def open(self) -> None:
        from serial import Serial  # type: ignore[import-untyped]  # pyserial has no types of its own

        try:
            self._port = Serial(self._settings.port, self._settings.baud, timeout=0, exclusive=True)
        except (OSError, ValueError, termios.error) as error:
            raise DeviceLost(self._name, why_no_port(self._settings, error)) from error

    def show(self, frame: GridFrame) -> Unfinished | None:
        packed = self._packed(frame)
        self._frame_bytes = len(packed)
        return self._write(packed)

    def _write(self, rest: bytes) -> Unfinished | None:
        """Not by pyserial's own `write`: on a port that is full, that one spins until there is room."""
        assert self._port is not None, "shown while it was not open"
        file = self._port.fileno()
        try:
            rest = rest[_written(file, rest) :]
            with suppress(BlockingIOError):
                os.read(file, 4096)  # whatever the board chatters; some boards stop when nobody listens
        except OSError as error:
            say = f"the board on {self._settings.port} was unplugged or lost its power. Plug it in, and it comes back."
            raise DeviceLost(self._name, say) from error
        return Unfinished(file, partial(self._write, rest)) if rest else None

    def dim(self, contrast: float) -> None:
        """A grid has no contrast of its own: its frames and its settings say how bright it is."""

    def close(self) -> None:
        port, self._port = self._port, None
        if port is None:
            return
        with suppress(OSError, termios.error):
            # Closing waits up to 30 s for bytes that the board does not take. A healthy one has a frame or two to go.
            if not _drains(port, to=4 * self._frame_bytes):
                port.reset_output_buffer()
        with suppress(OSError):
            port.close()


def _drains(port: Port, to: int) -> bool:
    """Whether no more bytes than these are left in a moment: a port may count its smallest write as a thousand."""
    for _ in range(LOOKS):
        if port.out_waiting <= to:
            return True
        sleep(A_MOMENT)
    return False


def _written(file: int, data: bytes) -> int:
    """How many of these bytes the port takes now."""
    try:
        return os.write(file, data)
    except BlockingIOError:
        return 0


def why_no_port(settings: GridSettings, error: Exception) -> str:
    """Why a serial port cannot be opened, and what to do about it."""
    port = settings.port
    match error.errno if isinstance(error, OSError) else None:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return (
                f"there is no {port}. Is its USB cable plugged in? `ls /dev/serial/by-path` lists the ports there are, "
                "and `wordtable doctor` which seat wants which."
            )
        case errno.EACCES | errno.EPERM:
            return (
                f"{port} may not be opened by this user. `sudo usermod -aG dialout $USER`, then log in again; "
                "the service has that group already."
            )
        case errno.EBUSY | errno.EAGAIN:
            return (
                f"{port} is in use by another program. `fuser -v {port}` names it: close it, and the grid comes back."
            )
    if isinstance(error, ValueError):
        return f"{port} cannot run at {settings.baud} baud. Take 115200, or what the board's firmware is set to."
    return f"{port} does not behave like a serial port. Is it the right one? `ls /dev/serial/by-path` lists them."


class NetworkGrid:
    """A board on the network that speaks DDP. Names are looked up on a thread of their own, at each opening anew."""

    def __init__(self, name: str, settings: GridSettings, port: int = DDP_PORT) -> None:
        self._name = name
        self._host = settings.host
        self._port = port
        self._colours = wire_colours(settings)
        self._sequence = 0
        self._socket: socket.socket | None = None
        self._lookup: Lookup | None = None

    def open(self) -> Unfinished | None:
        try:
            found = addresses(self._host, self._port, socket.AI_NUMERICHOST)
        except (socket.gaierror, UnicodeError):  # a name, or what can be none: the lookup will tell
            self._lookup = Lookup(self._host, self._port)
            return Unfinished(self._lookup.fileno(), self._looked_up, reading=True)
        self._connect(found)
        return None

    def _looked_up(self) -> None:
        assert self._lookup is not None
        found = self._lookup.found
        self._lookup.close()
        self._lookup = None
        if not found:
            say = (
                f"nobody in this network is called {self._host}. Is the board switched on? "
                "An address such as 192.168.1.50, kept for it in the router, always works."
            )
            raise DeviceLost(self._name, say)
        self._connect(found)

    def _connect(self, found: "Addresses") -> None:
        family, address = min(found, key=lambda each: each[0] != socket.AF_INET)  # few boards speak IPv6
        try:
            self._socket = socket.socket(family, socket.SOCK_DGRAM)
            self._socket.setblocking(False)
            self._socket.connect(address)  # so that the network's complaints reach this very socket
        except OSError as error:
            raise DeviceLost(self._name, why_no_answer(self._host, error)) from error

    def show(self, frame: GridFrame) -> Unfinished | None:
        self._sequence = self._sequence % DDP_SEQUENCES + 1
        return self._send(ddp(self._colours(frame), self._sequence))

    def _send(self, packet: bytes) -> Unfinished | None:
        assert self._socket is not None, "shown while it was not open"
        try:
            self._socket.send(packet)
        except BlockingIOError:
            return Unfinished(self._socket.fileno(), partial(self._send, packet))
        except OSError as error:
            raise DeviceLost(self._name, why_no_answer(self._host, error)) from error
        return None

    def dim(self, contrast: float) -> None:
        """A grid has no contrast of its own: its frames and its settings say how bright it is."""

    def close(self) -> None:
        if self._lookup is not None:
            self._lookup.close()
            self._lookup = None
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def why_no_answer(host: str, error: OSError) -> str:
    """Why nothing can be sent to a board on the network, and what to do about it."""
    match error.errno:
        case errno.ENETUNREACH | errno.ENETDOWN | errno.EADDRNOTAVAIL:
            return f"there is no network that leads to {host}. Is the console's Wi-Fi or cable connected?"
        case errno.EHOSTUNREACH | errno.EHOSTDOWN | errno.ETIMEDOUT:
            return f"nobody answers at {host}. Is the board switched on, and in the same network?"
        case errno.ECONNREFUSED:
            return f"{host} answers but takes no DDP. In WLED's sync settings, switch «receive UDP realtime» on."
        case errno.EACCES | errno.EPERM:
            return (
                f"sending to {host} is not allowed. Is it the address of one board, and does the firewall let it pass?"
            )
    return f"{host} cannot be sent to ({os.strerror(error.errno or 0)}). Is it the address of one board?"


Addresses = list[tuple[socket.AddressFamily, tuple[str | int | bytes, ...]]]


def addresses(host: str, port: int, flags: int = 0) -> Addresses:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM, flags=flags)
    return [(family, address) for family, _, _, _, address in found]


class Lookup:
    """Looks a name up without making anybody wait: its file can be read from when the answer is there."""

    def __init__(self, host: str, port: int) -> None:
        self.found: Addresses = []
        self._file, its_end = os.pipe()
        threading.Thread(target=self._look_up, args=(host, port, its_end), name=f"look up {host}", daemon=True).start()

    def fileno(self) -> int:
        return self._file

    def _look_up(self, host: str, port: int, its_end: int) -> None:
        try:
            with suppress(OSError, UnicodeError):
                self.found = addresses(host, port)
        finally:
            os.close(its_end)  # which is all that the other end waits for

    def close(self) -> None:
        """The thread may go on for a while; nobody listens to it any more."""
        os.close(self._file)
