"""`wordtable play`: a simulated table in a browser, with the real console and the real clock, until Ctrl-C."""

import asyncio
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from secrets import choice, randbits
from typing import TYPE_CHECKING

from firmware_host.console.computers import think_apart
from firmware_host.frozen import frozen
from firmware_host.garbage import collect_little_by_little
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.meanings import Meanings
from firmware_host.texts.text import Text, say, verbatim
from firmware_host.web.app import WebApp
from firmware_host.web.evenings import Remembered
from firmware_host.web.evenings.sharing import Sharing
from firmware_host.web.fast_clock import FastClock
from firmware_host.web.invitation import invitation_to, lan_name
from firmware_host.web.pages import PRIVATE_PAGE
from firmware_host.web.server import PortTakenError, WebServer, listen
from firmware_host.web.simulated_table import SimulatedWebTable, with_everything
from hardware.clock import wall_clock
from hardware.config.checks import is_loopback
from hardware.config.settings import TableSettings

if TYPE_CHECKING:
    from firmware_host.league.joining import Membership

PORT = 8377
PORTS_TRIED = 20  # from this one on, when it is taken
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that looks like another
CODE_LENGTH = 6
LAST_WRITES = 0.3  # seconds

Tell = Callable[[Text], None]
__all__ = ["MEMORY", "Evening", "PortTakenError", "play"]


@frozen
class Evening:
    """What the command line said."""

    settings: TableSettings | None = None
    host: str = "127.0.0.1"
    port: int | None = None  # None: the usual one, or a free one near it
    browser: bool = True
    journal: Path = MEMORY
    seed: int | None = None
    speed: float = 1.0


def play(evening: Evening, tell: Tell) -> int:
    """Plays until Ctrl-C. May raise `PortTakenError`."""
    port = PORT if evening.port is None else evening.port
    listening = listen(evening.host, port, PORTS_TRIED if evening.port is None else 1)
    return asyncio.run(_evening(evening, listening, tell))


async def _evening(evening: Evening, listening: socket.socket, tell: Tell) -> int:
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    for asked in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(asked, ended.set)
    settings = with_everything(evening.settings)
    codes = {} if is_loopback(evening.host) else new_codes(settings)
    journal = Journal.open(evening.journal, loop, wall_clock)
    clock = loop if evening.speed == 1.0 else FastClock(loop, evening.speed)
    seed = randbits(31) if evening.seed is None else evening.seed
    league = _with_league(settings, journal, loop)
    invites = invitation_to(evening.host, int(listening.getsockname()[1])) if codes else None
    phones = invites.address if invites else None
    sharing = Sharing(lan_name(evening.host), int(listening.getsockname()[1]))
    table = SimulatedWebTable(
        settings, clock, journal, codes, seed, partial(think_apart, loop), league=league, phones=phones,
        share=sharing.address,
    )  # fmt: skip
    remembered = Remembered(journal.past(), journal.change_person, Meanings(settings.words).of, sharing)
    server = WebServer(partial(WebApp, table, remembered=remembered, invites=invites), listening)
    try:
        here = f"http://localhost:{server.port}/"
        _tell_addresses(evening, here, server.port, codes, tell)
        if evening.browser and has_browser(os.environ, sys.platform):
            loop.run_in_executor(None, webbrowser.open, here)
        collect_little_by_little()
        await ended.wait()
        tell(say("\nThe table is closed. Good night!"))
    finally:
        if league is not None:
            await league.close()
        await server.close()
        table.close()
        journal.close(LAST_WRITES)
    return 0


def _with_league(settings: TableSettings, journal: Journal, loop: asyncio.AbstractEventLoop) -> "Membership | None":
    if settings.league is None:
        return None
    from firmware_host.league.joining import join

    return join(settings.league, journal, loop)


def _tell_addresses(evening: Evening, here: str, port: int, codes: Mapping[str, str], tell: Tell) -> None:
    tell(say("The table is at {address}", address=here))
    if codes:
        there = f"http://{lan_name(evening.host)}:{port}"
        tell(say("The public screen, for a television: {address}", address=f"{there}/public"))
        tell(say("Phones, each page with its join code:"))
        for page, code in codes.items():
            path = PRIVATE_PAGE if page == PRIVATE_PAGE else f"seat/{page}"
            tell(verbatim(f"  {there}/{path}#{code}"))
    tell(say("Click a seat and press a key. Ctrl-C ends the table."))


def new_codes(settings: TableSettings) -> dict[str, str]:
    """New join codes for every seat and for the private screen."""
    pages = [*(str(number) for number in sorted(settings.seats)), PRIVATE_PAGE]
    return {page: "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH)) for page in pages}


def has_browser(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a browser can be opened here: not over SSH, and not on a console without a desktop."""
    if platform in ("darwin", "win32"):
        return "SSH_CONNECTION" not in environment
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
