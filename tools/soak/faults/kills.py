"""Kills a real `wordtable run` at any moment of an evening (SIGKILL), and starts it again."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hardware.ports import ENTER
from tools.soak.real_table import GUESSERS, WORDS, RealTable, Rows, panel_row, real_table
from tools.soak.tally import Tally

TITLE = "The power is cut (SIGKILL)"
EXPECTS = (
    "All marks that somebody has seen are still there, no guess counts twice, and the captain is asked whether "
    "to continue."
)
COUNTS = "kills"
SHARE = 6.0
# Seconds from the ENTER to the kill: before it is read, while it is written, after it was shown.
SOONEST, LATEST = 0.001, 0.8


def run(tally: Tally) -> None:
    asyncio.run(_evenings(tally))


async def _evenings(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        with TemporaryDirectory() as folder:
            async with real_table(Path(folder)) as table:
                await table.sits_down()
                while tally.goes_on() and max(map(len, table.seen().values())) < len(WORDS) - 1:
                    await _kill_once(table, rng, tally)


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
    _compare(before, seen, table.seen(), tally)
    for complaint in table.complaints():
        tally.missed(complaint)
    for seat in GUESSERS:  # type again what was lost before anybody saw it
        if len(table.rows(seat)) == len(before[seat]):
            await table.guesses(seat)


def _new_rows(before: Mapping[int, Rows], after: Mapping[int, Rows]) -> int:
    return sum(len(after[seat]) - len(before[seat]) for seat in GUESSERS)


def _compare(before: Mapping[int, Rows], seen: Mapping[int, Rows], now: Mapping[int, Rows], tally: Tally) -> None:
    for seat in GUESSERS:
        whole = tuple(panel_row(word) for word in WORDS[: len(before[seat]) + 1])
        kept = now[seat]
        tally.expect(len(kept) >= len(seen[seat]), f"kill {tally.count}: seat {seat} had seen a row that is gone")
        tally.expect(kept == whole[: len(kept)], f"kill {tally.count}: seat {seat} has a row that nobody typed")
