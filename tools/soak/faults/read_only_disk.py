"""A disk that is read-only from the start, with an unfinished game on it."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.soak.disks import Disk, small_disk
from tools.soak.real_table import GUESSERS, real_table
from tools.soak.tally import Tally

TITLE = "The disk is read-only from the start"
EXPECTS = "The last game is offered and can be continued, and the table is told that this evening will not be saved."
COUNTS = "times"
SHARE = 1.0
MOUNTS = True
TROUBLE = "cannot be written to"


def run(tally: Tally) -> None:
    while tally.goes_on():
        with TemporaryDirectory() as folder, small_disk(Path(folder)) as disk:
            tally.facts["disk"] = disk.kind
            asyncio.run(_evening(Path(folder), disk, tally))


async def _evening(folder: Path, disk: Disk, tally: Tally) -> None:
    async with real_table(folder, disk.journal) as table:
        await table.sits_down()
        await table.guesses(2)
        seen = table.seen()
        tally.expect(await table.stop() == 0, "it did not end well")
        disk.becomes_read_only()
        await table.start()
        await table.goes_on()
        tally.expect(table.seen() == seen, f"try {tally.count}: last time's game has changed")
        for seat in GUESSERS:
            await table.guesses(seat)
        tally.expect(table.told(1, TROUBLE), f"try {tally.count}: nobody was told that the disk is read-only")
        tally.done()
        for complaint in table.complaints():
            tally.missed(complaint)
