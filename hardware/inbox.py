"""Where every input arrives. What arrives in one wake-up is handed on in the order of the kernel's timestamps."""

from collections.abc import Callable
from typing import Protocol

from hardware.ports import ButtonPress, Input, KeyPress, Listener


class Loop(Protocol):
    """The part of an event loop that is needed to say “when you are done with this wake-up”."""

    def call_soon(self, call: Callable[[], object]) -> object: ...


class Inbox:
    """Collects what the readers of one wake-up put in, and then hands it on, oldest first.

    Nothing is held back for a press that might still come: a race is as fair as the wires, and as quick.
    """

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._waiting: list[Input] = []
        self._listener: Listener | None = None
        self._reading = False

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        if self._waiting:
            self._loop.call_soon(self._hand_on)

    def close(self) -> None:
        """Nothing that waits, or comes later, is handed on any more."""
        self._listener = None
        self._waiting.clear()

    def put(self, arrived: Input) -> None:
        self._waiting.append(arrived)
        if len(self._waiting) == 1 and not self._reading:
            self._loop.call_soon(self._hand_on)

    def hand_on_after(self, read: Callable[[], None]) -> None:
        """Hands on what this reading puts in, and what waits already, without another turn of the loop."""
        self._reading = True
        try:
            read()
        finally:
            self._reading = False
            if self._waiting:
                self._hand_on()

    def _hand_on(self) -> None:
        if self._listener is None:
            return
        arrived, self._waiting = self._waiting, []
        if len(arrived) > 1:
            arrived = _in_order(arrived)
        for place, each in enumerate(arrived):
            try:
                self._listener(each)
            except BaseException:  # a mistake over one key must not cost the others theirs
                self._waiting[:0] = arrived[place + 1 :]
                self._loop.call_soon(self._hand_on)
                raise


def _in_order(arrived: list[Input]) -> list[Input]:
    """Presses by their timestamps. What has none (a device gone or back) stays between the presses it came between."""
    moments: list[float] = []
    latest = float("-inf")
    for each in arrived:
        if isinstance(each, KeyPress | ButtonPress):
            latest = each.when
        moments.append(latest)
    order = sorted(range(len(arrived)), key=moments.__getitem__)
    return [arrived[place] for place in order]
