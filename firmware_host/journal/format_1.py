"""Reads a journal of format 1, whose rows had no checksums, as the rows of today. Each of its tables for itself."""

import json
import sqlite3
from collections.abc import Iterator

from firmware_host.frozen import frozen
from firmware_host.journal.rows import CLOCK, COMFORT, ENTRY, GAME, NAME, ORIGIN, RESULT, WORD
from firmware_host.journal.seals import Row

VERSION = 1
_GAMES = "SELECT id, began, ended, header, clock, seats, computers, result FROM games ORDER BY id"


@frozen
class Moved:
    """The rows of an older journal, and whether all of them could be read."""

    rows: tuple[Row, ...]
    whole: bool


class _Moving:
    """One journal being read. Rows are numbered in the order in which they are taken."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self.rows = [Row(1, ORIGIN, json.dumps([VERSION]))]
        self.whole = True

    def tables(self) -> None:
        for kind, question in (
            (NAME, "SELECT seat, name FROM names ORDER BY turn"),
            (WORD, "SELECT word, verdict FROM house_words ORDER BY word"),
            (COMFORT, "SELECT seat, name, value FROM comforts"),
        ):
            for row in self._ask(question):
                self._add(kind, *row)
        for row in self._ask(_GAMES):
            try:
                self._game(*row)
            except (ValueError, RecursionError):
                self.whole = False

    def _ask(self, question: str, *about: object) -> Iterator[tuple[object, ...]]:
        """The rows up to the first that cannot be read."""
        try:
            yield from self._database.execute(question, about)
        except sqlite3.Error:
            self.whole = False

    def _game(self, game: object, began: object, ended: object, header: object, *rest: object) -> None:
        clock, seats, computers, result = rest
        number = self._add(GAME, began, _read(header), clock, _read(seats), _read(computers))
        length = 0
        for place, entry in self._ask("SELECT number, entry FROM entries WHERE game = ? ORDER BY number", game):
            self._add(ENTRY, number, place, _read(entry))
            length += 1
        self._add(CLOCK, number, clock)
        if result is not None:
            self._add(RESULT, number, ended, _read(result), length)

    def _add(self, kind: str, *content: object) -> int:
        self.rows.append(Row(len(self.rows) + 1, kind, json.dumps(content, separators=(",", ":"))))
        return self.rows[-1].number


def _read(text: object) -> object:
    return json.loads(str(text))


def read_rows(database: sqlite3.Connection) -> Moved:
    moving = _Moving(database)
    moving.tables()
    return Moved(tuple(moving.rows), moving.whole)
