"""The party game at a seat: the Host's private page, the guessers' boards, and what each is asked for."""

from firmware_host.frozen import replace
from firmware_host.games.party.rules import (
    GAVE_UP,
    HINT_LENGTH,
    LETTERS,
    PLAYING,
    ROWS,
    BoardView,
    CountedRow,
    PartyView,
    WholeRow,
)
from firmware_host.games.shared.evening.notes import to_notes
from firmware_host.games.shared.evening.waiting import wait_for
from firmware_host.games.shared.options import TIMES
from firmware_host.games.shared.page import Audience, BoardPicture, BoardRow, Page, Progress, State, Tally
from firmware_host.games.shared.sitting import (
    HIDE_PRIVATELY,
    TO_BOARDS,
    TO_MENU,
    TO_TYPE,
    Comfort,
    Sitting,
    after_the_round,
    crossed_row,
    empty_rows,
    hide_a_word,
    menu,
    own_deadline,
    own_side,
    really,
    result_pages,
    round_title,
    row,
    typed_row,
)
from firmware_host.games.shared.table import OVER, RESULT, Action
from firmware_host.games.shared.tasks import Desk, Item, ListTask, Task, WaitTask, WordTask
from firmware_host.games.shared.views import Absent, CrossedRow
from firmware_host.texts.text import NOTHING, Keys, Text, say, say_count, verbatim

ENDED = {"solved": say("Solved!"), "failed": say("Out of rows"), GAVE_UP: say("Gave up")}
STATES = {"solved": State.SOLVED, "failed": State.OUT_OF_ROWS, GAVE_UP: State.GAVE_UP, PLAYING: State.PLAYING}


def sit(view: PartyView, desk: Desk, comfort: Comfort) -> Sitting:
    you = view.table.you or ""
    side = own_side(view.table)
    if view.table.phase in (RESULT, OVER):
        own = _board(view.boards[side], None) if side in view.boards else None
        return after_the_round(view.table, desk, comfort, result(view, comfort.lines), own)
    if side == view.host:
        return _as_host(view, desk, you, comfort)
    return _as_guesser(view, desk, you, side, comfort)


def result(view: PartyView, lines: int) -> tuple[Page, ...]:
    """After a round: the scores with the last row of whoever looks, and then every board."""
    opened = view.boards if view.table.round_scores is not None else {}
    boards = tuple(
        Page(title=round_title(view.table), board=_board(board, None, owner=verbatim(side)), lines=_ended(board))
        for side, board in opened.items()
    )
    own = opened.get(own_side(view.table))
    return result_pages(view.table, lines, boards, _last_row(own) if own is not None and own.rows else None)


def _last_row(board: BoardView) -> BoardPicture:
    picture = _board(board, None)
    return replace(picture, rows=picture.rows[len(board.rows) - 1 : len(board.rows)])


def _ended(board: BoardView) -> tuple[Text, ...]:
    return (ENDED[board.status],) if board.status in ENDED else ()


# ── the Host ─────────────────────────────────────────────────────────────────────────────────────


def _as_host(view: PartyView, desk: Desk, you: str, comfort: Comfort) -> Sitting:
    own = Page(
        title=say("{name}: Host", name=view.host),
        lines=(HIDE_PRIVATELY,) if view.table.phase == "secret" else (),
        others=() if view.table.phase == "secret" else progress(view),
        turned=desk.page,
        hint=(say("see the private screen"),),
    )
    if view.table.phase == "secret":
        return hide_a_word(view.table, desk, comfort, own, (_timer(view, you),))
    closing, word = view.table.phase == "closing", view.secret if isinstance(view.secret, str) else ""
    task = WaitTask(enter=Action(you, "reveal"), button=say("Reveal the word")) if closing else WaitTask()
    private = Page(
        title=say("{word}: all done", word=word) if closing else say("{name}: {word}", name=view.host, word=word),
        secret=word,
        openly=say("All done") if closing else say("{name}: Host", name=view.host),
        others=progress(view),
        board=_looked_at(view, desk),
        boards=_all_boards(view) if comfort.boards else (),
        hint=(say("{enter} reveal", enter=Keys.ENTER) if closing else TO_BOARDS, TO_MENU),
    )
    return Sitting(task, own, private, menu(view.table, _host_items(view, you), comfort), asks_privately=True)


def _timer(view: PartyView, you: str) -> Item:
    """The Host chooses the time for each row of this round."""
    times = tuple(
        Item(name, Action(you, "timer", seconds=seconds), id=f"timer {seconds}") for seconds, name in TIMES.items()
    )
    now = TIMES.get(view.timer) or verbatim(f"{view.timer:g}")
    ask = ListTask("timer", say("Time for each row?"), times, needs="timer", audience=Audience.EVERYBODY)
    return Item(say("Timer"), ask, value=now, id="timer")


def _host_items(view: PartyView, you: str) -> tuple[Item, ...]:
    may = view.table.actions
    items = []
    if "reveal" in may:
        items.append(Item(say("Reveal the word"), Action(you, "reveal"), id="reveal"))
    if "hint" in may:
        ask = WordTask(
            "hint",
            say("Type a hint for all"),
            HINT_LENGTH,
            lambda text: Action(you, "hint", text=text),
            1,
            spaces=True,
            needs="hint",
        )
        items.append(Item(say("Give a hint"), ask, id="hint"))
    if "challenge" in may:
        here = view.table.players if isinstance(view.table.teams, Absent) else view.table.teams
        boards = tuple(
            Item(verbatim(side), Action(you, "challenge", target=side, row=_newest(board)), id=side)
            for side, board in view.boards.items()
            if board.rows and side in here
        )
        question = say("Challenge whose guess?")
        whose = ListTask("challenge", question, boards, needs="challenge", audience=Audience.EVERYBODY)
        items.append(Item(say("Challenge a guess"), whose, id="challenge"))
    if "correct" in may:
        ask = WordTask(
            "correct",
            say("Type the right word"),
            LETTERS,
            lambda word: Action(you, "correct", word=word),
            needs="correct",
        )
        items.append(Item(say("Correct my word"), ask, id="correct"))
    return tuple(items)


def _newest(board: BoardView) -> int | None:
    """The row of its newest guess, which the Host reads and may challenge."""
    return max((number for number, row in enumerate(board.rows, 1) if isinstance(row, WholeRow)), default=None)


def _all_boards(view: PartyView) -> tuple[BoardPicture, ...]:
    return tuple(_board(board, None, owner=verbatim(side)) for side, board in view.boards.items())


def _looked_at(view: PartyView, desk: Desk) -> BoardPicture | None:
    """The board that the Host has paged to."""
    if not view.boards:
        return None
    sides = list(view.boards)
    side = sides[desk.page % len(sides)]
    return _board(view.boards[side], None, owner=verbatim(side))


# ── a guesser ────────────────────────────────────────────────────────────────────────────────────


def _as_guesser(view: PartyView, desk: Desk, you: str, side: str, comfort: Comfort) -> Sitting:
    board = view.boards[side]
    number = len(board.rows) + 1
    guessing = "guess" in view.table.actions
    task: Task = WaitTask()
    if guessing:
        task = WordTask(
            f"guess {view.table.round}",
            say("Guess {number}", number=number),
            LETTERS,
            lambda word: Action(you, "guess", word=word, row=number),
            guarded=True,
        )
    typed = desk.typed_for(task)
    page = Page(
        title=_row_title(side, you, number) if guessing else _title(view, board, side),
        board=_board(board, typed if guessing else None),
        alphabet=board.letters if guessing and not isinstance(board.letters, Absent) else None,
        big=typed if guessing else "",
        slots=LETTERS if guessing else 0,
        lines=_waiting_lines(view),
        others=progress(view, without=side) if view.table.phase == "guessing" and not guessing else (),
        turned=desk.page,
        deadline=own_deadline(view.table, side),
        hint=() if guessing and view.hint else (TO_TYPE, TO_MENU) if guessing else (TO_MENU,),
    )
    items: tuple[Item, ...] = ()
    if "give-up" in view.table.actions:
        cost = say_count("Give up? ({count} point)", "Give up? ({count} points)", view.unsolved)
        give_up = really("give-up", cost, Action(you, "give-up"))
        items = (Item(say("Give up"), give_up, id="give-up"),)
    notes = to_notes(comfort, ((view.host, say("My notes")),)) if guessing else ()
    return Sitting(task, page, None, menu(view.table, items, comfort, notes))


def _row_title(side: str, you: str, number: int) -> Text:
    if side == you:
        return say("Guess {number}", number=number)
    return say("{team}: guess {number}", team=side, number=number)


def _title(view: PartyView, board: BoardView, side: str) -> Text:
    """What somebody who cannot guess now is waiting for."""
    if view.table.paused:
        return say("Paused")
    if board.status == PLAYING and view.table.phase == "guessing":
        return wait_for(_slower(view, board))
    return ENDED.get(board.status) or verbatim(side)


def _slower(view: PartyView, board: BoardView) -> list[str]:
    """Whose rows are still open, when all boards keep in step."""
    playing = {side: other for side, other in view.boards.items() if other.status == PLAYING}
    return [side for side, other in playing.items() if len(other.rows) < len(board.rows)]


def _waiting_lines(view: PartyView) -> tuple[Text, ...]:
    if view.table.phase == "secret":
        return (say("{name} is choosing a word.", name=view.host),)
    if view.table.phase == "closing":
        return (say("{name} ends the round.", name=view.host),)
    return (verbatim(view.hint.capitalize()),) if view.hint and "guess" in view.table.actions else ()


# ── boards ───────────────────────────────────────────────────────────────────────────────────────


def _board(board: BoardView, typed: str | None, owner: Text = NOTHING) -> BoardPicture:
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
        Progress(side, tuple(_tally(each) for each in board.rows), STATES[board.status])
        for side, board in view.boards.items()
        if side != without
    )


def in_public(view: PartyView) -> tuple[Progress, ...]:
    """Who hosts, and everybody else in a line each, for the public screen."""
    return (Progress(view.host, (), State.HOSTS), *progress(view))


def public_pages(view: PartyView) -> tuple[Page, ...]:
    """How everybody stands, and the hint, for the public screen."""
    deadline = min(view.table.deadlines.values(), default=None)
    standing = Page(title=round_title(view.table), others=in_public(view), deadline=deadline, hint=_to_do(view))
    if not view.hint:
        return (standing,)
    hint = say("{name}'s hint:", name=view.host), verbatim(view.hint.capitalize())
    return standing, Page(title=round_title(view.table), lines=hint, deadline=deadline)


def _to_do(view: PartyView) -> tuple[Text, ...]:
    """For seats that read it on the public screen only: what to do, or for whom they wait."""
    to_guess = say("Type a word, then {enter}", enter=Keys.ENTER)
    return (to_guess,) if view.table.phase == "guessing" else _waiting_lines(view)


def _tally(row: WholeRow | CountedRow | CrossedRow) -> Tally | None:
    match row:
        case CrossedRow():
            return None
        case WholeRow():
            return Tally(row.marks.count("G"), row.marks.count("Y"))
        case CountedRow():
            return Tally(row.green, row.yellow)
