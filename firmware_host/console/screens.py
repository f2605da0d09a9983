"""Every display of the table, as the evening is now: each seat's own, the private screen and the table screen.

What stands on a page is decided elsewhere; here, on which glass it stands, and whether that glass may show it.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Protocol

from firmware_host.console.absence import needed
from firmware_host.console.beside import Asked, Beside
from firmware_host.console.headlines import Headlines
from firmware_host.console.lobby import Lobby
from firmware_host.console.page import Page
from firmware_host.console.pairing import Pads
from firmware_host.console.private import PrivateScreen
from firmware_host.console.rest import Rest
from firmware_host.console.seats import SeatState
from firmware_host.console.showing import GridShown, Showing, for_a_pad, page_for, public_page
from firmware_host.console.sitting import Sitting
from firmware_host.rules.games import View
from hardware.ports import KeyPress, Table


class Seated(Protocol):
    """What the displays must know of the evening."""

    @property
    def lobby(self) -> Lobby: ...
    def now(self) -> float: ...
    def name_at(self, seat: int) -> str:
        """Who plays there; nobody is an empty name."""

    def state_of(self, seat: int) -> SeatState: ...
    def sitting_at(self, seat: int) -> Sitting: ...
    def view_of(self, name: str | None) -> View | None: ...


class Screens:
    """Owns nothing that anybody could lose: all of it can be drawn again at any time."""

    def __init__(
        self,
        table: Table,
        seated: Seated,
        pads: Pads,
        private: PrivateScreen,
        beside: Beside,
        headlines: Headlines,
        *,
        palette: str,
        pulse: bool,
    ) -> None:
        self._table = table
        self._seated = seated
        self._pads = pads
        self._private = private
        self._beside = beside
        self._news = headlines
        self._palette = palette
        self.showing = Showing(pulse=pulse)
        self.rest = Rest({number: seat.panel for number, seat in table.seats.items() if seat.panel is not None})

    def draw(self) -> None:
        for seat in self._table.seats:
            self.draw_seat(seat)
        self.draw_shared()

    def draw_seat(self, number: int) -> None:
        seat, state, sitting = self._table.seats[number], self._seated.state_of(number), self._seated.sitting_at(number)
        palette, now = state.comfort.palette, self._seated.now()
        privately = seat.hooded and (sitting.asks_privately or self._private.peeking == number)
        if seat.panel is not None:
            page = page_for(sitting, state.desk, state.news, privately)
            page = for_a_pad(page) if self._pads.numeric(number) else page
            moved = self.rest.moved if self.rest.resting(number) else 0
            self.showing.panel(seat.panel, page, palette, now, moved)
        if seat.grid is not None:
            inviting = self._seated.view_of(None) is None and number not in self._seated.lobby.joined
            board = sitting.grid or sitting.own.board
            self.showing.grid(seat.grid, GridShown(board, palette, sitting.own.deadline, inviting), now)
        if seat.lamp is not None:
            name = self._seated.name_at(number)
            view = self._seated.view_of(name)
            seat.lamp.light(view is not None and needed(name, view))

    def draw_shared(self) -> None:
        """The table screen and the private screen. Seats without a panel read both, or the one there is."""
        table, now = self._table, self._seated.now()
        asked = self._beside.page(self._asked, self._private.holder if table.public is None else None)
        page = asked or public_page(self._seated.view_of(None), self._seated.lobby)
        if self._news.now and not page.message:
            page = replace(page, message=self._news.now)
        if table.public is not None:
            self.showing.panel(table.public, page, self._palette, now)
        if table.private is not None:
            beside = table.public is None and (asked or (self._beside.seats and self._private.idle))
            self.showing.panel(table.private, *((page, self._palette) if beside else self._private_page()), now)

    def show_letter(self, seat: int, key: KeyPress) -> None:
        """A letter fills the seat's grid for a moment, unless it belongs to something private."""
        grid = self._table.seats[seat].grid
        if grid is not None and not self._seated.sitting_at(seat).asks_privately:
            letter = key.key if len(key.key) == 1 and key.key.isalpha() else ""
            self.showing.letter(grid, letter, self._seated.now())

    def cheer(self, members: Collection[str]) -> None:
        """Whoever found the word, alone or in a team, sees their grid celebrate."""
        for number, seat in self._table.seats.items():
            if seat.grid is not None and self._seated.name_at(number) in members:
                self.showing.cheer(seat.grid, self._seated.now())

    def _asked(self, seat: int) -> Asked:
        name = self._seated.name_at(seat) or self._seated.lobby.joined.get(seat, "")
        return Asked(name, self._seated.sitting_at(seat), self._seated.state_of(seat).desk)

    def _private_page(self) -> tuple[Page, str]:
        """What the private screen says, and in whose colours."""
        holder = self._private.holder or self._private.peeking
        if holder is None or self._table.seats[holder].hooded:
            return Page(title="wordtable", lines=("Private screen",)), self._palette
        state, sitting = self._seated.state_of(holder), self._seated.sitting_at(holder)
        if self._private.holder is not None and not self._private.in_use_by(holder):
            return self._private.call(self._seated.name_at(holder)), state.comfort.palette
        page = page_for(sitting, state.desk, state.news, private=True)
        return for_a_pad(page) if self._pads.numeric(holder) else page, state.comfort.palette
