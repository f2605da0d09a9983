"""Past evenings in a browser: which page is at which address, and who is answered there."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from firmware_host.console.settings import no_meaning
from firmware_host.frozen import frozen
from firmware_host.journal.history import Past
from firmware_host.journal.people import Change, PersonError, change_of, why_unchanged
from firmware_host.remembered.played import Played
from firmware_host.texts.language import Language
from firmware_host.texts.text import NOTHING, Text, say
from firmware_host.web.evenings.forms import Forms
from firmware_host.web.evenings.pages import Writer
from firmware_host.web.evenings.readers import COOKIE, TOO_OFTEN, Readers, filled_in
from firmware_host.web.evenings.share import share_picture, share_text
from firmware_host.web.evenings.sharing import Sharing
from firmware_host.web.wire import read_number

Answer = Callable[[Request], Response]
HOME = "/evenings"


@frozen
class Remembered:
    """What these pages tell, and what they can change."""

    past: Past
    change: Callable[[Change], Text]
    meaning: Callable[[str], str] = no_meaning
    sharing: Sharing | None = None


class Evenings:
    """Each page is written on another thread, so that no key waits for it."""

    def __init__(
        self,
        remembered: Remembered,
        readers: Readers,
        language: Callable[[], Language],
        headers: Mapping[str, str],
    ) -> None:
        self._past = remembered.past
        self._change = remembered.change
        self._meaning = remembered.meaning
        self._sharing = remembered.sharing
        self._readers = readers
        self._language = language
        policy = headers["Content-Security-Policy"].replace("form-action 'none'", "form-action 'self'")
        self._headers = {**headers, "Content-Security-Policy": policy}

    @property
    def routes(self) -> list[Route]:
        return [
            Route(HOME, self._apart(self._evenings)),
            Route("/evenings/code", self._code, methods=["POST"]),
            Route("/evenings/table", self._apart(self._table)),
            Route("/evenings/person/{name}", self._apart(self._person)),
            Route("/evenings/person/{name}/{what}", self._changed, methods=["POST"]),
            Route("/evenings/game/{number}", self._apart(self._game)),
            Route("/evenings/game/{number}/squares.txt", self._apart(self._squares)),
            Route("/evenings/game/{number}/squares.png", self._apart(self._picture)),
            *(Route(f"/{s}/{{code}}", self._to_send_around(self._shared)) for s in "sS"),
            *(Route(f"/{s}/{{code}}/squares.png", self._to_send_around(self._shared_picture)) for s in "sS"),
        ]

    def _apart(self, answer: Answer) -> Callable[[Request], Awaitable[Response]]:
        async def answered(request: Request) -> Response:
            if not self._readers.may_read(request):
                return self._ask_for_a_code(request.url.path, NOTHING)
            return await asyncio.to_thread(answer, request)

        return answered

    # ── who may read ─────────────────────────────────────────────────────────────────────────────

    def _ask_for_a_code(self, path: str, why: Text) -> Response:
        if not self._readers.codes:
            text = say(
                "Only the table's own computer can open this page. The captain can open it to all in the lobby, "
                "under Evenings."
            )
            return PlainTextResponse(f"{self._language().read(text)}\n", HTTPStatus.FORBIDDEN, headers=self._headers)
        status = HTTPStatus.TOO_MANY_REQUESTS if why is TOO_OFTEN else HTTPStatus.UNAUTHORIZED
        return HTMLResponse(self._forms().code(path, why), status, headers=self._headers)

    async def _code(self, request: Request) -> Response:
        given = await filled_in(request)
        path = given.get("to", HOME)
        path = path if path.startswith(HOME) else HOME
        why = self._readers.refuses_to_read(request, given.get("code", ""))
        if why:
            return self._ask_for_a_code(path, why)
        answer = RedirectResponse(quote(path), HTTPStatus.SEE_OTHER, headers=self._headers)
        answer.set_cookie(COOKIE, self._readers.proof, path=HOME, httponly=True, samesite="strict")
        return answer

    async def _changed(self, request: Request) -> Response:
        """The captain changes who is who."""
        given, name = await filled_in(request), str(request.path_params["name"])
        why = self._readers.refuses_to_change(request, given.get("code", ""))
        if why:
            return self._html(self._forms().changed(name, why), HTTPStatus.FORBIDDEN)
        try:
            change = change_of(str(request.path_params["what"]), name, given.get("name", ""))
            told = await asyncio.to_thread(self._change, change)
        except KeyError:
            return self._missing()
        except PersonError as problem:
            return self._html(self._forms().changed(name, problem.say), HTTPStatus.CONFLICT)
        except (sqlite3.Error, OSError) as error:
            return self._html(self._forms().changed(name, why_unchanged(error)), HTTPStatus.SERVICE_UNAVAILABLE)
        return self._html(self._forms().changed("", told))

    # ── pages ────────────────────────────────────────────────────────────────────────────────────

    def _writer(self) -> Writer:
        return Writer(self._language(), self._meaning)

    def _forms(self) -> Forms:
        return Forms(self._language())

    def _html(self, page: str, status: int = HTTPStatus.OK) -> Response:
        return HTMLResponse(page, status, headers=self._headers)

    def _missing(self) -> Response:
        text = self._language().read(say("There is nothing at this address. Try /evenings."))
        return PlainTextResponse(f"{text}\n", 404, headers=self._headers)

    def _evenings(self, request: Request) -> Response:
        number = read_number(request.query_params.get("page", "0"))
        return self._html(self._writer().evenings(self._past, number or 0))

    def _table(self, _request: Request) -> Response:
        return self._html(self._writer().table(self._past))

    def _person(self, request: Request) -> Response:
        people = self._past.chronicle().people
        person = people.get(str(request.path_params["name"]))
        if person is None:
            return self._missing()
        others = sorted(name for name in people if name != person.name)
        change = self._forms().who_is_who(person.name, others, here=self._readers.is_here(request))
        return self._html(self._writer().person(person, change))

    def _game(self, request: Request) -> Response:
        played = self._played(request)
        if played is None:
            return self._missing()
        return self._html(self._writer().game(played, share_text(played, self._language())))

    def _squares(self, request: Request) -> Response:
        played = self._played(request)
        if played is None:
            return self._missing()
        return PlainTextResponse(share_text(played, self._language()), headers=self._headers)

    def _picture(self, request: Request) -> Response:
        return self._png(self._played(request))

    def _played(self, request: Request) -> Played | None:
        number = read_number(str(request.path_params["number"]))
        return None if number is None else self._past.game(number)

    def _png(self, played: Played | None) -> Response:
        if played is None:
            return self._missing()
        return Response(share_picture(played), media_type="image/png", headers=self._headers)

    # ── to send around ───────────────────────────────────────────────────────────────────────────

    def _to_send_around(
        self, answer: Callable[[Request, Played], Response]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Needs no code of the table, but one that was scanned."""

        async def answered(request: Request) -> Response:
            number = self._shared_game(request)  # here, not apart: limits are counted on the loop
            played = None if number is None else await asyncio.to_thread(self._past.game, number)
            return self._missing() if played is None else await asyncio.to_thread(answer, request, played)

        return answered

    def _shared_game(self, request: Request) -> int | None:
        """The game whose code was scanned. Guessing codes counts like trying wrong ones."""
        readers, address = self._readers, self._readers.address(request)
        if self._sharing is None or not readers.door.may_try_a_code(address):
            return None
        number = self._sharing.game_of(str(request.path_params["code"]))
        if number is None:
            readers.door.tried_a_wrong_code(address)
        return number

    def _shared(self, request: Request, played: Played) -> Response:
        text = share_text(played, self._language())
        return self._html(self._forms().shared(f"{request.url.path}/squares.png", text))

    def _shared_picture(self, _request: Request, played: Played) -> Response:
        return self._png(played)
