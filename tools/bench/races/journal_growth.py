"""A journal that grows: how large it is and how long it takes to open after 1, 100 and 10,000 games."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from firmware_host.console.ledger import open_ledger
from tools.bench.growth import Growth, Line
from tools.bench.journals import a_save, entries, scratch, write_journal

TAKES = 10
SIZES = (1, 100, 10_000)
TRIES = 5

NOTE = (
    "Parties of four to their end, {actions} accepted actions each. To open is what the console does when it starts: "
    "the file is checked whole, and asked for a game that was not finished; the median of five tries, the file being "
    "in the kernel's memory. 10,000 games are one every evening for 27 years."
)


@dataclass(frozen=True, slots=True)
class Weighed:
    megabytes: float
    milliseconds: float


def race() -> Growth:
    weighed = cache(weigh_all)
    lines = (
        Line("size of the file", "MB", lambda: [one.megabytes for one in weighed()], "on the disk"),
        Line("to open it", "ms", lambda: [one.milliseconds for one in weighed()], "checked whole"),
    )
    note = NOTE.format(actions=len(entries(a_save())))
    return Growth("A journal that grows", note, "games", SIZES, lines)


def weigh_all() -> list[Weighed]:
    with TemporaryDirectory(dir=scratch()) as folder:
        return [weigh(Path(folder, f"{games}.db"), games) for games in SIZES]


def weigh(file: Path, games: int) -> Weighed:
    write_journal(file, games)
    return Weighed(file.stat().st_size / 1e6, 1000 * median(_seconds(lambda: open_it(file)) for _ in range(TRIES)))


def open_it(file: Path) -> None:
    ledger, trouble = open_ledger(file, lambda: 0.0)
    assert not trouble, trouble
    assert ledger.unfinished() is None, "every game was finished"
    ledger.close()


def _seconds(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
