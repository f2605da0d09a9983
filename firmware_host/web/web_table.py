"""What the server needs from a table, real or simulated."""

from collections.abc import Callable, Mapping
from typing import Protocol

from firmware_host.console.lobby.lobby import Lobby
from firmware_host.web.broadcast import Broadcast
from firmware_host.web.pages import WebPage
from firmware_host.web.wire import Plug, Power, Slow
from hardware.ports import Table, Touched


class WebTable(Protocol):
    """Pages press its keys and buttons; what its displays show goes out through its broadcast."""

    @property
    def web_pages(self) -> Mapping[str, WebPage]: ...
    @property
    def broadcast(self) -> Broadcast: ...
    @property
    def described(self) -> list[Mapping[str, object]]: ...
    @property
    def now(self) -> float: ...
    @property
    def pace(self) -> float:
        """How many of its seconds pass in a real one."""

    @property
    def sizes(self) -> Mapping[str, tuple[int, int]]: ...
    @property
    def lobby(self) -> Lobby | None:
        """Who has joined, and what the captain has chosen; None while the console is off."""

    def key(self, seat: int, key: str, down: bool, at: Touched | None = None) -> None: ...
    def ask(self, seat: int, name: str, answer: Callable[[bool], bool]) -> None: ...
    def button(self, name: str, down: bool) -> None: ...
    def break_it(self, fault: Plug | Slow | Power) -> None: ...


class Seats(Protocol):
    """What the console knows of each seat."""

    @property
    def lobby(self) -> Lobby: ...
    def language_at(self, seat: int) -> str: ...


def described(table: Table, numeric: frozenset[int] = frozenset()) -> list[Mapping[str, object]]:
    """What a page must know of each seat to draw it. Only a simulated seat has a number pad to press."""
    return [
        {"number": number, "numeric": number in numeric, "hooded": seat.hooded}
        for number, seat in sorted(table.seats.items())
    ]


def language_of(page: WebPage, console: Seats | None, of_table: str) -> str:
    """The language of a page: the one that its seat has chosen, otherwise the table's."""
    if page.seat is None or console is None:
        return of_table
    return console.language_at(page.seat)
