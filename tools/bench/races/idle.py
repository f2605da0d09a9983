"""An idle table: what a console costs that nobody touches, with six grids that need a frame once per second."""

from collections.abc import Callable
from functools import cache, partial

from tools.bench.idling import SECONDS, watch_all
from tools.bench.limits import Limit, Limits

TAKES = 25
SEATS = 6
MOST_OF_A_CORE, MOST_WAKE_UPS = 0.5, 5

NOTE = (
    "A whole console in its own process, observed for fifteen seconds of real time. It has six seats, each with a "
    "keypad and a grid that gets its frame once per second. The kernel counts how long the process ran, and how "
    "often it gave up its core to wait."
)

Watched = Callable[[], list[tuple[float, float]]]


def race() -> Limits:
    states = {"lobby": "nobody has joined yet", "game": "everybody is thinking"}
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
