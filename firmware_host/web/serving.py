"""The life of the web server: a port that is free, uvicorn on the loop that is there, and a quick end."""

import asyncio
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from firmware_host.web.house import House
from firmware_host.web.server import Server
from firmware_host.web.wire import LONGEST

MOST_CONNECTIONS = 256
MOST_KNOCKING = 32
PATIENCE = 2.0  # seconds in which open connections end
VISIT = 20.0  # seconds that a connection is open for pages; a page's socket stays


class PortTakenError(Exception):
    """Somebody else answers at this port: a sentence with a next step."""


class _Uvicorn(uvicorn.Server):
    """Leaves signals to whoever runs the loop."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def install_signal_handlers(self) -> None:
        """As older versions call it."""


class Visit(H11Protocol):
    """A connection that asks for pages, and has to be quick: whether it never ends its request or never takes its
    answer, it keeps its place only so long. uvicorn itself would wait for ever."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._over = self.loop.call_later(VISIT, self._end)

    def connection_lost(self, exc: Exception | None) -> None:
        self._over.cancel()
        super().connection_lost(exc)

    def _end(self) -> None:
        if self.transport.get_protocol() is self:  # it has not become a socket
            self.transport.abort()


class Serving:
    """A server that is running. Open it inside the loop it is to run on."""

    def __init__(self, house: House, listening: socket.socket) -> None:
        self._socket = listening
        self._pages = Server(house)
        config = uvicorn.Config(
            self._pages.app,
            http=Visit,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # nobody may say in a header that they are at this computer
            ws_max_size=LONGEST * 4,
            ws_per_message_deflate=False,  # how well a frame is packed would tell of what is in it
            limit_concurrency=MOST_CONNECTIONS,
            backlog=MOST_KNOCKING,  # with no file left for one, asyncio tries so many at every turn
        )
        logging.getLogger("uvicorn").setLevel(logging.WARNING)
        self._uvicorn = _Uvicorn(config)
        self._running = asyncio.create_task(self._uvicorn.serve(sockets=[listening]))

    @property
    def port(self) -> int:
        return int(self._socket.getsockname()[1])

    async def close(self) -> None:
        """May be asked for twice."""
        self._uvicorn.should_exit = True
        await self._pages.close()
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.shield(self._running)
        except TimeoutError:
            self._uvicorn.force_exit = True
            await self._running


def listen(host: str, port: int, tries: int = 1) -> socket.socket:
    """A socket at this port, or at one of the next; port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, port + tries):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(MOST_KNOCKING)
        except OSError as error:
            listening.close()
            reason = error.strerror
            continue
        return listening
    raise PortTakenError(f"Cannot answer at {host}, port {port} ({reason}). Is another table open? Try another port.")
