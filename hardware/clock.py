"""The clocks: the real ones, for code that only reads the time, and a virtual one for tests and the simulator.

Code that waits takes a `Clock` (see ports). An asyncio event loop is one.
"""

import heapq
from collections import deque
from collections.abc import Callable
from itertools import count
from time import perf_counter, sleep, time
from typing import Protocol

from hardware.ports import Clock

stopwatch = perf_counter
wall_clock = time
BREATH = 0.005  # seconds: as long as Python lets a thread work before it asks who else wants to


def breathe() -> None:
    """For a thread with work that nobody waits for: whoever has something to do now can do it."""
    sleep(BREATH)


class LoopClock(Clock, Protocol):
    """A clock that can also call something as soon as the current call is over: a `VirtualClock` or an event loop."""

    def call_soon(self, call: Callable[[], object]) -> object: ...


class VirtualAlarm:
    __slots__ = ("call", "when")

    def __init__(self, when: float, call: Callable[[], object]) -> None:
        self.when = when
        self.call: Callable[[], object] | None = call

    def cancel(self) -> None:
        self.call = None


class VirtualClock:
    """A `Clock` and the `Loop` of an inbox: what is due is called in its own moment, in the order it was asked for."""

    def __init__(self, now: float = 0.0) -> None:
        self._now = now
        self._soon: deque[Callable[[], object]] = deque()
        self._alarms: list[tuple[float, int, VirtualAlarm]] = []
        self._order = count()

    def time(self) -> float:
        return self._now

    def call_soon(self, call: Callable[[], object]) -> None:
        self._soon.append(call)

    def call_at(self, when: float, call: Callable[[], object]) -> VirtualAlarm:
        alarm = VirtualAlarm(when, call)
        heapq.heappush(self._alarms, (when, next(self._order), alarm))
        return alarm

    def call_later(self, delay: float, call: Callable[[], object]) -> VirtualAlarm:
        return self.call_at(self._now + delay, call)

    def settle(self) -> None:
        """Everything that can happen without time passing."""
        while self._soon:
            self._soon.popleft()()

    def run_until(self, when: float) -> None:
        """Time passes, and whatever is due on the way happens, each thing in its own moment."""
        self.settle()
        while self._alarms and self._alarms[0][0] <= when:
            due, _, alarm = heapq.heappop(self._alarms)
            if alarm.call is not None:
                self._now = max(self._now, due)
                alarm.call()
                self.settle()
        self._now = max(self._now, when)

    def advance(self, seconds: float) -> None:
        self.run_until(self._now + seconds)
