"""LED grids on the network: a board that understands DDP, such as one with WLED."""

import errno
import json
import os
import re
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING, Literal

from firmware_host.frozen import frozen
from firmware_host.texts.text import NOTHING, Text, say, sentences, verbatim
from hardware.kinds.kind import GridKind, GridSettings, Mistake, Shared, Wire
from hardware.kinds.leds import (
    WATCHED,
    grid_mistakes,
    has_a_possible_size,
    how_much_they_draw,
    ways_to_stand,
    wire_colours,
)
from hardware.lanes import Unfinished
from hardware.names import DeviceName
from hardware.ports import DeviceLost, GridFrame
from hardware.workbench.findings import Finding, note, wrong

if TYPE_CHECKING:
    from hardware.config.settings import TableSettings
    from hardware.workbench.machine import Machine

DDP_PORT = 4048
DDP_VERSION_AND_PUSH, DDP_RGB, DDP_DISPLAY = 0x41, 0x0B, 0x01
DDP_LEDS = 480  # that boards take in one packet
DDP_SEQUENCES = 15  # numbered from 1; 0 would mean “not numbered”
# The kernel looks for a board on the local network for three seconds before it says that nobody answers.
HOST_NAME = re.compile(r"[\w-]+(\.[\w-]+)*\.?")
FOUR_NUMBERS = re.compile(r"[0-9.]+")
NETWORK_TRUST = 4.0
USUAL_PASSWORD = "wled1234"  # noqa: S105  # of every new board's own network
LONGEST_ANSWER = 1 << 16  # bytes; WLED's are a tenth of that


# ── settings ─────────────────────────────────────────────────────────────────────────────────────


@frozen
class DdpGridSettings(GridSettings):
    """A grid on the network."""

    protocol: Literal["ddp"] = "ddp"
    host: str = ""


def _mistakes(grid: DdpGridSettings, _table: "TableSettings") -> Iterator[Mistake]:
    if not grid.host:
        yield Mistake(say("DDP needs a host: the address of the board."))
    elif not _may_be_a_host(grid.host):
        only = say("host must be only the name or the address of the board, such as wled-1.local or 192.168.1.50.")
        yield Mistake(only, "host")
    yield from grid_mistakes(grid)
    if has_a_possible_size(grid) and grid.width * grid.height > DDP_LEDS:
        yield Mistake(say("over DDP a grid can have at most {most} LEDs, such as 24 by 20.", most=DDP_LEDS))


def _may_be_a_host(host: str) -> bool:
    """Whether it is an address, or a name that does not look like a broken address."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return bool(HOST_NAME.fullmatch(host)) and not FOUR_NUMBERS.fullmatch(host)
    return True


def _wires(grid: DdpGridSettings) -> list[Wire]:
    return [Wire(say("the board at {host}", host=grid.host))]


# ── driver ───────────────────────────────────────────────────────────────────────────────────────


def ddp(colours: bytes, sequence: int) -> bytes:
    """One packet for the whole grid, of `DDP_LEDS` at most."""
    header = bytes((DDP_VERSION_AND_PUSH, sequence, DDP_RGB, DDP_DISPLAY))
    return header + bytes(4) + len(colours).to_bytes(2) + colours


class NetworkGrid:
    """A board on the network. Its name is looked up each time it is opened, on a thread of its own."""

    def __init__(self, name: str, settings: DdpGridSettings, port: int = DDP_PORT) -> None:
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
        except (socket.gaierror, UnicodeError):  # a name, or nonsense: the lookup will tell
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
            raise DeviceLost(self._name, _no_such_name(self._host))
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


def _no_such_name(host: str) -> Text:
    return say(
        "no device named {host} on this network. Is the board switched on? An address such as 192.168.1.50, reserved "
        "for it in the router, always works.",
        host=host,
    )


def why_no_answer(host: str, error: OSError) -> Text:
    """Why nothing can be sent to a board on the network, and what to do about it."""
    match error.errno:
        case errno.ENETUNREACH | errno.ENETDOWN | errno.EADDRNOTAVAIL:
            return say(
                "the console has no network connection to {host}. Is the console's Wi-Fi or cable connected?", host=host
            )
        case errno.EHOSTUNREACH | errno.EHOSTDOWN | errno.ETIMEDOUT:
            return say("nothing answers at {host}. Is the board switched on, and on the same network?", host=host)
        case errno.ECONNREFUSED:
            return say(
                "{host} answers but does not accept DDP. In WLED's sync settings, switch on “receive UDP realtime”.",
                host=host,
            )
        case errno.EACCES | errno.EPERM:
            return say(
                "sending to {host} is not allowed. Is it the address of a single board, and does the firewall let it "
                "pass?",
                host=host,
            )
    return say(
        "cannot send to {host} ({error}). Is it the address of a single board?",
        host=host,
        error=os.strerror(error.errno or 0),
    )


def _driver(name: DeviceName, settings: DdpGridSettings, _shared: Shared) -> NetworkGrid:
    return NetworkGrid(name, settings)


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


# ── for the doctor ───────────────────────────────────────────────────────────────────────────────


def why_no_board(host: str, patience: float, port: int = DDP_PORT) -> Text:
    """Why nothing can be sent to a board, or `NOTHING`. Sends an empty datagram, which shows nothing."""
    try:
        found = addresses(host, port)
    except (OSError, UnicodeError):
        return _no_such_name(host)
    family, address = min(found, key=lambda each: each[0] != socket.AF_INET)
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.setblocking(False)
            asking.connect(address)
            asking.send(b"")
            select.select([asking], [], [], patience)
            asking.recv(1)
    except BlockingIOError:
        return NOTHING
    except OSError as error:
        return why_no_answer(host, error)
    return NOTHING


def length_of_password(host: str, patience: float, port: int = 80) -> int | None:
    """How long the password of a WLED board's own network is; None if nobody tells. The board never tells more."""
    from http.client import HTTPConnection, HTTPException  # it brings all of email, and only doctor asks this

    try:
        with closing(HTTPConnection(host, port, timeout=patience)) as asking:
            asking.request("GET", "/json/cfg")
            told = json.loads(asking.getresponse().read(LONGEST_ANSWER))
        length = told["ap"]["pskl"]
    except (OSError, HTTPException, ValueError, KeyError, TypeError, RecursionError):
        return None  # no WLED, a PIN, or no answer
    return length if isinstance(length, int) else None


def _ask(name: DeviceName, settings: DdpGridSettings, _table: "TableSettings", machine: "Machine") -> Finding:
    why_not = why_no_board(settings.host, machine.network_patience)
    if why_not != NOTHING:
        return wrong(name, why_not)
    works = say(
        "sending to {host} works, but DDP has no replies. To see whether a board listens: `wordtable try {seat}`.",
        host=settings.host,
        seat=name.seat or 0,
    )
    length = length_of_password(settings.host, machine.network_patience)
    return (wrong if length == 0 else note)(name, sentences(works, about_password(length)))


def about_password(length: int | None) -> Text:
    """A phone that joins a board's own network can watch its LEDs."""
    if length is None:
        return WATCHED
    if length == 0:
        return say(
            "WLED's own network has no password, so any phone can join it and watch the LEDs. Give it one; "
            "docs/guide/grid-seats.md says how."
        )
    if length == len(USUAL_PASSWORD):
        return say(
            "The password of WLED's own network has as many characters as WLED's default, {usual}, so it may still be "
            "that one. Choose a longer one, or any phone may watch the LEDs; docs/guide/grid-seats.md says how.",
            usual=USUAL_PASSWORD,
        )
    return say("The password of WLED's own network was changed.")


KIND = GridKind[DdpGridSettings](
    names=("ddp",),
    settings=DdpGridSettings,
    mistakes=_mistakes,
    wires=_wires,
    driver=_driver,
    trusted_after=NETWORK_TRUST,
    ask=_ask,
    takes_seconds=True,
    remarks=how_much_they_draw,
    ways=ways_to_stand,
    where=lambda grid: verbatim(grid.host),
)
