"""Keypads that the kernel takes for real ones: made with uinput, typed on with the codes of their keys."""

import os
import struct
from collections.abc import Callable, Sequence
from functools import partial

from evdev import UInput, ecodes

from hardware.config.keymaps import CODES
from tests.kernel.guest.loop import Loop

EVENT = struct.Struct("@LLHHi")
REPORT = (ecodes.EV_SYN, ecodes.SYN_REPORT, 0)
HELD = 0.008  # seconds that a key is down
PACE = 0.04  # seconds from one key to the next: less than BOUNCE between two strokes would be one stroke
LETTERS = [code for code in ecodes.keys if 0 < code < 128]
DIGITS = [CODES[f"KEY_KP{digit}"] for digit in range(10)] + [
    CODES[f"KEY_{name}"] for name in ("KPENTER", "KPPLUS", "KPMINUS", "KPDOT", "KPASTERISK", "KPSLASH", "NUMLOCK")
]
MEDIA = [ecodes.KEY_MUTE, ecodes.KEY_VOLUMEUP, ecodes.KEY_VOLUMEDOWN, ecodes.KEY_F1]


class Keypad:
    """A keypad in a socket. Some have a second node, for their media keys."""

    def __init__(self, loop: Loop, socket: str, *, numeric: bool = False, nodes: int = 1) -> None:
        self.socket = socket
        self._loop = loop
        self._keys = DIGITS if numeric else LETTERS
        self._count = nodes
        self._nodes: list[UInput] = []

    def there(self) -> bool:
        return bool(self._nodes)

    def gone(self) -> bool:
        return not self._nodes

    def plug(self) -> None:
        for number in range(self._count):
            keys: Sequence[int] = MEDIA if number else self._keys
            node = UInput(
                {ecodes.EV_KEY: keys, ecodes.EV_REP: ()},
                name="Table keypad",
                vendor=0x1C4F,
                product=0x0002,
                phys=f"{self.socket}/input{number}",
            )
            if node.device is not None:
                node.device.close()  # or its maker would be a reader of it, too
            self._nodes.append(node)

    def unplug(self) -> None:
        while self._nodes:
            self._nodes.pop().close()

    def paths(self) -> list[str]:
        """The nodes under /dev/input, as they are numbered this time."""
        return [str(node.device.path) for node in self._nodes if node.device is not None]

    def set(self, code: int, down: bool, node: int = 0) -> None:
        """One key down or up, and the report that ends the event."""
        self._nodes[node].write(ecodes.EV_KEY, code, int(down))
        self._nodes[node].syn()

    def type(self, codes: Sequence[int], typed: Callable[[list[float]], object], pace: float = PACE) -> None:
        """One key after the other at the pace of quick fingers; at the end tells at which moments each went down."""
        self._stroke(list(codes), [], typed, pace)

    def _stroke(
        self, codes: list[int], moments: list[float], typed: Callable[[list[float]], object], pace: float
    ) -> None:
        if not codes:
            typed(moments)
            return
        self.set(codes[0], True)
        moments.append(self._loop.time())
        # Each waits for the one before: on a busy machine two strokes may be late, but never become one.
        self._loop.later(min(HELD, pace / 2), partial(self._let_go, codes, moments, typed, pace))

    def _let_go(
        self, codes: list[int], moments: list[float], typed: Callable[[list[float]], object], pace: float
    ) -> None:
        self.set(codes[0], False)
        self._loop.later(pace - min(HELD, pace / 2), partial(self._stroke, codes[1:], moments, typed, pace))

    def flood(self, code: int, strokes: int, let_go: int) -> None:
        """In one write, more than any reader's queue holds; in the middle of it another key goes up."""
        stroke = [(ecodes.EV_KEY, code, 1), REPORT, (ecodes.EV_KEY, code, 0), REPORT]
        events = [*stroke * strokes, (ecodes.EV_KEY, let_go, 0), REPORT, *stroke * strokes]
        os.write(self._nodes[0].fd, b"".join(EVENT.pack(0, 0, *event) for event in events))
