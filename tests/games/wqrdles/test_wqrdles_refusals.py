"""Wqrdles: every refusal is a sentence for the player who tried."""

from typing import Any

import pytest

from firmware_host.games.shared.table import RuleError
from tests.support.evening import proves
from tests.support.games.wqrdles import THREE, TWO, Wqrdles

CARDS, BY_HAND = {"queries": "cards"}, {"marking": "hand"}

# The options, what was done before (who, action, fields), what is refused, and what that player is told.
Deed = tuple[str, str, dict[str, Any]]
REFUSALS: list[tuple[dict[str, Any], list[Deed], Deed, str]] = [
    (
        {},
        [("Ann", "redo", {}), ("Ann", "secret", {"word": "HOUSE"})],
        ("Ann", "secret", {"word": "PECAN"}),
        "Your word is hidden already: wait for the others.",
    ),
    (
        {},
        [("Ann", "redo", {})],
        ("Ann", "query", {"word": "PECAN"}),
        "Everybody is still choosing a word to hide.",
    ),
    ({}, [], ("Bob", "query", {"word": "PECAN"}), "It is Ann's turn."),
    ({}, [], ("Bob", "pass", {}), "A word has to be called first."),
    ({}, [], ("Ann", "swap-card", {}), "This game is played without cards."),
    (
        CARDS,
        [("Ann", "swap-card", {})],
        ("Ann", "swap-card", {}),
        "The card can be swapped once a turn: pick a word on this one.",
    ),
    (CARDS, [], ("Ann", "query", {"word": "ABBEY"}), "That word is not on your card: pick one that is."),
    (
        BY_HAND,
        [("Ann", "query", {"word": "PECAN"})],
        ("Ann", "pass", {}),
        "The owners are still marking this row.",
    ),
    (
        BY_HAND,
        [("Ann", "query", {"word": "PECAN"}), ("Ann", "mark", {"marks": "-----"})],
        ("Ann", "mark", {"marks": "-Y---"}),
        "You have marked this row already: wait for the others.",
    ),
    (
        BY_HAND,
        [("Ann", "query", {"word": "PECAN"})],
        ("Ann", "mark", {"marks": "XXXXX"}),
        "Send 5 marks: G, Y or - for each letter.",
    ),
    (
        {},
        [("Ann", "query", {"word": "PECAN"})],
        ("Ann", "query", {"word": "PECAN"}),
        "This is the time for attempts: attempt a word or pass.",
    ),
    (
        {},
        [("Ann", "query", {"word": "PECAN"})],
        ("Ann", "attempt", {"word": "NEWTS"}),
        "Say whose word you mean: an attempt needs a target.",
    ),
    (
        {},
        [("Ann", "query", {"word": "PECAN"})],
        ("Ann", "attempt", {"target": "Ann", "word": "NEWTS"}),
        "That is your own word: attempt somebody else's.",
    ),
    (
        {},
        [("Ann", "query", {"word": "PECAN"}), ("Cleo", "attempt", {"target": "Bob", "word": "NEWTS"})],
        ("Ann", "attempt", {"target": "Bob", "word": "NEWTS"}),
        "That word has been revealed: attempt another, or pass.",
    ),
    (
        {},
        [("Ann", "query", {"word": "PECAN"}), ("Ann", "pass", {})],
        ("Ann", "pass", {}),
        "You have had your attempt for this row: wait for the next.",
    ),
]


def sentence(table: Wqrdles, deed: Deed) -> str:
    who, action, fields = deed
    with pytest.raises(RuleError) as refusal:
        table.does(who, action, **fields)
    return str(refusal.value)


@proves("W7", "W8", "W10", "W11", "W17", "W20", "W26")
@pytest.mark.parametrize(("options", "before", "tried", "says"), REFUSALS, ids=[each[-1] for each in REFUSALS])
def test_a_refusal_tells_the_player_what_it_is_about(
    options: dict[str, Any], before: list[Deed], tried: Deed, says: str
) -> None:
    table = Wqrdles(THREE, **options)
    for who, action, fields in before:
        table.does(who, action, **fields)
    assert sentence(table, tried) == says


@proves("W37")
def test_for_two_the_one_who_asks_is_told_that_the_other_marks() -> None:
    table = Wqrdles(TWO, marking="hand")
    table.calls("PECAN")
    assert sentence(table, ("Ann", "mark", {"marks": "-----"})) == "You have no hidden word to mark this against."
