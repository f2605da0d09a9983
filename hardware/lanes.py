"""Where drivers of displays do their work: a thread for wires that block, the loop itself for wires that do not."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

from hardware.ports import DeviceLost

log = logging.getLogger(__name__)


class Unfinished:
    """What work on a `LoopLane` returns when it has to wait for its wire: go on when the file can be written to.

    With `reading`, go on when there is something to read from it.
    """

    __slots__ = ("file", "go_on", "reading")

    def __init__(self, file: int, go_on: "Work", *, reading: bool = False) -> None:
        self.file = file
        self.go_on = go_on
        self.reading = reading


Work = Callable[[], Unfinished | None]  # its only error should be DeviceLost
Done = Callable[[DeviceLost | None], None]


class Lane(Protocol):
    """Does one piece of work at a time; `done` is called on the loop, never from within `run`'s caller's own work."""

    def run(self, work: Work, done: Done) -> None: ...
    def close(self) -> None: ...


def as_lost(error: BaseException) -> DeviceLost:
    """A driver's own mistake costs its display, never the evening: it is logged, and counts as a loss."""
    if isinstance(error, DeviceLost):
        return error
    log.error("A display's driver failed in a way it should not.", exc_info=error)
    return DeviceLost(
        "", f"its driver failed ({type(error).__name__}). It is tried again; please report what the log says."
    )


class ThreadLane:
    """A thread of its own: for one I²C adapter, multiplexer channels included, or one SPI bus."""

    def __init__(self, loop: asyncio.AbstractEventLoop, name: str) -> None:
        self._loop = loop
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._closed = False

    def run(self, work: Work, done: Done) -> None:
        def finished(future: "Future[Unfinished | None]") -> None:
            # When the lane closes, what had not begun is cancelled, and the loop may be gone: nobody waits any more.
            if self._closed:
                return
            error = future.exception()
            self._loop.call_soon_threadsafe(done, as_lost(error) if error else None)

        self._thread.submit(work).add_done_callback(finished)

    def close(self) -> None:
        """Waits for the work in hand; what had not begun is dropped."""
        self._closed = True
        self._thread.shutdown(wait=True, cancel_futures=True)


class LoopLane:
    """The loop itself: for serial ports and sockets, which take a frame at once or say that they are full."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: Unfinished | None = None

    def run(self, work: Work, done: Done) -> None:
        try:
            unfinished = work()
        except Exception as error:
            self._loop.call_soon(done, as_lost(error))
            return
        if unfinished is None:
            self._loop.call_soon(done, None)
            return
        self._waiting = unfinished
        wait = self._loop.add_reader if unfinished.reading else self._loop.add_writer
        wait(unfinished.file, self._ready, unfinished.go_on, done)

    def _ready(self, go_on: Work, done: Done) -> None:
        self.close()
        self.run(go_on, done)

    def close(self) -> None:
        """Forgets the work in hand, before its driver closes the file that it waits for."""
        if self._waiting is not None:
            forget = self._loop.remove_reader if self._waiting.reading else self._loop.remove_writer
            forget(self._waiting.file)
            self._waiting = None
