"""Many games in the journal: its size and the time to open it after 1, 100 and 10,000 games."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from firmware_host.journal.opening import open_ledger
from tools.bench.growth import Growth, Line
from tools.bench.journals import a_save, entries, scratch, write_journal

TAKES = 10
SIZES = (1, 100, 10_000)
TRIES = 5

NOTE = (
    "Games for four, played to the end, a party with {actions} accepted actions. Opening is what the console does when "
    "it starts: it checks what it needs and looks for an unfinished game. A file of up to 256 kB is checked whole; the "
    "old part of a longer one is checked while the evening goes on. Shown is the median of five tries, with the file "
    "in the kernel's cache. 10,000 games are one game every evening for 27 years."
)


@dataclass(frozen=True, slots=True)
class Weighed:
    megabytes: float
    milliseconds: float


def race() -> Growth:
    weighed = cache(weigh_all)
    lines = (
        Line("size of the file", "MB", lambda: [one.megabytes for one in weighed()], "on disk"),
        Line("to open it", "ms", lambda: [one.milliseconds for one in weighed()], "checking the newest part"),
    )
    note = NOTE.format(actions=len(entries(a_save())))
    return Growth("Many games in the journal", note, "games", SIZES, lines)


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
