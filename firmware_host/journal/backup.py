"""Copies a journal to a file and back. A backup is a journal of today's format in one file, with nothing beside it.

SQLite's own backup makes it, so a console may be writing meanwhile. Everything takes its place in one step.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from firmware_host.frozen import frozen
from firmware_host.journal.alone import alone_with
from firmware_host.journal.ledger import Ledger
from firmware_host.journal.opening import (
    REPLACED,
    NotOurs,
    check_whose,
    new_file,
    read_ledger,
    replace_journal,
    why_not,
)
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import Text, say, say_count

WRITING = ".wordtable-part"


class BackupError(TextError):
    """Nothing was changed; the sentence says why, and what to do."""


@frozen
class Copied:
    """What is in a copy, and where a journal that it replaced was kept."""

    file: Path
    finished: int
    names: int
    words: int
    unfinished: bool
    aside: str = ""

    @property
    def told(self) -> Text:
        return say(
            "{games}, {names} and {words}{unfinished}",
            games=say_count("{count} finished game", "{count} finished games", self.finished),
            names=say_count("{count} name", "{count} names", self.names),
            words=say_count("{count} house word", "{count} house words", self.words),
            unfinished=say(", and the game in progress") if self.unfinished else "",
        )


def back_up(journal: Path, to: Path, date: float) -> Copied:
    """Copies the journal to this file, or to a file of this day in this folder. Replaces only an earlier backup."""
    with _told_why(to):
        file = to / f"wordtable-{datetime.fromtimestamp(date):%Y-%m-%d}.backup" if to.is_dir() else to
    with _told_why(journal):
        _check_there(journal, say("Nothing has been played at this table yet, or it is not the right --journal."))
        ledger = read_ledger(journal)
    with closing(ledger), _told_why(file):
        if file.exists() and file.samefile(journal):
            raise BackupError(say("{file} is the journal itself. Choose another file.", file=str(file)))
        check_whose(file)
        _write(ledger, file)
        return _content(ledger, file)


def restore(file: Path, journal: Path) -> Copied:
    """Replaces the journal by this backup, of whatever format. The journal that was there is kept beside."""
    with _told_why(file):
        _check_there(file, say("Give the file that `wordtable backup` made."))
        check_whose(file)
        ledger = read_ledger(file)
    with closing(ledger), alone_with(journal), _told_why(journal):
        journal = Path(os.path.realpath(journal))
        if journal.exists() and file.samefile(journal):
            raise BackupError(say("{file} is the journal itself. Choose another file.", file=str(file)))
        check_whose(journal)
        aside = replace_journal(journal, ledger.rows.all(), keep_as=REPLACED if journal.exists() else "")
        return _content(ledger, journal, aside)


def _check_there(file: Path, next_step: Text) -> None:
    if not file.exists() or not file.stat().st_size:
        raise BackupError(say("{file}: no such file, or it is empty. {next_step}", file=str(file), next_step=next_step))


def _write(ledger: Ledger, file: Path) -> None:
    part = file.with_name(file.name + WRITING)
    part.unlink(missing_ok=True)
    try:
        new_file(part)
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            copy.execute("PRAGMA synchronous = FULL")
            ledger.rows.copy_to(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # all in one file
        part.rename(file)
        _flush(file)
    finally:
        part.unlink(missing_ok=True)


def _flush(file: Path) -> None:
    """A stick may be pulled out as soon as we say that it is done."""
    for place in (file, file.parent):
        opened = os.open(place, os.O_RDONLY | os.O_CLOEXEC)
        try:
            with suppress(OSError):  # not every file system can do this to a folder
                os.fsync(opened)
        finally:
            os.close(opened)


def _content(ledger: Ledger, file: Path, aside: str = "") -> Copied:
    names = {name for names in ledger.names().values() for name in names}
    try:
        unfinished = ledger.unfinished() is not None
    except ValueError:
        unfinished = False
    return Copied(file, len(list(ledger.finished())), len(names), len(ledger.house_words()), unfinished, aside)


@contextmanager
def _told_why(file: Path) -> Iterator[None]:
    try:
        yield
    except NotOurs as problem:
        text = say("{file}: {problem} It was left alone. Choose another file.", file=str(file), problem=problem.say)
        raise BackupError(text) from None
    except (sqlite3.Error, OSError) as error:
        text = say(
            "{file}: cannot be used ({reason}). May this user write there, and is there room? Try again with sudo.",
            file=str(file),
            reason=why_not(error),
        )
        raise BackupError(text) from None
