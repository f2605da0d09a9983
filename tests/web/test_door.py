"""Strangers in the network, over real sockets: whatever they do, players and the television still find a place."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from socket import create_connection

import pytest

from firmware_host.web import server
from firmware_host.web.app import FULL, LOOKING, LOOKING_EACH, TOO_MUCH
from firmware_host.web.server import GuardedSocket, listen
from firmware_host.web.strangers.door import OUTSIDE, Door
from firmware_host.web.strangers.limits import REQUESTS
from tests.web.pages import LIMIT, Page, Served, get, really, table
from tests.web.test_app import CODES, ELSEWHERE

EMPTY_TEXT, EMPTY_FRAGMENT, PONG, PING = (bytes((head, 0x80)) + b"mask" for head in (0x01, 0x00, 0x8A, 0x89))


class Stranger:
    """A connection from another address of this computer, which counts as any other address does."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def ends(self) -> bytes:
        """What it is sent before the server closes it."""
        received = b""
        async with asyncio.timeout(LIMIT):
            with suppress(ConnectionError):
                while more := await self.reader.read(65536):
                    received += more
        return received

    async def is_shut(self) -> bool:
        """Whether the server has closed it by now. Nobody waits: ask after somebody else was answered."""
        try:
            async with asyncio.timeout(0):
                return await self.reader.read(65536) == b""
        except ConnectionError:
            return True
        except TimeoutError:
            return False


@asynccontextmanager
async def strangers(served: Served, count: int, last: int = 2) -> AsyncIterator[list[Stranger]]:
    """So many connections from 127.0.0.`last`."""
    made = []
    for _ in range(count):
        with suppress(ConnectionError):
            local = (f"127.0.0.{last}", 0)
            made.append(Stranger(*await asyncio.open_connection("127.0.0.1", served.port, local_addr=local)))
    try:
        yield made
    finally:
        for each in made:
            each.writer.close()


def upgrade(page: str, port: int) -> bytes:
    host = f"{ELSEWHERE}:{port}"
    return (
        f"GET /live/{page} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


async def player(served: Served) -> Page:
    """Somebody with a code, at an address that nobody else has."""
    phone = await served.page("seat3", ELSEWHERE)
    await phone.send({"code": CODES["3"]})
    await phone.types(3, "A")
    await phone.says("seat3.page", "Your name?")
    return phone


@pytest.mark.parametrize(
    "flood",
    [PONG * 100, PING * 100, EMPTY_TEXT + EMPTY_FRAGMENT * 100, PONG[:5] + PONG[5:] * 2000],
    ids=["pongs", "pings", "empty fragments", "bytes"],
)
def test_a_socket_without_a_code_that_sends_more_than_a_code_is_closed(flood: bytes) -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served, strangers(served, 1) as [stranger]:
            stranger.writer.write(upgrade("seat1", served.port))
            await stranger.reader.readuntil(b"\r\n\r\n")
            stranger.writer.write(flood)
            assert (await stranger.ends()).endswith(bytes((0x88, 2)) + TOO_MUCH.to_bytes(2, "big"))

    really(evening())


def test_one_address_has_few_connections_before_it_has_given_a_code() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served, strangers(served, 3 * OUTSIDE.each) as crowd:
            assert (await get(served, "/seat/2", ELSEWHERE))[0] == 200
            open_ones = [each for each in crowd if not await each.is_shut()]
            assert len(open_ones) == OUTSIDE.each

    really(evening())


def test_strangers_at_many_addresses_keep_no_player_out() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            crowds = [strangers(served, 20, last) for last in range(2, 12)]
            for crowd in crowds:
                await crowd.__aenter__()
            await player(served)
            assert (await get(served, "/seat/2", ELSEWHERE))[0] == 200
            for crowd in crowds:
                await crowd.__aexit__(None, None, None)

    really(evening())


def test_strangers_who_look_leave_a_place_for_the_television() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served, strangers(served, 80) as crowd:
            for each in crowd:
                each.writer.write(upgrade("public", served.port))
            television = await served.page("public", ELSEWHERE)
            await television.says("public.page", "Party")

    really(evening())


def test_when_all_places_to_look_are_taken_a_crowd_makes_room() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            crowds = [strangers(served, LOOKING_EACH, last) for last in range(2, 3 + LOOKING // LOOKING_EACH)]
            for crowd in crowds:
                for each in await crowd.__aenter__():
                    each.writer.write(upgrade("public", served.port))
                    await each.reader.readuntil(b"\r\n\r\n")
            television = await served.page("public", ELSEWHERE)
            await television.says("public.page", "Party")
            for crowd in crowds:
                await crowd.__aexit__(None, None, None)

    really(evening())


def test_an_address_that_looks_too_often_is_told() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            pages = [await served.page("public", ELSEWHERE) for _ in range(LOOKING_EACH)]
            await pages[-1].says("public.page", "Party")
            assert await (await served.page("public", ELSEWHERE)).is_shut() == FULL

    really(evening())


def test_connections_are_accepted_one_in_each_turn_of_the_loop() -> None:
    """asyncio would accept all that wait, and every key would wait for them."""
    with listen("127.0.0.1", 0) as listening, ExitStack() as stack:
        guarded = GuardedSocket(fileno=listening.detach())
        stack.callback(guarded.close)
        guarded.setblocking(False)
        guarded.door = Door(lambda: 0.0, lambda _when, _work: None)
        for _ in range(2):
            stack.callback(create_connection(guarded.getsockname()).close)
        for _ in range(2):
            stack.callback(guarded.accept()[0].close)
            with pytest.raises(BlockingIOError):
                guarded.accept()


def test_whoever_connects_too_often_is_hung_up_on_at_once() -> None:
    with listen("127.0.0.1", 0) as listening, ExitStack() as stack:
        guarded = GuardedSocket(fileno=listening.detach())
        stack.callback(guarded.close)
        guarded.setblocking(False)
        guarded.door = Door(lambda: 0.0, lambda _when, _work: None)
        while guarded.door.knocks("127.0.0.1"):
            pass
        caller = stack.enter_context(create_connection(guarded.getsockname(), LIMIT))
        with pytest.raises(BlockingIOError):
            guarded.accept()
        assert caller.recv(1) == b""


@pytest.mark.parametrize(
    "odd",
    [b"\xff\x00 / HTTP/9\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", b"\x81\x82mask\x92\x9f"],
    ids=["no request", "a length below nothing", "a text that is none"],
)
def test_nothing_that_a_stranger_sends_is_told_in_the_log(odd: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """Or the log would fill up, with a traceback for each."""

    async def evening() -> None:
        async with table(codes=CODES) as served, strangers(served, 1) as [stranger]:
            if odd[0] == 0x81:
                stranger.writer.write(upgrade("seat1", served.port))
                await stranger.reader.readuntil(b"\r\n\r\n")
            stranger.writer.write(odd)
            await stranger.ends()

    really(evening())
    assert caplog.records == []


def test_whoever_leaves_while_they_wait_for_their_turn_is_not_told_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            async with strangers(served, 8) as crowd:
                for stranger in crowd:
                    stranger.writer.write(upgrade("public", served.port))
                await crowd[0].reader.readuntil(b"\r\n\r\n")
            assert (await get(served, "/none", ELSEWHERE))[0] == 404  # whoever comes last is answered last

    really(evening())
    assert caplog.records == []


def test_whoever_asks_without_end_is_sent_away_and_nobody_else() -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served, strangers(served, 1) as [stranger]:
            request = f"GET /none HTTP/1.1\r\nHost: {ELSEWHERE}\r\n\r\n".encode()
            stranger.writer.write(request * 600)
            answers = await stranger.ends()
            assert REQUESTS.at_once <= answers.count(b"404 Not Found") <= 2 * REQUESTS.at_once
            assert (await get(served, "/seat/2", ELSEWHERE))[0] == 200

    really(evening())


@pytest.mark.parametrize(
    "request_line",
    [
        f"GET /evenings/game/{'9' * 5000}",
        f"GET /evenings/game/{'9' * 30}",
        f"GET /seat/{'9' * 5000}",
        "GET /s/%C2%B2-AAAAAA",
    ],
    ids=["a long number", "a number too high", "a long seat", "no number"],
)
def test_a_number_that_nothing_has_is_not_told_in_the_log(request_line: str, caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served, strangers(served, 1) as [stranger]:
            stranger.writer.write(f"{request_line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode("latin-1"))
            assert b" 500 " not in await stranger.ends()

    really(evening())
    assert caplog.records == []


def test_whoever_leaves_in_the_middle_of_a_form_is_not_told_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        async with table(codes=CODES) as served:
            async with strangers(served, 1) as [stranger]:
                stranger.writer.write(b"POST /evenings/code HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\ncode=")
                await stranger.writer.drain()
                await get(served, "/none", ELSEWHERE)  # the form has had its turn by then
            await get(served, "/none", ELSEWHERE)

    really(evening())
    assert caplog.records == []


def test_a_request_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "LONGEST_REQUEST", 0.1)

    async def evening() -> None:
        async with table(codes=CODES) as served, strangers(served, 1) as [stranger]:
            stranger.writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n")
            assert await stranger.ends() == b""

    really(evening())
