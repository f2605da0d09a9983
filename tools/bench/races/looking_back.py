"""Past evenings: what their pages cost after 100, 1,000 and 10,000 games, beside reading results with bare SQLite."""

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
SIZES = (100, 1_000, 10_000)
TRIES = 5
RESULTS = "SELECT number, sealed FROM rows WHERE substr(sealed, 5, 4) = 'resu' AND substr(sealed, 5, 4) <> 'entr'"

NOTE = (
    "Games of all three kinds for four, played to the end. A page is looked at first after the console has "
    "started (the sums are read, and what has ended since), and again later (only what is new is read). Bare SQLite "
    "reads the results of all these games and does nothing with them; the page of a person tells about all of them. "
    "Shown is the median of five tries, with the file in the kernel's cache."
)


def race() -> Growth:
    measured = cache(measure_all)
    names = (
        ("bare SQLite reads the results", "of all games, through the journal's index"),
        ("/evenings for the first time", "after the console has started"),
        ("/evenings", "and whenever it is opened later"),
        ("a person's page for the first time", "who has played all of these games"),
        ("a person's page", "and whenever it is opened later"),
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
        lambda: writer.person(journal.past().chronicle().people[name]),
        lambda: writer.person(past.chronicle().people[name]),
    )
    milliseconds = [1000 * median(_seconds(task) for _ in range(TRIES)) for task in tasks]
    journal.close()
    return milliseconds


def evenings(past: Past, writer: Writer) -> str:
    return writer.evenings(past, 0)


def read_bare(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return len(database.execute(RESULTS).fetchall())


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
