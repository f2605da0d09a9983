"""`wordtable play` as somebody starts it: it says where it is, finds a port, and ends with Ctrl-C."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from urllib.request import urlopen

import pytest

from firmware_host.cli import main
from firmware_host.web.invitation import lan_name
from firmware_host.web.play import CODE_LENGTH, has_browser, new_codes
from firmware_host.web.server import PortTakenError, listen
from hardware.config.reading import simulated_table

pytestmark = pytest.mark.proof

ROOT = Path(__file__).parents[2]
LIMIT = 60.0  # real seconds, generous: only a failure comes near it


@contextmanager
def played(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "firmware_host", "play", "--no-browser", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONWARNINGS": "error"},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_it_says_where_it_is() -> None:
    with played("--port", "0") as process:
        address = first_line(process).split()[-1]
        with urlopen(address, timeout=LIMIT) as page:
            assert "wordtable" in page.read().decode()


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_well_when_it_is_asked_to(asked: signal.Signals) -> None:
    with played("--port", "0") as process:
        first_line(process)
        process.send_signal(asked)
        said, complaints = process.communicate(timeout=LIMIT)
        assert (process.returncode, "Good night" in said, complaints) == (0, True, "")


def test_for_a_network_every_phone_is_told_its_code() -> None:
    with played("--port", "0", "--host", "0.0.0.0") as process:
        said = [first_line(process)]
        while "Ctrl-C" not in said[-1]:
            said.append(first_line(process))
        phones = [line for line in said if re.search(r"/seat/\d#[A-Z2-9]{6}$", line.strip())]
        assert len(phones) == len(simulated_table().seats)


def test_codes_are_all_different_and_long_enough() -> None:
    codes = new_codes(simulated_table())
    assert len(set(codes.values())) == len(codes) == 7
    assert {len(code) for code in codes.values()} == {CODE_LENGTH}


def test_a_port_that_is_taken_is_passed_over() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with listen("127.0.0.1", port, tries=20) as other:
            assert other.getsockname()[1] > port


def test_a_port_that_was_asked_for_and_is_taken_is_told() -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(PortTakenError, match="Try another port"):
        listen("127.0.0.1", taken.getsockname()[1])


def test_where_nothing_can_be_served_it_is_played_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    with listen("127.0.0.1", 0) as taken:
        main(["play", "--no-browser", "--port", str(taken.getsockname()[1])])
    assert "Playing in the terminal instead." in capsys.readouterr().err


def test_without_the_web_extra_it_is_played_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "firmware_host.web.play", None)  # as if an import had failed
    monkeypatch.delattr("firmware_host.web.play", raising=False)
    monkeypatch.setattr("sys.stdin", StringIO())
    main(["play"])
    assert "`make play` in the project's folder" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("environment", "platform", "there"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "linux", False),
        ({}, "darwin", True),
        ({"SSH_CONNECTION": "x"}, "darwin", False),
    ],
)
def test_a_browser_is_opened_only_where_there_is_a_screen(
    environment: dict[str, str], platform: str, there: bool
) -> None:
    assert has_browser(environment, platform) is there


@pytest.mark.parametrize(("host", "name"), [("192.0.2.5", "192.0.2.5"), ("2001:db8::1", "[2001:db8::1]")])
def test_phones_are_told_an_address_they_can_open(host: str, name: str) -> None:
    assert lan_name(host) == name


def test_answering_everywhere_is_no_address_to_open() -> None:
    assert lan_name("0.0.0.0") not in ("0.0.0.0", "")


def test_small_messages_are_sent_at_once() -> None:
    """Otherwise the second of two messages about one key waits for the page's receipt of the first, up to 40 ms."""

    async def accepted_without_delay() -> int:
        accepted: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()
        listening = listen("127.0.0.1", 0)
        server = await asyncio.start_server(lambda _, page: accepted.set_result(page), sock=listening)
        _, visitor = await asyncio.open_connection(*listening.getsockname())
        page = await accepted
        undelayed = page.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        for each in (visitor, page):
            each.close()
        server.close()
        return int(undelayed)

    assert asyncio.run(accepted_without_delay())
