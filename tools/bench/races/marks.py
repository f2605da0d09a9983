"""Marks a second: every guess of 500 words at every secret of the same 500, beside the scorers of two games on PyPI."""

import importlib
import re
from collections.abc import Callable
from types import SimpleNamespace
from unittest.mock import patch

import firmware_host
from firmware_host.dictionaries import load
from firmware_host.rules.marks import mark
from tools.bench.race import Race, Runner, invite

WORDS = 500


def race() -> Race:
    words = sample(load("en").common(5, plurals=True))
    pairs = len(words) ** 2
    name = f"wordtable {firmware_host.__version__}"
    ours = Runner(name, lambda: mark_all_pairs(mark, words), "proven by the tests", pairs)
    peers = (
        invite("textarena", lambda name: textarena(name, words)),
        invite("wordle-cli", lambda name: wordle_cli(name, words)),
    )
    return Race(
        title=f"Marks: all pairs of {len(words)} words ({pairs:,} marks)",
        note="Timed: the scorer of each, called once for every pair. Its answers are compared beforehand.",
        unit="marks/s",
        ours=(ours,),
        peers=peers,
        bar=2,
    )


def sample(words: tuple[str, ...]) -> tuple[str, ...]:
    """500 words, evenly from the commonest to the least common."""
    return tuple(words[place * len(words) // WORDS] for place in range(WORDS))


def mark_all_pairs(scorer: Callable[[str, str], object], words: tuple[str, ...]) -> None:
    for secret in words:
        for guess in words:
            scorer(secret, guess)


def compare(theirs: Callable[[str, str], str], words: tuple[str, ...]) -> str:
    """How right a peer is, in words."""
    wrong = [(secret, guess) for secret in words for guess in words if theirs(secret, guess) != mark(secret, guess)]
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

    return Runner(name, all_pairs, compare(marks, words), len(words) ** 2)


def wordle_cli(name: str, words: tuple[str, ...]) -> Runner:
    game = importlib.import_module("wordle.game")
    feedback: Callable[[str, str], str] = game.get_feedback
    tiles = {game.COLOR_GREEN: "G", game.COLOR_YELLOW: "Y", game.COLOR_GRAY: "-"}

    def marks(secret: str, guess: str) -> str:
        return "".join(tiles.get(colour, "") for colour in re.findall(r"\033\[\d+m", feedback(secret, guess)))

    return Runner(name, lambda: mark_all_pairs(feedback, words), compare(marks, words), len(words) ** 2)
