"""Marks in bulk, as a solver needs them: for each of 300 guesses, which of the 300 words would get the same marks."""

from collections.abc import Sequence
from typing import Any

from firmware_host.bots.columns import Columns
from firmware_host.dictionaries import load
from firmware_host.games.shared.marks import mark
from tools.bench import doddle_peer
from tools.bench.race import Race, Runner, invite
from tools.bench.races.marks import COMPILED, sample

TAKES = 10

NOTE = (
    "For each guess, the words are grouped by the marks that they would give. Before that, the sizes of the groups "
    "are compared. Ours is how the solver does it: columns of bits in plain Python, starting from nothing in every "
    "round. doddle groups words with `get_solns_by_score`. Its fastest use is its compiled scorer in a loop that is "
    "compiled too, without any Python between two marks. That loop is ours, and writes numbers into an array."
)


def race() -> Race:
    words = sample(load("en").common(5, plurals=True))
    expected = sizes(words)
    pairs = len(words) ** 2
    assert [by_columns(Columns(words), guess) for guess in words] == expected, "bits and marks say the same"
    return Race(
        title=f"Marks in bulk: {len(words)} guesses, each at {len(words)} words",
        note=NOTE,
        unit="marks/s",
        ours=(Runner("wordtable, columns", lambda: split_all(words), "no NumPy, nothing compiled", pairs),),
        peers=(
            invite("doddle", lambda name: by_score(name, words, expected)),
            invite("doddle", lambda name: compiled_loop(name, words, expected)),
        ),
    )


def sizes(words: tuple[str, ...]) -> list[list[int]]:
    """For each guess, how many words share a row of marks, the largest first: computed in the simplest way."""
    return [_counted([mark(secret, guess) for secret in words]) for guess in words]


def _counted(marks: Sequence[object]) -> list[int]:
    return sorted((marks.count(row) for row in set(marks)), reverse=True)


def by_columns(columns: Columns, guess: str) -> list[int]:
    return sorted(map(int.bit_count, columns.split(guess, columns.everyone)), reverse=True)


def split_all(words: tuple[str, ...]) -> None:
    columns = Columns(words)
    for guess in words:
        columns.split(guess, columns.everyone)


def by_score(name: str, words: tuple[str, ...], expected: list[list[int]]) -> Runner:
    series = doddle_peer.part("words").WordSeries(words)
    builder = doddle_peer.part("histogram").HistogramBuilder(doddle_peer.part("scoring").Scorer(5), series, series)
    guesses = doddle_peer.words(words)

    def divide(guess: Any) -> list[int]:
        return sorted((len(some) for some in builder.get_solns_by_score(series, guess).values()), reverse=True)

    assert [divide(guess) for guess in guesses] == expected, "doddle divides words otherwise"

    def run() -> None:
        for guess in guesses:
            builder.get_solns_by_score(series, guess)

    return Runner(f"{name} get_solns_by_score", run, "the same groups", len(words) ** 2, bar=COMPILED)


def compiled_loop(name: str, words: tuple[str, ...], expected: list[list[int]]) -> Runner:
    run = doddle_peer.all_scores(words, words)
    assert [_counted(row.tolist()) for row in run()] == expected, "doddle marks otherwise"
    return Runner(f"{name} in a compiled loop", run, "the same marks, not grouped", len(words) ** 2, bar=COMPILED)
