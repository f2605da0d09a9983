"""Which page everybody sees: what lies open on the table, page by page, and what seats without a panel are asked."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence

from firmware_host.console.alarms import Alarms
from firmware_host.console.lobby import replaying
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.lobby.pages import team_lines, to_begin
from firmware_host.console.screens.telling import NOTHING_TO_TELL, Told, told_pages
from firmware_host.frozen import frozen, replace
from firmware_host.games import registry as games
from firmware_host.games.shared.page import EMPTY, Audience, Page
from firmware_host.games.shared.sitting import (
    USUAL_LINES,
    round_title,
    scores_table,
    to_go_on,
    with_told,
)
from firmware_host.games.shared.table import OVER, RESULT
from firmware_host.games.shared.views import View
from firmware_host.texts.text import Keys, Text, listed, say

AT_LEAST, AT_MOST = 3.0, 8.0  # seconds that a page is shown before the next
A_WORD, A_WORD_OF_A_CARD = 0.25, 0.1  # seconds
STAYS = 10.0  # seconds that a seat's page stays after its last key
TO_TURN_ON = say("{boards} next page", boards=Keys.BOARDS)


@frozen
class OpenText:
    """What a seat is asked where all may read it. `opened` names what was opened there, the innermost last.

    `question` is the same page without the name and the cursor, if nothing was opened: those who are asked the same
    read it on one page.
    """

    page: Page
    opened: tuple[str, ...] = ()
    name: str = ""
    question: Page | None = None


class PublicScreen:
    """Turns its pages by itself. A seat that presses a key sees its own page at once."""

    def __init__(self, alarms: Alarms, page_turned: Callable[[], None]) -> None:
        self._alarms = alarms
        self._page_turned = page_turned
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
        """The page to show now. It begins with the first for several people, when it is `about` something new too."""
        self._notice_questions(texts)
        now, fresh = self._alarms.now(), self._fresh(texts)
        asked = asked_together(texts, fresh)
        pages = [*asked, *((None, page) for page in public)]
        seats = [seat for seat, _ in pages]
        if fresh:
            self._place, self._until = seats.index(fresh[0]), self._touched[fresh[0]] + STAYS
        elif about != self._about or now >= self._until:
            begins = about != self._about or bool(self._touched)
            first = seats.index(None) if None in seats else 0  # nothing lies open beside digits to be typed
            self._place = first if begins else (self._place + 1) % len(pages)
            self._until = now + seconds_to_read(pages[self._place][1])
            self._touched.clear()
        self._about = about
        self._alarms.set("public page", self._until if len(pages) > 1 else None, self._page_turned)
        self._place %= len(pages)
        self.shows, page = pages[self._place]
        return page

    def _notice_questions(self, texts: Mapping[int, OpenText]) -> None:
        """A question or a message that others have caused comes up as if its seat had pressed a key."""
        told = {
            seat: (text.opened, text.page.message) for seat, text in texts.items() if text.opened or text.page.message
        }
        for seat, what in told.items():
            if self._told.get(seat) != what:
                self.touched(seat)
        self._told = told

    def _fresh(self, seats: Collection[int]) -> list[int]:
        """The seats where a key was pressed not long ago, the latest first."""
        now = self._alarms.now()
        fresh = [seat for seat, when in self._touched.items() if seat in seats and now < when + STAYS]
        return sorted(fresh, key=lambda seat: -self._touched[seat])


def asked_together(texts: Mapping[int, OpenText], apart: Collection[int]) -> list[tuple[int | None, Page]]:
    """A page for each seat that is asked something. Those who are asked the same share one, except these."""
    pages: list[tuple[int | None, Page]] = []
    asked: dict[Page, list[int]] = {}
    for seat, text in texts.items():
        if text.question is not None and seat not in apart:
            asked.setdefault(text.question, []).append(seat)
    for seat, text in texts.items():
        sharing = asked.get(text.question, []) if text.question is not None else []
        if len(sharing) < 2 or seat not in sharing:
            pages.append((seat, text.page))
        elif seat == sharing[0]:
            pages.append((None, _shared(text.question, [texts[each].name for each in sharing])))
    return pages


def _shared(question: Page | None, names: Sequence[str]) -> Page:
    assert question is not None
    asked = say("{names}: press {enter}.", names=listed(names), enter=Keys.ENTER)
    return replace(question, lines=(*question.lines, asked))


def seconds_to_read(page: Page) -> float:
    """How long a page is shown before the next: the less is on it, the shorter. Cards are looked at for one word."""
    rows = sum(bool(row.marks.strip(EMPTY)) for row in page.board.rows) if page.board is not None else 0
    cards = (page, page.beneath) if page.beneath is not None else (page,)
    words = sum(len(row) for card in cards for row in card.table)
    each = A_WORD_OF_A_CARD if _is_card(replace(page, beneath=None)) else A_WORD
    return min(AT_MOST, AT_LEAST + rows / 4 + len(page.others) / 2 + words * each + 2 * len(page.lines))


# ── how pages are turned ─────────────────────────────────────────────────────────────────────────


def together(pages: Sequence[Page], lines: int) -> tuple[Page, ...]:
    """Cards two by two on a panel with so many lines, if they fit: then everything comes round sooner."""
    paired: list[Page] = []
    for page in pages:
        before = paired[-1] if paired else None
        if before is not None and _is_card(before) and _is_card(page) and len(before.table + page.table) + 2 <= lines:
            paired[-1] = replace(before, beneath=page)
        else:
            paired.append(page)
    return tuple(paired)


def _is_card(page: Page) -> bool:
    """Whether there is nothing but words beneath a title."""
    return page == Page(title=page.title, table=page.table, audience=page.audience) and page.beneath is None


def by_hand(pages: Sequence[Page], lines: int) -> tuple[Page, ...]:
    """Tells at the boards how to turn on, where so many lines leave room for it."""
    if len(pages) < 2 or lines < USUAL_LINES:
        return tuple(pages)
    silent = [page.board is not None and bool(page.board.owner) and not page.hint for page in pages]
    told = zip(pages, silent, strict=True)
    return tuple(replace(page, hint=(TO_TURN_ON,)) if is_silent else page for page, is_silent in told)


# ── what lies open ───────────────────────────────────────────────────────────────────────────────


def public_pages(
    view: View | None, lobby: Lobby, lines: int = USUAL_LINES, told: Told = NOTHING_TO_TELL
) -> tuple[Page, ...]:
    """The pages of a public screen with so many lines of text, made from what everybody may know."""
    assert view is None or view.table.you is None, "the view for everybody"
    return tuple(replace(page, audience=Audience.EVERYBODY) for page in _pages(view, lobby, lines, told))


def _pages(view: View | None, lobby: Lobby, lines: int, told: Told) -> tuple[Page, ...]:
    if view is None and lobby.replay is not None:
        return (replaying.public_page(lobby.replay),)
    if view is None:
        names = tuple((name,) for name in lobby.players())
        teams = team_lines(lobby)
        title, about = say("wordtable"), (games.named(lobby.game).title, *teams)
        standing = () if told.standing is None else _turned(told.standing, lines - 2)
        room = 1 if teams else lines - len(names) - 2  # beneath the title and the game
        hint = to_begin(lobby)[: max(1, room)]
        page = Page(title=title, lines=about, table=() if teams else names, hint=hint)
        return (*_turned(page, lines - 2), *standing)
    table, game = view.table, games.of(view)
    if table.phase in (RESULT, OVER):
        hint = (to_go_on(table),)
        pages = with_told(game.result(view, lines), told_pages(told, lines))
        return tuple(replace(page, hint=hint) for page in pages)
    if game.public is not None:
        return tuple(part for page in game.public(view) for part in _turned(page, lines - 1))
    others, deadline = game.progress(view), min(table.deadlines.values(), default=None)
    scores = () if others else scores_table(table)
    return _turned(Page(title=round_title(table), others=others, table=scores, deadline=deadline), lines - 1)


def _turned(page: Page, room: int) -> tuple[Page, ...]:
    """The page as often as it takes until everybody on it was seen, where so many lines fit."""
    parts = math.ceil(max(len(page.others), len(page.table), 1) / max(1, room - bool(page.hint)))
    return tuple(replace(page, turned=part) for part in range(parts))
