"""Begins the interview again by itself: whoever has only keypads cannot tap for that, and may have none yet."""

import asyncio
from collections.abc import Callable

from firmware_host.texts.text import Text
from hardware.ports import Alarm, Pairing
from hardware.workbench.machine import Machine
from hardware.workbench.pad_search import PadSearch
from hardware.workbench.setup import a_keypad_is_there

STARTS_AGAIN_AFTER = 10.0  # seconds: so long a failure can be read


class KeysAlone:
    """`wait` for keypads when an interview has ended without a file; `stop` searching for them when a key is pressed.

    `free` says whether nothing is being asked, `start` begins the interview, and `show` is for what is to be typed.
    """

    def __init__(
        self,
        machine: Machine,
        pairing: Pairing | None,
        free: Callable[[], bool],
        start: Callable[[], None],
        show: Callable[[tuple[Text, ...]], None],
    ) -> None:
        self._machine = machine
        self._pairing = pairing
        self._free = free
        self._start = start
        self._show = show
        self._loop = asyncio.get_running_loop()
        self._alarm: Alarm | None = None
        self._search: PadSearch | None = None

    def wait(self) -> None:
        self._later()
        if self._pairing is not None and self._search is None and not a_keypad_is_there(self._machine):
            self._search = search = PadSearch(self._machine, self._pairing, self._loop, self._show, self._ask_anew)
            self._loop.call_soon(search.begin)

    def stop(self) -> None:
        if self._search is not None:
            self._search.close()
            self._search = None

    def close(self) -> None:
        self.stop()
        if self._alarm is not None:
            self._alarm.cancel()

    def _later(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._loop.call_later(STARTS_AGAIN_AFTER, self._try)

    def _try(self) -> None:
        if self._free() and a_keypad_is_there(self._machine) and not (self._search and self._search.is_pairing):
            self._start()
        else:
            self._later()

    def _ask_anew(self) -> None:
        """Nobody has pressed a key yet, so the interview can begin anew, perhaps with one keypad more."""
        if a_keypad_is_there(self._machine):
            self._start()
