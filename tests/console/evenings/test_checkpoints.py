"""When the newest rows move from beside the journal into the file itself, so that a lost WAL costs little."""

from pathlib import Path

import pytest

from firmware_host.journal.journal import Journal
from hardware.clock import VirtualClock
from tests.support.evening_table import EveningTable


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def entries_without_wal(file: Path) -> int:
    """How many moves of the game are in the file itself. Its WAL is lost."""
    copy = file.with_name("copy") / file.name
    copy.parent.mkdir()
    copy.write_bytes(file.read_bytes())
    found = Journal.on_the_spot(copy, VirtualClock()).unfinished()
    return -1 if found is None else len(found.save["log"])  # type: ignore[arg-type]  # a list


def test_when_a_round_ends_it_is_in_the_file_itself(file: Path) -> None:
    table = EveningTable(journal=file)
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SMILE")
    bob.guesses("SMILE")
    assert entries_without_wal(file) == 2


def test_when_nobody_has_pressed_a_key_for_a_while_everything_is_in_the_file_itself(file: Path) -> None:
    table = EveningTable(journal=file)
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SMILE")
    bob.guesses("CRANE")
    table.passes(120)
    assert entries_without_wal(file) == 2
