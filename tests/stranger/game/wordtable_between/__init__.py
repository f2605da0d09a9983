"""A game for wordtable: the Host hides a word, and every guess is told on which side of it the word lies."""

from collections.abc import Iterator, Sequence

from firmware_host.games.shared.declaration import (
    Announcement,
    ComputerSeat,
    Declaration,
    Find,
    History,
    Need,
    Offer,
    Setup,
    silent,
)
from firmware_host.games.shared.evening.news import EVENING_NEWS, hidden, number, revealed, solved, who
from firmware_host.games.shared.fields import HIDDEN_WORD, WORD, form
from firmware_host.games.shared.options import numbers
from firmware_host.games.shared.table import Event, Step, Words
from firmware_host.texts.text import say

from . import seat
from .computer import BetweenComputer
from .rules import Between, BetweenOptions, BetweenView, found, new, view


def _begin(setup: Setup, words: Words) -> Step[Between]:
    assert isinstance(setup.options, BetweenOptions)
    return new(setup.players, setup.options, words, setup.seed, setup.began)


def _computer(seat: ComputerSeat) -> BetweenComputer:
    return BetweenComputer(seat)


def _round_begins(event: Event, _together: Sequence[Event]) -> Announcement:
    round_, host = number(event, "round"), who(event, "host")
    return Announcement(say("Round {round}: {name} hosts.", round=round_, name=host), "call")


def _found(game: Between, _events: Sequence[Event]) -> Iterator[Find]:
    """At which guess everybody found the word. A round that lost its Host is void."""
    if game.secret is not None:
        for player, tried in game.tried.items():
            yield Find(player, len(tried) if found(tried) else 0, game.host)


GAME: Declaration[Between, BetweenView] = Declaration(
    title=say("Between"),
    rules=Between.rules,
    options=BetweenOptions,
    choices={"tries": Offer(say("Guesses"), say("Guesses for everybody"), numbers(8, 5, 10, 12))},
    begin=_begin,
    view=view,
    forms={"secret": form(HIDDEN_WORD, awaited=True), "guess": form(WORD, awaited=True)},
    announces={
        **EVENING_NEWS,
        "round-begins": _round_begins,
        "secret-set": hidden,
        "told": silent,
        "tried": silent,
        "solved": solved,
        "revealed": revealed,
    },
    sit=seat.sit,
    how_to_play=seat.HOW_TO_PLAY,
    result=seat.result,
    progress=seat.progress,
    history=History(
        found=_found,
        most_tries=12,
        at_try=lambda count: say("at guess {count}", count=count),
        missed=say("not found"),
    ),
    computer=_computer,
    needs=frozenset({Need.PRIVATE_SCREEN, Need.PANELS}),
)
