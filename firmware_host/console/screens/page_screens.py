"""Shows pages on the displays that draw them themselves: each seat's, everybody's, and the private screen's."""

from collections.abc import Iterable
from dataclasses import replace

from firmware_host.console.screens.page_frames import (
    ROOM,
    Around,
    AtSeat,
    Reader,
    cover_frame,
    public_frame,
    seat_frame,
)
from firmware_host.console.screens.public_screen import public_pages
from firmware_host.console.settings import EveningSettings
from firmware_host.console.sittings import Sittings
from firmware_host.games.shared.page import Page
from firmware_host.texts.language import language
from firmware_host.texts.text import Text
from hardware.names import PRIVATE_PAGE, PUBLIC_PAGE, DeviceName
from hardware.ports import Table


class PageScreens:
    """The page displays of a table. There may be none."""

    def __init__(self, table: Table, sittings: Sittings, settings: EveningSettings, started: float) -> None:
        self._table = table
        self._sittings = sittings
        self._seats = sittings.seats
        self._players = sittings.players
        reads = language(settings.language, touch=True, palette=settings.palette)
        self._started = started
        self._everybody = Reader(reads, settings.palette, started)

    def draw_seat(self, seat: int, *, looking: bool, standing: Text) -> None:
        """A page that is its player's own shows private things only at a seat where nobody else looks."""
        display = self._table.pages.get(DeviceName("page", seat))
        if display is not None:
            at, hooded = self._at(seat, standing), self._table.seats[seat].hooded
            private = hooded and (at.sitting.asks_privately or looking)
            display.show(seat_frame(self._reader(seat), replace(at, private=private, looking=looking)))

    def draw_public(self, asked: Iterable[Page], said: Text) -> None:
        display = self._table.pages.get(PUBLIC_PAGE)
        if display is not None:
            view = self._players.view_of(None)
            pages = public_pages(view, self._seats.lobby, ROOM, self._sittings.told)
            around = Around(said, {seat: self._sittings.name_at(seat) for seat in self._seats}, tuple(asked))
            display.show(public_frame(self._everybody, view, self._seats.lobby, pages, around))

    def draw_private(self, cover: Page, reader: int | None, *, looking: bool, standing: Text) -> None:
        """The private screen: the page of the seat that reads it now, or else its cover."""
        display = self._table.pages.get(PRIVATE_PAGE)
        if display is None:
            return
        if reader is None:
            display.show(cover_frame(self._everybody, cover))
        else:
            at = self._at(reader, standing)
            private = at.sitting.asks_privately or looking
            display.show(seat_frame(self._reader(reader), replace(at, private=private, looking=looking)))

    def _at(self, seat: int, standing: Text) -> AtSeat:
        state = self._seats[seat]
        called = self._seats.is_asked(seat) or self._players.is_needed(self._players.name_at(seat))
        return AtSeat(self._sittings.at(seat), state.desk, state.news, standing, called=called)

    def _reader(self, seat: int) -> Reader:
        comfort = self._seats[seat].comfort
        reads = language(comfort.language, touch=True, palette=comfort.palette)
        return Reader(reads, comfort.palette, self._started, seat, self._sittings.name_at(seat))
