"""Serves the league's pages, and sends every open television what changes. It only reads, and it needs no password."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from firmware_host.league.service.league import League
from firmware_host.league.service.pages import Pages, card_id
from firmware_host.league.service.ratings import Ratings
from firmware_host.league.service.store import Store, StoreError
from firmware_host.remembered.figures import date as day_of
from firmware_host.web.server import listen
from hardware.clock import wall_clock

STATIC = Path(__file__).parent / "static"
TYPES = {"style.css": "text/css", "live.js": "text/javascript"}
SAFE = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
MOST_ON_TELEVISION = 30  # people
MOST_ON_A_PHONE = 200
MOST_GAMES = 20
MOST_BOARDS = 60  # on a phone
MOST_EVENINGS = 10
MOST_WATCHING = 500
MOST_CONNECTIONS = 1_000
NOW_AND_THEN = 20.0  # seconds: a comment, so that nobody takes a quiet line for a dead one
RARELY = 1.0  # seconds between two standings
T = TypeVar("T")


class Watcher:
    """One open television and what it has yet to be sent: of each table only the newest card."""

    def __init__(self) -> None:
        self.waiting: dict[str, str] = {}
        self.something = asyncio.Event()

    def send(self, name: str, message: str) -> None:
        self.waiting[name] = message
        self.something.set()

    async def messages(self) -> AsyncIterator[str]:
        yield ": here\n\n"
        while True:
            try:
                async with asyncio.timeout(NOW_AND_THEN):
                    await self.something.wait()
            except TimeoutError:
                yield ": still here\n\n"
                continue
            self.something.clear()
            while self.waiting:
                yield self.waiting.pop(next(iter(self.waiting)))


class LeagueServer:
    """Create it inside the loop that it is to run on. `store` and `ratings` have their own connections, for reading."""

    def __init__(self, league: League, store: Store, ratings: Ratings, pages: Pages, host: str, port: int) -> None:
        self._league = league
        self._store = store
        self._ratings = ratings
        self._rating = asyncio.Lock()
        self._rest = RARELY
        self._pages = pages
        self._loop = asyncio.get_running_loop()
        self._reading = asyncio.Lock()  # one at a time: it is one connection
        self._watchers: set[Watcher] = set()
        self._cards: dict[str, str] = {}
        self._standings_due = False
        self._socket = listen(host, port)
        league.tables.changed = lambda table: self._soon(lambda: self._changed(table))
        league.counted = lambda: self._soon(self._count_soon)
        config = uvicorn.Config(
            self.app,
            interface="asgi3",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=1,
        )
        self._uvicorn = uvicorn.Server(config)

    @property
    def port(self) -> int:
        return int(self._socket.getsockname()[1])

    async def run(self) -> None:
        """Until SIGTERM or SIGINT, which uvicorn hears."""
        self._count_soon()
        await self._uvicorn.serve(sockets=[self._socket])

    def _soon(self, call: Callable[[], object]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call)

    @property
    def app(self) -> Starlette:
        files = [Route(f"/{name}", self._file) for name in TYPES]
        return Starlette(
            routes=[Route("/", self._television), Route("/phone", self._phone), Route("/live", self._live), *files]
        )

    # ── pages ────────────────────────────────────────────────────────────────────────────────────

    async def _television(self, _request: Request) -> Response:
        cards = [self._card(table) for table in self._league.tables.all()]
        standings = await self._standings(MOST_ON_TELEVISION)
        return HTMLResponse(self._pages.television(cards, standings, await self._tonight()), headers=SAFE)

    async def _phone(self, _request: Request) -> Response:
        standings = await self._standings(MOST_ON_A_PHONE)
        games = await self._read(lambda: self._store.newest(MOST_GAMES)) or []
        evenings = await self._read(lambda: list(self._told_evenings(MOST_EVENINGS))) or []
        tables = [table for table, shown in self._league.tables.all().items() if shown.here]
        cards = [self._card(table) for table in tables[:MOST_BOARDS]]
        return HTMLResponse(self._pages.phone(standings, games, len(tables), cards, evenings), headers=SAFE)

    async def _live(self, _request: Request) -> Response:
        if len(self._watchers) >= MOST_WATCHING:
            return PlainTextResponse("", 503, headers=SAFE)
        watcher = Watcher()

        async def messages() -> AsyncIterator[str]:
            self._watchers.add(watcher)
            try:
                async for message in watcher.messages():
                    yield message
            finally:
                self._watchers.discard(watcher)

        return StreamingResponse(messages(), media_type="text/event-stream", headers=SAFE)

    async def _file(self, request: Request) -> Response:
        name = request.url.path.rpartition("/")[2]
        return Response((STATIC / name).read_bytes(), media_type=TYPES[name], headers=SAFE)

    async def _read(self, read: Callable[[], T]) -> T | None:
        """None while the database cannot be reached: the boards go on."""
        try:
            async with self._reading:
                return await run_in_threadpool(read)
        except StoreError:
            return None

    async def _standings(self, most: int) -> str:
        totals = await self._read(lambda: self._store.totals(most))
        return "" if totals is None else self._pages.standings(totals, self._ratings.now)

    async def _tonight(self) -> str:
        """The newest evening; those before it are on the phones."""
        newest = await self._read(lambda: list(self._told_evenings(1)))
        return newest[0][1] if newest else ""

    def _told_evenings(self, most: int) -> Iterator[tuple[str, str]]:
        for kept in self._store.evenings(most):
            told = self._pages.evening(kept.told(wall_clock()), kept.format, self._store.boards(kept.name))
            yield f"{day_of(kept.began):%Y-%m-%d %H:%M}", told

    def _card(self, table: str) -> str:
        if table not in self._cards:
            self._cards[table] = self._pages.card(table, self._league.tables.of(table))
        return self._cards[table]

    # ── what changes ─────────────────────────────────────────────────────────────────────────────

    def _changed(self, table: str) -> None:
        self._cards.pop(table, None)
        if self._watchers:
            card = {"id": card_id(table), "html": self._card(table)}
            self._to_all(table, f"event: table\ndata: {json.dumps(card)}\n\n")

    def _count_soon(self) -> None:
        """Seldom if it takes long, so that there is time for everything else."""
        if not self._standings_due:
            self._standings_due = True
            self._loop.call_later(self._rest, lambda: self._loop.create_task(self._count()))

    async def _count(self) -> None:
        self._standings_due = False
        async with self._rating:
            began = self._loop.time()
            with suppress(StoreError):
                await run_in_threadpool(self._ratings.look)
            self._rest = max(RARELY, 10 * (self._loop.time() - began))
        if self._watchers:
            standings = json.dumps(await self._standings(MOST_ON_TELEVISION))
            self._to_all("", f"event: standings\ndata: {standings}\n\n")
            evening = json.dumps(self._pages.tonight(await self._tonight()))
            self._to_all("evening", f"event: evening\ndata: {evening}\n\n")

    def _to_all(self, name: str, message: str) -> None:
        for watcher in self._watchers:
            watcher.send(name, message)
