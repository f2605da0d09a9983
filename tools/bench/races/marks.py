"""Marks per second: 300 guesses for each of the same 300 secrets, compared with the scorers of games on PyPI."""

import importlib
import re
from collections.abc import Callable
from functools import cache
from itertools import product
from types import SimpleNamespace
from unittest.mock import patch

import firmware_host
from firmware_host.dictionaries import load
from firmware_host.games.shared.marks import mark
from tools.bench import doddle_peer
from tools.bench.race import Race, Runner, invite

TAKES = 30  # seconds, about
WORDS, AWKWARD = 300, 200
IN_PYTHON, COMPILED = 2, 0.8  # how many times as fast as those peers we must be

NOTE = (
    "The time for the scorer of each library, called from Python once for every pair, with words in the form that "
    "it expects. Before that, its answers are compared with ours for every pair, and for all pairs of 200 words "
    "with a double letter. doddle's scorer is compiled by numba; the others are plain Python, like ours."
)


def race() -> Race:
    words = sample(load("en").common(5, plurals=True))
    pairs = len(words) ** 2
    name = f"wordtable {firmware_host.__version__}"
    ours = Runner(name, lambda: mark_all_pairs(mark, words), "checked by the tests", pairs)
    peers = (
        invite("textarena", lambda name: textarena(name, words)),
        invite("wordle-cli", lambda name: wordle_cli(name, words)),
        invite("wordlebot", lambda name: wordlebot(name, words)),
        invite("wordle-solver", lambda name: wordle_solver(name, words)),
        invite("doddle", lambda name: doddle(name, words)),
    )
    return Race(
        title=f"Marks: all pairs of {len(words)} words ({pairs:,} marks)",
        note=NOTE,
        unit="marks/s",
        ours=(ours,),
        peers=peers,
    )


def sample(words: tuple[str, ...]) -> tuple[str, ...]:
    """300 words, spread evenly from the most common to the least common."""
    return tuple(words[place * len(words) // WORDS] for place in range(WORDS))


def mark_all_pairs(scorer: Callable[[str, str], object], words: tuple[str, ...]) -> None:
    for secret in words:
        for guess in words:
            scorer(secret, guess)


@cache
def with_copies() -> tuple[str, ...]:
    """The most common words with a double letter, where scorers go wrong."""
    return tuple(word for word in load("en").common(5, plurals=True) if len(set(word)) < 5)[:AWKWARD]


def compare(theirs: Callable[[str, str], str], words: tuple[str, ...]) -> str:
    """Says how right a peer is: for the timed words, and for harder words."""
    pairs = [*product(words, repeat=2), *product(with_copies(), repeat=2)]
    wrong = [(secret, guess) for secret, guess in pairs if theirs(secret, guess) != mark(secret, guess)]
    if not wrong:
        return "the same marks on every pair"
    secret, guess = wrong[0]
    return f"WRONG on {len(wrong):,} pairs: {guess} at {secret} is {mark(secret, guess)}, not {theirs(secret, guess)}"


def textarena(name: str, words: tuple[str, ...]) -> Runner:
    # Importing the game would download two word corpora into the home directory; its scorer needs neither.
    with patch("nltk.download"):
        game = importlib.import_module("textarena.envs.Wordle.env").WordleEnv
    env = game.__new__(game)  # its `__init__` reads those corpora
    env.word_length = 5
    env.state = SimpleNamespace(game_state={"word_length": 5, "secret_word": ""})
    evaluate: Callable[[str], list[str]] = env._evaluate_guess

    def all_pairs() -> None:
        for secret in words:
            env.state.game_state["secret_word"] = secret
            for guess in words:
                evaluate(guess)

    def marks(secret: str, guess: str) -> str:
        env.state.game_state["secret_word"] = secret
        return "".join(evaluate(guess)).replace("X", "-")

    return Runner(name, all_pairs, compare(marks, words), len(words) ** 2, bar=IN_PYTHON)


def wordle_cli(name: str, words: tuple[str, ...]) -> Runner:
    game = importlib.import_module("wordle.game")
    feedback: Callable[[str, str], str] = game.get_feedback
    tiles = {game.COLOR_GREEN: "G", game.COLOR_YELLOW: "Y", game.COLOR_GRAY: "-"}

    def marks(secret: str, guess: str) -> str:
        return "".join(tiles.get(colour, "") for colour in re.findall(r"\033\[\d+m", feedback(secret, guess)))

    return Runner(name, lambda: mark_all_pairs(feedback, words), compare(marks, words), len(words) ** 2, bar=IN_PYTHON)


def wordlebot(name: str, words: tuple[str, ...]) -> Runner:
    with patch("atexit.register"):  # it would print a line at the end
        score: Callable[[str, str], tuple[int, ...]] = importlib.import_module("wordlebot.guessing")._quick_score

    def marks(secret: str, guess: str) -> str:
        return "".join(" -YG"[tile] for tile in score(secret, guess))

    return Runner(name, lambda: mark_all_pairs(score, words), compare(marks, words), len(words) ** 2, bar=IN_PYTHON)


def wordle_solver(name: str, words: tuple[str, ...]) -> Runner:
    # It has the same package name as wordle-cli, but no common files, so pip can install both.
    grade: Callable[[str, str], str] = importlib.import_module("wordle.feedback").grade_guess
    tiles = str.maketrans("⬛🟨🟩", "-YG")

    def all_pairs() -> None:
        for secret in words:
            for guess in words:
                grade(guess, secret)

    def marks(secret: str, guess: str) -> str:
        return grade(guess, secret).translate(tiles)

    return Runner(name, all_pairs, compare(marks, words), len(words) ** 2, bar=IN_PYTHON)


def doddle(name: str, words: tuple[str, ...]) -> Runner:
    score = doddle_peer.scorer()
    known = tuple({*words, *with_copies()})
    theirs = dict(zip(known, doddle_peer.words(known), strict=True))
    as_they_want = doddle_peer.words(words)

    def all_pairs() -> None:
        for secret in as_they_want:
            for guess in as_they_want:
                score(secret, guess)

    def marks(secret: str, guess: str) -> str:
        return doddle_peer.as_marks(int(score(theirs[secret], theirs[guess])))

    return Runner(f"{name} (compiled)", all_pairs, compare(marks, words), len(words) ** 2, bar=COMPILED)
