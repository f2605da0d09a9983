"""LED grids on a serial port: a board on USB that understands Adalight or TPM2.

Sending never waits: a port takes a frame at once, or the lane goes on when it can. A frame that has begun is always
finished before a newer one begins.
"""

import errno
import os
import re
import termios
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from select import select
from time import sleep
from typing import TYPE_CHECKING, Literal, Protocol

from firmware_host.frozen import frozen
from firmware_host.texts.text import NOTHING, Text, say, verbatim
from hardware.displays import HANGS_AFTER
from hardware.errands import AT_ONCE, Errand
from hardware.kinds.kind import GridKind, GridSettings, Library, Mistake, Needs, Shared, Wire
from hardware.kinds.leds import about_boards, grid_mistakes, has_a_possible_size, ways_to_stand, wire_colours
from hardware.lanes import Unfinished
from hardware.names import DeviceName
from hardware.ports import DeviceLost, GridFrame
from hardware.workbench.findings import Finding, in_use, note, well, wrong

if TYPE_CHECKING:
    from hardware.config.settings import TableSettings
    from hardware.workbench.machine import Machine

ADALIGHT_START = b"Ada"
TPM2_START, TPM2_DATA, TPM2_PING, TPM2_PONG, TPM2_END = 0xC9, 0xDA, 0xAA, 0xAC, 0x36
SPEEDS = range(1200, 4_000_001)
USUAL_SPEEDS = (115_200, 230_400, 460_800, 500_000, 921_600, 1_000_000)  # that WLED can be set to
LONGEST_FRAME = 0.08  # seconds on the line
FOLDERS = ("/dev", "/dev/serial", "/dev/serial/by-id", "/dev/serial/by-path")
BARE_PORT = re.compile(r"tty\w+")
LOOKS, A_MOMENT = 20, 0.001  # at a port that is closed, and seconds between them
REMEMBERED = 128  # frames whose bytes are kept: the same few letters and boards come again and again


# ── settings ─────────────────────────────────────────────────────────────────────────────────────


@frozen
class SerialGridSettings(GridSettings):
    """A grid on a serial port."""

    protocol: Literal["adalight", "tpm2"] = "adalight"
    port: str = ""  # /dev/serial/by-path/…
    baud: int = 115_200


def _mistakes(grid: SerialGridSettings, table: "TableSettings") -> Iterator[Mistake]:
    if not grid.port:
        yield Mistake(say("{protocol} needs a port, such as /dev/serial/by-path/….", protocol=grid.protocol))
    yield from grid_mistakes(grid)
    if grid.baud not in SPEEDS:
        yield Mistake(say("baud must be a speed such as 115200."), "baud")
    elif has_a_possible_size(grid) and (slow := _too_slow(grid)):
        yield Mistake(slow, "baud")
    if grid.port and not table.simulated:
        yield from _odd_ports(grid.port)


def _odd_ports(port: str) -> Iterator[Mistake]:
    """Names that no serial port of Linux has."""
    if BARE_PORT.fullmatch(port):
        path = say("port must be a path: {path}, or better one from /dev/serial/by-path.", path=f"/dev/{port}")
        yield Mistake(path, "port")
    elif not port.startswith("/") or port.rstrip("/") in FOLDERS or port.startswith("/dev/input/"):
        yield Mistake(say("port must be the path of a serial port. `ls /dev/serial/by-path/*` lists them."), "port")


def _too_slow(grid: SerialGridSettings) -> Text:
    """A frame must not take so long that somebody sees it arrive. Each byte takes ten bits on the line."""
    bits = 10 * len(adalight(bytes(3 * grid.width * grid.height)))
    if bits <= grid.baud * LONGEST_FRAME:
        return NOTHING
    fast = next((speed for speed in USUAL_SPEEDS if bits <= speed * LONGEST_FRAME), USUAL_SPEEDS[-1])
    return say(
        "{leds} LEDs are too many for {baud} baud: they would light up one by one. Set the board and this to {fast}.",
        leds=grid.width * grid.height,
        baud=str(grid.baud),
        fast=str(fast),
    )


def _wires(grid: SerialGridSettings) -> list[Wire]:
    return [Wire(say("the port {port}", port=grid.port))]


# ── bytes ────────────────────────────────────────────────────────────────────────────────────────


def adalight(colours: bytes) -> bytes:
    high, low = divmod(len(colours) // 3 - 1, 256)
    return bytes((*ADALIGHT_START, high, low, high ^ low ^ 0x55)) + colours


def tpm2(colours: bytes) -> bytes:
    return bytes((TPM2_START, TPM2_DATA, *divmod(len(colours), 256))) + colours + bytes((TPM2_END,))


# ── driver ───────────────────────────────────────────────────────────────────────────────────────


class Port(Protocol):
    """As much of pyserial's `Serial` as a grid needs."""

    @property
    def out_waiting(self) -> int: ...
    def fileno(self) -> int: ...
    def reset_output_buffer(self) -> None: ...
    def close(self) -> None: ...


class SerialGrid:
    """A board on a serial port. Opening the port may reset it."""

    def __init__(self, name: str, settings: SerialGridSettings) -> None:
        self.name = name
        self._settings = settings
        colours, packed = wire_colours(settings), tpm2 if settings.protocol == "tpm2" else adalight
        self._packed = lru_cache(REMEMBERED)(lambda frame: packed(colours(frame)))
        self._frame_bytes = 0
        self._port: Port | None = None
        self._opening: Errand[Port] | None = None
        self._closing = threading.Event()  # set when the port is free
        self._closing.set()
        self.hangs = _hangs(settings.port)

    def open(self) -> Unfinished | None:
        """On a thread, because a board that hangs keeps the kernel waiting for seconds."""
        self._opening = Errand(f"open {self._settings.port}", self._connect, close_port)
        if not self._opening.ended(AT_ONCE):
            return Unfinished(self._opening.fileno(), self._opened, reading=True)
        self._opened()
        return None

    def _connect(self) -> "Port":
        from serial import Serial  # type: ignore[import-untyped]  # pyserial has no types of its own

        self._closing.wait()  # until the port is free again
        port: Port = Serial(self._settings.port, self._settings.baud, timeout=0, exclusive=True)
        return port

    def _opened(self) -> None:
        assert self._opening is not None, "something was to be opened"
        opening, self._opening = self._opening, None
        try:
            self._port = opening.take()
        except (OSError, ValueError, termios.error, ImportError) as error:
            raise DeviceLost(self.name, why_no_port(self._settings, error)) from error

    def show(self, frame: GridFrame) -> Unfinished | None:
        packed = self._packed(frame)
        self._frame_bytes = len(packed)
        return self._write(packed)

    def _write(self, rest: bytes) -> Unfinished | None:
        """Not with pyserial's own `write`, which spins until there is room when the port is full."""
        assert self._port is not None, "shown while it was not open"
        file = self._port.fileno()
        try:
            rest = rest[_written(file, rest) :]
            with suppress(BlockingIOError):
                os.read(file, 4096)  # whatever the board chatters; some boards stop when nobody reads it
        except OSError as error:
            raise DeviceLost(self.name, _unplugged(self._settings.port)) from error
        return Unfinished(file, partial(self._write, rest)) if rest else None

    def dim(self, contrast: float) -> None:
        """A grid has no contrast of its own: its frames and its settings say how bright it is."""

    def close(self) -> None:
        """What takes long goes on by itself. A port that is opened too late closes again."""
        if self._opening is not None:
            self._opening.forget()
            self._opening = None
        if self._port is not None:
            port, self._port = self._port, None
            self._closing = threading.Event()
            closing = Errand(f"close {self._settings.port}", partial(self._close, port, self._closing))
            closing.ended(AT_ONCE + LOOKS * A_MOMENT)
            closing.forget()

    def _close(self, port: "Port", closed: threading.Event) -> None:
        close_port(port, 4 * self._frame_bytes)
        closed.set()


def close_port(port: "Port", to: int = 0) -> None:
    """Closing waits up to 30 s for bytes that the board does not take. A healthy one has a frame or two left."""
    with suppress(OSError, termios.error):
        if not _drains(port, to):
            port.reset_output_buffer()
    with suppress(OSError):
        port.close()


def _drains(port: Port, to: int) -> bool:
    """Whether at most this many bytes are left in a moment. A port may count its smallest write as a thousand."""
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


def _hangs(port: str) -> Text:
    return say(
        "the board on {port} does not answer. Unplug it, wait a moment, and plug it in again. If that does not help, "
        "try another cable.",
        port=port,
    )


def _unplugged(port: str) -> Text:
    return say("the board on {port} was unplugged or lost its power. Plug it in, and it comes back.", port=port)


def why_no_port(settings: SerialGridSettings, error: Exception) -> Text:
    """Why a serial port cannot be opened, and what to do about it."""
    port = settings.port
    if isinstance(error, ImportError):
        return say("pyserial is not installed. Install it: `sudo apt install python3-serial`.")
    match error.errno if isinstance(error, OSError) else None:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return say(
                "there is no {port}. Is its USB cable plugged in? `ls /dev/serial/by-path` lists the ports, and "
                "`wordtable doctor` shows which seat needs which.",
                port=port,
            )
        case errno.EACCES | errno.EPERM:
            return say(
                "this user may not open {port}. Run `sudo usermod -aG dialout $USER`, then log in again; the service "
                "has that group already.",
                port=port,
            )
        case errno.EBUSY | errno.EAGAIN:
            return say(
                "{port} is in use by another program. `fuser -v {port}` shows which: close it, and the grid comes "
                "back.",
                port=port,
            )
    if isinstance(error, ValueError):
        return say(
            "{port} cannot run at {baud} baud. Use 115200, or the speed that the board's firmware is set to.",
            port=port,
            baud=str(settings.baud),
        )
    return say(
        "{port} does not behave like a serial port. Is it the right one? `ls /dev/serial/by-path` lists them.",
        port=port,
    )


def _driver(name: DeviceName, settings: SerialGridSettings, _shared: Shared) -> SerialGrid:
    return SerialGrid(name, settings)


# ── for doctor and setup ─────────────────────────────────────────────────────────────────────────


def ports(machine: "Machine") -> list[Path]:
    """Serial ports that may have a board, by the names that stay the same."""
    by_path = sorted(machine.dev.glob("serial/by-path/*"))
    # The kernel's newer names say `usbv2` or `usbv3`; the same port has its old name too.
    plain = [port for port in by_path if "-usbv" not in port.name]
    return plain or by_path or sorted([*machine.dev.glob("ttyUSB*"), *machine.dev.glob("ttyACM*")])


def _ask(name: DeviceName, settings: SerialGridSettings, table: "TableSettings", machine: "Machine") -> Finding:
    driver = SerialGrid(name, settings)
    try:
        open_and_wait(driver)
    except DeviceLost as lost:
        return _why_not(name, settings, table, machine, lost)
    finally:
        driver.close()
    return well(
        name,
        say(
            "{port} opens. To see whether a board listens: `wordtable try {seat}`.",
            port=settings.port,
            seat=name.seat or 0,
        ),
    )


def open_and_wait(driver: SerialGrid) -> None:
    """Raises a `DeviceLost` if it cannot be opened, or hangs."""
    unfinished = driver.open()
    if unfinished is None:
        return
    if not select([unfinished.file], [], [], HANGS_AFTER)[0]:
        raise DeviceLost(driver.name, driver.hangs)
    unfinished.go_on()


def _why_not(
    name: DeviceName, settings: SerialGridSettings, table: "TableSettings", machine: "Machine", lost: DeviceLost
) -> Finding:
    port = settings.port
    if machine.console_runs and in_use(lost):
        return well(name, say("{port} is there. It was not opened: the running console is using it.", port=port))
    if isinstance(lost.__cause__, ImportError) or Path(port).exists():
        return wrong(name, lost.say)
    free = tuple(f'port = "{each}"' for each in _free_ports(table, machine))
    if free:
        return wrong(
            name, say("there is no {port}. Is its USB cable plugged in? These ports are free:", port=port), free
        )
    return wrong(
        name,
        say("there is no {port}. Is its USB cable plugged in? No other board on USB was found.", port=port),
    )


def _free_ports(table: "TableSettings", machine: "Machine") -> list[Path]:
    grids = [seat.grid for seat in table.seats.values()]
    taken = {Path(grid.port).resolve() for grid in grids if isinstance(grid, SerialGridSettings) and grid.port}
    return [port for port in ports(machine) if port.resolve() not in taken]


def _plugged_in(machine: "Machine") -> Iterator[Finding]:
    if found := ports(machine):
        yield note("ports", say("these may have an LED board:"), tuple(f'port = "{port}"' for port in found))


def _found(machine: "Machine") -> list[SerialGridSettings]:
    return [SerialGridSettings(port=str(port)) for port in ports(machine)]


KIND = GridKind[SerialGridSettings](
    names=("adalight", "tpm2"),
    settings=SerialGridSettings,
    mistakes=_mistakes,
    wires=_wires,
    driver=_driver,
    needs=Needs(("dialout",), (Library("serial", "serial"),)),
    ask=_ask,
    plugged_in=_plugged_in,
    found=_found,
    remarks=about_boards,
    ways=ways_to_stand,
    where=lambda grid: verbatim(grid.port),
)
