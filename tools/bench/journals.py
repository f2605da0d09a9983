"""Journals to measure: a whole random game as it is saved, and files with any number of them."""

import json
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

from firmware_host.dictionaries import load
from firmware_host.journal.opening import open_ledger
from firmware_host.journal.rows import GAME, RESULT
from firmware_host.journal.seals import Row, seal
from firmware_host.remembered.played import result_of
from firmware_host.session import Session
from tools.bench.random_play import play

WRITTEN = 10  # games that are written one by one; the others are copies, because writing is not measured
EVENING = 600.0  # seconds for each row: the next ten games are another evening
BUILD = Path(__file__).parents[2] / "build" / "bench"


def scratch() -> Path:
    """A folder on the project's disk, because the folder for temporary files may be in memory."""
    BUILD.mkdir(parents=True, exist_ok=True)
    return BUILD


@cache
def a_save() -> dict[str, object]:
    """A party game for four, played to the end."""
    words = load("en")
    evening = play("party", words, seed=1)
    session = Session(lambda _name: words)
    session.new("party", evening.setup.players, {}, seed=evening.setup.seed)
    for action in evening.actions:
        session.act(action)
    return session.save()


@cache
def a_result() -> dict[str, object]:
    """How that game ended, with its rounds."""
    session = Session(lambda _name: load("en"))
    session.load(a_save())
    return result_of(session.view(None).table, a_save(), {})


def entries(save: dict[str, object]) -> list[str]:
    log = save["log"]
    assert isinstance(log, list)
    return [json.dumps(entry, separators=(",", ":")) for entry in log]


def write_journal(file: Path, games: int) -> None:
    """This many finished games: the first ten written as the console does, the others put there all at once."""
    ledger, trouble = open_ledger(file, lambda: 0.0)
    assert not trouble, trouble
    written = min(games, WRITTEN)
    with ledger.together():
        for _ in range(written):
            ledger.begin(a_save(), {1: "Ann", 2: "Bob", 3: "Cleo", 4: "Dan"}, {})
            ledger.finish(a_result())
    _origin, *rows = ledger.rows.all()
    ledger.close()
    with closing(sqlite3.connect(file)) as database, database:
        for more in range(1, games // written):
            copies = (_copy(row, more * len(rows)) for row in rows)
            database.executemany("INSERT INTO rows VALUES (?, ?)", ((row.number, seal(row)) for row in copies))


def _copy(row: Row, more: int) -> Row:
    """The same row of another game, so many rows later."""
    content = json.loads(row.content)
    if row.kind != GAME:
        content[0] += more
    if row.kind == RESULT:
        content[1] += more * EVENING  # ten games each time
    return Row(row.number + more, row.kind, json.dumps(content, separators=(",", ":")))
