"""A board that hangs beside one that does not, on a real loop with a real clock: how long the loop stands still, and
how many frames its neighbour gets, against the same table without it."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles
from typing import Any

import pytest
import serial  # type: ignore[import-untyped]  # pyserial has no types of its own

from hardware.config.settings import SeatSettings, SerialGridSettings, TableSettings
from hardware.errands import AT_ONCE
from hardware.kinds import serial_grid
from hardware.simulated.wire.serial_grid import SerialBoard
from hardware.table import open_table
from tests.hardware.kinds.grid_table import number_of, numbered
from tests.hardware.kinds.test_hanging_board import wait_for_errands

pytestmark = pytest.mark.proof

HANGS_FOR = 1.0  # seconds; cdc-acm waits five for each control message
PLAYS_FOR = 1.0
FRAMES_EVERY, LOOKS_EVERY = 0.02, 0.002
ROUNDS = 2  # with and without in turn, because other programs run beside them


class Seen:
    """What was seen in one run: how late the loop was each time, and which frames were lit."""

    def __init__(self) -> None:
        self.lags: list[float] = []
        self.frames: set[int] = set()


async def plays(table: TableSettings, board: Path) -> Seen:
    loop, seen = asyncio.get_running_loop(), Seen()
    neighbour = SerialBoard(board, loop, reset=0.0)
    opened = open_table(table, loop)
    opened.listen(lambda _heard: None)
    grid = opened.seats[2].grid
    assert grid is not None
    over = loop.time() + PLAYS_FOR
    due, shown = loop.time(), 0
    while loop.time() < over:
        due += LOOKS_EVERY
        await asyncio.sleep(max(0.0, due - loop.time()))  # noqa: TID251  # the kernel's ports are real
        seen.lags.append(loop.time() - due)
        due = max(due, loop.time())
        if loop.time() - (over - PLAYS_FOR) > shown * FRAMES_EVERY:
            shown += 1
            grid.show(numbered(shown))
    opened.close()
    neighbour.unplug()
    seen.frames = {number_of(lit.leds) for lit in neighbour.lit}
    return seen


class Openers:
    """Opening the first seat's port takes as long as the kernel waits for a board that hangs."""

    def __init__(self, hung: str) -> None:
        self._hung = hung
        self._open = serial.Serial
        self.free = threading.Event()

    def open(self, port: str, *arguments: Any, **settings: Any) -> Any:
        if port == self._hung:
            self.free.wait(HANGS_FOR)
        return self._open(port, *arguments, **settings)


def side_by_side(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[float, float]:
    """How much later the loop is for one turn in a hundred, and which share of its frames the neighbour gets."""
    lags: dict[bool, list[float]] = {True: [], False: []}
    frames = {True: 0, False: 0}
    for number in range(2 * ROUNDS):
        hangs = number % 2 == 0
        (here := folder / f"run{number}").mkdir()
        openers = Openers(str(here / "hung"))
        monkeypatch.setattr(serial, "Serial", openers.open)
        monkeypatch.setattr(serial_grid, "AT_ONCE", AT_ONCE)
        good = SeatSettings(grid=SerialGridSettings(port=str(here / "good")))
        bad = {1: SeatSettings(grid=SerialGridSettings(port=str(here / "hung")))} if hangs else {}
        seen = asyncio.run(plays(TableSettings({**bad, 2: good}), here / "good"))
        openers.free.set()
        wait_for_errands()
        monkeypatch.undo()
        lags[hangs] += seen.lags
        frames[hangs] += len(seen.frames)
    late = {hangs: quantiles(lags[hangs], n=100)[98] for hangs in lags}
    still = {hangs: sum(each for each in lags[hangs] if each > FRAMES_EVERY) / (ROUNDS * PLAYS_FOR) for hangs in lags}
    print(
        f"loop late with a hung board: 99th {late[True] * 1000:.1f} ms against {late[False] * 1000:.1f}, stood still "
        f"{still[True]:.1%} of the time against {still[False]:.1%}; frames {frames[True]} against {frames[False]}"
    )
    return still[True] - still[False], frames[True] / frames[False]


def test_a_hung_board_costs_the_loop_and_its_neighbours_next_to_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stands_still, frames = side_by_side(tmp_path, monkeypatch)
    assert stands_still < 0.25  # other programs alone have cost 0.24
    assert frames > 0.8


class OnTheLoop:
    """An errand that whoever asks for it does at once, as it was before."""

    def __init__(self, name: str, work: Callable[[], Any], undo: object = None) -> None:
        del name, undo
        self._result: Any = None
        self._error: Exception | None = None
        try:
            self._result = work()
        except Exception as error:
            self._error = error

    def ended(self, _seconds: float = 0.0) -> bool:
        return True

    def take(self) -> Any:
        if self._error is not None:
            raise self._error
        return self._result

    def forget(self) -> None: ...


def test_a_port_opened_on_the_loop_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.MonkeyPatch.context() as before:
        before.setattr(serial_grid, "Errand", OnTheLoop)
        stands_still, _ = side_by_side(tmp_path, monkeypatch)
    assert stands_still > 0.5
