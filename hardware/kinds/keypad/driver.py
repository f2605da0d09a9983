"""The keypads of a whole table, through evdev: opened, read, and searched for when they are lost.

Reading is separate from finding: whatever gives the bytes of `struct input_event` is read by the same code.
"""

import select
from collections.abc import Callable, Mapping
from functools import partial

from firmware_host.texts.text import NOTHING, Text
from hardware.config.keymaps import Typist, keymap
from hardware.displays import BACK_OFF
from hardware.inbox import Inbox
from hardware.kinds.keypad import NONE_TO_BORROW, KeypadSettings
from hardware.kinds.keypad.nodes import (
    AT_ONCE,
    EVENT,
    LinuxNodes,
    Loop,
    Node,
    NodeName,
    Nodes,
    address_of,
    away,
    belongs,
    grab_quietly,
    in_sentences,
)  # fmt: skip
from hardware.names import DeviceName
from hardware.ports import Alarm, DeviceBack, DeviceGone, DeviceLost, KeyPress

EV_SYN, EV_KEY = 0, 1
SYN_REPORT, SYN_DROPPED = 0, 3
UP, DOWN = 0, 1  # and 2 for auto-repeat, which nobody needs here
SLOW_RESCAN = BACK_OFF[-1]


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
        """The kernel reports that its queue was full. What follows, up to the next report, is incomplete."""
        self._last = when
        if code == SYN_DROPPED:
            self._dropping = True
        elif code == SYN_REPORT:
            self._dropping = False
            self._resync = True

    def _let_go(self, codes: set[int], when: float) -> None:
        """These keys were released unseen. Keys that were pressed unseen are left out: their order is not known."""
        for code in codes:
            self._held.discard(code)
            release = self.typist.let_go(code, when)
            if release is not None:
                self._put(release)


# ── keypads ──────────────────────────────────────────────────────────────────────────────────────


class _Keypad:
    """What one seat types on: its keypad and pads given to it at the table, their open nodes, and what was reported."""

    def __init__(self, seat: int, inbox: Inbox) -> None:
        self.name = DeviceName("keypad", seat)
        self.seat = seat
        self.pads: dict[KeypadSettings, Typist] = {}
        self.readers: dict[str, EventReader] = {}
        self._inbox = inbox
        self._told = NOTHING  # why it is gone, as the console knows it
        self.suspected = NOTHING
        self.away = NOTHING

    def add(self, settings: KeypadSettings, typist: Typist) -> None:
        self.pads[settings] = typist
        self.away = away(next(iter(self.pads)))

    def typist_of(self, node: NodeName) -> Typist | None:
        """The typist for this node, if it belongs to this seat."""
        return next((typist for settings, typist in self.pads.items() if belongs(node, settings)), None)

    @property
    def there(self) -> bool:
        return bool(self.readers) and self._told == NOTHING

    def is_back(self) -> None:
        self.suspected = NOTHING
        if self._told != NOTHING:
            self._told = NOTHING
            self._inbox.put(DeviceBack(self.name))

    def is_gone(self, why: Text) -> None:
        self.suspected = NOTHING
        if why != self._told:
            self._told = why
            asleep = why == self.away and any(pad.bluetooth for pad in self.pads)
            self._inbox.put(DeviceGone(self.name, why, asleep))

    def is_refused(self, why: Text) -> None:
        """Reported at the second try only: just after plugging in, permissions come a moment later than the node."""
        if why in (self.suspected, self._told):
            self.is_gone(why)
        else:
            self.suspected = why


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
        self._begun = False  # a table with no keypads looks for none
        self._watched = False
        self._tries = 0
        self._alarm: Alarm | None = None
        self._epoll: select.epoll | None = None
        self._at: dict[int, tuple[_Keypad, str, EventReader]] = {}

    def open(self) -> None:
        """Takes every keypad that is there. The others are reported gone, and looked for from now on."""
        if self._keypads:
            self._begin()

    def _begin(self) -> None:
        self._begun = True
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
            raise DeviceLost(DeviceName("keypad", of), NONE_TO_BORROW)
        for typist in self._keypads[of].pads.values():
            for release in typist.let_all_go(self._loop.time()):
                self._inbox.put(release)
            typist.seat = by

    def give(self, pad: KeypadSettings, seat: int) -> None:
        """A pad that was paired at the table: from now on this seat types on it too, and no other seat does."""
        for keypad in list(self._keypads.values()):
            given = [old for old in keypad.pads if address_of(old.bluetooth) == address_of(pad.bluetooth)]
            for old in given:
                self._take_away(keypad, old)
        self._add(seat, pad)
        self.look_again() if self._begun else self._begin()

    def _add(self, seat: int, settings: KeypadSettings) -> None:
        keypad = self._keypads.setdefault(seat, _Keypad(seat, self._inbox))
        keypad.add(settings, Typist(seat, keymap(settings.keys, self._keymaps), timely=settings.timely))

    def _take_away(self, keypad: _Keypad, settings: KeypadSettings) -> None:
        typist = keypad.pads.pop(settings)
        for path, reader in list(keypad.readers.items()):
            if reader.typist is typist:
                reader.let_all_go(self._loop.time())
                self._shut(keypad, path)
        if not keypad.pads:  # as if the seat never had one: it is not waited for
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
            if any(keypad.suspected != NOTHING for keypad in missing):
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
        refused = NOTHING
        for node in present:
            if node.path not in keypad.readers and keypad.typist_of(node) is not None:
                try:
                    self._take(keypad, node.path)
                except DeviceLost as lost:
                    refused = lost.say  # not the error itself, which holds on to a node that was half open
        if refused != NOTHING:
            keypad.is_refused(refused)
        elif keypad.readers:
            keypad.is_back()
        else:
            keypad.is_gone(keypad.away)
        return refused == NOTHING and bool(keypad.readers)

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
