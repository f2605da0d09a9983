"""Where drivers of displays do their work: a thread for wires that block, the loop itself for wires that do not."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

from hardware.ports import DeviceLost


class Unfinished:
    """What work on a `LoopLane` returns when the wire would not take everything: go on when it can be written to."""

    __slots__ = ("file", "go_on")

    def __init__(self, file: int, go_on: "Work") -> None:
        self.file = file
        self.go_on = go_on


Work = Callable[[], Unfinished | None]  # its only error is DeviceLost
Done = Callable[[DeviceLost | None], None]


class Lane(Protocol):
    """Does one piece of work at a time; `done` is called on the loop, never from within `run`'s caller's own work."""

    def run(self, work: Work, done: Done) -> None: ...
    def close(self) -> None: ...


class ThreadLane:
    """A thread of its own: for one I²C adapter, multiplexer channels included, or one SPI bus."""

    def __init__(self, loop: asyncio.AbstractEventLoop, name: str) -> None:
        self._loop = loop
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    def run(self, work: Work, done: Done) -> None:
        def finished(future: "Future[Unfinished | None]") -> None:
            lost = future.exception()
            assert lost is None or isinstance(lost, DeviceLost), "a driver's only error is DeviceLost"
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(done, lost)

        self._thread.submit(work).add_done_callback(finished)

    def close(self) -> None:
        """Waits for the work in hand; what had not begun is dropped."""
        self._thread.shutdown(wait=True, cancel_futures=True)


class LoopLane:
    """The loop itself: for serial ports and sockets, which take a frame at once or say that they are full."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting_for: int | None = None

    def run(self, work: Work, done: Done) -> None:
        try:
            unfinished = work()
        except DeviceLost as lost:
            self._loop.call_soon(done, lost)
            return
        if unfinished is None:
            self._loop.call_soon(done, None)
            return
        self._waiting_for = unfinished.file
        self._loop.add_writer(unfinished.file, self._writable, unfinished.go_on, done)

    def _writable(self, go_on: Work, done: Done) -> None:
        self.close()
        self.run(go_on, done)

    def close(self) -> None:
        if self._waiting_for is not None:
            self._loop.remove_writer(self._waiting_for)
            self._waiting_for = None
