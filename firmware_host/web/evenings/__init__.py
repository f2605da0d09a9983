"""Past evenings in a browser: which page is at which address. Whoever may open the public screen may read them."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from firmware_host.journal.history import Past
from firmware_host.texts.language import Language
from firmware_host.texts.text import say
from firmware_host.web.evenings.pages import Writer
from firmware_host.web.evenings.share import share_picture, share_text

Answer = Callable[[Request], Response]


class Evenings:
    """Each page is written on another thread, so that no key waits for it."""

    def __init__(
        self,
        past: Past,
        language: Callable[[], Language],
        headers: Mapping[str, str],
        meaning: Callable[[str], str],
    ) -> None:
        self._past = past
        self._language = language
        self._headers = dict(headers)
        self._meaning = meaning

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/evenings", self._apart(self._evenings)),
            Route("/evenings/table", self._apart(self._table)),
            Route("/evenings/person/{name}", self._apart(self._person)),
            Route("/evenings/game/{number:int}", self._apart(self._game)),
            Route("/evenings/game/{number:int}/squares.txt", self._apart(self._squares)),
            Route("/evenings/game/{number:int}/squares.png", self._apart(self._picture)),
        ]

    def _apart(self, answer: Answer) -> Callable[[Request], Awaitable[Response]]:
        async def answered(request: Request) -> Response:
            return await asyncio.to_thread(answer, request)

        return answered

    def _writer(self) -> Writer:
        return Writer(self._language(), self._meaning)

    def _html(self, page: str) -> Response:
        return HTMLResponse(page, headers=self._headers)

    def _missing(self) -> Response:
        text = self._language().read(say("Nothing is remembered under this address. Try /evenings."))
        return PlainTextResponse(f"{text}\n", 404, headers=self._headers)

    def _evenings(self, request: Request) -> Response:
        page = request.query_params.get("page", "0")
        number = int(page) if page.isascii() and page.isdecimal() and len(page) < 6 else 0
        return self._html(self._writer().evenings(self._past.chronicle(), number))

    def _table(self, _request: Request) -> Response:
        return self._html(self._writer().table(self._past.chronicle()))

    def _person(self, request: Request) -> Response:
        person = self._past.chronicle().people.get(str(request.path_params["name"]))
        return self._missing() if person is None else self._html(self._writer().person(person))

    def _game(self, request: Request) -> Response:
        played = self._past.game(int(request.path_params["number"]))
        if played is None:
            return self._missing()
        return self._html(self._writer().game(played, share_text(played, self._language())))

    def _squares(self, request: Request) -> Response:
        played = self._past.game(int(request.path_params["number"]))
        if played is None:
            return self._missing()
        return PlainTextResponse(share_text(played, self._language()), headers=self._headers)

    def _picture(self, request: Request) -> Response:
        played = self._past.game(int(request.path_params["number"]))
        if played is None:
            return self._missing()
        return Response(share_picture(played), media_type="image/png", headers=self._headers)
