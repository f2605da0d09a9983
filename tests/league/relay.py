"""A long way to a server: whatever goes through is late, in both directions, by another while each time, and in order.

Kernels for tests often have no `netem`. So the delay is made here, by a thread that passes bytes on later.
"""

import asyncio
import threading
from asyncio import AbstractEventLoop, StreamReader, StreamWriter
from contextlib import suppress
from random import Random

from tests.league.network import LOOPBACK

AT_ONCE = 1 << 16  # bytes


class Relay:
    def __init__(self, host: str, to: int, seconds: tuple[float, float], rng: Random) -> None:
        self.late = 0.0  # seconds, of all chunks together
        self.chunks = 0
        self.port = 0
        self._host, self._to, self._seconds, self._rng = host, to, seconds, rng
        self._writers: set[StreamWriter] = set()
        self._listens = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="relay", daemon=True)
        self._thread.start()
        assert self._listens.wait(30)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, self._host, 0))
        self.port = server.sockets[0].getsockname()[1]
        self._listens.set()
        self._loop.run_forever()
        server.close()
        for writer in self._writers:
            writer.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection(LOOPBACK, self._to)
        except OSError:  # the server has gone, and so does whoever came by this way
            writer.close()
            return
        await asyncio.gather(self._carry(reader, back), self._carry(there, writer))

    async def _carry(self, reader: StreamReader, writer: StreamWriter) -> None:
        loop: AbstractEventLoop = asyncio.get_running_loop()
        due = 0.0
        self._writers.add(writer)
        with suppress(OSError):
            while data := await reader.read(AT_ONCE):
                delay = self._rng.uniform(*self._seconds)
                due = max(due, loop.time() + delay)  # nothing overtakes
                self.late, self.chunks = self.late + delay, self.chunks + 1
                loop.call_at(due, _pass_on, writer, data)
        loop.call_at(max(due, loop.time()), writer.close)


def _pass_on(writer: StreamWriter, data: bytes) -> None:
    if not writer.is_closing():
        writer.write(data)
