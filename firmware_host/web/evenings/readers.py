"""Who may read about past evenings, and who may change who is who.

Whoever sits at the table's own computer may read, and whoever has a seat's code; and everybody, while the captain lets
them. Only the captain may change anything.
"""

import hmac
from collections.abc import Callable
from dataclasses import field
from secrets import token_urlsafe
from urllib.parse import parse_qs

from starlette.requests import Request

from firmware_host.frozen import frozen
from firmware_host.texts.text import NOTHING, Text, say
from firmware_host.web.strangers.door import Door
from firmware_host.web.web_table import WebTable

COOKIE = "wordtable-evenings"
LONGEST = 1000  # bytes of what somebody has filled in

TOO_OFTEN = say("Too many wrong codes. Wait a minute.")


@frozen
class Readers:
    table: WebTable
    door: Door
    is_here: Callable[[Request], bool]
    same_origin: Callable[[Request], bool]
    address: Callable[[Request], str]
    proof: str = field(default_factory=lambda: token_urlsafe(16), repr=False)  # that a browser has known a code

    def may_read(self, request: Request) -> bool:
        lobby = self.table.lobby
        if self.is_here(request) or (lobby is not None and lobby.open_evenings):
            return True
        return hmac.compare_digest(request.cookies.get(COOKIE, "").encode(), self.proof.encode())

    @property
    def codes(self) -> list[str]:
        """Of the seats, where they have any."""
        return [page.code for page in self.table.web_pages.values() if page.seat is not None and page.code]

    def refuses_to_read(self, request: Request, code: str) -> Text:
        """Why this code does not let them read; nothing if it does."""
        return self._refuses(request, code, self.codes)

    def refuses_to_change(self, request: Request, code: str) -> Text:
        """Why they may not change who is who; nothing if they may."""
        if not self.same_origin(request):
            return say("Open the page of the table itself, and try again.")
        if self.is_here(request):
            return NOTHING
        lobby = self.table.lobby
        page = self.table.web_pages.get(f"seat{lobby.captain}") if lobby is not None else None
        if page is None or not page.code:
            return say("Only the captain may do this: take a seat first, or use the table's own computer.")
        return self._refuses(request, code, [page.code])

    def _refuses(self, request: Request, code: str, right: list[str]) -> Text:
        given = code.strip().upper().encode()
        if not self.door.may_try_a_code(self.address(request)):
            return TOO_OFTEN
        if any([hmac.compare_digest(given, each.upper().encode()) for each in right]):  # noqa: C419  # all, always
            return NOTHING
        self.door.tried_a_wrong_code(self.address(request))
        return say("That is not the right code.")


async def filled_in(request: Request) -> dict[str, str]:
    """What somebody has filled in on a page; nothing if it is too long."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            return {}
    return {name: values[-1] for name, values in parse_qs(body.decode("ascii", "replace")).items()}
