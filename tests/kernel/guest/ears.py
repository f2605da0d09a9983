"""Somebody else who reads along: every input node, and the console that a keyboard of this computer would type on."""

import os
import struct
import tty
from pathlib import Path

from tests.kernel.guest.loop import Loop, take

EVENT = struct.Struct("@LLHHi")
EV_KEY = 1
VIRTUAL_CONSOLE = "/dev/tty1"


class Ears:
    """Opens everything at once, and counts what it hears: presses of keys by node, and characters on the console."""

    def __init__(self, loop: Loop) -> None:
        self.heard: dict[str, int] = {}
        self._loop = loop
        self._files: dict[str, int] = {}
        for node in sorted(Path("/dev/input").glob("event*")):
            self._listen(str(node))
        self._listen(VIRTUAL_CONSOLE)
        tty.setraw(self._files[VIRTUAL_CONSOLE])  # or a line would be held back until its end

    def close(self) -> None:
        for file in self._files.values():
            self._loop.forget(file)
            os.close(file)

    def _listen(self, path: str) -> None:
        file = self._files[path] = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        self._loop.read(file, lambda: self._hear(path, file))

    def _hear(self, path: str, file: int) -> None:
        heard = take(file) or b""
        if path == VIRTUAL_CONSOLE:
            count = len(heard)
        else:
            count = sum(kind == EV_KEY for _, _, kind, _, _ in EVENT.iter_unpack(heard))
        if count:
            self.heard[path] = self.heard.get(path, 0) + count
