"""The pages and the one socket behind each: who may enter is asked before anything is told, and nothing else is served.

Every page comes from this folder; its content security policy allows no script, style or picture from elsewhere.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.web import wire
from firmware_host.web.doors import HOST, SPECTATORS, WHOLE_TABLE, Door
from firmware_host.web.gallery import Watcher
from firmware_host.web.house import House
from firmware_host.web.limits import A_SECOND, BURST, Allowance, Doorkeeper
from firmware_host.web.wire import Button, Key, Plug, Power, Refused, Slow, Turn
from hardware.checks import is_loopback

STATIC = Path(__file__).with_name("static")
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
PATIENCE_FOR_CODE = 60.0  # seconds
PATIENCE_FOR_FRAME = 15.0  # a page that takes nothing for so long is shut
TRIED_TOO_OFTEN = "Too many wrong codes. Wait a minute."

# How a socket is closed; pages know these.
GOING, NOT_YOURS, WRONG_CODE, TOO_MUCH, FULL = 1012, 4400, 4401, 4429, 4503


class Server:
    """The pages of one house. `close` shuts every socket, so that the server can end at once."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._doorkeeper = Doorkeeper()
        self._open: set[asyncio.Task[object]] = set()
        self.app = Starlette(
            routes=[
                Route("/", self._page(WHOLE_TABLE, "table.html")),
                Route("/table", self._page(SPECTATORS, "spectators.html")),
                Route("/host", self._page(HOST, "host.html")),
                Route("/seat/{seat:int}", self._seat_page),
                Route("/static/{file}", self._file),
                WebSocketRoute("/live/{door}", self._live),
            ]
        )

    async def close(self) -> None:
        waiting = set(self._open)
        for task in waiting:
            task.cancel()
        if waiting:
            await asyncio.wait(waiting, timeout=1.0)

    # ── pages ────────────────────────────────────────────────────────────────────────────────────

    def _page(self, door: str, file: str) -> Callable[[Request], Awaitable[Response]]:
        async def page(request: Request) -> Response:
            return self._answer(request, door, file)

        return page

    async def _seat_page(self, request: Request) -> Response:
        return self._answer(request, f"seat{request.path_params['seat']}", "seat.html")

    def _answer(self, request: Request, name: str, file: str) -> Response:
        door = self._house.doors.get(name)
        if door is None:
            return _plain("There is no such seat at this table.", 404)
        if door.here_only and not is_here(request):
            return _plain(
                "This page is shown on the table's own computer only. Try /table, or /seat/1 with its code.", 403
            )
        return FileResponse(STATIC / file, media_type="text/html", headers=HEADERS)

    async def _file(self, request: Request) -> Response:
        file = STATIC / Path(str(request.path_params["file"])).name
        if file.suffix not in KINDS or not file.is_file():
            return _plain("There is no such file.", 404)
        return FileResponse(file, media_type=KINDS[file.suffix], headers=HEADERS)

    # ── sockets ──────────────────────────────────────────────────────────────────────────────────

    async def _live(self, socket: WebSocket) -> None:
        door = self._house.doors.get(str(socket.path_params["door"]))
        if door is None or not same_origin(socket) or (door.here_only and not is_here(socket)):
            await socket.close(NOT_YOURS)  # before it is accepted, so the browser is told 403 and no more
            return
        await socket.accept()
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await self._visit(socket, door)
        except Refused as refusal:
            await _refuse(socket, NOT_YOURS, str(refusal))
        except WebSocketDisconnect:
            pass
        except asyncio.CancelledError:
            with suppress(Exception):
                await socket.close(GOING)
        finally:
            self._open.discard(task)

    async def _visit(self, socket: WebSocket, door: Door) -> None:
        if not await self._may_enter(socket, door):
            return
        if self._house.gallery.watching(door) >= door.most:
            await _refuse(socket, FULL, "Too many of these pages are open. Close one, then load this again.")
            return
        watcher = Watcher(door)
        watcher.hear(wire.hello(door, self._house.described, self._house.sizes))
        self._house.gallery.enter(watcher)
        sending = asyncio.create_task(_send(socket, watcher))
        try:
            await self._receive(socket, watcher)
        finally:
            self._house.gallery.leave(watcher)
            sending.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await sending

    async def _may_enter(self, socket: WebSocket, door: Door) -> bool:
        """Whoever is at this computer may; anybody else says the code of this door, if it is not for all."""
        if door.for_all or is_here(socket):
            return True
        if not self._may_try(socket):
            await _refuse(socket, TOO_MUCH, TRIED_TOO_OFTEN)
            return False
        await socket.send_text(wire.refused("Type the join code of this page.", code=True))
        try:
            async with asyncio.timeout(PATIENCE_FOR_CODE):
                code = wire.read_code(await _text(socket))
        except TimeoutError:
            await _refuse(socket, WRONG_CODE, "Type the join code of this page.")
            return False
        if not self._may_try(socket):  # others of the same address may have tried since
            await _refuse(socket, TOO_MUCH, TRIED_TOO_OFTEN)
            return False
        if hmac.compare_digest(code.encode(), door.code.upper().encode()):
            return True
        self._doorkeeper.was_wrong(_address(socket), asyncio.get_running_loop().time())
        await _refuse(socket, WRONG_CODE, "That is not the code of this page.")
        return False

    def _may_try(self, socket: WebSocket) -> bool:
        return self._doorkeeper.may_try(_address(socket), asyncio.get_running_loop().time())

    async def _receive(self, socket: WebSocket, watcher: Watcher) -> None:
        """Until the page is closed. Whatever key it still held is let go then."""
        loop, held = asyncio.get_running_loop(), set[tuple[int, str]]()
        allowance = Allowance(BURST, A_SECOND, loop.time())
        try:
            while True:
                text = await _text(socket)
                if not allowance.spend(loop.time()):
                    await _refuse(socket, TOO_MUCH, "This page sends too much. Load it again.")
                    return
                touch = wire.read_touch(text, watcher.door)
                if isinstance(touch, Key):
                    (held.add if touch.down else held.discard)((touch.seat, touch.key))
                self._touch(touch, watcher)
        finally:
            for seat, key in held:
                self._house.key(seat, key, False)

    def _touch(self, touch: wire.Touch, watcher: Watcher) -> None:
        match touch:
            case Key(seat, key, down):
                self._house.key(seat, key, down)
            case Button(name, down):
                self._house.button(name, down)
            case Turn(device, up):
                watcher.turn(device, up)
                self._house.gallery.look_at(device, watcher)
            case Plug() | Slow() | Power():
                self._house.break_it(touch)


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    try:
        while True:
            for message in await watcher.news():
                async with asyncio.timeout(PATIENCE_FOR_FRAME):
                    await socket.send_text(message)
    except TimeoutError:
        await socket.close(TOO_MUCH)


async def _text(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    text = message.get("text")
    if not isinstance(text, str):
        raise Refused("This page sent something that is no message. Load it again.")
    return text


async def _refuse(socket: WebSocket, how: int, why: str) -> None:
    with suppress(Exception):  # it may have gone by itself
        await socket.send_text(wire.refused(why, code=how == WRONG_CODE))
        await socket.close(how)


def _plain(say: str, status: int) -> Response:
    return PlainTextResponse(f"{say}\n", status, headers=HEADERS)


# ── who asks ─────────────────────────────────────────────────────────────────────────────────────


def is_here(request: HTTPConnection) -> bool:
    """Whether somebody at this computer asks. The name they asked for counts too: a page of a stranger may have had its
    own name point here."""
    named = _split(f"//{request.headers.get('host', '')}").hostname or ""
    return is_loopback(named) and is_loopback(_address(request).partition("%")[0])


def same_origin(request: HTTPConnection) -> bool:
    """A browser says which page opened a socket: it has to be one of ours."""
    origin = _split(request.headers.get("origin", ""))
    return origin.scheme in ("http", "https") and bool(origin.netloc) and origin.netloc == request.headers.get("host")


def _split(address: str) -> SplitResult:
    """What cannot be read is nobody's address."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _address(request: HTTPConnection) -> str:
    return request.client.host if request.client is not None else ""
