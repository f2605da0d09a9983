"""The league's results in SQL: SQLite in a file, or PostgreSQL by its address. Two services may share one PostgreSQL.

A result is kept under its table and key. Only the service that was first adds it to the totals, in the same
transaction: so nothing is counted twice, and a service may be killed at any moment.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple, field
from itertools import chain
from pathlib import Path
from typing import Any

from firmware_host.frozen import frozen
from firmware_host.league.service.results import Result, read_result
from firmware_host.league.service.schema import COUNTED, NEWEST, bring_up_to_date
from firmware_host.league.service.standings import Total, board_score, counted
from firmware_host.league.words import Board, Evening, commitment
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say

# Which tables have finished which boards: with the league's word, or with another because it came too late.
FINISHED = """
SELECT handed.board, handed.place FROM handed JOIN results
ON results.league = handed.league AND results.place = handed.place
AND results.played = handed.played AND results.round = handed.round
WHERE handed.league = ? AND handed.evening = ?
"""
BOARDS = """
SELECT handed.board, handed.place, results.score FROM handed JOIN results
ON results.league = handed.league AND results.place = handed.place
AND results.played = handed.played AND results.round = handed.round
WHERE handed.league = ? AND handed.evening = ? AND results.given = 1 AND results.score IS NOT NULL
ORDER BY handed.board, handed.place
"""
# The word that a table had last: for which game, when, and whether the league has the result of that round or game.
LAST_HANDED = """
SELECT handed.board, handed.played, handed.at, EXISTS (
    SELECT 1 FROM results WHERE results.league = handed.league AND results.place = handed.place
    AND results.played = handed.played AND results.round IN (handed.round, 0)
) FROM handed WHERE handed.league = ? AND handed.evening = ? AND handed.place = ? ORDER BY handed.board DESC LIMIT 1
"""
NEW_EVENING = """
INSERT INTO evenings (league, evening, began, over, format, boards, lifts, tables) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
GAMES = """
SELECT rowid, place, told FROM results WHERE league = ? AND round = 0 AND rowid > ?
ORDER BY ended, place{bytes}, key{bytes}
"""
BYTES = ' COLLATE "C"'  # as Python and SQLite compare them; PostgreSQL would ask its language
LOST = 900.0  # seconds after which a game that was not finished does not keep the next one from its word
PATIENCE = 5  # seconds for another service's transaction
BESIDE, ALONE = "BEGIN", "BEGIN IMMEDIATE"  # SQLite has one writer, and many who read beside it
ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(7873)"  # of all services on one PostgreSQL


@frozen
class KeptEvening:
    """An evening with its words. They are secret until they are opened."""

    name: str
    began: float
    lifts: float  # by the league's clock: then the evening is over, and all its words are opened
    over: bool
    format: str
    boards: tuple[Board, ...] = field(repr=False)
    tables: frozenset[str] = frozenset()  # that are expected; none named, all that the league knows
    opened: frozenset[int] = frozenset()  # boards, from 1, that every table has finished

    def told(self, now: float) -> Evening:
        """What everybody may know of it now."""
        over = self.over or now >= self.lifts
        open_ = {n: board for n, board in enumerate(self.boards, 1) if over or n in self.opened}
        return Evening(self.name, tuple(commitment(*board) for board in self.boards), open_, over)


class StoreError(TextError):
    """The database cannot be used; its text says what to do."""


class Store:
    """One connection, for one thread. It is opened again after it broke; whatever was under way did not happen."""

    def __init__(self, address: str, league: str) -> None:
        self._address = address
        self._league = league
        self._is_postgres = address.startswith(("postgresql://", "postgres://"))
        self._database: Any = None

    @contextmanager
    def _together(self, *, alone: bool = False) -> Iterator[Any]:
        """All of it is kept, or nothing; `alone`, while no other service does the same. Raises a `StoreError`."""
        try:
            database = self._open()
            cursor = database.cursor()
            if not self._is_postgres:
                cursor.execute(ALONE if alone else BESIDE)
            elif alone:
                cursor.execute(ONE_AT_A_TIME)
            yield cursor
            database.commit()
        except Exception as error:
            self.close()
            if isinstance(error, sqlite3.Error | OSError) or self._is_postgres:
                raise StoreError(_why(self._address, error)) from error
            raise

    def _open(self) -> Any:
        if self._database is None:
            self._database = _postgres(self._address) if self._is_postgres else _sqlite(Path(self._address))
            cursor = self._database.cursor()
            cursor.execute(ONE_AT_A_TIME if self._is_postgres else ALONE)  # two that start together change it once
            if bring_up_to_date(cursor, is_postgres=self._is_postgres) > NEWEST:
                raise StoreError(
                    say(
                        "The league's database is of a newer version of wordtable. Update wordtable on this machine, "
                        "or use another database."
                    )
                )
            self._database.commit()
        return self._database

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        database, self._database = self._database, None
        if database is not None:
            with suppress(Exception):  # it is broken already
                database.close()

    def _do(self, cursor: Any, statement: str, *values: object) -> Any:
        cursor.execute(self._in_its_words(statement), values)
        return cursor

    def _in_its_words(self, statement: str) -> str:
        return statement.replace("?", "%s") if self._is_postgres else statement

    # ── results ──────────────────────────────────────────────────────────────────────────────────

    def take(self, results: Sequence[tuple[Result, str]]) -> list[Result]:
        """Keeps all of them, each with what the table said. Those that are new are counted, and told."""
        more: dict[str, Total] = {}
        with self._together(alone=True) as cursor:  # so that rows are seen in the order of their numbers
            new = self._keep(cursor, results)
            for result in new:
                for who, total in counted(result).items():
                    more[who] = more.get(who, Total()) + total
            self._add(cursor, more)
        return new

    def _keep(self, cursor: Any, results: Sequence[tuple[Result, str]]) -> list[Result]:
        """All in one statement: a database elsewhere is asked once, however many came again. A few hundred fit in."""
        by_key = {(result.table, result.key): (result, told) for result, told in results}
        rows = [(self._league, *_row(result, told)) for result, told in by_key.values()]
        statement = f"INSERT INTO results VALUES {_marks(rows)} ON CONFLICT DO NOTHING RETURNING place, key"  # noqa: S608
        self._do(cursor, statement, *chain(*rows))
        return [by_key[table, key][0] for table, key in sorted(cursor.fetchall())]

    def _add(self, cursor: Any, more: Mapping[str, Total]) -> None:
        rows = [(self._league, who, *astuple(total)) for who, total in more.items()]
        sums = ", ".join(f"{name} = people.{name} + excluded.{name}" for name in COUNTED)
        marks = _marks([("", "", *COUNTED)])
        added = f"INSERT INTO people VALUES {marks} ON CONFLICT (league, name) DO UPDATE SET {sums}"  # noqa: S608
        cursor.executemany(self._in_its_words(added), rows)

    def totals(self, most: int = 1_000_000) -> dict[str, Total]:
        """Of everybody, the best first: most games won, then the highest rating."""
        with self._together() as cursor:
            self._do(
                cursor,
                f"SELECT name, {', '.join(COUNTED)} FROM people WHERE league = ? ORDER BY wins DESC, "  # noqa: S608
                "CASE WHEN met = 0 THEN 0 ELSE 1.0 * beaten / met END DESC, name LIMIT ?",
                self._league,
                most,
            )
            return {name: Total(*counts) for name, *counts in cursor.fetchall()}

    def newest(self, most: int) -> list[tuple[str, Mapping[str, Any]]]:
        """The games that were finished last, each with its table."""
        with self._together() as cursor:
            self._do(
                cursor,
                "SELECT place, told FROM results WHERE league = ? AND round = 0 ORDER BY ended DESC LIMIT ?",
                self._league,
                most,
            )
            return [(table, json.loads(told)) for table, told in cursor.fetchall()]

    def games_after(self, number: int) -> Iterator[tuple[int, Result]]:
        """All games that came after the one with this number, each with its own, in the order in which they ended.

        They are read one by one: as objects, all games of a large league would fill a small computer.
        """
        with self._together() as cursor:
            asked = GAMES.replace("{bytes}", BYTES if self._is_postgres else "")
            found = self._do(cursor, asked, self._league, number).fetchall()
        return ((int(row), read_result(table, told)) for row, table, told in found)

    def keys(self) -> set[tuple[str, str]]:
        """Which results are there: the table and the key of each."""
        with self._together() as cursor:
            self._do(cursor, "SELECT place, key FROM results WHERE league = ?", self._league)
            return {(table, key) for table, key in cursor.fetchall()}

    # ── the words of an evening ──────────────────────────────────────────────────────────────────

    def begin_evening(self, evening: KeptEvening) -> None:
        """Any evening before it is over."""
        boards, tables = json.dumps(evening.boards), json.dumps(sorted(evening.tables))
        kept = (evening.name, evening.began, 0, evening.format, boards, evening.lifts, tables)
        with self._together(alone=True) as cursor:
            self._do(cursor, "UPDATE evenings SET over = 1 WHERE league = ?", self._league)
            self._do(cursor, NEW_EVENING, self._league, *kept)

    def end_evening(self) -> None:
        with self._together(alone=True) as cursor:
            self._do(cursor, "UPDATE evenings SET over = 1 WHERE league = ?", self._league)

    def evenings(self, most: int) -> list[KeptEvening]:
        """The newest first."""
        with self._together() as cursor:
            asked = "SELECT evening, began, lifts, over, format, boards, tables FROM evenings WHERE league = ? "
            self._do(cursor, asked + "ORDER BY began DESC LIMIT ?", self._league, most)
            found = cursor.fetchall()
            return [_evening(*row, opened=self._opened(cursor, row[0])) for row in found]

    def evening(self) -> KeptEvening | None:
        return next(iter(self.evenings(1)), None)

    def _opened(self, cursor: Any, evening: str) -> frozenset[int]:
        self._do(cursor, "SELECT board FROM opened WHERE league = ? AND evening = ?", self._league, evening)
        return frozenset(int(board) for (board,) in cursor.fetchall())

    def open_boards(self, evening: str, expected: Iterable[str]) -> None:
        """Opens the boards that all have finished: whoever is expected, and whoever has had a word tonight."""
        with self._together(alone=True) as cursor:
            self._do(cursor, "SELECT place FROM handed WHERE league = ? AND evening = ?", self._league, evening)
            tables = {*expected, *(table for (table,) in cursor.fetchall())}
            finished: dict[int, set[str]] = {}
            for board, table in self._do(cursor, FINISHED, self._league, evening).fetchall():
                finished.setdefault(int(board), set()).add(table)
            for board, done in sorted(finished.items()):
                if tables <= done:
                    opens = "INSERT INTO opened VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
                    self._do(cursor, opens, self._league, evening, board)

    def hand(self, evening: str, table: str, played: str, number: int, boards: int, now: float) -> int | None:
        """Which board this table plays in this round of this game: always the same one, and none that is open.

        None if it has had them all, or has yet to finish the one that it had last.
        """
        with self._together(alone=True) as cursor:
            found = self._handed(cursor, evening, table, played, number)
            if found is None and (found := self._next_board(cursor, evening, table, played, boards, now)) is not None:
                values = (self._league, evening, table, found, played, number, now)
                self._do(cursor, "INSERT INTO handed VALUES (?, ?, ?, ?, ?, ?, ?)", *values)
        return found

    def _next_board(self, cursor: Any, evening: str, table: str, played: str, boards: int, now: float) -> int | None:
        """The first one after those that this table has had; a word that was told is nobody's secret any more.

        A table has one word at a time: nobody who speaks for it learns what it is to play later. A game may be lost
        with its journal. Then another game gets the next word after a while.
        """
        last = self._do(cursor, LAST_HANDED, self._league, evening, table).fetchone()
        board, of_game, at, is_finished = last or (0, "", 0.0, True)
        if not is_finished and (played == of_game or now < at + LOST):
            return None
        opened = self._opened(cursor, evening)
        return next((each for each in range(int(board) + 1, boards + 1) if each not in opened), None)

    def _handed(self, cursor: Any, evening: str, table: str, played: str, number: int) -> int | None:
        self._do(
            cursor,
            "SELECT board FROM handed WHERE league = ? AND evening = ? AND place = ? AND played = ? AND round = ?",
            self._league, evening, table, played, number,
        )  # fmt: skip
        found = cursor.fetchone()
        return None if found is None else int(found[0])

    def boards(self, evening: str) -> dict[int, dict[str, float]]:
        """The score of every table on every board that it has finished with the league's word."""
        scores: dict[int, dict[str, float]] = {}
        with self._together() as cursor:
            for board, table, score in self._do(cursor, BOARDS, self._league, evening).fetchall():
                scores.setdefault(board, {})[table] = score
        return scores


def _row(result: Result, told: str) -> tuple[object, ...]:
    score = board_score(result.found, result.missed) if result.round else None
    what = (result.played, result.round, result.game, result.ended, int(result.given), score, told)
    return result.table, result.key, *what


def _evening(
    name: str, began: float, lifts: float, over: int, form: str, boards: str, tables: str, *, opened: frozenset[int]
) -> KeptEvening:
    words = tuple((nonce, word) for nonce, word in json.loads(boards))
    return KeptEvening(name, began, lifts, bool(over), form, words, frozenset(json.loads(tables)), opened)


def _marks(rows: Sequence[tuple[object, ...]]) -> str:
    """A place in a statement for each value of each row."""
    return ", ".join(f"({', '.join('?' * len(row))})" for row in rows)


def _sqlite(file: Path) -> sqlite3.Connection:
    database = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    return database


def _postgres(address: str) -> Any:
    try:
        import psycopg
    except ImportError:
        missing = say("PostgreSQL needs a library that is not installed. Install python3-psycopg, and try again.")
        raise StoreError(missing) from None
    return psycopg.connect(address, connect_timeout=PATIENCE)


def _why(address: str, error: Exception) -> Any:
    if isinstance(error, StoreError):
        return error.say
    where = address.partition("?")[0].rpartition("@")[2]  # without a password
    return say(
        "The league's database cannot be used ({where}: {kind}). Is it running, and may this user write there?",
        where=where,
        kind=type(error).__name__,
    )
