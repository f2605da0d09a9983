"""Keypads at the wire: pipes that carry real `struct input_event` bytes, in place of the kernel's own nodes.

A `PipedNode` does what the kernel does with a keypad that somebody types on, its refusals and its losses included.
"""

import errno
import os
import select
import sys
from collections.abc import Callable, Sequence
from fcntl import ioctl
from termios import FIONREAD

from hardware.clock import VirtualClock
from hardware.config.keymaps import CODES
from hardware.kinds.keypad.driver import EV_KEY, EV_SYN, SYN_DROPPED, SYN_REPORT
from hardware.kinds.keypad.nodes import AT_ONCE, EVENT, Loop, Node, NodeName

QUEUE = 64  # events; a reader who is slower loses them


def event(kind: int, code: int, value: int, when: float) -> bytes:
    """One `struct input_event`, as the kernel of this machine writes it."""
    microseconds = round(when * 1_000_000)
    return EVENT.pack(microseconds // 1_000_000, microseconds % 1_000_000, kind, code, value)


def key_event(name: str, value: int, when: float) -> bytes:
    """A packet for one key, by its kernel name."""
    return event(EV_KEY, CODES[name], value, when) + event(EV_SYN, SYN_REPORT, 0, when)


class PipedNode:
    """One node of a keypad: the hand types at one end of a pipe, the driver reads at the other."""

    def __init__(self, called: NodeName) -> None:
        self.called = called
        self.grabbed_elsewhere = False
        self.misnamed = False  # in letters that evdev cannot read
        self.grabbed = False
        self.times_grabbed = 0
        self._held: set[int] = set()
        self._unplugged = False
        self._reading = self._writing = -1

    # ── the hand ─────────────────────────────────────────────────────────────────────────────────

    def key(self, name: str, value: int, when: float) -> None:
        """A key goes down (1), goes up (0) or repeats itself (2)."""
        self.hold(name, value != 0)
        self.write(key_event(name, value, when))

    def tap(self, name: str, when: float, lasting: float = 0.05) -> None:
        self.key(name, 1, when)
        self.key(name, 0, when + lasting)

    def hold(self, name: str, down: bool) -> None:
        """Sets what the kernel believes about a key, without sending an event."""
        (self._held.add if down else self._held.discard)(CODES[name])

    def drop(self, when: float) -> None:
        """The kernel's queue overflows: it reports that, and the rest of the packet follows."""
        self.write(event(EV_SYN, SYN_DROPPED, 0, when))

    def write(self, data: bytes) -> None:
        """Sends any bytes. If nobody reads them they are lost, as in the kernel."""
        if self._writing < 0:
            return
        for place in range(0, len(data), EVENT.size):
            self._put(data[place : place + EVENT.size])

    def _put(self, one: bytes) -> None:
        """An event that would overfill the queue empties it: only that event is left, after a report of the loss."""
        if len(one) == EVENT.size and self._unread() >= (QUEUE - 1) * EVENT.size:
            os.read(self._reading, QUEUE * EVENT.size)
            seconds, microseconds, *_ = EVENT.unpack(one)
            os.write(self._writing, EVENT.pack(seconds, microseconds, EV_SYN, SYN_DROPPED, 0))
        os.write(self._writing, one)

    def _unread(self) -> int:
        """In bytes."""
        return int.from_bytes(ioctl(self._reading, FIONREAD, bytes(4)), sys.byteorder)

    def unplug(self) -> None:
        self._unplugged = True
        if self._writing >= 0:
            os.close(self._writing)
            self._writing = -1

    # ── the driver ───────────────────────────────────────────────────────────────────────────────

    def open(self) -> None:
        self._reading, self._writing = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def fileno(self) -> int:
        return self._reading

    def read(self) -> bytes:
        self._still_there()
        return os.read(self._reading, AT_ONCE)

    def active_keys(self) -> Sequence[int]:
        """As in the kernel, asking for the state of the keys drops the key events that were not read yet."""
        self._still_there()
        unread = b""
        while select.select([self._reading], [], [], 0)[0] and (more := os.read(self._reading, AT_ONCE)):
            unread += more
        for each in EVENT.iter_unpack(unread):
            if each[2] != EV_KEY and each[2:4] != (EV_SYN, SYN_REPORT):
                self.write(EVENT.pack(*each))
        return sorted(self._held)

    def grab(self) -> None:
        if self.grabbed_elsewhere:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self.grabbed = True
        self.times_grabbed += 1

    def close(self) -> None:
        self.grabbed = False
        for end in (self._reading, self._writing):
            if end >= 0:
                os.close(end)
        self._reading = self._writing = -1

    def _still_there(self) -> None:
        if self._unplugged:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))


class PipedNodes:
    """Sockets to plug keypads into. With `udev`, the driver is told when that happens."""

    def __init__(self, *, udev: bool = True) -> None:
        self._plugged: dict[str, PipedNode] = {}
        self._udev = udev
        self._changed: Callable[[], None] | None = None
        self.forbidden = 0  # so many times from now on, opening is refused: udev has not set the permissions yet
        self.opened_instead: NodeName | None = None  # the next to be opened turns out to be this one

    def plug(self, path: str, *, phys: str = "", uniq: str = "") -> PipedNode:
        node = self._plugged[path] = PipedNode(NodeName(path, phys, uniq))
        self.tell()
        return node

    def unplug(self, path: str) -> None:
        self._plugged.pop(path).unplug()
        self.tell()

    def tell(self) -> None:
        if self._changed is not None:
            self._changed()

    def present(self) -> list[NodeName]:
        return [node.called for node in self._plugged.values()]

    def open(self, path: str) -> Node:
        if self.forbidden:
            self.forbidden -= 1
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        node = self._plugged[path]
        if node.misnamed:
            b"Pav\xc3".decode()
        if self.opened_instead is not None:
            node, self.opened_instead = PipedNode(self.opened_instead), None
        node.open()
        return node

    def watch(self, loop: Loop, changed: Callable[[], None]) -> bool:
        del loop
        self._changed = changed if self._udev else None
        return self._udev

    def close(self) -> None:
        self._changed = None


class PipeLoop(VirtualClock):
    """Virtual time, and real descriptors beside it: a turn reads whatever is there now and never waits."""

    def __init__(self, now: float = 0.0) -> None:
        super().__init__(now)
        self._readers: dict[int, Callable[[], object]] = {}

    def add_reader(self, fd: int, callback: Callable[[], object], /) -> None:
        self._readers[fd] = callback

    def remove_reader(self, fd: int, /) -> bool:
        return self._readers.pop(fd, None) is not None

    def turn(self) -> bool:
        """One wake-up: everything readable is read once, then what that led to happens. False if nothing was."""
        ready = select.select(list(self._readers), [], [], 0)[0]
        for fd in ready:
            reader = self._readers.get(fd)
            if reader is not None:
                reader()
        self.settle()
        return bool(ready)

    def turn_until_quiet(self) -> None:
        while self.turn():
            pass
