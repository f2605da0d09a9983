"""Runs the line to the broker as a process of its own, starts it again when it ends, and never waits for it."""

import asyncio
import json
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Protocol

from firmware_host.league.address import AddressError, Broker, read_address, read_password
from firmware_host.league.topics import Message
from firmware_host.league.trouble import sentence
from firmware_host.texts.language import english
from hardware.config.settings import LeagueSettings

log = logging.getLogger(__name__)

MOST_UNREAD = 1 << 18  # bytes that wait for the process: beyond that, nothing is worth sending
LONGEST_LINE = 1 << 17  # bytes
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds before it is started again
LONGEST_GOODBYE = 1.0  # seconds
COMMAND = (sys.executable, "-m", "firmware_host.league.line")


class Listener(Protocol):
    @property
    def will(self) -> Message: ...
    @property
    def subscribed(self) -> tuple[str, ...]: ...
    def up(self, is_up: bool) -> None: ...
    def heard(self, topic: str, payload: str) -> None: ...


def broker_of(league: LeagueSettings) -> Broker:
    """With the table's own password, if it has one. Raises an `AddressError`."""
    where = read_address(league.broker)
    password = read_password(league.password) if league.password else ""
    return Broker(where.host, where.port, where.encrypted, league.table, password, league.certificates)


class LineProcess:
    def __init__(self, league: LeagueSettings, command: tuple[str, ...] = COMMAND) -> None:
        self._league = league
        self._command = command
        self._process: Process | None = None
        self._running: asyncio.Task[None] | None = None
        self._told = ""

    def start(self, listener: Listener) -> None:
        self._running = asyncio.create_task(self._run(listener))

    def send(self, message: Message) -> None:
        """Drops it if the process does not read: what must arrive is sent again."""
        pipe = self._process.stdin if self._process is not None else None
        if pipe is not None and not pipe.is_closing() and pipe.transport.get_write_buffer_size() < MOST_UNREAD:
            pipe.write(encoded(message))

    async def close(self) -> None:
        """Lets it say goodbye."""
        process = self._process
        if process is not None and process.stdin is not None:
            process.stdin.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_GOODBYE):
                    await process.wait()
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running
        if process is not None:
            await process.communicate()  # it has ended, or was killed: this closes its pipes

    async def _run(self, listener: Listener) -> None:
        rest = FIRST_PAUSE
        while True:
            began = asyncio.get_running_loop().time()
            try:
                await self._connect(broker_of(self._league), listener)
            except (AddressError, OSError) as error:
                self._warn(str(error))
            finally:
                self._stop(listener)
            lasted = asyncio.get_running_loop().time() - began
            rest = FIRST_PAUSE if lasted > LONGEST_PAUSE else min(2 * rest, LONGEST_PAUSE)
            await pause(rest)

    async def _connect(self, broker: Broker, listener: Listener) -> None:
        """Returns when the process has ended, for whatever reason."""
        self._process = process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE
        )
        assert process.stdin is not None, "asked for above"
        assert process.stdout is not None, "asked for above"
        process.stdin.write(_line(_settings(broker, self._league, listener)))
        with suppress(ValueError):  # a line that is too long is not from our own process: it is started again
            while line := await process.stdout.readline():
                self._hear(line, broker, listener)

    def _hear(self, line: bytes, broker: Broker, listener: Listener) -> None:
        match json.loads(line):
            case ["up", bool(is_up)]:
                if is_up:
                    self._told = ""
                listener.up(is_up)
            case ["heard", str(topic), str(payload)]:
                listener.heard(topic, payload)
            case ["trouble", str(trouble)]:
                self._warn(english(sentence(trouble, broker)))

    def _stop(self, listener: Listener) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
        self._process = None
        listener.up(False)

    def _warn(self, sentence: str) -> None:
        if sentence != self._told:
            self._told = sentence
            log.warning("The league cannot be reached. %s", sentence)


def _settings(broker: Broker, league: LeagueSettings, listener: Listener) -> Mapping[str, object]:
    will = {"topic": listener.will.topic, "payload": listener.will.payload}
    return {**asdict(broker), "id": f"{league.name}.{league.table}", "will": will, "topics": listener.subscribed}


async def pause(seconds: float) -> None:
    """Through the loop's own clock."""
    over = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, over.set)
    await over.wait()


def encoded(message: Message) -> bytes:
    """As the process reads it."""
    return _line([message.topic, message.payload, message.kept, message.once])


def _line(content: object) -> bytes:
    return json.dumps(content).encode() + b"\n"
