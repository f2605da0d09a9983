"""A board that enumerates and then hangs: the kernel keeps whoever opens its port waiting. Nobody else notices."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial  # type: ignore[import-untyped]  # pyserial has no types of its own

from hardware.kinds import serial_grid
from hardware.kinds.serial_grid import SerialGrid
from hardware.ports import DeviceLost
from tests.hardware.kinds.grid_table import GridTable, Seat, open_files
from tests.hardware.table_loop import LIMIT


class HangingPorts:
    """Opening one of these ports takes until they are let go. All others open as they do."""

    def __init__(self) -> None:
        self.ports: set[str] = set()
        self.attempts = 0
        self._free = threading.Event()
        self._open = serial.Serial

    def open(self, port: str, *arguments: object, **settings: object) -> object:
        if port in self.ports:
            self.attempts += 1
            assert self._free.wait(LIMIT), "nobody let it go"
        return self._open(port, *arguments, **settings)

    def let_go(self) -> None:
        self._free.set()


def errands() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith(("open ", "close ", "errand"))]


def wait_for_errands() -> None:
    for thread in errands():
        thread.join(LIMIT)


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[HangingPorts]:
    ports = HangingPorts()
    monkeypatch.setattr("serial.Serial", ports.open)
    monkeypatch.setattr(serial_grid, "AT_ONCE", 0.001)
    yield ports
    ports.let_go()
    wait_for_errands()


@pytest.fixture
def table(tmp_path: Path, hanging: HangingPorts) -> Iterator[GridTable]:
    files = open_files()
    table = GridTable(tmp_path)
    yield table
    hanging.let_go()
    table.close()
    wait_for_errands()
    assert open_files() == files


def hung_seat(table: GridTable, hanging: HangingPorts) -> Seat:
    board = table.board()
    hanging.ports.add(str(board.port))
    return table.seat_with(board)


def frames_of_a_neighbour(seat: Seat) -> int:
    """How many frames of a hundred are lit, one after the other."""
    for number in range(1, 101):
        seat.shows(number)
        seat.sees(number)
    return len(set(seat.numbers))


def test_a_neighbour_sees_as_many_frames_as_without_it(table: GridTable, hanging: HangingPorts) -> None:
    hung_seat(table, hanging)
    assert frames_of_a_neighbour(table.seat()) == 100


def test_it_is_told_with_a_next_step(table: GridTable, hanging: HangingPorts) -> None:
    hung_seat(table, hanging)
    table.loop.fly(1)
    assert "does not answer. Unplug it, wait a moment, and plug it in again." in table.gone[0]


def test_it_is_told_once_and_there_is_one_attempt_at_a_time(table: GridTable, hanging: HangingPorts) -> None:
    hung_seat(table, hanging)
    table.loop.fly(1)
    for _ in range(20):
        table.loop.fly(2)
    assert (len(table.gone), hanging.attempts) == (1, 1)


def test_it_is_lit_when_it_answers_at_last(table: GridTable, hanging: HangingPorts) -> None:
    seat = hung_seat(table, hanging)
    table.loop.fly(1)
    seat.shows(7)
    hanging.let_go()
    wait_for_errands()
    table.loop.fly(2)
    seat.sees(7)
    assert (table.back, hanging.attempts) == (1, 1)


def test_a_port_that_opens_after_the_table_has_closed_closes_itself(table: GridTable, hanging: HangingPorts) -> None:
    hung_seat(table, hanging)
    table.loop.fly(1)
    table.let_go()
    before = open_files()
    hanging.let_go()
    wait_for_errands()
    assert open_files() <= before


def test_closing_a_port_that_hangs_makes_nobody_wait(table: GridTable, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = table.seat()
    seat.shows(1)
    seat.sees(1)
    free = threading.Event()
    close = serial_grid.close_port

    def hangs(*arguments: object) -> None:
        assert free.wait(LIMIT), "nobody let it go"
        close(*arguments)  # type: ignore[arg-type]  # passed through

    monkeypatch.setattr(serial_grid, "close_port", hangs)
    table.let_go()
    assert len(errands()) == 1
    free.set()


def test_doctor_tells_it_and_goes_on(table: GridTable, hanging: HangingPorts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_grid, "HANGS_AFTER", 0.01)
    board = table.board()
    hanging.ports.add(str(board.port))
    driver = SerialGrid("seat1.grid", serial_grid.SerialGridSettings(port=str(board.port)))
    with pytest.raises(DeviceLost):
        serial_grid.open_and_wait(driver)
    driver.close()
