"""Wqrdles: everybody hides a word, and every query is marked against all of them in plain sight."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from firmware_host.games.shared.cards import Card
from firmware_host.games.shared.declaration import (
    Announce,
    Announcement,
    ComputerSeat,
    Declaration,
    Find,
    History,
    Need,
    Offer,
    OpenBoard,
    Setup,
    SittingOut,
    silent,
)
from firmware_host.games.shared.evening.news import EVENING_NEWS, hidden, number, revealed, who
from firmware_host.games.shared.fields import HIDDEN_WORD, OPEN_WORD, TARGET, form, optional, text
from firmware_host.games.shared.options import MINUTES, TIMES, numbers
from firmware_host.games.shared.page import BoardRow
from firmware_host.games.shared.table import Action, Event, Step, Words
from firmware_host.games.shared.views import Absent
from firmware_host.games.wqrdles import seat
from firmware_host.games.wqrdles.how_to_play import PAGES
from firmware_host.games.wqrdles.rules import ROWS, Wqrdles, WqrdlesOptions, WqrdlesView, new, view
from firmware_host.texts.text import say

if TYPE_CHECKING:
    from firmware_host.games.wqrdles.computer import WqrdlesComputer


def _begin(setup: Setup, words: Words) -> Step[Wqrdles]:
    assert isinstance(setup.options, WqrdlesOptions), "read as this game's own"
    return new(setup.players, setup.options, words, setup.seed, setup.began, setup.deck)


def _computer(seat: ComputerSeat) -> "WqrdlesComputer":
    from firmware_host.games.wqrdles.computer import WqrdlesComputer

    return WqrdlesComputer(seat)


def _letters(options: WqrdlesOptions) -> int:
    return options.letters


def _deck(game: Wqrdles) -> tuple[Card, ...] | None:
    return None if game.deck is None else (*game.cards.values(), *game.deck.pile)


# ── what nobody waits for ────────────────────────────────────────────────────────────────────────


def _has_attempted(view: WqrdlesView) -> bool:
    return view.table.you in view.attempted


def _passes(view: WqrdlesView) -> Action | None:
    if "pass" not in view.table.actions or _has_attempted(view):
        return None
    return Action(view.table.you or "", "pass")


def _on_card(view: WqrdlesView, words: Sequence[str]) -> Iterable[str]:
    """Where there are cards, a query is a word on one's own, on either side."""
    you = view.table.you
    if you is None or isinstance(view.cards, Absent) or isinstance(view.backs, Absent) or you not in view.cards:
        return words
    return (*view.cards[you], *view.backs[you])


# ── what is announced ────────────────────────────────────────────────────────────────────────────


def _round_begins(event: Event, _together: Sequence[Event]) -> Announcement:
    round_, starter = number(event, "round"), who(event, "starter")
    return Announcement(say("Round {round}: {name} begins.", round=round_, name=starter), "call")


def _attempted(event: Event, _together: Sequence[Event]) -> Announcement:
    name, owner, word = who(event), who(event, "target"), who(event, "word")
    if event.facts["right"]:
        return Announcement(say("{name} tries {word} for {owner}: right!", name=name, word=word, owner=owner), "good")
    return Announcement(say("{name} tries {word} for {owner}: wrong.", name=name, word=word, owner=owner), "bad")


_ANNOUNCES: Mapping[str, Announce] = {
    **EVENING_NEWS,
    "round-begins": _round_begins,
    "secret-set": hidden,
    "turn": lambda event, _: Announcement(say("{name}'s turn.", name=who(event))),
    "swapped": silent,
    "queried": lambda event, _: Announcement(
        say("{name} calls {word}.", name=who(event), word=who(event, "word")), "call"
    ),
    "row-marked": silent,
    "marked": silent,
    "attempted": _attempted,
    "passed": silent,
    "window-closed": silent,
    "revealed": revealed,
    "penalty": lambda event, _: Announcement(
        say("{name} marked a row wrongly: no points this round.", name=who(event)), "bad"
    ),
}


# ── what is remembered ───────────────────────────────────────────────────────────────────────────


def _found(_game: Wqrdles, events: Sequence[Event]) -> Iterator[Find]:
    """Every attempt, and on which row it was right. The first row is worth the most."""
    row = 0
    for event in events:
        if event.name == "queried":
            row = ROWS + 1 - number(event, "value")
        elif event.name == "attempted":
            yield Find(who(event), row if event.facts["right"] else 0, who(event, "target"))


def _boards(view: WqrdlesView) -> tuple[OpenBoard, ...]:
    """For two, everybody plays on a board of their own; otherwise all play on each board, which is its owner's."""
    for_two = view.table.rounds is None
    return tuple(
        OpenBoard(
            player if for_two else "",
            next((other for other in view.boards if other != player), "") if for_two else player,
            tuple(BoardRow(row.word, row.marks) for row in board.rows),
        )
        for player, board in view.boards.items()
    )


def _moment(view: WqrdlesView) -> tuple[object, ...]:
    """Whose turn it is, and at which row: attempts are for one window only."""
    rows = len(view.boards[view.turn].rows) if view.turn in view.boards else 0
    return view.table.round, view.table.phase, view.turn, rows


GAME: Declaration[Wqrdles, WqrdlesView] = Declaration(
    title=say("Wqrdles"),
    rules=Wqrdles.rules,
    options=WqrdlesOptions,
    choices={
        "letters": Offer(say("Letters"), say("Letters in each word"), numbers(5, 4)),
        "queries": Offer(
            say("Words"),
            say("What you may call on your turn"),
            {"cards": say("from a card"), "free": say("any word")},
        ),
        "order_clues": Offer(
            say("Order clues"),
            say("Is the word earlier or later in A–Z?"),
            {False: say("off"), True: say("on")},
        ),
        "marking": Offer(
            say("Marks"),
            say("Who marks your row"),
            {"auto": say("the console"), "hand": say("you")},
        ),
        "window": Offer(
            say("Time to guess"),
            say("After each word that is called"),
            {seconds: TIMES[seconds] for seconds in (*MINUTES, None)},
        ),
        "rounds": Offer(say("Rounds"), say("For three or more players"), numbers(5, 1, 2, 3, 4, 7, 10)),
    },
    begin=_begin,
    view=view,
    forms={
        "secret": form(HIDDEN_WORD, awaited=True),
        "swap-card": form(),
        "query": form(OPEN_WORD, awaited=True, words=_on_card),
        "mark": form(text("marks"), awaited=True),
        "attempt": form(optional(TARGET), OPEN_WORD, awaited=True),
        "pass": form(),
    },
    announces=_ANNOUNCES,
    sit=seat.sit,
    how_to_play=PAGES,
    result=seat.result,
    progress=seat.progress,
    public=seat.in_public,
    history=History(
        found=_found,
        most_tries=ROWS,
        at_try=lambda count: say("in row {count}", count=count),
        missed=say("wrong"),
        boards=_boards,
    ),
    computer=_computer,
    needs=frozenset({Need.PRIVATE_SCREEN, Need.OPEN_TEXT}),
    letters=_letters,
    deck=_deck,
    is_done=_has_attempted,
    moment=_moment,
    sitting_out=SittingOut(until="query", passes=_passes),
)
