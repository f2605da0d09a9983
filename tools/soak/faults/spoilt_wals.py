"""Kills a table, and then loses its WAL, spoils a hundred bytes of it, or cuts it short."""

import shutil
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.support.night import Night, party
from tools.soak.tally import Tally

TITLE = "The journal's WAL is lost, spoilt or cut short"
EXPECTS = "The console starts, and the game is there, at least up to the last checkpoint, as it was then or later."
COUNTS = "times"
SHARE = 1.0
SPOILT = 100  # bytes


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        with TemporaryDirectory() as folder:
            _an_evening(Path(folder), rng, tally)


def _an_evening(folder: Path, rng: Random, tally: Tally) -> None:
    night = Night(folder / "journal.db")
    night.begins(party())
    safe = _plays(night, rng)
    night.journal.checkpoint()
    _plays(night, rng)
    log = night.evening.session.save()["log"]
    assert isinstance(log, list)
    for way in ("lost", "spoilt", "cut short"):
        copy = folder / way / "journal.db"
        copy.parent.mkdir()
        shutil.copyfile(folder / "journal.db", copy)
        wal = _damaged((folder / "journal.db-wal").read_bytes(), way, rng)
        copy.with_name("journal.db-wal").write_bytes(wal)
        found = Night(copy).journal.unfinished()
        there = found.save["log"] if found is not None else []
        assert isinstance(there, list)
        tally.done()
        tally.add(way)
        tally.expect(len(there) >= safe, f"{way}: {safe} moves were safe, {len(there)} were found")
        tally.expect(there == log[: len(there)], f"{way}: another game was found")
    night.journal.close()


def _plays(night: Night, rng: Random) -> int:
    """Ann pauses and resumes, and how many moves the game has then."""
    for _ in range(rng.randint(1, 30)):
        night.plays("Ann", "resume" if night.evening.session.game.paused else "pause")
    return night.evening.session.game.number - 1


def _damaged(wal: bytes, way: str, rng: Random) -> bytes:
    place = rng.randrange(len(wal))
    match way:
        case "lost":
            return b""
        case "spoilt":
            return wal[:place] + rng.randbytes(SPOILT) + wal[place + SPOILT :]
        case _:
            return wal[:place]
