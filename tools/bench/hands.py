"""Types on the keypads of a table in another process, and measures how long its grids take to light up."""

import os
import select
import struct
import subprocess
import sys
import time
import tty
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from hardware.config.keymaps import CODES

SEATS = 6
WORD, TAKE_BACK = ("KEY_A", "KEY_B", "KEY_C", "KEY_D", "KEY_E"), "KEY_BACKSPACE"
EVENT = struct.Struct("@LLHHi")
FRAME = 96
PATIENCE = 60.0  # seconds in which a table must have started, even on a busy machine
ROOT = Path(__file__).parents[2]


class Seat:
    """The other ends of one seat's wires."""

    def __init__(self) -> None:
        self.pipe, self._keys = os.pipe()
        self.light, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.light, False)
        self.port = os.ttyname(self._slave)
        self.shown = b""
        self._arrived = b""

    def event(self, name: str, down: bool) -> None:
        seconds, nanoseconds = divmod(time.monotonic_ns(), 1_000_000_000)
        when = (seconds, nanoseconds // 1000)
        os.write(self._keys, EVENT.pack(*when, 1, CODES[name], down) + EVENT.pack(*when, 0, 0, 0))

    def look(self) -> bool:
        """Reads what has arrived, and says whether a new frame is complete."""
        try:
            self._arrived += os.read(self.light, 65536)
        except BlockingIOError:
            return False
        whole = len(self._arrived) // FRAME * FRAME
        frames, self._arrived = self._arrived[:whole], self._arrived[whole:]
        newest = frames[-FRAME:] or self.shown
        changed, self.shown = newest != self.shown, newest
        return changed

    def close(self) -> None:
        for file in (self.pipe, self._keys, self.light, self._slave):
            os.close(file)


class FarTable:
    """A table in its own process, and its seats."""

    def __init__(self, process: "subprocess.Popen[bytes]", seats: Sequence[Seat]) -> None:
        self.process = process
        self.seats = seats

    def wait_until_lit(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not all(seat.shown for seat in self.seats):
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise RuntimeError("the table did not light its grids")
            self._look(0.1)

    def watch(self, seconds: float) -> None:
        """Reads what its grids are sent, for this long."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._look(left)

    def _look(self, seconds: float) -> None:
        select.select([seat.light for seat in self.seats], [], [], seconds)
        for seat in self.seats:
            seat.look()


@contextmanager
def far_table(*command: str, seats: int = SEATS) -> Iterator[FarTable]:
    """A table that runs this Python command; it is given the wires of its seats."""
    with ExitStack() as wires:
        ends = [Seat() for _ in range(seats)]
        for seat in ends:
            wires.callback(seat.close)
        told = [word for seat in ends for word in (str(seat.pipe), seat.port)]
        process = subprocess.Popen(
            [sys.executable, *command, *told], cwd=ROOT, stdin=subprocess.PIPE, pass_fds=[seat.pipe for seat in ends]
        )
        table = FarTable(process, ends)
        try:
            table.wait_until_lit()
            yield table
        finally:
            process.kill()
            process.communicate()


@contextmanager
def cores_apart(*tables: FarTable) -> Iterator[None]:
    """Typing and reading happen on one core and the tables run on another, so that neither waits for the other."""
    ours = os.sched_getaffinity(0)
    if len(ours) > 1:
        mine, theirs = sorted(ours)[:2]
        os.sched_setaffinity(0, {mine})
        for table in tables:
            for thread in Path(f"/proc/{table.process.pid}/task").iterdir():
                os.sched_setaffinity(int(thread.name), {theirs})
    try:
        yield
    finally:
        os.sched_setaffinity(0, ours)


@dataclass(frozen=True, slots=True, order=True)
class Stroke:
    at: float
    table: int
    seat: int
    key: str
    down: bool

    @property
    def lights(self) -> bool:
        """Whether this stroke presses a letter. Deleting changes nothing on a grid while a letter fills it."""
        return self.down and self.key != TAKE_BACK


class Hands:
    """A pair of hands for each seat, typing words at several tables in turn and deleting them again."""

    def __init__(self, tables: Sequence[FarTable], seed: int) -> None:
        self._tables = tables
        self._rng = Random(seed)
        self._poll = select.poll()
        self._place = {}
        for number, table in enumerate(tables):
            for place, seat in enumerate(table.seats):
                self._poll.register(seat.light, select.POLLIN)
                self._place[seat.light] = number, place

    def type(self, keys_a_second: float, seconds: float) -> list[list[float]]:
        """For each table, the seconds from each letter to its light."""
        took: list[list[float]] = [[] for _ in self._tables]
        pressed: dict[tuple[int, int], float] = {}
        strokes = self._plan(keys_a_second, seconds)
        start = time.perf_counter()
        while strokes or pressed:
            left = start + strokes[-1].at - time.perf_counter() if strokes else PATIENCE
            if left <= 0:
                stroke = strokes.pop()
                if stroke.lights:
                    pressed[stroke.table, stroke.seat] = time.perf_counter()
                self._tables[stroke.table].seats[stroke.seat].event(stroke.key, stroke.down)
                continue
            ready = self._poll.poll(left * 1000)
            now = time.perf_counter()
            if not ready and not strokes:
                raise RuntimeError("a letter was never lit")
            for light, _ in ready:
                table, seat = self._place[light]
                if self._tables[table].seats[seat].look() and (table, seat) in pressed:
                    took[table].append(now - pressed.pop((table, seat)))
        return took

    def _plan(self, keys_a_second: float, seconds: float) -> list[Stroke]:
        """Every stroke, the last first: the same at each table, a moment later, as uneven as real typing."""
        strokes = []
        step = 1 / keys_a_second
        for seat in range(len(self._tables[0].seats)):
            phase = self._rng.uniform(0, step)
            for number in range(int(seconds * keys_a_second)):
                key = WORD[number % len(WORD)] if number // len(WORD) % 2 == 0 else TAKE_BACK
                at = phase + number * step + self._rng.uniform(0, step / 4)
                for table in range(len(self._tables)):
                    later = at + table * step / 2 / len(self._tables)
                    strokes.append(Stroke(later, table, seat, key, down=True))
                    strokes.append(Stroke(later + step / 2, table, seat, key, down=False))
        return sorted(strokes, reverse=True)
