"""A whole evening at every table that we ship: everybody joins, plays each game to its end, and reads who has won."""

from collections.abc import Callable, Mapping, Sequence

import pytest

from firmware_host.games.wqrdles.rules import WqrdlesView
from tests.support.evening_table import EveningTable, Place
from tests.support.random_evening import GAMES
from tests.support.shipped import SHIPPED

NAMES = "Ann", "Bob", "Cid", "Dee"
WORDS = "SOLVE", "HOUSE", "CRANE", "PIANO"
OPTIONS: Mapping[str, Mapping[str, str]] = {"wqrdles": {"queries": "free", "rounds": "1"}}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("table", SHIPPED)
def test_a_game_is_played_from_the_lobby_to_its_winner_and_again(table: str, game: str) -> None:
    at = EveningTable(SHIPPED[table])
    people = at.join(*NAMES[: len(SHIPPED[table].seats)])
    people[0].starts(game, **OPTIONS.get(game, {}))
    PLAYED[game](at, people)
    assert at.evening.snapshot().phase == "over"
    assert all(person.sees("BOB won!") for person in people)
    people[0].enter()
    at.passes(1)
    assert at.evening.snapshot().phase.startswith("secret")


def goes_on(at: EveningTable, people: Sequence[Place]) -> None:
    """The captain has read the result."""
    at.passes(8)
    people[0].enter()
    at.passes(1)


def party(at: EveningTable, people: Sequence[Place]) -> None:
    """Bob needs one guess for every word, everybody else two."""
    for host, word in zip(people, WORDS, strict=False):
        host.hides(word)
        for guesser in people:
            if guesser is not host:
                guesser.guesses(*(() if guesser.name == "Bob" else ("SMILE",)), word)
        goes_on(at, people)


def wqrdles(at: EveningTable, people: Sequence[Place]) -> None:
    """Bob names a word whenever he may; the others pass."""
    while the_table(at).table.phase != "over":
        for person, word in zip(people, WORDS, strict=False):
            person.hides(word)
            at.passes(1)
        while the_table(at).table.phase != "result":
            at.seat(the_table(at).turn.capitalize()).guesses("PECAN")
            at.passes(1)
            for person in people:
                names_a_word_or_passes(at, person)
        goes_on(at, people)


def the_table(at: EveningTable) -> WqrdlesView:
    view = at.evening.snapshot().views[None]
    assert isinstance(view, WqrdlesView)
    return view


def names_a_word_or_passes(at: EveningTable, person: Place) -> None:
    evening = at.evening.snapshot()
    if "attempt" not in evening.views[person.name.upper()].table.actions:
        return
    found = the_table(at).table.revealed
    hidden = [name for name in NAMES if name != "Bob" and name.upper() in the_table(at).boards.keys() - found.keys()]
    if person.name != "Bob":
        person.chooses("pass")
    elif hidden:
        person.chooses(hidden[0].upper()).guesses(WORDS[NAMES.index(hidden[0])])
    at.passes(1)


def three_words(at: EveningTable, people: Sequence[Place]) -> None:
    """Nobody finds Bob's word."""
    for master, word in zip(people, WORDS, strict=False):
        master.hides(word)
        first, *others = [person for person in people if person is not master]
        for guess in ("SMILE", "PLANT", "BRICK") if master.name == "Bob" else (word,):
            first.guesses(guess)
            for other in others:
                other.chooses("agree")
            at.passes(1)
        goes_on(at, people)


PLAYED: Mapping[str, Callable[[EveningTable, Sequence[Place]], None]] = {
    "party": party,
    "wqrdles": wqrdles,
    "three-words": three_words,
}
