"""Lowers the limit of open files of a running console, so that it cannot open any more."""

import asyncio
import resource
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from websockets.exceptions import InvalidHandshake

from tests.web.pages import opened
from tools.soak.real_table import GUESSERS, PATIENCE, RealTable, real_table
from tools.soak.tally import Tally

TITLE = "The console cannot open any more files"
EXPECTS = (
    "Connected players play on and everything is saved. New pages wait, and connect by themselves when it is "
    "possible again."
)
COUNTS = "times"
SHARE = 1.5
STRANGERS = 5


def run(tally: Tally) -> None:
    asyncio.run(_evenings(tally))


async def _evenings(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        with TemporaryDirectory() as folder:
            async with real_table(Path(folder)) as table:
                await table.sits_down()
                await _no_more(table, rng.randrange(3), tally)
                await table.survives(tally, table.seen())
                for complaint in table.complaints():
                    tally.missed(complaint)


async def _no_more(table: RealTable, left: int, tally: Tally) -> None:
    pid = table.process.pid
    usual = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (_open_files(pid) + left, usual[1]))
    strangers = [asyncio.create_task(_looks_in(table.port)) for _ in range(STRANGERS)]
    for _ in range(2):
        for seat in GUESSERS:
            await table.guesses(seat)
    tally.add("pages that had to wait", sum(not stranger.done() for stranger in strangers))
    resource.prlimit(pid, resource.RLIMIT_NOFILE, usual)
    await asyncio.gather(*strangers)
    tally.done()


async def _looks_in(port: int) -> None:
    """Tries again until it can connect, as a browser does."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(TimeoutError, OSError, InvalidHandshake):
                page = await opened(port, "public")
                await page.close()
                return


def _open_files(pid: int) -> int:
    """One more than the highest file number in use, because that is what the limit counts."""
    return 1 + max(int(each.name) for each in Path(f"/proc/{pid}/fd").iterdir())
