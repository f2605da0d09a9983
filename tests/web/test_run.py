"""`wordtable run` as a process of its own, with pages: a table with wires, one keypad short, and phones to fill in."""

import os
import pty
import select
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from firmware_host.web.app import GOING, WRONG_CODE
from firmware_host.web.server import listen
from tests.service.test_daemon import LIMIT, Listener, console
from tests.web.pages import Page, opened, really

pytestmark = pytest.mark.proof

ELSEWHERE = "table.local"  # as a phone on the network calls it
CODES = {1: "LAMP42", 2: "KIWI77"}


class RunTable:
    """Seat 1 has a grid with a wire, and a keypad that nobody has plugged in; seat 2 is a phone and nothing else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.lights, self._cable = pty.openpty()
        with listen("127.0.0.1", 0) as free:
            self.port = int(free.getsockname()[1])
        (folder / "table.toml").write_text(
            f'[seat.1]\nkeypad = {{ usb = "usb-1" }}\ngrid = {{ port = "{os.ttyname(self._cable)}" }}\n'
            f"[seat.2]\n[private]\ni2c = 99\n[web]\nport = {self.port}\n"
            f'codes = {{ 1 = "{CODES[1]}", 2 = "{CODES[2]}", host = "OWL911" }}\n'
        )

    @asynccontextmanager
    async def runs(self) -> AsyncIterator["Running"]:
        systemd = Listener(self._folder)
        with console(self._folder, self._folder / "table.toml", systemd) as process:
            systemd.waits_for("READY=1")
            async with AsyncExitStack() as stack:
                yield Running(self.port, process, stack)
        systemd.close()

    def unplug(self) -> None:
        os.close(self.lights)
        os.close(self._cable)


class Running:
    """The console at work, and phones to open."""

    def __init__(self, port: int, process: subprocess.Popen[bytes], stack: AsyncExitStack) -> None:
        self.process = process
        self._port = port
        self._stack = stack

    async def phone(self, seat: int, code: str) -> Page:
        page = await opened(self._port, f"seat{seat}", ELSEWHERE)
        self._stack.push_async_callback(page.close)
        await page.until(lambda page: bool(page.messages("refused")))
        await page.send({"code": code})
        return page


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunTable]:
    laid = RunTable(tmp_path)
    yield laid
    laid.unplug()


def test_a_wrong_code_opens_no_seat(table: RunTable) -> None:
    async def evening() -> None:
        async with table.runs() as running:
            stranger = await running.phone(2, CODES[1])
            assert (await stranger.is_shut(), stranger.devices) == (WRONG_CODE, set())

    really(evening())


def test_two_phones_play_where_one_keypad_is_missing_and_one_seat_has_nothing(table: RunTable) -> None:
    async def evening() -> None:
        async with table.runs() as running:
            ann, bob = await running.phone(1, CODES[1]), await running.phone(2, CODES[2])
            await ann.types(1, "ENTER", *"ANN", "ENTER")
            await ann.says("seat1.page", "ANN: captain")
            await bob.types(2, "ENTER", *"BOB", "ENTER")
            await bob.says("seat2.page", "Hello BOB")
            await ann.types(1, "ENTER")
            await bob.says("seat2.page", "New to Party?")  # he has never played it
            assert select.select([table.lights], [], [], LIMIT)[0], "the grid with a wire is never lit"

    really(evening())


def test_phones_are_told_when_it_ends(table: RunTable) -> None:
    async def evening() -> None:
        async with table.runs() as running:
            bob = await running.phone(2, CODES[2])
            await bob.says("seat2.page", "Press a key to join.")
            running.process.terminate()
            assert await bob.is_shut() == GOING
            _, complaints = running.process.communicate(timeout=LIMIT)
            assert (running.process.returncode, b"Traceback" in complaints) == (0, False)

    really(evening())
