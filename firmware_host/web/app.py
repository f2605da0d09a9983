"""The pages and the socket of each page: a page is told nothing before it has shown that it may be open.

Every page comes from the folder static/; its content security policy allows nothing from anywhere else.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import SplitResult, urlsplit

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.frozen import replace
from firmware_host.texts.language import Language, language
from firmware_host.texts.text import Text, say
from firmware_host.web import page_texts, wire
from firmware_host.web.broadcast import Watcher
from firmware_host.web.evenings import Evenings, Remembered
from firmware_host.web.evenings.readers import Readers
from firmware_host.web.invitation import Invitation
from firmware_host.web.page_texts import STATIC
from firmware_host.web.pages import JOIN_PAGE, PRIVATE_PAGE, PUBLIC_PAGE, WHOLE_TABLE, WebPage
from firmware_host.web.strangers.door import Client, Door
from firmware_host.web.strangers.limits import Places
from firmware_host.web.web_table import WebTable
from firmware_host.web.wire import Ask, Button, Key, Plug, Power, Refused, Slow, Turn
from hardware.config.checks import is_loopback

KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
FILES = {  # kept in memory: a file response of Starlette would also answer requests for many small parts of a file
    file.relative_to(STATIC).as_posix(): (file.read_bytes(), KINDS[file.suffix])
    for file in STATIC.rglob("*")
    if file.suffix in KINDS
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
LOOKING, LOOKING_EACH = 48, 4  # pages that strangers have open without a code
LONGEST_FOR_CODE = 60.0  # seconds to type a code
LONGEST_FOR_FRAME = 15.0  # seconds: a page that receives nothing for so long is closed

# How a socket is closed; the pages know these numbers.
GOING, NOT_YOURS, WRONG_CODE, TOO_MUCH, FULL = 1012, 4400, 4401, 4429, 4503


class WebApp:
    """The pages of one table. `close` closes every socket, so that the server can end at once."""

    def __init__(
        self,
        table: WebTable,
        door: Door,
        remembered: Remembered | None = None,
        invites: Invitation | None = None,
    ) -> None:
        self._table = table
        self._invites = invites
        self._door = door
        self._looking: Places[asyncio.Task[object]] = Places(LOOKING, LOOKING_EACH, last_in_stays=False)
        self._open: set[asyncio.Task[object]] = set()
        readers = Readers(table, door, is_here, same_origin, _address)
        evenings = [] if remembered is None else Evenings(remembered, readers, self._language, HEADERS).routes
        self._pages = Starlette(
            routes=[
                *evenings,
                Route("/", self._page(WHOLE_TABLE, "table.html")),
                Route("/public", self._page(PUBLIC_PAGE, "public.html")),
                *(Route(path, self._page(JOIN_PAGE, "join.html")) for path in ("/join", "/j/{code}", "/J/{code}")),
                Route("/private", self._page(PRIVATE_PAGE, "private.html")),
                Route("/seat/{seat}", self._seat_page),
                Route("/table", _moved_to("/public")),  # as it was called before
                Route("/host", _moved_to("/private")),
                Route("/static/{file:path}", self._file),
                WebSocketRoute("/live/{page}", self._live),
            ]
        )

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As uvicorn calls it, for each request."""
        await answer(self._door, self._pages, scope, receive, send)

    async def close(self) -> None:
        await end_all(self._open)

    # ── pages ────────────────────────────────────────────────────────────────────────────────────

    def _page(self, name: str, file: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            return self._answer(request, name, file)

        return answer

    async def _seat_page(self, request: Request) -> Response:
        return self._answer(request, f"seat{request.path_params['seat']}", "seat.html")

    def _answer(self, request: Request, name: str, file: str) -> Response:
        page = self._table.web_pages.get(name)
        if page is None:
            return self._plain(say("This table has no such seat."), 404)
        if page.here_only and not is_here(request):
            here_only = say(
                "This page can only be opened on the table's own computer. "
                "Try /public, or a seat that has a join code, such as /seat/1."
            )
            return self._plain(here_only, 403)
        return HTMLResponse(page_texts.html(file, self._table.broadcast.language_of(page)), headers=HEADERS)

    async def _file(self, request: Request) -> Response:
        found = FILES.get(str(request.path_params["file"]))
        if found is None:
            return self._plain(say("No such file."), 404)
        content, kind = found
        return Response(content, media_type=kind, headers=HEADERS)

    def _plain(self, text: Text, status: int) -> Response:
        return PlainTextResponse(f"{self._read(text, self._table.web_pages[WHOLE_TABLE])}\n", status, headers=HEADERS)

    def _language(self) -> Language:
        """Of the table."""
        return language(self._table.broadcast.language_of(self._table.web_pages[PUBLIC_PAGE]))

    def _read(self, text: Text, page: WebPage) -> str:
        return language(self._table.broadcast.language_of(page)).read(text)

    # ── sockets ──────────────────────────────────────────────────────────────────────────────────

    async def _live(self, socket: WebSocket) -> None:
        page = self._table.web_pages.get(str(socket.path_params["page"]))
        if page is None or not same_origin(socket) or (page.here_only and not is_here(socket)):
            await socket.close(NOT_YOURS)  # before it is accepted: the browser is told 403 and nothing else
            return
        if not await accepted(socket):
            return
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await self._visit(socket, page)
        except Refused as refusal:
            await self._refuse(socket, page, NOT_YOURS, refusal.say)
        except WebSocketDisconnect:
            pass
        except asyncio.CancelledError:
            with suppress(Exception):
                await socket.close(GOING)
        finally:
            self._open.discard(task)
            self._looking.leave(task)

    async def _visit(self, socket: WebSocket, page: WebPage) -> None:
        if not await self._may_enter(socket, page):
            return
        broadcast = self._table.broadcast
        if broadcast.watching(page) >= page.most or not self._has_a_place(socket, page):
            full = say("Too many of these pages are open. Close one, then reload this page.")
            await self._refuse(socket, page, FULL, full)
            return
        watcher = Watcher(page)
        watcher.hear(wire.hello(page, self._table.described, self._table.sizes, self._table.now, self._table.pace))
        broadcast.enter(watcher)
        sending = asyncio.create_task(_send(socket, watcher))
        try:
            await self._receive(socket, watcher)
        finally:
            broadcast.leave(watcher)
            sending.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await sending

    async def _may_enter(self, socket: WebSocket, page: WebPage) -> bool:
        """Anybody at this computer may; from elsewhere a page that is not for all needs its code."""
        if is_here(socket):
            self._door.enters(client_of(socket.scope))
            return True
        if page.for_all:
            self._door.is_inside(client_of(socket.scope))
            return True
        if not await self._may_try(socket, page):
            return False
        type_code = say("Enter the join code for this page.")
        with still_there():
            await socket.send_text(wire.refused(self._read(type_code, page), code=True))
        try:
            async with asyncio.timeout(LONGEST_FOR_CODE):
                code = wire.read_code(await text_from(socket))
        except TimeoutError:
            await self._refuse(socket, page, WRONG_CODE, type_code)
            return False
        if not await self._may_try(socket, page):  # others at the same address may have tried since
            return False
        if hmac.compare_digest(code.encode(), page.code.upper().encode()):
            self._door.enters(client_of(socket.scope))
            return True
        self._door.tried_a_wrong_code(_address(socket))
        await self._refuse(socket, page, WRONG_CODE, say("That is not the code for this page."))
        return False

    def _has_a_place(self, socket: WebSocket, page: WebPage) -> bool:
        """Strangers may look too, but not so many that a television finds no place; the crowd has to go first."""
        if not page.for_all or is_here(socket):
            return True
        task = asyncio.current_task()
        assert task is not None
        goes = self._looking.take(task, _address(socket))
        if goes is not None and goes is not task:
            goes.cancel()
        return goes is not task

    async def _may_try(self, socket: WebSocket, page: WebPage) -> bool:
        if self._door.may_try_a_code(_address(socket)):
            return True
        await self._refuse(socket, page, TOO_MUCH, say("Too many wrong codes. Wait a minute."))
        return False

    async def _receive(self, socket: WebSocket, watcher: Watcher) -> None:
        """Until the page is closed. Keys that it still holds are released then."""
        held = set[tuple[int, str]]()
        try:
            while True:
                text = await text_from(socket)
                touch = wire.read_touch(text, replace(watcher.page, plays=self._table.broadcast.plays(watcher.page)))
                if isinstance(touch, Key) and touch.at is None:
                    (held.add if touch.down else held.discard)((touch.seat, touch.key))
                self._touch(touch, watcher, _address(socket))
        finally:
            for seat, key in held:
                self._table.key(seat, key, False)

    def _ask(self, asks: Ask, watcher: Watcher, address: str) -> None:
        """Asking counts like a wrong code, so that nobody can bother the captain without end."""

        def turn_away(why: Text, *, again: bool = False) -> None:
            watcher.hear(wire.turned_away(self._read(why, watcher.page), again=again))

        if not self._door.may_try_a_code(address):
            turn_away(say("You have asked too often. Wait a minute."))
            return
        self._door.tried_a_wrong_code(address)
        if self._invites is not None and not self._invites.is_for(asks.code):
            turn_away(say("Enter the code that the screen shows now."), again=True)
            return
        seat, seats_code = asks.seat, self._table.web_pages[f"seat{asks.seat}"].code
        sorry = say("Not this seat. Ask the captain, or enter the code of the seat.")

        def answer(yes: bool) -> bool:
            if yes:
                watcher.hear(wire.admitted(seat, seats_code))
            else:
                turn_away(sorry)
            return self._table.broadcast.is_open(watcher)

        self._table.ask(seat, asks.name, answer)

    def _touch(self, touch: wire.Touch, watcher: Watcher, address: str) -> None:
        match touch:
            case Ask():
                self._ask(touch, watcher, address)
            case Key(seat, key, down, None):
                self._table.key(seat, key, down)
            case Key(seat, key, _, at):
                self._table.key(seat, key, True, at)
                self._table.key(seat, key, False)
            case Button(name, down):
                self._table.button(name, down)
            case Turn(device, up):
                watcher.turn(device, up)
                self._table.broadcast.look_at(device, watcher)
            case Plug() | Slow() | Power():
                self._table.break_it(touch)

    async def _refuse(self, socket: WebSocket, page: WebPage, how: int, why: Text) -> None:
        with suppress(Exception):  # the page may be closed already
            await socket.send_text(wire.refused(self._read(why, page), code=how == WRONG_CODE))
            await socket.close(how)


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    try:
        while True:
            for message in await watcher.news():
                async with asyncio.timeout(LONGEST_FOR_FRAME):
                    await socket.send_text(message)
    except TimeoutError:
        await socket.close(TOO_MUCH)


@contextmanager
def still_there() -> Iterator[None]:
    """Each library says in its own way that a page has gone while something was sent to it or expected from it."""
    try:
        yield
    except Exception as gone:
        raise WebSocketDisconnect from gone


async def text_from(socket: WebSocket) -> str:
    with still_there():
        message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    text = message.get("text")
    if not isinstance(text, str):
        raise Refused(wire.NO_MESSAGE)
    return text


def _moved_to(path: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_request: Request) -> Response:
        return RedirectResponse(path, 308, headers=HEADERS)

    return answer


# ── who asks ─────────────────────────────────────────────────────────────────────────────────────


def is_here(request: HTTPConnection) -> bool:
    """Whether the request comes from this computer. The name it asks for counts too: a stranger's website can let its
    own name point here."""
    named = _split(f"//{request.headers.get('host', '')}").hostname or ""
    return is_loopback(named) and is_loopback(_address(request).partition("%")[0])


def same_origin(request: HTTPConnection) -> bool:
    """A browser says which page opened a socket: it must be one of ours."""
    origin = _split(request.headers.get("origin", ""))
    return origin.scheme in ("http", "https") and bool(origin.netloc) and origin.netloc == request.headers.get("host")


def _split(address: str) -> SplitResult:
    """An address that cannot be parsed is empty."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _address(request: HTTPConnection) -> str:
    return client_of(request.scope)[0]


def client_of(scope: Scope) -> Client:
    host, port = scope.get("client") or ("", 0)
    return str(host), int(port)


async def answer(door: Door, pages: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """One request: strangers wait for their turn, and whoever asks too often is sent away."""
    address, _ = client_of(scope)
    await door.turn_of(address)
    if scope["type"] == "http" and not door.asks(address):
        too_many = PlainTextResponse(status_code=429, headers={**HEADERS, "Connection": "close"})
        await too_many(scope, receive, send)
    else:
        await pages(scope, receive, send)


async def accepted(socket: WebSocket) -> bool:
    """False if they have left while they waited for their turn."""
    try:
        await socket.accept()
    except OSError:
        return False
    return True


async def end_all(sockets: Collection[asyncio.Task[object]]) -> None:
    waiting = set(sockets)
    for task in waiting:
        task.cancel()
    if waiting:
        await asyncio.wait(waiting, timeout=1.0)
