"""Strangers without a code, as a process of their own: `python -m tests.web.strangers PORT SECONDS ATTACK`.

Each attack is bounded: so many sockets, for so many seconds, and never more than a home network carries. Port 0 is a
server of their own, which reads everything and does nothing: their work then costs this computer as much.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import cycle

PONG, TEXT, FRAGMENT = (bytes((head, 0x80)) + b"mask" for head in (0x8A, 0x01, 0x00))
SOCKETS = 8
A_SECOND = 3_000_000  # bytes, from all together
CHUNK = 60_000
KNOCKS_A_SECOND = 800
ADDRESSES = cycle(f"127.0.0.{last}" for last in range(2, 2 + SOCKETS))
Stranger = Callable[[int], Awaitable[None]]


async def _connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(next(ADDRESSES), 0))


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


async def _reads(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        writer.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
        while await reader.read(65536):
            pass
    writer.close()


async def main(port: int, seconds: float, stranger: Stranger) -> None:
    if port:
        await attack(stranger, port, seconds)
        return
    async with await asyncio.start_server(_reads, "127.0.0.1", 0) as decoy:
        await attack(stranger, decoy.sockets[0].getsockname()[1], seconds)


ATTACKS: dict[str, Stranger] = {each.__name__: each for each in (pongs, fragments, requests, knocks)}

if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2]), ATTACKS[sys.argv[3]]))
