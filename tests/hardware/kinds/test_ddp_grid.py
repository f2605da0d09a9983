"""LED grids on the network: the real driver and a board behind a real socket."""

import errno
import json
import os
import threading
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from signal import SIGALRM, alarm, signal
from socket import AI_NUMERICHOST, gaierror
from typing import NoReturn

import pytest

from firmware_host.texts.language import english
from hardware.config.settings import SAFE_BRIGHTNESS
from hardware.kinds.ddp_grid import about_password, length_of_password, why_no_answer, why_no_board
from hardware.ports import DARK
from hardware.simulated.wire.ddp_grid import NetworkBoard
from tests.hardware.kinds.grid_table import GridTable, frame, number_of, numbered, open_files
from tests.hardware.table_loop import LIMIT


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
        if thread.name.startswith("look up"):
            thread.join(LIMIT)
    assert (open_files(), threading.active_count()) == (files, threads)


# ── on the network ───────────────────────────────────────────────────────────────────────────────


def test_a_frame_travels_as_ddp(table: GridTable) -> None:
    board = table.network_board()
    table.network_grid(*board.address).show(frame((255, 0, 0)))
    table.loop.wait(lambda: bool(board.lit))
    assert board.lit[0].leds == ((SAFE_BRIGHTNESS, 0, 0), *[DARK] * 29)


def has_lit(board: NetworkBoard, frames: int) -> bool:
    return len(board.lit) >= frames


def test_packets_are_numbered_from_1_to_15_over_and_over(table: GridTable) -> None:
    board = table.network_board()
    grid = table.network_grid(*board.address)
    for number in range(32):
        grid.show(numbered(number))
        table.loop.wait(partial(has_lit, board, number + 1))
    assert board.sequence == [*range(1, 16), *range(1, 16), 1, 2]
    assert board.refused == []


def test_a_board_found_by_its_name(table: GridTable) -> None:
    board = table.network_board()
    table.network_grid("localhost", board.address[1]).show(numbered(3))
    table.loop.wait(lambda: bool(board.lit))
    assert number_of(board.lit[0].leds) == 3


def test_a_name_that_nobody_has_is_told(table: GridTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.kinds.ddp_grid.addresses", Names(answer=True))
    table.network_grid("nobody.invalid", 4048)
    table.loop.wait(lambda: bool(table.gone))
    assert "no device named nobody.invalid" in table.gone[0]


def test_what_can_be_no_name_is_told_as_a_name_that_nobody_has(table: GridTable) -> None:
    """Python's own refusal, which is no error of the network's."""
    table.network_grid("wled..local", 4048)
    table.loop.wait(lambda: bool(table.gone))
    assert "no device named wled..local" in table.gone[0]


def no_socket(*_kind: object) -> NoReturn:
    raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))


def test_a_kind_of_network_that_is_switched_off_is_told(table: GridTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.socket", no_socket)
    table.network_grid("fd00::50", 4048)
    table.loop.fly(0.1)
    assert "cannot send to fd00::50 (Address family not supported by protocol)" in table.gone[0]


def test_the_doctor_is_told_of_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.socket", no_socket)
    assert "Address family not supported" in english(why_no_board("fd00::50", 0.0))


def test_a_table_closes_while_a_name_is_looked_up(table: GridTable, monkeypatch: pytest.MonkeyPatch) -> None:
    names = Names(answer=False)
    monkeypatch.setattr("hardware.kinds.ddp_grid.addresses", names)
    table.network_grid("nobody.invalid", 4048)
    table.close()
    names.answer.set()  # and the fixture waits for the answer, and counts what is left


class Names:
    """Nobody has any name; the answer comes when it may."""

    def __init__(self, *, answer: bool) -> None:
        self.answer = threading.Event()
        if answer:
            self.answer.set()

    def __call__(self, _host: str, _port: int, flags: int = 0) -> NoReturn:
        if flags != AI_NUMERICHOST:
            self.answer.wait(LIMIT)
        raise gaierror("no such name")


def test_a_board_that_takes_no_ddp_is_told_once(table: GridTable) -> None:
    board = table.network_board()
    board.off()
    table.network_grid(*board.address, trusted_after=4.0).show(numbered(1))
    table.loop.fly(60)
    assert len(table.gone) == 1
    assert "does not accept DDP" in table.gone[0]


def test_a_board_switched_on_again_gets_its_frame_and_is_back_when_it_has_lasted(table: GridTable) -> None:
    board = table.network_board()
    board.off()
    table.network_grid(*board.address, trusted_after=4.0).show(numbered(1))
    table.loop.fly(30)
    board.on()
    table.loop.fly(2)
    assert (number_of(board.lit[-1].leds), table.back) == (1, 0)
    table.loop.fly(4)
    assert table.back == 1


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (errno.ENETUNREACH, "Is the console's Wi-Fi or cable connected?"),
        (errno.EHOSTUNREACH, "Is the board switched on"),
        (errno.ECONNREFUSED, "receive UDP realtime"),
        (errno.EACCES, "firewall"),
        (errno.EINVAL, "Is it the address of a single board?"),
    ],
)
def test_what_is_wrong_with_the_network_comes_with_advice(error: int, advice: str) -> None:
    assert advice in english(why_no_answer("192.168.1.50", OSError(error, "")))


def test_an_address_that_belongs_to_everybody_is_told(table: GridTable) -> None:
    """The real kernel's refusal."""
    table.network_grid("255.255.255.255", 4048).show(numbered(1))
    table.loop.fly(0.1)
    assert "not allowed" in table.gone[0]


# ── the password of its own network ──────────────────────────────────────────────────────────────


class _Wled(BaseHTTPRequestHandler):
    """Answers as WLED does when it is asked for its settings."""

    answer = b""
    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/json/cfg" else 404)
        self.end_headers()
        self.wfile.write(self.answer)

    def log_message(self, *_anything: object) -> None: ...


def asked(answer: bytes, status: int = 200) -> int | None:
    """What a board tells that answers this."""
    board = type("Board", (_Wled,), {"answer": answer, "status": status})
    with HTTPServer(("127.0.0.1", 0), board) as server:
        serving = threading.Thread(target=server.handle_request)
        serving.start()
        try:
            return length_of_password("127.0.0.1", LIMIT, server.server_port)
        finally:
            serving.join(LIMIT)


@pytest.mark.parametrize("length", [0, 8, 21])
def test_a_board_tells_how_long_its_password_is(length: int) -> None:
    assert asked(json.dumps({"id": {"name": "WLED"}, "ap": {"ssid": "WLED-AP", "pskl": length}}).encode()) == length


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (b"", 200),
        (b"<html>", 200),
        (b"[1]", 200),
        (b'{"ap": []}', 200),
        (b'{"ap": {"pskl": "8"}}', 200),
        (b'{"error": 1}', 401),
        (b"[" * 100_000, 200),
    ],
    ids=["nothing", "another page", "a list", "no length", "text", "a PIN", "nested"],
)
def test_whatever_else_answers_is_no_error(answer: bytes, status: int) -> None:
    assert asked(answer, status) is None


def test_a_board_without_a_page_is_no_error() -> None:
    assert length_of_password("127.0.0.1", LIMIT, 1) is None
    assert length_of_password("no host: at all", LIMIT) is None


@pytest.mark.parametrize(
    ("length", "told"),
    [
        (None, "Have you changed its password?"),
        (0, "has no password"),
        (8, "as many characters as WLED's default, wled1234"),
        (12, "was changed"),
    ],
)
def test_doctor_says_what_the_length_means(length: int | None, told: str) -> None:
    assert told in english(about_password(length))
