"""Key to light: how long a letter takes from its key to its LEDs, compared with a script that only reads and writes."""

from collections.abc import Callable
from functools import cache, partial
from statistics import median, quantiles

from tools.bench.hands import Hands, cores_apart, far_table
from tools.bench.limits import Limit, Limits

TAKES = 40
KEYS_A_SECOND = 10  # at each of six seats
ROUNDS, SECONDS = 12, 2.5
SETTLED = 3.5  # seconds in which boards get their frame again, in case they were reset
MEDIAN, WORST = 2, 5  # times as long as the bare script, at most
BARE, OURS = 0, 1

NOTE = (
    "The time from an input_event written into a keypad's pipe to the last byte of the frame read from its grid's "
    "pty, with six seats and ten keys per second each. Ours is the whole console in a running game: keypads, inbox, "
    "the seat's page, rendering, packing, port. The bare script only reads an event and writes 96 bytes. Both run "
    "on one core. They get the same keys in turn, typed from another core. Shown are the median of twelve rounds, "
    "and the median of the ratios of each round."
)

Figure = Callable[[list[float]], float]
Typed = Callable[[], list[list[list[float]]]]
Rounds = Callable[[int], list[float]]


def race() -> Limits:
    typed = cache(type_at_both)
    rows = []
    for name, figure, most in (("median", median, MEDIAN), ("99 of 100", slowest, WORST)):
        rounds = partial(in_each_round, typed, figure)
        rows += [
            Limit(f"{name}, bare", partial(microseconds, rounds, BARE), "µs", None, "only reads and writes"),
            Limit(f"{name}, ours", partial(microseconds, rounds, OURS), "µs", None, "rendering and diffing included"),
            Limit(name, partial(times, rounds), "×", most, "the bare script's time"),
        ]
    return Limits("Key to light", NOTE, tuple(rows))


def type_at_both() -> list[list[list[float]]]:
    """For each round, how long every letter took with the bare script and with our table."""
    with (
        far_table("tools/bench/bare_table.py") as bare,
        far_table("-m", "tools.bench.lit_table", "game") as ours,
        cores_apart(bare, ours),
    ):
        ours.watch(SETTLED)
        hands = Hands((bare, ours), seed=1)
        return [hands.type(KEYS_A_SECOND, SECONDS) for _ in range(ROUNDS)]


def slowest(took: list[float]) -> float:
    """The time within which 99 of 100 letters are done."""
    return quantiles(took, n=100, method="inclusive")[98]


def in_each_round(typed: Typed, figure: Figure, table: int) -> list[float]:
    return [figure(took[table]) for took in typed()]


def microseconds(rounds: Rounds, table: int) -> float:
    return 1_000_000 * median(rounds(table))


def times(rounds: Rounds) -> float:
    return median(ours / bare for ours, bare in zip(rounds(OURS), rounds(BARE), strict=True))
