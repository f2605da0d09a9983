"""`wordtable backup` and `wordtable restore`, with a file of every format that a journal ever had."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.journal.alone import alone_with
from firmware_host.journal.opening import VERSION, read_ledger
from firmware_host.journal.seals import Row
from tests.support.night import RESULT, Night, a_round, party, spoil

FORMATS = {int(file.stem.removeprefix("format_")): file for file in Path(__file__).parent.glob("format_*.sql")}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.db"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def rows_of(file: Path) -> list[Row]:
    with closing(read_ledger(file)) as ledger:
        return ledger.rows.all()


def backs_up(journal: Path, to: Path) -> int:
    return main(["backup", str(to), "--journal", str(journal)])


def restores(file: Path, journal: Path) -> int:
    return main(["restore", str(file), "--journal", str(journal)])


def an_evening(journal: Path) -> Night:
    night = Night(journal)
    a_round(night)
    night.journal.finish(RESULT, lambda: None)
    night.journal.remember_name(2, "Bob", lambda: None)
    night.begins(party())
    night.plays("Ann", "secret", word="SOLVE")
    return night


def test_a_backup_is_made_while_the_evening_goes_on(
    journal: Path, stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    night = an_evening(journal)  # which is still open, with everything in its WAL
    assert backs_up(journal, stick / "games.backup") == 0
    night.plays("Bob", "guess", word="CRUMB")
    night.journal.close()
    assert rows_of(stick / "games.backup") == rows_of(journal)[:-1]
    assert "1 finished game, 1 name and 0 house words, and the game in progress." in capsys.readouterr().out


def test_a_backup_is_one_file_that_only_its_owner_may_read(journal: Path, stick: Path) -> None:
    an_evening(journal)
    backs_up(journal, stick / "games.backup")
    assert [(file.name, file.stat().st_mode & 0o777) for file in stick.iterdir()] == [("games.backup", 0o600)]


def test_in_a_folder_a_backup_is_named_after_its_day(journal: Path, stick: Path) -> None:
    an_evening(journal)
    assert backs_up(journal, stick) == 0
    (file,) = stick.iterdir()
    assert file.match("wordtable-????-??-??.backup")


def test_an_earlier_backup_is_replaced(journal: Path, stick: Path) -> None:
    night = an_evening(journal)
    backs_up(journal, stick / "games.backup")
    night.plays("Bob", "guess", word="CRUMB")
    assert backs_up(journal, stick / "games.backup") == 0
    assert rows_of(stick / "games.backup") == rows_of(journal)


def test_somebody_elses_file_is_left_alone(journal: Path, stick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    an_evening(journal)
    foreign = stick / "holiday.jpg"
    foreign.write_bytes(b"a picture")
    assert (backs_up(journal, foreign), restores(foreign, journal)) == (1, 1)
    assert foreign.read_bytes() == b"a picture"
    assert "holiday.jpg: It is not a wordtable journal. It was left alone." in capsys.readouterr().err


def test_the_journal_is_not_copied_onto_itself(journal: Path) -> None:
    an_evening(journal)
    before = rows_of(journal)
    assert (backs_up(journal, journal), restores(journal, journal)) == (1, 1)
    assert rows_of(journal) == before


def test_what_is_not_there_is_told(journal: Path, stick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (backs_up(journal, stick), restores(stick / "games.backup", journal)) == (1, 1)
    assert list(stick.iterdir()) == []
    assert "Give the file that `wordtable backup` made." in capsys.readouterr().err


def test_a_full_stick_keeps_the_earlier_backup(
    journal: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    night = an_evening(journal)
    backs_up(journal, stick / "games.backup")
    before = (stick / "games.backup").read_bytes()
    night.plays("Bob", "guess", word="CRUMB")

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("firmware_host.journal.rows.Rows.copy_to", full)
    assert backs_up(journal, stick / "games.backup") == 1
    assert [file.read_bytes() for file in stick.iterdir()] == [before]
    assert "disk is full" in capsys.readouterr().err


def test_a_damaged_journal_is_backed_up_as_far_as_it_can_be_read(journal: Path, stick: Path) -> None:
    an_evening(journal).journal.close()
    whole = set(rows_of(journal))
    spoil(journal, "name")
    assert backs_up(journal, stick / "games.backup") == 0
    assert {row.kind for row in whole - set(rows_of(stick / "games.backup"))} == {"name"}


def test_a_restored_game_is_played_on(journal: Path, stick: Path) -> None:
    an_evening(journal).journal.close()
    backs_up(journal, stick / "games.backup")
    shutil.rmtree(journal.parent)  # the card is broken, and a new one is put in
    assert restores(stick / "games.backup", journal) == 0
    found = Night(journal).journal.unfinished()
    assert found is not None
    assert len(found.save["log"]) == 1  # type: ignore[arg-type]


def test_what_was_there_before_is_kept(journal: Path, stick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    night = an_evening(journal)
    backs_up(journal, stick / "games.backup")
    night.plays("Bob", "guess", word="CRUMB")
    night.journal.close()
    newer = rows_of(journal)
    restores(stick / "games.backup", journal)
    assert rows_of(journal) == newer[:-1]
    assert rows_of(journal.with_name("journal.db.replaced-1")) == newer
    assert "kept as journal.db.replaced-1" in capsys.readouterr().out


def test_a_running_console_keeps_its_journal(journal: Path, stick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    an_evening(journal)
    backs_up(journal, stick / "games.backup")
    with alone_with(journal):
        assert restores(stick / "games.backup", journal) == 1
    assert "sudo systemctl stop wordtable" in capsys.readouterr().err


def test_what_root_restores_belongs_to_the_service(journal: Path, stick: Path) -> None:
    an_evening(journal).journal.close()
    backs_up(journal, stick / "games.backup")
    service = 61184 if os.geteuid() == 0 else os.geteuid()  # only root may give a file away
    os.chown(journal.parent, service, -1)
    restores(stick / "games.backup", journal)
    assert journal.stat().st_uid == service


# ── every format ─────────────────────────────────────────────────────────────────────────────────


def of_format(number: int, file: Path) -> Path:
    file.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(file)) as database:
        database.executescript(FORMATS[number].read_text(encoding="utf-8"))
    return file


def test_there_is_a_file_of_every_format() -> None:
    assert sorted(FORMATS) == list(range(1, VERSION + 1))


@pytest.mark.parametrize("number", sorted(FORMATS))
def test_a_journal_of_every_format_is_opened_restored_and_read(number: int, journal: Path, stick: Path) -> None:
    old = of_format(number, stick / "old.db")
    before = old.read_bytes()
    assert restores(old, journal) == 0
    assert old.read_bytes() == before
    shutil.copy(old, journal.with_name("opened.db"))
    for file in (journal, journal.with_name("opened.db")):
        opened = Night(file).journal
        (finished,) = opened._ledger.finished()
        found = opened.unfinished()
        assert found is not None
        assert (finished.result, opened.last_names(2), opened.house_words()) == (
            RESULT,
            ("Cy", "Bob", "Ann"),
            (("ZIZZY",), ()),
        )
        assert (opened.comforts(3), found.save["clock"]) == ({"palette": "orange-blue"}, 7)
