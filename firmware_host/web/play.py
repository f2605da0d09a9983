"""`wordtable play`: a simulated table in a browser, with the real console and the real clock, until Ctrl-C."""

import asyncio
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from secrets import choice, randbits

from firmware_host.console.journal import Journal
from firmware_host.console.ledger import MEMORY
from firmware_host.web.hurry import Hurried
from firmware_host.web.serving import PortTakenError, Serving, listen
from firmware_host.web.stage import Stage, table_for_show, think_apart
from hardware.checks import is_loopback
from hardware.clock import wall_clock
from hardware.settings import TableSettings

PORT = 8377
NEIGHBOURS = 20  # ports that are tried when this one is taken
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that can be taken for another
CODE_LENGTH = 6
LAST_WRITES = 0.3  # seconds

Say = Callable[[str], None]
__all__ = ["MEMORY", "Evening", "PortTakenError", "play"]


@dataclass(frozen=True, slots=True)
class Evening:
    """What the command line said."""

    settings: TableSettings | None = None
    host: str = "127.0.0.1"
    port: int | None = None  # None: the usual one, or a free one near it
    browser: bool = True
    journal: Path = MEMORY
    seed: int | None = None
    speed: float = 1.0


def play(evening: Evening, say: Say) -> int:
    """Until Ctrl-C. May raise `PortTakenError`."""
    port = PORT if evening.port is None else evening.port
    listening = listen(evening.host, port, NEIGHBOURS if evening.port is None else 1)
    return asyncio.run(_evening(evening, listening, say))


async def _evening(evening: Evening, listening: socket.socket, say: Say) -> int:
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    for asked in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(asked, ended.set)
    settings = table_for_show(evening.settings)
    codes = {} if is_loopback(evening.host) else new_codes(settings)
    journal = Journal.open(evening.journal, loop, wall_clock)
    clock = loop if evening.speed == 1.0 else Hurried(loop, evening.speed)
    seed = randbits(31) if evening.seed is None else evening.seed
    stage = Stage(settings, clock, journal, codes, seed, partial(think_apart, loop))
    serving = Serving(stage, listening)
    try:
        here = f"http://localhost:{serving.port}/"
        _say_where(evening, here, serving.port, codes, say)
        if evening.browser and has_browser(os.environ, sys.platform):
            loop.run_in_executor(None, webbrowser.open, here)
        await ended.wait()
        say("\nThe table is closed. Good night!")
    finally:
        await serving.close()
        stage.close()
        journal.close(LAST_WRITES)
    return 0


def _say_where(evening: Evening, here: str, port: int, codes: Mapping[str, str], say: Say) -> None:
    say(f"The table is at {here}")
    if codes:
        there = f"http://{lan_name(evening.host)}:{port}"
        say(f"A television shows {there}/table. Phones, each with its code:")
        for page, code in codes.items():
            path = "host" if page == "host" else f"seat/{page}"
            say(f"  {there}/{path}#{code}")
    say("Click a seat, press a key. Ctrl-C ends it.")


def new_codes(settings: TableSettings) -> dict[str, str]:
    """A join code for every seat and for the Host, made anew every evening."""
    pages = [*(str(number) for number in sorted(settings.seats)), "host"]
    return {page: "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH)) for page in pages}


def lan_name(host: str) -> str:
    """What others call this computer: the address it answers at, or its usual one when it answers at all of them."""
    if host in ("0.0.0.0", "::"):  # noqa: S104  # compared, not bound
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            try:
                asked.connect(("192.0.2.1", 9))  # sends nothing: only asks which way a packet would go
                return str(asked.getsockname()[0])
            except OSError:
                return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def has_browser(environment: Mapping[str, str], platform: str) -> bool:
    """Whether there is a screen to open a browser on; over SSH, or on a bare console, there is none."""
    if platform in ("darwin", "win32"):
        return "SSH_CONNECTION" not in environment
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
