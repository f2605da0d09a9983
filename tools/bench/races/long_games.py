"""Long evenings: the memory of a session, and the cost of its last actions compared with its first."""

import gc
import time
import tracemalloc
from collections.abc import Sequence
from functools import partial

from firmware_host.dictionaries import load
from firmware_host.games import registry
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.words import Dictionary
from firmware_host.session import Session
from tools.bench.limits import Limit, Limits
from tools.bench.random_play import LONG, Evening, play_long

TAKES = 25
MOST_KILOBYTES = 100
MOST_TIMES = 1.5  # times the cost of the first actions; actions differ, and clocks are not exact
TRIES = 9

NOTE = (
    "Long random evenings: party for eight, wqrdles for six with twenty rounds, three words for six with five laps. "
    "tracemalloc measures the memory at the end: the session with its game and its whole log, without the "
    "dictionary. The cost is the time for the last third of the actions, including saving them in the log, divided "
    "by the time for the first third."
)


def race() -> Limits:
    words = load("en")
    evenings = {name: play_long(name, words) for name in registry.games()}
    memory = [
        Limit(
            f"{name}: memory",
            partial(kilobytes, evening, words),
            "KB",
            MOST_KILOBYTES,
            f"after {len(evening.actions)} actions",
        )
        for name, evening in evenings.items()
    ]
    costs = [
        Limit(
            f"{name}: cost",
            partial(late_over_early, evening, words),
            "×",
            MOST_TIMES,
            "last third compared with the first",
        )
        for name, evening in evenings.items()
    ]
    return Limits("Long evenings", NOTE, (*memory, *costs))


def begin(evening: Evening, words: Dictionary) -> Session:
    session = Session(lambda _name: words)
    setup = evening.setup
    session.new(setup.game, setup.players, LONG[setup.game][1], seed=setup.seed)
    return session


def kilobytes(evening: Evening, words: Dictionary) -> float:
    gc.collect()
    tracemalloc.start()
    try:
        session = begin(evening, words)
        for action in evening.actions:
            session.act(action)
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / 1024
    finally:
        tracemalloc.stop()


def late_over_early(evening: Evening, words: Dictionary) -> float:
    """The cost of the last third of the actions compared with the first third, each in its best try."""
    third = len(evening.actions) // 3
    early, late = [], []
    for _ in range(TRIES):
        session = begin(evening, words)
        early.append(_seconds(session, evening.actions[:third]))
        _seconds(session, evening.actions[third:-third])
        late.append(_seconds(session, evening.actions[-third:]))
    return min(late) / min(early)


def _seconds(session: Session, actions: Sequence[Action]) -> float:
    start = time.process_time()
    for action in actions:
        session.act(action)
    return time.process_time() - start
