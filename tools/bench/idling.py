"""Idle tables, observed side by side: how long each ran, and how often it woke up."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

from tools.bench.hands import FarTable, far_table

SETTLED, SECONDS = 4.0, 15.0


def watch_all(tables: Sequence[tuple[str, int]]) -> list[tuple[float, float]]:
    """For each table with this state and number of seats: how many seconds it ran, and how often it went to sleep."""
    with ExitStack() as stack:
        open_tables = [
            stack.enter_context(far_table("-m", "tools.bench.lit_table", state, seats=seats)) for state, seats in tables
        ]
        watch_together(open_tables, SETTLED)
        before = [counts(table) for table in open_tables]
        watch_together(open_tables, SECONDS)
        after = [counts(table) for table in open_tables]
    return [(ran - ran0, slept - slept0) for (ran, slept), (ran0, slept0) in zip(after, before, strict=True)]


def watch_together(tables: Sequence[FarTable], seconds: float) -> None:
    """Reads what every table sends to its grids, because otherwise the ports fill up."""
    eyes = [Thread(target=table.watch, args=(seconds,)) for table in tables]
    for one in eyes:
        one.start()
    for one in eyes:
        one.join()


def counts(table: FarTable) -> tuple[float, int]:
    ran, slept = 0.0, 0
    for thread in Path(f"/proc/{table.process.pid}/task").iterdir():
        ran += int((thread / "schedstat").read_text().split()[0]) / 1e9
        status = dict(line.split(":", 1) for line in (thread / "status").read_text().splitlines())
        slept += int(status["voluntary_ctxt_switches"])
    return ran, slept
