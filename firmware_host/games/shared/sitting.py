"""One player's place at the table right now: what their own display says, what only they may see, and what is asked."""

import math
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache

from firmware_host.frozen import frozen, replace
from firmware_host.games.shared.page import CROSSED, EMPTY, TYPED, Audience, BoardPicture, BoardRow, Cells, Page
from firmware_host.games.shared.table import OVER, RESULT, Action, Wins
from firmware_host.games.shared.tasks import Command, Desk, Item, ListTask, ReadTask, Task, WaitTask, WordTask
from firmware_host.games.shared.views import Absent, TableView
from firmware_host.games.shared.wishes import (
    ChangeBrightness,
    ChangeLanguage,
    EndLoan,
    GoBack,
    GoOn,
    MoveTo,
    Mute,
    NextPalette,
    ShowAgain,
    ShutDown,
    ToLobby,
)
from firmware_host.texts.text import NOTHING, Keys, Text, say, verbatim

USUAL_BRIGHTNESS, BRIGHTEST = 3, 5
USUAL_LINES, SMALLEST_WITH_ALL = 8, 6  # of text, on a panel of 64 pixels; for scores together with what they mean
TO_LOBBY = say("{enter} lobby", enter=Keys.ENTER)
TO_PLAY_AGAIN = say("{enter} again", enter=Keys.ENTER)
TO_NEXT_ROUND = say("{enter} next", enter=Keys.ENTER)
MENU, YES, HOW_TO_PLAY = say("Menu"), say("Yes"), say("How to play")
NO = Item(say("No, go back"), GoBack(), id="no")
TO_MENU = say("{menu} menu", menu=Keys.MENU)
TO_TYPE = say("type, {enter}", enter=Keys.ENTER)
TO_CHOOSE = say("{choose} {enter}", choose=Keys.LIST, enter=Keys.ENTER)
TO_GO_BACK = say("{menu} back", menu=Keys.MENU)
TO_BOARDS = say("{boards} boards", boards=Keys.BOARDS)
TO_TURN = say("{boards} more", boards=Keys.BOARDS)
HIDE_PRIVATELY = say("Hide a word on the private screen.")


@frozen
class Sitting:
    """`private` is for a display that nobody else sees: a hooded panel, or the private screen when it is theirs."""

    task: Task
    own: Page
    private: Page | None = None
    menu: ListTask | None = None
    asks_privately: bool = False  # what is typed now must be seen on `private` and nowhere else
    waits: bool = False  # for the private screen: meanwhile the menu stands where everybody may read it
    grid: BoardPicture | None = None  # for the seat's LED grid, where it is not the board of `own`
    roomy: Page | None = None  # in place of `own`, on a display with room for everything at once

    @property
    def has_own_word(self) -> bool:
        """Whether its player may look at their own word once more: it is hidden, and nothing is being typed."""
        return not isinstance(self.task, WordTask) and self.private is not None and not self.asks_privately


@frozen
class Loan:
    """A keypad that two seats share because one has lost its own."""

    borrower: int
    owner: str = ""  # their name; empty for whoever has lent it


@frozen
class Address:
    """Where phones join, without http://. Not every phone finds a name, so the code to scan has the number."""

    typed: str
    number: str = ""  # the same with the number instead of a name

    @property
    def scanned(self) -> str:
        return to_scan(self.number or self.typed)


@frozen
class Comfort:
    """What somebody may set for themselves, and whether they are the captain."""

    captain: bool = False
    pairs: bool = False  # keypads, from the menu
    phones: Address | None = None  # at which they join
    people: tuple[Item, ...] = field(default=(), repr=False)  # who is who, to be changed
    chores: tuple[Item, ...] = field(default=(), repr=False)  # of the computer under the table
    muted: bool = False
    palette: str = "green-yellow"
    brightness: int = USUAL_BRIGHTNESS
    language: str = "en"  # of their displays
    languages: tuple[tuple[str, str], ...] = ()  # that they may choose, each with its own name for itself
    free_seats: tuple[int, ...] = ()  # to which they may move now
    lines: int = USUAL_LINES  # of text on their display
    teaching: tuple[Item, ...] = field(default=(), repr=False)  # how to play this game
    past: tuple[Item, ...] = field(default=(), repr=False)  # finished games, to be shown again
    letters: int = 5  # of the words in this game
    ideas: tuple[str, ...] = field(default=(), repr=False)  # fair words for whoever has to hide one
    loan: Loan | None = None  # of their keypad, or to them
    waits_for: tuple[str, ...] | None = None  # after a round: they want to go on, and wait for these
    last_result: tuple[Page, ...] = field(default=(), repr=False)  # to be looked at again, until the next secret is set
    scores: tuple[Page, ...] = field(default=(), repr=False)  # during a round, as soon as somebody has points
    notes: bool = False  # they have a panel of their own to make notes on
    turned: int = 0  # how often the pages of a result have turned by themselves
    told: tuple[Page, ...] = field(default=(), repr=False)  # after a round: what the word means, what was remarkable
    boards: bool = False  # they have a display with room for all boards


def menu(view: TableView, own: tuple[Item, ...], comfort: Comfort, notes: tuple[Item, ...] = ()) -> ListTask:
    """What a game offers besides its next step, then the evening's own moves, then comfort. It says so in a pause."""
    evening = _evening(view.you or "", view.actions, comfort.captain)
    if "next" in view.actions:
        evening += _between_rounds(view.you or "", view.to_come if comfort.captain else (), comfort.free_seats)
    items = (*own, *_last_result(comfort), *evening, *_scores(comfort), *notes, *comfort.teaching, *comforts(comfort))
    return ListTask("menu", say("Paused") if view.paused else MENU, items, audience=Audience.EVERYBODY)


def _last_result(comfort: Comfort) -> tuple[Item, ...]:
    if not comfort.last_result:
        return ()
    name = say("Last result")
    return (Item(name, ReadTask("last result", name, comfort.last_result), id="last-result"),)


def _scores(comfort: Comfort) -> tuple[Item, ...]:
    name = say("Scores")
    return (Item(name, ReadTask("scores", name, comfort.scores), id="scores"),) if comfort.scores else ()


def reading(pages: tuple[Page, ...]) -> Item:
    """How to play, to be looked through."""
    open_pages = tuple(replace(page, audience=Audience.EVERYBODY) for page in pages)
    return Item(HOW_TO_PLAY, ReadTask("how to play", HOW_TO_PLAY, open_pages), id="how-to-play")


@lru_cache(maxsize=64)  # menus are made with every key, and are nearly always the same
def _evening(you: str, may: tuple[str, ...], captain: bool) -> tuple[Item, ...]:
    items = []
    if "pause" in may:
        items.append(Item(say("Pause"), Action(you, "pause"), id="pause"))
    if "resume" in may:
        items.append(Item(say("Go on"), Action(you, "resume"), id="resume"))
    if captain and "redo" in may:
        redo = really("redo", say("Restart this round?"), Action(you, "redo"))
        items.append(Item(say("Restart round"), redo, id="redo"))
    if captain and "end" in may:
        end = really("end", say("End the game now?"), Action(you, "end"))
        items.append(Item(say("End the game"), end, id="end"))
    if "leave" in may:
        leave = really("leave", say("Leave this game?"), Action(you, "leave"))
        items.append(Item(say("Leave the table"), leave, id="leave"))
    return tuple(items)


@lru_cache(maxsize=64)
def _between_rounds(you: str, hosts: tuple[str, ...], free_seats: tuple[int, ...]) -> tuple[Item, ...]:
    items = []
    if len(hosts) > 1:
        names = tuple(Item(verbatim(name), Action(you, "next", target=name), id=name) for name in hosts)
        who = ListTask("next host", say("Who hides the next word?"), names, "next", audience=Audience.EVERYBODY)
        items.append(Item(say("Choose who is next"), who, id="next-host"))
    if free_seats:
        seats = tuple(Item(say("Seat {seat}", seat=seat), MoveTo(seat), id=f"seat {seat}") for seat in free_seats)
        where = ListTask("move", say("Which seat?"), seats, "next", audience=Audience.EVERYBODY)
        items.append(Item(say("Change seats"), where, id="move"))
    return tuple(items)


def comforts(comfort: Comfort) -> tuple[Item, ...]:
    """What everybody may set for themselves; the captain can also let phones join, and switch off."""
    own_name = dict(comfort.languages)[comfort.language] if len(comfort.languages) > 1 else ""
    own = _comforts(comfort.muted, comfort.palette, comfort.brightness, own_name, comfort.loan, captain=comfort.captain)
    return (*_by_phone(comfort.phones), *own) if comfort.captain and comfort.phones else own


@lru_cache(maxsize=4)
def _by_phone(address: Address) -> tuple[Item, ...]:
    name = say("Join by phone")
    page = Page(lines=(verbatim(address.typed),), code=address.scanned, audience=Audience.EVERYBODY)
    return (Item(name, ReadTask("phones", name, (page,)), id="phones"),)


def to_scan(address: str) -> str:
    """An address as a code says it: codes of capitals have larger squares."""
    return f"http://{address}".upper()


@lru_cache(maxsize=64)
def _comforts(
    muted: bool, colours: str, brightness: int, language: str, loan: Loan | None, *, captain: bool
) -> tuple[Item, ...]:
    palette = say("green") if colours == "green-yellow" else say("orange")
    sound = say("off") if muted else say("on")
    dimmer, brighter = ChangeBrightness(-1), ChangeBrightness(1)
    items = [
        Item(say("Sound"), more=Mute(), less=Mute(), value=sound, id="sound"),
        Item(say("Colours"), more=NextPalette(), less=NextPalette(), value=palette, id="colours"),
        Item(say("Brightness"), more=brighter, less=dimmer, value=verbatim(f"{brightness}"), id="brightness"),
    ]
    if loan is not None:
        owner = loan.owner
        back = say("Give back {name}'s keypad", name=owner) if owner else say("Take my keypad back")
        items.insert(0, Item(back, EndLoan(loan.borrower), id="end-loan"))
    if language:
        before, after = ChangeLanguage(-1), ChangeLanguage(1)
        items.append(Item(say("Language"), more=after, less=before, value=verbatim(language), id="language"))
    if captain:
        off = really("shut-down", say("Switch the table off?"), ShutDown())
        items.append(Item(say("Switch off"), off, id="shut-down"))
    return tuple(items)


def really(name: str, question: Text, command: Command) -> ListTask:
    """A confirmation; the harmless answer is the first. It closes when there is nothing left to confirm."""
    needs = command.name if isinstance(command, Action) else ""
    return ListTask(f"really {name}", question, (NO, Item(YES, command, id="yes")), needs, audience=Audience.EVERYBODY)


@lru_cache(maxsize=1024)
def row(word: str, marks: str, note: str = "") -> BoardRow:
    """The same row is the same object: boards are made again for every key, and compared."""
    return BoardRow(word, marks, note)


def crossed_row(columns: int) -> BoardRow:
    return BoardRow(" " * columns, CROSSED * columns)


def typed_row(typed: str, columns: int) -> BoardRow:
    """The row being written: letters as far as they are typed, then empty places."""
    return BoardRow(typed.ljust(columns), (TYPED * len(typed)).ljust(columns, EMPTY))


@lru_cache(maxsize=64)
def empty_rows(count: int, columns: int) -> tuple[BoardRow, ...]:
    return (BoardRow(" " * columns, EMPTY * columns),) * max(count, 0)


def own_deadline(view: TableView, side: str) -> float | None:
    """The clock that matters to whoever sits here: their own, or the table's."""
    return view.deadlines.get(side, view.deadlines.get("table"))


def own_side(view: TableView) -> str:
    """The player themselves, or their team; nobody in the view for the whole table."""
    you = view.you or ""
    if isinstance(view.teams, Absent):
        return you
    return next((team for team, members in view.teams.items() if you in members), "")


def ranking(view: TableView) -> tuple[str, ...]:
    """Who plays, the best first; those with equal points in the order of the seats."""
    sign = 1 if view.wins is Wins.FEWEST else -1
    return tuple(sorted(view.scores, key=lambda side: sign * view.scores[side]))


def scores_table(view: TableView, words: Mapping[str, str] | None = None) -> tuple[Cells, ...]:
    """Everybody's place and points, the best first, with what the round brought, and with their words if there are any.

    Those with equal points share a place.
    """
    ranked, gained = ranking(view), (view.round_scores or {}) if view.phase != OVER else {}
    points = [view.scores[side] for side in ranked]
    return tuple(
        (
            f"{points.index(view.scores[side]) + 1} {side}",
            *((words.get(side, ""),) if words else ()),
            f"{view.scores[side]}",
            *((f"{gained[side]:+}",) if side in gained else ()),
        )
        for side in ranked
    )


def round_title(view: TableView) -> Text:
    """Which round it is, or how it ended."""
    if view.phase == OVER:
        return say("{names} won!", names=" & ".join(view.winners)) if view.winners else say("No winner")
    if view.phase == RESULT and len(view.revealed) == 1:
        return say("It was {word}", word=next(iter(view.revealed.values())))
    if view.rounds:
        return say("Round {round} of {rounds}", round=view.round, rounds=view.rounds)
    return say("Round {round}", round=view.round)


def result_pages(
    view: TableView,
    lines: int,
    boards: tuple[Page, ...] = (),
    last_row: BoardPicture | None = None,
    *,
    words: Mapping[str, str] | None = None,
) -> tuple[Page, ...]:
    """The result of a round, or of the game, on a display with so many lines: the scores, then all boards.

    Where not all scores fit, the same page comes up again, each time turned on.
    """
    ranked, side = ranking(view), own_side(view)
    own = ranked.index(side) if side in ranked else None
    wins = say("Fewest points win.") if view.wins is Wins.FEWEST else say("Most points win.")
    small = lines < SMALLEST_WITH_ALL
    page = Page(
        title=round_title(view),
        board=None if small else last_row,
        lines=() if small else (wins,),
        table=scores_table(view, words),
        own=own,
        cheers=bool(view.winners),
        audience=Audience.EVERYBODY,
    )
    room = max(1, lines - (2 if small else 4) - (own is not None))
    parts = math.ceil((len(ranked) - (own is not None)) / room)
    scores = (page, *(replace(page, turned=part) for part in range(1, parts)))
    explained = (Page(title=wins, audience=Audience.EVERYBODY),) if small else ()
    return (*scores, *explained, *(replace(each, audience=Audience.EVERYBODY) for each in boards))


def with_told(pages: tuple[Page, ...], told: tuple[Page, ...]) -> tuple[Page, ...]:
    """The pages of a result with what there is to tell: after the scores, before everybody's boards."""
    boards = [place for place, page in enumerate(pages) if page.board is not None and page.board.owner]
    before = boards[0] if boards else len(pages)
    return (*pages[:before], *told, *pages[before:])


def after_the_round(
    view: TableView, desk: Desk, comfort: Comfort, pages: tuple[Page, ...], own_board: BoardPicture | None = None
) -> Sitting:
    """The result of a round, or of the game, page by page. A grid shows the board that is looked at, or one's own."""
    over, pages = view.phase == OVER, with_told(pages, comfort.told)
    page = pages[(desk.page + comfort.turned) % len(pages)]
    turn = TO_TURN if len(pages) > 1 else TO_MENU
    looked_at = page.board if page.board is not None and page.board.owner else own_board
    hint = waiting(comfort.waits_for) if comfort.waits_for is not None else to_go_on(view)
    again = over and bool(view.winners)
    to_lobby = _to_lobby(again=again) if over and comfort.captain else ()
    task = WaitTask("result", enter=GoOn(), button=NOTHING if comfort.waits_for is not None else going_on(view))
    own, choices = replace(page, hint=(hint, turn)), menu(view, to_lobby, comfort)
    return Sitting(task, own, None, choices, grid=looked_at, roomy=_all_at_once(pages, comfort, hint))


def _to_lobby(*, again: bool) -> tuple[Item, ...]:
    """What the captain may do after a game besides what ENTER does."""
    show = Item(say("Show it again"), ShowAgain(0), id="show-again")
    return (Item(say("Another game"), ToLobby(), id="lobby"), show) if again else (show,)


def to_go_on(view: TableView) -> Text:
    """What ENTER does at a result. A game that somebody has won is played again; one that was ended is not."""
    if view.phase != OVER:
        return TO_NEXT_ROUND
    return TO_PLAY_AGAIN if view.winners else TO_LOBBY


def going_on(view: TableView) -> Text:
    """The same, on a button."""
    if view.phase != OVER:
        return say("Next round")
    return say("Play again") if view.winners else say("Lobby")


def _all_at_once(pages: tuple[Page, ...], comfort: Comfort, hint: Text) -> Page | None:
    """The scores, what there is to tell, and every board; no code to scan, for such a display can share by itself."""
    if not comfort.boards:
        return None
    boards = tuple(page.board for page in pages if page.board is not None and page.board.owner)
    known = pages[0].title, NOTHING
    texts = (page for page in comfort.told if not page.code)
    told = dict.fromkeys(line for page in texts for line in (page.title, *page.lines) if line not in known)
    return replace(pages[0], board=None, boards=boards, lines=(*told, *pages[0].lines), turned=0, hint=(hint,))


def waiting(names: tuple[str, ...]) -> Text:
    """What somebody reads who wants to go on."""
    return say("waiting for {names}", names=" & ".join(names)) if names else say("wait a moment")


def hide_a_word(view: TableView, desk: Desk, comfort: Comfort, own: Page, items: tuple[Item, ...] = ()) -> Sitting:
    """The secret: written where only its owner sees it."""
    you = view.you or ""
    task = WordTask(
        f"secret {view.round}",
        say("Hide a word"),
        comfort.letters,
        lambda word: Action(you, "secret", word=word),
        ideas=comfort.ideas,
    )
    hide, ideas = say("{enter} hide it", enter=Keys.ENTER), say("{ideas} ideas", ideas=Keys.IDEAS)
    private = Page(
        title=say("{name}: hide a word", name=you),
        big=desk.typed_for(task),
        slots=comfort.letters,
        lines=(say("Only you see this."),),
        hint=(hide, ideas if comfort.ideas else TO_MENU),
    )
    return Sitting(task, own, private, menu(view, items, comfort), asks_privately=True)
