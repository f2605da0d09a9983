"""The party game at a seat: the Host's private page, the guessers' boards, and what each is asked for."""

from firmware_host.console.page import BoardPicture, BoardRow, Page, Progress
from firmware_host.console.sitting import (
    Comfort,
    Sitting,
    after_the_round,
    crossed_row,
    empty_rows,
    hide_a_word,
    menu,
    own_deadline,
    really,
    row,
    scores_lines,
    typed_row,
)
from firmware_host.console.tasks import Desk, Item, ListTask, Task, WaitTask, WordTask
from firmware_host.rules.party import GAVE_UP, HINT_LENGTH, LETTERS, PLAYING, ROWS, BoardView, PartyView, WholeRow
from firmware_host.rules.table import OVER, RESULT, Action
from firmware_host.rules.views import Absent, CrossedRow

SHORT = {"solved": "solved!", "failed": "out of rows", GAVE_UP: "gave up", PLAYING: ""}


def sit(view: PartyView, desk: Desk, comfort: Comfort) -> Sitting:
    you = view.table.you or ""
    side = own_side(view)
    if view.table.phase in (RESULT, OVER):
        return after_the_round(view.table, comfort, scores_lines(view.table))
    if side == view.host:
        return _as_host(view, desk, you, comfort)
    return _as_guesser(view, desk, you, side, comfort)


def own_side(view: PartyView) -> str:
    you, teams = view.table.you or "", view.table.teams
    if isinstance(teams, Absent):
        return you
    return next(team for team, members in teams.items() if you in members)


# ── the Host ─────────────────────────────────────────────────────────────────────────────────────


def _as_host(view: PartyView, desk: Desk, you: str, comfort: Comfort) -> Sitting:
    own = Page(
        title=f"{view.host}: Host",
        lines=("Hide a word on the private screen.",) if view.table.phase == "secret" else (),
        others=() if view.table.phase == "secret" else progress(view),
        hint="see the private screen",
    )
    if view.table.phase == "secret":
        return hide_a_word(view.table, desk, comfort, own)
    closing = view.table.phase == "closing"
    task = WaitTask(enter=Action(you, "reveal") if closing else None)
    private = Page(
        title=f"{view.secret}: all done" if closing else f"{view.host}: {view.secret}",
        others=progress(view),
        board=_looked_at(view, desk),
        hint="ENTER reveal  ESC menu" if closing else "↔ boards  ESC menu",
    )
    return Sitting(task, own, private, menu(view.table, _host_items(view, you), comfort), asks_privately=True)


def _host_items(view: PartyView, you: str) -> tuple[Item, ...]:
    may = view.table.actions
    items = []
    if "reveal" in may:
        items.append(Item("Reveal the word", Action(you, "reveal")))
    if "hint" in may:
        ask = WordTask(
            "hint",
            "A hint for all",
            HINT_LENGTH,
            lambda text: Action(you, "hint", text=text),
            1,
            spaces=True,
            needs="hint",
        )
        items.append(Item("Give a hint", ask))
    if "challenge" in may:
        boards = tuple(
            Item(side, Action(you, "challenge", target=side)) for side, board in view.boards.items() if board.rows
        )
        items.append(Item("Challenge a guess", ListTask("challenge", "Whose guess?", boards, needs="challenge")))
    if "correct" in may:
        ask = WordTask(
            "correct", "The right word", LETTERS, lambda word: Action(you, "correct", word=word), needs="correct"
        )
        items.append(Item("Correct my word", ask))
    return tuple(items)


def _looked_at(view: PartyView, desk: Desk) -> BoardPicture | None:
    """The board that the Host has paged to."""
    if not view.boards:
        return None
    sides = list(view.boards)
    side = sides[desk.page % len(sides)]
    return _board(view.boards[side], None, owner=side)


# ── a guesser ────────────────────────────────────────────────────────────────────────────────────


def _as_guesser(view: PartyView, desk: Desk, you: str, side: str, comfort: Comfort) -> Sitting:
    board = view.boards[side]
    number = len(board.rows) + 1
    guessing = "guess" in view.table.actions
    task: Task = WaitTask()
    if guessing:
        task = WordTask(
            f"guess {view.table.round}",
            f"Row {number}",
            LETTERS,
            lambda word: Action(you, "guess", word=word, row=number),
            guarded=True,
        )
    typed = desk.typed_for(task)
    page = Page(
        title=_title(view, board, side) if not guessing else f"Row {number}" if side == you else f"{side} row {number}",
        board=_board(board, typed if guessing else None),
        alphabet=board.letters if guessing and not isinstance(board.letters, Absent) else None,
        big=typed if guessing else "",
        slots=LETTERS if guessing else 0,
        lines=_waiting_lines(view),
        others=progress(view, without=side) if view.table.phase == "guessing" and not guessing else (),
        deadline=own_deadline(view.table, side),
        hint="" if guessing and view.hint else "type, ENTER  ESC menu" if guessing else "ESC menu",
    )
    items: tuple[Item, ...] = ()
    if "give-up" in view.table.actions:
        items = (Item("Give up", really("give-up", "Give up? (7 points)", Action(you, "give-up"), "give-up")),)
    return Sitting(task, page, None, menu(view.table, items, comfort))


def _title(view: PartyView, board: BoardView, side: str) -> str:
    """What somebody who cannot guess now is waiting for."""
    if view.table.paused:
        return "Paused"
    if board.status == PLAYING and view.table.phase == "guessing":
        return "Wait for all"
    return SHORT[board.status].capitalize() or side


def _waiting_lines(view: PartyView) -> tuple[str, ...]:
    if view.table.phase == "secret":
        return (f"{view.host} is choosing a word.",)
    if view.table.phase == "closing":
        return (f"{view.host} has the last word.",)
    return (view.hint.capitalize(),) if view.hint and "guess" in view.table.actions else ()


# ── boards ───────────────────────────────────────────────────────────────────────────────────────


def _board(board: BoardView, typed: str | None, owner: str = "") -> BoardPicture:
    """A board of six rows; where somebody types, the open row has what they have typed so far."""
    rows: list[BoardRow] = []
    for each in board.rows:
        if isinstance(each, WholeRow):
            rows.append(row(each.word, each.marks))
        elif isinstance(each, CrossedRow):
            rows.append(crossed_row(LETTERS))
    writing = None if typed is None else len(rows)
    if typed is not None:
        rows.append(typed_row(typed, LETTERS))
    return BoardPicture((*rows, *empty_rows(ROWS - len(rows), LETTERS)), owner=owner, writing=writing)


def progress(view: PartyView, without: str = "") -> tuple[Progress, ...]:
    return tuple(
        Progress(side, tuple(_short(each) for each in board.rows), SHORT[board.status])
        for side, board in view.boards.items()
        if side != without
    )


def in_public(view: PartyView) -> tuple[Progress, ...]:
    """Who hosts, and everybody else in a line each, for the public screen."""
    return (Progress(view.host, (), "hosts"), *progress(view))


def _short(each: object) -> str:
    if isinstance(each, CrossedRow):
        return "x"
    if isinstance(each, WholeRow):
        return f"{each.marks.count('G')}G{each.marks.count('Y')}Y"
    green, yellow = getattr(each, "green", 0), getattr(each, "yellow", 0)
    return f"{green}G{yellow}Y"
