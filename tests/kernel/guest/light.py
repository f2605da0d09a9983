"""Key to light in the guest: from the write that makes a key go down to the last byte of the frame it changes."""

import os
import subprocess
import sys
from collections.abc import Callable
from fcntl import ioctl

from tests.kernel.guest.keypads import HELD, Keypad
from tests.kernel.guest.loop import Loop
from tests.kernel.guest.table import GuestTable

FRAME = 96  # bytes, for thirty LEDs
EVIOCGRAB = 0x40044590  # _IOW('E', 0x90, int)
REST = 0.35  # seconds between two keys, so that nothing of the one is left when the other comes


class KeyToLight:
    """Presses one key after the other, and takes the time of each. Keys alternate, so each changes the frame."""

    def __init__(self, loop: Loop, keypad: Keypad, codes: list[int], times: int, done: Callable[[list[float]], object]):
        self._loop = loop
        self._keypad = keypad
        self._codes = codes
        self._left = times
        self._done = done
        self._took: list[float] = []
        self._arriving = b""
        self._last = b""
        self._pressed: float | None = None
        loop.later(REST, self._press)

    def hear(self, data: bytes) -> None:
        """What arrives at the board; a board gets its last frame again now and then, and that is no light of a key."""
        self._arriving += data
        while len(self._arriving) >= FRAME:
            frame, self._arriving = self._arriving[:FRAME], self._arriving[FRAME:]
            if self._pressed is not None and frame != self._last:
                self._took.append(self._loop.time() - self._pressed)
                self._pressed = None
                self._loop.later(REST, self._press)
            self._last = frame

    def _press(self) -> None:
        if not self._left:
            self._done(self._took)
            return
        self._left -= 1
        code = self._codes[self._left % len(self._codes)]
        self._pressed = self._loop.time()
        self._keypad.set(code, True)
        self._loop.later(HELD, lambda: self._keypad.set(code, False))


class Bare:
    """The least that can be done between a key and a light: a script with one keypad and one port."""

    def __init__(self, table: GuestTable, seat: int, script: str) -> None:
        node = os.open(table.keypads[f"seat{seat}.keypad"].paths()[0], os.O_RDONLY)
        ioctl(node, EVIOCGRAB, 1)
        command = [sys.executable, script, str(node), table.boards[f"seat{seat}.grid"].by_path]
        self._process = subprocess.Popen(command, pass_fds=(node,))
        os.close(node)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
