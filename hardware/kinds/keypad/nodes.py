"""The kernel's input nodes: which belong to a keypad, and how one is found, opened and kept for us alone.

Only `LinuxNodes`, at the end, touches the kernel's devices. Everything else takes whatever stands in for them.
"""

import errno
import fcntl
import os
import struct
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from firmware_host.frozen import frozen
from firmware_host.texts.text import Text, say
from hardware.ports import Clock, DeviceLost

if TYPE_CHECKING:
    from evdev import InputDevice

    from hardware.kinds.keypad import KeypadSettings

EVENT = struct.Struct("@LLHHi")  # struct input_event: seconds, microseconds, type, code, value; 16 bytes on 32-bit ARM
AT_ONCE = 64 * EVENT.size  # what one read takes: the kernel's own queue for a keypad


class Loop(Clock, Protocol):
    """What keypads need of an event loop. asyncio's has the clock of the kernel's timestamps."""

    def add_reader(self, fd: int, callback: Callable[[], object], /) -> object: ...
    def remove_reader(self, fd: int, /) -> object: ...


@frozen
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
    def watch(self, loop: Loop, changed: Callable[[], None]) -> bool: ...  # False: nothing reports new ones
    def close(self) -> None: ...


def belongs(node: NodeName, settings: "KeypadSettings") -> bool:
    """Whether this node is one of that keypad's."""
    if settings.bluetooth:
        return address_of(node.uniq) == address_of(settings.bluetooth)
    return bool(settings.usb) and socket_of(node.phys) == socket_of(settings.usb)


def socket_of(phys: str) -> str:
    """All nodes of a keypad have the same socket: their `phys` without what comes after the last slash."""
    return phys.rpartition("/")[0] or phys


def away(settings: "KeypadSettings") -> Text:
    """What is said of a keypad that is not there."""
    if settings.bluetooth:
        return say("the keypad is asleep or out of reach. Press a key on it.")
    return say(
        "no keypad in socket {socket}. Plug it in there, or run `wordtable setup` to find where it is now.",
        socket=socket_of(settings.usb),
    )


def address_of(written: str) -> str:
    return written.strip().replace("-", ":").lower()


class KeyHeld(DeviceLost):
    """A keypad that can be used as soon as its keys are released."""


def grab_quietly(name: str, node: Node) -> None:
    """Takes this node for us alone. Not while a key is down: the Pi's own console would see it held for ever."""
    held = KeyHeld(name, say("a key is held down. Release all its keys, and it joins by itself."))
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
    except (ImportError, OSError, UnicodeDecodeError) as error:
        raise DeviceLost(name, _why_not(path, error)) from error


def _why_not(path: str, error: Exception) -> Text:
    if isinstance(error, ImportError):
        return say("evdev is not installed. Install it: `sudo apt install python3-evdev`.")
    if isinstance(error, PermissionError):
        return say("this user may not read {path}. Run `sudo usermod -aG input $USER`, then log in again.", path=path)
    if isinstance(error, UnicodeDecodeError):  # a name cut off in the middle of a letter, which evdev refuses
        return say("{path} has a name that evdev cannot read, so it cannot be used. Use another keypad.", path=path)
    if isinstance(error, OSError) and error.errno == errno.EBUSY:
        return say("another program is using {path}. `sudo fuser -v {path}` shows which: stop it.", path=path)
    why = error.strerror if isinstance(error, OSError) else None
    return say(
        "{path} cannot be opened ({error}). Unplug the keypad and plug it in again.", path=path, error=why or "?"
    )


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
