"""The league's pages over HTTP: everything a television and a phone ask for, and every change for open televisions.

They only read, and need no password. Strangers pass the same door as at a table, so nobody can keep the others waiting.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from firmware_host.league.service.league import League
from firmware_host.league.service.pages import Pages, card_id
from firmware_host.league.service.ratings import Ratings
from firmware_host.league.service.store import Store, StoreError
from firmware_host.remembered.figures import date as day_of
from firmware_host.web.app import answer, client_of, is_here
from firmware_host.web.strangers.door import Door, Outside
from firmware_host.web.strangers.limits import Places
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
WATCHING, WATCHING_EACH = 400, 8  # televisions
CROWD = Outside(places=256, each=16, pause=0.002)  # everybody is a stranger here, and nobody plays
FRESH = 1.0  # seconds for which a page is not made anew
CATCHES_UP = 10.0  # seconds: what changed between a page and its line is sent again
NOW_AND_THEN = 20.0  # seconds: a comment, so that nobody takes a quiet line for a dead one
RARELY = 1.0  # seconds between two standings
T = TypeVar("T")


class Watcher:
    """One open television and what it has yet to be sent: of each table only the newest card."""

    def __init__(self) -> None:
        self.waiting: dict[str, str] = {}
        self.something = asyncio.Event()
        self._ended = False

    def end(self) -> None:
        self._ended = True
        self.something.set()

    def send(self, name: str, message: str) -> None:
        self.waiting[name] = message
        self.something.set()

    async def messages(self) -> AsyncIterator[str]:
        yield ": here\n\n"
        while not self._ended:
            try:
                async with asyncio.timeout(NOW_AND_THEN):
                    await self.something.wait()
            except TimeoutError:
                yield ": still here\n\n"
                continue
            self.something.clear()
            while self.waiting:
                yield self.waiting.pop(next(iter(self.waiting)))


class LeaguePages:
    """Create it inside the loop that it is to run on. `store` and `ratings` have their own connections, for reading."""

    def __init__(self, league: League, store: Store, ratings: Ratings, pages: Pages, door: Door) -> None:
        self._league = league
        self._store = store
        self._ratings = ratings
        self._rating = asyncio.Lock()
        self._rest = RARELY
        self._pages = pages
        self._door = door
        self._loop = asyncio.get_running_loop()
        self._reading = asyncio.Lock()  # one at a time: it is one connection
        self._making = asyncio.Lock()
        self._made: dict[str, tuple[float, str]] = {}  # whole pages, and when
        self._watchers: set[Watcher] = set()
        self._places: Places[Watcher] = Places(WATCHING, WATCHING_EACH, last_in_stays=False)
        self._cards: dict[str, str] = {}
        self._changed_at: dict[str, float] = {}
        self._standings_due = False
        league.tables.changed = lambda table: self._soon(lambda: self._changed(table))
        league.counted = lambda: self._soon(self._count_soon)
        files = [Route(f"/{name}", self._file) for name in TYPES]
        self._routes = Starlette(
            routes=[Route("/", self._television), Route("/phone", self._phone), Route("/live", self._live), *files]
        )
        self._count_soon()

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As uvicorn calls it, for each request."""
        if is_here(HTTPConnection(scope)):  # the television at this computer
            self._door.enters(client_of(scope))
        await answer(self._door, self._routes, scope, receive, send)

    async def close(self) -> None:
        for watcher in self._watchers:
            watcher.end()

    def _soon(self, call: Callable[[], object]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call)

    # ── pages ────────────────────────────────────────────────────────────────────────────────────

    async def _television(self, _request: Request) -> Response:
        async def made() -> str:
            cards = [self._card(table) for table in self._league.tables.all()]
            return self._pages.television(cards, await self._standings(MOST_ON_TELEVISION), await self._tonight())

        return await self._fresh("television", made)

    async def _phone(self, _request: Request) -> Response:
        async def made() -> str:
            standings = await self._standings(MOST_ON_A_PHONE)
            games = await self._read(lambda: self._store.newest(MOST_GAMES)) or []
            evenings = await self._read(lambda: list(self._told_evenings(MOST_EVENINGS))) or []
            tables = [table for table, shown in self._league.tables.all().items() if shown.here]
            cards = [self._card(table) for table in tables[:MOST_BOARDS]]
            return self._pages.phone(standings, games, len(tables), cards, evenings)

        return await self._fresh("phone", made)

    async def _fresh(self, name: str, make: Callable[[], Awaitable[str]]) -> Response:
        """A page that was made a moment ago, or a new one: it is the same for everybody."""
        async with self._making:
            when, page = self._made.get(name, (float("-inf"), ""))
            if self._loop.time() >= when + FRESH:
                self._made[name] = when, page = self._loop.time(), await make()
        return HTMLResponse(page, headers=SAFE)

    async def _live(self, request: Request) -> Response:
        client = client_of(request.scope)
        if not self._places.room_for(client[0]):
            return PlainTextResponse("", 503, headers=SAFE)
        watcher = Watcher()

        async def messages() -> AsyncIterator[str]:
            if (goes := self._places.take(watcher, client[0])) is not None:
                goes.end()
            self._door.stays(client)
            self._watchers.add(watcher)
            self._catch_up(watcher)
            try:
                async for message in watcher.messages():
                    yield message
            finally:
                self._watchers.discard(watcher)
                self._places.leave(watcher)

        return StreamingResponse(messages(), media_type="text/event-stream", headers={**SAFE, "Connection": "close"})

    def _catch_up(self, watcher: Watcher) -> None:
        """What has changed since its page was made."""
        since = self._loop.time() - CATCHES_UP
        for table, when in self._changed_at.items():
            if when >= since:
                watcher.send(table, self._message_of(table))
        self._count_soon()

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
        self._changed_at[table] = self._loop.time()
        if self._watchers:
            self._to_all(table, self._message_of(table))

    def _message_of(self, table: str) -> str:
        return f"event: table\ndata: {json.dumps({'id': card_id(table), 'html': self._card(table)})}\n\n"

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
