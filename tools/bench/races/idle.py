"""An idle table: what a console that nobody touches costs, with six grids that are kept from forgetting."""

from collections.abc import Callable
from functools import cache, partial

from tools.bench.idling import SECONDS, watch_all
from tools.bench.limits import Limit, Limits

TAKES = 25
SEATS = 6
MOST_OF_A_CORE, MOST_WAKE_UPS = 0.5, 5

NOTE = (
    "A whole console in a process of its own, watched for fifteen seconds of real time: six seats, each with a keypad "
    "and a grid that gets its frame once a second. Counted by the kernel: the time that the process ran, and how often "
    "it gave up its core to wait."
)

Watched = Callable[[], list[tuple[float, float]]]


def race() -> Limits:
    states = {"lobby": "nobody has come yet", "game": "everybody thinks"}
    watched = cache(partial(watch_all, tuple((state, SEATS) for state in states)))
    rows = []
    for place, (state, what) in enumerate(states.items()):
        rows += [
            Limit(f"{state}: processor", partial(share, watched, place), "%", MOST_OF_A_CORE, f"of a core; {what}"),
            Limit(f"{state}: wake-ups", partial(wake_ups, watched, place), "/s", MOST_WAKE_UPS, f"all threads; {what}"),
        ]
    return Limits("An idle table", NOTE, tuple(rows))


def share(watched: Watched, place: int) -> float:
    return 100 * watched()[place][0] / SECONDS


def wake_ups(watched: Watched, place: int) -> float:
    return watched()[place][1] / SECONDS
