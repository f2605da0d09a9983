"""An idle table: what a console that nobody touches costs, with six grids that are kept from forgetting."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from tools.bench.hands import FarTable, far_table
from tools.bench.limits import Limit, Limits

SETTLED, SECONDS = 4.0, 15.0
MOST_OF_A_CORE, MOST_WAKE_UPS = 0.5, 5

NOTE = (
    "A whole console in a process of its own, watched for fifteen seconds of real time: six seats, each with a keypad "
    "and a grid that gets its frame once a second. Counted by the kernel: the time that the process ran, and how often "
    "it gave up its core to wait."
)


def race() -> Limits:
    rows = []
    for state, what in (("lobby", "nobody has come yet"), ("game", "everybody thinks")):
        watched = cache(partial(watch, state))
        rows += [
            Limit(f"{state}: processor", partial(share, watched), "%", MOST_OF_A_CORE, f"of a core; {what}"),
            Limit(f"{state}: wake-ups", partial(wake_ups, watched), "/s", MOST_WAKE_UPS, f"of all its threads; {what}"),
        ]
    return Limits("An idle table", NOTE, tuple(rows))


def watch(state: str) -> tuple[float, float]:
    """The seconds that the table ran, and how often it went to sleep."""
    with far_table("-m", "tools.bench.lit_table", state) as table:
        table.watch(SETTLED)
        ran, slept = counts(table)
        table.watch(SECONDS)
        ran_in_the_end, slept_in_the_end = counts(table)
        return ran_in_the_end - ran, slept_in_the_end - slept


def counts(table: FarTable) -> tuple[float, int]:
    ran, slept = 0.0, 0
    for thread in Path(f"/proc/{table.process.pid}/task").iterdir():
        ran += int((thread / "schedstat").read_text().split()[0]) / 1e9
        status = dict(line.split(":", 1) for line in (thread / "status").read_text().splitlines())
        slept += int(status["voluntary_ctxt_switches"])
    return ran, slept


def share(watched: Callable[[], tuple[float, float]]) -> float:
    return 100 * watched()[0] / SECONDS


def wake_ups(watched: Callable[[], tuple[float, float]]) -> float:
    return watched()[1] / SECONDS
