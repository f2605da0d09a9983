"""A small event loop for the guest: files to read from, and alarms. Emulated, asyncio would take seconds to import."""

import heapq
import os
import selectors
import time
from collections.abc import Callable
from itertools import count

Call = Callable[[], object]


class Loop:
    """Everything in the guest that is not the console runs on one of these, so nothing needs a lock."""

    def __init__(self) -> None:
        self._files = selectors.DefaultSelector()
        self._alarms: list[tuple[float, int, Call]] = []
        self._order = count()
        self._ended = False

    def time(self) -> float:
        """Seconds of the monotonic clock, on which the kernel stamps what the console reads, too."""
        return time.monotonic()  # noqa: TID251  # the guest is a real machine with a real clock

    def read(self, file: int, ready: Call) -> None:
        self._files.register(file, selectors.EVENT_READ, ready)

    def forget(self, file: int) -> None:
        self._files.unregister(file)

    def later(self, seconds: float, call: Call) -> None:
        heapq.heappush(self._alarms, (self.time() + seconds, next(self._order), call))

    def when(self, true: Callable[[], bool], then: Call, every: float = 0.02) -> None:
        """As soon as something is true; nothing here can be waited for otherwise."""
        if true():
            then()
        else:
            self.later(every, lambda: self.when(true, then, every))

    def end(self) -> None:
        self._ended = True

    def run(self) -> None:
        while not self._ended:
            wait = max(0.0, self._alarms[0][0] - self.time()) if self._alarms else None
            for key, _ in self._files.select(wait):
                if key.fd in self._files.get_map():  # one of them may have closed another
                    key.data()
            while self._alarms and self._alarms[0][0] <= self.time():
                heapq.heappop(self._alarms)[2]()


def take(file: int, most: int = 65536) -> bytes | None:
    """What has arrived: nothing yet is `None`, and the end of the other side is no bytes."""
    try:
        return os.read(file, most)
    except BlockingIOError:
        return None
    except OSError:
        return b""
