"""Strangers at the league's own pages, over real sockets: they pass the same door as at a table."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from firmware_host.league.service.league import League
from firmware_host.league.service.pages import Pages
from firmware_host.league.service.ratings import Ratings
from firmware_host.league.service.server import CROWD, WATCHING_EACH, LeaguePages
from firmware_host.league.service.store import Store
from firmware_host.texts.language import language
from firmware_host.web import server
from firmware_host.web.server import WebServer, listen
from firmware_host.web.strangers import door
from firmware_host.web.strangers.limits import EVERYBODY, Limit
from tests.web.pages import LIMIT
from tests.web.test_door import Stranger

FEW = 5  # requests
HERE, VIEW = b'{"here":true}', b'{"game":null}'
TELEVISION, LIVE, NOTHING = (
    f"GET {path} HTTP/1.1\r\nHost: club.local\r\n\r\n".encode() for path in ("/", "/live", "/none")
)


def say_nothing(topic: str, payload: str, *, kept: bool = False) -> None:
    del topic, payload, kept


class Club:
    """A league whose tables say what the test says."""

    def __init__(self, folder: Path) -> None:
        self._stores = [Store(str(folder / "league.db"), "club") for _ in range(3)]
        self._league = League("club", self._stores[0], say_nothing)
        self._visitors: list[Stranger] = []
        ratings, pages = Ratings(self._stores[1]), Pages("club", language("en"))
        self.server = WebServer(
            partial(LeaguePages, self._league, self._stores[2], ratings, pages), listen("127.0.0.1", 0), CROWD
        )

    def hears_of(self, table: str) -> None:
        for what, payload in (("here", HERE), ("view", VIEW)):
            self._league.heard(f"wordtable/club/table/{table}/{what}", payload)

    async def visitor(self, last: int, request: bytes = b"") -> Stranger:
        """From 127.0.0.`last`, by a name that is not this computer's own."""
        opened = await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=(f"127.0.0.{last}", 0))
        opened[1].write(request)
        self._visitors.append(Stranger(*opened))
        return self._visitors[-1]

    async def close(self) -> None:
        for visitor in self._visitors:
            visitor.writer.close()
        await self.server.close()
        for store in self._stores:
            store.close()


@asynccontextmanager
async def club(folder: Path) -> AsyncIterator[Club]:
    opened = Club(folder)
    try:
        yield opened
    finally:
        await opened.close()


def at_the_club(folder: Path, evening: Callable[[Club], Awaitable[None]]) -> None:
    async def play() -> None:
        async with asyncio.timeout(LIMIT), club(folder) as opened:
            await evening(opened)

    asyncio.run(play())


async def is_served(visitor: Stranger) -> bool:
    return b"200 OK" in await visitor.reader.readline()


@pytest.fixture
def few_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few, and no more later on, however slow this computer is."""
    monkeypatch.setattr(door, "REQUESTS", Limit(FEW, 0))


@pytest.mark.usefixtures("few_requests")
def test_whoever_asks_too_often_is_sent_away_and_others_are_not(tmp_path: Path) -> None:
    async def evening(at: Club) -> None:
        greedy = await at.visitor(2, NOTHING * 2 * FEW)
        assert b" 429 " in await greedy.ends()
        assert await is_served(await at.visitor(3, TELEVISION))

    at_the_club(tmp_path, evening)


def test_one_address_has_few_connections(tmp_path: Path) -> None:
    async def evening(at: Club) -> None:
        crowd = [await at.visitor(2) for _ in range(2 * CROWD.each)]
        shut = [await each.is_shut() for each in crowd]
        assert shut.count(False) == CROWD.each
        assert await is_served(await at.visitor(3, TELEVISION))

    at_the_club(tmp_path, evening)


def test_one_address_has_few_televisions(tmp_path: Path) -> None:
    async def evening(at: Club) -> None:
        televisions = [await at.visitor(2, LIVE) for _ in range(WATCHING_EACH)]
        assert all([await is_served(each) for each in televisions])
        assert not await is_served(await at.visitor(2, LIVE))
        assert await is_served(await at.visitor(3, LIVE))

    at_the_club(tmp_path, evening)


def test_a_television_is_followed_for_longer_than_a_page_may_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LONGEST_REQUEST", 0.1)

    async def evening(at: Club) -> None:
        television, idle = await at.visitor(2, LIVE), await at.visitor(3)
        assert await is_served(television)
        await idle.ends()  # so the time for a page has passed
        at.hears_of("table-1")
        assert b"table-table-1" in await television.reader.readuntil(b"</div>")

    at_the_club(tmp_path, evening)


def test_what_changes_between_a_page_and_its_line_is_not_missed(tmp_path: Path) -> None:
    async def evening(at: Club) -> None:
        page = await at.visitor(2, TELEVISION)
        assert b"table-table-1" not in await page.reader.readuntil(b"</html>")
        at.hears_of("table-1")
        await page.reader.read(0)
        television = await at.visitor(2, LIVE)
        assert b"table-table-1" in await television.reader.readuntil(b"</div>")

    at_the_club(tmp_path, evening)


def test_a_page_is_made_once_for_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With many tables it takes a while, and a crowd would keep the league busy with it."""
    made: list[int] = []
    really = Pages.television

    def counted(pages: Pages, *facts: str) -> str:
        made.append(1)
        return really(pages, *facts)

    monkeypatch.setattr(Pages, "television", counted)
    monkeypatch.setattr("firmware_host.league.service.server.FRESH", 3600.0)

    async def evening(at: Club) -> None:
        visitors = [await at.visitor(last, TELEVISION) for last in range(2, 12)]
        assert all([await is_served(each) for each in visitors])

    at_the_club(tmp_path, evening)
    assert len(made) == 1


@pytest.mark.usefixtures("few_requests")
def test_a_television_at_the_leagues_own_computer_always_finds_a_place(tmp_path: Path) -> None:
    async def evening(at: Club) -> None:
        crowd = [await at.visitor(last, NOTHING * FEW) for last in range(2, 2 + 2 * EVERYBODY)]
        assert b" 429 " in await crowd[-1].ends()
        assert not await is_served(await at.visitor(99, TELEVISION))
        own = await at.visitor(1, TELEVISION.replace(b"club.local", b"localhost"))
        assert await is_served(own)

    at_the_club(tmp_path, evening)
