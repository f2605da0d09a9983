"""Strangers without a code, as a process of their own: `python -m tests.web.strangers PORT SECONDS ATTACK`.

Each attack is bounded: so many sockets, for so many seconds, and never more than a home network carries. Strangers have
computers of their own, so here they only get the time that nobody else on this computer needs.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import cycle

PONG, TEXT, FRAGMENT = (bytes((head, 0x80)) + b"mask" for head in (0x8A, 0x01, 0x00))
SOCKETS = 8
A_SECOND = 3_000_000  # bytes, from all together
CHUNK = 60_000
KNOCKS_A_SECOND = 800
NICE = 10  # as `nice` counts
ADDRESSES = cycle(f"127.0.0.{last}" for last in range(2, 2 + SOCKETS))
MANY_ADDRESSES = cycle(f"127.0.{net}.{last}" for net in range(1, 9) for last in range(1, 255))
Stranger = Callable[[int], Awaitable[None]]


async def _connected(
    port: int, addresses: Iterator[str] = ADDRESSES
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(next(addresses), 0))


def upgrade(page: str, port: int) -> bytes:
    host = f"table.local:{port}"
    return (
        f"GET /live/{page} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


async def _sends(port: int, first: bytes, again: bytes) -> None:
    """One connection that sends the same again and again until it is closed."""
    reader, writer = await _connected(port)
    try:
        writer.write(first)
        if first.startswith(b"GET /live"):
            await reader.readuntil(b"\r\n\r\n")
        while True:
            writer.write(again)
            await writer.drain()
            await asyncio.sleep(CHUNK * SOCKETS / A_SECOND)  # noqa: TID251  # the attacker keeps to its pace in real time
    finally:
        writer.close()


async def pongs(port: int) -> None:
    await _sends(port, upgrade("seat1", port), PONG * (CHUNK // len(PONG)))


async def fragments(port: int) -> None:
    await _sends(port, upgrade("seat1", port) + TEXT, FRAGMENT * (CHUNK // len(FRAGMENT)))


async def requests(port: int) -> None:
    request = b"GET /static/table.js HTTP/1.1\r\nHost: table.local\r\n\r\n"
    await _sends(port, request, request * (CHUNK // len(request)))


async def knocks(port: int) -> None:
    """Connects and leaves."""
    _, writer = await _connected(port)
    writer.close()
    await asyncio.sleep(SOCKETS / KNOCKS_A_SECOND)  # noqa: TID251  # as above


async def visits(port: int) -> None:
    """Each from another address: as much as one address may do, many times over."""
    await _asks(port, b"GET /static/table.js HTTP/1.1\r\nHost: table.local\r\n\r\n")


async def lookers(port: int) -> None:
    """Each from another address, to look at the public page."""
    await _asks(port, upgrade("public", port))


async def guests(port: int) -> None:
    """The same with the first page."""
    await _asks(port, b"GET / HTTP/1.1\r\nHost: club.local\r\n\r\n")


async def _asks(port: int, request: bytes) -> None:
    reader, writer = await _connected(port, MANY_ADDRESSES)
    try:
        writer.write(request)
        await reader.read(4096)
    finally:
        writer.close()


async def _again_and_again(stranger: Stranger, port: int) -> None:
    while True:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await stranger(port)
        await asyncio.sleep(0.001)  # noqa: TID251  # as above


async def attack(stranger: Stranger, port: int, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
            for _ in range(SOCKETS):
                group.create_task(_again_and_again(stranger, port))


ATTACKS: dict[str, Stranger] = {each.__name__: each for each in (pongs, fragments, requests, knocks, visits, lookers)}
AT_A_LEAGUE: dict[str, Stranger] = {each.__name__: each for each in (requests, knocks, guests)}

if __name__ == "__main__":
    os.nice(NICE)
    asyncio.run(attack((ATTACKS | AT_A_LEAGUE)[sys.argv[3]], int(sys.argv[1]), float(sys.argv[2])))
