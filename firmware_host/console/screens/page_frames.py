"""What a display that draws pages itself is shown: a seat's page with what is asked there, or what lies open to all.

Pure. Everything for a seat comes from its own sitting and desk; everything for all comes from the view for everybody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field

from firmware_host.console.lobby import replaying
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.screens import showing
from firmware_host.drawing.page_data import Data, board_data, clock_data, code_data, full, page_data
from firmware_host.drawing.shown import ShownPage, shown_in
from firmware_host.frozen import frozen, replace
from firmware_host.games import registry as games
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.sitting import Address, Sitting, ranking, round_title
from firmware_host.games.shared.table import OVER, RESULT, Wins
from firmware_host.games.shared.tasks import (
    Desk,
    Item,
    ListTask,
    MarksTask,
    NotesTask,
    ReadTask,
    Task,
    WaitTask,
    WordTask,
)
from firmware_host.games.shared.views import TableView, View
from firmware_host.texts.language import Language
from firmware_host.texts.text import NOTHING, Keys, Text, say
from hardware.ports import PageFrame

ROOM = 99  # lines: more than any page has


@frozen
class Reader:
    """Who looks, and how they read."""

    language: Language
    palette: str
    started: float  # the console's beginning, on the clock that deadlines are told in
    seat: int | None = None
    name: str = ""


@frozen
class AtSeat:
    """What a seat's page is made from. `private` is whether this display is for its player alone, and used as such."""

    sitting: Sitting = field(repr=False)
    desk: Desk
    news: Text = NOTHING
    standing: Text = NOTHING
    private: bool = False
    looking: bool = False  # at their own word, with a key held
    called: bool = False  # something waits for them


# ── a seat ───────────────────────────────────────────────────────────────────────────────────────


def seat_frame(reader: Reader, at: AtSeat) -> PageFrame:
    sitting, desk = at.sitting, at.desk
    roomy = replace(sitting, own=sitting.roomy or sitting.own)
    page = showing.page_for(roomy, replace(desk, open=()), NOTHING, at.private)
    asked = desk.innermost(sitting.task, sitting.menu)
    elsewhere = sitting.asks_privately and not sitting.waits and not at.private
    sheet = showing.over(asked, desk, at.private) if desk.open and not elsewhere else None
    said = showing.message_to(sitting, desk, at.private)
    return PageFrame(
        full(
            {
                "seat": reader.seat,
                "name": reader.name,
                "palette": reader.palette,
                "page": _page(reader, page),
                "sheet": None if sheet is None else _page(reader, sheet),
                "asked": {"kind": "elsewhere"} if elsewhere else asked_data(reader.language, asked, desk),
                "said": reader.language.read(said),
                "news": reader.language.read(at.news or at.standing),
                "private": at.private,
                "looking": at.looking,
                "look": sitting.has_own_word,
                "menu": sitting.menu is not None,
                "called": at.called,
                "resumes": _resumes(sitting.menu),
            }
        )
    )


def _resumes(menu: ListTask | None) -> str:
    """The name of the menu, if it can end a pause: a page has a button for that, so that nobody has to look for it."""
    return menu.name if menu is not None and any(item.id == "resume" for item in menu.items) else ""


def _page(reader: Reader, page: Page) -> Data:
    return full({**page_data(shown_in(reader.language, page), reader.started), "about": _for_fingers(reader, page)})


def _for_fingers(reader: Reader, page: Page) -> list[str]:
    """The hints that do not speak of keys: a page has buttons."""
    return [reader.language.read(hint) for hint in page.hint if not _names_a_key(hint)]


def _names_a_key(text: Text) -> bool:
    return any(isinstance(fact, Keys) for _, fact in text.facts)


def asked_data(reader: Language, task: Task, desk: Desk) -> Data:
    """What is asked, so that fingers can answer it: entries have ids, letters and pages have numbers."""
    kind = {"kind": type(task).__name__.removesuffix("Task").lower(), "name": task.name, "ask": reader.read(task.ask)}
    return full({**kind, **_details(reader, task, desk)})


def _details(reader: Language, task: Task, desk: Desk) -> Data:
    match task:
        case WordTask():
            open_ideas = list(task.ideas) if task.audience is Audience.EVERYBODY else []
            return {
                "typed": desk.typed_for(task),
                "longest": task.longest,
                "spaces": task.spaces,
                "ideas": open_ideas,
                "suggests": bool(task.ideas) and not open_ideas,
            }
        case ListTask():
            return {"items": [_item(reader, task, place, item) for place, item in enumerate(task.items)]}
        case MarksTask():
            return {"word": task.word, "marks": desk.marks_for(task)}
        case WaitTask():
            return {"button": reader.read(task.button), "leaves": task.leaving is not None or None}
        case ReadTask():
            return {"pages": [page_data(shown_in(reader, page)) for page in task.pages], "page": desk.page_in(task)}
        case NotesTask():
            return {"about": len(task.about)}


def _item(reader: Language, task: ListTask, place: int, item: Item) -> Data:
    return full(
        {
            "id": task.id_at(place),
            "label": reader.read(item.label),
            "value": reader.read(item.value),
            "card": reader.read(item.card),
            "turns": item.more is not None,
            "opens": isinstance(item.does, Task),
        }
    )


def cover_frame(reader: Reader, cover: Page) -> PageFrame:
    """A screen that is in nobody's hands."""
    return PageFrame({"palette": reader.palette, "page": _page(reader, cover), "covered": True})


# ── everybody ────────────────────────────────────────────────────────────────────────────────────


@frozen
class Around:
    """What everybody may know besides the game: what is said, who sits where, what seats without a panel are asked."""

    said: Text
    seats: Mapping[int, str]
    asked: tuple[Page, ...] = ()
    standing: Page | None = None  # of the evening, between two games


def public_frame(reader: Reader, view: View | None, lobby: Lobby, pages: Sequence[Page], around: Around) -> PageFrame:
    """What lies open, all at once: `pages`, and what is `around` the game."""
    shared = {
        "palette": reader.palette,
        "news": reader.language.read(around.said),
        "asked": [_page(reader, page) for page in around.asked],
        "seats": [full({"number": number, "name": name}) for number, name in around.seats.items()],
    }
    body = _lobby(reader, lobby, around.standing) if view is None else _game(reader, view, pages)
    return PageFrame(full({**shared, **body}))


def _lobby(reader: Reader, lobby: Lobby, standing: Page | None) -> Data:
    game, read = games.named(lobby.game), reader.language.read
    if lobby.replay is not None:
        return _replay(reader, replaying.public_page(lobby.replay))
    return {
        "phase": "lobby",
        "title": read(game.title),
        "players": [{"name": name} for name in lobby.players()],
        "join": _joined_at(lobby.phones) if lobby.phones else None,
        "teams": [{"name": team, "players": list(names)} for team, names in (lobby.team_members() or {}).items()],
        "teach": [page_data(shown_in(reader.language, page)) for page in game.how_to_play],
        "standing": None if standing is None else page_data(shown_in(reader.language, standing)),
    }


def _joined_at(phones: Address) -> Data:
    return full({"address": phones.typed, "code": code_data(phones.scanned)})


def _replay(reader: Reader, page: Page) -> Data:
    shown = shown_in(reader.language, page)
    boards = [board_data(reader.language.read(board.owner), board) for board in page.boards]
    return {"phase": "replay", "title": shown.title, "boards": boards}


def _game(reader: Reader, view: View, pages: Sequence[Page]) -> Data:
    table, read = view.table, reader.language.read
    shown = [shown_in(reader.language, page) for page in pages]
    ended = {RESULT: "result", OVER: "over"}.get(table.phase, "playing")
    codes = [page for page in shown if page.code]
    told = shown if ended == "playing" else [page for page in shown if not (page.table or page.board or page.code)]
    words = list(dict.fromkeys(line for page in told for line in _headed(page, shown[0].title, ended)))
    return {
        "phase": ended,
        "title": shown[0].title,
        "cheers": shown[0].cheers,
        "round": read(round_title(table)) if ended == "playing" else "",
        "about": _for_fingers(reader, pages[0]) if ended == "playing" else [],
        "lines": words,
        "share": _scanned(codes[0]) if codes else None,
        "others": page_data(shown[0]).get("others"),
        "boards": [
            board_data(page.owner, page.board)
            for page in shown
            if page.board is not None and _is_whole(page.board.rows)
        ],
        "alphabet": page_data(shown[0]).get("alphabet"),
        "cards": [
            {"title": page.title, "table": [list(row) for row in page.table]} for page in shown[1:] if page.table
        ],
        "scores": scores_data(table),
        "wins": read(_wins(table)) if ended != "playing" else "",
        "deadline": clock_data(min(table.deadlines.values(), default=None), reader.started),
    }


def _headed(page: ShownPage, title: str, ended: str) -> tuple[str, ...]:
    """After a round, with a title of its own above the lines."""
    return page.lines if ended == "playing" or page.title == title else (page.title, *page.lines)


def _scanned(page: ShownPage) -> Data:
    told, *address = page.lines
    return full({"told": told, "address": " ".join(address), "code": code_data(page.code)})


def _is_whole(rows: Sequence[object]) -> bool:
    return len(rows) > 1  # a single row belongs to a small display


def _wins(table: TableView) -> Text:
    return say("Fewest points win.") if table.wins is Wins.FEWEST else say("Most points win.")


def scores_data(table: TableView) -> list[Data]:
    """Everybody's place and points, the best first; those with equal points share a place."""
    ranked, gained = ranking(table), table.round_scores or {}
    points = [table.scores[side] for side in ranked]
    return [
        full(
            {
                "place": points.index(table.scores[side]) + 1,
                "name": side,
                "points": table.scores[side],
                "gained": gained.get(side),
                "word": table.revealed.get(side),
            }
        )
        for side in ranked
    ]
