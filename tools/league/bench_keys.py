"""What a league costs at the table itself: from a key to the last frame that it changes, and all the work of that key.

Four tables play the same evening in turn, in one process and in virtual time: two without a league (the second shows
how much is chance), one in a league, and one whose broker does not answer. A fifth plays each key before them and is
not counted: whoever is first draws what all others find drawn. The journal is in memory, and what is counted is
processor time: a disk takes as long with a league as without one. Only ratios within one run mean anything.
"""

import gc
import json
from collections.abc import Callable, Sequence
from functools import partial
from operator import methodcaller
from random import Random
from statistics import median, quantiles
from time import thread_time

from firmware_host import dictionaries
from firmware_host.console.console import Console
from firmware_host.console.settings import EveningSettings
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.league.process import encoded
from firmware_host.league.teller import Teller
from firmware_host.league.topics import Message
from hardware.clock import VirtualClock
from hardware.config.settings import (
    I2cPanelSettings,
    KeypadSettings,
    LeagueSettings,
    SeatSettings,
    SerialGridSettings,
    TableSettings,
)
from hardware.ports import ENTER, SPACE, GridFrame, PanelFrame
from hardware.simulated.table import Happening, SimulatedTable

SEATS = 4
ROUNDS = 100
WORD = "HOUSE"
PLAYING = ("secret", "guessing")
KINDS = ("letter", "ENTER", "last ENTER")  # of keys: the last one of a round also writes what the league is to be told
GUESSES = ("TRAIN", "CLIMB", "POUND", "MOUSE")
SOON = 0.01  # seconds, in which the league is told
PATIENT = 4.0  # seconds: longer than anybody needs to notice what has changed
TABLES = {"first": None, "without": None, "control": None, "with": True, "silent": False}
LEAGUE = LeagueSettings("mqtt://127.0.0.1", "club", "table-1")


class Stopwatch(list[Happening]):
    """Remembers when the last frame was shown."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self.now = now
        self.last = 0.0

    def append(self, happening: Happening) -> None:
        if isinstance(happening.what, PanelFrame | GridFrame):
            self.last = self.now()


class Table:
    """`up` says whether the broker answers; None for a table without a league. `now` tells how much was done so far."""

    def __init__(self, up: bool | None, now: Callable[[], float] = thread_time) -> None:
        seat = SeatSettings(KeypadSettings(usb="a"), SerialGridSettings(), I2cPanelSettings(), hooded=True)
        table = TableSettings(
            dict.fromkeys(range(1, SEATS + 1), seat),
            simulated=True,
            private=I2cPanelSettings(),
            public=I2cPanelSettings(),
        )
        self.clock = VirtualClock()
        self.table = SimulatedTable(table, self.clock)
        self.watch = Stopwatch(now)
        self.table.happenings = self.watch
        journal = Journal.on_the_spot(MEMORY, self.clock)
        self.bytes = self.messages = 0
        self.teller = None if up is None else Teller(LEAGUE, self.clock, journal, self._send)
        self.console = Console(
            self.table, self.clock, journal, dictionaries.load, EveningSettings(1), onlooker=self.teller
        )
        if self.teller is not None:
            self.teller.follow(self.console.words, self.console.report)
            self.teller.up(bool(up))
        self.console.start()
        self.clock.settle()
        self.light: dict[str, list[float]] = {kind: [] for kind in KINDS}
        self.work: dict[str, list[float]] = {kind: [] for kind in KINDS}

    def _send(self, message: Message) -> None:
        """To a league that takes every result at once."""
        self.bytes += len(encoded(message))
        self.messages += 1
        if message.topic.endswith("/result") and self.teller is not None:
            taken = json.dumps({"keys": [json.loads(message.payload)["key"]], "new": []})
            self.clock.call_later(1.0, partial(self.teller.heard, message.topic.replace("/result", "/taken"), taken))

    def press(self, seat: int, key: str) -> None:
        began = self.watch.now()
        self.table.keypads[seat].tap(key)
        self.clock.settle()
        lit = self.watch.last
        self.clock.advance(SOON)
        ended = self.watch.now()
        kind = "letter" if key != ENTER else "ENTER" if self.console.snapshot().phase in PLAYING else "last ENTER"
        self.work[kind].append(ended - began)
        self.light[kind].append(lit - began)
        self.clock.advance(0.2)

    def types(self, seat: int, word: str) -> None:
        self.clock.advance(PATIENT)
        for key in (*word, ENTER):
            self.press(seat, key)

    def joins(self) -> None:
        for seat in range(1, SEATS + 1):
            self.press(seat, SPACE)
            self.types(seat, "ABCD"[seat - 1])
        self.clock.advance(PATIENT)
        self.press(1, ENTER)

    def goes_on(self) -> None:
        """Whatever lies between two rounds: results to be read, and at the end of a game the lobby."""
        for _ in range(8):
            phase = self.console.snapshot().phase
            if phase in PLAYING:
                return
            self.clock.advance(PATIENT)
            self.table.keypads[1].tap(ENTER)
            self.clock.settle()

    def forgets(self) -> None:
        self.bytes = self.messages = 0
        for times in (*self.light.values(), *self.work.values()):
            times.clear()


def plays_a_round(tables: Sequence[Table], rng: Random) -> None:
    """Everybody guesses; each word is typed at one table after the other, so that all have the same weather."""

    def all_do(do: Callable[[Table], None]) -> None:
        first, *others = tables
        for table in (first, *rng.sample(others, len(others))):
            do(table)

    all_do(Table.goes_on)
    host = next((seat for seat in range(1, SEATS + 1) if _hides(tables[0], seat)), 1)
    all_do(lambda table: table.table.keypads[host].tap(ENTER))
    all_do(lambda table: table.clock.advance(PATIENT))
    all_do(lambda table: table.types(host, WORD))
    guessers = [seat for seat in range(1, SEATS + 1) if seat != host]
    for guess in (*GUESSES, WORD):
        for seat in guessers:
            all_do(methodcaller("types", seat, guess))


def _hides(table: Table, seat: int) -> bool:
    view = table.console.snapshot().views.get("ABCD"[seat - 1])
    return view is not None and "secret" in view.table.actions


def measure() -> dict[str, object]:
    opened = {name: Table(up) for name, up in TABLES.items()}
    for table in opened.values():
        table.joins()
    rng = Random("keys")
    plays_a_round(list(opened.values()), rng)
    for table in opened.values():
        table.forgets()
    gc.disable()
    for _ in range(ROUNDS):
        plays_a_round(list(opened.values()), rng)
        gc.collect()
    gc.enable()
    told: dict[str, object] = {kind: _compared(opened, kind) for kind in KINDS}
    told["all keys"] = {name: round(_light(table) / _light(opened["without"]), 4) for name, table in opened.items()}
    told["messages_a_round"] = opened["with"].messages / ROUNDS
    told["bytes_a_round"] = round(opened["with"].bytes / ROUNDS)
    return told


def _light(table: Table) -> float:
    """Seconds from all keys to the last frames that they changed."""
    return sum(sum(times) for times in table.light.values())


def _compared(tables: dict[str, Table], kind: str) -> dict[str, object]:
    bare = tables["without"]
    told: dict[str, object] = {
        "keys": len(bare.light[kind]),
        "light_without_us": round(1e6 * median(bare.light[kind]), 1),
        "work_without_us": round(1e6 * median(bare.work[kind]), 1),
    }
    for name in ("control", "with", "silent"):
        for what in ("light", "work"):
            mine, theirs = getattr(tables[name], what)[kind], getattr(bare, what)[kind]
            pairs = [one / other for one, other in zip(mine, theirs, strict=True)]
            told[f"{what}_{name}"] = round(median(pairs), 4)
            told[f"{what}_{name}_p99"] = round(quantiles(mine, n=100)[98] / quantiles(theirs, n=100)[98], 3)
    return told
