"""Three words at a seat: one shared board, proposals that others confirm, lifelines, the Word Master's private page."""

from firmware_host.frozen import replace
from firmware_host.games.shared.evening.notes import to_notes
from firmware_host.games.shared.evening.waiting import some_of
from firmware_host.games.shared.marks import Letters
from firmware_host.games.shared.page import EMPTY, ORANGE_BLUE_GREY, Audience, BoardPicture, BoardRow, Page
from firmware_host.games.shared.sitting import (
    HIDE_PRIVATELY,
    TO_CHOOSE,
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
    result_pages,
    round_title,
    row,
    typed_row,
)
from firmware_host.games.shared.table import OVER, RESULT, Action
from firmware_host.games.shared.tasks import Desk, Item, ListTask, Task, WaitTask, WordTask
from firmware_host.games.three_words.rules import (
    GUESSES,
    LETTERS,
    RIGHT_PLACE,
    SEVEN_WRONG,
    SIDES_OF_CARD,
    WRONG_LETTERS,
    WRONG_PLACE,
    LifelineView,
    ProposalView,
    RowView,
    ThreeWordsView,
)
from firmware_host.texts.text import Keys, Text, say

PLACES = (say("first"), say("second"), say("third"), say("fourth"), say("fifth"))
SPOKEN = {
    RIGHT_PLACE: say("letter in place"),
    WRONG_PLACE: say("letter elsewhere"),
    SEVEN_WRONG: say("seven wrong"),
}


def sit(view: ThreeWordsView, desk: Desk, comfort: Comfort) -> Sitting:
    if view.table.phase in (RESULT, OVER):
        return after_the_round(view.table, desk, comfort, result(view, comfort.lines), _board(view, ""))
    if view.master == view.table.you:
        return _as_master(view, desk, comfort)
    return _as_guesser(view, desk, comfort)


def result(view: ThreeWordsView, lines: int) -> tuple[Page, ...]:
    """After a round: the scores with the last guess, and then the board."""
    board = _board(view, "")
    page = Page(title=round_title(view.table), board=replace(board, owner=say("all guesses")))
    end = len(_placed_letters(view)) + len(view.board.rows)
    last_row = replace(board, rows=board.rows[end - 1 : end]) if view.board.rows else None
    return result_pages(view.table, lines, (page,), last_row)


# ── the Word Master ──────────────────────────────────────────────────────────────────────────────


def _as_master(view: ThreeWordsView, desk: Desk, comfort: Comfort) -> Sitting:
    if view.table.phase == "secret":
        return hide_a_word(view.table, desk, comfort, Page(title=say("Word Master"), lines=(HIDE_PRIVATELY,)))
    own = Page(
        title=say("Master") if view.table.deadlines else say("Word Master"),
        board=_board(view, _proposed(view)),
        alphabet=_alphabet(view),
        lines=_asked(view),
        deadline=own_deadline(view.table, view.master),
    )
    task = _answer(view) if view.pending is not None else WaitTask()
    word = view.secret if isinstance(view.secret, str) else ""
    private = Page(
        title=say("{name}: {word}", name=view.master, word=word),
        secret=word,
        openly=say("Word Master"),
        board=_board(view, _proposed(view)),
        big=desk.typed_for(task),
        slots=task.longest if isinstance(task, WordTask) else 0,
        lines=_asked(view) or (say("They are guessing."),),
        hint=(TO_TYPE,) if view.pending is not None else (TO_MENU,),
    )
    return Sitting(task, own, private, menu(view.table, (), comfort), asks_privately=True)


def _answer(view: ThreeWordsView) -> Task:
    you = view.table.you or ""
    asked = view.pending
    if asked is not None and asked.side == SEVEN_WRONG:
        return WordTask(
            "answer", say("Seven wrong letters"), WRONG_LETTERS, lambda letters: Action(you, "answer", letters=letters)
        )
    return WordTask("answer", say("A letter elsewhere"), 1, lambda letter: Action(you, "answer", letter=letter))


def _asked(view: ThreeWordsView) -> tuple[Text, ...]:
    if view.pending is None:
        return ()
    if view.pending.side == SEVEN_WRONG:
        return (say("Asked: seven wrong letters"),)
    return (say("Asked: a letter, not at {place}", place=str(view.pending.position)),)


def in_public(view: ThreeWordsView) -> tuple[Page, ...]:
    """The board that they share, for the public screen."""
    return (
        Page(
            title=round_title(view.table),
            board=_board(view, _proposed(view)),
            alphabet=_alphabet(view),
            lines=_lines(view),
            deadline=min(view.table.deadlines.values(), default=None),
            hint=_to_do(view),
        ),
        *_cards_in_public(view),
    )


def _cards_in_public(view: ThreeWordsView) -> tuple[Page, ...]:
    """Which lifelines are left, and what the others were used for."""
    if view.table.phase not in ("guessing", "lifeline"):
        return ()
    used = {lifeline.card: _wanted(lifeline) for lifeline in view.lifelines}
    lines = (_card_in_public(card, used.get(card)) for card in SIDES_OF_CARD)
    return (Page(title=say("Lifelines"), lines=tuple(lines), hint=_to_do(view)),)


def _card_in_public(card: int, used: Text | None) -> Text:
    if used is None:
        return say("Lifeline {card}: not used yet", card=card)
    return say("Lifeline {card}: {lifeline}", card=card, lifeline=used)


def _to_do(view: ThreeWordsView) -> tuple[Text, ...]:
    """For seats that read it on the public screen only: what to do, or for whom they wait."""
    if view.table.phase != "guessing":
        return ()
    if view.proposal is None:
        if isinstance(view.speaker, str):
            return (say("{name}: type a word.", name=view.speaker),)
        return (say("All but {name}: type a word.", name=view.master),)
    settled = {view.proposal.by, *view.proposal.confirmed}
    silent = some_of([name for name in _guessers(view) if name not in settled])
    return (say("{names}: do you agree?", names=silent),)


def _guessers(view: ThreeWordsView) -> tuple[str, ...]:
    return tuple(name for name in view.table.players if name != view.master)


# ── the guessers ─────────────────────────────────────────────────────────────────────────────────


def _as_guesser(view: ThreeWordsView, desk: Desk, comfort: Comfort) -> Sitting:
    task = _task(view, desk)
    typed = desk.typed_for(task) if isinstance(task, WordTask) else ""
    page = Page(
        title=_title(view, task),
        board=_board(view, typed or _proposed(view), writing=isinstance(task, WordTask)),
        alphabet=_alphabet(view),
        big=typed,
        slots=LETTERS if isinstance(task, WordTask) else 0,
        lines=_lines(view),
        items=task.entries if isinstance(task, ListTask) else (),
        chosen=desk.chosen_in(task) if isinstance(task, ListTask) else 0,
        deadline=own_deadline(view.table, view.table.you or ""),
        hint=_hint(task, view),
        audience=Audience.EVERYBODY if isinstance(task, ListTask) else Audience.OWNER,  # who types, types alone
    )
    own = (*((_agree(view),) if typed and _may_agree(view) else ()), *_lifelines(view))
    notes = to_notes(comfort, ((view.master, say("My notes")),))
    return Sitting(task, page, None, menu(view.table, own, comfort, notes))


def _title(view: ThreeWordsView, task: Task) -> Text:
    """What to do now."""
    if view.table.paused:
        return say("Paused")
    agree, number = isinstance(task, ListTask), GUESSES + 1 - view.guesses_left
    return say("Agree?") if agree else say("Guess {number}", number=number)


def _hint(task: Task, view: ThreeWordsView) -> tuple[Text, ...]:
    lifelines = say("{menu} lifelines", menu=Keys.MENU) if "lifeline" in view.table.actions else TO_MENU
    if isinstance(task, WordTask):
        return say("{enter} ok", enter=Keys.ENTER), lifelines
    return (TO_CHOOSE, lifelines) if isinstance(task, ListTask) else (lifelines,)


def _task(view: ThreeWordsView, desk: Desk) -> Task:
    """A word to propose, or somebody's proposal to agree to. Nobody is asked to agree in the middle of a word."""
    proposing = _propose(view, "propose")
    typing = bool(desk.typed_for(proposing)) and "propose" in view.table.actions
    if _may_agree(view) and view.proposal is not None and not typing:
        other = Item(say("other word"), _propose(view, "another word"), id="other")
        name, ask = f"agree {_named_in(view.proposal)}", say("{name} says", name=view.proposal.by)
        everybody, agree = Audience.EVERYBODY, say("agree?")
        return ListTask(name, ask, (_agree(view), other), audience=everybody, openly=agree)
    return proposing if "propose" in view.table.actions else WaitTask()


def _propose(view: ThreeWordsView, name: str) -> WordTask:
    you = view.table.you or ""
    return WordTask(
        name,
        say("Propose a word"),
        LETTERS,
        lambda word: Action(you, "propose", word=word),
        needs="propose",
        beside=_board_in_sight(view),
    )


def _may_agree(view: ThreeWordsView) -> bool:
    return "confirm" in view.table.actions and view.proposal is not None


def _agree(view: ThreeWordsView) -> Item:
    """To what is shown here: if something else is proposed by then, it is refused."""
    you, asked = view.table.you or "", view.proposal.lifeline if view.proposal is not None else None
    if isinstance(asked, LifelineView):
        place = asked.position if isinstance(asked.position, int) else None
        confirm = Action(you, "confirm", card=asked.card, side=asked.side, position=place)
    else:
        confirm = Action(you, "confirm", word=_proposed(view))
    return Item(say("agree"), confirm, id="agree")


def _named_in(proposal: ProposalView) -> str:
    """What is proposed, so that agreeing to something else is another question."""
    asked = proposal.lifeline
    if not isinstance(asked, LifelineView):
        return str(proposal.word)
    return f"{asked.side} {asked.card}" + (f" {asked.position}" if isinstance(asked.position, int) else "")


def _proposed(view: ThreeWordsView) -> str:
    if view.proposal is None:
        return ""
    return view.proposal.word if isinstance(view.proposal.word, str) else ""


def _lines(view: ThreeWordsView) -> tuple[Text, ...]:
    if view.table.phase == "secret":
        return (say("{name} is choosing a word.", name=view.master),)
    if view.table.phase == "lifeline":
        return (say("{name} has to answer.", name=view.master),)
    proposal, you = view.proposal, view.table.you
    if proposal is None:
        waits = isinstance(view.speaker, str) and you not in (None, view.speaker)
        return (say("{name} proposes a word.", name=str(view.speaker)),) if waits else ()
    if isinstance(proposal.lifeline, LifelineView):
        return (say("{name} asks: {lifeline}", name=proposal.by, lifeline=_wanted(proposal.lifeline)),)
    if proposal.by == you:
        return (say("{word}: the others must agree.", word=_proposed(view)),)
    if you in proposal.confirmed:
        return (say("{word}: you have agreed.", word=_proposed(view)),)
    return (say("{name} says {word}", name=proposal.by, word=_proposed(view)),)


def _wanted(asked: LifelineView) -> Text:
    if isinstance(asked.position, int):
        return say("{lifeline}, {place}", lifeline=SPOKEN[asked.side], place=asked.position)
    return SPOKEN[asked.side]


# ── lifelines ────────────────────────────────────────────────────────────────────────────────────


def _lifelines(view: ThreeWordsView) -> tuple[Item, ...]:
    if "lifeline" not in view.table.actions:
        return ()
    used = {lifeline.card for lifeline in view.lifelines}
    return tuple(
        Item(_named(card, side), _ask(view, card, side), id=f"{side} {card}", card=say("Lifeline {card}", card=card))
        for card, sides in SIDES_OF_CARD.items()
        if card not in used
        for side in sides
    )


def _named(card: int, side: str) -> Text:
    """The side that both cards have is named with its card."""
    return say("seven wrong, card {card}", card=card) if side == SEVEN_WRONG else SPOKEN[side]


def _ask(view: ThreeWordsView, card: int, side: str) -> ListTask | Action:
    you = view.table.you or ""
    if side == SEVEN_WRONG:
        return Action(you, "lifeline", card=card, side=side)
    places = tuple(
        Item(label, Action(you, "lifeline", card=card, side=side, position=place), id=str(place))
        for place, label in enumerate(PLACES, 1)
    )
    beside = replace(_board_in_sight(view), alphabet=None)  # so that all places are in sight too
    ask = say("Which place?")
    return ListTask(f"place {card}", ask, places, needs="lifeline", beside=beside, audience=Audience.EVERYBODY)


def _placed_letters(view: ThreeWordsView) -> list[BoardRow]:
    """The letters that lifelines have placed, in a row above the guesses; in two rows if they share a place."""
    rows: list[dict[int, tuple[str, str]]] = []
    for used in view.lifelines:
        if isinstance(used.letter, str) and isinstance(used.position, int):
            tile = used.letter, "G" if used.side == RIGHT_PLACE else "Y"
            free = next((row for row in rows if used.position not in row), None)
            if free is None:
                rows.append(free := {})
            free[used.position] = tile
    places, empty = range(1, LETTERS + 1), (" ", EMPTY)
    return [
        row(
            "".join(tiles.get(place, empty)[0] for place in places),
            "".join(tiles.get(place, empty)[1] for place in places),
        )
        for tiles in rows
    ]


def _alphabet(view: ThreeWordsView) -> Letters:
    """What the board and the lifelines together say of the alphabet."""
    known_in, known_out = set(view.board.letters.known_in), set(view.board.letters.known_out)
    for used in view.lifelines:
        known_in.update(used.letter if isinstance(used.letter, str) else ())
        known_out.update(used.letters if isinstance(used.letters, str) else ())
    return Letters("".join(sorted(known_in)), "".join(sorted(known_out)))


# ── the board ────────────────────────────────────────────────────────────────────────────────────


def _board_in_sight(view: ThreeWordsView) -> Page:
    """What is looked at while a word or a place is chosen."""
    deadline = own_deadline(view.table, view.table.you or "")
    return Page(board=_board(view, ""), alphabet=_alphabet(view), deadline=deadline, audience=Audience.EVERYBODY)


def _board(view: ThreeWordsView, typed: str, writing: bool = False) -> BoardPicture:
    """The board they share. In its open row stands what is typed here, or else what somebody proposes."""
    placed = _placed_letters(view)
    rows: list[BoardRow] = [
        row(each.word, each.marks) if isinstance(each, RowView) else crossed_row(LETTERS) for each in view.board.rows
    ]
    open_row = len(placed) + len(rows)
    if view.guesses_left and view.table.phase == "guessing":
        rows.append(typed_row(typed, LETTERS))
    all_rows = (*placed, *rows, *empty_rows(GUESSES - len(rows), LETTERS))
    return BoardPicture(all_rows, writing=open_row if writing else None, colours=ORANGE_BLUE_GREY)
