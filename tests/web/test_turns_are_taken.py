"""Over real sockets: whatever a stranger sends is read and answered in turn, and players wait for nobody.

The pause between two strangers lasts an hour here. So the first piece of work is done, and the second never comes.
"""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from firmware_host.web import server
from firmware_host.web.strangers.turns import Turns
from tests.web.pages import Served, get, really, table
from tests.web.test_app import CODES, ELSEWHERE
from tests.web.test_door import Stranger, player, strangers, upgrade

REQUEST = f"GET /none HTTP/1.1\r\nHost: {ELSEWHERE}\r\n\r\n".encode()
A_CODE = bytes((0x81, 0x80 | 16)) + bytes(4) + b'{"code":"WRONG"}'


@pytest.fixture
def longer(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    monkeypatch.setattr(server, "LONGEST_STOP", 0.0)  # nobody need wait for an answer that never comes
    return lambda: monkeypatch.setattr(Turns, "rests_until", lambda _turns: 1e9)


def at_the_table(evening: Callable[[Served], Awaitable[None]]) -> None:
    """Somebody with a code is at one address of this computer, strangers are at another."""

    async def play() -> None:
        async with table(codes=CODES) as served:
            await player(served)
            await evening(served)

    really(play())


async def a_player_is_answered(served: Served) -> None:
    for _ in range(3):
        assert (await get(served, "/seat/2", ELSEWHERE))[0] == 200


async def is_answered(stranger: Stranger) -> bool:
    """By now. Nobody waits: ask after somebody else was answered."""
    try:
        async with asyncio.timeout(0):
            return bool(await stranger.reader.read(65536))
    except TimeoutError:
        return False


def test_an_answer_to_a_stranger_waits_for_its_own_turn(longer: Callable[[], None]) -> None:
    async def evening(served: Served) -> None:
        async with strangers(served, 1) as [stranger]:
            longer()
            stranger.writer.write(REQUEST)  # it is read, and its answer would be the next piece of work
            await a_player_is_answered(served)
            assert not await is_answered(stranger)

    at_the_table(evening)


def test_a_strangers_request_is_not_even_read_before_its_turn(longer: Callable[[], None]) -> None:
    async def evening(served: Served) -> None:
        async with strangers(served, 2) as [first, second]:
            longer()
            first.writer.write(b"GET")
            await a_player_is_answered(served)
            second.writer.write(b"nonsense\r\n\r\n")  # whoever reads it says that it is none
            await a_player_is_answered(served)
            assert not await is_answered(second)

    at_the_table(evening)


def test_a_strangers_frame_is_not_read_before_its_turn(longer: Callable[[], None]) -> None:
    async def evening(served: Served) -> None:
        async with strangers(served, 2) as [first, second]:
            first.writer.write(upgrade("seat1", served.port))
            await first.reader.readuntil(b'"code":true}')
            longer()
            second.writer.write(b"GET")
            await a_player_is_answered(served)
            first.writer.write(A_CODE)  # whoever reads it says that it is wrong
            await a_player_is_answered(served)
            assert not await is_answered(first)

    at_the_table(evening)


def test_with_a_short_pause_all_of_them_are_answered() -> None:
    """Or the tests above would prove nothing."""

    async def evening(served: Served) -> None:
        async with strangers(served, 3) as [first, second, third]:
            first.writer.write(REQUEST)
            assert b"404" in await first.reader.readuntil(b"\r\n")
            second.writer.write(b"nonsense\r\n\r\n")
            assert b"400" in await second.ends()
            third.writer.write(upgrade("seat1", served.port))
            await third.reader.readuntil(b'"code":true}')
            third.writer.write(A_CODE)
            await third.reader.readuntil(b"not the code")

    at_the_table(evening)
