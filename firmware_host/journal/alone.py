"""Only one program at a time may use a journal. Locks the journal's folder; the lock ends with the process."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_host.journal.ledger import MEMORY
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say


class AlreadyRunningError(TextError):
    """Another console uses this journal."""


@contextmanager
def alone_with(journal: Path) -> Iterator[None]:
    """Two consoles would share keypads and displays, so the second raises `AlreadyRunningError`."""
    if journal == MEMORY:
        yield
        return
    try:
        journal.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = os.open(journal.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:  # the journal reports what is wrong with its folder
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
        text = say(
            "Another console already uses {folder}. Stop it (`sudo systemctl stop wordtable`), "
            "or give this one a --journal in another folder.",
            folder=str(folder),
        )
        raise AlreadyRunningError(text) from None
