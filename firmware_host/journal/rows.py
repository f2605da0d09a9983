"""The rows of a journal as SQLite keeps them, each with its checksum. What they say is read in `ledger.py`.

They hold secrets. Nothing here puts a row into a log, a repr or the text of an error.
"""

import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from firmware_host.journal.seals import Row, seal, unseal

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
PLEDGES = "pledges"  # of the league's last evenings, by name: a checksum of what it committed to
SUMS = "sums"  # row of the newest game in them, names, what was counted of all games up to it: can be counted again
UNCLEAN = "unclean"  # nothing: what was removed from other rows may still stand in the file's bytes
ORIGIN = "origin"  # of the file: the first row, so that an empty journal can be recognized too

_KIND = "substr(sealed, 5, 4)"  # the beginning of a row's kind
_INDEXED = f"{_KIND} <> '{ENTRY[:4]}'"  # most rows are entries, and nobody looks for those
INDEX = f"CREATE INDEX IF NOT EXISTS kinds ON rows ({_KIND}) WHERE {_INDEXED};"
SCHEMA = f"""
CREATE TABLE rows (
    number INTEGER PRIMARY KEY,  -- in the order in which they were written
    sealed TEXT NOT NULL         -- with its own checksum; see seals.py
) STRICT;
{INDEX}
"""
_LASTING = (NAME, PERSON, WORD, COMFORT, TOLD, ORIGIN)
# What the console needs: everything but what belongs to older games.
_NEEDED = f"""
SELECT number, sealed FROM rows WHERE number >= coalesce((
    SELECT number FROM rows WHERE {_KIND} = '{GAME}' AND {_INDEXED} ORDER BY number DESC LIMIT 1
), 0) AND {_KIND} <> '{SUMS}'
UNION SELECT number, sealed FROM rows
WHERE {_KIND} IN ({", ".join(f"'{kind[:4]}'" for kind in _LASTING)}) AND {_INDEXED}
ORDER BY number
"""  # noqa: S608
_OF_KIND = f"""
SELECT number, sealed FROM rows WHERE {_KIND} = ? AND {_INDEXED} AND number > ? AND number <= ? ORDER BY number
"""  # noqa: S608
_NEWEST_OF_KIND = f"""
SELECT number, sealed FROM rows WHERE {_KIND} = ? AND {_INDEXED} AND number > ? ORDER BY number DESC LIMIT ? OFFSET ?
"""  # noqa: S608
_NUMBERS = f"SELECT count(*) FROM rows WHERE {_KIND} = ? AND {_INDEXED} AND number > ?"  # noqa: S608
_BETWEEN = "SELECT number, sealed FROM rows WHERE number >= ? AND number <= ? ORDER BY number"
_NEXT = "SELECT number, sealed FROM rows WHERE number > ? ORDER BY number LIMIT ?"
_ALL = "SELECT number, sealed FROM rows ORDER BY number"


_LOOKS = 20  # at a WAL that others are reading, each as long as the connection is patient


class Damaged(sqlite3.DatabaseError):
    """A row is not what was written. SQLite says the same of its own pages with such an error, so nobody has to know
    who has found it."""


class Rows:
    """Every change is made inside `together`, and is safe when that is over; errors are SQLite's own."""

    def __init__(self, database: sqlite3.Connection, file: Path | None = None) -> None:
        self._database = database
        self.file = file
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
        return _readable(self._database.execute(_OF_KIND, (kind[:4], *between)))

    def newest_of_kind(self, kind: str, most: int, skipped: int = 0, after: int = 0) -> Iterator[Row]:
        """The last rows of one kind that can be read, the newest first, without so many newer ones. It reads no further
        back than it has to."""
        return _readable(self._database.execute(_NEWEST_OF_KIND, (kind[:4], after, most, skipped)))

    def how_many(self, kind: str, after: int = 0) -> int:
        """Rows of one kind, after that number."""
        (count,) = self._database.execute(_NUMBERS, (kind[:4], after)).fetchone()
        return int(count)

    def between(self, first: int, last: int) -> Iterator[Row]:
        """All readable rows from one to another."""
        return _readable(self._database.execute(_BETWEEN, (first, last)))

    def spoilt(self, part: int) -> Iterator[bool]:
        """Whether something is wrong in the whole file: one answer for every part of so many rows, the last for what
        SQLite itself knows of. Between two answers others may use the processor."""
        newest = 0
        while rows := self._database.execute(_NEXT, (newest, part)).fetchall():
            newest = rows[-1][0]
            yield any((row := unseal(str(sealed))) is None or row.number != number for number, sealed in rows)
        yield self._database.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok"

    def unreadable(self) -> list[int]:
        """The numbers of the rows that are not what was written."""
        return [number for number, sealed in self._database.execute(_ALL) if unseal(str(sealed)) is None]

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

    def note_unclean(self) -> None:
        """In the same step as what is removed: whatever happens then, the rest is done by the next who looks."""
        self.keep([Row(self.next_number(), UNCLEAN, "[]")])

    def is_unclean(self) -> bool:
        return self.how_many(UNCLEAN) > 0

    def leave_nothing_behind(self) -> None:
        """Writes the file anew and empties its WAL, so that nothing is left in them that no row says any more."""
        self._database.execute("VACUUM")
        for _ in range(_LOOKS):  # whoever reads meanwhile is soon done
            (busy, _pages, _moved) = self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                break
        else:
            raise sqlite3.OperationalError("the journal is being read")
        with self.together():
            for row in list(self.of_kind(UNCLEAN)):
                self.remove(row.number)

    def checkpoint(self) -> None:
        """Moves into the file itself what is only in its WAL.

        Through a connection of its own, on any thread: whoever writes meanwhile does not wait for it.
        """
        if self.file is not None:
            with suppress(sqlite3.Error), closing(sqlite3.connect(self.file, timeout=0)) as database:
                database.execute("PRAGMA synchronous = FULL")
                database.execute("PRAGMA wal_checkpoint(PASSIVE)")

    @property
    def in_memory(self) -> bool:
        return self.file is None

    @contextmanager
    def beside(self) -> Iterator["Rows"]:
        """The rows of the file through a connection of its own, which only reads, on any thread."""
        assert self.file is not None, "there is a file"
        way = f"file:{quote(str(self.file))}?mode=ro"
        with closing(sqlite3.connect(way, uri=True, check_same_thread=False)) as database:
            database.text_factory = lambda text: text.decode("ascii", "replace")
            yield Rows(database, self.file)

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
