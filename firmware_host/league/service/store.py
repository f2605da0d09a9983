"""The league's results in SQL: SQLite in a file, or PostgreSQL by its address. Two services may share one PostgreSQL.

A result is kept under its table and key. Only the service that was first adds it to the totals, in the same
transaction: so nothing is counted twice, and a service may be killed at any moment.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any

from firmware_host.league.service.results import Result
from firmware_host.league.service.standings import COUNTED, Total, board_score, counted
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say

SCHEMA = """
CREATE TABLE IF NOT EXISTS results (
    league TEXT NOT NULL, place TEXT NOT NULL, key TEXT NOT NULL,
    played TEXT NOT NULL, round INTEGER NOT NULL, game TEXT NOT NULL, ended DOUBLE PRECISION NOT NULL,
    given INTEGER NOT NULL, score DOUBLE PRECISION, told TEXT NOT NULL,
    PRIMARY KEY (league, place, key)
);
CREATE TABLE IF NOT EXISTS people (
    league TEXT NOT NULL, name TEXT NOT NULL, {counted},
    PRIMARY KEY (league, name)
);
CREATE TABLE IF NOT EXISTS evenings (
    league TEXT NOT NULL, evening TEXT NOT NULL, began DOUBLE PRECISION NOT NULL, over INTEGER NOT NULL,
    format TEXT NOT NULL, boards TEXT NOT NULL,
    PRIMARY KEY (league, evening)
);
CREATE TABLE IF NOT EXISTS handed (
    league TEXT NOT NULL, evening TEXT NOT NULL, place TEXT NOT NULL, board INTEGER NOT NULL,
    played TEXT NOT NULL, round INTEGER NOT NULL,
    PRIMARY KEY (league, evening, place, board), UNIQUE (league, evening, place, played, round)
);
CREATE INDEX IF NOT EXISTS newest ON results (league, ended)
""".replace("{counted}", ", ".join(f"{name} INTEGER NOT NULL" for name in COUNTED))

BOARDS = """
SELECT handed.board, handed.place, results.score FROM handed JOIN results
ON results.league = handed.league AND results.place = handed.place
AND results.played = handed.played AND results.round = handed.round
WHERE handed.league = ? AND handed.evening = ? AND results.given = 1 AND results.score IS NOT NULL
ORDER BY handed.board, handed.place
"""
PATIENCE = 5  # seconds for another service's transaction


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
    def _together(self) -> Iterator[Any]:
        """All of it is kept, or nothing. Raises a `StoreError`."""
        try:
            database = self._open()
            cursor = database.cursor()
            if not self._is_postgres:
                cursor.execute("BEGIN IMMEDIATE")
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
            if self._is_postgres:
                cursor.execute("SELECT pg_advisory_xact_lock(7873)")  # two that start together make the tables once
            for statement in SCHEMA.split(";"):
                cursor.execute(statement)
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
        cursor.execute(statement.replace("?", "%s") if self._is_postgres else statement, values)
        return cursor

    # ── results ──────────────────────────────────────────────────────────────────────────────────

    def take(self, results: Sequence[tuple[Result, str]]) -> None:
        """Keeps all of them, each with what the table said; those that are there already are not counted again."""
        more: dict[str, Total] = {}
        with self._together() as cursor:
            for result, told in sorted(results, key=lambda each: (each[0].table, each[0].key)):
                if self._is_new(cursor, result, told):
                    for who, total in counted(result).items():
                        more[who] = more.get(who, Total()) + total
            for who in sorted(more):  # always in the same order, so that two services never wait for each other
                self._add(cursor, who, more[who])

    def _is_new(self, cursor: Any, result: Result, told: str) -> bool:
        score = board_score(result.found, result.missed) if result.round else None
        self._do(
            cursor,
            "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            self._league, result.table, result.key, result.played, result.round, result.game, result.ended,
            int(result.given), score, told,
        )  # fmt: skip
        return bool(cursor.rowcount)

    def _add(self, cursor: Any, who: str, total: Total) -> None:
        sums = ", ".join(f"{name} = people.{name} + excluded.{name}" for name in COUNTED)
        marks = ", ".join("?" * (2 + len(COUNTED)))
        statement = f"INSERT INTO people VALUES ({marks}) ON CONFLICT (league, name) DO UPDATE SET {sums}"  # noqa: S608
        self._do(cursor, statement, self._league, who, *astuple(total))

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

    def keys(self) -> set[tuple[str, str]]:
        """Which results are there: the table and the key of each."""
        with self._together() as cursor:
            self._do(cursor, "SELECT place, key FROM results WHERE league = ?", self._league)
            return {(table, key) for table, key in cursor.fetchall()}

    # ── the words of an evening ──────────────────────────────────────────────────────────────────

    def begin_evening(self, evening: str, began: float, form: str, boards: Iterable[Sequence[str]]) -> None:
        """With its boards, each a nonce and a word. They are secret. Any evening before it is over."""
        with self._together() as cursor:
            self._do(cursor, "UPDATE evenings SET over = 1 WHERE league = ?", self._league)
            told = json.dumps([list(board) for board in boards])
            self._do(cursor, "INSERT INTO evenings VALUES (?, ?, ?, 0, ?, ?)", self._league, evening, began, form, told)

    def end_evening(self) -> None:
        with self._together() as cursor:
            self._do(cursor, "UPDATE evenings SET over = 1 WHERE league = ?", self._league)

    def evening(self) -> tuple[str, bool, str, list[tuple[str, str]]] | None:
        """The newest evening: its name, whether it is over, its format, and its boards with their nonces and words."""
        with self._together() as cursor:
            self._do(
                cursor,
                "SELECT evening, over, format, boards FROM evenings WHERE league = ? ORDER BY began DESC LIMIT 1",
                self._league,
            )
            found = cursor.fetchone()
        if found is None:
            return None
        name, over, form, boards = found
        return name, bool(over), form, [(nonce, word) for nonce, word in json.loads(boards)]

    def hand(self, evening: str, table: str, played: str, number: int, boards: int) -> int | None:
        """Which board this table plays in this round of this game: always the same one. None if it has had them all."""
        with self._together() as cursor:
            found = self._handed(cursor, evening, table, played, number)
            if found is None:
                self._do(
                    cursor,
                    "INSERT INTO handed SELECT ?, ?, ?, 1 + coalesce(max(board), 0), ?, ? FROM handed "
                    "WHERE league = ? AND evening = ? AND place = ? HAVING coalesce(max(board), 0) < ? "
                    "ON CONFLICT DO NOTHING",
                    self._league, evening, table, played, number, self._league, evening, table, boards,
                )  # fmt: skip
                found = self._handed(cursor, evening, table, played, number)
        return found

    def _handed(self, cursor: Any, evening: str, table: str, played: str, number: int) -> int | None:
        self._do(
            cursor,
            "SELECT board FROM handed WHERE league = ? AND evening = ? AND place = ? AND played = ? AND round = ?",
            self._league, evening, table, played, number,
        )  # fmt: skip
        found = cursor.fetchone()
        return None if found is None else int(found[0])

    def tables_with(self, evening: str) -> dict[int, set[str]]:
        """Which tables were handed each board."""
        handed: dict[int, set[str]] = {}
        with self._together() as cursor:
            self._do(cursor, "SELECT board, place FROM handed WHERE league = ? AND evening = ?", self._league, evening)
            for board, table in cursor.fetchall():
                handed.setdefault(board, set()).add(table)
        return handed

    def boards(self, evening: str) -> dict[int, dict[str, float]]:
        """The score of every table on every board that it has finished with the league's word."""
        scores: dict[int, dict[str, float]] = {}
        with self._together() as cursor:
            for board, table, score in self._do(cursor, BOARDS, self._league, evening).fetchall():
                scores.setdefault(board, {})[table] = score
        return scores


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
    where = address.rpartition("@")[2]  # without a password
    return say(
        "The league's database cannot be used ({where}: {kind}). Is it running, and may this user write there?",
        where=where,
        kind=type(error).__name__,
    )
