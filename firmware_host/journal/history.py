"""The finished games in the journal, read for those who look back. Only reads."""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing
from pathlib import Path

from firmware_host.journal.ledger import Ended, Finished, Reader
from firmware_host.journal.opening import NotOurs, read_ledger, why_not
from firmware_host.remembered.chronicle import Chronicle
from firmware_host.remembered.persons import Names, with_persons
from firmware_host.remembered.played import Played, has_rounds, read_played
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say

LATELY = 30  # games: more than an evening has


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


def _rows_of_games(
    journal: Reader, persons: Names, after: int, last: int | None = None
) -> Iterator[tuple[int, Played]]:
    """With the rows in which their results are, up to the last."""
    ended = list(journal.results(after, last))
    old = {} if all(has_rounds(each.result) for each in ended) else {each.number: each for each in journal.finished()}
    for each in ended:
        played = _played(each, old.get(each.game))
        if played is not None:
            yield each.row, with_persons(played, persons)


def newest_games(journal: Reader, persons: Names) -> Iterator[Played]:
    """The last games, oldest first, as far as their results tell everything: enough for an evening."""
    for number, each in enumerate(reversed([*journal.newest_results(LATELY)]), 1):
        if (played := read_played(number, each.ended, each.result)) is not None:
            yield with_persons(played, persons)


class Past:
    """The chronicle of a journal that is being written: each look takes in what has ended since. For any thread."""

    def __init__(self, reading: Callable[[], AbstractContextManager[Reader]], persons: Callable[[], Names]) -> None:
        self._reading = reading
        self._persons_now = persons
        self._one_at_a_time = threading.Lock()
        self._chronicle = Chronicle()
        self._persons: Names = {}
        self._rows: dict[int, int] = {}  # of each game, the row of its result

    def chronicle(self) -> Chronicle:
        with self._one_at_a_time, self._reading() as journal:
            persons = dict(self._persons_now())
            if persons != self._persons:  # somebody has another name: everything is counted again
                self._chronicle, self._persons, self._rows = Chronicle(), persons, {}
            for row, played in _rows_of_games(journal, persons, max(self._rows.values(), default=0)):
                self._rows[played.number] = row
                self._chronicle.take_in(played)
            return self._chronicle

    def game(self, number: int) -> Played | None:
        """With its rounds; None if there is no such finished game."""
        self.chronicle()
        row = self._rows.get(number)
        if row is None:
            return None
        with self._one_at_a_time, self._reading() as journal:
            found = _rows_of_games(journal, self._persons, row - 1, row)
            return next((played for _, played in found), None)

    def forget_all(self) -> None:
        """Something was removed from the journal: everything is read again."""
        with self._one_at_a_time:
            self._chronicle, self._persons, self._rows = Chronicle(), {}, {}


def _played(each: Ended, finished: Finished | None) -> Played | None:
    if has_rounds(each.result) or finished is None:
        return read_played(each.game, each.ended, each.result)
    return read_played(each.game, each.ended, _as_today(finished), finished.save)


def _as_today(finished: Finished) -> Mapping[str, object]:
    """The result that an older version has saved, with what a newer one adds."""
    return {"game": finished.save.get("game"), "computers": list(finished.computers), **finished.result}
