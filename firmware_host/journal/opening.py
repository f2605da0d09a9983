"""Opens the journal's own file, whatever has become of it. Touches nothing but that file and those beside it.

What is damaged costs only itself: the damaged file is kept beside, and every row whose checksum is right is moved to a
new one. A file that is not ours is left alone.
"""

import logging
import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from firmware_host.journal import format_1
from firmware_host.journal.ledger import MEMORY, Ledger
from firmware_host.journal.rows import GAME, INDEX, NAME, ORIGIN, RESULT, SCHEMA, SUMS, WORD, Damaged, Rows
from firmware_host.journal.seals import PAGE, Found, Row, find_rows, seal
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import NOTHING, Text, all_of, say
from hardware.files import NotAFile, check_ordinary

log = logging.getLogger(__name__)

APPLICATION_ID = 0x776F7264  # “word”: other programs, and we, can tell whose file this is
VERSION = 2
PATIENCE = 5.0  # seconds in which somebody else may hold the file

_FIRST = b"SQLite format 3\0"
_LOOKED_AT = 1 << 20  # bytes at the beginning of a file, to see whose it is
_COMPANIONS = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a database
# A new file that is being written, and one that is complete but not in its place yet. Nobody else's is called that.
_PART, _NEW = ".wordtable-part", ".wordtable-new"
_BROKEN, REPLACED = "broken", "replaced"  # a damaged file, and one that a backup has replaced, are kept as these
_DISK = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_NOMEM", "SQLITE_INTERRUPT")
_MAY_NOT = ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")
_AT_ONCE = 1 << 18  # bytes of a file that are checked whole before the evening begins
_PART_CHECKED = 200  # rows, before others may use the processor
_SPOILT = ".wordtable-spoilt"  # beside a file in which something was found: it is checked whole at the next start
_LOST = {GAME: say("a game"), NAME: say("a name"), WORD: say("a house word"), RESULT: say("the result of a game")}


class NotOurs(TextError):
    """This file is not a journal that can be used here; its sentence says why."""


class _Older(Exception):
    """A sound journal of format 1."""


# ── for an evening ───────────────────────────────────────────────────────────────────────────────


def open_ledger(file: Path, date: Callable[[], float], patience: float = PATIENCE) -> tuple[Ledger, Text]:
    """The ledger in this file, and a sentence if something was wrong with it. Never fails.

    A file that is not ours is left alone. One that cannot be written to is read if possible, and continued in memory.
    """
    if file == MEMORY:
        return _in_memory((), date), NOTHING
    try:
        return _opened(Path(os.path.realpath(file)), date, patience)
    except NotOurs as problem:
        told = say(
            "{file}: {problem} It was left alone, and this evening is not saved.", file=str(file), problem=problem.say
        )
        return _in_memory((), date), told
    except Exception as error:  # whatever it is, the evening begins; its text might hold a row
        log.warning("The journal could not be opened (%s).", type(error).__name__)
        told = say(
            "{file} cannot be written to ({reason}). You can play on, but a power cut would lose this evening.",
            file=str(file),
            reason=why_not(error),
        )
        return _in_memory(_rows_of(file), date), told


def why_not(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or ""
    return str(error) if isinstance(error, sqlite3.Error) else type(error).__name__


def _opened(file: Path, date: Callable[[], float], patience: float) -> tuple[Ledger, Text]:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _finish_replacing(file)
    check_whose(file)
    if _is_new(file):
        replace_journal(file, _first_rows())
    file.chmod(0o600)
    # SQLite leaves out everything after a spoilt byte in a WAL.
    in_wal = find_rows(b"", _bytes(_beside(file, "-wal"))).rows
    told = NOTHING
    whole = file.stat().st_size <= _AT_ONCE or _beside(file, _SPOILT).exists()
    try:
        ledger = _connected(file, date, patience, whole=whole)
    except _Older:
        told = _move(file, patience)
        ledger = _connected(file, date, patience)
    except Exception as error:  # a damaged file makes SQLite and Python's own module stumble in many ways
        if _is_of_the_disk(error, file):
            raise
        told = _mend(file)
        ledger = _connected(file, date, patience)
    _beside(file, _SPOILT).unlink(missing_ok=True)
    ledger.take_in(in_wal.values())
    if ledger.rows.is_unclean():  # a power cut while somebody was being forgotten
        with suppress(sqlite3.OperationalError):  # the disk is full, or somebody reads: at the next start, then
            ledger.rows.leave_nothing_behind()
    return ledger, told


def check_old_part(rows: Rows, breathe: Callable[[], None]) -> Text:
    """Checks the whole of a file that was too long for it at the start, through a connection of its own; a sentence if
    something is wrong with it. It is repaired at the next start: now it is being written."""
    if rows.file is None or rows.file.stat().st_size <= _AT_ONCE:
        return NOTHING
    if not _is_spoilt(rows, breathe):
        return NOTHING
    _beside(rows.file, _SPOILT).touch(mode=0o600)
    return say(
        "An old part of {file} is damaged. You can play on: it is repaired when the console next starts.",
        file=rows.file.name,
    )


def _is_spoilt(rows: Rows, breathe: Callable[[], None]) -> bool:
    try:
        with rows.beside() as beside:
            for spoilt in beside.spoilt(_PART_CHECKED):
                if spoilt:
                    return True
                breathe()
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        return True
    return False


def _is_of_the_disk(error: Exception, file: Path) -> bool:
    """Whether the disk is at fault, and not what is written on it."""
    name = getattr(error, "sqlite_errorname", "")
    may_write = os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)
    return isinstance(error, OSError) or name.startswith(_DISK) or (name.startswith(_MAY_NOT) and not may_write)


def _connected(file: Path, date: Callable[[], float], patience: float, *, whole: bool = False) -> Ledger:
    database = sqlite3.connect(file, timeout=patience, isolation_level=None, check_same_thread=False)
    try:
        _check(database, whole=whole)
        # One wait for the disk instead of four, and just as safe: with FULL every commit is waited for.
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA secure_delete = ON")  # what was replaced must not be found again in a damaged file
        with suppress(sqlite3.OperationalError):  # without it everything takes longer
            database.execute(INDEX)
        return Ledger(database, date, file)
    except BaseException:
        database.close()
        raise


def _check(database: sqlite3.Connection, *, whole: bool = True) -> None:
    database.text_factory = lambda text: text.decode("ascii", "replace")
    if _pragma(database, "application_id") != APPLICATION_ID:
        raise Damaged
    version = _pragma(database, "user_version")
    if version == format_1.VERSION:
        raise _Older
    if version != VERSION or (whole and any(Rows(database).spoilt(_PART_CHECKED))):
        raise Damaged


def _pragma(database: sqlite3.Connection, name: str) -> object:
    return database.execute(f"PRAGMA {name}").fetchone()[0]


# ── whose it is ──────────────────────────────────────────────────────────────────────────────────


def check_whose(file: Path) -> None:
    """Raises `NotOurs` for a file that is neither new nor a journal."""
    if not _is_new(file) and not _is_ours(file):
        raise NotOurs(say("It is not a wordtable journal."))


def _is_new(file: Path) -> bool:
    """Not there, empty, or only zeros, which is what a broken disk leaves of a file."""
    try:
        check_ordinary(file)
    except FileNotFoundError:
        return True
    except NotAFile as problem:
        raise NotOurs(problem.say) from None
    with file.open("rb") as opened:
        if opened.read(len(_FIRST)) == _FIRST:
            return False
        opened.seek(0)
        start = opened.read(_LOOKED_AT)
    return len(start) < _LOOKED_AT and not start.strip(b"\0")


def _is_ours(file: Path) -> bool:
    with file.open("rb") as opened:
        head = opened.read(PAGE)
        if head.startswith(_FIRST) and head[68:72] == APPLICATION_ID.to_bytes(4, "big"):
            return True
        return bool(find_rows(head + opened.read(_LOOKED_AT), b"").rows)


# ── damaged, or of an older format ───────────────────────────────────────────────────────────────


def _mend(file: Path) -> Text:
    """Everything that can be read, in a new file; the damaged one is kept beside it."""
    found = find_rows(_bytes(file), _bytes(_beside(file, "-wal")))
    aside = replace_journal(
        file, [row for row in found.rows.values() if row.kind != SUMS] or _first_rows(), keep_as=_BROKEN
    )
    if not found.rows:
        return say(
            "{file} cannot be read. It is kept as {aside}, and a new journal was started.", file=file.name, aside=aside
        )
    if lost := _lost(found):
        return say(
            "{file} was damaged: {lost} cannot be read. The old file is kept as {aside}.",
            file=file.name,
            lost=all_of(lost),
            aside=aside,
        )
    return _repaired(file, aside)


def _repaired(file: Path, aside: str) -> Text:
    return say("{file} was damaged and is repaired. The old file is kept as {aside}.", file=file.name, aside=aside)


def _lost(found: Found) -> list[Text]:
    kinds = {kind for _, kind in found.spoilt if kind != SUMS}  # those are counted again
    return [_LOST.get(kind, say("a part of a game")) for kind in sorted(kinds)]


def _move(file: Path, patience: float) -> Text:
    """A journal of format 1 becomes one of today, on a copy that takes its place when it is complete."""
    with closing(sqlite3.connect(file, timeout=patience, isolation_level=None)) as database:
        moved = format_1.read_rows(database)
    aside = replace_journal(file, moved.rows, keep_as="" if moved.whole else _BROKEN)
    return NOTHING if moved.whole else _repaired(file, aside)


def replace_journal(file: Path, rows: Iterable[Row], *, keep_as: str = "") -> str:
    """A new file with these rows, in one step: after a power cut there is the old one or the new one.

    The name under which the old one was kept, if it should be.
    """
    _finish_replacing(file)
    _write(part := _beside(file, _PART), rows)
    aside = _keep_aside(file, keep_as) if keep_as else ""
    part.rename(_beside(file, _NEW))
    _finish_replacing(file)
    return aside


def _finish_replacing(file: Path) -> None:
    """A new file that is complete takes its place. The old one's WAL must be gone before, or SQLite would use it."""
    for unfinished in ("", *_COMPANIONS):
        _beside(file, _PART + unfinished).unlink(missing_ok=True)
    new = _beside(file, _NEW)
    if new.exists():
        _flush(file.parent)
        for companion in _COMPANIONS:
            _beside(file, companion).unlink(missing_ok=True)
        new.rename(file)
        _flush(file.parent)


def new_file(file: Path) -> None:
    """An empty file that only its owner may read."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


def _write(file: Path, rows: Iterable[Row]) -> None:
    new_file(file)
    if os.geteuid() == 0:  # what root restores belongs to the service, as its folder does
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid)
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = FULL")
        _create(database, rows)


def _create(database: sqlite3.Connection, rows: Iterable[Row]) -> None:
    database.execute(f"PRAGMA page_size = {PAGE}")
    database.executescript(
        f"BEGIN; {SCHEMA} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
    )
    database.executemany("INSERT INTO rows VALUES (?, ?)", ((row.number, seal(row)) for row in rows))
    database.execute("COMMIT")


def _first_rows() -> tuple[Row, ...]:
    return (Row(1, ORIGIN, f"[{VERSION}]"),)


def kept_beside(file: Path) -> list[Path]:
    """The older files that were kept, and what SQLite kept beside them."""
    return [kept for end in (_BROKEN, REPLACED) for kept in sorted(file.parent.glob(f"{file.name}.{end}-*"))]


def _keep_aside(file: Path, kept_as: str) -> str:
    number = 1
    while (aside := _beside(file, f".{kept_as}-{number}")).exists():
        number += 1
    for companion in ("", *_COMPANIONS):
        with suppress(FileNotFoundError):
            os.link(_beside(file, companion), _beside(aside, companion))
    return aside.name


def _beside(file: Path, end: str) -> Path:
    return file.with_name(file.name + end)


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


def _flush(folder: Path) -> None:
    """Makes sure that the names of these files are on the disk."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with suppress(OSError):  # not every file system can do this to a folder
            os.fsync(opened)
    finally:
        os.close(opened)


# ── only to read ─────────────────────────────────────────────────────────────────────────────────


def read_ledger(file: Path) -> Ledger:
    """For those who only look: nothing is moved or made. Raises `NotOurs`, an OSError or SQLite's own error."""
    check_whose(file)
    if _is_new(file):
        return _in_memory((), lambda: 0.0)
    try:
        return Ledger(_connect_to_read(file), lambda: 0.0)
    except _Older:
        with closing(_connect_to_read(file, checked=False)) as database:
            return _in_memory(format_1.read_rows(database).rows, lambda: 0.0)
    except Exception as error:
        if _is_of_the_disk(error, file):
            raise
        return _in_memory(find_rows(_bytes(file), _bytes(_beside(file, "-wal"))).rows.values(), lambda: 0.0)


def _rows_of(file: Path) -> list[Row]:
    """What can be read in a file that cannot be written to."""
    with suppress(Exception), closing(read_ledger(file)) as ledger:
        return ledger.rows.all()
    return []


def _connect_to_read(file: Path, *, checked: bool = True) -> sqlite3.Connection:
    ways = ["mode=ro"]
    wal = _beside(file, "-wal")
    if not wal.exists() or wal.stat().st_size == 0:
        ways.append("mode=ro&immutable=1")  # on a disk that takes no writing at all
    for way in ways:
        address = f"file:{quote(str(file.absolute()))}?{way}"
        database = sqlite3.connect(address, uri=True, timeout=PATIENCE, check_same_thread=False)
        try:
            if checked:
                _check(database)
            return database
        except BaseException as error:
            database.close()
            if way == ways[-1] or not isinstance(error, sqlite3.OperationalError):
                raise
    raise AssertionError("the last way ends the search")


def _in_memory(rows: Iterable[Row], date: Callable[[], float]) -> Ledger:
    database = sqlite3.connect(str(MEMORY), isolation_level=None, check_same_thread=False)
    _create(database, rows)
    return Ledger(database, date)
