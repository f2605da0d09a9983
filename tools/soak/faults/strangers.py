"""Strangers without a code attack the server over the network, while three people play."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.web.strangers import ATTACKS
from tools.soak.real_table import GUESSERS, ROOT, WORDS, RealTable, real_table
from tools.soak.tally import Tally

TITLE = "Strangers in the network flood the server"
EXPECTS = "The players see their marks as soon as without the attack, at most twice as late, and nothing is lost."
COUNTS = "guesses"
SHARE = 2.0
CODES = '[web.codes]\n1 = "LAMP42"\n2 = "KIWI77"\n3 = "FERN55"\nprivate = "OWL911"\n'
MOST_TIMES_AS_LATE = 2.0
NOTICEABLE = 0.1  # seconds: sooner than that is soon enough, however much sooner it was without the attack


def run(tally: Tally) -> None:
    asyncio.run(_evenings(tally))


async def _evenings(tally: Tally) -> None:
    for attack in cycle(ATTACKS):
        if not tally.goes_on():
            return
        with TemporaryDirectory() as folder:
            async with real_table(Path(folder), table=RealTable(Path(folder), games=CODES)) as table:
                await table.sits_down()
                await _attacked(table, attack, tally)
                await table.survives(tally, table.seen())
                for complaint in table.complaints():
                    tally.missed(complaint)


async def _attacked(table: RealTable, attack: str, tally: Tally) -> None:
    """Half of the rows at the table left alone, half beside the attack."""
    alone = await _usually(table, tally)
    with _strangers(table.port, attack):
        await asyncio.sleep(1)
        beside = await _usually(table, tally)
    tally.most("longest wait for marks in ms", round(1000 * beside))
    late = beside > max(NOTICEABLE, MOST_TIMES_AS_LATE * alone)
    tally.expect(not late, f"{attack}: {1000 * alone:.0f} ms became {1000 * beside:.0f} ms")


async def _usually(table: RealTable, tally: Tally) -> float:
    """From the first key of a guess to its marks, in the middle of several."""
    loop, took = asyncio.get_running_loop(), []
    for _ in range(len(WORDS) // 2 - 1):
        for seat in GUESSERS:
            before = loop.time()
            await table.guesses(seat)
            took.append(loop.time() - before)
            tally.done()
    return median(took)


@contextmanager
def _strangers(target: int, attack: str) -> Iterator[None]:
    command = [sys.executable, "-m", "tests.web.strangers", str(target), "30", attack]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        yield
    finally:
        process.kill()
        process.wait()
