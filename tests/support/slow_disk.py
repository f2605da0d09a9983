"""A journal whose commits take time, in virtual time."""

from collections import deque
from collections.abc import Callable
from pathlib import Path

from firmware_host.journal.journal import Journal
from firmware_host.journal.opening import open_ledger
from hardware.clock import VirtualClock


class SlowWriter:
    """Writes one thing after the other; each takes as long as `seconds` says."""

    def __init__(self, clock: VirtualClock, seconds: Callable[[], float]) -> None:
        self._clock = clock
        self._seconds = seconds
        self._todo: deque[tuple[Callable[[], None], Callable[[], None]]] = deque()
        self._busy = False

    def write(self, work: Callable[[], None], done: Callable[[], None]) -> None:
        self._todo.append((work, done))
        if not self._busy:
            self._busy = True
            self._clock.call_later(self._seconds(), self._next)

    def _next(self) -> None:
        work, done = self._todo.popleft()
        work()
        self._clock.call_soon(done)
        if self._todo:
            self._clock.call_later(self._seconds(), self._next)
        else:
            self._busy = False

    def tell(self, call: Callable[[], None]) -> None:
        self._clock.call_soon(call)

    def beside(self, work: Callable[[], None]) -> None:
        work()  # takes no time: nobody waits for it

    def close(self, seconds: float) -> bool:
        del seconds
        return True


def slow_journal(file: Path, clock: VirtualClock, commits: Callable[[], float]) -> Journal:
    ledger, trouble = open_ledger(file, lambda: 0.0, patience=0.0)
    return Journal(ledger, SlowWriter(clock, commits), trouble)
