"""Files that are not ours, and disks that fail: the evening goes on, and the table is told once."""

import os
import resource
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import gettempdir

import pytest

from firmware_host.journal.opening import VERSION, open_ledger
from firmware_host.session import Session
from tests.support.evening import english
from tests.support.flips import small_journal
from tests.support.night import RESULT, SEATS, Night, a_round, connections, nothing, party


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.db"


# ── files that are not ours ──────────────────────────────────────────────────────────────────────


def garbage(file: Path) -> None:
    file.write_bytes(b"The shopping list: eggs, flour, a new keypad.")


def foreign(file: Path) -> None:
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE recipes (title TEXT)")
    database.execute("INSERT INTO recipes VALUES ('Pancakes')")
    database.commit()
    database.close()


def disk_image(file: Path) -> None:
    with file.open("wb") as opened:
        opened.seek(3_000_000)
        opened.write(b"somebody's files")


def folder(file: Path) -> None:
    file.mkdir()


def pipe(file: Path) -> None:
    os.mkfifo(file)


NOT_OURS = (garbage, foreign, disk_image, folder, pipe)


@pytest.mark.parametrize("make", NOT_OURS, ids=[make.__name__ for make in NOT_OURS])
class TestWhatIsNotOurs:
    def test_the_evening_goes_on_and_it_is_told_once(self, file: Path, make: Callable[[Path], None]) -> None:
        file.parent.mkdir()
        make(file)
        night = Night(file)
        a_round(night)
        assert night.safe == 7
        assert ["It was left alone, and this evening is not saved." in told for told in night.told] == [True]

    def test_it_is_left_as_it_was(self, file: Path, make: Callable[[Path], None]) -> None:
        file.parent.mkdir()
        make(file)
        file.chmod(0o755)
        before = (file.stat().st_mode, file.read_bytes() if file.is_file() else b"", file.stat().st_mtime)
        a_round(Night(file))
        assert (file.stat().st_mode, file.read_bytes() if file.is_file() else b"", file.stat().st_mtime) == before
        assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("end", [".part", ".new", ".bak", "-backup"])
def test_files_beside_it_are_left_as_they_were(file: Path, end: str) -> None:
    file.parent.mkdir()
    beside = file.with_name(file.name + end)
    beside.write_text("somebody's own")
    Night(file).journal.close()
    assert beside.read_text() == "somebody's own"


# ── ours, and damaged ────────────────────────────────────────────────────────────────────────────


def torn(file: Path) -> None:
    """Ours once, but somebody wrote zeros over its rows."""
    a_round(Night(file))
    sqlite3.connect(file).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as bytes_of_it:
        bytes_of_it.seek(4096)
        bytes_of_it.write(bytes(4096))


def newer(file: Path) -> None:
    """Of a later wordtable, whose rows are sealed in another way."""
    Night(file).journal.close()
    database = sqlite3.connect(file)
    database.execute("UPDATE rows SET sealed = replace(sealed, 'wt2', 'wt3')")
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.commit()
    database.close()


UNREADABLE = (torn, newer)


@pytest.mark.parametrize("make", UNREADABLE, ids=[make.__name__ for make in UNREADABLE])
class TestWhatCannotBeRead:
    def test_it_is_told_once(self, file: Path, make: Callable[[Path], None]) -> None:
        file.parent.mkdir()
        make(file)
        night = Night(file)
        night.clock.settle()
        assert ["a new journal was started" in told and "journal.db.broken-1" in told for told in night.told] == [True]

    def test_the_evening_begins_with_a_new_journal(self, file: Path, make: Callable[[Path], None]) -> None:
        file.parent.mkdir()
        make(file)
        a_round(Night(file))
        assert Night(file).journal.unfinished() is not None

    def test_it_is_kept_as_it_was(self, file: Path, make: Callable[[Path], None]) -> None:
        file.parent.mkdir()
        make(file)
        before = file.read_bytes()
        Night(file)
        assert file.with_name("journal.db.broken-1").read_bytes() == before


def test_what_was_kept_aside_before_is_never_written_over(file: Path) -> None:
    kept = []
    for _ in range(3):
        kept.append(small_journal(file))
        file.unlink()
        file.write_bytes(kept[-1][:4096])
        Night(file).journal.close()
    aside = [file.with_name(f"journal.db.broken-{number}").read_bytes() for number in range(1, 4)]
    assert aside == [content[:4096] for content in kept]


@pytest.mark.parametrize("content", [b"", bytes(10_000)], ids=["empty", "zeros"])
def test_a_file_with_nothing_in_it_is_a_new_journal_and_no_trouble(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    assert Night(file).trouble == ""


# ── disks that fail ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def full_disk() -> Iterator[Callable[[int], None]]:
    """Files of this process can grow to so many bytes, and the write beyond that fails as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda most: resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_with_a_full_disk_the_evening_goes_on(file: Path, full_disk: Callable[[int], None]) -> None:
    night = Night(file)
    full_disk(file.with_name("journal.db-wal").stat().st_size)
    a_round(night)
    assert night.safe == 7
    assert [told for told in night.told if "disk full" in told] == [night.trouble]


def test_a_disk_with_room_again_gets_everything_it_missed(file: Path, full_disk: Callable[[int], None]) -> None:
    night = Night(file)
    full_disk(file.with_name("journal.db-wal").stat().st_size)
    a_round(night)
    full_disk(1 << 30)
    night.plays("Ann", "next")
    found = Night(file).journal.unfinished()
    assert found is not None
    assert found.save == night.evening.session.save()


def test_when_the_disk_fills_up_in_between_no_log_has_a_gap(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever of the evening is there after a cut can be played on."""
    databases = connections(monkeypatch)
    night = Night(file)
    database = databases[-1]
    night.begins(party())
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count = {pages}")
    night.plays("Ann", "secret", word="SOLVE")
    for _ in range(200):  # until the last page is full
        night.plays("Ann", "hint", text="It is a long way to the end of this page")
    assert "disk full" in night.trouble
    found = Night(file).journal.unfinished()
    assert found is not None
    session = Session(lambda _name: english())
    session.load(dict(found.save))
    assert 1 < session.game.number < 202


@pytest.fixture
def read_only(file: Path) -> Iterator[Path]:
    """A journal on a disk that cannot be written to, as somebody who is not root finds it."""
    a_round(Night(file))
    sqlite3.connect(file).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for each in file.parent.iterdir():
        each.chmod(0o444)
    file.parent.chmod(0o555)
    nobody = 65534
    for folder in file.parent.parents:
        if Path(gettempdir()) in folder.parents:  # pytest keeps its folders to itself
            folder.chmod(0o755)
    if os.geteuid() == 0:
        os.seteuid(nobody)
        yield file
        os.seteuid(0)
    else:
        yield file
    file.parent.chmod(0o755)


def test_on_a_read_only_disk_the_last_game_is_still_found(read_only: Path) -> None:
    found = Night(read_only).journal.unfinished()
    assert found is not None
    assert found.seats == SEATS


def test_on_a_read_only_disk_the_evening_goes_on_and_is_told_once(read_only: Path) -> None:
    night = Night(read_only)
    a_round(night)
    assert night.safe == 7
    assert ["cannot be written to" in told for told in night.told] == [True]


def test_where_no_folder_can_be_made_the_evening_goes_on(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    night = Night(tmp_path / "state" / "journal.db")
    a_round(night)
    assert (night.safe, "cannot be written to" in night.trouble) == (7, True)


def test_a_locked_journal_is_not_waited_for_for_ever(file: Path) -> None:
    night = Night(file, patience=0.01)
    other = sqlite3.connect(file)
    other.execute("BEGIN IMMEDIATE")
    a_round(night)
    assert (night.safe, bool(night.trouble)) == (7, True)


def test_once_the_lock_is_gone_everything_is_written(file: Path) -> None:
    night = Night(file, patience=0.01)
    other = sqlite3.connect(file)
    other.execute("BEGIN IMMEDIATE")
    a_round(night)
    other.rollback()
    night.plays("Ann", "next")
    found = Night(file).journal.unfinished()
    assert found is not None
    assert found.save == night.evening.session.save()


def test_two_journals_on_one_file_keep_their_games_apart(file: Path) -> None:
    here, there = Night(file, patience=5), Night(file, patience=5)
    here.begins(party())
    there.begins(party())
    for number in range(5):
        here.evening.does("Ann", "pause" if number % 2 == 0 else "resume")
        here.keeps()
        there.evening.does("Bob", "pause" if number % 2 == 0 else "resume")
        there.keeps()
    here.journal.finish(RESULT, nothing)
    there.journal.finish(RESULT, nothing)
    newest, oldest = open_ledger(file, float)[0].finished()
    assert (oldest.save["log"], newest.save["log"]) == (
        here.evening.session.save()["log"],
        there.evening.session.save()["log"],
    )
