"""Saves a real evening: every accepted action is on the disk before anybody sees its effect.

A separate thread waits for the disk. In virtual time it is written to at once, and the rows are the same.
A disk that fails never stops an evening: what could not be written waits for the next try, and the table is told once.
"""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol

from firmware_host.journal.history import Past, newest_games
from firmware_host.journal.keeper import Comforts, Done, ToTell, Unfinished
from firmware_host.journal.ledger import NAMES_OFFERED, Ledger, Reader
from firmware_host.journal.opening import PATIENCE, open_ledger
from firmware_host.journal.rows import Damaged
from firmware_host.remembered.chronicle import Chronicle, Evening
from firmware_host.remembered.persons import with_persons
from firmware_host.remembered.played import read_played
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


def _both(first: Done, second: Done) -> Done:
    def both() -> None:
        first()
        second()

    return both


class Journal:
    """A `Keeper` on SQLite. `trouble` is the newest sentence about the disk, or NOTHING."""

    def __init__(self, ledger: Ledger, writer: Writer, trouble: Text = NOTHING) -> None:
        self._ledger = ledger
        self._writer = writer
        self._busy = threading.Lock()  # the ledger is used by one thread at a time
        self._unwritten: list[Change] = []  # in their order; only the last can be new
        self._unmoved = True  # something may have been written since the last checkpoint
        self._names = ledger.names()
        self._house_words = ledger.house_words()
        self._comforts = ledger.comforts()
        self._persons = ledger.persons()
        self._lately = Chronicle(newest_games(ledger, self._persons))
        self._untold: Mapping[str, str] = ledger.untold()
        self.played = ledger.played()  # the name of the running game, as the league knows it
        self._troubles: dict[Text, None] = {trouble: None} if trouble else {}  # each is told once
        self._listener: Callable[[Text], None] | None = None

    @classmethod
    def open(
        cls, file: Path, loop: asyncio.AbstractEventLoop, date: Callable[[], float], patience: float = PATIENCE
    ) -> "Journal":
        """For a real evening. `date` is the wall clock."""
        ledger, trouble = open_ledger(file, date, patience)
        return cls(ledger, WriterThread(loop), trouble)

    @classmethod
    def on_the_spot(
        cls, file: Path, clock: Soon, date: Callable[[], float] = lambda: 0.0, patience: float = PATIENCE
    ) -> "Journal":
        """For virtual time."""
        ledger, trouble = open_ledger(file, date, patience)
        return cls(ledger, WriterOnTheSpot(clock), trouble)

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

    def past(self) -> Past:
        """All finished games, for those who look back."""
        return Past(self.reading, self.persons)

    # ── the game ─────────────────────────────────────────────────────────────────────────────────

    def unfinished(self) -> Unfinished | None:
        with self._busy:
            try:
                return self._ledger.unfinished()
            except (ValueError, Damaged, sqlite3.Error):
                pass
        self._trouble(say("The last game cannot be read from the journal: start a new one."))
        return None

    def begin(
        self,
        save: Mapping[str, object],
        seats: Mapping[int, str],
        computers: Mapping[str, str],
        done: Callable[[], None],
    ) -> None:
        kept, by_seat, levels = dict(save), dict(seats), dict(computers)  # as they are now: they go to another thread
        self._keep(lambda ledger: ledger.begin(kept, by_seat, levels), done)

    def sit(self, seats: Mapping[int, str], done: Done) -> None:
        """Who sits where from now on, in the running game."""
        by_seat = dict(seats)
        self._keep(lambda ledger: ledger.sit(by_seat), done)

    def add(self, entry: str, done: Callable[[], None], told: ToTell = ()) -> None:
        self._keep(lambda ledger: ledger.add(entry, told), done)

    def clock(self, now: float) -> None:
        self._keep(lambda ledger: ledger.clock(now))

    def finish(self, result: Mapping[str, object], done: Callable[[], None]) -> None:
        kept = dict(result)
        played = read_played(len(self._lately.games) + 1, self._ledger.date(), kept)
        if played is not None:
            self._lately.take_in(with_persons(played, self._persons))
        self._keep(lambda ledger: ledger.finish(kept), done)

    def tonight(self) -> Evening | None:
        return self._lately.evenings[-1] if self._lately.evenings else None

    def checkpoint(self) -> None:
        """A good moment to move everything into the file itself: until then the newest rows are only beside it."""
        if self._unmoved:
            self._unmoved = False
            self._writer.beside(self._ledger.rows.checkpoint)

    # ── what the league has yet to be told ───────────────────────────────────────────────────────

    def untold(self) -> Mapping[str, str]:
        """As JSON by its key, the oldest first: all of it is on the disk."""
        return self._untold

    def taken(self, keys: Sequence[str]) -> None:
        """The league has these: they need not be told again."""

        def take(ledger: Ledger) -> None:
            for key in keys:
                ledger.taken(key)

        self._keep(take)

    def persons(self) -> Mapping[str, str]:
        """Of names that were typed, whose they are."""
        return self._persons

    # ── what outlives a game ─────────────────────────────────────────────────────────────────────

    def last_names(self, seat: int) -> tuple[str, ...]:
        return tuple(self._names.get(seat, ())[:NAMES_OFFERED])

    def remember_name(self, seat: int, name: str, done: Done) -> None:
        def remember() -> None:
            self._names[seat] = [name, *(other for other in self._names.get(seat, ()) if other != name)]

        self._keep(lambda ledger: ledger.remember_name(seat, name), _both(remember, done))

    def house_words(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        allow, bar = (
            tuple(sorted(word for word, agreed in self._house_words.items() if agreed == verdict))
            for verdict in ("allow", "bar")
        )
        return allow, bar

    def allow_word(self, word: str, done: Done) -> None:
        def remember() -> None:
            self._house_words[word] = "allow"

        self._keep(lambda ledger: ledger.agree(word, "allow"), _both(remember, done))

    def comforts(self, seat: int) -> Mapping[str, str]:
        return dict(self._comforts.get(seat, {}))

    def remember_comforts(self, changes: Comforts, done: Done) -> None:
        kept = [(seat, name, value) for seat, changed in changes.items() for name, value in changed.items()]

        def remember() -> None:
            for seat, name, value in kept:
                self._comforts.setdefault(seat, {})[name] = value

        def write(ledger: Ledger) -> None:
            for seat, name, value in kept:
                ledger.remember_comfort(seat, name, value)

        self._keep(write, _both(remember, done))

    # ── writing ──────────────────────────────────────────────────────────────────────────────────

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
            self._untold, self.played = self._ledger.untold(), self._ledger.played()

    def _trouble(self, sentence: Text) -> None:
        if sentence not in self._troubles:
            self._troubles[sentence] = None
            self._tell(sentence)

    def _tell(self, sentence: Text) -> None:
        listener = self._listener
        if listener is not None:
            self._writer.tell(lambda: listener(sentence))
