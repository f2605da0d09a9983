"""Which page everybody sees: what lies open on the table, page by page, and what seats without a panel are asked."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from firmware_host.console.alarms import Alarms
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.lobby.pages import team_lines
from firmware_host.console.screens.telling import NOTHING_TO_TELL, Told, told_pages
from firmware_host.games import registry as games
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.sitting import (
    TO_LOBBY,
    TO_NEXT_ROUND,
    USUAL_LINES,
    round_title,
    scores_table,
    with_told,
)
from firmware_host.games.shared.table import OVER, RESULT
from firmware_host.games.shared.views import View
from firmware_host.texts.text import Text, say

TURNS_EVERY = 6.0  # seconds
STAYS = 10.0  # seconds that a seat's page stays after its last key


@dataclass(frozen=True, slots=True)
class OpenText:
    """What a seat is asked where all may read it. `opened` names what was opened there, the innermost last."""

    page: Page
    opened: tuple[str, ...] = ()


class PublicScreen:
    """Turns its pages by itself. A seat that presses a key sees its own page at once."""

    def __init__(self, alarms: Alarms, draw: Callable[[], None]) -> None:
        self._alarms = alarms
        self._draw = draw
        self._touched: dict[int, float] = {}  # when a key was pressed at each seat
        self._told: dict[int, tuple[tuple[str, ...], Text]] = {}  # what each seat has open, and its message
        self._about: object = None
        self._place = 0
        self._until = float("-inf")  # how long the page stays
        self.shows: int | None = None  # the seat whose page is shown

    def touched(self, seat: int) -> None:
        """A key was pressed at this seat."""
        self._touched[seat] = self._alarms.now()

    def turn(self, step: int) -> None:
        """Somebody turns the page."""
        self._touched.clear()
        self._place += step
        self._until = self._alarms.now() + STAYS

    def page(self, texts: Mapping[int, OpenText], public: Sequence[Page], about: object) -> Page:
        """The page to show now. When it is `about` something new, the first public page comes up."""
        self._notice_questions(texts)
        seats: list[int | None] = [*texts, *(None for _ in public)]
        pages = [*(text.page for text in texts.values()), *public]
        if about != self._about:
            self._about, self._place = about, len(texts)
            self._until = self._alarms.now() + TURNS_EVERY
        self._turn_to_a_seat(seats)
        if self._alarms.now() >= self._until:
            self._place += 1
            self._until = self._alarms.now() + TURNS_EVERY
        self._alarms.set("public page", self._until if len(pages) > 1 else None, self._draw)
        self._place %= len(pages)
        self.shows = seats[self._place]
        return pages[self._place]

    def _notice_questions(self, texts: Mapping[int, OpenText]) -> None:
        """A question or a message that others have caused comes up as if its seat had pressed a key."""
        told = {
            seat: (text.opened, text.page.message) for seat, text in texts.items() if text.opened or text.page.message
        }
        for seat, what in told.items():
            if self._told.get(seat) != what:
                self.touched(seat)
        self._told = told

    def _turn_to_a_seat(self, seats: Sequence[int | None]) -> None:
        """To the page of whoever pressed a key last."""
        now = self._alarms.now()
        fresh = {seat: when for seat, when in self._touched.items() if seat in seats and now < when + STAYS}
        if fresh:
            seat = max(fresh, key=lambda seat: fresh[seat])
            self._place, self._until = seats.index(seat), fresh[seat] + STAYS


# ── what lies open ───────────────────────────────────────────────────────────────────────────────


def public_pages(
    view: View | None, lobby: Lobby, lines: int = USUAL_LINES, told: Told = NOTHING_TO_TELL
) -> tuple[Page, ...]:
    """The pages of a public screen with so many lines of text, made from what everybody may know."""
    assert view is None or view.table.you is None, "the view for everybody"
    return tuple(replace(page, audience=Audience.EVERYBODY) for page in _pages(view, lobby, lines, told))


def _pages(view: View | None, lobby: Lobby, lines: int, told: Told) -> tuple[Page, ...]:
    if view is None:
        names = tuple((name,) for name in lobby.players())
        teams = team_lines(lobby)
        page = Page(title=say("wordtable"), lines=(games.named(lobby.game).title, *teams), table=() if teams else names)
        return _turned(page, lines - 2)
    table, game = view.table, games.of(view)
    if table.phase in (RESULT, OVER):
        hint = (TO_LOBBY if table.phase == OVER else TO_NEXT_ROUND,)
        pages = with_told(game.result(view, lines), told_pages(told, lines))
        return tuple(replace(page, hint=hint) for page in pages)
    if game.public is not None:
        return tuple(part for page in game.public(view) for part in _turned(page, lines - 1))
    others, deadline = game.progress(view), min(table.deadlines.values(), default=None)
    scores = () if others else scores_table(table)
    return _turned(Page(title=round_title(table), others=others, table=scores, deadline=deadline), lines - 1)


def _turned(page: Page, room: int) -> tuple[Page, ...]:
    """The page as often as it takes until everybody on it was seen, where so many lines fit."""
    parts = math.ceil(max(len(page.others), len(page.table), 1) / max(1, room))
    return tuple(replace(page, turned=part) for part in range(parts))
