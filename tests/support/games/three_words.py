"""What the guessers and the Master of three words do again and again in tests."""

from typing import Any

from tests.support.evening import Evening

WRONG = ("CRANE", "MIGHT", "BUDDY")  # three words that are not SOLVE


def three_words(*players: str, **options: Any) -> Evening:
    return Evening("three-words", *(players or ("Ann", "Bob", "Cid")), **options)


def hidden(*players: str, word: str = "SOLVE", **options: Any) -> Evening:
    """A round in which the first player has hidden a word."""
    evening = three_words(*players, **options)
    evening.does(evening.view()["master"], "secret", word=word)
    return evening


def guess(evening: Evening, word: str) -> None:
    """The guessers agree on a word, the first of them proposing it."""
    first, *others = [player for player in evening.view()["players"] if player != evening.view()["master"]]
    evening.does(first, "propose", word=word)
    for other in others:
        evening.does(other, "confirm")


def lifeline(evening: Evening, card: int) -> None:
    """The guessers agree on a lifeline that the console answers at once, or the Master right after."""
    view = evening.view()
    first, *others = [player for player in view["players"] if player != view["master"]]
    evening.does(first, "lifeline", card=card, side="seven-wrong")
    for other in others:
        evening.does(other, "confirm")


def play_round(evening: Evening, *words: str) -> None:
    """SOLVE is hidden and guessed at; then on to the next round, or to the end of the game."""
    evening.does(evening.view()["master"], "secret", word="SOLVE")
    for word in words:
        guess(evening, word)
    evening.does("Ann", "next")
