"""Journals to measure: a whole random game as it is saved, and files with any number of them."""

import json
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from string import ascii_uppercase

from firmware_host.dictionaries import load
from firmware_host.journal.opening import open_ledger
from firmware_host.journal.rows import GAME, RESULT
from firmware_host.journal.seals import Row, seal
from firmware_host.remembered.played import result_of
from firmware_host.session import Session
from tools.bench.random_play import play

KINDS = ("party", "party", "wqrdles", "party", "three-words")
WRITTEN = 50  # games that are written one by one; the others are copies, because writing is not measured
DAY, AN_EVENING = 86_400.0, 5  # seconds; games
BUILD = Path(__file__).parents[2] / "build" / "bench"


def scratch() -> Path:
    """A folder on the project's disk, because the folder for temporary files may be in memory."""
    BUILD.mkdir(parents=True, exist_ok=True)
    return BUILD


@cache
def a_save(game: str = "party", seed: int = 1) -> dict[str, object]:
    """A game for four, played to the end."""
    words = load("en")
    evening = play(game, words, seed)
    session = Session(lambda _name: words)
    session.new(game, evening.setup.players, {}, seed=evening.setup.seed)
    for action in evening.actions:
        session.act(action)
    return session.save()


@cache
def a_result(game: str = "party", seed: int = 1) -> dict[str, object]:
    """How that game ended, with its rounds."""
    session = Session(lambda _name: load("en"))
    session.load(a_save(game, seed))
    return result_of(session.view(None).table, a_save(game, seed), {})


def entries(save: dict[str, object]) -> list[str]:
    log = save["log"]
    assert isinstance(log, list)
    return [json.dumps(entry, separators=(",", ":")) for entry in log]


def write_journal(file: Path, games: int) -> None:
    """This many finished games: the first fifty written as the console does, the others put there all at once."""
    written, now = min(games, WRITTEN), [0.0]
    ledger, trouble = open_ledger(file, lambda: now[0])
    assert not trouble, trouble
    with ledger.together():
        for seed in range(1, written + 1):
            kind = KINDS[seed % len(KINDS)]
            now[0] = seed // AN_EVENING * DAY
            ledger.begin(a_save(kind, seed), {1: "Ann", 2: "Bob", 3: "Cleo", 4: "Dan"}, {})
            ledger.finish(a_result(kind, seed))
    _origin, *rows = ledger.rows.all()
    ledger.close()
    with closing(sqlite3.connect(file)) as database, database:
        for more in range(1, games // written):
            copies = (_copy(row, more, len(rows)) for row in rows)
            database.executemany("INSERT INTO rows VALUES (?, ?)", ((row.number, seal(row)) for row in copies))


def _copy(row: Row, time: int, rows: int) -> Row:
    """The same row of another game, so many rows later each time; there, other words were hidden and guessed."""
    content, more = json.loads(row.content), time * rows
    if row.kind != GAME:
        content[0] += more
    if row.kind == RESULT:
        content[1] += time * WRITTEN // AN_EVENING * DAY
        for told in content[2]["told"]:
            told["words"] = {owner: _other(word, time) for owner, word in told["words"].items()}
            for _side, _owner, board in told["boards"]:
                board[:] = [[_other(word, time), *rest] for word, *rest in board]
    return Row(row.number + more, row.kind, json.dumps(content, separators=(",", ":")))


def _other(word: str, time: int) -> str:
    """Every letter so many places further in the alphabet: all of them together are as many words as people know."""
    return "".join(ascii_uppercase[(ascii_uppercase.index(letter) + time) % 26] for letter in word)
