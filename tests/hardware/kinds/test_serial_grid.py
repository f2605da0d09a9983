"""LED grids over real ports and sockets: the real drivers, pyserial included, with simulated boards at the far end."""

import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from select import select
from signal import SIGALRM, alarm, signal
from typing import Literal

import pytest
from serial import Serial  # type: ignore[import-untyped]  # pyserial has no types of its own

from firmware_host.texts.language import english
from hardware.config.settings import SAFE_BRIGHTNESS, SerialGridSettings
from hardware.kinds.serial_grid import LOOKS, SerialGrid, adalight, why_no_port
from hardware.ports import DARK
from tests.hardware.kinds.grid_table import GridTable, Seat, frame, number_of, numbered, open_files
from tests.hardware.table_loop import LIMIT

FRAME = 96  # bytes of Adalight


@pytest.fixture
def table(tmp_path: Path) -> Iterator[GridTable]:
    """Whatever happens at this table, it leaves no file and no thread behind."""
    files, threads = open_files(), threading.active_count()
    table = GridTable(tmp_path)
    signal(SIGALRM, lambda *_: pytest.fail("the driver never returned"))
    alarm(int(2 * LIMIT))
    yield table
    alarm(0)
    table.close()
    for thread in threading.enumerate():
        if thread.name.startswith(("look up", "open ", "close ")):
            thread.join(LIMIT)
    assert (open_files(), threading.active_count()) == (files, threads)


@pytest.fixture
def seat(table: GridTable) -> Seat:
    return table.seat()


# ── on USB ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("protocol", ["adalight", "tpm2"])
def test_a_frame_lights_the_leds(table: GridTable, protocol: Literal["adalight", "tpm2"]) -> None:
    seat = table.seat(protocol)
    seat.grid.show(frame((255, 0, 0)))
    table.loop.wait(lambda: bool(seat.board.lit))
    assert seat.board.lit[0].leds == ((SAFE_BRIGHTNESS, 0, 0), *[DARK] * 29)


def test_a_frame_and_nothing_else_is_on_the_wire(seat: Seat) -> None:
    seat.shows(1)
    seat.sees(1)
    assert (seat.board.firmware.ignored, seat.board.firmware.commands) == (0, [])


def test_a_board_that_resets_when_opened_has_its_frame_when_it_wakes_up(table: GridTable) -> None:
    seat = table.seat(reset=2.0)
    table.loop.wait(lambda: seat.board.openings == 1)
    seat.shows(7)
    table.loop.fly(1.9)
    assert seat.numbers == []
    table.loop.fly(0.7)
    seat.sees(7)


def test_a_board_that_chatters_is_listened_to(seat: Seat) -> None:
    """Some boards stop when nobody takes what they say."""
    for number in range(1, 200):
        seat.board.chatter(b"Ada\n" * 100)
        seat.shows(number)
        seat.sees(number)


def test_a_port_that_another_program_uses_is_told_and_taken_when_it_is_free(table: GridTable) -> None:
    board = table.board()
    with Serial(str(board.port), exclusive=True):
        seat = table.seat_with(board)
        table.loop.fly(0.5)
        assert "in use by another program" in table.gone[0]
    seat.shows(3)
    table.loop.fly(2)
    seat.sees(3)


def test_a_grid_pulled_at_the_start_of_the_evening_is_told(table: GridTable) -> None:
    table.seat(pulled=True)
    table.loop.fly(0)
    assert "Is its USB cable plugged in?" in table.gone[0]


def test_a_file_that_is_no_port_is_told(table: GridTable) -> None:
    (table.folder / "notes").write_text("not a port")
    table.grid(SerialGridSettings(port=str(table.folder / "notes")))
    table.loop.fly(0)
    assert "does not behave like a serial port" in table.gone[0]


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (OSError(errno.EACCES, ""), "dialout"),
        (OSError(errno.EBUSY, ""), "fuser -v /dev/serial/by-path/a"),
        (OSError(errno.ENOENT, ""), "wordtable doctor"),
        (ValueError("3 baud"), "115200"),
    ],
    ids=["not allowed", "busy", "missing", "odd speed"],
)
def test_what_is_wrong_with_a_port_comes_with_advice(error: Exception, advice: str) -> None:
    assert advice in english(why_no_port(SerialGridSettings(port="/dev/serial/by-path/a"), error))


# ── unplugged ────────────────────────────────────────────────────────────────────────────────────


def test_a_pulled_board_is_noticed_by_the_next_heartbeat_and_told_in_words(table: GridTable, seat: Seat) -> None:
    seat.shows(1)
    seat.sees(1)
    seat.board.unplug()
    table.loop.fly(1.0)
    assert "was unplugged or lost its power" in table.gone[0]


def test_a_board_is_back_with_its_newest_frame_within_two_seconds_of_being_plugged_in(
    table: GridTable, seat: Seat
) -> None:
    seat.shows(1)
    seat.sees(1)
    seat.board.unplug()
    table.loop.fly(60)
    seat.shows(2)
    seat.board.plug()
    table.loop.fly(2.0)
    seat.sees(2)
    assert (len(table.gone), table.back) == (1, 1)


def test_pulled_at_any_byte_of_a_frame_a_board_comes_back_with_the_newest_one(table: GridTable, seat: Seat) -> None:
    for cut in range(FRAME + 1):
        seat.board.stop_reading()
        seat.shows(2 * cut + 1)
        table.loop.wait(lambda: seat.grid.there)
        arrived = 0
        while arrived < cut:
            assert select([seat.board], [], [], LIMIT)[0]
            arrived += seat.board.read(cut - arrived)
        seat.board.unplug()
        seat.board.firmware.frames.clear()
        seat.shows(2 * cut + 2)
        table.loop.fly(0.05)
        seat.board.plug()
        table.loop.fly(0.2)
        seat.sees(2 * cut + 2)
    assert seat.board.firmware.commands == []
    assert (len(table.gone), table.back) == (FRAME + 1, FRAME + 1)


# ── a port that stops reading ────────────────────────────────────────────────────────────────────


def fill(seat: Seat) -> int:
    """Shows frame after frame until the port takes no more; the number of the last frame."""
    number = 0
    while not seat.stuck:
        assert number < 10_000, "the port takes everything"
        number += 1
        seat.shows(number)
        seat.table.loop.fly(0)
    return number


def test_a_board_that_reads_again_shows_the_newest_frame_and_none_was_cut(seat: Seat) -> None:
    seat.board.stop_reading()
    last = fill(seat)
    for number in range(last + 1, last + 1000):
        seat.shows(number)
    seat.board.read_on()
    seat.sees(last + 999)
    assert seat.numbers == [*range(1, last + 1), last + 999]
    assert seat.board.firmware.ignored == 0


def test_a_board_that_stops_reading_makes_nobody_else_wait(table: GridTable, seat: Seat) -> None:
    seat.board.stop_reading()
    fill(seat)
    other = table.seat()
    for number in range(1, 100):
        seat.shows(1_000_000 - number)
        other.shows(number)
        other.sees(number)


def test_a_board_that_stops_reading_costs_no_time_of_the_loop(table: GridTable, seat: Seat) -> None:
    seat.board.stop_reading()
    fill(seat)
    table.loop.fly(3)  # until it has settled
    assert table.loop.fly(60) <= 61


def test_a_board_pulled_while_its_port_is_full_comes_back(table: GridTable, seat: Seat) -> None:
    seat.board.stop_reading()
    last = fill(seat)
    seat.board.unplug()
    seat.board.plug()
    table.loop.wait(lambda: bool(table.gone))
    table.loop.fly(0.2)
    seat.sees(last)


def test_a_grid_closed_in_the_very_moment_of_a_frame_is_left_dark(table: GridTable) -> None:
    board = table.network_board()
    grid = table.network_grid(*board.address)
    table.loop.fly(0)
    grid.show(numbered(3))
    table.let_go()
    table.loop.wait(lambda: len(board.lit) >= 2)
    assert [number_of(lit.leds) for lit in board.lit] == [3, 0]


def test_a_table_closes_while_a_port_is_full(seat: Seat) -> None:
    seat.board.stop_reading()
    fill(seat)  # and the fixture closes the table, and counts its files


class PortInTheWay:
    """No pty says how many bytes wait in it, so here is a port that does: one number at each look, then the last."""

    def __init__(self, *waiting: int) -> None:
        self._waiting = list(waiting)
        self.thrown_away = False
        self._file = os.open(os.devnull, os.O_RDWR)

    @property
    def out_waiting(self) -> int:
        return self._waiting.pop(0) if len(self._waiting) > 1 else self._waiting[0]

    def fileno(self) -> int:
        return self._file

    def reset_output_buffer(self) -> None:
        self.thrown_away = True

    def close(self) -> None:
        os.close(self._file)


ONE_WRITE = 1280  # that is not done yet, as a ttyACM counts it


@pytest.mark.parametrize(
    ("waiting", "thrown_away", "naps"),
    [
        ((2 * FRAME,), False, 0),
        ((ONE_WRITE, ONE_WRITE, 0), False, 2),
        ((40 * FRAME,), True, LOOKS),
    ],
    ids=["healthy", "healthy, on a port that counts too many", "hanging"],
)
def test_closing_waits_for_the_last_frames_of_a_healthy_board_only(
    monkeypatch: pytest.MonkeyPatch, waiting: tuple[int, ...], thrown_away: bool, naps: int
) -> None:
    port, napped = PortInTheWay(*waiting), list[float]()
    monkeypatch.setattr("serial.Serial", lambda *_args, **_settings: port)
    monkeypatch.setattr("hardware.kinds.serial_grid.sleep", napped.append)
    driver = SerialGrid("seat1.grid", SerialGridSettings())
    driver.open()
    driver.show(numbered(1))
    driver.close()
    assert (port.thrown_away, len(napped)) == (thrown_away, naps)


# ── noise and floods ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("noise", [b"\x00" * 50, b"Ad", b"Ada\x00\x1d", adalight(bytes(90))[:50], b"\xc9\xda\x00\x5a"])
def test_garbage_on_the_wire_costs_two_frames_at_most(table: GridTable, seat: Seat, noise: bytes) -> None:
    seat.shows(1)
    seat.sees(1)
    seat.board.hear(noise)
    table.loop.fly(2.0)
    seat.shows(2)
    seat.sees(2)
    assert seat.board.firmware.commands == []


@pytest.mark.parametrize("lost", [1, 2, 5, 6, 7, 50, 95])
def test_bytes_lost_on_the_wire_are_made_good_by_the_heartbeat(table: GridTable, seat: Seat, lost: int) -> None:
    seat.shows(1)
    seat.sees(1)
    seat.board.lose(lost)
    seat.shows(2)
    table.loop.fly(2.0)
    seat.sees(2)
    assert seat.board.firmware.commands == []


def test_a_flood_of_ten_thousand_frames_ends_with_the_last(table: GridTable, seat: Seat) -> None:
    for number in range(10_000):
        seat.shows(number)
        if number % 10 == 0:
            table.loop.fly(0)
    seat.sees(9_999)
    assert seat.numbers == sorted(seat.numbers)
    assert seat.board.firmware.ignored == 0


# ── an idle table ────────────────────────────────────────────────────────────────────────────────


def test_six_idle_grids_wake_the_loop_once_a_second(table: GridTable) -> None:
    seats = [table.seat() for _ in range(6)]
    for seat in seats:
        seat.shows(5)
        seat.sees(5)
    table.loop.fly(10)
    assert table.loop.fly(30) <= 31


def test_six_idle_grids_are_all_kept_alive(table: GridTable) -> None:
    seats = [table.seat() for _ in range(6)]
    for seat in seats:
        seat.shows(5)
    table.loop.fly(60)
    table.loop.wait(lambda: min(len(seat.numbers) for seat in seats) >= 60)
