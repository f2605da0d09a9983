"""Wqrdles at a seat: everybody's boards in plain sight, a card to query from, attempts at the others' words."""

from dataclasses import replace

from firmware_host.console.page import TYPED, BoardPicture, Page, Progress
from firmware_host.console.sitting import (
    Comfort,
    Sitting,
    after_the_round,
    empty_rows,
    hide_a_word,
    menu,
    own_deadline,
    row,
    scores_lines,
)
from firmware_host.console.tasks import Desk, Item, ListTask, MarksTask, Task, WaitTask, Wish, WordTask
from firmware_host.rules.table import OVER, RESULT, Action
from firmware_host.rules.views import Absent
from firmware_host.rules.wqrdles import ROWS, RowView, WqrdlesView


def sit(view: WqrdlesView, desk: Desk, comfort: Comfort) -> Sitting:
    if view.table.phase in (RESULT, OVER):
        lines = scores_lines(view.table) if view.table.phase == OVER else _words_and_scores(view)
        return after_the_round(view.table, comfort, lines)
    if view.table.phase == "secrets" and view.secret is None:  # also in a pause: the word stays in its owner's hands
        own = Page(title=view.table.you or "", lines=("Hide a word on the private screen.",))
        return hide_a_word(view.table, desk, comfort, own)
    if view.table.phase == "secrets":
        own = Page(title=view.table.you or "", lines=("Your word is hidden. Wait for the others.",), hint="ESC menu")
        return Sitting(WaitTask(), own, _own_word(view), menu(view.table, (), comfort))
    task = _task(view, comfort)
    if isinstance(task, MarksTask):
        return _marking(view, desk, task, comfort)
    page = Page(
        title=_title(view, task),
        board=_looked_at(view, desk, comfort.letters),
        alphabet=None if isinstance(task, ListTask) else view.boards[_whose(view, desk)].letters,
        big=_big(task, desk),
        slots=comfort.letters if isinstance(task, WordTask) else 0,
        items=tuple(item.label for item in task.items) if isinstance(task, ListTask) else (),
        chosen=desk.chosen_in(task) if isinstance(task, ListTask) else 0,
        deadline=own_deadline(view.table, view.table.you or ""),
        hint=_hint(task),
    )
    own_board = _board(view, view.table.you or "", comfort.letters)  # in plain sight of everybody else
    return Sitting(task, page, _own_word(view), menu(view.table, (), comfort), grid=own_board)


def _marking(view: WqrdlesView, desk: Desk, task: MarksTask, comfort: Comfort) -> Sitting:
    """A row marked by hand. Its marks are nobody's business until all have marked: they stand on the private page."""
    you, letters = view.table.you or "", comfort.letters
    whose = view.turn if view.table.rounds is None else you  # in the game for two, the other's board is marked
    rows = tuple(row(each.word, each.marks, _note(each)) for each in view.boards[whose].rows)
    empty = empty_rows(ROWS - len(rows) - 1, letters)
    unmarked, marked = row(task.word, TYPED * letters), row(task.word, desk.marks_for(task))
    at, secret = desk.place_in(task), view.secret if isinstance(view.secret, str) else ""
    own = Page(
        title="Mark your row",
        board=BoardPicture((*rows, unmarked, *empty), letters),
        lines=(f"{task.word}: mark it on the private screen.",),
    )
    private = Page(
        title=secret,
        board=BoardPicture((*rows, marked, *empty), letters),
        lines=(f"Letter {at + 1}: {task.word[at]}", "G in place", "Y elsewhere", "X not in it"),
        hint="G Y X, 1 2 3  ENTER done",
    )
    return Sitting(task, own, private, menu(view.table, (), comfort), asks_privately=True)


def _words_and_scores(view: WqrdlesView) -> tuple[str, ...]:
    gained, words = view.table.round_scores or {}, view.table.revealed
    return tuple(
        f"{name}\t{words.get(name, '')}\t{total}\t{gained.get(name, 0):+}" for name, total in view.table.scores.items()
    )


def _task(view: WqrdlesView, comfort: Comfort) -> Task:
    you, may = view.table.you or "", view.table.actions
    if "query" in may:
        return _query(view, you, comfort)
    if "mark" in may and isinstance(view.query, str):
        return MarksTask("mark", "Mark your row", view.query, does=lambda marks: Action(you, "mark", marks=marks))
    if "attempt" in may and you not in view.attempted:
        return _attempts(view, you, comfort)
    return WaitTask()


def _query(view: WqrdlesView, you: str, comfort: Comfort) -> Task:
    if isinstance(view.cards, Absent):
        return WordTask("query", "Call a word", comfort.letters, lambda word: Action(you, "query", word=word))
    called = tuple(Item(word, Action(you, "query", word=word)) for word in view.cards[you])
    return ListTask("card", "Call a word", (*called, Item("swap", Action(you, "swap-card"))), needs="query")


def _attempts(view: WqrdlesView, you: str, comfort: Comfort) -> Task:
    targets = [player for player in view.table.players if player != you and player not in view.table.revealed]
    tries = tuple(Item(target, _attempt(view, you, target, comfort)) for target in targets)
    passing = (Item("pass", Action(you, "pass")), Item("sit out", Wish("pass-on")))
    return ListTask("attempts", "Try whose word?", (*tries, *passing), needs="attempt")


def _attempt(view: WqrdlesView, you: str, target: str, comfort: Comfort) -> WordTask:
    """An attempt, typed beside the board that tells of that word."""
    board = (
        you if view.table.rounds is None else target
    )  # in the game for two, one's own board tells of the other's word
    return WordTask(
        f"attempt {target}",
        f"Try {target}",
        comfort.letters,
        lambda word: Action(you, "attempt", target=target, word=word),
        needs="attempt",
        beside=Page(
            title="Try",
            board=replace(_board(view, board, comfort.letters), owner=target),
            alphabet=view.boards[board].letters,
            deadline=own_deadline(view.table, you),
        ),
    )


def _title(view: WqrdlesView, task: Task) -> str:
    if view.table.paused:
        return "Paused"
    if isinstance(task, WaitTask) and view.table.phase != "query":
        return "Wait"
    you = view.table.you
    whose = "Your turn" if view.turn == you else f"{view.turn}'s turn"
    return {"query": whose, "marking": "Mark your row", "attempts": "Try?"}.get(view.table.phase, whose)


def _big(task: Task, desk: Desk) -> str:
    innermost = desk.open[-1] if desk.open else task
    return desk.typed_for(innermost) if isinstance(innermost, WordTask) else ""


def _hint(task: Task) -> str:
    if isinstance(task, WordTask):
        return "type, ENTER  ↔ boards"
    return "↕ ENTER  ↔ boards" if isinstance(task, ListTask) else "↔ boards  ESC menu"


def _whose(view: WqrdlesView, desk: Desk) -> str:
    """Whose board is looked at: first the next one after one's own (for two, one's own), then round the table."""
    players = list(view.boards)
    own = players.index(view.table.you) if view.table.you in players else 0
    first = own if view.table.rounds is None else own + 1
    return players[(first + desk.page) % len(players)]


def _looked_at(view: WqrdlesView, desk: Desk, letters: int) -> BoardPicture:
    return _board(view, _whose(view, desk), letters)


def _board(view: WqrdlesView, whose: str, letters: int) -> BoardPicture:
    rows = tuple(row(each.word, each.marks, _note(each)) for each in view.boards[whose].rows)
    owner = "yours" if whose == view.table.you else whose
    return BoardPicture((*rows, *empty_rows(ROWS - len(rows), letters)), letters, owner=owner)


def _note(each: RowView) -> str:
    return str(each.value) if isinstance(each.order, Absent) else f"{each.value}{each.order}"


def _own_word(view: WqrdlesView) -> Page | None:
    if not isinstance(view.secret, str):
        return None
    return Page(title=f"{view.table.you}: your word", big=view.secret)


def progress(view: WqrdlesView) -> tuple[Progress, ...]:
    """Everybody in a line each, for the public screen."""
    return tuple(
        Progress(
            player,
            tuple(f"{each.marks.count('G')}G{each.marks.count('Y')}Y" for each in board.rows),
            board.revealed or ("on turn" if player == view.turn else ""),
        )
        for player, board in view.boards.items()
    )
