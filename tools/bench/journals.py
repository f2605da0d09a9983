"""Journals to measure: a whole random game as it is saved, and files of as many of them as are wanted."""

import json
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

from firmware_host.console.ledger import open_ledger
from firmware_host.dictionaries import load
from firmware_host.session import Session
from tools.bench.random_play import play

WRITTEN = 100  # games one by one: how they came into the file is not what is measured
COPY_GAMES = """
    INSERT INTO games SELECT id + :more, began, ended, header, clock, seats, computers, result FROM games
    WHERE id <= :written"""
COPY_ENTRIES = "INSERT INTO entries SELECT game + :more, number, entry FROM entries WHERE game <= :written"
BUILD = Path(__file__).parents[2] / "build" / "bench"


def scratch() -> Path:
    """A folder on the disk that the project is on: a folder for temporary files may be one of memory."""
    BUILD.mkdir(parents=True, exist_ok=True)
    return BUILD


@cache
def a_save() -> dict[str, object]:
    """A party of four, played to its end."""
    words = load("en")
    evening = play("party", words, seed=1)
    session = Session(lambda _name: words)
    session.new("party", evening.setup.players, {}, seed=evening.setup.seed)
    for action in evening.actions:
        session.act(action)
    return session.save()


def entries(save: dict[str, object]) -> list[str]:
    log = save["log"]
    assert isinstance(log, list)
    return [json.dumps(entry, separators=(",", ":")) for entry in log]


def write_journal(file: Path, games: int) -> None:
    """So many finished games; the first hundred as the console writes them, the others as copies of their rows."""
    ledger, trouble = open_ledger(file, lambda: 0.0)
    assert not trouble, trouble
    written = min(games, WRITTEN)
    with ledger.together():
        for _ in range(written):
            ledger.begin(a_save(), {1: "Ann", 2: "Bob", 3: "Cleo", 4: "Dan"}, {})
            ledger.finish({"winners": ["Ann"]})
    ledger.close()
    with closing(sqlite3.connect(file)) as database, database:
        for more in range(written, games, written):
            database.execute(COPY_GAMES, {"more": more, "written": written})
            database.execute(COPY_ENTRIES, {"more": more, "written": written})
