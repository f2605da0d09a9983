"""The console as a service: opens the table and the journal, keeps systemd informed, and stops cleanly when asked."""

import asyncio
import errno
import logging
import os
import signal
import sys
import threading
import traceback
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import randbits
from types import TracebackType
from typing import TYPE_CHECKING

from firmware_host import dictionaries
from firmware_host.console.computers import think_apart
from firmware_host.console.console import Console
from firmware_host.console.settings import EveningSettings, evening_settings
from firmware_host.frozen import replace
from firmware_host.game_settings import load
from firmware_host.garbage import collect_little_by_little
from firmware_host.journal.alone import AlreadyRunningError, alone_with
from firmware_host.journal.journal import Journal
from firmware_host.meanings import Meanings
from firmware_host.service.notify import Systemd
from firmware_host.service.versions import note_about_updates
from firmware_host.texts.language import english, of_this_terminal
from firmware_host.texts.text import Text
from hardware.chores import Places, ServiceChores
from hardware.clock import wall_clock
from hardware.config.checks import remarks
from hardware.config.reading import ConfigError
from hardware.config.settings import TableSettings
from hardware.ports import Chores, Table
from hardware.table import open_table

if TYPE_CHECKING:
    from firmware_host.league.joining import Membership
    from firmware_host.web.real_table import RealWebTable
    from firmware_host.web.server import WebServer

log = logging.getLogger(__name__)

# Exit codes as in sysexits.h; the service is not restarted after a mistake in the config.
FAILED, IN_USE, BAD_CONFIG = 1, 75, 78
A_MINUTE = 60.0  # seconds
LAST_WRITES = 0.3  # seconds for the disk to finish the last writes
SHUT_DOWN = "shut-down"  # in the runtime directory: when systemd sees this file, it switches the Pi off


def run(config: Path | None, journal: Path, seed: int | None = None) -> int:
    """Runs until SIGTERM or SIGINT. What goes wrong is explained on standard error, and told by the exit code."""
    _log_discreetly()
    if seed is not None:
        log.warning("Started with --seed: every evening draws the same cards.")
    try:
        settings = load(config)
        for remark in remarks(settings):
            log.warning("%s", english(remark))
        with alone_with(journal):
            asyncio.run(_evening(settings, journal, randbits(31) if seed is None else seed))
    except ConfigError as mistakes:
        sys.stderr.write("\n".join((*mistakes.lines(of_this_terminal()), "")))
        return BAD_CONFIG
    except AlreadyRunningError as error:
        sys.stderr.write(f"wordtable: {of_this_terminal().read(error.say)}\n")
        return IN_USE
    except Exception:
        log.critical("The console has failed. Please report this.", exc_info=True)
        return FAILED
    return 0


async def _evening(settings: TableSettings, file: Path, seed: int) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(LoopErrors())
    ended = _ended_by_a_signal(loop)
    journal = Journal.open(file, loop, wall_clock)
    table: Table = open_table(settings, loop)
    pages = _with_pages(settings, table, loop, journal)
    league = _with_league(settings, journal, loop)
    if pages is not None:
        table = pages[0]
    try:
        console = Console(
            table,
            loop,
            journal,
            dictionaries.load,
            with_pages(evening_settings(settings, seed), pages[0] if pages is not None else None),
            shut_down=lambda: _shut_down(ended),
            chores=_chores(loop),
            think=partial(think_apart, loop),
            onlooker=league.teller if league else None,
        )
        if pages is not None:
            pages[0].follow(console)
        if league is not None:
            league.follow(console)
        console.start()
        journal.listen(lambda trouble: _tell(console, trouble))
        if (note := note_about_updates()) is not None:
            _tell(console, note)
        await _stay_open(settings, ended)
        console.close()
    finally:
        if league is not None:
            await league.close()
        if pages is not None:
            await pages[1].close()
        table.close()
        if not journal.close(LAST_WRITES):
            log.warning("The disk did not finish in time: the last action may be missing.")
    log.info("The table is closed.")


async def _read_ahead(dictionary: str) -> None:
    """Reads what the first game will need, while people are still sitting down."""
    with suppress(dictionaries.DictionaryError):  # whoever starts a game is told
        await asyncio.get_running_loop().run_in_executor(None, dictionaries.load, dictionary)
    collect_little_by_little()


def _ended_by_a_signal(loop: asyncio.AbstractEventLoop) -> asyncio.Event:
    ended = asyncio.Event()
    for asked in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(asked, ended.set)
    return ended


async def _stay_open(settings: TableSettings, ended: asyncio.Event) -> None:
    """Until the evening is ended. systemd and the log are told."""
    systemd, seats = Systemd(), len(settings.seats)
    systemd.ready(f"The table is open: {seats} seats.")
    systemd.feed_watchdog(asyncio.get_running_loop())
    log.info("The table is open: %d seats%s.", seats, ", simulated" if settings.simulated else "")
    await _read_ahead(settings.dictionary)
    await ended.wait()
    systemd.stopping()


def _with_pages(
    settings: TableSettings, table: Table, loop: asyncio.AbstractEventLoop, journal: Journal
) -> "tuple[RealWebTable, WebServer] | None":
    """The same table with web pages, if its config wants them. If they cannot be served, the evening starts without."""
    if settings.web is None:
        return None
    try:
        from firmware_host.web.app import WebApp
        from firmware_host.web.evenings import Remembered
        from firmware_host.web.evenings.sharing import Sharing
        from firmware_host.web.invitation import invitation_to, lan_name
        from firmware_host.web.real_table import RealWebTable
        from firmware_host.web.server import PortTakenError, WebServer, listen
    except ImportError:
        log.warning("No web pages: a library is missing. Run `sudo make install` in the project's folder again.")
        return None
    try:
        listening = listen(settings.web.host, settings.web.port)
    except PortTakenError as error:
        log.warning("No web pages. %s", error)
        return None
    invites = invitation_to(settings.web.host, settings.web.port) if settings.web.codes else None
    phones = invites.address if invites else None
    sharing = Sharing(lan_name(settings.web.host), settings.web.port)
    web_table = RealWebTable(table, loop, settings.web.codes, settings.language, phones, sharing.address)
    log.info("The web pages are at port %d.", settings.web.port)
    remembered = Remembered(journal.past(), journal.change_person, Meanings(settings.words).of, sharing)
    pages = partial(WebApp, web_table, remembered=remembered, invites=invites)
    return web_table, WebServer(pages, listening)


def with_pages(evening: EveningSettings, pages: "RealWebTable | None") -> EveningSettings:
    """What the screens say about the web pages."""
    return evening if pages is None else replace(evening, phones=pages.phones, share=pages.share)


def _with_league(settings: TableSettings, journal: Journal, loop: asyncio.AbstractEventLoop) -> "Membership | None":
    """Who tells the league, if the config names one."""
    if settings.league is None:
        return None
    from firmware_host.league.joining import join

    return join(settings.league, journal, loop, settings.bluetooth_pads)


def _tell(console: Console, trouble: Text) -> None:
    log.warning("%s", english(trouble))
    console.report(trouble)


def _notes() -> str:
    """The folder in which a service leaves notes for systemd; empty if this is none."""
    return os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]


def _chores(loop: asyncio.AbstractEventLoop) -> Chores | None:
    """What root does for the captain; only for a service."""
    return ServiceChores(loop, Places(Path(folder))) if (folder := _notes()) else None


def _shut_down(ended: asyncio.Event) -> None:
    """As a service, the console asks systemd to switch the Pi off; otherwise it only ends."""
    if folder := _notes():
        with suppress(OSError):
            Path(folder, SHUT_DOWN).touch()
            return
    ended.set()


# ── logging ──────────────────────────────────────────────────────────────────────────────────────

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
_PRIORITIES = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}


class DiscreetFormatter(logging.Formatter):
    """Logs where an error happened, but never its text: that may contain what somebody typed."""

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # from another formatter, which may have written more
        said = super().format(record)
        return f"<{_PRIORITIES.get(record.levelno, 6)}>{said}" if "JOURNAL_STREAM" in os.environ else said

    def formatException(self, ei: _ExcInfo) -> str:  # noqa: N802  # logging's own name
        where: list[str] = []
        error = ei[1]
        while error is not None:
            where[:0] = [*traceback.format_tb(error.__traceback__), f"{type(error).__name__}\n"]
            error = error.__cause__ or error.__context__
        return "".join(where).rstrip()


def _log_discreetly() -> None:
    to_stderr = logging.StreamHandler()
    to_stderr.setFormatter(DiscreetFormatter("%(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[to_stderr], force=True)
    threading.excepthook = _log_error_of_thread


class LoopErrors:
    """Logs what fails on the loop, without its context, which could contain a secret. The evening continues."""

    def __init__(self) -> None:
        self._told_until = float("-inf")

    def __call__(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
            self._no_more_files(loop.time())
            return
        log.error("Something went wrong. Please report this.", exc_info=error if isinstance(error, Exception) else None)

    def _no_more_files(self, now: float) -> None:
        """asyncio retries many times a second; once a minute is enough in the log."""
        if now >= self._told_until:
            self._told_until = now + A_MINUTE
            log.warning("Too many open files: new pages have to wait. Close pages that nobody uses.")


def _log_error_of_thread(failed: threading.ExceptHookArgs) -> None:
    log.error("A thread failed. Please report this.", exc_info=failed.exc_value)
