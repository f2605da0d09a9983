"""More seats: what keys, pages, starting, memory, waiting and evenings cost at 2, 4, 6, 12 and 24 seats."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from firmware_host.dictionaries import load
from firmware_host.games.shared.table import apply
from firmware_host.journal.opening import open_ledger
from firmware_host.simulator.evening import SimulatedEvening
from hardware.ports import ENTER
from tools.bench.growth import Growth, Line
from tools.bench.hands import FarTable, Hands, cores_apart, far_table
from tools.bench.idling import SECONDS, SETTLED, counts, watch_together
from tools.bench.lit_table import a_game
from tools.bench.races import evenings, key_to_page
from tools.bench.random_play import play as play_at_random
from tools.bench.services import Service

TAKES = 105
SIZES = (2, 4, 6, 12, 24)
STARTS, ROUNDS, TRIES = 3, 3, 3
KEYS_A_SECOND, TYPED_FOR = 24, 2.0  # at the whole table
KEYS_TO_PAGES, PAGE_PACE = 30, 0.1  # seconds between them: a page takes a limited number of frames per second
WORDS = ("SMILE", "CRANE")

NOTE = (
    "The party game, which any number can play (wqrdles allows six). Keys, start, memory and wake-ups are measured "
    "with a whole console in its own process, in a game, with real drivers on pipes and ptys, and 24 keys per "
    "second at the whole table. Pages are those of `wordtable play`, one for each seat. The evening is simulated: "
    "everybody types two words, one after the other. Shown are medians. The sizes are measured in turn, round after "
    "round."
)


def race() -> Growth:
    real = cache(measure_consoles)
    lines = (
        Line("key to light", "µs", lambda: real()["light"], "median"),
        Line("a key", "µs", lambda: real()["work"], "processor time, with everything that follows"),
        Line("key to page", "ms", key_to_own_page, "median, on the page of the seat"),
        Line("start to light", "s", lambda: real()["start"], "until every grid is lit"),
        Line("memory", "MB", lambda: real()["memory"], "resident, in a game"),
        Line("idle wake-ups", "/s", lambda: real()["wake-ups"], "of all threads"),
        Line("a virtual second", "ms", virtual_seconds, "processor time, drawing every display"),
        Line("an action", "µs", actions, "in the rules, with as many players as seats"),
    )
    return Growth("Many seats at the table", NOTE, "seats", SIZES, lines)


# ── consoles in processes of their own ───────────────────────────────────────────────────────────


def measure_consoles() -> dict[str, list[float]]:
    """Opens all sizes at the same time. Nobody types at one while another is measured."""
    starts: list[list[float]] = [[] for _ in SIZES]
    for _ in range(STARTS - 1):
        for place, seats in enumerate(SIZES):
            with ExitStack() as stack:
                starts[place].append(_start(stack, seats)[1])
    with ExitStack() as stack:
        tables = []
        for place, seats in enumerate(SIZES):
            table, seconds = _start(stack, seats)
            tables.append(table)
            starts[place].append(seconds)
        watch_together(tables, SETTLED)
        before = [counts(table)[1] for table in tables]
        watch_together(tables, SECONDS)
        woken = [(counts(table)[1] - slept) / SECONDS for table, slept in zip(tables, before, strict=True)]
        return {
            "start": [median(seconds) for seconds in starts],
            "wake-ups": woken,
            "memory": [Service(0, table.process.pid).megabytes() for table in tables],
            **_typed(tables),
        }


def _start(stack: ExitStack, seats: int) -> tuple[FarTable, float]:
    begun = time.perf_counter()
    table = stack.enter_context(far_table("-m", "tools.bench.lit_table", "game", seats=seats))
    return table, time.perf_counter() - begun


def _typed(tables: Sequence[FarTable]) -> dict[str, list[float]]:
    """What a letter takes at each table, in real time and in processor time."""
    light: list[list[float]] = [[] for _ in tables]
    work: list[list[float]] = [[] for _ in tables]
    with cores_apart(*tables):
        for number in range(ROUNDS):
            for place, table in enumerate(tables):
                hands, ran = Hands((table,), seed=number), counts(table)[0]
                [letters] = hands.type(KEYS_A_SECOND / len(table.seats), TYPED_FOR)
                light[place].append(median(letters))
                work[place].append((counts(table)[0] - ran) / len(letters) / 2)  # each letter is deleted again, too
                watch_together(tables, 0.01)  # a port that nobody reads would fill up
    return {
        "light": [1_000_000 * median(rounds) for rounds in light],
        "work": [1_000_000 * median(rounds) for rounds in work],
    }


# ── pages ────────────────────────────────────────────────────────────────────────────────────────


def key_to_own_page() -> list[float]:
    return [1000 * asyncio.run(_own_page(seats)) for seats in SIZES]


async def _own_page(seats: int) -> float:
    with TemporaryDirectory() as folder:
        config = Path(folder, "table.toml")
        config.write_text("simulated = true\n[private]\n" + "".join(map(SIMULATED_SEAT.format, range(1, seats + 1))))
        command = [*key_to_page.PLAY, "--config", str(config)]
        async with key_to_page.open_pages(command, *key_to_page.OUR_PAGES, seats=seats, watchers=1) as pages:
            for place in range(seats - 1):
                await pages.letter(place, ENTER)
            took = []
            for number in range(KEYS_TO_PAGES):
                key = "DELETE" if number // (seats - 1) % 2 else "A"
                took.append(await pages.letter(number % (seats - 1), key))
                await asyncio.sleep(PAGE_PACE)
            return median(took)


SIMULATED_SEAT = """
[seat.{}]
hooded = true
keypad = {{ usb = "simulated" }}
grid = {{ port = "simulated" }}
panel = {{}}
"""


# ── virtual time, and the rules ──────────────────────────────────────────────────────────────────


def virtual_seconds() -> list[float]:
    """Milliseconds of processor time for a second of an evening."""
    rounds = [[_evening(seats) for seats in SIZES] for _ in range(TRIES)]
    return [median(tries) for tries in zip(*rounds, strict=True)]


def _evening(seats: int) -> float:
    with TemporaryDirectory() as folder:
        journal = Path(folder, "journal.db")
        names = tuple(f"Ann {seat}" for seat in range(1, seats + 1))
        ledger, _ = open_ledger(journal, lambda: 0.0)
        with ledger.together():
            ledger.begin(a_game(names), dict(enumerate(names, 1)), {})
        ledger.close()
        evening = SimulatedEvening(evenings.full_table(seats), journal)
        evening.keys(1, ENTER)  # the captain continues the game
        lines: list[dict[str, object]] = [
            {"seat": seat, "keys": f"{word} ENTER"} for word in WORDS for seat in range(1, seats + 1)
        ]
        start, began = time.process_time(), evening.clock.time()
        evenings.play(evening, lines)
        took = time.process_time() - start
        virtual = evening.clock.time() - began
        evening.close()
        return 1000 * took / virtual


def actions() -> list[float]:
    """Microseconds for an action of the party game."""
    words = load("en")
    games = [play_at_random("party", words, 1, tuple(f"Ann {seat}" for seat in range(seats))) for seats in SIZES]
    rounds = []
    for _ in range(TRIES):
        took = []
        for evening in games:
            game, start = evening.begun, time.process_time()
            for action in evening.actions:
                game, _ = apply(game, action)
            took.append(1_000_000 * (time.process_time() - start) / len(evening.actions))
        rounds.append(took)
    return [median(tries) for tries in zip(*rounds, strict=True)]
