"""Saving to disk: what saving one action costs, compared with the bare disk."""

import os
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from firmware_host.journal.ledger import Ledger
from firmware_host.journal.opening import open_ledger
from tools.bench.journals import a_save, entries, scratch
from tools.bench.limits import Limit, Limits

TAKES = 5
ROUNDS, WRITES = 15, 40
MOST_TIMES = 4
BARE, OURS = 0, 1

NOTE = (
    "The time from having the entry of an action to having it saved: SQLite, one transaction per action, waiting "
    "for every commit. For comparison, the bare disk appends the same number of bytes of plain text to a file and "
    "calls fdatasync. Both write into the same folder, in turn. Shown are the median of all, and the median of the "
    "ratios of each round."
)


def race() -> Limits:
    kept = cache(keep_both)
    rows = [
        Limit("an action, the bare disk", partial(microseconds, kept, BARE), "µs", None, "write and fdatasync"),
        Limit("an action, our journal", partial(microseconds, kept, OURS), "µs", None, "saved"),
        Limit("an action", partial(times, kept), "×", MOST_TIMES, "the bare disk's time"),
    ]
    return Limits("Saving to disk", NOTE, tuple(rows))


def keep_both() -> list[tuple[float, float]]:
    """For each round, the seconds for an action on the bare disk and in our journal."""
    lines = entries(a_save())
    with TemporaryDirectory(dir=scratch()) as folder:
        ledger, _ = open_ledger(Path(folder, "journal.db"), lambda: 0.0)
        with ledger.together():
            ledger.begin({**a_save(), "log": []}, {1: "Ann"}, {})
        plain = os.open(Path(folder, "plain.txt"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            return [_a_round(ledger, plain, lines) for _ in range(ROUNDS)]
        finally:
            os.close(plain)
            ledger.close()


def _a_round(ledger: Ledger, plain: int, lines: list[str]) -> tuple[float, float]:
    bare, ours = [], []
    for number in range(WRITES):
        line = lines[number % len(lines)]
        start = time.perf_counter()
        os.write(plain, line.encode() + b"\n")
        os.fdatasync(plain)
        between = time.perf_counter()
        with ledger.together():
            ledger.add(line)
        ours.append(time.perf_counter() - between)
        bare.append(between - start)
    return median(bare), median(ours)


Kept = Callable[[], list[tuple[float, float]]]


def microseconds(kept: Kept, who: int) -> float:
    return 1_000_000 * median(took[who] for took in kept())


def times(kept: Kept) -> float:
    return median(took[OURS] / took[BARE] for took in kept())
