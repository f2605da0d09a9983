"""A clock that runs faster than the real one: for the impatient, and for tests in a real browser."""

from collections.abc import Callable

from hardware.ports import Alarm
from hardware.simulated.lanes import LoopClock


class Hurried:
    """The clock of a loop, so many times as fast."""

    def __init__(self, loop: LoopClock, times: float) -> None:
        self._loop = loop
        self._times = times

    def time(self) -> float:
        return self._loop.time() * self._times

    def call_at(self, when: float, call: Callable[[], object]) -> Alarm:
        return self._loop.call_at(when / self._times, call)

    def call_later(self, delay: float, call: Callable[[], object]) -> Alarm:
        return self._loop.call_later(delay / self._times, call)

    def call_soon(self, call: Callable[[], object]) -> object:
        return self._loop.call_soon(call)
