"""Past evenings: what their pages cost after 1, 100 and 10,000 games, beside reading the same rows with bare SQLite."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from firmware_host.journal.history import Past
from firmware_host.journal.journal import Journal
from firmware_host.texts.language import ENGLISH, language
from firmware_host.web.evenings.pages import Writer
from hardware.clock import VirtualClock
from tools.bench.growth import Growth, Line
from tools.bench.journals import scratch, write_journal

TAKES = 20
SIZES = (1, 100, 10_000)
TRIES = 5

NOTE = (
    "Party games for four, played to the end. A page is looked at for the first time after the console has started "
    "(everything is read and counted), and again later (only what is new is read). Bare SQLite reads the same rows and "
    "does nothing with them. Shown is the median of five tries, with the file in the kernel's cache."
)


def race() -> Growth:
    measured = cache(measure_all)
    names = (
        ("bare SQLite reads the same rows", "the results of all games"),
        ("/evenings for the first time", "reads and counts everything"),
        ("/evenings", "and whenever it is opened later"),
        ("a person's page", "who has played all of these games"),
    )

    def column(place: int) -> Callable[[], list[float]]:
        return lambda: [each[place] for each in measured()]

    lines = tuple(Line(name, "ms", column(place), note) for place, (name, note) in enumerate(names))
    return Growth("Looking back", NOTE, "games", SIZES, lines)


def measure_all() -> list[list[float]]:
    with TemporaryDirectory(dir=scratch()) as folder:
        return [measure(Path(folder, f"{games}.db"), games) for games in SIZES]


def measure(file: Path, games: int) -> list[float]:
    """In milliseconds, in the order of the lines."""
    write_journal(file, games)
    journal = Journal.on_the_spot(file, VirtualClock())
    past, writer = journal.past(), Writer(language(ENGLISH), lambda _word: "")
    name = next(iter(past.chronicle().people))
    tasks: tuple[Callable[[], object], ...] = (
        lambda: read_bare(file),
        lambda: evenings(journal.past(), writer),
        lambda: evenings(past, writer),
        lambda: writer.person(past.chronicle().people[name]),
    )
    milliseconds = [1000 * median(_seconds(task) for _ in range(TRIES)) for task in tasks]
    journal.close()
    return milliseconds


def evenings(past: Past, writer: Writer) -> str:
    return writer.evenings(past.chronicle(), 0)


def read_bare(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return len(database.execute("SELECT number, sealed FROM rows WHERE sealed GLOB '* result *'").fetchall())


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
