"""Writes to a ledger, one change after the other.

A separate thread waits for the disk. In virtual time it is written to at once, and the rows are the same.
A disk that fails never stops an evening: what could not be written waits for the next try, and the table is told once.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import Protocol

from firmware_host.journal.keeper import Done
from firmware_host.journal.ledger import Ledger, Reader
from firmware_host.texts.text import NOTHING, Text, say

log = logging.getLogger(__name__)

Change = Callable[[Ledger], None]


class Soon(Protocol):
    """What calls back in its own time: a `VirtualClock`, or an event loop."""

    def call_soon(self, call: Callable[[], object]) -> object: ...


class Writer(Protocol):
    """Does work in the order it was given; `done` is called on the loop after it, never from within `write`."""

    def write(self, work: Callable[[], None], done: Callable[[], None]) -> None: ...
    def tell(self, call: Callable[[], None]) -> None: ...
    def beside(self, work: Callable[[], None]) -> None:
        """Does work that nobody waits for, not even other work."""

    def close(self, seconds: float) -> bool: ...


class WriterOnTheSpot:
    """For virtual time: the work is done at once, and takes none."""

    def __init__(self, clock: Soon) -> None:
        self._clock = clock

    def write(self, work: Callable[[], None], done: Callable[[], None]) -> None:
        work()
        self._clock.call_soon(done)

    def tell(self, call: Callable[[], None]) -> None:
        self._clock.call_soon(call)

    def beside(self, work: Callable[[], None]) -> None:
        work()

    def close(self, seconds: float) -> bool:
        del seconds  # there is nothing to wait for
        return True


class WriterThread:
    """Waits for the disk so that the loop need not. Unlike an executor's thread, Python's end does not wait for it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._todo: SimpleQueue[tuple[Callable[[], None], Callable[[], None]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def write(self, work: Callable[[], None], done: Callable[[], None]) -> None:
        self._todo.put((work, done))

    def tell(self, call: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop was closed a moment ago: nobody waits any more
            self._loop.call_soon_threadsafe(call)

    def beside(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, name="journal beside", daemon=True).start()

    def close(self, seconds: float) -> bool:
        """What was given is still written; False if that took longer than so many seconds."""
        self._todo.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (todo := self._todo.get()) is not None:
            work, done = todo
            work()
            self.tell(done)


def _nothing() -> None:
    """Nobody waits for it."""


def both(first: Done, second: Done) -> Done:
    def one_then_the_other() -> None:
        first()
        second()

    return one_then_the_other


class Saving:
    def __init__(self, ledger: Ledger, writer: Writer, trouble: Text = NOTHING) -> None:
        self._ledger = ledger
        self._writer = writer
        self._busy = threading.Lock()  # the ledger is used by one thread at a time
        self._unwritten: list[Change] = []  # in their order; only the last can be new
        self._unmoved = True  # something may have been written since the last checkpoint
        self._troubles: dict[Text, None] = {trouble: None} if trouble else {}  # each is told once
        self._listener: Callable[[Text], None] | None = None

    @property
    def trouble(self) -> Text:
        return next(reversed(self._troubles), NOTHING)

    def listen(self, listener: Callable[[Text], None]) -> None:
        """This listener is told of each trouble once, on the loop, including one that there was on opening."""
        self._listener = listener
        for trouble in self._troubles:
            self._tell(trouble)

    def close(self, seconds: float = 1.0) -> bool:
        """Lets go of the file once everything is written; False if the disk did not answer in time."""
        in_time = self._writer.close(seconds)
        if in_time:
            self._ledger.close()
        return in_time

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """For looking back, on any thread."""
        if self._ledger.rows.in_memory:
            with self._busy:
                yield self._ledger
        else:
            with self._ledger.rows.beside() as rows:
                yield Reader(rows)

    def checkpoint(self) -> None:
        """A good moment to move everything into the file itself: until then the newest rows are only beside it."""
        if self._unmoved:
            self._unmoved = False
            self._writer.beside(self._ledger.rows.checkpoint)

    def _keep(self, change: Change, done: Callable[[], None] = _nothing) -> None:
        self._unmoved = True
        self._writer.write(lambda: self._write(change), done)

    def _write(self, change: Change) -> None:
        """On the writer's thread. A log with a gap could not be played again: what failed goes first, or nothing."""
        self._unwritten.append(change)
        try:
            with self._busy, self._ledger.together():
                for unwritten in self._unwritten:
                    unwritten(self._ledger)
        except Exception as error:  # whatever it is, the evening goes on; its text might hold a row
            log.error("The journal could not be written (%s).", type(error).__name__)
            self._trouble(say("The evening cannot be saved: is the disk full? Play on, but do not unplug the table."))
        else:
            self._unwritten.clear()
            self._has_written()

    def _trouble(self, sentence: Text) -> None:
        if sentence and sentence not in self._troubles:
            self._troubles[sentence] = None
            self._tell(sentence)

    def _tell(self, sentence: Text) -> None:
        listener = self._listener
        if listener is not None:
            self._writer.tell(lambda: listener(sentence))

    def _has_written(self) -> None:
        """On the writer's thread, after each change."""
