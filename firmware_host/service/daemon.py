"""The console as a service: opens the table and the journal, tells systemd how it goes, and ends tidily when asked."""

import asyncio
import errno
import fcntl
import logging
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import randbits
from types import TracebackType
from typing import TYPE_CHECKING

from firmware_host import dictionaries
from firmware_host.console.computers import Thought
from firmware_host.console.console import Console
from firmware_host.console.journal import Journal
from firmware_host.console.ledger import MEMORY
from firmware_host.game_settings import defaults, load
from firmware_host.notify import Systemd
from firmware_host.rules.table import Action
from hardware.clock import wall_clock
from hardware.config import ConfigError
from hardware.ports import Table
from hardware.settings import TableSettings
from hardware.table import open_table

if TYPE_CHECKING:
    from firmware_host.web.serving import Serving

log = logging.getLogger(__name__)

# Exit codes as sysexits.h has them; the service does not try again after a mistake in the config.
FAILED, IN_USE, BAD_CONFIG = 1, 75, 78
A_MINUTE = 60.0  # seconds
LAST_WRITES = 0.3  # seconds for the disk to take what was given to it last
SHUT_DOWN = "shut-down"  # in the runtime directory: systemd sees this file and switches the Pi off


class AlreadyRunningError(Exception):
    """Another console has this journal."""


def run(config: Path | None, journal: Path, seed: int | None = None) -> int:
    """Until SIGTERM or SIGINT. The exit code says what was wrong, and a sentence on standard error says it in words."""
    _log_discreetly()
    if seed is not None:
        log.warning("Nothing is left to chance: started with --seed, every evening begins alike.")
    try:
        settings = load(config)
        with _alone_with(journal):
            asyncio.run(_evening(settings, journal, randbits(31) if seed is None else seed))
    except ConfigError as mistakes:
        sys.stderr.write(f"{mistakes}\n")
        return BAD_CONFIG
    except AlreadyRunningError as sorry:
        sys.stderr.write(f"wordtable: {sorry}\n")
        return IN_USE
    except Exception:
        log.critical("The console cannot go on. Please report this.", exc_info=True)
        return FAILED
    return 0


async def _evening(settings: TableSettings, file: Path, seed: int) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(LoopMishaps())
    ended = asyncio.Event()
    for asked in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(asked, ended.set)
    systemd = Systemd()
    journal = Journal.open(file, loop, wall_clock)
    table, pages = _with_pages(settings, open_table(settings, loop), loop)
    try:
        console = Console(
            table,
            loop,
            journal,
            dictionaries.load,
            seed=seed,
            defaults=defaults(settings),
            shut_down=lambda: _shut_down(ended),
            palette=settings.palette,
            pulse=settings.pulse,
            think=partial(_think_apart, loop),
        )
        console.start()
        journal.listen(lambda trouble: _tell(console, trouble))
        systemd.ready(f"A table of {len(settings.seats)} seats is open.")
        systemd.feed_watchdog(loop)
        log.info("The table is open: %d seats%s.", len(settings.seats), ", simulated" if settings.simulated else "")
        await ended.wait()
        systemd.stopping()
        console.close()
    finally:
        if pages is not None:
            await pages.close()
        table.close()
        if not journal.close(LAST_WRITES):
            log.warning("The disk did not take everything in time: the last action may be missing.")
    log.info("The table is closed.")


def _with_pages(
    settings: TableSettings, table: Table, loop: asyncio.AbstractEventLoop
) -> "tuple[Table, Serving | None]":
    """The same table, seen in a browser as well if its config says so. What the pages lack never stops an evening."""
    if settings.web is None:
        return table, None
    try:
        from firmware_host.web.mirror import MirroredTable
        from firmware_host.web.serving import PortTakenError, Serving, listen
    except ImportError:
        log.warning("There are no pages: something is missing. `sudo make install` in the project's folder brings it.")
        return table, None
    try:
        listening = listen(settings.web.host, settings.web.port)
    except PortTakenError as sorry:
        log.warning("There are no pages. %s", sorry)
        return table, None
    mirrored = MirroredTable(table, loop, settings.web.codes)
    log.info("Its pages are at port %d.", settings.web.port)
    return mirrored, Serving(mirrored, listening)


def _think_apart(loop: asyncio.AbstractEventLoop, thought: Thought, then: Callable[[Action | None], None]) -> None:
    """On a thread of its own: a move may take a small Pi half a second, and keys must not wait for it."""
    thinking = loop.run_in_executor(None, thought)
    thinking.add_done_callback(lambda done: then(done.result()))


def _tell(console: Console, trouble: str) -> None:
    log.warning("%s", trouble)
    console.report(trouble)


def _shut_down(ended: asyncio.Event) -> None:
    """As a service, the console asks for the Pi to be switched off and is ended with it; otherwise it just ends."""
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if folder:
        with suppress(OSError):
            Path(folder, SHUT_DOWN).touch()
            return
    ended.set()


@contextmanager
def _alone_with(journal: Path) -> Iterator[None]:
    """Two consoles would fight over keypads and displays. The lock goes when the process does, however it ends."""
    if journal == MEMORY:
        yield
        return
    try:
        journal.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = os.open(journal.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:  # the journal will say what is wrong with its folder
        yield
        return
    try:
        _lock(folder, journal.parent)
        yield
    finally:
        os.close(folder)


def _lock(descriptor: int, folder: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise AlreadyRunningError(
            f"Another console uses {folder} already. Stop it (`sudo systemctl stop wordtable`), "
            "or give this one a --journal in a folder of its own."
        ) from None


# ── logging ──────────────────────────────────────────────────────────────────────────────────────

_Mishap = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
_PRIORITIES = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}


class DiscreetFormatter(logging.Formatter):
    """Says what went wrong and where, but never an error's own text: that may repeat what somebody typed."""

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # another formatter's, who may have said more
        said = super().format(record)
        return f"<{_PRIORITIES.get(record.levelno, 6)}>{said}" if "JOURNAL_STREAM" in os.environ else said

    def formatException(self, ei: _Mishap) -> str:  # noqa: N802  # logging's own name
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
    threading.excepthook = _log_mishap_of_thread


class LoopMishaps:
    """Logs what fails on the loop; the evening goes on. The context itself would show what was being called."""

    def __init__(self) -> None:
        self._told_until = float("-inf")

    def __call__(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
            self._no_more_files(loop.time())
            return
        log.error("Something went wrong. Please report this.", exc_info=error if isinstance(error, Exception) else None)

    def _no_more_files(self, now: float) -> None:
        """asyncio tries again, many times a second: once a minute is enough to read."""
        if now >= self._told_until:
            self._told_until = now + A_MINUTE
            log.warning("Too many files are open for one more page: new ones wait. Close some that nobody looks at.")


def _log_mishap_of_thread(mishap: threading.ExceptHookArgs) -> None:
    log.error("A thread failed. Please report this.", exc_info=mishap.exc_value)
