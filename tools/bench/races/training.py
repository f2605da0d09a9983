"""Steps per second of our environments for training players, compared with PettingZoo's own tic-tac-toe."""

from collections.abc import Sequence
from random import Random
from typing import Any

from firmware_host.games import registry
from firmware_host.training.environment import Environment
from tools.bench.race import Race, Runner, invite
from tools.bench.races.actions import tictactoe

TAKES = 15
STEPS = 1_000  # at least this many in a run

NOTE = (
    "Every runner replays recorded random games in its PettingZoo environment. The time covers `step`: in our case the "
    "rules with all their checks, the rewards, and whose turn it is. It does not cover `reset`, looking at the table "
    "(`observe`), or choosing the moves."
)


def race() -> Race:
    return Race(
        title="Training: steps in environments of 3 players",
        note=NOTE,
        unit="steps/s",
        ours=tuple(our_game(name) for name in registry.games()),
        peers=(invite("pettingzoo", tictactoe),),
    )


def our_game(name: str) -> Runner:
    tables: list[Any] = []
    played: list[Sequence[int]] = []
    while sum(map(len, played)) < STEPS:
        tables.append(Environment(name))
        played.append(random_moves(tables[-1], len(tables)))
    units = sum(map(len, played))

    def get_ready() -> None:
        for seed, table in enumerate(tables, 1):
            table.reset(seed)

    def run() -> None:
        for table, moves in zip(tables, played, strict=True):
            for move in moves:
                table.step(move)

    return Runner(name, run, f"{len(played)} games, {units // len(played)} steps each", units, get_ready)


def random_moves(table: Any, seed: int) -> list[int]:
    """The moves of one random game; those that only our computer players can make are made by them each time."""
    rng, moves = Random(seed), list[int]()
    table.reset(seed)
    while True:
        seen, _, over, broken_off, _ = table.last()
        if over or broken_off:
            return moves
        moves.append(table.moves.draw(seen["action_mask"], rng))
        table.step(moves[-1])
