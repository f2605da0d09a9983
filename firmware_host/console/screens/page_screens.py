"""Shows pages on the displays that draw them themselves: each seat's, everybody's, and the private screen's."""

from collections import defaultdict
from collections.abc import Callable

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
from firmware_host.kept import Kept
from firmware_host.texts.language import language
from firmware_host.texts.text import Text
from hardware.names import PRIVATE_PAGE, PUBLIC_PAGE, DeviceName
from hardware.ports import PageFrame, Table


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
        self._names = {seat: DeviceName("page", seat) for seat in table.seats}
        self._shown: defaultdict[DeviceName, Kept[PageFrame]] = defaultdict(Kept)

    def draw_seat(self, seat: int, *, looking: bool, standing: Text) -> None:
        """A page that is its player's own shows private things only at a seat where nobody else looks."""
        name = self._names[seat]
        if name in self._table.pages:
            hooded = self._table.seats[seat].hooded
            self._show_seat(name, seat, private=hooded, looking=looking, standing=standing)

    def draw_public(self, asked: tuple[Page, ...], said: Text) -> None:
        if PUBLIC_PAGE not in self._table.pages:
            return
        view, lobby, told = self._players.view_of(None), self._seats.lobby, self._sittings.told
        names = {seat: self._sittings.name_at(seat) for seat in self._seats}

        def make() -> PageFrame:
            pages = public_pages(view, lobby, ROOM, told)
            return public_frame(self._everybody, view, lobby, pages, Around(said, names, asked, told.standing))

        self._show(PUBLIC_PAGE, (view, lobby, told, said, *names.values(), *asked), make)

    def draw_private(self, cover: Page, reader: int | None, *, looking: bool, standing: Text) -> None:
        """The private screen: the page of the seat that reads it now, or else its cover."""
        if PRIVATE_PAGE not in self._table.pages:
            return
        if reader is None:
            self._show(PRIVATE_PAGE, (cover,), lambda: cover_frame(self._everybody, cover))
        else:
            self._show_seat(PRIVATE_PAGE, reader, private=True, looking=looking, standing=standing)

    def _show_seat(self, name: DeviceName, seat: int, *, private: bool, looking: bool, standing: Text) -> None:
        """What the seat is asked; private things only if this display is for its player alone."""
        state, sitting, player = self._seats[seat], self._sittings.at(seat), self._sittings.name_at(seat)
        privately = private and (sitting.asks_privately or looking)
        called = self._seats.is_asked(seat) or self._players.is_needed(self._players.name_at(seat))
        basis = sitting, state.desk, state.news, standing, privately, looking, called

        def make() -> PageFrame:
            reads = language(state.comfort.language, touch=True, palette=state.comfort.palette)
            return seat_frame(Reader(reads, state.comfort.palette, self._started, seat, player), AtSeat(*basis))

        self._show(name, (*basis, state.comfort, player), make)

    def _show(self, name: DeviceName, basis: tuple[object, ...], make: Callable[[], PageFrame]) -> None:
        """A page that would be the same as before is neither made nor shown again."""
        display = self._table.pages[name]

        def show() -> PageFrame:
            frame = make()
            display.show(frame)
            return frame

        self._shown[name].get((display, *basis), show)
