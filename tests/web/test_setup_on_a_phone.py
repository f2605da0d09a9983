"""Setting up a table with a phone: the same interview over a real socket, with keypads and panels made of pipes."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from firmware_host.drawing import patterns
from firmware_host.texts.language import language
from firmware_host.web.app import NOT_YOURS, TOO_MUCH, WRONG_CODE
from firmware_host.web.server import WebServer, listen
from firmware_host.web.setup.pages import SetupPages
from firmware_host.web.setup.phone import PhoneSetup, Place
from hardware.config.reading import read_table
from hardware.config.settings import I2cPanelSettings, KeypadSettings
from hardware.ports import Network, Pairing
from hardware.simulated.wire.oled import Ssd1306
from tests.hardware.kinds.keypad.keypad_table import SOCKET_1, SOCKET_2
from tests.hardware.workbench.pi import NUMBER_PAD, FolderPi
from tests.support.evening import Evening
from tests.support.night import Night
from tests.web.pages import LIMIT, OUTSIDE, really

TRIES = 30  # more than anybody has


class Phone:
    """A page's end of its socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.told: dict[str, Any] = {}
        self.all_told: list[str] = []

    @property
    def offered(self) -> list[str]:
        return [choice["say"] for choice in self.told.get("choices", ())]

    async def until(self, said: str) -> None:
        await self._hears(lambda: said in "\n".join(self.told.get("lines", ())) and bool(self.told))

    async def until_told(self, words: str) -> None:
        """Anywhere on the page."""
        await self._hears(lambda: words in json.dumps(self.told))

    async def until_offered(self, label: str) -> None:
        await self._hears(lambda: label in self.offered)

    async def _hears(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT):
            while not true():
                self.all_told.append(str(await self._socket.recv()))
                self.told = json.loads(self.all_told[-1])

    async def types(self, line: str) -> None:
        await self._socket.send(json.dumps({"answer": line}))

    async def sends(self, odd: str | bytes) -> None:
        await self._socket.send(odd)

    async def taps(self, label: str) -> None:
        (line,) = (choice["line"] for choice in self.told["choices"] if choice["say"] == label)
        await self._socket.send(json.dumps({"answer": line}))

    async def is_asked_for_a_code(self) -> None:
        assert json.loads(await self._socket.recv())["code"]

    async def gives(self, code: str) -> None:
        await self.is_asked_for_a_code()
        await self._socket.send(json.dumps({"code": code}))

    async def closed(self) -> int | None:
        async with asyncio.timeout(LIMIT):
            await self._socket.wait_closed()
        return self._socket.close_code


class Room:
    """A Pi, somebody's phone, and a page between them."""

    def __init__(self, pi: FolderPi, setup: PhoneSetup, server: WebServer, paper: io.StringIO) -> None:
        self.pi = pi
        self.setup = setup
        self.paper = paper
        self._port = server.port

    @asynccontextmanager
    async def phone(self, name: str = "localhost", page: str = "setup") -> AsyncIterator[Phone]:
        host = f"{name}:{self._port}"
        url = f"ws://{host}/live/{page}"
        async with connect(url, host="127.0.0.1", port=self._port, origin=f"http://{host}") as socket:  # type: ignore[arg-type]
            yield Phone(socket)


@asynccontextmanager
async def room(folder: Path, network: Network | None = None, pairing: Pairing | None = None) -> AsyncIterator[Room]:
    pi, paper = FolderPi(folder), io.StringIO()
    setup = PhoneSetup(pi.machine, Place(folder / "table.toml"), patterns, paper, language("en"), network, pairing)
    server = WebServer(partial(SetupPages, setup.session), listen("127.0.0.1", 0), OUTSIDE)
    try:
        yield Room(pi, setup, server, paper)
    finally:
        await server.close()
        setup.close()
        for node in pi.nodes.present():
            pi.nodes.unplug(node.path)


async def seen(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(LIMIT):
        while not true():
            await asyncio.sleep(0.01)  # noqa: TID251  # a thread draws on the panel


def test_a_whole_table_is_set_up_with_a_phone(tmp_path: Path) -> None:
    async def evening() -> None:
        async with room(tmp_path) as here:
            first = here.pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
            second = here.pi.plug(5, f"{SOCKET_2}/input0", keys=NUMBER_PAD)
            chip = Ssd1306()
            here.pi.switch_i2c_on().solder(chip, 1)
            with here.pi.i2c.fitted():
                here.setup.begin("http://wordtable.local:8377")
                await seen(lambda: chip.on)  # it shows the address and the code
                async with here.phone() as phone:
                    await phone.until("Seat 1: press any key")
                    first.tap("KEY_KP1", 1.0)
                    await phone.until("Seat 2: press any key")
                    second.tap("KEY_KP1", 2.0)
                    await phone.until("A panel now shows 1")
                    await phone.taps("It belongs to no seat")
                    await phone.until("Is it the private screen")
                    await phone.taps("The private screen")
                    await phone.until("Can you read the 1")
                    await phone.taps("Yes")
                    await phone.until("Enter writes this to")
                    await phone.taps("Write it")
                    await phone.until("Written to")
        table = read_table((tmp_path / "table.toml").read_text() + "\n[web]\n")
        assert (table.seats[1].keypad, table.private) == (
            KeypadSettings(usb=SOCKET_1, keys="numeric"),
            I2cPanelSettings(),
        )

    really(evening())


def test_the_page_shows_what_the_doctor_sees(tmp_path: Path) -> None:
    async def evening() -> None:
        async with room(tmp_path) as here:
            here.pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
            here.setup.begin("http://wordtable.local:8377")
            async with here.phone() as phone:
                await phone.until("Seat 1: press any key")
                assert {"computer", "config"} <= {finding["device"] for finding in phone.told["findings"]}

    really(evening())


def test_without_a_keypad_it_can_be_started_again(tmp_path: Path) -> None:
    async def evening() -> None:
        async with room(tmp_path) as here:
            here.setup.begin("http://wordtable.local:8377")
            async with here.phone() as phone:
                await phone.until("No keypad found.")
                here.pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
                await phone.taps("Start again")
                await phone.until("Seat 1: press any key")

    really(evening())


def test_stopping_writes_nothing_and_can_be_taken_back(tmp_path: Path) -> None:
    async def evening() -> None:
        async with room(tmp_path) as here:
            here.pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
            here.setup.begin("http://wordtable.local:8377")
            async with here.phone() as phone:
                await phone.until("Seat 1: press any key")
                await phone.taps("Stop")
                await phone.until("Nothing was written.")
                assert [choice["say"] for choice in phone.told["choices"]] == ["Start again"]
        assert not (tmp_path / "table.toml").exists()

    really(evening())


def test_from_elsewhere_the_captains_code_is_needed(tmp_path: Path) -> None:
    async def evening() -> None:
        async with room(tmp_path) as here:
            here.pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
            here.setup.begin("http://wordtable.local:8377")
            assert f"Code {here.setup.code}" in here.paper.getvalue()
            async with here.phone("wordtable.local") as phone:
                await phone.gives(here.setup.code)
                await phone.until("Seat 1: press any key")
            async with here.phone("wordtable.local") as phone:
                await phone.gives("WRONG1")
                assert await phone.closed() == WRONG_CODE
                assert phone.told == {}

    really(evening())


def test_wrong_codes_are_limited(tmp_path: Path) -> None:
    async def evening() -> None:
        async with room(tmp_path) as here:
            here.setup.begin("http://wordtable.local:8377")
            for _ in range(TRIES):
                async with here.phone("wordtable.local") as phone:
                    if not await _asked_for_a_code(phone):
                        assert await phone.closed() == TOO_MUCH
                        return
        pytest.fail("nobody stops a stranger from trying")

    really(evening())


def test_codes_tried_all_at_once_are_no_more_than_one_after_the_other(tmp_path: Path) -> None:
    async def evening() -> None:
        async with room(tmp_path) as here, AsyncExitStack() as stack:
            here.setup.begin("http://wordtable.local:8377")
            phones = [await stack.enter_async_context(here.phone("wordtable.local")) for _ in range(12)]
            for phone in phones:
                await phone.is_asked_for_a_code()
            for phone in phones:
                await phone.sends('{"code": "WRONG1"}')
            closed = [await phone.closed() for phone in phones]
            assert (closed.count(WRONG_CODE), closed.count(TOO_MUCH)) == (8, 4)

    really(evening())


async def _asked_for_a_code(phone: Phone) -> bool:
    try:
        await phone.gives("WRONG1")
    except AssertionError:
        return False
    return await phone.closed() == WRONG_CODE


def test_a_table_that_is_there_can_be_changed(tmp_path: Path) -> None:
    async def evening() -> None:
        file = tmp_path / "table.toml"
        file.write_text("# mine\nsimulated = true\n\n[seat.1]\npanel = {}\nhooded = true\n")
        async with room(tmp_path) as here:
            here.setup.begin("http://wordtable.local:8377")
            async with here.phone() as phone:
                await phone.until("There is a table already.")
                await phone.taps("Change settings")
                await phone.until("What do you want to change?")
                await phone.taps("Colours: green and yellow")
                await phone.until("Colours")
                await phone.taps("orange and blue")
                await phone.until("What do you want to change?")
                await phone.taps("Save")
                await phone.until("Written to")
        assert file.read_text().startswith("# mine\n")
        assert read_table(file.read_text()).palette == "orange-blue"

    really(evening())


def test_in_two_worlds_the_page_is_the_same(tmp_path: Path) -> None:
    """They differ in a secret and in a name, which are in the table's journal."""

    async def told(folder: Path, name: str, secret: str) -> str:
        folder.mkdir()
        async with room(folder) as here:
            night = Night(here.pi.machine.journal / "journal.db").begins(Evening("party", name, "Bob"))
            night.plays(name, "secret", word=secret)
            here.pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
            here.setup.begin("http://wordtable.local:8377")
            async with here.phone() as phone:
                await phone.until("Seat 1: press any key")
                return json.dumps(phone.told).replace(str(folder), "")

    async def evening() -> None:
        one, other = await told(tmp_path / "one", "Ann", "STONE"), await told(tmp_path / "two", "Zoe", "SHONE")
        assert one == other

    really(evening())


def test_while_the_console_has_the_devices_nothing_is_lit(tmp_path: Path) -> None:
    async def evening() -> None:
        async with room(tmp_path) as here:
            chip = Ssd1306()
            here.pi.switch_i2c_on().solder(chip, 1)
            here.pi.start_the_console()
            with here.pi.i2c.fitted():
                here.setup.begin("http://wordtable.local:8377")
                async with here.phone() as phone:
                    await phone.until("The console is running and is using the devices.")
                assert not chip.on

    really(evening())


@pytest.mark.parametrize("odd", [b"bytes", '{"code": "\\ud800"}', "[" * 500, '{"code": 5}'])
def test_nothing_that_a_stranger_sends_is_told_in_the_log(
    odd: str | bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def evening() -> None:
        async with room(tmp_path) as here, here.phone("wordtable.example") as phone:
            await phone.sends(odd)
            assert await phone.closed() in (NOT_YOURS, WRONG_CODE)

    really(evening())
    assert caplog.records == []


@pytest.mark.parametrize("odd", ["[" * 500, '{"answer": "\\ud800"}', b"bytes", json.dumps({"answer": "x" * 65})])
def test_whoever_sends_no_answer_is_closed_and_nothing_is_logged(
    odd: str | bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def evening() -> None:
        async with room(tmp_path) as here, here.phone() as phone:
            here.setup.begin("http://wordtable.local:8377")
            await phone.sends(odd)
            assert await phone.closed() == NOT_YOURS

    really(evening())
    assert caplog.records == []
