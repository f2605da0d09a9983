"""A disk fills up to the last byte in the middle of a game, and has space again later."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.soak.disks import Disk, small_disk
from tools.soak.real_table import GUESSERS, RealTable, real_table
from tools.soak.tally import Tally

TITLE = "The disk is full"
EXPECTS = (
    "Play continues, and the table is told once that the evening cannot be saved. When there is space again, "
    "the next action saves everything."
)
COUNTS = "times"
SHARE = 2.0
MOUNTS = True
TROUBLE = "cannot be saved"


def run(tally: Tally) -> None:
    while tally.goes_on():
        with TemporaryDirectory() as folder, small_disk(Path(folder)) as disk:
            tally.facts["disk"] = disk.kind
            asyncio.run(_evening(Path(folder), disk, tally))


async def _evening(folder: Path, disk: Disk, tally: Tally) -> None:
    async with real_table(folder, disk.journal) as table:
        await table.sits_down()
        disk.fill()
        await until_told(table, TROUBLE, tally)
        disk.free()
        await table.guesses(GUESSERS[0])
        tally.done()
        await table.survives(tally, table.seen())
        for complaint in table.complaints():
            tally.missed(complaint)


async def until_told(table: RealTable, words: str, tally: Tally) -> None:
    """They guess in turn, because SQLite may have some space left. Ann, who is not guessing, reads the message."""
    for _ in range(4):
        for seat in GUESSERS:
            await table.guesses(seat)
        if table.log_says(words):
            await table.pages[1].until(lambda _page: table.told(1, words))
            return
    tally.missed(f"try {tally.count}: nobody was told")
