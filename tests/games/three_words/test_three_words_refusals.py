"""Three words: every refusal is a sentence that tells a player what to do next."""

from collections.abc import Callable
from typing import Any

import pytest

from firmware_host.games.shared.table import RuleError
from tests.support.evening import Evening, proves
from tests.support.games.three_words import guess, hidden, three_words


def proposed() -> Evening:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Cid", "confirm")
    return evening


def asked(card: int, side: str, position: int | None = None) -> Callable[[], Evening]:
    def evening() -> Evening:
        begun = hidden("Ann", "Bob")
        begun.does("Bob", "lifeline", card=card, side=side, position=position)
        return begun

    return evening


def one_in_place() -> Evening:
    evening = hidden()
    guess(evening, "CRANE")
    return evening


RIGHT_PLACE = {"card": 1, "side": "right-place", "position": 5}
WRONG_PLACE = {"card": 2, "side": "wrong-place", "position": 2}
SENTENCES: list[tuple[Callable[[], Evening], str, str, dict[str, Any], str]] = [
    (three_words, "Bob", "secret", {"word": "SOLVE"}, "Only the Word Master (Ann) may do that."),
    (three_words, "Bob", "propose", {"word": "CRANE"}, "The Word Master is still choosing a word."),
    (
        lambda: three_words(allow=["AAAAA"]),
        "Ann",
        "secret",
        {"word": "AAAAA"},
        "A word of one repeated letter cannot answer a lifeline: try another.",
    ),
    (hidden, "Ann", "secret", {"word": "CRANE"}, "The guessers are still making up their minds."),
    (hidden, "Ann", "propose", {"word": "CRANE"}, "The Word Master knows the word and does not guess."),
    (lambda: hidden(agreement="speaker"), "Cid", "propose", {"word": "CRANE"}, "Bob speaks for this guess."),
    (hidden, "Cid", "confirm", {}, "Nothing has been proposed yet."),
    (proposed, "Bob", "confirm", {}, "The other guessers have to confirm that."),
    (proposed, "Cid", "confirm", {}, "You have confirmed that already: wait for the others."),
    (proposed, "Dee", "confirm", {"word": "MIGHT"}, "The proposal has changed: look again."),
    (asked(1, "right-place", 1), "Bob", "lifeline", RIGHT_PLACE, "That card has been used in this round."),
    (
        hidden,
        "Bob",
        "lifeline",
        {**RIGHT_PLACE, "card": 2},
        "Card 2 has these sides: wrong-place and seven-wrong.",
    ),
    (
        hidden,
        "Bob",
        "lifeline",
        {**WRONG_PLACE, "card": 1},
        "Card 1 has these sides: right-place and seven-wrong.",
    ),
    (one_in_place, "Bob", "lifeline", RIGHT_PLACE, "That position is known already: choose another."),
    (asked(1, "seven-wrong"), "Bob", "propose", {"word": "CRANE"}, "The Word Master has to answer the lifeline first."),
    (
        asked(2, "wrong-place", 2),
        "Ann",
        "answer",
        {"letter": "O"},
        "Choose one letter of your word, but not the one at that position.",
    ),
    (
        asked(1, "seven-wrong"),
        "Ann",
        "answer",
        {"letters": "SOLVEAB"},
        "Choose seven different letters, none in your word or shown before.",
    ),
]


@proves("S10")
@pytest.mark.parametrize(("table", "who", "action", "fields", "sentence"), SENTENCES)
def test_a_refusal_says_why(
    table: Callable[[], Evening], who: str, action: str, fields: dict[str, Any], sentence: str
) -> None:
    evening = table()
    with pytest.raises(RuleError) as refusal:
        evening.does(who, action, **fields)
    assert str(refusal.value) == sentence
