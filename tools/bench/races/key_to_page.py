"""Key to page: how long a key takes from one page to the display on pages, compared with a bare echo."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import cache, partial
from pathlib import Path
from statistics import median, quantiles

from websockets.asyncio.client import ClientConnection, connect

from tools.bench.limits import Limit, Limits

ROOT = Path(__file__).parents[3]
SEATS, WATCHERS = 6, 50
TAKES = 50
ROUNDS, KEYS = 5, 60  # keys of each kind, in each round, at each server
PACE = 0.027  # seconds between one answer and the next key; a faster page is disconnected for sending too much
CAPTAINS_PACE, SETTLED = 0.054, 0.2  # for a single page, and until nothing more can arrive
NOTICED = 1.0  # seconds: a key that comes before its player can have read the menu does not count
PATIENCE = 60.0
MEDIAN, WORST = 3, 8  # times as long as the bare echo, at most
BARE, OURS = 0, 1
PLAY = ["-m", "firmware_host", "play", "--no-browser", "--port", "0"]
OUR_PAGES = ("/live/seat1", "/live/seat{}", "/live/public")

NOTE = (
    "Six seat pages and fifty /public pages are open, over real sockets. “Own page” is the time from a letter sent "
    "by a seat's page to its new frame on that page. “Fifty pages” is the time from a key of the captain to "
    "the new score on the last of the fifty. Ours is `wordtable play` with the whole console, including what "
    "it draws. The bare echo sends the same number of prepared bytes with the same starlette and uvicorn. Both "
    "are measured in turn. Shown are the median of five rounds, and the median of the ratios of each round."
)

Took = dict[str, list[float]]
Figure = Callable[[list[float]], float]
Asked = Callable[[], list[list[Took]]]
Rounds = Callable[[int], list[float]]


def race() -> Limits:
    asked = cache(lambda: asyncio.run(ask_both()))
    rows = []
    for kind in ("own page", "fifty pages"):
        for name, figure, most in (("median", median, MEDIAN), ("99 of 100", slowest, WORST)):
            rounds = partial(in_each_round, asked, kind, figure)
            rows += [
                Limit(f"{kind}, {name}, bare", partial(milliseconds, rounds, BARE), "ms", None, "an echo"),
                Limit(f"{kind}, {name}, ours", partial(milliseconds, rounds, OURS), "ms", None, "the whole console"),
                Limit(f"{kind}, {name}", partial(times, rounds), "×", most, "the echo's time"),
            ]
    return Limits("Key to page", NOTE, tuple(rows))


class Pages:
    """All the pages of one server: a key goes in at one of them, and new frames come out at others."""

    def __init__(
        self, captain: ClientConnection, seats: list[ClientConnection], watchers: list[ClientConnection]
    ) -> None:
        self._captain, self._seats, self._watchers = captain, seats, watchers
        self._arrived: dict[ClientConnection, asyncio.Event] = {}
        self._reading = [asyncio.create_task(self._read(page)) for page in (captain, *seats, *watchers)]

    async def letter(self, place: int, key: str) -> float:
        page = self._seats[place]
        return await self._took(page, place + 2, key, [page])

    async def choice(self) -> float:
        return await self._took(self._captain, 1, "RIGHT", self._watchers)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self._send(self._captain, 1, key)

    async def close(self) -> None:
        for reading in self._reading:
            reading.cancel()
        await asyncio.wait(self._reading)

    async def _took(self, page: ClientConnection, seat: int, key: str, answered: list[ClientConnection]) -> float:
        arrivals = [asyncio.Event() for _ in answered]
        self._arrived.update(zip(answered, arrivals, strict=True))
        start = time.perf_counter()
        await self._send(page, seat, key)
        async with asyncio.timeout(PATIENCE):
            for arrival in arrivals:
                await arrival.wait()
        return time.perf_counter() - start

    async def _send(self, page: ClientConnection, seat: int, key: str) -> None:
        for down in ("true", "false"):
            await page.send(f'{{"seat": {seat}, "key": "{key}", "down": {down}}}')

    async def _read(self, page: ClientConnection) -> None:
        async for text in page:
            if '.page"' in str(text)[:40]:  # the name of its display: it shows something new
                arrived = self._arrived.get(page)
                if arrived is not None:
                    arrived.set()


async def ask_both() -> list[list[Took]]:
    """For each round and each server, how long every key took."""
    async with AsyncExitStack() as stack:
        bare = await stack.enter_async_context(open_pages(["tools/bench/echo_pages.py"], "/captain", "/seat", "/watch"))
        ours = await stack.enter_async_context(open_pages(PLAY, *OUR_PAGES))
        await sit_down(ours)
        return [[await ask(pages) for pages in (bare, ours)] for _ in range(ROUNDS)]


async def sit_down(pages: Pages) -> None:
    """Puts the captain's cursor on the number of computer players; everybody else is about to type a name."""
    await pages.press("ENTER", *"ANN", "ENTER")
    await asyncio.sleep(NOTICED)
    await pages.press("DOWN", "DOWN")
    for place in range(SEATS - 1):
        await pages.letter(place, "ENTER")
    await asyncio.sleep(0.5)


async def ask(pages: Pages) -> Took:
    """First the letters, then the choices: every seat sees a choice, and its frame must not be taken for a letter's."""
    took: Took = {"own page": [], "fifty pages": []}
    for number in range(KEYS):
        key = "DELETE" if number // (SEATS - 1) % 2 else "A"
        took["own page"].append(await pages.letter(number % (SEATS - 1), key))
        await asyncio.sleep(PACE)
    for _ in range(KEYS):
        took["fifty pages"].append(await pages.choice())
        await asyncio.sleep(CAPTAINS_PACE)
    await asyncio.sleep(SETTLED)
    return took


@asynccontextmanager
async def open_pages(
    command: list[str], captain: str, seat: str, watch: str, *, seats: int = SEATS, watchers: int = WATCHERS
) -> AsyncIterator[Pages]:
    with server(command) as address:
        origin = address.rstrip("/")
        async with AsyncExitStack() as stack:

            async def page(path: str) -> ClientConnection:
                there = connect(f"{origin.replace('http', 'ws')}{path}", origin=origin, compression=None)  # type: ignore[arg-type]  # a plain text
                return await stack.enter_async_context(there)

            others = [await page(seat.format(number)) for number in range(2, seats + 1)]
            pages = Pages(await page(captain), others, [await page(watch) for _ in range(watchers)])
            try:
                yield pages
            finally:
                await pages.close()


@contextmanager
def server(command: list[str]) -> Iterator[str]:
    """A server on its own core, if there are two. It prints its address first."""
    process = subprocess.Popen([sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    cores = sorted(os.sched_getaffinity(0))
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        if len(cores) > 1:
            for thread in Path(f"/proc/{process.pid}/task").iterdir():
                os.sched_setaffinity(int(thread.name), {cores[1]})
            os.sched_setaffinity(0, {cores[0]})
        yield address
    finally:
        os.sched_setaffinity(0, cores)
        process.kill()
        process.communicate()


def slowest(took: list[float]) -> float:
    """The time within which 99 of 100 keys are done."""
    return quantiles(took, n=100, method="inclusive")[98]


def in_each_round(asked: Asked, kind: str, figure: Figure, server: int) -> list[float]:
    return [figure(took[server][kind]) for took in asked()]


def milliseconds(rounds: Rounds, server: int) -> float:
    return 1000 * median(rounds(server))


def times(rounds: Rounds) -> float:
    return median(ours / bare for ours, bare in zip(rounds(OURS), rounds(BARE), strict=True))
