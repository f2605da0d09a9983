"""A clock that runs faster than real time: for `wordtable play --speed`, and for tests in a real browser."""

from collections.abc import Callable

from hardware.clock import LoopClock
from hardware.ports import Alarm


class FastClock:
    """The clock of an event loop, sped up by a factor."""

    def __init__(self, loop: LoopClock, factor: float) -> None:
        self._loop = loop
        self.factor = factor

    def time(self) -> float:
        return self._loop.time() * self.factor

    def call_at(self, when: float, call: Callable[[], object]) -> Alarm:
        return self._loop.call_at(when / self.factor, call)

    def call_later(self, delay: float, call: Callable[[], object]) -> Alarm:
        return self._loop.call_later(delay / self.factor, call)

    def call_soon(self, call: Callable[[], object]) -> object:
        return self._loop.call_soon(call)
