"""Draws every display of the table: each seat's own, the private screen and the public screen.

Other modules decide what a page says. This one decides on which display it is shown: what a seat is asked stands on its
own panel. A seat without one reads it on the public screen, and on the private screen if there is no public screen, or
if not everybody may read it.
"""

from collections.abc import Callable, Collection, Mapping

from firmware_host.console.alarms import Alarms
from firmware_host.console.keypads.keys import answers_list
from firmware_host.console.keypads.lost import LostKeypads
from firmware_host.console.keypads.pairing import Pads
from firmware_host.console.lobby import newcomers
from firmware_host.console.screens.claims import Claims
from firmware_host.console.screens.dimming import Dimming
from firmware_host.console.screens.glass import Glass
from firmware_host.console.screens.looks import Looks
from firmware_host.console.screens.message_line import MessageLine, Refusals
from firmware_host.console.screens.open_texts import AskedSeats
from firmware_host.console.screens.page_screens import PageScreens
from firmware_host.console.screens.public_screen import OpenText, PublicScreen, by_hand, public_pages, together
from firmware_host.console.screens.showing import GridShown, Showing, grid_picture, page_for
from firmware_host.console.screens.standing import Standing
from firmware_host.console.settings import EveningSettings
from firmware_host.console.sittings import Sittings
from firmware_host.drawing.sheet import lines_on
from firmware_host.drawing.shown import ShownPage, shown_in
from firmware_host.frozen import replace
from firmware_host.games import registry as games
from firmware_host.games.shared.page import Page
from firmware_host.games.shared.sitting import USUAL_LINES
from firmware_host.kept import Kept
from firmware_host.texts.language import Language
from firmware_host.texts.language import language as in_language
from hardware.ports import ENTER, Grid, KeyPress, Panel, Table


class Screens:
    """Owns what happens on screens between two keys. Everything can be drawn again at any time."""

    def __init__(
        self,
        table: Table,
        sittings: Sittings,
        pads: Pads,
        lost_keypads: LostKeypads,
        glass: Glass,
        line: MessageLine,
        alarms: Alarms,
        settings: EveningSettings,
        draw: Callable[[], None],
        page_turned: Callable[[], None],
    ) -> None:
        self._table = table
        self._sittings = sittings
        self._seats = sittings.seats
        self._players = sittings.players
        self._pads = pads
        self._glass = glass
        self._asked = AskedSeats(sittings)
        self._claims = Claims(table, self._asked, lost_keypads)
        self._refusals = Refusals(self._seats, alarms, draw)
        self._public = PublicScreen(alarms, page_turned)
        self.without_panel = tuple(number for number, seat in table.seats.items() if seat.panel is None)
        self._seat_pages: Mapping[int, Kept[ShownPage]] = {seat: Kept() for seat in table.seats}
        self._lying_open: Kept[tuple[Page, ...]] = Kept()
        self._public_page_now: Kept[Page] = Kept()
        self._on_public: Kept[ShownPage] = Kept()
        self._on_private: Kept[ShownPage] = Kept()
        self._line = line
        self._alarms = alarms
        self._now = alarms.now
        self._draw = draw
        self._palette = settings.palette
        self._table_reader = settings.reader
        self._number_pad_reader = in_language(settings.language, number_pad=True, palette=settings.palette)
        self.showing = Showing(pulse=settings.pulse)
        self.standing = Standing(self._players, lost_keypads)
        self.looks = Looks(table, sittings, lost_keypads, glass, self.showing, alarms, draw)
        self._pages = PageScreens(table, sittings, settings, alarms.started)
        self.dimming = Dimming({number: seat.panel for number, seat in table.seats.items() if seat.panel is not None})

    # ── drawing ──────────────────────────────────────────────────────────────────────────────────

    def draw(self) -> None:
        for seat in self._table.seats:
            self.draw_seat(seat)
        self.draw_shared()

    def draw_seat(self, number: int) -> None:
        seat, state, sitting = self._table.seats[number], self._seats[number], self._sittings.at(number)
        palette, now, standing = state.comfort.palette, self._now(), self.standing.text
        privately = seat.hooded and (sitting.asks_privately or self.looks.at_own_word(number))
        if seat.panel is not None:
            basis = sitting, state.desk, state.news, privately, standing
            reader = self._reader(number)
            page = self._seat_pages[number].get((*basis, reader), lambda: shown_in(reader, page_for(*basis)))
            self.showing.panel(seat.panel, page, palette, now, self.dimming.moved(number))
        if seat.grid is not None:
            inviting = not self._players.playing and number not in self._seats.lobby.joined
            board = sitting.grid or sitting.own.board if seat.panel else grid_picture(sitting, state.desk)
            self.showing.grid(seat.grid, GridShown(board, palette, sitting.own.deadline, inviting), now)
        if seat.lamp is not None:
            needed = self._players.is_needed(self._players.name_at(number))
            seat.lamp.light(self._seats.is_asked(number) or needed)
        self._pages.draw_seat(number, looking=self.looks.at_own_word(number), standing=standing)

    def draw_shared(self) -> None:
        """The public screen and the private screen. Where there is only a private screen, it stands in for both."""
        table, now, texts = self._table, self._now(), self._open_texts()
        if table.public is not None:
            page = self._in_public(self._public_page(texts), self._on_public)
            self.showing.panel(table.public, page, self._palette, now)
        if table.private is not None:
            self._draw_private(table.private, texts, now)
        said = self._line.now or self.standing.text
        self._pages.draw_public(tuple(text.page for text in texts.values()), said)
        self._refusals.are_shown([seat for seat in texts if self._all_read(seat)])

    def _draw_private(self, panel: Panel, texts: Mapping[int, OpenText], now: float) -> None:
        page, seat = self._private_page(texts)
        if seat is None:
            self.showing.panel(panel, self._in_public(page, self._on_private), self._palette, now)
        else:
            self.showing.panel(panel, shown_in(self._reader(seat), page), self._seats[seat].comfort.palette, now)
        reader = seat if seat is not None and self._glass.reads(seat) else None
        looking = reader is not None and self._glass.looking == reader
        self._pages.draw_private(page, reader, looking=looking, standing=self.standing.text)

    def show_letter(self, seat: int, letter: str) -> None:
        """Fills the seat's grid with a letter for a moment, unless it is part of something private."""
        grid = self._table.seats[seat].grid
        if grid is not None and not self._sittings.at(seat).asks_privately:
            self.showing.letter(grid, letter, self._now())

    def cheer(self, members: Collection[str]) -> None:
        """The displays of those who found the word celebrate."""
        for number, seat in self._table.seats.items():
            if self._players.name_at(number) in members:
                self._cheer(seat.grid or seat.panel)

    def cheer_everywhere(self) -> None:
        """Somebody has won: every display celebrates."""
        for seat in self._table.seats.values():
            self._cheer(seat.grid, seat.panel)
        self._cheer(self._table.public, self._table.private)

    def _cheer(self, *displays: Grid | Panel | None) -> None:
        for display in displays:
            if display is not None:
                self.showing.cheer(display, self._now())

    # ── what seats without a panel read ──────────────────────────────────────────────────────────

    def touched(self, seat: int) -> None:
        """A key was pressed at this seat."""
        self.dimming.touched(seat, self._now())
        self._glass.touched(seat, self._now())
        self._public.touched(seat)

    def ask_for_private_screen(self, seat: int) -> None:
        self._glass.asked_for(seat, self._now())

    def come_first(self, seat: int, key: KeyPress) -> bool:
        """Whether the key only brings up what the seat is asked: it takes the private screen that was passed to it, or
        would answer a question that no screen shows to this seat."""
        sitting, desk = self._sittings.at(seat), self._seats[seat].desk
        task, reads = desk.innermost(sitting.task, sitting.menu), self.reads_its_page(seat)
        if key.key == ENTER and self.is_called_to(seat):
            return self._glass.hand_over(seat)
        if key.at is not None:  # whoever points at it reads it
            return False
        return not reads and answers_list(task, key)

    def turn_pages(self, seat: int, step: int) -> None:
        """A seat without a panel turns the pages that everybody sees, unless it is looking at its own."""
        if not step or self._table.seats[seat].panel is not None:
            return
        if self._asked.at(seat).text is None:
            self._public.turn(step)

    def is_called_to(self, seat: int) -> bool:
        """Whether ENTER takes the private screen that was passed to this seat."""
        return self._glass.called_to(seat) and not (self._seats[seat].desk.open and self.reads_its_page(seat))

    def pass_on(self) -> bool:
        """Passes the private screen to whoever needs it now. Returns whether it went to somebody else."""
        passed = self._glass.claimed(self._claims.now(), self._now())
        self._alarms.set("private screen", self._glass.next_change(self._now()), self._draw)
        self.looks.check()
        return passed

    def reads_its_page(self, seat: int) -> bool:
        """Whether the seat sees what it is asked: on its own panel, or on a screen that shows its page now."""
        if self._table.seats[seat].panel is not None or self._glass.in_use_by(seat):
            return True
        return self._all_read(seat)

    def _all_read(self, seat: int) -> bool:
        """Whether everybody sees what this seat without a panel is asked."""
        openly = self._table.public_is_seen or self._glass.free
        return openly and self._public.shows == seat

    # ── shared screens ───────────────────────────────────────────────────────────────────────────

    def _open_texts(self) -> Mapping[int, OpenText]:
        """What seats without a panel are asked, as far as everybody may read it."""
        texts = ((seat, self._asked.at(seat).text) for seat in self.without_panel)
        return {seat: text for seat, text in texts if text is not None}

    def _public_page(self, texts: Mapping[int, OpenText]) -> Page:
        view = self._players.view_of(None)
        about = games.of(view).moment(view) if view is not None else None
        screen = self._table.public if self._table.public_is_seen else self._table.private
        lines = lines_on(screen.size) if screen is not None else USUAL_LINES
        lobby, told = self._seats.lobby, self._sittings.told
        invited = any(newcomers.invites(self._sittings.at(seat)) for seat in self.without_panel)
        basis = view, lobby, lines, told, invited
        lying_open = self._lying_open.get(basis, lambda: self._to_turn(public_pages(*basis[:4]), lines, invited))
        pairs = {seat: text for seat, text in texts.items() if seat == self._pads.seat}
        page = self._public.page(pairs or texts, () if pairs else lying_open, about)  # digits stay until they are typed
        message = page.message or self.standing.text or self._line.now
        return self._public_page_now.get((page, message), lambda: replace(page, message=message))

    def _to_turn(self, pages: tuple[Page, ...], lines: int, invited: bool) -> tuple[Page, ...]:
        """The pages in their order, with how to join a running game. Seats without a panel can turn them."""
        pages = together(pages, lines)
        if invited:
            pages = newcomers.with_invitation(pages, lines)
        return by_hand(pages, lines) if self.without_panel else pages

    def _private_page(self, texts: Mapping[int, OpenText]) -> tuple[Page, int | None]:
        """What the private screen says, and the seat in whose language and colours."""
        seat = self._glass.holder if self._glass.holder is not None else self._glass.looking
        if seat is not None:
            state, sitting = self._seats[seat], self._sittings.at(seat)
            privately = sitting.asks_privately or self._glass.looking == seat
            page = page_for(sitting, state.desk, state.news, privately, self.standing.text)
            elsewhere = self._glass.called_to(seat) and not self.is_called_to(seat)
            name = self._sittings.name_at(seat)
            return self._glass.shows(seat, name, page, reads_elsewhere=elsewhere), seat
        stands_in = not self._table.public_is_seen and any(seat.panel is None for seat in self._table.seats.values())
        return self._glass.shows_all(self._public_page(texts)) if stands_in else self._glass.covered(), None

    def _in_public(self, page: Page, kept: Kept[ShownPage]) -> ShownPage:
        reader = self._public_reader()
        return kept.get((page, reader), lambda: shown_in(reader, page))

    def _public_reader(self) -> Language:
        """In the table's language; on a page for one seat, with the names of its keys."""
        seat = self._public.shows
        return self._number_pad_reader if seat is not None and self._pads.numeric(seat) else self._table_reader

    def _reader(self, seat: int) -> Language:
        """The language of whoever sits there, with the names of their keys and colours."""
        comfort = self._seats[seat].comfort
        return in_language(comfort.language, number_pad=self._pads.numeric(seat), palette=comfort.palette)
