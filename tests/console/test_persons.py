"""Who is who, changed at the table by the captain: for tables without phones, and without a terminal."""

from pathlib import Path

import pytest

from firmware_host.journal.history import read_history
from hardware.ports import DOWN, ESCAPE
from tests.console.test_replay import after_a_game
from tests.support.evening_table import EveningTable, Place, grids_only, usual, with_numeric_pads
from tests.support.three_evenings import play_three_evenings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    play_three_evenings(tmp_path / "journal.db")
    return tmp_path / "journal.db"


def people(file: Path) -> set[str]:
    return {name for played in read_history(file) for name in played.people}


def captain(table: EveningTable) -> Place:
    (ann,) = table.join("Ann")
    return ann


def asks(who: Place, *entries: str) -> None:
    for entry in ("people", *entries):
        who.chooses(entry)


def test_the_captain_renames_somebody(file: Path) -> None:
    table = EveningTable(usual(), journal=file)
    ann = captain(table)
    asks(ann, "CY", "rename")
    assert ann.panel.title == "New name for CY"
    ann.types("CYRUS").enter()
    assert ann.panel.says("CY is now called CYRUS.")
    assert people(file) == {"ANN", "ANNE", "BOB", "CYRUS", "DORA", "EMIL"}
    asks(ann)
    assert ann.listed == ["ANN", "ANNE", "BOB", "CYRUS", "DORA", "EMIL"]


def test_two_spellings_are_joined_without_typing(file: Path) -> None:
    """The other names are offered, one after the other."""
    table = EveningTable(usual(), journal=file)
    ann = captain(table)
    asks(ann, "ANNE", "join")
    ann.presses(DOWN).enter()
    assert ann.panel.says("ANNE and ANN are one person: ANN.")
    assert "ANNE" not in people(file)


@pytest.mark.parametrize("settings", [usual, with_numeric_pads, grids_only])
def test_somebody_is_forgotten_at_every_kind_of_table(settings: object, file: Path) -> None:
    table = EveningTable(settings(), journal=file)  # type: ignore[operator]  # one of the three
    ann = captain(table)
    asks(ann, "DORA", "forget", "yes")
    assert ann.screen.says("DORA is forgotten: in past games they are GUEST1.")
    assert people(file) == {"ANN", "ANNE", "BOB", "CY", "GUEST1", "EMIL"}
    table.passes(1)
    assert b"DORA" not in file.read_bytes()


def test_no_leaves_everything_as_it_was(file: Path) -> None:
    table = EveningTable(usual(), journal=file)
    ann = captain(table)
    asks(ann, "DORA", "forget")
    ann.enter()  # the first answer
    assert "DORA" in people(file)


def test_what_cannot_be_done_is_told(file: Path) -> None:
    table = EveningTable(usual(), journal=file)
    ann = captain(table)
    asks(ann, "BOB", "rename")
    ann.types("CY").enter()
    assert ann.panel.says("CY has played here too.")
    assert "BOB" in people(file)


def test_only_the_captain_may_and_only_before_a_game(tmp_path: Path) -> None:
    table = EveningTable(usual(), journal=tmp_path / "journal.db")
    ann, bob = after_a_game(table)
    ann.from_the_menu("lobby")
    table.passes(1)
    assert "people" in ann.listed
    bob.presses(ESCAPE)
    assert "people" not in bob.listed
    bob.presses(ESCAPE)
    ann.starts("party")
    ann.presses(ESCAPE)
    assert "people" not in ann.listed


def test_whoever_has_typed_a_name_is_somebody(tmp_path: Path) -> None:
    """Before any game was finished, too: a name typed by mistake can be forgotten."""
    table = EveningTable(usual(), journal=tmp_path / "journal.db")
    ann, _ = table.join("Ann", "Bbo")
    asks(ann, "BBO", "forget", "yes")
    assert ann.panel.says("BBO is forgotten")
    asks(ann)
    assert ann.listed == ["ANN"]
