"""The keypads of a whole table, by evdev: found by socket or Bluetooth address, grabbed, read, looked for when lost.

Reading is apart from finding: whatever gives the bytes of `struct input_event` is read by the same code. Only
`LinuxNodes`, at the end, touches the kernel's devices.
"""

import errno
import fcntl
import os
import select
import struct
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hardware.displays import BACK_OFF
from hardware.inbox import Inbox
from hardware.keymaps import Typist, keymap
from hardware.ports import Alarm, Clock, DeviceBack, DeviceGone, DeviceLost, KeyPress
from hardware.settings import KeypadSettings

if TYPE_CHECKING:
    from evdev import InputDevice

EVENT = struct.Struct("@LLHHi")  # struct input_event: seconds, microseconds, type, code, value; 16 bytes on 32-bit ARM
AT_ONCE = 64 * EVENT.size  # what one read takes: the kernel's own queue for a keypad
EV_SYN, EV_KEY = 0, 1
SYN_REPORT, SYN_DROPPED = 0, 3
UP, DOWN = 0, 1  # and 2 for auto-repeat, which nobody needs here
SLOW_RESCAN = BACK_OFF[-1]


class Loop(Clock, Protocol):
    """What keypads need of an event loop. The time of asyncio's is the clock of the kernel's timestamps."""

    def add_reader(self, fd: int, callback: Callable[[], object], /) -> object: ...
    def remove_reader(self, fd: int, /) -> object: ...


@dataclass(frozen=True, slots=True)
class NodeName:
    """A node under /dev/input, by what the kernel says of it. One keypad may have several."""

    path: str
    phys: str  # the socket, and which of the keypad's nodes this is: usb-0000:01:00.0-1.4/input0
    uniq: str  # over Bluetooth, the keypad's address
    name: str = ""


class Node(Protocol):
    """A node that is open and never blocks. Every failure is an OSError, ENODEV once it is unplugged."""

    @property
    def called(self) -> NodeName: ...
    def fileno(self) -> int: ...
    def read(self) -> bytes: ...
    def active_keys(self) -> Sequence[int]: ...  # the kernel forgets unread key events when it is asked this
    def grab(self) -> None: ...
    def close(self) -> None: ...


class Nodes(Protocol):
    """Where nodes are found and opened."""

    def present(self) -> Iterable[NodeName]: ...
    def open(self, path: str) -> Node: ...
    def watch(self, loop: Loop, changed: Callable[[], None]) -> bool: ...  # False: nothing tells when one is plugged in
    def close(self) -> None: ...


def belongs(node: NodeName, settings: KeypadSettings) -> bool:
    """Whether this node is one of that keypad's."""
    if settings.bluetooth:
        return address_of(node.uniq) == address_of(settings.bluetooth)
    return bool(settings.usb) and socket_of(node.phys) == socket_of(settings.usb)


def socket_of(phys: str) -> str:
    """All nodes of a keypad have the same socket: their `phys` without what comes after the last slash."""
    return phys.rpartition("/")[0] or phys


def away(settings: KeypadSettings) -> str:
    """What is said of a keypad that is not there."""
    if settings.bluetooth:
        return "the keypad is asleep or out of reach. Press a key on it."
    where = socket_of(settings.usb)
    return f"there is no keypad in socket {where}. Plug it in there, or let `wordtable setup` find where it is now."


def address_of(written: str) -> str:
    return written.strip().replace("-", ":").lower()


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


class EventReader:
    """Reads one node: whole events out of whatever pieces the bytes come in, and a seat's presses out of events."""

    __slots__ = ("_dropping", "_held", "_last", "_node", "_put", "_rest", "_resync", "typist")

    def __init__(self, node: Node, typist: Typist, put: Callable[[KeyPress], None]) -> None:
        self._node = node
        self.typist = typist
        self._put = put
        self._rest = b""
        self._held: set[int] = set()  # codes that are down on this node, whatever they mean
        self._last = 0.0
        self._dropping = self._resync = False

    def read(self) -> None:
        """Takes what is there, at most one queue full, so that a flooding pad leaves the others their turn."""
        try:
            data = self._node.read()
            self._take(data)
            while self._resync and len(data) == AT_ONCE:  # asking for the keys' state would throw the rest away
                data = self._node.read()
                self._take(data)
        except BlockingIOError:
            pass
        if self._resync:
            self._resync = False
            self._let_go(self._held.difference(self._node.active_keys()), self._last)

    def let_all_go(self, when: float) -> None:
        self._let_go(set(self._held), when)

    def close(self) -> None:
        self._node.close()

    def fileno(self) -> int:
        return self._node.fileno()

    def _take(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        over = len(data) % EVENT.size
        self._rest = data[len(data) - over :] if over else b""
        if over:
            data = data[:-over]
        put, held, typist = self._put, self._held, self.typist
        for seconds, microseconds, kind, code, value in EVENT.iter_unpack(data):
            if kind == EV_KEY:
                if self._dropping:
                    continue
                self._last = when = seconds + microseconds / 1_000_000
                if value == DOWN:
                    held.add(code)
                    press = typist.press(code, when)
                elif value == UP:
                    held.discard(code)
                    press = typist.let_go(code, when)
                else:
                    continue
                if press is not None:
                    put(press)
            elif kind == EV_SYN and (self._dropping or code == SYN_DROPPED):
                self._sync(code, seconds + microseconds / 1_000_000)

    def _sync(self, code: int, when: float) -> None:
        """After a full queue the kernel says so; what follows up to the next report is only a part of it."""
        self._last = when
        if code == SYN_DROPPED:
            self._dropping = True
        elif code == SYN_REPORT:
            self._dropping = False
            self._resync = True

    def _let_go(self, codes: set[int], when: float) -> None:
        """These went up unseen. Keys that went down unseen stay unpressed: nobody knows in which order they were."""
        for code in codes:
            self._held.discard(code)
            release = self.typist.let_go(code, when)
            if release is not None:
                self._put(release)


# ── keypads ──────────────────────────────────────────────────────────────────────────────────────


class _Keypad:
    """What one seat types on: its keypad, and pads it was given at the table; their open nodes, and what was told."""

    def __init__(self, seat: int, inbox: Inbox) -> None:
        self.name = f"seat{seat}.keypad"
        self.seat = seat
        self.pads: dict[KeypadSettings, Typist] = {}
        self.readers: dict[str, EventReader] = {}
        self._inbox = inbox
        self._told = ""  # why it is gone, as the console knows it
        self.suspected = ""
        self.away = ""

    def add(self, settings: KeypadSettings, typist: Typist) -> None:
        self.pads[settings] = typist
        self.away = away(next(iter(self.pads)))

    def typist_of(self, node: NodeName) -> Typist | None:
        """Whose keys they are, if this node is of this seat."""
        return next((typist for settings, typist in self.pads.items() if belongs(node, settings)), None)

    @property
    def there(self) -> bool:
        return bool(self.readers) and not self._told

    def is_back(self) -> None:
        self.suspected = ""
        if self._told:
            self._told = ""
            self._inbox.put(DeviceBack(self.name))

    def is_gone(self, say: str) -> None:
        self.suspected = ""
        if say != self._told:
            self._told = say
            asleep = say == self.away and any(pad.bluetooth for pad in self.pads)
            self._inbox.put(DeviceGone(self.name, say, asleep))

    def is_refused(self, say: str) -> None:
        """Told at the second try only: just after plugging in, permissions come a moment later than the node."""
        if say in (self.suspected, self._told):
            self.is_gone(say)
        else:
            self.suspected = say


class EvdevKeypads:
    """Every keypad of a table. Presses, keypads gone and keypads back all go to the inbox."""

    def __init__(
        self,
        keypads: Mapping[int, KeypadSettings],
        keymaps: Mapping[str, Mapping[str, str]],
        inbox: Inbox,
        loop: Loop,
        nodes: Nodes | None = None,
    ) -> None:
        self._keymaps = keymaps
        self._inbox = inbox
        self._loop = loop
        self._keypads: dict[int, _Keypad] = {}
        for seat, settings in keypads.items():
            self._add(seat, settings)
        self._nodes = LinuxNodes() if nodes is None else nodes
        self._watched = False
        self._tries = 0
        self._alarm: Alarm | None = None
        self._epoll: select.epoll | None = None
        self._at: dict[int, tuple[_Keypad, str, EventReader]] = {}

    def open(self) -> None:
        """Takes every keypad that is there; the others are told gone, and looked for from now on."""
        self._watched = self._nodes.watch(self._loop, self.look_again)
        self._look()

    def there(self, seat: int) -> bool:
        return self._keypads[seat].there

    def look_again(self) -> None:
        """Something was plugged in or out: look now, and often for a while."""
        self._tries = 0
        self._look()

    def borrow(self, of: int, by: int) -> None:
        """The keypad of one seat acts for another from now on; `borrow(of=2, by=2)` gives it back to its owner.

        A pad that the seat is given later is not lent: its owner types on it.
        """
        if of not in self._keypads:
            raise DeviceLost(f"seat{of}.keypad", "this seat has no keypad to borrow. Choose another seat.")
        for typist in self._keypads[of].pads.values():
            for release in typist.let_all_go(self._loop.time()):
                self._inbox.put(release)
            typist.seat = by

    def give(self, pad: KeypadSettings, seat: int) -> None:
        """A pad that was paired at the table: this seat types on it too, and no other does any more."""
        for keypad in list(self._keypads.values()):
            given = [old for old in keypad.pads if address_of(old.bluetooth) == address_of(pad.bluetooth)]
            for old in given:
                self._take_away(keypad, old)
        self._add(seat, pad)
        self.look_again()

    def _add(self, seat: int, settings: KeypadSettings) -> None:
        keypad = self._keypads.setdefault(seat, _Keypad(seat, self._inbox))
        keypad.add(settings, Typist(seat, keymap(settings.keys, self._keymaps)))

    def _take_away(self, keypad: _Keypad, settings: KeypadSettings) -> None:
        typist = keypad.pads.pop(settings)
        for path, reader in list(keypad.readers.items()):
            if reader.typist is typist:
                reader.let_all_go(self._loop.time())
                self._shut(keypad, path)
        if not keypad.pads:  # it is as if the seat never had one: nobody waits for it
            keypad.is_back()
            del self._keypads[keypad.seat]

    def close(self) -> None:
        """Lets go of every node, which also ends the grab."""
        if self._alarm is not None:
            self._alarm.cancel()
        for keypad in self._keypads.values():
            for path in list(keypad.readers):
                self._shut(keypad, path)
        if self._epoll is not None:
            self._loop.remove_reader(self._epoll.fileno())
            self._epoll.close()
            self._epoll = None
        self._nodes.close()

    def _look(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        present = list(self._nodes.present())
        missing = [keypad for keypad in self._keypads.values() if not self._complete(keypad, present)]
        if missing:
            if any(keypad.suspected for keypad in missing):
                self._tries = 0  # the node is there, and will be allowed or let go in a moment
            delay = BACK_OFF[min(self._tries, len(BACK_OFF) - 1)]
            self._tries += 1
        elif not self._watched:
            delay = SLOW_RESCAN
        else:
            return
        self._alarm = self._loop.call_later(delay, self._look)

    def _complete(self, keypad: _Keypad, present: list[NodeName]) -> bool:
        """Opens what belongs to this keypad and is not open yet; True if all of it is there now."""
        refused = ""
        for node in present:
            if node.path not in keypad.readers and keypad.typist_of(node) is not None:
                try:
                    self._take(keypad, node.path)
                except DeviceLost as lost:
                    refused = lost.say  # not the error itself, which holds on to a node that was half open
        if refused:
            keypad.is_refused(refused)
        elif keypad.readers:
            keypad.is_back()
        else:
            keypad.is_gone(keypad.away)
        return not refused and bool(keypad.readers)

    def _take(self, keypad: _Keypad, path: str) -> None:
        with in_sentences(keypad.name, path):
            node = self._nodes.open(path)
            try:
                typist = keypad.typist_of(node.called)
                if typist is None:
                    raise DeviceLost(keypad.name, keypad.away)  # the number went to another device a moment ago
                grab_quietly(keypad.name, node)
            except BaseException:
                node.close()
                raise
        reader = EventReader(node, typist, self._inbox.put)
        keypad.readers[path] = reader
        self._at[node.fileno()] = keypad, path, reader
        self._ready_nodes().register(node.fileno(), select.EPOLLIN)

    def _ready_nodes(self) -> select.epoll:
        """All nodes behind one descriptor: those that are ready together are read, sorted and heard together."""
        if self._epoll is None:
            self._epoll = select.epoll()
            self._loop.add_reader(self._epoll.fileno(), partial(self._inbox.hand_on_after, self._read_all))
        return self._epoll

    def _read_all(self) -> None:
        for file, _ in self._ready_nodes().poll(0):
            if file in self._at:  # a node's end may have closed another one
                self._read(*self._at[file])

    def _read(self, keypad: _Keypad, path: str, reader: EventReader) -> None:
        try:
            reader.read()
        except OSError:
            reader.let_all_go(self._loop.time())
            self._shut(keypad, path)
            if not keypad.readers:
                keypad.is_gone(keypad.away)
            self._tries = 0
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm = self._loop.call_later(BACK_OFF[0], self._look)

    def _shut(self, keypad: _Keypad, path: str) -> None:
        reader = keypad.readers.pop(path)
        self._ready_nodes().unregister(reader.fileno())
        del self._at[reader.fileno()]
        reader.close()


class KeyHeld(DeviceLost):
    """A keypad that can be had as soon as its keys are let go of."""


def grab_quietly(name: str, node: Node) -> None:
    """Nobody else hears this node from now on. Not while a key is down: the Pi's console would see it held for ever."""
    held = KeyHeld(name, "a key is held down. Let go of all its keys, and it joins by itself.")
    if node.active_keys():
        raise held
    node.grab()
    if node.active_keys():
        raise held


@contextmanager
def in_sentences(name: str, path: str) -> Iterator[None]:
    """Whatever goes wrong with a node becomes a `DeviceLost` that says what to do."""
    try:
        yield
    except ImportError as error:
        say = "evdev is not installed here. `sudo apt install python3-evdev` brings it."
        raise DeviceLost(name, say) from error
    except PermissionError as error:
        say = f"{path} may not be read. `sudo usermod -aG input $USER` allows it, from the next login on."
        raise DeviceLost(name, say) from error
    except OSError as error:
        if error.errno == errno.EBUSY:
            say = f"another program has {path} to itself. `sudo fuser -v {path}` names it: stop it."
        else:
            say = f"{path} cannot be opened ({error.strerror}). Unplug the keypad and plug it in again."
        raise DeviceLost(name, say) from error
    except UnicodeDecodeError as error:  # a name cut off in the middle of a letter: evdev reads it or nothing
        say = f"{path} has a name that cannot be read, so it cannot be used. Take a keypad of another kind."
        raise DeviceLost(name, say) from error


# ── the kernel's own nodes ───────────────────────────────────────────────────────────────────────

EVIOCSCLOCKID = 0x400445A0  # _IOW('E', 0xa0, int): on which clock this reader's timestamps are


class LinuxNode:
    """A node of /dev/input, by evdev, its timestamps on the monotonic clock."""

    def __init__(self, device: "InputDevice[str]") -> None:
        self._device = device
        self.called = NodeName(str(device.path), device.phys, device.uniq, device.name)
        self.read = partial(os.read, device.fd, AT_ONCE)
        self.active_keys = device.active_keys
        self.grab = device.grab
        self.close = device.close
        fcntl.ioctl(device.fd, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))

    def fileno(self) -> int:
        return self._device.fd


class _Monitor(Protocol):
    """The part of pyudev's monitor that is used here; pyudev has no types of its own."""

    def fileno(self) -> int: ...
    def poll(self, timeout: float) -> object | None: ...


class LinuxNodes:
    """What is plugged in, by sysfs, which needs no permission; hot-plug by udev, which has set permissions by then."""

    def __init__(
        self,
        sysfs: Path = Path("/sys/class/input"),
        devices: Path = Path("/dev/input"),
        udev: Path = Path("/run/udev/control"),
    ) -> None:
        self._sysfs = sysfs
        self._devices = devices
        self._udev = udev
        self._monitor: _Monitor | None = None
        self._loop: Loop | None = None

    def present(self) -> Iterator[NodeName]:
        for node in sorted(self._sysfs.glob("event*")):
            phys, uniq, name = (_line(node / "device" / fact) for fact in ("phys", "uniq", "name"))
            yield NodeName(str(self._devices / node.name), phys, uniq, name)

    def open(self, path: str) -> Node:
        from evdev import InputDevice

        device = InputDevice(path)
        try:
            return LinuxNode(device)
        except BaseException:
            device.close()
            raise

    def watch(self, loop: Loop, changed: Callable[[], None]) -> bool:
        if not self._udev.exists():  # in a container the monitor opens all right, and never says anything
            return False
        try:
            import pyudev  # type: ignore[import-untyped]  # it has none; _Monitor says what is used

            monitor = pyudev.Monitor.from_netlink(pyudev.Context())
            monitor.filter_by("input")
            monitor.start()
        except (ImportError, OSError):  # no pyudev, no libudev, or no netlink
            return False
        self._monitor, self._loop = monitor, loop
        loop.add_reader(monitor.fileno(), partial(self._plugged, monitor, changed))
        return True

    def close(self) -> None:
        if self._monitor is not None and self._loop is not None:
            self._loop.remove_reader(self._monitor.fileno())
            self._monitor = None  # pyudev closes it when nobody holds it any more

    def _plugged(self, monitor: _Monitor, changed: Callable[[], None]) -> None:
        try:
            while monitor.poll(0) is not None:
                pass
        except OSError:
            pass  # more came than the socket could hold; that something changed is all that is needed
        changed()


def _line(file: Path) -> str:
    try:
        return file.read_text(errors="replace").strip()
    except OSError:  # unplugged while it was read, or it has no such fact
        return ""
