"""The rows of a journal as SQLite keeps them, each with its checksum. What they say is read in `ledger.py`.

They hold secrets. Nothing here puts a row into a log, a repr or the text of an error.
"""

import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from firmware_host.journal.seals import MARK, Row, seal, unseal

# What each kind of row says: a JSON list.
GAME = "game"  # began, header, clock, seats, computers; its number is the game's
ENTRY = "entry"  # game, place in its log from 1, what was done
CLOCK = "clock"  # game, how far its own time has come
SEATS = "seats"  # game, who sits where since somebody joined it or changed seats
RESULT = "result"  # game, ended, how it ended, length of its log; the newest game without one is still being played
NAME = "name"  # seat, name
PERSON = "person"  # name, whose it is: somebody's other spelling, or their name of earlier
WORD = "word"  # word, allow or bar
COMFORT = "comfort"  # seat, setting, value
TOLD = "told"  # key, what the table has yet to tell its league: gone as soon as the league has it
ORIGIN = "origin"  # of the file: the first row, so that an empty journal can be recognized too

SCHEMA = """
CREATE TABLE rows (
    number INTEGER PRIMARY KEY,  -- in the order in which they were written
    sealed TEXT NOT NULL         -- with its own checksum; see seals.py
) STRICT;
"""
# What the console needs: everything but what belongs to older games.
_NEEDED = f"""
SELECT number, sealed FROM rows WHERE number >= coalesce((
    SELECT number FROM rows WHERE sealed GLOB '{MARK} {GAME} *' ORDER BY number DESC LIMIT 1
), 0) OR NOT (sealed GLOB '{MARK} {ENTRY} *' OR sealed GLOB '{MARK} {GAME} *'
    OR sealed GLOB '{MARK} {CLOCK} *' OR sealed GLOB '{MARK} {SEATS} *' OR sealed GLOB '{MARK} {RESULT} *')
ORDER BY number
"""  # noqa: S608
_OF_KIND = "SELECT number, sealed FROM rows WHERE number > ? AND number <= ? AND sealed GLOB ? ORDER BY number"
_NEWEST_OF_KIND = "SELECT number, sealed FROM rows WHERE sealed GLOB ? ORDER BY number DESC LIMIT ?"
_ALL = "SELECT number, sealed FROM rows ORDER BY number"


class Damaged(Exception):
    """A row is not what was written."""


class Rows:
    """Every change is made inside `together`, and is safe when that is over; errors are SQLite's own."""

    def __init__(self, database: sqlite3.Connection, file: Path | None = None) -> None:
        self._database = database
        self._file = file
        self._read: tuple[Row, ...] | None = None

    @contextmanager
    def together(self) -> Iterator[None]:
        """All of it is kept, or nothing."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            self._read = None
            with suppress(sqlite3.Error):  # a full disk has rolled it back already
                self._database.execute("ROLLBACK")
            raise

    def needed(self) -> tuple[Row, ...]:
        """The rows that the console needs, in the order in which they were written. Read once, until one is added."""
        if self._read is None:
            self._read = tuple(_trusted(self._database.execute(_NEEDED)))
        return self._read

    def all(self) -> list[Row]:
        """All that can be read, in the order in which they were written."""
        return list(_readable(self._database.execute(_ALL)))

    def of_kind(self, kind: str, after: int = 0, last: int | None = None) -> Iterator[Row]:
        """The readable rows of one kind, in their order; those after that number, up to the last."""
        between = (after, sys.maxsize if last is None else last)
        return _readable(self._database.execute(_OF_KIND, (*between, f"{MARK} {kind} *")))

    def newest_of_kind(self, kind: str, most: int) -> Iterator[Row]:
        """The last rows of one kind that can be read, the newest first. It reads no further back than it has to."""
        return _readable(self._database.execute(_NEWEST_OF_KIND, (f"{MARK} {kind} *", most)))

    def next_number(self) -> int:
        (newest,) = self._database.execute("SELECT max(number) FROM rows").fetchone()
        return 1 + (newest or 0)

    def keep(self, rows: Iterable[Row]) -> None:
        self._read = None
        self._database.executemany("INSERT INTO rows VALUES (?, ?)", ((row.number, seal(row)) for row in rows))

    def remove(self, number: int) -> None:
        self._read = None
        self._database.execute("DELETE FROM rows WHERE number = ?", (number,))

    def rewrite(self, row: Row) -> None:
        """The same row, saying something else."""
        self._read = None
        self._database.execute("UPDATE rows SET sealed = ? WHERE number = ?", (seal(row), row.number))

    def leave_nothing_behind(self) -> None:
        """Writes the file anew and empties its WAL, so that nothing is left in them that no row says any more."""
        self._database.execute("VACUUM")
        self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def checkpoint(self) -> None:
        """Moves into the file itself what is only in its WAL.

        Through a connection of its own, on any thread: whoever writes meanwhile does not wait for it.
        """
        if self._file is not None:
            with suppress(sqlite3.Error), closing(sqlite3.connect(self._file, timeout=0)) as database:
                database.execute("PRAGMA synchronous = FULL")
                database.execute("PRAGMA wal_checkpoint(PASSIVE)")

    @property
    def in_memory(self) -> bool:
        return self._file is None

    @contextmanager
    def beside(self) -> Iterator["Rows"]:
        """The rows of the file through a connection of its own, which only reads, on any thread."""
        assert self._file is not None, "there is a file"
        way = f"file:{quote(str(self._file))}?mode=ro"
        with closing(sqlite3.connect(way, uri=True, check_same_thread=False)) as database:
            database.text_factory = lambda text: text.decode("ascii", "replace")
            yield Rows(database)

    def copy_to(self, database: sqlite3.Connection) -> None:
        """All of it into another database, as it is at this moment; somebody else may write on meanwhile."""
        self._database.backup(database)

    def close(self) -> None:
        self._database.close()


def _trusted(rows: Iterable[tuple[object, object]]) -> Iterator[Row]:
    for number, sealed in rows:
        row = unseal(str(sealed))
        if row is None or row.number != number:
            raise Damaged
        yield row


def _readable(rows: Iterable[tuple[object, object]]) -> Iterator[Row]:
    for _, sealed in rows:
        if (row := unseal(str(sealed))) is not None:
            yield row
