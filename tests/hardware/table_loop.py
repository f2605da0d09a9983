"""A real event loop for tests of drivers: files are real, time is not. Nothing sleeps, and nothing waits for ever."""

import asyncio
import selectors
from collections.abc import Callable

LIMIT = 30.0  # real seconds in which something must happen on a file; generous, for it is only reached by a failure


class _Selector(selectors.DefaultSelector):
    """Either time stands still and files are waited for, or time flies and the loop's naps are counted."""

    now = 0.0
    flying = False
    naps = 0
    until: Callable[[], bool] | None = None
    stop: Callable[[], None]

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0:
            return super().select(0)
        if self.until is not None and self.until():
            self.stop()
            return super().select(0)
        if not self.flying:
            ready = super().select(LIMIT)
            assert ready, "nothing happened on any file"
            return ready
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "no alarm is set: time would fly for ever"
            self.naps += 1
            self.now += timeout
        return ready


class TableLoop(asyncio.SelectorEventLoop):
    """Time passes only in `fly`; in `wait`, real files are waited for and time stands still."""

    def __init__(self) -> None:
        self.selector = _Selector()
        super().__init__(self.selector)
        self.selector.stop = self.stop
        self.mishaps: list[object] = []
        self.set_exception_handler(lambda _loop, context: self.mishaps.append(context))

    def time(self) -> float:
        return self.selector.now

    @property
    def waits_to_write(self) -> bool:
        return any(key.events & selectors.EVENT_WRITE for key in self.selector.get_map().values())

    def wait(self, until: Callable[[], bool]) -> None:
        """Runs until this is true and everything that is due has been done."""
        self._run(until)

    def fly(self, seconds: float) -> int:
        """So much time passes; how often the loop slept on the way. Files are looked at, never waited for."""
        landed: list[bool] = []
        self.call_later(seconds, landed.append, True)
        self.selector.flying, self.selector.naps = True, 0
        try:
            self._run(lambda: bool(landed))
        finally:
            self.selector.flying = False
        return self.selector.naps

    def _run(self, until: Callable[[], bool]) -> None:
        self.selector.until = until
        try:
            self.run_forever()
        finally:
            self.selector.until = None
        assert not self.mishaps, self.mishaps
