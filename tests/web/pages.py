"""Pages without a browser: a table that is served for real, and clients that speak to it over real sockets."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import replace
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import uvicorn.server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from firmware_host.console.computers import Thought, think_apart
from firmware_host.console.keypads.attention import TO_READ
from firmware_host.games.shared.table import Action
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.meanings import Meanings
from firmware_host.web.app import WebApp
from firmware_host.web.broadcast import Watcher
from firmware_host.web.evenings import Remembered
from firmware_host.web.evenings.sharing import Sharing
from firmware_host.web.fast_clock import FastClock
from firmware_host.web.invitation import Invitation
from firmware_host.web.server import WebServer, listen
from firmware_host.web.simulated_table import SimulatedWebTable, with_everything
from firmware_host.web.strangers import door
from firmware_host.web.strangers.door import Outside
from firmware_host.web.web_table import WebTable
from hardware.clock import VirtualClock
from hardware.config.reading import simulated_table
from hardware.config.settings import TableSettings

LIMIT = 30.0  # real seconds, generous: only a failure comes near it
FASTER = 40.0
OUTSIDE = Outside(pause=door.OUTSIDE.pause / FASTER)
Message = Mapping[str, Any]


class _Impatient:
    """asyncio as uvicorn sees it. It looks every 0.1 s whether it may stop, and most tests are over sooner."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 10)  # noqa: TID251  # a real server runs in real time


setattr(uvicorn.server, "asyncio", _Impatient())  # noqa: B010  # mypy would not have it otherwise


class Page:
    """A page's end of its socket: everything it was sent, and what each of its displays shows."""

    def __init__(self, socket: ClientConnection) -> None:
        self.received: list[str] = []
        self.shown: dict[str, Message] = {}
        self.closed: int | None = None
        self._socket = socket
        self._changed = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    async def send(self, message: Message | str | bytes) -> None:
        await self._socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def types(self, seat: int, *keys: str) -> None:
        for key in keys:
            await self.send({"seat": seat, "key": key, "down": True})
            await self.send({"seat": seat, "key": key, "down": False})

    async def until(self, true: Callable[["Page"], bool]) -> None:
        """Waits for something to be so, or for the page to be shut."""
        async with asyncio.timeout(LIMIT), self._changed:
            await self._changed.wait_for(lambda: true(self) or self.closed is not None)
        assert true(self), f"it was shut with {self.closed}"

    async def says(self, device: str, words: str) -> None:
        await self.until(lambda page: any(words in line for line in page.lines(device)))

    async def is_shut(self) -> int:
        async with asyncio.timeout(LIMIT), self._changed:
            await self._changed.wait_for(lambda: self.closed is not None)
        assert self.closed is not None
        return self.closed

    def lines(self, device: str) -> list[str]:
        """What a display says. Soaks ask for panels by their names; where a page draws itself, that is the page."""
        message = self.shown.get(device) or self.shown.get(device.replace(".panel", ".page"), {})
        return list(message["text"]) if "text" in message else page_lines(message)

    def messages(self, kind: str) -> list[Message]:
        return [message for message in map(json.loads, self.received) if kind in message]

    @property
    def devices(self) -> set[str]:
        return {str(message["device"]) for message in self.messages("device")}

    async def close(self) -> None:
        await self._socket.close()
        await self._reading

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self._socket:
                assert isinstance(text, str)
                self.received.append(text)
                message = json.loads(text)
                if "device" in message:
                    self.shown[message["device"]] = message
                async with self._changed:
                    self._changed.notify_all()
        self.closed = self._socket.close_code
        async with self._changed:
            self._changed.notify_all()


TILES = {"G": "[{}]", "Y": "({})", "-": " {} "}


def page_lines(message: Message) -> list[str]:
    """What a page says that a browser draws, in lines as a panel would have them."""
    said: list[str] = []
    said += [str(message.get("title", "")), *(player["name"] for player in message.get("players", ()))]
    for page in (message.get("page", {}), message.get("sheet", {})):
        said += [page.get("title", ""), *page.get("lines", ()), *(" ".join(row) for row in page.get("table", ()))]
        for letters, marks, _note in page.get("board", {}).get("rows", ()):
            tiles = (TILES.get(mark, " {} ").format(letter) for letter, mark in zip(letters, marks, strict=True))
            said.append("".join(tiles).rstrip())
    asked = message.get("asked", {}) if "page" in message else {}
    said += [asked.get("typed", "").ljust(asked["longest"], "_")] if asked.get("kind") == "word" else []
    said += [": ".join(filter(None, (item["label"], item.get("value")))) for item in asked.get("items", ())]
    return [line for line in (*said, message.get("said", ""), message.get("news", "")) if line.strip()]


class Served:
    """A table that is served, and a way to open its pages."""

    def __init__(self, table: WebTable, server: WebServer, stack: AsyncExitStack) -> None:
        self.table = table
        self.port = server.port
        self.ends = server.close
        self._stack = stack

    async def page(self, page: str, name: str = "localhost", origin: str | None = None) -> Page:
        client = await opened(self.port, page, name, origin)
        self._stack.push_async_callback(client.close)
        return client


async def opened(port: int, page: str, name: str = "localhost", origin: str | None = None) -> Page:
    """`name` is what the browser was told to open: any but this computer's own counts as from elsewhere."""
    host = f"{name}:{port}"
    socket = await connect(
        f"ws://{host}/live/{page}",
        host="127.0.0.1",
        port=port,
        origin=f"http://{host}" if origin is None else origin,  # type: ignore[arg-type]  # any text, to be refused
        max_size=None,
    )
    return Page(socket)


SHARING = Sharing("table.local", 80)


async def get(
    pages: Served, path: str, name: str = "localhost", headers: Mapping[str, str] | None = None
) -> tuple[int, dict[str, str], str]:
    """As a browser asks, that was told to open this name."""

    def ask() -> tuple[int, dict[str, str], str]:
        request = Request(
            f"http://127.0.0.1:{pages.port}{path}", headers={"Host": f"{name}:{pages.port}", **(headers or {})}
        )
        try:
            with urlopen(request, timeout=LIMIT) as answer:
                return answer.status, dict(answer.headers), answer.read().decode()
        except HTTPError as refused:
            return refused.code, dict(refused.headers), refused.read().decode()

    return await asyncio.to_thread(ask)


async def post(
    pages: Served, path: str, fields: Mapping[str, str], name: str, origin: str = ""
) -> tuple[int, dict[str, str], str]:
    """As a browser sends what somebody has filled in on a page, ours or another. It follows no address."""

    def ask() -> tuple[int, dict[str, str], str]:
        host = f"{name}:{pages.port}"
        headers = {"Host": host, "Origin": origin or f"http://{host}"}
        with closing(HTTPConnection("127.0.0.1", pages.port, timeout=LIMIT)) as asked:
            asked.request("POST", path, urlencode(fields), headers)
            answer = asked.getresponse()
            return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read().decode()

    return await asyncio.to_thread(ask)


@asynccontextmanager
async def served(
    table: WebTable, remembered: Remembered | None = None, invites: Invitation | None = None
) -> AsyncIterator[Served]:
    pages = partial(WebApp, table, remembered=remembered, invites=invites)
    server = WebServer(pages, listen("127.0.0.1", 0), OUTSIDE)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(server.close)
        yield Served(table, server, stack)


@asynccontextmanager
async def table(
    seats: int = 3, codes: Mapping[str, str] | None = None, file: Path = MEMORY, invites: Invitation | None = None
) -> AsyncIterator[Served]:
    """A simulated table, quicker than real, served on a port of its own."""
    loop = asyncio.get_running_loop()
    clock = FastClock(loop, FASTER)
    journal = Journal.open(file, loop, lambda: 0.0)
    settings = with_everything(simulated_table(seats))
    phones = invites.address if invites else None
    web_table = SimulatedWebTable(settings, clock, journal, codes or {}, 1, partial(think_apart, loop), phones=phones)
    try:
        remembered = Remembered(journal.past(), journal.change_person, Meanings().of, SHARING)
        async with served(web_table, remembered, invites) as pages:
            yield pages
    finally:
        web_table.close()
        journal.close()


def really(evening: Coroutine[Any, Any, None]) -> None:
    """Runs an evening on a real loop, in real time."""
    asyncio.run(evening)


class StillTable:
    """The same table in virtual time and without sockets, with a watcher for every page."""

    def __init__(
        self,
        seats: int | TableSettings = 3,
        seed: int = 1,
        *,
        hooded: bool = True,
        thinking: float = 0.0,
        language: str = "en",
    ) -> None:
        self.clock = VirtualClock()
        settings = with_everything(simulated_table(seats) if isinstance(seats, int) else seats)
        seated = {number: replace(seat, hooded=hooded) for number, seat in settings.seats.items()}
        settings = replace(settings, seats=seated, language=language)
        keeper = Journal.on_the_spot(MEMORY, self.clock)
        self.web_table = SimulatedWebTable(settings, self.clock, keeper, {}, seed, self._think)
        self._thinking = thinking  # seconds that each thought of a computer player takes
        self.sent: dict[str, list[str]] = {name: [] for name in self.web_table.web_pages}
        self._watchers = {name: Watcher(page) for name, page in self.web_table.web_pages.items()}
        for watcher in self._watchers.values():
            self.web_table.broadcast.enter(watcher)
        self.passes(0.1)

    def _think(self, thought: Thought, then: Callable[[Action | None], None]) -> None:
        thought_of = thought()
        self.clock.call_later(self._thinking, lambda: then(thought_of))

    def turns(self, device: str, up: bool = True) -> None:
        self._watchers["all"].turn(device, up)
        self.web_table.broadcast.look_at(device, self._watchers["all"])

    def types(self, seat: int, *keys: str) -> None:
        """After a look at what has changed."""
        self.passes(TO_READ)
        for key in keys:
            self.web_table.key(seat, key, True)
            self.web_table.key(seat, key, False)
            self.passes(0.1)

    def holds(self, seat: int, key: str) -> None:
        self.web_table.key(seat, key, True)
        self.passes(1)
        self.web_table.key(seat, key, False)
        self.passes(0.1)

    def joins(self, seat: int, name: str) -> None:
        self.types(seat, "ENTER", *name, "ENTER")

    def passes(self, seconds: float) -> None:
        self.clock.advance(seconds)
        for name, watcher in self._watchers.items():
            self.sent[name] += watcher.waiting()

    def showing(self, page: str, device: str) -> Message:
        found = [message for message in map(json.loads, self.sent[page]) if message.get("device") == device]
        return found[-1] if found else {}
