"""A disk fails in the middle of a game: read-only after an error, like a worn SD card, or removed."""

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tools.soak.disks import Disk, small_disk
from tools.soak.faults.full_disk import TROUBLE, until_told
from tools.soak.real_table import real_table
from tools.soak.tally import Tally

TITLE = "The disk fails: read-only after an error, or removed"
EXPECTS = (
    "Play continues, and the table is told once that the evening cannot be saved. The repaired disk contains "
    "everything that was shown before it failed."
)
COUNTS = "times"
SHARE = 2.0
MOUNTS = True


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        with TemporaryDirectory() as folder, small_disk(Path(folder), ext4=True) as disk:
            asyncio.run(_evening(Path(folder), disk, rng, tally))


async def _evening(folder: Path, disk: Disk, rng: Random, tally: Tally) -> None:
    async with real_table(folder, disk.journal) as table:
        await table.sits_down()
        for _ in range(rng.randrange(2)):
            await table.guesses(2)
        seen = table.seen()
        if rng.random() < 0.5:
            tally.add("read-only after an error")
            disk.fails()
        else:
            tally.add("removed")
            disk.is_pulled()
        await until_told(table, TROUBLE, tally)
        tally.done()
        await table.kill()
        disk.is_mended()
        await table.start()
        await table.survives(tally, seen)
        for complaint in table.complaints():
            tally.missed(complaint)
