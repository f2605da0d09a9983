"""Runs the web server: finds a free port, starts uvicorn on the running event loop, and stops it quickly."""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Protocol

import uvicorn
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say
from firmware_host.web.app import TOO_MUCH
from firmware_host.web.strangers.door import OUTSIDE, Client, Door, Outside, Visit
from firmware_host.web.wire import LONGEST

log = logging.getLogger(__name__)

MOST_PENDING = 32
MOST_SENT_AWAY = 4  # at once, before keys that have come meanwhile have their turn
LONGEST_STOP = 2.0  # seconds for open connections to end
LONGEST_GOODBYE = 1.0  # seconds that a page may take to read why it is closed
LONGEST_REQUEST = 20.0  # seconds that a connection may take for a page; a socket may stay open


class PortTakenError(TextError):
    """Another program uses this port."""


class _Uvicorn(uvicorn.Server):
    """Leaves signals to whoever runs the loop."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def install_signal_handlers(self) -> None:
        """The name of the same hook in older versions."""


class GuardedSocket(socket.socket):
    """Listens, and hangs up at once on whoever the door does not admit: anything more would cost players time.

    asyncio accepts until it is told that nobody waits. It is told so after each connection, so that keys that have come
    meanwhile have their turn before the next one.
    """

    door: Door
    _one_has_come = False

    def accept(self) -> tuple[socket.socket, Any]:
        self._one_has_come = not self._one_has_come
        for _ in range(MOST_SENT_AWAY if self._one_has_come else 0):
            connection, address = super().accept()  # raises BlockingIOError when nobody waits
            if self.door.knocks(str(address[0])):
                return connection, address
            connection.close()
        self._one_has_come = False
        raise BlockingIOError


class GuardedRequest(H11Protocol):
    """Ends a connection whose request or answer takes too long or is too much: uvicorn itself would wait for ever."""

    def __init__(self, *, door: Door, **of_uvicorn: Any) -> None:
        super().__init__(**of_uvicorn)
        self._door = door

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._over = self.loop.call_later(LONGEST_REQUEST, self._end)
        self._visit = self._door.comes(_client(transport), transport)

    def data_received(self, data: bytes) -> None:
        if not self._door.sends(self._visit, data, frames=False):
            self.transport.abort()
            return
        self._visit.in_turn.do(partial(self._read, data))

    def _read(self, data: bytes) -> None:
        with _ending(self.transport):
            super().data_received(data)
        upgraded = self.transport.get_protocol()
        if upgraded is not self and isinstance(upgraded, asyncio.Protocol):  # it has become a socket
            self._over.cancel()
            self.transport.set_protocol(GuardedFrames(upgraded, self.transport, self._door, self._visit))

    def connection_lost(self, exc: Exception | None) -> None:
        self._over.cancel()
        self._door.goes(self._visit)
        super().connection_lost(exc)

    def _end(self) -> None:
        if not self._visit.stays:
            self.transport.abort()


class GuardedFrames(asyncio.Protocol):
    """Stands before uvicorn's socket and counts what comes in. The library behind it would answer every ping and
    collect every fragment, at any speed."""

    def __init__(self, inner: asyncio.Protocol, transport: asyncio.Transport, door: Door, visit: Visit) -> None:
        self._inner = inner
        self._transport = transport
        self._door = door
        self._visit = visit
        self._closed = False

    def data_received(self, data: bytes) -> None:
        if self._closed:
            return
        if self._door.sends(self._visit, data, frames=True):
            self._visit.in_turn.do(partial(self._read, data))
        else:
            self._close()

    def _read(self, data: bytes) -> None:
        with _ending(self._transport):
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        self._visit.in_turn.drop()
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.goes(self._visit)
        self._inner.connection_lost(exc)

    def _close(self) -> None:
        """With a close frame, so that the page can say why."""
        self._closed = True
        with suppress(RuntimeError):  # the library has said goodbye already
            self._transport.write(bytes((0x88, 2)) + TOO_MUCH.to_bytes(2, "big"))
        self._transport.close()
        asyncio.get_running_loop().call_later(LONGEST_GOODBYE, self._transport.abort)


@contextmanager
def _ending(transport: asyncio.Transport) -> Iterator[None]:
    """Ends a connection whose bytes make a library fail. None of our own code runs while they are read."""
    try:
        yield
    except Exception:
        transport.abort()


def _client(transport: asyncio.Transport) -> Client:
    address = transport.get_extra_info("peername") or ("", 0)
    return str(address[0]), int(address[1])


class Pages(Protocol):
    """What is served. `app` answers a request as ASGI wants it; `close` ends every socket."""

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None: ...
    async def close(self) -> None: ...


class WebServer:
    """A running server. Create it inside the loop that it is to run on."""

    def __init__(self, pages: Callable[[Door], Pages], listening: socket.socket, outside: Outside = OUTSIDE) -> None:
        loop = asyncio.get_running_loop()
        door = Door(loop.time, loop.call_at, outside)
        self._socket = GuardedSocket(fileno=listening.detach())
        self._socket.door = door
        self._pages = pages(door)
        config = uvicorn.Config(
            self._app,
            http=partial(GuardedRequest, door=door),  # type: ignore[arg-type]  # it is only called
            interface="asgi3",
            lifespan="off",
            log_config=None,
            log_level=logging.CRITICAL,  # it tells of every odd request of a stranger, some with a traceback
            access_log=False,
            server_header=False,
            proxy_headers=False,  # or a header could claim that a request comes from this computer
            ws_max_size=LONGEST * 4,
            ws_per_message_deflate=False,  # the compressed size of a frame would reveal something of its content
            backlog=MOST_PENDING,  # when no file descriptor is left, asyncio retries this many at every turn
        )
        self._uvicorn = _Uvicorn(config)
        self._running = asyncio.create_task(self._uvicorn.serve(sockets=[self._socket]))

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What fails is our own mistake, whatever was sent."""
        try:
            await self._pages.app(scope, receive, send)
        except ClientDisconnect:
            pass  # whoever asked has left in the middle of it
        except Exception:
            log.exception("A page has failed. Please report this.")

    @property
    def port(self) -> int:
        return int(self._socket.getsockname()[1])

    async def close(self) -> None:
        """May be called twice."""
        self._uvicorn.should_exit = True
        await self._pages.close()
        try:
            async with asyncio.timeout(LONGEST_STOP):
                await asyncio.shield(self._running)
        except TimeoutError:
            self._uvicorn.force_exit = True
            await self._running


def listen(host: str, port: int, tries: int = 1) -> socket.socket:
    """A socket at this port, or at one of the next; port 0 means any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, port + tries):
        # Named TCP, asyncio sends small messages at once; otherwise the second of two waits up to 40 ms.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(MOST_PENDING)
        except OSError as error:
            listening.close()
            reason = error.strerror or ""
            continue
        return listening
    raise PortTakenError(
        say(
            "Cannot listen on {host}, port {port} ({reason}). Is another table open? Try another port.",
            host=host,
            port=port,
            reason=reason,
        )
    )
