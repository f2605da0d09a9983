"""Marks a second: every guess of 500 words at every secret of the same 500, beside the scorers of two games on PyPI."""

import importlib
import re
from collections.abc import Callable
from importlib.metadata import version
from types import SimpleNamespace
from unittest.mock import patch

import firmware_host
from firmware_host.dictionaries import load
from firmware_host.rules.marks import mark
from tools.bench.race import Absent, Race, Runner

WORDS = 500


def race() -> Race:
    words = sample(load("en").common(5, plurals=True))
    pairs = len(words) ** 2
    ours = Runner(f"wordtable {firmware_host.__version__}", lambda: mark_all_pairs(mark, words), "proven by the tests")
    peers = (
        invite("textarena", lambda: textarena(words)),
        invite("wordle-cli", lambda: wordle_cli(words)),
    )
    return Race(f"Marks: all pairs of {len(words)} words ({pairs:,} marks)", "marks/s", pairs, ours, peers, bar=2)


def sample(words: tuple[str, ...]) -> tuple[str, ...]:
    """500 words, evenly from the commonest to the least common."""
    return tuple(words[place * len(words) // WORDS] for place in range(WORDS))


def mark_all_pairs(scorer: Callable[[str, str], object], words: tuple[str, ...]) -> None:
    for secret in words:
        for guess in words:
            scorer(secret, guess)


def invite(package: str, prepare: Callable[[], tuple[Callable[[], object], str]]) -> Runner | Absent:
    """The peer, or the reason why it cannot run here: whatever goes wrong inside a peer must not stop the race."""
    try:
        run, remark = prepare()
        return Runner(f"{package} {version(package)}", run, remark)
    except Exception as problem:
        return Absent(package, f"could not run here ({problem}); `make bench` installs it")


def compare(theirs: Callable[[str, str], str], words: tuple[str, ...]) -> str:
    """How right a peer is, in words."""
    wrong = [(secret, guess) for secret in words for guess in words if theirs(secret, guess) != mark(secret, guess)]
    if not wrong:
        return "the same marks on every pair"
    secret, guess = wrong[0]
    return f"WRONG on {len(wrong):,} pairs: {guess} at {secret} is {mark(secret, guess)}, not {theirs(secret, guess)}"


def textarena(words: tuple[str, ...]) -> tuple[Callable[[], object], str]:
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

    return all_pairs, compare(marks, words)


def wordle_cli(words: tuple[str, ...]) -> tuple[Callable[[], object], str]:
    game = importlib.import_module("wordle.game")
    feedback: Callable[[str, str], str] = game.get_feedback
    tiles = {game.COLOR_GREEN: "G", game.COLOR_YELLOW: "Y", game.COLOR_GRAY: "-"}

    def marks(secret: str, guess: str) -> str:
        return "".join(tiles.get(colour, "") for colour in re.findall(r"\033\[\d+m", feedback(secret, guess)))

    return lambda: mark_all_pairs(feedback, words), compare(marks, words)
