"""Wqrdles at a seat: everybody's boards in plain sight, a card to query from, attempts at the others' words."""

from firmware_host.console.page import BoardPicture, Page, Progress
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
        words = tuple(f"{owner}: {word}" for owner, word in view.table.revealed.items())
        lines = scores_lines(view.table)
        return after_the_round(view.table, comfort, lines if view.table.phase == OVER else (*words, *lines))
    if "secret" in view.table.actions:
        own = Page(title=view.table.you or "", lines=("Hide a word on the", "private screen."))
        return hide_a_word(view.table, desk, comfort, own)
    task = _task(view, comfort)
    page = Page(
        title=_title(view),
        board=_looked_at(view, desk, comfort.letters),
        alphabet=None if isinstance(task, ListTask) else view.boards[_whose(view, desk)].letters,
        big=_big(task, desk),
        items=tuple(item.label for item in task.items) if isinstance(task, ListTask) else (),
        chosen=desk.chosen_in(task) if isinstance(task, ListTask) else 0,
        deadline=own_deadline(view.table, view.table.you or ""),
        lines=() if task.name != "wait" else (_waiting_for(view),),
        hint=_hint(task),
    )
    return Sitting(task, page, _own_word(view), menu(view.table, (), comfort))


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
    return ListTask("card", "Call a word", (*called, Item("swap card", Action(you, "swap-card"))), needs="query")


def _attempts(view: WqrdlesView, you: str, comfort: Comfort) -> Task:
    targets = [player for player in view.table.players if player != you and player not in view.table.revealed]
    tries = tuple(Item(f"{target}'s word", _attempt(you, target, comfort)) for target in targets)
    passing = (Item("pass", Action(you, "pass")), Item("pass till my turn", Wish("pass-on")))
    return ListTask("attempts", "Try a word?", (*tries, *passing), needs="attempt")


def _attempt(you: str, target: str, comfort: Comfort) -> WordTask:
    return WordTask(
        f"attempt {target}",
        f"{target}'s word?",
        comfort.letters,
        lambda word: Action(you, "attempt", target=target, word=word),
        needs="attempt",
    )


def _title(view: WqrdlesView) -> str:
    if view.table.paused:
        return "Paused"
    you = view.table.you
    whose = "Your turn" if view.turn == you else f"{view.turn}'s turn"
    return {"query": whose, "marking": "Mark your row", "attempts": "Attempts"}.get(view.table.phase, whose)


def _waiting_for(view: WqrdlesView) -> str:
    if view.table.phase == "query":
        return f"{view.turn} calls"
    return "Others think" if view.table.phase in ("attempts", "marking") else "Words are hidden"


def _big(task: Task, desk: Desk) -> str:
    innermost = desk.open[-1] if desk.open else task
    return desk.typed_for(innermost) if isinstance(innermost, WordTask) else ""


def _hint(task: Task) -> str:
    if isinstance(task, MarksTask):
        return "G Y X mark  ENTER done"
    return "\x12 choose \x1d boards" if isinstance(task, ListTask) else "\x1d boards  ESC menu"


def _whose(view: WqrdlesView, desk: Desk) -> str:
    """Whose board is looked at: first the next one after one's own, then round the table."""
    players = list(view.boards)
    own = players.index(view.table.you) if view.table.you in players else 0
    return players[(own + 1 + desk.page) % len(players)]


def _looked_at(view: WqrdlesView, desk: Desk, letters: int) -> BoardPicture:
    whose = _whose(view, desk)
    rows = tuple(row(each.word, each.marks, _note(each)) for each in view.boards[whose].rows)
    return BoardPicture((*rows, *empty_rows(ROWS - len(rows), letters)), letters, owner=whose)


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
            tuple(f"{each.marks.count('G')}{each.marks.count('Y')}" for each in board.rows),
            board.revealed or ("on turn" if player == view.turn else ""),
        )
        for player, board in view.boards.items()
    )
