"""A table with its line in a real process, and brokers that go, hang, talk nonsense or never stop talking."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from firmware_host.league.process import LineProcess
from firmware_host.league.topics import Message
from hardware.config.settings import LeagueSettings
from tests.league.servers import ROOT, Server, mosquitto, wait_for
from tests.league.test_hostile_clients import Client

pytestmark = pytest.mark.league

CONNACK = bytes((0x20, 2, 0, 0))
TOPIC = b"wordtable/club/table/table-1/taken"
LIMIT = 60.0
TABLE = """
simulated = true
[seat.1]
hooded = true
panel = {{}}
[seat.2]
hooded = true
panel = {{}}
[league]
broker = "mqtt://127.0.0.1:{port}"
name = "club"
table = "table-1"
"""


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Server]:
    server = mosquitto(tmp_path)
    server.start()
    yield server
    server.kill()


def test_a_table_that_is_killed_is_seen_to_be_gone(broker: Server, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(TABLE.format(port=broker.port))
    television = Client(broker, "television", "wordtable/club/table/+/here")
    journal = tmp_path / "journal" / "journal.db"
    command = [sys.executable, "-m", "firmware_host", "run", "--config", str(tmp_path / "table.toml")]
    table = subprocess.Popen([*command, "--journal", str(journal)], cwd=ROOT, stderr=subprocess.DEVNULL)
    wait_for(lambda: any(json.loads(told) == {"here": True} for _, told in television.heard))
    table.send_signal(signal.SIGKILL)
    table.wait(LIMIT)
    wait_for(lambda: json.loads(television.heard[-1][1]) == {"here": False})
    television.close()


class Ear:
    """What the table's side of the line hears."""

    will = Message("wordtable/club/table/table-1/here", '{"here":false}')
    subscribed = (TOPIC.decode(),)

    def __init__(self) -> None:
        self.ups: list[bool] = []
        self.messages = 0

    def up(self, is_up: bool) -> None:
        self.ups.append(is_up)

    def heard(self, topic: str, payload: str) -> None:
        assert topic == TOPIC.decode()
        assert payload == "x"
        self.messages += 1


def packet(payload: bytes, length: int | None = None) -> bytes:
    """A PUBLISH, perhaps with a length that is not true."""
    content = len(TOPIC).to_bytes(2, "big") + TOPIC + payload
    left, size = len(content) if length is None else length, b""
    while True:
        left, digit = divmod(left, 128)
        size += bytes((digit | (128 if left else 0),))
        if not left:
            return b"\x30" + size + content


Broker = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def silent(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    while await reader.read(1000):
        pass


async def babbling(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(CONNACK + bytes(range(256)) * 100)
    await writer.drain()


async def flooding(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(CONNACK)
    while True:
        writer.write(packet(b"x") * 100)
        await writer.drain()


async def endless(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One message of a quarter of a gigabyte."""
    writer.write(CONNACK + packet(b"", length=200 << 20))
    while True:
        writer.write(bytes(1 << 16))
        await writer.drain()


async def evening_with(bad: Broker, seconds: float) -> tuple[Ear, int]:
    """What the line heard, and how many turns the table's own loop had meanwhile."""
    turns = 0

    async def guarded(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            await bad(reader, writer)
        writer.close()

    server = await asyncio.start_server(guarded, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    ear, over = Ear(), asyncio.Event()
    line = LineProcess(LeagueSettings(f"mqtt://127.0.0.1:{port}", "club", "table-1"))
    line.start(ear)
    asyncio.get_running_loop().call_later(seconds, over.set)
    while not over.is_set():
        turns += 1
        line.send(Message("wordtable/club/table/table-1/view", "{}" * 1000, kept=True))
        turn = asyncio.Event()
        asyncio.get_running_loop().call_later(0.001, turn.set)
        await turn.wait()
    await line.close()
    server.close()
    return ear, turns


@pytest.mark.parametrize("bad", [silent, babbling, flooding, endless], ids=lambda bad: bad.__name__)
def test_a_bad_broker_does_not_stop_the_table(bad: Broker) -> None:
    """However much it sends, the table hears at most fifty messages a second."""
    ear, turns = asyncio.run(evening_with(bad, 4.0))
    assert ear.messages <= 4.0 * 50 + 50
    assert turns > 1
    if bad is flooding:
        assert ear.messages > 0
