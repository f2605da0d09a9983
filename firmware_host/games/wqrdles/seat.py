"""Wqrdles at a seat: everybody's boards in plain sight, a card to query from, attempts at the others' words."""

from collections.abc import Sequence

from firmware_host.frozen import replace
from firmware_host.games.shared.cards import Side
from firmware_host.games.shared.evening.notes import to_notes
from firmware_host.games.shared.evening.waiting import some_of, wait_for
from firmware_host.games.shared.page import TYPED, Audience, BoardPicture, Page, Progress, State, Tally
from firmware_host.games.shared.sitting import (
    HIDE_PRIVATELY,
    NO,
    TO_BOARDS,
    TO_CHOOSE,
    TO_MENU,
    TO_TYPE,
    Comfort,
    Sitting,
    after_the_round,
    empty_rows,
    hide_a_word,
    menu,
    own_deadline,
    result_pages,
    round_title,
    row,
)
from firmware_host.games.shared.table import OVER, RESULT, Action
from firmware_host.games.shared.tasks import Desk, Item, ListTask, MarksTask, ReadTask, Task, WaitTask, WordTask
from firmware_host.games.shared.views import Absent
from firmware_host.games.shared.wishes import SitOut
from firmware_host.games.wqrdles.rules import ROWS, RowView, WqrdlesView, is_for_two
from firmware_host.texts.text import NOTHING, Keys, MarkColour, Text, listed, say, verbatim

CARD_COLUMNS = 4
FEW_BOARDS = 4  # that come round soon, each on a page of its own with what is known of its letters


def sit(view: WqrdlesView, desk: Desk, comfort: Comfort) -> Sitting:
    if view.table.phase in (RESULT, OVER):
        own_board = _board(view, view.table.you or "", comfort.letters) if view.table.you in view.boards else None
        return after_the_round(view.table, desk, comfort, result(view, comfort.lines), own_board)
    you = verbatim(view.table.you or "")
    if view.table.phase == "secrets" and view.secret is None:  # also in a pause: the word stays in its owner's hands
        own = Page(title=you, lines=(HIDE_PRIVATELY,))
        return hide_a_word(view.table, desk, comfort, own)
    if view.table.phase == "secrets":
        still = say("Wait for {names}.", names=listed(view.awaited))
        own = Page(title=you, lines=(say("Your word is hidden."), still), hint=(TO_MENU,))
        return Sitting(WaitTask(), own, _own_word(view), _menu(view, comfort))
    task = _task(view, comfort)
    if isinstance(task, MarksTask):
        return _marking(view, desk, task, comfort)
    whose = _whose(view, desk, task)
    page = Page(
        title=_title(view, task),
        board=_looked_at(view, whose, _chosen(task, desk), comfort.letters),
        boards=_all_boards(view, comfort.letters) if comfort.boards else (),
        alphabet=None if isinstance(task, ListTask) else view.boards[whose].letters,
        big=_big(task, desk),
        slots=comfort.letters if isinstance(task, WordTask) else 0,
        items=task.entries if isinstance(task, ListTask) else (),
        chosen=desk.chosen_in(task) if isinstance(task, ListTask) else 0,
        deadline=own_deadline(view.table, view.table.you or ""),
        hint=_hint(task, desk),
        audience=Audience.EVERYBODY,  # but for letters being typed
    )
    own_board = _board(view, view.table.you or "", comfort.letters)  # in plain sight of everybody else
    return Sitting(task, page, _own_word(view), _menu(view, comfort), grid=own_board)


def _marking(view: WqrdlesView, desk: Desk, task: MarksTask, comfort: Comfort) -> Sitting:
    """A row marked by hand. Its marks are nobody's business until all have marked: they stand on the private page."""
    you, letters = view.table.you or "", comfort.letters
    whose = view.turn if is_for_two(view) else you
    rows = tuple(row(each.word, each.marks, _note(each)) for each in view.boards[whose].rows)
    empty = empty_rows(ROWS - len(rows) - 1, letters)
    unmarked, marked = row(task.word, TYPED * letters), row(task.word, desk.marks_for(task))
    at, secret = desk.place_in(task), view.secret if isinstance(view.secret, str) else ""
    own = Page(
        title=say("Mark your row"),
        board=BoardPicture((*rows, unmarked, *empty), letters),
        lines=(say("{word}: mark it on the private screen.", word=task.word),),
    )
    private = Page(
        title=verbatim(secret),
        secret=secret,
        openly=say("Mark your row"),
        board=BoardPicture((*rows, marked, *empty), letters),
        lines=(
            say("Letter {place}: {letter}", place=at + 1, letter=task.word[at]),
            say("{green} in place", green=MarkColour.IN_PLACE_INITIAL),
            say("{yellow} elsewhere", yellow=MarkColour.ELSEWHERE_INITIAL),
            say("X not in it"),
        ),
        hint=(_mark_keys(), say("{enter} done", enter=Keys.ENTER)),
    )
    return Sitting(task, own, private, _menu(view, comfort), asks_privately=True)


def _mark_keys() -> Text:
    green, yellow = MarkColour.IN_PLACE_INITIAL, MarkColour.ELSEWHERE_INITIAL
    return say("{green} {yellow} X, 1 2 3", green=green, yellow=yellow)


def result(view: WqrdlesView, lines: int) -> tuple[Page, ...]:
    """After a round: the words and scores with the last row of whoever looks, and then every board."""
    boards = tuple(
        Page(title=round_title(view.table), board=_board(view, player, _letters(view)), alphabet=board.letters)
        for player, board in view.boards.items()
    )
    words = None if view.table.phase == OVER else view.table.revealed
    return result_pages(view.table, lines, boards, _last_row(view), words=words)


def _last_row(view: WqrdlesView) -> BoardPicture | None:
    """Of one's own board, if it has one."""
    own = view.boards.get(view.table.you or "")
    if own is None or not own.rows:
        return None
    return BoardPicture((row(own.rows[-1].word, own.rows[-1].marks),), _letters(view))


def _letters(view: WqrdlesView) -> int:
    """Of the words in this game, from what lies on the table."""
    words = (*view.table.revealed.values(), *(each.word for board in view.boards.values() for each in board.rows))
    return max(map(len, words), default=5)


def _task(view: WqrdlesView, comfort: Comfort) -> Task:
    you, may = view.table.you or "", view.table.actions
    if "query" in may:
        return _query(view, you, comfort)
    if "mark" in may and isinstance(view.query, str):
        return MarksTask("mark", say("Mark your row"), view.query, does=lambda marks: Action(you, "mark", marks=marks))
    if "attempt" in may and you not in view.attempted:
        return _attempts(view, you, comfort)
    return WaitTask()


def _query(view: WqrdlesView, you: str, comfort: Comfort) -> Task:
    if isinstance(view.cards, Absent):
        return WordTask("query", say("Call a word"), comfort.letters, lambda word: Action(you, "query", word=word))
    turn = max(len(board.rows) for board in view.boards.values())
    name = f"card {turn} {view.cards[you][0]}"  # with another card, and on another turn, one begins at the top
    swap = Item(say("swap"), _swap(view, you), id="swap")
    return _side(name, view.cards[you], you, (*_flip(view, you, comfort), swap))


def _side(name: str, side: Side, you: str, more: tuple[Item, ...] = (), beside: Page | None = None) -> ListTask:
    """The words of a side of one's card, to call one of them."""
    card = say("Your card")
    words = tuple(Item(verbatim(word), Action(you, "query", word=word), id=word, card=card) for word in side)
    ask, everybody = say("Call a word"), Audience.EVERYBODY
    return ListTask(name, ask, (*words, *more), needs="query", beside=beside, boards=True, audience=everybody)


def _flip(view: WqrdlesView, you: str, comfort: Comfort) -> tuple[Item, ...]:
    """The other side of one's card, if it has one."""
    back = () if isinstance(view.backs, Absent) else view.backs[you]
    board = _board(view, _whose(view, Desk(), WaitTask()), comfort.letters)
    beside = Page(board=board, audience=Audience.EVERYBODY)
    return (Item(say("flip"), _side("other side", back, you, beside=beside), id="other side"),) if back else ()


def _swap(view: WqrdlesView, you: str) -> ListTask:
    """Whether to take the top card. One reads it first: it lies face up."""
    top = view.top_card if isinstance(view.top_card, tuple) else ()
    items = NO, Item(say("Swap"), Action(you, "swap-card"), id="yes")
    ask = say("Swap for this card?")
    return ListTask("swap", ask, items, needs="swap-card", beside=_card(ask, top), audience=Audience.EVERYBODY)


def _attempts(view: WqrdlesView, you: str, comfort: Comfort) -> Task:
    targets = [player for player in view.table.players if player != you and player not in view.table.revealed]
    tries = tuple(Item(verbatim(target), _attempt(view, you, target, comfort), id=target) for target in targets)
    passing = (Item(say("pass"), Action(you, "pass"), id="pass"), Item(say("sit out"), SitOut(), id="sit-out"))
    items = (*tries, *passing)
    ask, everybody = say("Guess whose word?"), Audience.EVERYBODY
    return ListTask("attempts", ask, items, needs="attempt", boards=True, audience=everybody, openly=say("guess"))


def _attempt(view: WqrdlesView, you: str, target: str, comfort: Comfort) -> WordTask:
    """An attempt, typed beside the board that tells of that word."""
    board = you if is_for_two(view) else target
    return WordTask(
        f"attempt {target}",
        say("Guess {name}'s word", name=target),
        comfort.letters,
        lambda word: Action(you, "attempt", target=target, word=word),
        needs="attempt",
        beside=Page(
            title=say("Guess"),
            board=replace(_board(view, board, comfort.letters), owner=verbatim(target)),
            alphabet=view.boards[board].letters,
            deadline=own_deadline(view.table, you),
            audience=Audience.EVERYBODY,
        ),
    )


def _title(view: WqrdlesView, task: Task) -> Text:
    if view.table.paused:
        return say("Paused")
    if isinstance(task, WaitTask) and view.table.phase != "query":
        return wait_for(view.awaited)
    if view.table.phase == "marking":
        return say("Mark your row")
    if view.table.phase == "attempts":
        return say("Guess a word")
    return say("Call a word") if view.turn == view.table.you else say("{name}'s turn", name=view.turn)


def _big(task: Task, desk: Desk) -> str:
    innermost = desk.open[-1] if desk.open else task
    return desk.typed_for(innermost) if isinstance(innermost, WordTask) else ""


def _hint(task: Task, desk: Desk) -> tuple[Text, ...]:
    if isinstance(task, WordTask):
        return TO_TYPE, TO_BOARDS
    if _chosen(task, desk) == "sit-out":
        return (say("Passes until it is your turn."),)
    if isinstance(task, ListTask):
        return TO_CHOOSE, TO_BOARDS
    return TO_BOARDS, TO_MENU


def _chosen(task: Task, desk: Desk) -> str:
    """The entry under the cursor, by its id."""
    place = desk.chosen_in(task) if isinstance(task, ListTask) else -1
    return task.items[place].id if isinstance(task, ListTask) and place >= 0 else ""


def _whose(view: WqrdlesView, desk: Desk, task: Task) -> str:
    """Whose board is looked at: that of the name under the cursor, or else the next one after one's own.

    For two it is one's own. From there, pages go round the table.
    """
    players, chosen = list(view.boards), _chosen(task, desk)
    own = players.index(view.table.you) if view.table.you in players else 0
    first = own if is_for_two(view) else players.index(chosen) if chosen in players else own + 1
    return players[(first + desk.page) % len(players)]


def _looked_at(view: WqrdlesView, whose: str, chosen: str, letters: int) -> BoardPicture:
    """Its owner is named, unless that is the name under the cursor."""
    board = _board(view, whose, letters)
    return replace(board, owner=NOTHING) if whose == chosen else board


def _all_boards(view: WqrdlesView, letters: int) -> tuple[BoardPicture, ...]:
    """Those of the others first, in the order of the table, and then one's own."""
    players = list(view.boards)
    own = players.index(view.table.you) + 1 if view.table.you in players else 0
    return tuple(_board(view, player, letters) for player in (*players[own:], *players[:own]))


def _board(view: WqrdlesView, whose: str, letters: int) -> BoardPicture:
    rows = tuple(row(each.word, each.marks, _note(each)) for each in view.boards[whose].rows)
    owner = say("yours") if whose == view.table.you else verbatim(whose)
    empty = empty_rows(ROWS - len(rows), letters)
    return BoardPicture((*rows, *empty), letters, owner=owner, alphabet=view.boards[whose].letters)


def _note(each: RowView) -> str:
    return str(each.value) if isinstance(each.order, Absent) else f"{each.value}{each.order}"


# ── the cards ────────────────────────────────────────────────────────────────────────────────────


def _card(title: Text, side: Side) -> Page:
    """A side of a card, for everybody to read."""
    rows = tuple(side[place : place + CARD_COLUMNS] for place in range(0, len(side), CARD_COLUMNS))
    return Page(title=title, table=rows, audience=Audience.EVERYBODY)


def cards(view: WqrdlesView) -> tuple[Page, ...]:
    """All that lie face up: one's own with its back, the top card of the pile, everybody else's."""
    if isinstance(view.cards, Absent) or isinstance(view.backs, Absent):
        return ()
    you, top = view.table.you or "", view.top_card if isinstance(view.top_card, tuple) else ()
    own = [(say("Your card"), view.cards.get(you, ())), (say("Your card, other side"), view.backs.get(you, ()))]
    others = [(say("{name}'s card", name=name), side) for name, side in view.cards.items() if name != you]
    return tuple(_card(title, side) for title, side in (*own, (say("Top card"), top), *others) if side)


def _menu(view: WqrdlesView, comfort: Comfort) -> ListTask:
    return menu(view.table, _to_read(view), comfort, _notes(view, comfort))


def _to_read(view: WqrdlesView) -> tuple[Item, ...]:
    """In the menu: what lies on the table."""
    pages = cards(view)
    return (Item(say("Cards"), ReadTask("cards", say("Cards"), pages), id="cards"),) if pages else ()


def _notes(view: WqrdlesView, comfort: Comfort) -> tuple[Item, ...]:
    """About each word of the others that is still hidden."""
    others = [name for name in view.table.players if name != view.table.you and name not in view.table.revealed]
    return to_notes(comfort, [(name, say("{name}: my notes", name=name)) for name in others])


def _own_word(view: WqrdlesView) -> Page | None:
    if not isinstance(view.secret, str):
        return None
    return Page(title=say("{name}: your word", name=view.table.you or ""), big=view.secret)


def progress(view: WqrdlesView) -> tuple[Progress, ...]:
    """Everybody in a line each, for the public screen."""
    return tuple(
        Progress(
            player,
            tuple(Tally(each.marks.count("G"), each.marks.count("Y")) for each in board.rows),
            State.ON_TURN if player == view.turn and not board.revealed else State.PLAYING,
            verbatim(board.revealed or ""),
        )
        for player, board in view.boards.items()
    )


def in_public(view: WqrdlesView) -> tuple[Page, ...]:
    """How everybody stands, every board that has a row, and the cards, for the public screen.

    What matters now comes first: while a word is to be called, the card of whoever is on turn and the top card. While
    everybody guesses, the cards are left out, so that the boards come round sooner; they can be read from the menu.
    """
    title = say("{name}'s turn", name=view.turn) if view.table.phase == "query" else round_title(view.table)
    page = Page(title=title, deadline=min(view.table.deadlines.values(), default=None))
    boards = _boards_in_public(view, page)
    standing = replace(page, others=progress(view), hint=_to_do(view))
    if view.table.phase == "attempts":
        return standing, *boards
    first, rest = _cards_by_turn(view)
    return standing, *first, *boards, *rest


def _boards_in_public(view: WqrdlesView, page: Page) -> tuple[Page, ...]:
    """Every board that has a row. Where many play, as many stand on one page as have room for all their rows."""
    begun = [player for player, board in view.boards.items() if board.rows]
    most = max((len(view.boards[player].rows) for player in begun), default=ROWS)
    each = ROWS // most if len(begun) > FEW_BOARDS else 1
    if each > 1:
        parts = (begun[first : first + each] for first in range(0, len(begun), each))
        return tuple(replace(page, board=_together(view, part)) for part in parts)
    return tuple(
        replace(page, board=_board(view, player, _letters(view)), alphabet=view.boards[player].letters)
        for player in begun
    )


def _together(view: WqrdlesView, players: Sequence[str]) -> BoardPicture:
    """The rows of several boards, one after the other. The first of each has its owner's name beside it."""
    rows = tuple(
        row(each.word, each.marks, f"{_note(each)} {player}" if number == 0 else _note(each))
        for player in players
        for number, each in enumerate(view.boards[player].rows)
    )
    return BoardPicture(rows, _letters(view))


def _to_do(view: WqrdlesView) -> tuple[Text, ...]:
    """For seats that read it on the public screen only: who is asked what."""
    match view.table.phase:
        case "secrets":
            return (say("{names}: hide a word.", names=some_of(view.awaited)),)
        case "query":
            return (say("{name} calls a word.", name=view.turn),)
        case "marking":
            return (say("{names}: mark your row.", names=some_of(view.awaited)),)
        case "attempts":
            return (say("{names}: guess.", names=some_of(view.awaited)),)
    return ()


def _cards_by_turn(view: WqrdlesView) -> tuple[tuple[Page, ...], tuple[Page, ...]]:
    """The card of whoever is on turn with the top card, and then everybody else's."""
    if isinstance(view.cards, Absent):
        return (), ()
    top = view.top_card if isinstance(view.top_card, tuple) else ()
    first = [(say("{name}'s card", name=view.turn), view.cards.get(view.turn, ())), (say("Top card"), top)]
    rest = [(say("{name}'s card", name=name), side) for name, side in view.cards.items() if name != view.turn]
    return tuple(_card(*each) for each in first if each[1]), tuple(_card(*each) for each in rest if each[1])
