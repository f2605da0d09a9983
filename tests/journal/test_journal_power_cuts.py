"""The power goes at every single point of a journal's life: nothing that was shown is lost, nothing happens twice."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.support.night import Night, a_round, connections, party


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.db"


# ── a power cut at every point ───────────────────────────────────────────────────────────────────


class Cuts:
    """What is on the disk at every statement of an evening, each with how much was known to be safe by then."""

    def __init__(self, file: Path, folder: Path) -> None:
        self._file = file
        self._folder = folder
        self.copies: list[tuple[Path, int, int]] = []

    def copy(self, safe: int, given: int) -> None:
        copy = self._folder / f"cut-{len(self.copies)}"
        copy.mkdir()
        for name in (self._file.name, f"{self._file.name}-wal", f"{self._file.name}-journal"):
            if self._file.with_name(name).exists():
                shutil.copyfile(self._file.with_name(name), copy / name)
        self.copies.append((copy / self._file.name, safe, given))


def log_after_the_cut(file: Path) -> list[object]:
    night = Night(file)
    assert night.trouble == "", "a cut leaves a sound file"
    found = night.journal.unfinished()
    night.journal.close()
    if found is None:
        return []
    log = found.save["log"]
    assert isinstance(log, list)
    return ["begun", *log]


def test_a_cut_at_every_statement_loses_nothing_that_was_shown(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    databases = connections(monkeypatch)
    night = Night(file)
    cuts = Cuts(file, tmp_path)
    given = 0

    def note(_statement: str) -> None:
        cuts.copy(night.safe, given)

    database = databases[-1]
    database.set_trace_callback(note)
    evening = party()
    given = 1
    night.begins(evening)
    for who, action, fields in (
        ("Ann", "secret", {"word": "SOLVE"}),
        ("Bob", "guess", {"word": "CRUMB"}),
        ("Cy", "guess", {"word": "SLOPE"}),
        ("Ann", "pause", {}),
    ):
        given += 1
        night.plays(who, action, **fields)
        cuts.copy(night.safe, given)
    database.set_trace_callback(None)
    whole = ["begun", *json.loads(json.dumps(evening.session.save()["log"]))]
    assert len(cuts.copies) >= 5 * 4
    for copy, safe, given_by_then in cuts.copies:
        log = log_after_the_cut(copy)
        assert log == whole[: len(log)]
        assert safe <= len(log) <= given_by_then


def test_a_cut_in_the_middle_of_a_write_leaves_what_was_there_before(file: Path, tmp_path: Path) -> None:
    """The newest write may be on the disk in part only: every sector of it is a place to stop."""
    night = Night(file)
    a_round(night)
    whole = ["begun", *json.loads(json.dumps(night.evening.session.save()["log"]))]
    wal = file.with_name("journal.db-wal").read_bytes()
    lengths: list[int] = []
    for number, size in enumerate((*range(0, len(wal), 2048), len(wal))):
        copy = tmp_path / f"torn-{number}" / "journal.db"
        copy.parent.mkdir()
        shutil.copyfile(file, copy)
        copy.with_name("journal.db-wal").write_bytes(wal[:size])
        log = log_after_the_cut(copy)
        assert log == whole[: len(log)]
        lengths.append(len(log))
    assert lengths == sorted(lengths)
    assert (lengths[0], lengths[-1]) == (0, len(whole))


def test_a_cut_while_the_file_is_made_leaves_a_table_that_starts(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cuts = Cuts(file, tmp_path)
    connect = sqlite3.connect

    def watched(*arguments: object, **options: object) -> sqlite3.Connection:
        database = connect(*arguments, **options)  # type: ignore[call-overload]  # passed through
        database.set_trace_callback(lambda _statement: cuts.copy(0, 0))
        assert isinstance(database, sqlite3.Connection)
        return database

    monkeypatch.setattr(sqlite3, "connect", watched)
    Night(file)
    monkeypatch.undo()
    assert len(cuts.copies) > 8
    assert [log_after_the_cut(copy) for copy, _, _ in cuts.copies] == [[]] * len(cuts.copies)
