"""The journal: what keeping one action costs beside the bare disk, which must be waited for in any case."""

import os
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from firmware_host.console.ledger import Ledger, open_ledger
from tools.bench.journals import a_save, entries, scratch
from tools.bench.limits import Limit, Limits

TAKES = 5
ROUNDS, WRITES = 15, 40
MOST_TIMES = 4
BARE, OURS = 0, 1

NOTE = (
    "From an action's entry in hand to the moment when it is safe: SQLite, one transaction for each action, every "
    "commit waited for. The bare disk takes as many bytes of plain text at the end of a file, and fdatasync. Both "
    "write into one folder, in turn; the median of all, and the ratio round by round."
)


def race() -> Limits:
    kept = cache(keep_both)
    rows = [
        Limit("an action, the bare disk", partial(microseconds, kept, BARE), "µs", None, "write and fdatasync"),
        Limit("an action, our journal", partial(microseconds, kept, OURS), "µs", None, "kept for good"),
        Limit("an action", partial(times, kept), "×", MOST_TIMES, "as long as the bare disk"),
    ]
    return Limits("The journal on its disk", NOTE, tuple(rows))


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
