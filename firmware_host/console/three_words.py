"""Three words at a seat: one shared board, proposals that others confirm, lifelines, the Word Master's private page."""

from firmware_host.console.page import BoardPicture, BoardRow, Page
from firmware_host.console.sitting import (
    Comfort,
    Sitting,
    after_the_round,
    crossed_row,
    empty_rows,
    hide_a_word,
    menu,
    own_deadline,
    row,
    scores_lines,
    typed_row,
)
from firmware_host.console.tasks import Desk, Item, ListTask, Task, WaitTask, WordTask
from firmware_host.rules.table import OVER, RESULT, Action
from firmware_host.rules.three_words import (
    GUESSES,
    LETTERS,
    RIGHT_PLACE,
    SEVEN_WRONG,
    SIDES_OF_CARD,
    WRONG_LETTERS,
    WRONG_PLACE,
    LifelineView,
    RowView,
    ThreeWordsView,
)

PLACES = ("first", "second", "third", "fourth", "fifth")
SPOKEN = {RIGHT_PLACE: "letter in place", WRONG_PLACE: "letter elsewhere", SEVEN_WRONG: "seven wrong"}


def sit(view: ThreeWordsView, desk: Desk, comfort: Comfort) -> Sitting:
    if view.table.phase in (RESULT, OVER):
        return after_the_round(view.table, comfort, scores_lines(view.table))
    if view.master == view.table.you:
        return _as_master(view, desk, comfort)
    return _as_guesser(view, desk, comfort)


# ── the Word Master ──────────────────────────────────────────────────────────────────────────────


def _as_master(view: ThreeWordsView, desk: Desk, comfort: Comfort) -> Sitting:
    own = Page(
        title="Master" if view.table.deadlines else "Word Master",
        board=_board(view, _proposed(view)),
        alphabet=view.board.letters,
        lines=_asked(view),
        deadline=own_deadline(view.table, view.master),
    )
    if view.table.phase == "secret":
        return hide_a_word(
            view.table, desk, comfort, Page(title="Word Master", lines=("Hide a word on the private screen.",))
        )
    task = _answer(view) if view.pending is not None else WaitTask()
    private = Page(
        title=f"{view.master}: {view.secret}",
        board=_board(view, _proposed(view)),
        big=desk.typed_for(task),
        slots=task.longest if isinstance(task, WordTask) else 0,
        lines=_asked(view) or ("They are guessing.",),
        hint="type, ENTER" if view.pending is not None else "ESC menu",
    )
    return Sitting(task, own, private, menu(view.table, (), comfort), asks_privately=True)


def _answer(view: ThreeWordsView) -> Task:
    you = view.table.you or ""
    asked = view.pending
    if asked is not None and asked.side == SEVEN_WRONG:
        return WordTask(
            "answer", "Seven wrong letters", WRONG_LETTERS, lambda letters: Action(you, "answer", letters=letters)
        )
    return WordTask("answer", "A letter elsewhere", 1, lambda letter: Action(you, "answer", letter=letter))


def _asked(view: ThreeWordsView) -> tuple[str, ...]:
    if view.pending is None:
        return ()
    if view.pending.side == SEVEN_WRONG:
        return ("Asked: seven wrong letters",)
    return (f"Asked: a letter, not at {view.pending.position}",)


def in_public(view: ThreeWordsView) -> Page:
    """The board that they share, for the table screen."""
    return Page(
        title=f"Round {view.table.round}" + (f" of {view.table.rounds}" if view.table.rounds else ""),
        board=_board(view, _proposed(view)),
        alphabet=view.board.letters,
        lines=_lines(view),
        deadline=min(view.table.deadlines.values(), default=None),
    )


# ── the guessers ─────────────────────────────────────────────────────────────────────────────────


def _as_guesser(view: ThreeWordsView, desk: Desk, comfort: Comfort) -> Sitting:
    task = _task(view)
    typed = desk.typed_for(task) if isinstance(task, WordTask) else ""
    page = Page(
        title="Paused" if view.table.paused else f"Guess {GUESSES + 1 - view.guesses_left}",
        board=_board(view, typed or _proposed(view), writing=isinstance(task, WordTask)),
        alphabet=view.board.letters,
        big=typed,
        slots=LETTERS if isinstance(task, WordTask) else 0,
        lines=_lines(view),
        items=tuple(item.label for item in task.items) if isinstance(task, ListTask) else (),
        chosen=desk.chosen_in(task) if isinstance(task, ListTask) else 0,
        deadline=own_deadline(view.table, view.table.you or ""),
        hint=_hint(task, view),
    )
    return Sitting(task, page, None, menu(view.table, _lifelines(view), comfort))


def _hint(task: Task, view: ThreeWordsView) -> str:
    menu_key = "ESC lifelines" if "lifeline" in view.table.actions else "ESC menu"
    if isinstance(task, WordTask):
        return f"ENTER ok  {menu_key}"
    return f"↕ ENTER  {menu_key}" if isinstance(task, ListTask) else menu_key


def _task(view: ThreeWordsView) -> Task:
    you, may = view.table.you or "", view.table.actions
    propose = WordTask(
        "propose", "Propose a word", LETTERS, lambda word: Action(you, "propose", word=word), needs="propose"
    )
    if "confirm" in may and view.proposal is not None:
        word = view.proposal.word if isinstance(view.proposal.word, str) else ""
        agree = Item("agree", Action(you, "confirm", word=word))
        return ListTask(f"agree {_proposed(view)}", f"{view.proposal.by} says", (agree, Item("other word", propose)))
    if "propose" in may and (view.proposal is None or view.proposal.by == you):
        return propose
    return WaitTask()


def _proposed(view: ThreeWordsView) -> str:
    if view.proposal is None:
        return ""
    return view.proposal.word if isinstance(view.proposal.word, str) else ""


def _lines(view: ThreeWordsView) -> tuple[str, ...]:
    if view.table.phase == "secret":
        return (f"{view.master} is choosing a word.",)
    if view.table.phase == "lifeline":
        return (f"{view.master} has to answer.",)
    shown = tuple(filter(None, (", ".join(_shown(used) for used in view.lifelines),)))
    if view.proposal is None:
        return shown
    if isinstance(view.proposal.lifeline, LifelineView):
        return (*shown, f"{view.proposal.by} asks: {_wanted(view.proposal.lifeline)}")
    if view.proposal.by == view.table.you:
        return (*shown, f"{_proposed(view)}: the others must agree.")
    return (*shown, f"{view.proposal.by} says {_proposed(view)}")


def _wanted(asked: LifelineView) -> str:
    return SPOKEN[asked.side] + (f", {asked.position}" if isinstance(asked.position, int) else "")


def _shown(used: LifelineView) -> str:
    if isinstance(used.letters, str):
        return f"not {used.letters}"
    at = "at" if used.side == RIGHT_PLACE else "not at"
    return f"{used.letter} {at} {used.position}"


def _lifelines(view: ThreeWordsView) -> tuple[Item, ...]:
    if "lifeline" not in view.table.actions:
        return ()
    used = {lifeline.card for lifeline in view.lifelines}
    return tuple(
        Item(SPOKEN[side] + (f" ({card})" if side == SEVEN_WRONG else ""), _ask(view, card, side))
        for card, sides in SIDES_OF_CARD.items()
        if card not in used
        for side in sides
    )


def _ask(view: ThreeWordsView, card: int, side: str) -> ListTask | Action:
    you = view.table.you or ""
    if side == SEVEN_WRONG:
        return Action(you, "lifeline", card=card, side=side)
    places = tuple(
        Item(label, Action(you, "lifeline", card=card, side=side, position=place))
        for place, label in enumerate(PLACES, 1)
    )
    return ListTask(f"place {card}", "Which letter?", places, needs="lifeline")


def _board(view: ThreeWordsView, typed: str, writing: bool = False) -> BoardPicture:
    """The board they share. In its open row stands what is typed here, or else what somebody proposes."""
    rows: list[BoardRow] = [
        row(each.word, each.marks) if isinstance(each, RowView) else crossed_row(LETTERS) for each in view.board.rows
    ]
    open_row = len(rows)
    if view.guesses_left and view.table.phase == "guessing":
        rows.append(typed_row(typed, LETTERS))
    all_rows = (*rows, *empty_rows(GUESSES - len(rows), LETTERS))
    return BoardPicture(all_rows, writing=open_row if writing else None, colours="three-words")
