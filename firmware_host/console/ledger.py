"""The journal's own file: an SQLite database of games and everything done in them. Touches nothing but that file.

It holds secrets. Nothing here puts a row into a log, a repr or the text of an error.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from firmware_host.console.keeper import Unfinished

MEMORY = Path(":memory:")
APPLICATION_ID = 0x776F7264  # «word»: other programs, and we, can tell whose file this is
VERSION = 1
PATIENCE = 5.0  # seconds in which somebody else may hold the file
NAMES_OFFERED = 6

_SCHEMA = """
CREATE TABLE games (
    id        INTEGER PRIMARY KEY,  -- in the order in which they began
    began     REAL NOT NULL,        -- by the wall clock, seconds since 1970
    ended     REAL,
    header    TEXT NOT NULL,        -- the save the game began with, without its clock and log
    clock     REAL NOT NULL,        -- how far the game's own time has come
    seats     TEXT NOT NULL,        -- who sits where: {"1": "Ann"}
    computers TEXT NOT NULL,        -- {"Robin": "fair"}
    result    TEXT                  -- how it ended; the newest game without one is still being played
) STRICT;
CREATE TABLE entries (              -- the log of each game, one row for each accepted action
    game   INTEGER NOT NULL REFERENCES games,
    number INTEGER NOT NULL,        -- from 1, without gaps
    entry  TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE names (                -- that were used at each seat
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    turn INTEGER NOT NULL,          -- the highest was used last
    PRIMARY KEY (seat, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE house_words (          -- what this table has agreed on
    word    TEXT PRIMARY KEY,
    verdict TEXT NOT NULL CHECK (verdict IN ('allow', 'bar'))
) STRICT, WITHOUT ROWID;
CREATE TABLE comforts (             -- what each seat has set for itself
    seat  INTEGER NOT NULL,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (seat, name)
) STRICT, WITHOUT ROWID;
"""
_TABLES = {"games", "entries", "names", "house_words", "comforts"}
_COMPANIONS = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a database


class NotOurs(Exception):
    """This file cannot be our journal; the sentence's end says why."""


@dataclass(frozen=True)
class Finished:
    """A game that was played to its end, or ended."""

    began: float
    ended: float
    save: Mapping[str, object] = field(repr=False)  # with its log
    result: Mapping[str, object]
    computers: Mapping[str, str]


class Ledger:
    """The rows. Every change is made inside `together`, and is safe when that is over; errors are SQLite's own."""

    def __init__(self, database: sqlite3.Connection, date: Callable[[], float]) -> None:
        self._database = database
        self._date = date
        newest = self._rows("SELECT id, result FROM games ORDER BY id DESC LIMIT 1")
        self._game: object = newest[0][0] if newest and newest[0][1] is None else None

    @contextmanager
    def together(self) -> Iterator[None]:
        """All of it is kept, or nothing."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # a full disk has rolled it back already
                self._database.execute("ROLLBACK")
            raise

    # ── the game ─────────────────────────────────────────────────────────────────────────────────

    def begin(self, save: Mapping[str, object], seats: Mapping[int, str], computers: Mapping[str, str]) -> None:
        header = {name: part for name, part in save.items() if name not in ("clock", "log")}
        added = self._database.execute(
            "INSERT INTO games (began, header, clock, seats, computers) VALUES (?, ?, ?, ?, ?)",
            (self._date(), _text(header), save["clock"], _text(dict(seats)), _text(dict(computers))),
        )
        self._game = added.lastrowid
        log = save["log"]
        assert isinstance(log, list), "a save has a log"
        for entry in log:
            self.add(_text(entry))

    def add(self, entry: str) -> None:
        self._database.execute(
            "INSERT INTO entries SELECT :game, 1 + coalesce(max(number), 0), :entry FROM entries WHERE game = :game",
            {"game": self._game, "entry": entry},
        )
        self.clock(_moment(json.loads(entry)))

    def clock(self, now: float) -> None:
        self._database.execute("UPDATE games SET clock = ? WHERE id = ?", (now, self._game))

    def finish(self, result: Mapping[str, object]) -> None:
        ended = (_text(dict(result)), self._date(), self._game)
        self._database.execute("UPDATE games SET result = ?, ended = ? WHERE id = ?", ended)

    def unfinished(self) -> Unfinished | None:
        """The newest game, if it has no result. A ValueError if its rows make no sense."""
        rows = self._rows("SELECT id, header, clock, seats, computers, result FROM games ORDER BY id DESC LIMIT 1")
        if not rows or rows[0][5] is not None:
            return None
        game, header, clock, seats, computers, _ = rows[0]
        by_seat = {int(seat): name for seat, name in _names(seats).items()}
        return Unfinished(self._save(game, header, clock), by_seat, _names(computers))

    def finished(self) -> Iterator[Finished]:
        """Every game that is over, the newest first; those whose rows make no sense are left out."""
        rows = self._rows(
            "SELECT id, header, clock, computers, result, began, ended FROM games WHERE result IS NOT NULL"
            " ORDER BY id DESC"
        )
        for game, header, clock, computers, result, began, ended in rows:
            with suppress(ValueError):
                save = self._save(game, header, clock)
                yield Finished(_real(began), _real(ended), save, _object(result), _names(computers))

    def _save(self, game: object, header: object, clock: object) -> dict[str, object]:
        log = self._rows("SELECT entry FROM entries WHERE game = ? ORDER BY number", (game,))
        return {**_object(header), "clock": clock, "log": [_object(entry) for (entry,) in log]}

    # ── what outlives a game ─────────────────────────────────────────────────────────────────────

    def names(self) -> dict[int, list[str]]:
        """The names used at each seat, the last one first."""
        names: dict[int, list[str]] = {}
        for seat, name in self._rows("SELECT seat, name FROM names ORDER BY turn DESC"):
            assert isinstance(seat, int), "the columns are strict"
            names.setdefault(seat, []).append(str(name))
        return names

    def remember_name(self, seat: int, name: str) -> None:
        turn = "(SELECT 1 + coalesce(max(turn), 0) FROM names)"
        self._database.execute(f"INSERT OR REPLACE INTO names VALUES (?, ?, {turn})", (seat, name))  # noqa: S608

    def house_words(self) -> dict[str, str]:
        """What was agreed about each word: allow or bar."""
        return {str(word): str(verdict) for word, verdict in self._rows("SELECT * FROM house_words ORDER BY word")}

    def agree(self, word: str, verdict: str) -> None:
        self._database.execute("INSERT OR REPLACE INTO house_words VALUES (?, ?)", (word, verdict))

    def comforts(self) -> dict[int, dict[str, str]]:
        comforts: dict[int, dict[str, str]] = {}
        for seat, name, value in self._rows("SELECT seat, name, value FROM comforts"):
            assert isinstance(seat, int), "the columns are strict"
            comforts.setdefault(seat, {})[str(name)] = str(value)
        return comforts

    def remember_comfort(self, seat: int, name: str, value: str) -> None:
        self._database.execute("INSERT OR REPLACE INTO comforts VALUES (?, ?, ?)", (seat, name, value))

    def close(self) -> None:
        self._database.close()

    def _rows(self, question: str, about: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        return self._database.execute(question, about).fetchall()


# ── opening the file ─────────────────────────────────────────────────────────────────────────────


def open_ledger(file: Path, date: Callable[[], float], patience: float = PATIENCE) -> tuple[Ledger, str]:
    """The ledger in this file, and a sentence if something was wrong with it.

    What is not ours is kept aside. What cannot be written to is read as far as it can be, and goes on in memory.
    """
    if file == MEMORY:
        return Ledger(_connect(str(file), patience), date), ""
    try:
        _make_private(file)
        try:
            return Ledger(_connect(str(file), patience), date), ""
        except NotOurs as problem:
            aside = _set_aside(file)
            told = f"{file.name} {problem}: it is kept as {aside.name}, and a new journal was begun."
            return Ledger(_connect(str(file), patience), date), told
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else error
        told = f"{file} cannot be written to ({why}): play on, but this evening will not outlive a power cut."
        return Ledger(_in_memory(file, patience), date), told


def read_ledger(file: Path) -> Ledger:
    """For those who only look. A `NotOurs` or SQLite's own error if it cannot be read; nothing is moved or made."""
    database = _connect_to_read(file, PATIENCE)
    return Ledger(database, lambda: 0.0)


def _connect(name: str, patience: float) -> sqlite3.Connection:
    database = sqlite3.connect(name, timeout=patience, isolation_level=None, check_same_thread=False)
    try:
        with _whats_wrong():
            if not _is_empty(database):
                _check(database)
            else:
                _create(database)
            # One wait for the disk instead of four, and just as safe: with FULL every commit is waited for.
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
    except BaseException:
        database.close()
        raise
    return database


def _connect_to_read(file: Path, patience: float) -> sqlite3.Connection:
    ways = ["mode=ro"]
    wal = file.with_name(file.name + "-wal")
    if not wal.exists() or wal.stat().st_size == 0:
        ways.append("mode=ro&immutable=1")  # on a disk that takes no writing at all
    for way in ways:
        address = f"file:{quote(str(file.absolute()))}?{way}"
        database = sqlite3.connect(address, uri=True, timeout=patience, check_same_thread=False)
        try:
            with _whats_wrong():
                _check(database)
        except BaseException as error:
            database.close()
            if way == ways[-1] or not isinstance(error, sqlite3.OperationalError):
                raise
            continue
        return database
    raise AssertionError("the last way ends the search")


def _in_memory(file: Path, patience: float) -> sqlite3.Connection:
    memory = _connect(str(MEMORY), patience)
    with suppress(NotOurs, sqlite3.Error, OSError):
        source = _connect_to_read(file, patience)
        source.backup(memory)
        source.close()
    return memory


@contextmanager
def _whats_wrong() -> Iterator[None]:
    """A file that SQLite cannot make sense of is not ours; one that is locked, full or away is."""
    try:
        yield
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        raise NotOurs("is damaged") from None


def _is_empty(database: sqlite3.Connection) -> bool:
    return _pragma(database, "page_count") == 0


def _create(database: sqlite3.Connection) -> None:
    database.executescript(
        f"BEGIN; {_SCHEMA} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; COMMIT;"
    )


def _check(database: sqlite3.Connection) -> None:
    if _pragma(database, "application_id") != APPLICATION_ID:
        raise NotOurs("is not a journal of wordtable")
    version = _pragma(database, "user_version")
    if isinstance(version, int) and version > VERSION:
        raise NotOurs("was written by a newer wordtable")
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version != VERSION or not tables >= _TABLES or _pragma(database, "quick_check") != "ok":
        raise NotOurs("is damaged")


def _pragma(database: sqlite3.Connection, name: str) -> object:
    return database.execute(f"PRAGMA {name}").fetchone()[0]


def _make_private(file: Path) -> None:
    """The folder and the file are there, and nobody else may look into the file."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)


def _set_aside(file: Path) -> Path:
    number = 1
    while (aside := file.with_name(f"{file.name}.broken-{number}")).exists():
        number += 1
    for companion in _COMPANIONS:  # first: a new database must not find the old one's
        with suppress(FileNotFoundError):
            file.with_name(file.name + companion).rename(aside.with_name(aside.name + companion))
    file.rename(aside)
    _make_private(file)
    return aside


# ── rows as text ─────────────────────────────────────────────────────────────────────────────────


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _object(text: object) -> dict[str, object]:
    try:
        read = json.loads(str(text))
    except RecursionError:  # no row of ours is nested so deeply
        read = None
    if not isinstance(read, dict):
        raise ValueError("A row of the journal makes no sense.")
    return read


def _names(text: object) -> dict[str, str]:
    return {name: str(value) for name, value in _object(text).items()}


def _real(value: object) -> float:
    assert isinstance(value, float), "the columns are strict"
    return value


def _moment(entry: Mapping[str, object]) -> float:
    """When it was: each kind of entry says it in its own way."""
    moments: Iterable[object] = (entry.get(name) for name in ("at", "time", "loaded"))
    return next(float(moment) for moment in moments if isinstance(moment, int | float))
