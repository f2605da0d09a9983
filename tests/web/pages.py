"""Pages without a browser: a table that is served for real, and clients that speak to it over real sockets."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from firmware_host.console.computers import think_here
from firmware_host.console.journal import Journal
from firmware_host.console.ledger import MEMORY
from firmware_host.web.gallery import Watcher
from firmware_host.web.house import House
from firmware_host.web.hurry import Hurried
from firmware_host.web.serving import Serving, listen
from firmware_host.web.stage import Stage, table_for_show, think_apart
from hardware.config import simulated_table
from hardware.virtual import VirtualClock

LIMIT = 30.0  # real seconds, generous: only a failure comes near it
FASTER = 40.0
Message = Mapping[str, Any]


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
        return list(self.shown.get(device, {}).get("text", ()))

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


class Served:
    """A house that is open, and a way in."""

    def __init__(self, house: House, serving: Serving, stack: AsyncExitStack) -> None:
        self.house = house
        self.port = serving.port
        self.ends = serving.close
        self._stack = stack

    async def page(self, door: str, name: str = "localhost", origin: str | None = None) -> Page:
        page = await opened(self.port, door, name, origin)
        self._stack.push_async_callback(page.close)
        return page


async def opened(port: int, door: str, name: str = "localhost", origin: str | None = None) -> Page:
    """`name` is what the browser was told to open: any but this computer's own counts as from elsewhere."""
    host = f"{name}:{port}"
    socket = await connect(
        f"ws://{host}/live/{door}",
        host="127.0.0.1",
        port=port,
        origin=f"http://{host}" if origin is None else origin,  # type: ignore[arg-type]  # any text, to be refused
        max_size=None,
    )
    return Page(socket)


@asynccontextmanager
async def served(house: House) -> AsyncIterator[Served]:
    serving = Serving(house, listen("127.0.0.1", 0))
    async with AsyncExitStack() as stack:
        stack.push_async_callback(serving.close)
        yield Served(house, serving, stack)


@asynccontextmanager
async def table(seats: int = 3, codes: Mapping[str, str] | None = None) -> AsyncIterator[Served]:
    """A simulated table, quicker than real, served on a port of its own."""
    loop = asyncio.get_running_loop()
    clock = Hurried(loop, FASTER)
    journal = Journal.open(MEMORY, loop, lambda: 0.0)
    settings = table_for_show(simulated_table(seats))
    stage = Stage(settings, clock, journal, codes or {}, 1, partial(think_apart, loop))
    try:
        async with served(stage) as open_house:
            yield open_house
    finally:
        stage.close()
        journal.close()


def really(evening: Coroutine[Any, Any, None]) -> None:
    """Runs an evening on a real loop, in real time."""
    asyncio.run(evening)


class StillTable:
    """The same stage in virtual time and without sockets, with a watcher behind every door."""

    def __init__(self, seats: int = 3, seed: int = 1, *, hooded: bool = True) -> None:
        self.clock = VirtualClock()
        settings = table_for_show(simulated_table(seats))
        seated = {number: replace(seat, hooded=hooded) for number, seat in settings.seats.items()}
        settings = replace(settings, seats=seated)
        keeper = Journal.on_the_spot(MEMORY, self.clock)
        self.stage = Stage(settings, self.clock, keeper, {}, seed, think_here)
        self.sent: dict[str, list[str]] = {name: [] for name in self.stage.doors}
        self._watchers = {name: Watcher(door) for name, door in self.stage.doors.items()}
        for watcher in self._watchers.values():
            self.stage.gallery.enter(watcher)
        self.passes(0.1)

    def turns(self, device: str, up: bool = True) -> None:
        self._watchers["all"].turn(device, up)
        self.stage.gallery.look_at(device, self._watchers["all"])

    def types(self, seat: int, *keys: str) -> None:
        for key in keys:
            self.stage.key(seat, key, True)
            self.stage.key(seat, key, False)
            self.passes(0.1)

    def holds(self, seat: int, key: str) -> None:
        self.stage.key(seat, key, True)
        self.passes(1)
        self.stage.key(seat, key, False)
        self.passes(0.1)

    def joins(self, seat: int, name: str) -> None:
        self.types(seat, "ENTER", *name, "ENTER")

    def passes(self, seconds: float) -> None:
        self.clock.advance(seconds)
        for name, watcher in self._watchers.items():
            self.sent[name] += watcher.waiting()

    def showing(self, door: str, device: str) -> Message:
        found = [message for message in map(json.loads, self.sent[door]) if message.get("device") == device]
        return found[-1] if found else {}
