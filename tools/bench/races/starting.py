"""Starting: how long the console takes to be ready and its memory, compared with only the hardware libraries."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from statistics import median

from tools.bench.hands import far_table
from tools.bench.limits import Limit, Limits
from tools.bench.services import SETTLED, Service, bare_service, our_service

TAKES = 35
ROUNDS = 7
SEATS = 6
MOST_TIME, MOST_MEMORY = 3, 2  # times as much as the bare libraries

NOTE = (
    "Six seats with real drivers, started as systemd starts them, until the service is ready. For comparison, a "
    "script that only imports evdev, pyudev, pyserial, gpiozero, luma.oled, Pillow, asyncio and sqlite3. Both start "
    "in turn. Shown are the median, and the median of the ratios of each round. Memory is what the kernel counts as "
    "resident, including shared libraries: for the service two seconds later, and for a console in the middle of a "
    "game, with its dictionary loaded."
)


@dataclass(frozen=True, slots=True)
class Start:
    seconds: float
    megabytes: float


def race() -> Limits:
    started = cache(start_both)
    in_a_game = cache(megabytes_in_a_game)
    rows = [
        Limit("to be ready, bare", partial(seconds, started, 0), "s", None, "imports only"),
        Limit("to be ready, ours", partial(seconds, started, 1), "s", None, "six seats, journal open"),
        Limit("to be ready", partial(times, started), "×", MOST_TIME, "the bare libraries' time"),
        Limit("memory, bare", partial(megabytes, started, 0), "MB", None, "imports only"),
        Limit("memory, ours", partial(megabytes, started, 1), "MB", None, "six seats, waiting for players"),
        Limit("memory", partial(times_as_large, started), "×", MOST_MEMORY, "the bare libraries' memory"),
        Limit("memory in a game, ours", in_a_game, "MB", None, "six seats, the dictionary loaded"),
        Limit(
            "memory in a game",
            lambda: in_a_game() / megabytes(started, 0),
            "×",
            MOST_MEMORY,
            "the bare libraries' memory",
        ),
    ]
    return Limits("Starting, and memory", NOTE, tuple(rows))


def start_both() -> list[tuple[Start, Start]]:
    return [(_started(bare_service), _started(partial(our_service, SEATS), settle=True)) for _ in range(ROUNDS)]


def _started(service: Callable[[], object], *, settle: bool = False) -> Start:
    with service() as one:  # type: ignore[attr-defined]  # a context manager, made again for every start
        assert isinstance(one, Service)
        if settle:
            time.sleep(SETTLED)
        return Start(one.seconds, one.megabytes())


def megabytes_in_a_game() -> float:
    with far_table("-m", "tools.bench.lit_table", "game", seats=SEATS) as table:
        table.watch(SETTLED)
        return Service(0, table.process.pid).megabytes()


Started = Callable[[], list[tuple[Start, Start]]]


def seconds(started: Started, who: int) -> float:
    return median(both[who].seconds for both in started())


def megabytes(started: Started, who: int) -> float:
    return median(both[who].megabytes for both in started())


def times(started: Started) -> float:
    return median(ours.seconds / bare.seconds for bare, ours in started())


def times_as_large(started: Started) -> float:
    return megabytes(started, 1) / megabytes(started, 0)
