"""A party game at which Ann has just hidden a word, for tests that begin there."""

from typing import Any

from tests.support.evening import Evening

SIX_WRONG_WORDS = ("CRUMB", "FIGHT", "NYMPH", "WALTZ", "JUDGE", "BROWN")  # for SOLVE


def ann_hides(word: str, *guessers: str, **options: Any) -> Evening:
    evening = Evening("party", "Ann", *(guessers or ("Bob", "Cy")), **options)
    evening.does("Ann", "secret", word=word)
    return evening


def rows(evening: Evening, side: str) -> list[str]:
    """The marks of a board as the Host sees them; a crossed row is x."""
    host = evening.view()["host"]
    return [row.get("marks", "x") for row in evening.view(host)["boards"][side]["rows"]]


def status(evening: Evening, side: str) -> str:
    return str(evening.view()["boards"][side]["status"])
