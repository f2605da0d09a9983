"""Marks a second: every guess of 300 words at every secret of the same 300, beside the scorers of games on PyPI."""

import importlib
import re
from collections.abc import Callable
from functools import cache
from itertools import product
from types import SimpleNamespace
from unittest.mock import patch

import firmware_host
from firmware_host.dictionaries import load
from firmware_host.rules.marks import mark
from tools.bench import doddle_peer
from tools.bench.race import Race, Runner, invite

TAKES = 30  # seconds, about
WORDS, AWKWARD = 300, 200
IN_PYTHON, COMPILED = 2, 0.8  # times as fast as those peers we must be

NOTE = (
    "Timed: the scorer of each, called from Python once for every pair, with words as it wants them. Its answers are "
    "compared with ours beforehand, on every pair and on all pairs of 200 words with a letter twice. doddle's scorer "
    "is compiled by numba; the others are plain Python, as ours is."
)


def race() -> Race:
    words = sample(load("en").common(5, plurals=True))
    pairs = len(words) ** 2
    name = f"wordtable {firmware_host.__version__}"
    ours = Runner(name, lambda: mark_all_pairs(mark, words), "proven by the tests", pairs)
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
    """300 words, evenly from the commonest to the least common."""
    return tuple(words[place * len(words) // WORDS] for place in range(WORDS))


def mark_all_pairs(scorer: Callable[[str, str], object], words: tuple[str, ...]) -> None:
    for secret in words:
        for guess in words:
            scorer(secret, guess)


@cache
def with_copies() -> tuple[str, ...]:
    """The commonest words that have a letter twice: where scorers go wrong."""
    return tuple(word for word in load("en").common(5, plurals=True) if len(set(word)) < 5)[:AWKWARD]


def compare(theirs: Callable[[str, str], str], words: tuple[str, ...]) -> str:
    """How right a peer is, in words: on all that is timed, and on words that are harder."""
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
    with patch("atexit.register"):  # it would print a line of its own when we end
        score: Callable[[str, str], tuple[int, ...]] = importlib.import_module("wordlebot.guessing")._quick_score

    def marks(secret: str, guess: str) -> str:
        return "".join(" -YG"[tile] for tile in score(secret, guess))

    return Runner(name, lambda: mark_all_pairs(score, words), compare(marks, words), len(words) ** 2, bar=IN_PYTHON)


def wordle_solver(name: str, words: tuple[str, ...]) -> Runner:
    # It shares its package's name with wordle-cli, but no file: pip puts one beside the other.
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
