"""Pages send far more than a person could type, while three people play."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.web.pages import Page, opened
from tools.soak.real_table import GUESSERS, RealTable, real_table
from tools.soak.tally import Tally

TITLE = "Pages flood the console with messages"
EXPECTS = "A page that sends too much is disconnected with a message. The players see their marks, and nothing is lost."
COUNTS = "messages"
SHARE = 2.0
FLOODERS = 6
PAGES = ("public", "private", "seat1", "seat2", "seat3", "all")
NOISE: tuple[str | bytes, ...] = (
    "", "{", "[]", "null", '{"seat":1}', '{"seat":9,"key":"A","down":true}', '{"power":false}', '{"code":"AAAAAA"}',
    b"\xff", "A" * 600, "[" * 500, '{"turn":"private","up":true}', '{"slow":"seat1.panel","seconds":1e308}',
)  # fmt: skip


def run(tally: Tally) -> None:
    asyncio.run(_evenings(tally))


async def _evenings(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        with TemporaryDirectory() as folder:
            async with real_table(Path(folder)) as table:
                await table.sits_down()
                await _flooded(table, rng, tally)
                await table.survives(tally, table.seen())
                for complaint in table.complaints():
                    tally.missed(complaint)


async def _flooded(table: RealTable, rng: Random, tally: Tally) -> None:
    floods = [asyncio.create_task(_flood(table.port, rng, tally)) for _ in range(FLOODERS)]
    for _ in range(5):
        await asyncio.sleep(1)
        for seat in GUESSERS:
            await table.guesses(seat)
    for flood in floods:
        flood.cancel()
    await asyncio.gather(*floods, return_exceptions=True)
    for flood in floods:
        if flood.done() and not flood.cancelled() and flood.exception() is not None:
            tally.missed(f"a page was treated in an unknown way: {type(flood.exception()).__name__}")


async def _flood(port: int, rng: Random, tally: Tally) -> None:
    """Opens a page, sends as fast as it can until it is disconnected, and repeats."""
    while True:
        name = rng.choice(PAGES)
        page: Page | None = None
        with suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            page = await opened(port, name)
            noise = rng.random() < 0.5
            while page.closed is None:
                await page.send(rng.choice(NOISE) if noise else json.dumps({"seat": 9, "key": "A", "down": True}))
                tally.done()
                await asyncio.sleep(0)
        if page is not None:
            tally.add("pages that were disconnected")
            await page.close()
