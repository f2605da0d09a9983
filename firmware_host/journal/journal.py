"""Saves a real evening: every accepted action is on the disk before anybody sees its effect. `Saving` says how."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path

from firmware_host.journal.history import LATELY, Past, newest_games
from firmware_host.journal.keeper import Comforts, Done, PersonChange, ToTell, Unfinished
from firmware_host.journal.ledger import NAMES_OFFERED, Ledger
from firmware_host.journal.opening import PATIENCE, check_old_part, open_ledger
from firmware_host.journal.outbox import Outbox
from firmware_host.journal.people import Change, Write, change_of, why_unchanged
from firmware_host.journal.rows import RESULT
from firmware_host.journal.saving import Soon, Writer, WriterOnTheSpot, WriterThread, both
from firmware_host.remembered.chronicle import Chronicle, Evening
from firmware_host.remembered.persons import known_as, with_persons
from firmware_host.remembered.played import Played, read_played
from firmware_host.texts.text import NOTHING, Text, say
from hardware.clock import breathe

SUMMED_AFTER = 50  # games
LONGEST_CHANGE = 60.0  # seconds that a page waits until somebody was renamed or forgotten


class Remembered(Outbox):
    """What is known of the past: the names, the last games, and the way to all others."""

    def __init__(self, ledger: Ledger, writer: Writer, trouble: Text = NOTHING) -> None:
        super().__init__(ledger, writer, trouble)
        self._take_in_names()

    def _take_in_names(self) -> None:
        """Everything with names in it."""
        self._names = self._ledger.names()
        self._comforts = self._ledger.comforts()
        self._persons = self._ledger.persons()
        newest = [*self._ledger.newest_results(LATELY)]
        self._lately = Chronicle(newest_games(newest, self._persons))
        self._results = len(newest)  # that were read, or added since
        self._older = self._results == LATELY

    def past(self) -> Past:
        """All finished games, for those who look back."""
        return Past(self.reading, self.persons)

    def tonight(self) -> Evening | None:
        return self._lately.evenings[-1] if self._lately.evenings else None

    def lately(self) -> Sequence[Played]:
        return tuple(played for evening in reversed(self._lately.evenings) for played in reversed(evening.games))

    def has_older_games(self) -> bool:
        return self._older

    def look_back(self, pages: int, done: Callable[[Sequence[Played]], None]) -> None:
        skipped = self._results + (pages - 1) * LATELY

        def look() -> None:
            found: tuple[Played, ...] = ()
            with suppress(sqlite3.Error, OSError):
                found = self.past().before(skipped)
            self._writer.tell(lambda: done(found))

        self._writer.beside(look)

    def people(self) -> tuple[str, ...]:
        typed = {name for names in self._names.values() for name in names}
        return tuple(sorted({known_as(name, self._persons) for name in typed} | self._lately.people.keys()))

    def look_up(self, game: int, done: Callable[[Played | None], None]) -> None:
        def look() -> None:
            found = None
            with suppress(sqlite3.Error, OSError):
                found = self.past().game(game)
            self._writer.tell(lambda: done(found))

        self._writer.beside(look)

    def newest_game(self) -> int:
        return int(self.played.partition(".")[0])

    def persons(self) -> Mapping[str, str]:
        """Of names that were typed, whose they are."""
        return self._persons

    def last_names(self, seat: int) -> tuple[str, ...]:
        """Typed at this seat, the last one first, and then typed elsewhere; everybody by their name of today."""
        elsewhere = (name for other, names in self._names.items() if other != seat for name in names)
        typed = (*self._names.get(seat, ()), *elsewhere)
        return tuple(dict.fromkeys(known_as(name, self._persons) for name in typed))[:NAMES_OFFERED]


class Journal(Remembered):
    """A `Keeper` on SQLite. `trouble` is the newest sentence about the disk, or NOTHING."""

    def __init__(
        self, ledger: Ledger, writer: Writer, trouble: Text = NOTHING, breathe: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(ledger, writer, trouble)
        self._breathe = breathe
        self._finished = 0  # games, since the start
        self._house_words = ledger.house_words()

    @classmethod
    def open(
        cls, file: Path, loop: asyncio.AbstractEventLoop, date: Callable[[], float], patience: float = PATIENCE
    ) -> "Journal":
        """For a real evening. `date` is the wall clock."""
        ledger, trouble = open_ledger(file, date, patience)
        journal = cls(ledger, WriterThread(loop), trouble, breathe)
        journal._writer.beside(journal._check_and_sum_up)
        return journal

    @classmethod
    def on_the_spot(
        cls, file: Path, clock: Soon, date: Callable[[], float] = lambda: 0.0, patience: float = PATIENCE
    ) -> "Journal":
        """For virtual time."""
        ledger, trouble = open_ledger(file, date, patience)
        journal = cls(ledger, WriterOnTheSpot(clock), trouble)
        journal._writer.beside(journal._check_and_sum_up)
        return journal

    def _check_and_sum_up(self) -> None:
        """What need not be done before the evening begins: the old part of a long file is checked, and games that are
        in no sums yet are counted."""
        with suppress(sqlite3.Error, OSError):
            self._trouble(check_old_part(self._ledger.rows, self._breathe))
        self._sum_up()

    def _sum_up(self) -> None:
        """Keeps what was counted of all games, if many are in no sums yet. Nobody waits for it."""
        with suppress(sqlite3.Error, OSError):  # the file was closed or taken away meanwhile
            with self._busy:
                rows = self._ledger.rows
                enough = not rows.in_memory and rows.how_many(RESULT) >= SUMMED_AFTER
            sums = Past(self.reading, self.persons).sums(self._breathe, SUMMED_AFTER) if enough else None
            if sums is not None:
                # Unless somebody was given another name, or forgotten, while they were counted.
                self._keep(lambda ledger: ledger.sum_up(*sums) if sums.persons is self._persons else None)

    # ── the game ─────────────────────────────────────────────────────────────────────────────────

    def unfinished(self) -> Unfinished | None:
        with self._busy:
            try:
                return self._ledger.unfinished()
            except (ValueError, sqlite3.Error):
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
        played = read_played(self.newest_game(), self._ledger.date(), kept)
        if played is not None:
            self._lately.take_in(with_persons(played, self._persons))
        self._keep(lambda ledger: ledger.finish(kept), done)
        self._finished += 1
        self._results += 1
        if self._finished % SUMMED_AFTER == 0:
            self._writer.beside(self._sum_up)

    def who_is_who(self, how: str, name: str, other: str, found: Callable[[PersonChange], None]) -> None:
        change = change_of(how, name, other)

        def look() -> None:
            try:
                write = self._looked_up(change)
            except Exception as problem:  # whoever asked for it is told
                write = _raising(problem)
            self._writer.tell(lambda: found(partial(self._tell_of, write)))

        self._writer.beside(look)

    def _tell_of(self, write: Write, told: Callable[[Text], None]) -> None:
        ended: Future[Text] = Future()
        self._in_its_turn(write, ended, lambda: told(_told(ended)))

    def change_person(self, change: Change) -> Text:
        """Changes who is who, for any thread but the loop's, which must not wait. Raises a `PersonError`."""
        ended: Future[Text] = Future()
        self._in_its_turn(self._looked_up(change), ended)
        try:
            return ended.result(LONGEST_CHANGE)
        except TimeoutError:
            raise sqlite3.OperationalError("the journal is busy") from None

    def _looked_up(self, change: Change) -> Write:
        """What there is to write. It may take seconds after some years, and nobody's action waits for it."""
        with self.reading() as journal:
            return change(journal)

    def _in_its_turn(self, write: Write, ended: Future[Text], done: Done = lambda: None) -> None:
        """After everything that was to be saved before, so that nobody who was forgotten is written once more."""
        self._writer.write(lambda: self._change(write, ended), done)

    def _change(self, write: Write, ended: Future[Text]) -> None:
        try:
            with self._busy:
                if self._unwritten:
                    raise sqlite3.OperationalError("what was before could not be written")
                told = write(self._ledger)
                self._take_in_names()
                self._has_written()
        except Exception as error:  # whoever asked for it is told
            ended.set_exception(error)
        else:
            ended.set_result(told)
            self._writer.beside(self._sum_up)

    # ── what outlives a game ─────────────────────────────────────────────────────────────────────

    def remember_name(self, seat: int, name: str, done: Done) -> None:
        def remember() -> None:
            self._names[seat] = [name, *(other for other in self._names.get(seat, ()) if other != name)]

        self._keep(lambda ledger: ledger.remember_name(seat, name), both(remember, done))

    def house_words(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        allow, bar = (
            tuple(sorted(word for word, agreed in self._house_words.items() if agreed == verdict))
            for verdict in ("allow", "bar")
        )
        return allow, bar

    def allow_word(self, word: str, done: Done) -> None:
        def remember() -> None:
            self._house_words[word] = "allow"

        self._keep(lambda ledger: ledger.agree(word, "allow"), both(remember, done))

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

        self._keep(write, both(remember, done))


def _raising(problem: Exception) -> Write:
    def write(_ledger: Ledger) -> Text:
        raise problem

    return write


def _told(ended: Future[Text]) -> Text:
    """What became of a change that is over."""
    try:
        return ended.result(0)
    except Exception as problem:
        return why_unchanged(problem)
