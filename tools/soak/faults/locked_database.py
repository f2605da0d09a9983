"""Another program locks the journal: for a moment, and for longer than the console waits."""

import asyncio
import sqlite3
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from firmware_host.journal.opening import PATIENCE
from tools.soak.real_table import GUESSERS, WORDS, RealTable, real_table
from tools.soak.tally import Tally

TITLE = "Another program locks the journal"
EXPECTS = (
    f"For up to {PATIENCE:g} s the marks are late. After that, play continues without saving, and the table is told. "
    "When the lock is gone, the next action saves everything."
)
COUNTS = "locks"
SHARE = 2.0
TROUBLE = "cannot be saved"


def run(tally: Tally) -> None:
    asyncio.run(_evenings(tally))


async def _evenings(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        with TemporaryDirectory() as folder:
            async with real_table(Path(folder)) as table:
                await table.sits_down()
                await _locked(table, rng.uniform(0.1, 0.7 * PATIENCE), tally)
                tally.expect(not table.told(1, TROUBLE), f"lock {tally.count}: it was told of before it mattered")
                await _locked(table, rng.uniform(1.2, 1.6) * PATIENCE, tally)
                tally.expect(table.told(1, TROUBLE), f"lock {tally.count}: nobody was told")
                await table.guesses(GUESSERS[0])
                await table.survives(tally, table.seen())
                for complaint in table.complaints():
                    tally.missed(complaint)


async def _locked(table: RealTable, seconds: float, tally: Tally) -> None:
    """They guess while it is locked, and see their marks however long that takes."""
    other = sqlite3.connect(table.journal, isolation_level=None, timeout=30)
    other.execute("BEGIN EXCLUSIVE")
    guess = asyncio.create_task(table.guesses(GUESSERS[1]))
    await asyncio.sleep(seconds)
    if seconds < PATIENCE:
        tally.add("guesses that waited for the lock", not guess.done())
    other.execute("ROLLBACK")
    other.close()
    await guess
    assert len(table.rows(GUESSERS[1])) < len(WORDS)
    tally.done()
