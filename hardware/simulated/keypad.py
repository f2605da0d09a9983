"""Keypads with no wires, in virtual time: one sends exactly what it is told, the other misbehaves like real ones.

Both put their presses into the same inbox as the driver, and report the same when they are gone.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Generic, Protocol, TypeVar

from firmware_host.frozen import frozen
from firmware_host.texts.language import english
from firmware_host.texts.text import all_of, say
from hardware.config.keymaps import CODES, KEYS, LETTERS_ON, Keymap, MultiTap, Typist
from hardware.config.settings import KeypadSettings
from hardware.inbox import Inbox
from hardware.kinds.keypad import NONE_TO_BORROW
from hardware.kinds.keypad.driver import EV_KEY, EV_SYN, SYN_DROPPED, SYN_REPORT, EventReader
from hardware.kinds.keypad.nodes import NodeName, away
from hardware.names import DeviceName
from hardware.ports import Alarm, Clock, DeviceBack, DeviceGone, DeviceLost, KeyPress
from hardware.simulated.wire.keypad import event

SIMULATED = KeypadSettings(usb="simulated")


class Keypad(Protocol):
    """What the simulated keypads of a table have in common."""

    @property
    def there(self) -> bool: ...
    def act_for(self, seat: int) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...


K = TypeVar("K", bound=Keypad)


class SimulatedKeypads(Generic[K]):
    """The keypads of a simulated table: as the driver's, and each can be reached to press its keys."""

    def __init__(
        self, keypads: dict[int, K], inbox: Inbox | None = None, make: Callable[[int, KeypadSettings], K] | None = None
    ) -> None:
        self._keypads = keypads
        self._inbox = inbox
        self._make = make
        self._given: dict[int, str] = {}  # by seat: the address of the pad that is its keypad

    def open(self) -> None: ...

    def close(self) -> None: ...

    def there(self, seat: int) -> bool:
        return self._keypads[seat].there

    def borrow(self, of: int, by: int) -> None:
        if of not in self._keypads:
            raise DeviceLost(DeviceName("keypad", of), NONE_TO_BORROW)
        self._keypads[of].act_for(by)

    def give(self, pad: KeypadSettings, seat: int) -> None:
        """A seat whose keypad is there types on either; otherwise the new one is its keypad."""
        assert self._inbox is not None, "only a whole table gives pads away"
        assert self._make is not None
        again = self._given.get(seat) == pad.bluetooth  # with other keys
        if seat in self._keypads and self._keypads[seat].there and not again:
            return
        self._given[seat] = pad.bluetooth
        self._keypads[seat] = self._make(seat, pad)
        self._inbox.put(DeviceBack(DeviceName("keypad", seat)))


class _Plug:
    """Whether a keypad is there; reports when that changes."""

    def __init__(self, seat: int, settings: KeypadSettings, inbox: Inbox) -> None:
        self.there = True
        self._name = DeviceName("keypad", seat)
        self._settings = settings
        self._inbox = inbox

    def pull(self) -> None:
        self.there = False
        self._inbox.put(DeviceGone(self._name, away(self._settings), asleep=bool(self._settings.bluetooth)))

    def put_in(self) -> None:
        self.there = True
        self._inbox.put(DeviceBack(self._name))


# ── state ────────────────────────────────────────────────────────────────────────────────────────


class SimulatedKeypad:
    """Sends the keys it is told to, by our own names for them.

    Digits of a numeric one are letters by multi-tap, as on a real pad; told a letter, it sends that one with its digit.
    """

    def __init__(
        self,
        seat: int,
        inbox: Inbox,
        clock: Clock,
        settings: KeypadSettings = SIMULATED,
        *,
        numeric: bool = False,
    ) -> None:
        self._seat = seat
        self._inbox = inbox
        self._clock = clock
        self._plug = _Plug(seat, settings, inbox)
        self._digit_of = {letter: digit for digit, letters in LETTERS_ON.items() for letter in letters if numeric}
        self._taps = MultiTap() if numeric else None
        self._held: dict[str, KeyPress] = {}

    @property
    def there(self) -> bool:
        return self._plug.there

    @property
    def types_for(self) -> int:
        return self._seat

    def press(self, key: str, when: float | None = None) -> None:
        """A key goes down, now or with this timestamp. An unplugged keypad sends nothing."""
        if key not in KEYS:
            raise ValueError(english(say("no such key; keys are A to Z, 0 to 9, {others}.", others=all_of(KEYS[36:]))))
        if self.there and key not in self._held:
            press = self._press(key, self._clock.time() if when is None else when)
            self._held[key] = press
            self._inbox.put(press)

    def _press(self, key: str, when: float) -> KeyPress:
        if self._taps is not None and key not in self._digit_of:
            return self._taps.press(self._seat, key, when)
        return KeyPress(self._seat, key, when, True, key if key.isdigit() else self._digit_of.get(key, ""))

    def let_go(self, key: str, when: float | None = None) -> None:
        press = self._held.pop(key, None)
        if press is not None:
            moment = self._clock.time() if when is None else when
            self._inbox.put(KeyPress(press.seat, press.key, moment, False, press.digit))

    def tap(self, *keys: str, when: float | None = None) -> None:
        """One key after the other, each down and up."""
        for key in keys:
            self.press(key, when)
            self.let_go(key, when)

    def act_for(self, seat: int) -> None:
        self._let_all_go()
        self._seat = seat

    def unplug(self) -> None:
        if self.there:
            self._let_all_go()
            self._plug.pull()

    def plug(self) -> None:
        if not self.there:
            self._plug.put_in()

    def _let_all_go(self) -> None:
        if self._taps is not None:
            self._taps.forget()
        for key in list(self._held):
            self.let_go(key)


# ── behaviour ────────────────────────────────────────────────────────────────────────────────────

# How the keys of a numeric pad are wired: three held corners of a rectangle look as if the fourth were held too.
MATRIX = (
    ("KEY_NUMLOCK", "KEY_KPSLASH", "KEY_KPASTERISK", "KEY_KPMINUS"),
    ("KEY_KP7", "KEY_KP8", "KEY_KP9", "KEY_KPPLUS"),
    ("KEY_KP4", "KEY_KP5", "KEY_KP6", "KEY_BACKSPACE"),
    ("KEY_KP1", "KEY_KP2", "KEY_KP3", "KEY_KPENTER"),
    ("KEY_KP0", "KEY_KPDOT"),
)


@frozen
class Habits:
    """What is wrong with a keypad."""

    bounces: int = 0  # so often the contact opens and closes again, at each press and each release
    bounce_every: float = 0.002
    repeats_after: float = 0.25  # a held key repeats itself: every keyboard's does
    repeats_every: float = 0.033
    ghosts: bool = False  # its matrix has no diodes
    numlock_chatter: bool = False  # it sends NumLock around every key
    sleeps_after: float | None = None  # seconds without a key; Bluetooth pads do
    wakes_in: float = 0.5  # and what is pressed until then is lost


class UnrulyKeypad:
    """A keypad with the vices of real ones. Its keys have the kernel's names; the driver's own code reads them."""

    def __init__(
        self,
        seat: int,
        keymap: Keymap,
        inbox: Inbox,
        clock: Clock,
        habits: Habits,
        settings: KeypadSettings = SIMULATED,
    ) -> None:
        self._clock = clock
        self._habits = habits
        self._plug = _Plug(seat, settings, inbox)
        self._inbox = inbox
        self._typist = Typist(seat, keymap, timely=settings.timely)
        self._node = _EventsInMemory()
        self._reader = EventReader(self._node, self._typist, inbox.put)
        self._fingers: set[str] = set()  # keys that fingers are on
        self._repeating: Alarm | None = None
        self._dozing: Alarm | None = None
        self._waking = False
        self._stay_awake()

    @property
    def there(self) -> bool:
        return self._plug.there

    def press(self, name: str) -> None:
        """A finger goes down on a key."""
        self._fingers.add(name)
        if not self.there:
            self._wake()
            return
        self._stay_awake()
        if self._habits.numlock_chatter:
            self._sends("KEY_NUMLOCK", 1)
            self._sends("KEY_NUMLOCK", 0)
        self._contact(name, 1)
        self._repeat(name, self._habits.repeats_after)

    def let_go(self, name: str) -> None:
        self._fingers.discard(name)
        if self._repeating is not None:
            self._repeating.cancel()
        if self.there:
            self._stay_awake()
            self._contact(name, 0)
            if self._habits.numlock_chatter:
                self._sends("KEY_NUMLOCK", 1)
                self._sends("KEY_NUMLOCK", 0)

    def tap(self, name: str, lasting: float = 0.08) -> None:
        """Down now, and up in a moment."""
        self.press(name)
        self._clock.call_later(lasting, partial(self.let_go, name))

    def noughts(self, how_many: int, apart: float = 0.008) -> None:
        """The 00 or 000 key, which sends several zeros in quick succession."""
        for place in range(2 * how_many):
            self._clock.call_later(place * apart, partial(self._sends, "KEY_KP0", 1 - place % 2))

    def overrun(self, *missed: tuple[str, int]) -> None:
        """The kernel's queue overflows: of these events only their effect on the keys remains."""
        for name, value in missed:
            self._node.holds(CODES[name], value != 0)
        self._node.takes(EV_SYN, SYN_DROPPED, 0, self._clock.time())
        self._node.takes(EV_SYN, SYN_REPORT, 0, self._clock.time())
        self._reader.read()

    def act_for(self, seat: int) -> None:
        for release in self._typist.let_all_go(self._clock.time()):
            self._inbox.put(release)
        self._typist.seat = seat

    def unplug(self) -> None:
        if self.there:
            for alarm in (self._repeating, self._dozing):
                if alarm is not None:
                    alarm.cancel()
            self._node.forget()
            self._reader.let_all_go(self._clock.time())
            self._plug.pull()

    def plug(self) -> None:
        if not self.there:
            self._waking = False
            self._plug.put_in()
            self._stay_awake()

    # ── vices ────────────────────────────────────────────────────────────────────────────────────

    def _contact(self, name: str, value: int) -> None:
        """The contact closes or opens, and does so again as often as it bounces."""
        self._sends(name, value)
        for bounce in range(1, 2 * self._habits.bounces + 1):
            now = value if bounce % 2 == 0 else 1 - value
            self._clock.call_later(bounce * self._habits.bounce_every, partial(self._sends, name, now))

    def _sends(self, name: str, value: int) -> None:
        if not self.there:
            return
        before = self._seen()
        self._node.holds(CODES[name], value != 0)
        self._event(name, value)
        after = self._seen()
        for ghost in sorted(after - before - {name}):
            self._event(ghost, 1)
        for ghost in sorted(before - after - {name}):
            self._event(ghost, 0)

    def _event(self, name: str, value: int) -> None:
        self._node.takes(EV_KEY, CODES[name], value, self._clock.time())
        self._node.takes(EV_SYN, SYN_REPORT, 0, self._clock.time())
        self._reader.read()

    def _seen(self) -> set[str]:
        """What the pad believes is held: with ghosts, the fourth corner of every rectangle that has three."""
        held = {name for row in MATRIX for name in row if CODES[name] in self._node.held}
        if not self._habits.ghosts:
            return held
        seen = set(held)
        for above, below in product(MATRIX, MATRIX):
            for left, right in product(range(min(len(above), len(below))), repeat=2):
                corners = {above[left], above[right], below[left], below[right]}
                if len(corners) == 4 and len(corners & held) >= 3:
                    seen |= corners
        return seen

    def _repeat(self, name: str, delay: float) -> None:
        def again() -> None:
            if name in self._fingers and self.there:
                self._event(name, 2)
                self._repeat(name, self._habits.repeats_every)

        if self._repeating is not None:
            self._repeating.cancel()
        self._repeating = self._clock.call_later(delay, again)

    def _stay_awake(self) -> None:
        if self._dozing is not None:
            self._dozing.cancel()
        if self._habits.sleeps_after is not None:
            self._dozing = self._clock.call_later(self._habits.sleeps_after, self.unplug)

    def _wake(self) -> None:
        """A key wakes a sleeping pad, and is lost. An unplugged one stays dead."""
        if self._habits.sleeps_after is not None and not self._waking:
            self._waking = True
            self._clock.call_later(self._habits.wakes_in, self.plug)


class _EventsInMemory:
    """A node for the driver's reader that needs no descriptor."""

    called = NodeName("", "simulated/input0", "")

    def __init__(self) -> None:
        self.held: set[int] = set()
        self._unread = b""

    def takes(self, kind: int, code: int, value: int, when: float) -> None:
        self._unread += event(kind, code, value, when)

    def holds(self, code: int, down: bool) -> None:
        (self.held.add if down else self.held.discard)(code)

    def forget(self) -> None:
        self.held.clear()
        self._unread = b""

    def read(self) -> bytes:
        unread, self._unread = self._unread, b""
        return unread

    def active_keys(self) -> Sequence[int]:
        return sorted(self.held)

    def fileno(self) -> int:
        return -1

    def grab(self) -> None: ...

    def close(self) -> None: ...
