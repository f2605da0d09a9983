"""The page on which a table is set up: what the interview says, answers to tap, and what the doctor finds.

Whoever opens it from elsewhere needs the captain's code, which stands on the table's own displays.
"""

import asyncio
import hmac
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.drawing.page_data import code_data, full
from firmware_host.frozen import frozen
from firmware_host.texts.language import Language
from firmware_host.texts.text import Text, say
from firmware_host.web import page_texts, wire
from firmware_host.web.app import (
    FILES,
    FULL,
    GOING,
    HEADERS,
    LONGEST_FOR_CODE,
    NOT_YOURS,
    TOO_MUCH,
    WRONG_CODE,
    accepted,
    answer,
    client_of,
    end_all,
    is_here,
    same_origin,
    still_there,
    text_from,
)
from firmware_host.web.strangers.door import Door
from hardware.names import PUBLIC_PAGE as PUBLIC_DISPLAY
from hardware.ports import PageFrame
from hardware.workbench.findings import Finding
from hardware.workbench.setup import Shown
from hardware.workbench.setup_displays import Invitation

MOST_OPEN = 8  # pages at once
ENTER_CODE = say("Enter the captain's code. It is on the table's own displays.")


@frozen
class Session:
    """What the pages are about, and who is told what was tapped."""

    code: str
    language: Language
    shown: Callable[[], Shown]
    findings: Callable[[], tuple[Finding, ...]]
    answer: Callable[[str], None]
    watch: Callable[[Callable[[], None]], None]  # what it is given is called when something new is shown
    invitation: Callable[[], Invitation]  # for the table's own screen: where these pages are, with the captain's code


class SetupPages:
    def __init__(self, session: Session, door: Door) -> None:
        self._session = session
        self._door = door
        self._open: dict[asyncio.Task[object], asyncio.Event] = {}
        session.watch(self._changed)
        self._pages = Starlette(
            routes=[
                Route("/", self._page),
                Route("/public", self._public),
                Route("/static/{file:path}", self._file),
                WebSocketRoute("/live/setup", self._live),
                WebSocketRoute("/live/public", self._live_public),
            ]
        )

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As uvicorn calls it, for each request."""
        await answer(self._door, self._pages, scope, receive, send)

    async def close(self) -> None:
        await end_all(self._open)

    def _changed(self) -> None:
        for news in self._open.values():
            news.set()

    async def _page(self, _request: Request) -> Response:
        return HTMLResponse(page_texts.html("setup.html", self._session.language.name), headers=HEADERS)

    async def _public(self, request: Request) -> Response:
        """For the television at the table's own computer: it shows the captain's code."""
        if not is_here(request):
            return PlainTextResponse(status_code=403, headers=HEADERS)
        return HTMLResponse(page_texts.html("public.html", self._session.language.name), headers=HEADERS)

    async def _file(self, request: Request) -> Response:
        found = FILES.get(str(request.path_params["file"]))
        if found is None:
            return PlainTextResponse(status_code=404, headers=HEADERS)
        return Response(found[0], media_type=found[1], headers=HEADERS)

    # ── sockets ──────────────────────────────────────────────────────────────────────────────────

    async def _live(self, socket: WebSocket) -> None:
        if not same_origin(socket):
            await socket.close(NOT_YOURS)
            return
        if not await accepted(socket):
            return
        async with _until_it_leaves(socket):
            if await self._may_enter(socket):
                await self._visit(socket, self._told, self._session.answer)

    async def _live_public(self, socket: WebSocket) -> None:
        if not same_origin(socket) or not is_here(socket):
            await socket.close(NOT_YOURS)
            return
        if await accepted(socket):
            async with _until_it_leaves(socket):
                with still_there():
                    await socket.send_text(json.dumps({"hello": "public", "clock": 0, "pace": 1}))
                await self._visit(socket, self._told_to_all, lambda _answer: None)

    async def _may_enter(self, socket: WebSocket) -> bool:
        client = client_of(socket.scope)
        if is_here(socket):
            self._door.enters(client)
            return True
        if not self._door.may_try_a_code(client[0]):
            return await self._refuse(socket, TOO_MUCH, say("Too many wrong codes. Wait a minute."))
        with still_there():
            await socket.send_text(wire.refused(self._read(ENTER_CODE), code=True))
        try:
            async with asyncio.timeout(LONGEST_FOR_CODE):
                code = wire.read_code(await text_from(socket))
        except (TimeoutError, wire.Refused):
            return await self._refuse(socket, WRONG_CODE, ENTER_CODE)
        if not self._door.may_try_a_code(client[0]):  # others at the same address may have tried since
            return await self._refuse(socket, TOO_MUCH, say("Too many wrong codes. Wait a minute."))
        if not hmac.compare_digest(code.encode(), self._session.code.encode()):
            self._door.tried_a_wrong_code(client[0])
            return await self._refuse(socket, WRONG_CODE, say("That is not the code for this page."))
        self._door.enters(client)
        return True

    async def _visit(self, socket: WebSocket, told: Callable[[], str], hear: Callable[[str], None]) -> None:
        if len(self._open) >= MOST_OPEN:
            full = say("Too many of these pages are open. Close one, then reload this page.")
            await self._refuse(socket, FULL, full)
            return
        task = asyncio.current_task()
        assert task is not None
        news = self._open[task] = asyncio.Event()
        sending = asyncio.create_task(_send(socket, told, news))
        try:
            while True:
                hear(wire.read_answer(await text_from(socket)))
        finally:
            del self._open[task]
            sending.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await sending

    def _told(self) -> str:
        shown = self._session.shown()
        findings = [
            {"device": each.device, "state": each.state, "say": self._read(each.say)}
            for each in self._session.findings()
        ]
        choices = [{"say": self._read(choice.say), "line": choice.line} for choice in shown.choices]
        lines = [self._read(line) for line in shown.lines]
        asks = self._read(shown.asks)
        told = {"hello": "setup", "lines": lines, "choices": choices, "asks": asks, "findings": findings}
        return json.dumps(told)

    def _told_to_all(self) -> str:
        """What the question is, and how to answer it with a phone."""
        shown, invited = self._session.shown(), self._session.invitation()
        told, address, *more = (self._read(line) for line in invited.lines)
        frame = {
            "phase": "setup",
            "title": self._read(say("Set up your table")),
            "lines": [self._read(line) for line in shown.brief or shown.lines],
            "share": full({"told": told, "address": address, "code": code_data(invited.code)}),
            "news": " ".join(more),
        }
        return wire.shown(PUBLIC_DISPLAY, PageFrame(full(frame)))

    def _read(self, text: Text) -> str:
        return self._session.language.read(text)

    async def _refuse(self, socket: WebSocket, how: int, why: Text) -> bool:
        with suppress(Exception):  # the page may be closed already
            await socket.send_text(wire.refused(self._read(why), code=how == WRONG_CODE))
            await socket.close(how)
        return False


@asynccontextmanager
async def _until_it_leaves(socket: WebSocket) -> AsyncIterator[None]:
    try:
        yield
    except (WebSocketDisconnect, wire.Refused):
        with suppress(Exception):
            await socket.close(NOT_YOURS)
    except asyncio.CancelledError:
        with suppress(Exception):
            await socket.close(GOING)


async def _send(socket: WebSocket, told: Callable[[], str], news: asyncio.Event) -> None:
    while True:
        await socket.send_text(told())
        await news.wait()
        news.clear()
