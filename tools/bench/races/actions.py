"""Actions per second: random games with our rules, compared with hangman and tic-tac-toe from PyPI."""

import importlib
import os
from collections.abc import Sequence
from random import Random
from typing import Any

from firmware_host.dictionaries import load
from firmware_host.games import registry
from firmware_host.games.shared.table import apply
from firmware_host.games.shared.words import Dictionary
from tools.bench.race import Race, Runner, invite
from tools.bench.random_play import PLAYERS, Evening, play

TAKES = 30
BAR = 1  # times as fast as each peer that checks its actions
ACTIONS = 4_000  # at least this many in a run; short runs, so that some are undisturbed
FEW_ACTIONS = 500  # for a slow peer

NOTE = (
    "Every runner replays recorded random games. The time covers, for each action, checking that it is legal and "
    "the step to the next state (in our case `apply`, which also checks words against the dictionary and says what "
    "to announce). It does not cover loading, starting a game, or choosing the actions. Refused actions and our "
    "pause, redo, leave and end are not played."
)


def race() -> Race:
    words = load("en")
    return Race(
        title=f"Actions: random games of {len(PLAYERS)} players",
        note=NOTE,
        unit="actions/s",
        ours=tuple(our_game(name, words) for name in registry.games()),
        peers=(
            invite("open_spiel", lambda name: hangman(name, checked=True)),
            invite("open_spiel", lambda name: hangman(name, checked=False)),
            invite("pettingzoo", tictactoe),
        ),
        aim=100_000,
    )


def our_game(name: str, words: Dictionary) -> Runner:
    evenings: list[Evening] = []
    while sum(len(evening.actions) for evening in evenings) < ACTIONS:
        evenings.append(play(name, words, seed=len(evenings)))
    units = sum(len(evening.actions) for evening in evenings)
    remark = f"{len(evenings)} games, {units // len(evenings)} actions each"
    return Runner(name, lambda: play_again(evenings), remark, units)


def play_again(evenings: Sequence[Evening]) -> None:
    for evening in evenings:
        game = evening.begun
        for action in evening.actions:
            game, _ = apply(game, action)


def hangman(name: str, *, checked: bool) -> Runner:
    importlib.import_module("absl.logging").set_verbosity("error")  # it warns that it uses its own word list
    importlib.import_module("open_spiel.python.games.hangman")  # registers the game
    game = importlib.import_module("pyspiel").load_game("python_hangman")
    rng, games, units = Random(0), list[list[int]](), 0
    while units < ACTIONS:
        games.append(_random_hangman(game.new_initial_state(), rng))
        units += len(games[-1])
    states: list[Any] = []

    def get_ready() -> None:
        states[:] = [game.new_initial_state() for _ in games]

    def with_check() -> None:
        for state, actions in zip(states, games, strict=True):
            for action in actions:
                state.apply_action_with_legality_check(action)

    def without_check() -> None:
        for state, actions in zip(states, games, strict=True):
            for action in actions:
                state.apply_action(action)

    if checked:
        return Runner(f"{name} hangman", with_check, "`apply_action_with_legality_check`", units, get_ready, bar=BAR)
    remark = "`apply_action`, which checks nothing; not part of the comparison"
    return Runner(f"{name} hangman, unchecked", without_check, remark, units, get_ready)


def _random_hangman(state: Any, rng: Random) -> list[int]:
    actions: list[int] = []
    while not state.is_terminal():
        actions.append(rng.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    return actions


def tictactoe(name: str) -> Runner:
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    module = importlib.import_module("pettingzoo.classic.tictactoe_v3")
    rng, games, units = Random(0), list[list[int]](), 0
    while units < FEW_ACTIONS:
        games.append(_random_tictactoe(module.env(), rng))
        units += len(games[-1])
    tables = [module.env() for _ in games]

    def get_ready() -> None:
        for table in tables:
            table.reset()

    def run() -> None:
        for table, actions in zip(tables, games, strict=True):
            for action in actions:
                table.step(action)

    return Runner(f"{name} tic-tac-toe", run, "`step`, which checks the action mask", units, get_ready, bar=BAR)


def _random_tictactoe(table: Any, rng: Random) -> list[int]:
    actions: list[int] = []
    table.reset()
    while True:
        observation, _, over, _, _ = table.last()
        if over:
            return actions
        actions.append(rng.choice([square for square, free in enumerate(observation["action_mask"]) if free]))
        table.step(actions[-1])
