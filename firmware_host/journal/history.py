"""The finished games in the journal, read for those who look back. Only reads."""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import NamedTuple

from firmware_host.frozen import replace
from firmware_host.journal.contents import Ended, Finished
from firmware_host.journal.ledger import Reader
from firmware_host.journal.opening import NotOurs, read_ledger, why_not
from firmware_host.journal.rows import RESULT
from firmware_host.remembered.chronicle import Chronicle, Evening
from firmware_host.remembered.persons import Names, with_persons
from firmware_host.remembered.played import Played, has_rounds, read_played
from firmware_host.remembered.sums import as_json as sums_as_json
from firmware_host.remembered.sums import read_sums
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say

LATELY = 30  # games: more than an evening has
EVENINGS_KEPT = 50  # in memory, with their games


class Sums(NamedTuple):
    """What was counted of all games whose results are in rows up to the last, under these names."""

    last: int
    persons: Names
    counted: object

    def __repr__(self) -> str:
        return f"Sums(last={self.last})"


class HistoryError(TextError):
    """A journal that cannot be read; its text says what to do."""


def read_history(file: Path) -> tuple[Played, ...]:
    """The finished games, oldest first."""
    try:
        file.stat()
        with closing(read_ledger(file)) as ledger:
            return tuple(games_of(ledger))
    except FileNotFoundError:
        return ()
    except NotOurs as problem:
        text = say("{file}: {problem} Is it the right file?", file=str(file), problem=problem.say)
        raise HistoryError(text) from None
    except (sqlite3.Error, OSError) as error:
        text = say(
            "{file}: cannot be read ({reason}). May this user read it? Try again with sudo.",
            file=str(file),
            reason=why_not(error),
        )
        raise HistoryError(text) from None


def games_of(journal: Reader, after: int = 0) -> Iterator[Played]:
    """The finished games whose results are in rows after this number, oldest first, everybody with the name that they
    have now. Games that were given up are left out, and so are damaged ones."""
    return (played for _, played in _rows_of_games(journal, journal.persons(), after))


def _rows_of_games(journal: Reader, persons: Names, after: int) -> Iterator[tuple[int, Played]]:
    """With the rows in which their results are."""
    for each in list(journal.results(after)):
        if (played := _played(journal, each, persons)) is not None:
            yield each.row, played


def _played(journal: Reader, each: Ended, persons: Names) -> Played | None:
    """From its result; what an older version has saved is played again."""
    finished = None if has_rounds(each.result) else journal.with_log(each)
    if finished is None:
        played = read_played(each.game, each.ended, each.result)
    else:
        played = read_played(each.game, each.ended, _as_today(finished), finished.save)
    return None if played is None else with_persons(played, persons)


def _brief(journal: Reader, each: Ended, persons: Names) -> Played | None:
    """Without its rounds."""
    if has_rounds(each.result):
        each = replace(each, result={**each.result, "told": []})
    played = _played(journal, each, persons)
    return None if played is None else replace(played, rounds=())


def newest_games(results: Sequence[Ended], persons: Names) -> Iterator[Played]:
    """These games, oldest first, as far as their results tell everything: enough for an evening."""
    for each in reversed(results):
        if (played := read_played(each.game, each.ended, each.result)) is not None:
            yield with_persons(played, persons)


class Past:
    """The chronicle of a journal that is being written. It begins with the sums in the journal, and each look takes in
    what has ended since. For any thread."""

    def __init__(self, reading: Callable[[], AbstractContextManager[Reader]], persons: Callable[[], Names]) -> None:
        self._reading = reading
        self._persons_now = persons
        self._one_at_a_time = threading.Lock()
        self._chronicle: Chronicle | None = None
        self._persons: Names = {}
        self._last = 0  # the row of the newest result that was taken in
        self._summed = 0  # the newest one in the sums
        self._opened: dict[int, tuple[Names, Evening]] = {}  # evenings that were looked at, by number

    def chronicle(self, breathe: Callable[[], None] = lambda: None) -> Chronicle:
        """`breathe` is called between games, for those who have time."""
        with self._one_at_a_time, self._reading() as journal:
            persons = self._persons_now()
            chronicle = self._chronicle
            if chronicle is None or persons is not self._persons:  # another name: everything is counted again
                chronicle = self._from_sums(journal, persons)
            for row, played in _rows_of_games(journal, persons, self._last):
                chronicle.take_in(played)
                self._last = row
                breathe()
            self._chronicle = chronicle
            return chronicle

    def _from_sums(self, journal: Reader, persons: Names) -> Chronicle:
        last, named, counted = (journal.sums() or [0, None, None])[:3]
        chronicle = read_sums(counted) if named == dict(persons) else None
        self._persons = persons
        self._last = self._summed = last if chronicle is not None and isinstance(last, int) else 0
        return chronicle or Chronicle()

    def sums(self, breathe: Callable[[], None], least: int) -> Sums | None:
        """What should be kept now; None if fewer games than the least have been counted since."""
        chronicle = self.chronicle(breathe)
        with self._one_at_a_time, self._reading() as journal:
            behind = journal.rows.how_many(RESULT, self._summed)
        return Sums(self._last, self._persons, sums_as_json(chronicle)) if behind >= least else None

    def opened(self, evenings: Sequence[Evening]) -> list[Evening]:
        """These evenings, each with its games."""
        return [self._open(each, self._persons_now()) for each in evenings]

    def _open(self, evening: Evening, persons: Names) -> Evening:
        """An evening that is over stays the same, so it is read once, and rated once."""
        known, opened = self._opened.get(evening.number, (None, None))
        if opened is None or known is not persons or opened.numbers != evening.numbers:
            opened = replace(evening, numbers=[*evening.numbers], games=self._games(evening.numbers))
            if len(self._opened) >= EVENINGS_KEPT:
                self._opened.clear()
            self._opened[evening.number] = persons, opened
        return opened

    def closest(self) -> list[Played]:
        return self._games([each.number for each in self.chronicle().closest])

    def _games(self, numbers: Sequence[int]) -> list[Played]:
        with self._reading() as journal:
            ended = (journal.result_of(number) for number in numbers)
            found = [_brief(journal, each, self._persons_now()) for each in ended if each is not None]
        return [played for played in found if played is not None]

    def before(self, skipped: int) -> tuple[Played, ...]:
        """Some of the games before so many newer ones, the newest first, without their rounds."""
        with self._reading() as journal:
            found = [_brief(journal, each, self._persons_now()) for each in journal.newest_results(LATELY, skipped)]
        return tuple(played for played in found if played is not None)

    def game(self, number: int) -> Played | None:
        """With its rounds; None if there is no such finished game."""
        with self._reading() as journal:
            return self._game(journal, number)

    def _game(self, journal: Reader, number: int) -> Played | None:
        ended = journal.result_of(number)
        return None if ended is None else _played(journal, ended, self._persons_now())


def _as_today(finished: Finished) -> Mapping[str, object]:
    """The result that an older version has saved, with what a newer one adds."""
    return {"game": finished.save.get("game"), "computers": list(finished.computers), **finished.result}
