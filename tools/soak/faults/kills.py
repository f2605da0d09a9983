"""Kills a real `wordtable run` at any moment of an evening (SIGKILL), and starts it again.

Every other evening has a slow disk, and everybody presses ENTER up to four times.
"""

import asyncio
from collections.abc import Mapping
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hardware.ports import ENTER
from tests.console.test_one_queue import games_begun
from tools.soak.real_table import GUESSERS, WORDS, RealTable, Rows, marked_row, real_table
from tools.soak.tally import Tally

TITLE = "The power is cut (SIGKILL)"
EXPECTS = (
    "All marks that somebody has seen are still there, no guess counts twice, one game was begun, and the captain is "
    "asked whether to continue."
)
COUNTS = "kills"
ENOUGH = 1_000
SHARE = 6.0
# Seconds from the ENTER to the kill: before it is read, while it is written, after it was shown.
SOONEST, LATEST = 0.001, 2.0
TABLES = 3
MOST_PRESSES = 4  # of ENTER, on a slow disk
SLOW = "on a slow disk, with ENTER pressed up to four times"


def run(tally: Tally) -> None:
    asyncio.run(_evenings(tally))


async def _evenings(tally: Tally) -> None:
    """Several at a time, because each of them mostly waits."""
    await asyncio.gather(*(_some_evenings(tally, Random(f"{tally.seed} {table}")) for table in range(TABLES)))


async def _some_evenings(tally: Tally, rng: Random) -> None:
    for slow in cycle((True, False)):
        if not tally.goes_on():
            return
        with TemporaryDirectory() as folder:
            table = ImpatientTable(Path(folder), rng) if slow else RealTable(Path(folder))
            async with real_table(Path(folder), table=table):
                await table.sits_down()
                while tally.goes_on() and max(map(len, table.seen().values())) < len(WORDS) - 1:
                    await _kill_once(table, rng, tally)


class ImpatientTable(RealTable):
    """A commit takes up to half a second, and whoever presses ENTER presses it again while they wait."""

    console = "tools.soak.slow_console"

    def __init__(self, folder: Path, rng: Random) -> None:
        super().__init__(folder)
        self._rng = rng

    async def types(self, seat: int, *keys: str) -> None:
        await super().types(seat, *keys, *(ENTER,) * (self._rng.randrange(MOST_PRESSES) if keys[-1] == ENTER else 0))


async def _kill_once(table: RealTable, rng: Random, tally: Tally) -> None:
    """Both guess at the same time, and the console is killed meanwhile or a little later."""
    before = table.seen()
    for seat in GUESSERS:
        await table.types(seat, *WORDS[len(before[seat])], ENTER)
    await asyncio.sleep(SOONEST * (LATEST / SOONEST) ** rng.random())  # as often early as late
    await table.kill()
    seen = table.seen()
    tally.add("guesses whose marks were seen before the cut", _new_rows(before, seen))
    await table.start()
    await table.goes_on()
    tally.done()
    tally.add(SLOW, isinstance(table, ImpatientTable))
    _compare(before, seen, table.seen(), tally)
    tally.expect(games_begun(table.journal) == 1, f"kill {tally.count}: not one game was begun")
    for complaint in table.complaints():
        tally.missed(complaint)
    for seat in GUESSERS:  # type again what was lost before anybody saw it
        if len(table.rows(seat)) == len(before[seat]):
            await table.guesses(seat)


def _new_rows(before: Mapping[int, Rows], after: Mapping[int, Rows]) -> int:
    return sum(len(after[seat]) - len(before[seat]) for seat in GUESSERS)


def _compare(before: Mapping[int, Rows], seen: Mapping[int, Rows], now: Mapping[int, Rows], tally: Tally) -> None:
    for seat in GUESSERS:
        whole = tuple(marked_row(word) for word in WORDS[: len(before[seat]) + 1])
        kept = now[seat]
        tally.expect(len(kept) >= len(seen[seat]), f"kill {tally.count}: seat {seat} had seen a row that is gone")
        tally.expect(kept == whole[: len(kept)], f"kill {tally.count}: seat {seat} has a row that nobody typed")
