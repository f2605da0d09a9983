"""Keypads that were paired a moment ago: when the kernel has them, and whether whoever holds one can see this table.

A keypad that asks for no digits may be a neighbour's. If nobody has chosen it from a list, the table shows digits of
its own, and the keypad is kept only if they are typed on it.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from firmware_host.texts.text import Text
from hardware.config.keymaps import BUILT_IN, Keymap
from hardware.kinds.keypad import KeypadSettings
from hardware.kinds.keypad.nodes import Nodes, belongs
from hardware.ports import DELETE, ENTER, DeviceLost
from hardware.workbench.key_listener import KeyListener, Stroke

DIGITS_ONLY = Keymap("digits", BUILT_IN["numeric"].keys)  # without the letters that they stand for
NODE_WITHIN, LOOKS_EVERY = 5.0, 0.25  # seconds: a paired keypad has its input node after one


class NewPads:
    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes

    def is_there(self, address: str) -> bool:
        """Whether the kernel has an input node of this keypad."""
        return any(belongs(node, KeypadSettings(bluetooth=address)) for node in self._nodes.present())

    async def comes(self, address: str) -> bool:
        for _ in range(round(NODE_WITHIN / LOOKS_EVERY)):
            if self.is_there(address):
                return True
            await asyncio.sleep(LOOKS_EVERY)
        return self.is_there(address)

    async def types(self, address: str, digits: str, counted: Callable[[int], None], within: float) -> bool:
        """Whether these digits are typed on it in time, followed by Enter. Wrong ones can be typed again."""
        typing = _Typing(digits, counted)
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while not typing.done:
                    await self._listen(KeypadSettings(bluetooth=address), typing)
                return True
        return False

    async def _listen(self, pad: KeypadSettings, typing: "_Typing") -> None:
        """Until there is something new. A keypad may be away for a moment, or one of its keys held down."""
        listener = KeyListener(asyncio.get_running_loop(), self._nodes, typing.hear, typing.lose)
        try:
            listener.take(1, pad, DIGITS_ONLY)
            await typing.changed.wait()
        except DeviceLost:
            await asyncio.sleep(LOOKS_EVERY)
        finally:
            typing.changed.clear()
            listener.close()


class _Typing:
    """What was typed so far."""

    def __init__(self, digits: str, counted: Callable[[int], None]) -> None:
        self._digits = digits
        self._counted = counted
        self._typed = ""
        self.done = False
        self.changed = asyncio.Event()  # set when the digits were typed, or the keypad has gone

    def hear(self, stroke: Stroke) -> None:
        if stroke.key == ENTER:
            self.done = self._typed == self._digits
            self._typed = ""
            if self.done:
                self.changed.set()
                return
        elif stroke.key == DELETE:
            self._typed = self._typed[:-1]
        elif stroke.key.isdigit():
            self._typed += stroke.key
        self._counted(min(len(self._typed), len(self._digits)))

    def lose(self, _pad: int, _why: Text) -> None:
        self.changed.set()
