"""Where drivers of displays do their work: a thread for wires that block, the loop itself for wires that do not."""

import asyncio
import logging
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Protocol

from firmware_host.texts.text import say
from hardware.ports import DeviceLost

log = logging.getLogger(__name__)

SOON = 0.001  # seconds after which a lane's thread gives way to the loop


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


def nothing() -> None:
    """The last work of a lane that has none."""


class Lane(Protocol):
    """Does one piece of work at a time; `done` is called on the loop, never from within `run`.

    `close` returns at once. What had not begun is dropped, nobody is told of the work in hand any more, and `last` is
    done after it. `wait` waits for that at most so many seconds; False if it was not enough. `halfway` is a piece of
    work that would be cut off by closing now: half of a frame is on its wire.
    """

    @property
    def halfway(self) -> bool: ...
    def run(self, work: Work, done: Done) -> None: ...
    def close(self, last: Callable[[], None] = nothing) -> None: ...
    def wait(self, seconds: float) -> bool: ...


def as_lost(error: BaseException) -> DeviceLost:
    """A bug in a driver loses its display, never the evening: it is logged, and counts as a loss."""
    if isinstance(error, DeviceLost):
        return error
    log.error("A display's driver failed in a way it should not.", exc_info=error)
    failed = say(
        "its driver failed ({error}). It will be tried again; please report what the log says.",
        error=type(error).__name__,
    )
    return DeviceLost("", failed)


class ThreadLane:
    """A thread of its own: for one I²C adapter, multiplexer channels included, or one SPI bus.

    Python waits for the threads of an executor when it ends, even for one whose bus hangs. It does not wait for this.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, name: str) -> None:
        self._loop = loop
        self._todo: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        # Packing a picture is many milliseconds of plain Python on a small Pi: keys and grids need not wait for them.
        sys.setswitchinterval(min(sys.getswitchinterval(), SOON))
        self._thread.start()

    @property
    def halfway(self) -> bool:
        return False  # what it has begun, it ends

    def run(self, work: Work, done: Done) -> None:
        if self._closed:
            raise RuntimeError("this lane is closed")
        self._todo.put(partial(self._do, work, done))

    def close(self, last: Callable[[], None] = nothing) -> None:
        self._closed = True
        self._todo.put(last)
        self._todo.put(None)

    def wait(self, seconds: float) -> bool:
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (todo := self._todo.get()) is not None:
            todo()

    def _do(self, work: Work, done: Done) -> None:
        if self._closed:
            return
        lost = None
        try:
            work()
        except Exception as error:
            lost = as_lost(error)
        if not self._closed:
            with suppress(RuntimeError):  # the loop was closed a moment ago: nobody waits any more
                self._loop.call_soon_threadsafe(done, lost)


class LoopLane:
    """The loop itself: for serial ports and sockets, which take a frame at once or say that they are full."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: Unfinished | None = None

    @property
    def halfway(self) -> bool:
        return self._waiting is not None

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
        self._forget()
        self.run(go_on, done)

    def close(self, last: Callable[[], None] = nothing) -> None:
        self._forget()
        last()

    def wait(self, seconds: float) -> bool:
        del seconds  # closing it took none
        return True

    def _forget(self) -> None:
        """Forgets the work in hand, before its driver closes the file that it waits for."""
        if self._waiting is not None:
            forget = self._loop.remove_reader if self._waiting.reading else self._loop.remove_writer
            forget(self._waiting.file)
            self._waiting = None
