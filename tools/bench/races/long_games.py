"""Long evenings in a session: what one holds in memory, and what its last actions cost beside its first."""

import gc
import time
import tracemalloc
from collections.abc import Sequence
from functools import partial

from firmware_host.dictionaries import load
from firmware_host.rules.games import NAMES
from firmware_host.rules.table import Action
from firmware_host.rules.words import Dictionary
from firmware_host.session import Session
from tools.bench.limits import Limit, Limits
from tools.bench.random_play import LONG, Evening, play_long

TAKES = 25
MOST_KILOBYTES = 100
MOST_TIMES = 1.5  # as dear as the first actions: some are dearer than others, and clocks are not exact
TRIES = 9

NOTE = (
    "Random evenings as long as people sit: party for eight, wqrdles for six in twenty rounds, three words for six in "
    "five laps. Memory is counted by tracemalloc at the end: the session with its game and its whole log, without the "
    "dictionary. The cost is that of the last third of the actions, saved in the log, over that of the first third."
)


def race() -> Limits:
    words = load("en")
    evenings = {name: play_long(name, words) for name in NAMES}
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
        Limit(f"{name}: cost", partial(late_over_early, evening, words), "×", MOST_TIMES, "last third over first")
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
    """What the last third of the actions costs beside the first, both in their best try."""
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
