"""A journal with spoilt bytes, without its WAL, or of an older format: a damaged part costs itself and nothing more."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from firmware_host.journal.history import read_history
from firmware_host.journal.opening import read_ledger, replace_journal
from firmware_host.journal.people import change_file, forgetting
from firmware_host.journal.seals import Row
from firmware_host.session import Session
from tests.support.evening import english
from tests.support.flips import SpoiltJournals, small_journal, with_a_long_row
from tests.support.night import RESULT, Night, a_round, connections, nothing, party, spoil
from tests.support.three_evenings import play_three_evenings

FORMAT_1 = Path(__file__).with_name("format_1.sql")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.db"


def rows_of(file: Path) -> set[Row]:
    with closing(read_ledger(file)) as ledger:
        return set(ledger.rows.all())


def log_of(file: Path) -> list[object]:
    """What a console finds to go on with, if it can be played."""
    found = Night(file).journal.unfinished()
    assert found is not None
    Session(lambda _name: english()).load(dict(found.save))
    log = found.save["log"]
    assert isinstance(log, list)
    return log


# ── rows that nobody has damaged, and that make no sense ─────────────────────────────────────────

DEEP = "[" * 5_000 + "]" * 5_000
NONSENSE = {
    "nothing": "",
    "no list": "null",
    "short": "[1]",
    "deep": DEEP,
    "deep inside": f"[1,{DEEP},1,1,1]",
    "long numbers": f"[{'9' * 5000},1,1,1,1]",
    "no numbers": "[1e999,NaN,1,1,1]",
    "half a letter": r'["\ud800","\ud800","\ud800","\ud800","\ud800"]',
    "more than we know": '[1,"ANN","x","y","z","of a newer version"]',
    "objects": '[{"ANN":1},{"ANN":1},{"ANN":1},{"ANN":1},{"ANN":1}]',
    "lists": '[["ANN"],["ANN"],["ANN"],["ANN"],["ANN"]]',
    "a game of nobody": '[1,{"players":5,"game":"party","teams":[]},1,{"x":"ANN"},{}]',
    "a result of nothing": '[2,1e300,{"told":[{"boards":1}],"players":["ANN"],"scores":{"ANN":"x"}},3]',
}
KINDS = ("game", "entry", "clock", "seats", "result", "name", "person", "word", "comfort", "told", "sums", "unknown")


@pytest.mark.parametrize(
    ("kind", "contents"),
    [*((kind, [*NONSENSE.values()]) for kind in KINDS), *(("game", [content]) for content in NONSENSE.values())],
    ids=[*KINDS, *(f"game of {name}" for name in NONSENSE)],
)
def test_rows_that_make_no_sense_stop_nothing(file: Path, kind: str, contents: list[str]) -> None:
    """Their checksums are right: another version has written them, or they came with somebody else's backup."""
    small_journal(file)
    nonsense = [Row(1000 + place, kind, content) for place, content in enumerate(contents)]
    replace_journal(file, [*rows_of(file), *nonsense])
    list(read_history(file))
    night = Night(file)
    night.journal.unfinished()
    night.journal.remember_name(1, "Dot", nothing)
    night.clock.settle()
    assert {"Dot", "Ann"} <= {*night.journal.last_names(1)}
    night.journal.close()
    assert any("Dot" in row.content for row in rows_of(file))


@pytest.mark.parametrize("kind", KINDS)
def test_somebody_can_be_forgotten_beside_rows_that_make_no_sense(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "journal.db"
    play_three_evenings(file)
    nonsense = [
        Row(1000 + place, kind, content.replace("ANN", "DORA")) for place, content in enumerate(NONSENSE.values())
    ]
    replace_journal(file, [*rows_of(file), *nonsense])
    change_file(file, forgetting("DORA"))
    assert not any("DORA" in played.people for played in read_history(file))


# ── one flipped bit ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("make", "every"), [(small_journal, 1601), (with_a_long_row, 8009)])
def test_a_flipped_bit_costs_at_most_its_own_row(file: Path, make: Callable[[Path], bytes], every: int) -> None:
    """A sample; `make soak` flips every bit."""
    spoilt = SpoiltJournals(file, make(file))
    wrong = {bit: why for bit in range(0, spoilt.bits, every) for why in spoilt.what_went_wrong(bit)}
    assert wrong == {}


@pytest.mark.parametrize(
    ("kind", "lost"),
    [("name", "a name"), ("word", "a house word"), ("game", "a game"), ("entry", "a part of a game")],
)
def test_the_table_is_told_what_is_lost(file: Path, kind: str, lost: str) -> None:
    small_journal(file)
    spoil(file, kind)
    assert f"journal.db was damaged: {lost} cannot be read." in Night(file).trouble


def test_a_damaged_file_is_kept_as_it_was(file: Path) -> None:
    small_journal(file)
    spoil(file, "word")
    before = file.read_bytes()
    Night(file)
    assert file.with_name("journal.db.broken-1").read_bytes() == before


def test_it_is_told_once_and_not_at_the_next_start(file: Path) -> None:
    small_journal(file)
    spoil(file, "word")
    Night(file).journal.close()
    assert Night(file).trouble == ""


def test_a_game_with_a_damaged_move_goes_on_from_before_it(file: Path) -> None:
    night = Night(file)
    a_round(night)
    night.journal.clock(60.0)
    night.journal.close()
    spoil(file, "entry", which=2)
    assert log_of(file) == night.evening.session.save()["log"][:2]  # type: ignore[index]  # a list


def test_a_game_that_goes_on_after_a_lost_move_is_found_where_it_went_on(file: Path) -> None:
    a_round(Night(file))
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    spoil(file, "entry", which=2)
    night = Night(file)
    found = night.journal.unfinished()
    assert found is not None
    night.evening = party()
    night.evening.session.load(dict(found.save))
    night.keeps()
    night.plays("Ann", "resume")
    night.plays("Cy", "guess", word="CRUMB")
    night.journal.close()
    assert log_of(file) == night.evening.session.save()["log"]


# ── without the WAL ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def crashed(file: Path) -> Night:
    """Killed in the second round. The first is in the file itself, the rest in the WAL."""
    night = Night(file)
    a_round(night)
    night.journal.checkpoint()
    night.plays("Ann", "next")
    for moment in range(30):
        night.plays("Ann", "pause" if moment % 2 == 0 else "resume")
    return night


def copied(file: Path, folder: Path, wal: Callable[[bytearray], bytes | bytearray]) -> Path:
    copy = folder / "copy" / file.name
    copy.parent.mkdir()
    shutil.copyfile(file, copy)
    copy.with_name("journal.db-wal").write_bytes(wal(bytearray(file.with_name("journal.db-wal").read_bytes())))
    return copy


def spoilt(wal: bytearray, place: float) -> bytearray:
    start = int(len(wal) * place)
    wal[start : start + 100] = b"x" * 100
    return wal


def test_without_its_wal_the_game_is_there_up_to_the_last_checkpoint(
    file: Path, crashed: Night, tmp_path: Path
) -> None:
    log = crashed.evening.session.save()["log"]
    assert isinstance(log, list)
    assert log_of(copied(file, tmp_path, lambda _wal: b"")) == log[:6]


@pytest.mark.parametrize("place", [0.0, 0.1, 0.5, 0.8])
def test_a_hundred_spoilt_bytes_of_the_wal_cost_nothing_that_is_written_elsewhere(
    file: Path, crashed: Night, tmp_path: Path, place: float
) -> None:
    """SQLite drops a WAL from its first spoilt byte on; the rows in it are found all the same."""
    log = crashed.evening.session.save()["log"]
    assert isinstance(log, list)
    assert log_of(copied(file, tmp_path, lambda wal: spoilt(wal, place))) == log


def test_a_spoilt_end_of_the_wal_leaves_what_was_before_it(file: Path, crashed: Night, tmp_path: Path) -> None:
    log = crashed.evening.session.save()["log"]
    assert isinstance(log, list)
    found = log_of(copied(file, tmp_path, lambda wal: wal[: len(wal) - 4096] + b"x" * 4096))
    assert found == log[: len(found)]
    assert 6 <= len(found) < len(log)


def test_a_checkpoint_goes_past_whoever_is_writing(file: Path) -> None:
    night = Night(file)
    night.begins(party())
    with night.journal._ledger.together():
        night.journal._ledger.add('{"time":1}')
        night.journal.checkpoint()
    assert len(Night(file).journal._ledger.rows.all()) == 3


def test_nothing_new_needs_no_checkpoint(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night(file)
    a_round(night)
    night.journal.checkpoint()
    opened = connections(monkeypatch)
    night.journal.checkpoint()
    assert opened == []


# ── an older format ──────────────────────────────────────────────────────────────────────────────


def of_format_1(file: Path) -> None:
    file.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(file)) as database:
        database.executescript(FORMAT_1.read_text(encoding="utf-8"))


def test_a_journal_of_format_1_is_moved_with_all_that_is_in_it(file: Path) -> None:
    of_format_1(file)
    night = Night(file)
    journal = night.journal
    assert (journal.last_names(2), journal.house_words(), journal.comforts(3)) == (
        ("Cy", "Bob", "Ann"),
        (("ZIZZY",), ()),
        {"palette": "orange-blue"},
    )
    (finished,) = journal._ledger.finished()
    assert (finished.result, finished.ended, len(finished.save["log"])) == (RESULT, 1000.0, 6)  # type: ignore[arg-type]
    found = journal.unfinished()
    assert found is not None
    assert (found.save["clock"], night.trouble, len(log_of(file))) == (7, "", 2)


def test_moving_leaves_no_second_file(file: Path) -> None:
    of_format_1(file)
    Night(file).journal.close()
    assert list(file.parent.iterdir()) == [file]


def test_history_reads_format_1_and_leaves_it(file: Path) -> None:
    of_format_1(file)
    before = file.read_bytes()
    with closing(read_ledger(file)) as ledger:
        assert len(list(ledger.finished())) == 1
    assert file.read_bytes() == before


def test_a_damaged_table_of_format_1_costs_itself(file: Path) -> None:
    of_format_1(file)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DROP TABLE names")
    night = Night(file)
    assert (night.journal.last_names(2), night.journal.house_words()) == ((), (("ZIZZY",), ()))
    assert night.journal.unfinished() is not None
    assert "journal.db.broken-1" in night.trouble


# ── a power cut while a new file takes the place of the old one ──────────────────────────────────


@pytest.mark.parametrize("step", range(12))
def test_a_cut_while_a_file_is_mended_loses_nothing(file: Path, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """The power goes at each of the steps that change a name in the folder, and at each start after that."""
    small_journal(file)
    whole = rows_of(file)
    content = bytearray(file.read_bytes())
    content[0] ^= 1
    file.write_bytes(content)
    steps = 0

    class PowerCut(BaseException):
        """Nobody catches it."""

    def cut(change: Callable[..., object]) -> Callable[..., object]:
        def changed(*arguments: object, **options: object) -> object:
            nonlocal steps
            steps += 1
            if steps > step:
                raise PowerCut
            return change(*arguments, **options)

        return changed

    with monkeypatch.context() as power:
        for name in ("rename", "unlink"):
            power.setattr(Path, name, cut(getattr(Path, name)))
        power.setattr(os, "link", cut(os.link))
        with suppress(PowerCut):
            Night(file).journal.close()
    assert rows_of_next_start(file) == whole


def rows_of_next_start(file: Path) -> set[Row]:
    Night(file).journal.close()
    return rows_of(file)
