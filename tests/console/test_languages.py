"""The language of each seat: chosen in its menu, remembered, and read at its own displays only."""

from pathlib import Path

import pytest

from firmware_host.journal.ledger import MEMORY
from hardware.ports import ENTER, RIGHT
from tests.support.at_table import KINDS, AtTable, Wait
from tests.support.random_evening import seats_of

INVITATION = "Press a key to join."


def joined(language: str, file: Path = MEMORY) -> AtTable:
    at = AtTable(seats_of(KINDS, 1, 1), language=language, file=file)
    for seat, name in ((1, "ANN"), (2, "BOB")):
        at.press(seat, ENTER)
        at.types(seat, name)
    return at


def turn_language(at: AtTable, seat: int) -> None:
    at.goes_to(seat, "language")
    at.press(seat, RIGHT)


def test_with_one_language_there_is_none_to_choose() -> None:
    with pytest.raises(ValueError, match="language"):
        joined("en").goes_to(1, "language")


def test_a_table_speaks_its_own_language() -> None:
    assert INVITATION in AtTable(KINDS).text("seat1.panel")
    assert INVITATION not in AtTable(KINDS, language="nonsense").text("seat1.panel")


def test_each_seat_may_choose_its_own() -> None:
    at = joined("nonsense")
    assert "captain" not in at.text("seat1.panel")
    turn_language(at, 1)
    assert "ANN: captain" in at.text("seat1.panel")
    assert "ANN starts" not in at.text("seat2.panel")


def test_a_language_calls_itself_by_its_own_name() -> None:
    at = joined("nonsense")
    turn_language(at, 1)
    assert "Language: English" in at.text("seat1.panel")


def test_the_language_of_a_seat_is_remembered(tmp_path: Path) -> None:
    at = joined("nonsense", tmp_path / "journal.db")
    turn_language(at, 1)
    at.journal.close()
    again = AtTable(seats_of(KINDS, 1, 1), language="nonsense", file=tmp_path / "journal.db")
    assert INVITATION in again.text("seat1.panel")
    assert INVITATION not in again.text("seat2.panel")


def test_a_language_that_is_gone_is_not_missed(tmp_path: Path) -> None:
    at = joined("nonsense", tmp_path / "journal.db")
    turn_language(at, 1)
    turn_language(at, 1)
    at.journal.close()
    assert INVITATION in AtTable(seats_of(KINDS, 1, 1), file=tmp_path / "journal.db").text("seat1.panel")


def test_the_speaker_and_the_public_screen_speak_the_tables_language() -> None:
    at = joined("nonsense")
    for seat in (1, 2):
        at.goes_to(seat, "language")
        at.press(seat, RIGHT)
    at.chooses(1, "start")
    at.does(Wait(1.0))
    assert at.table.speaker is not None
    assert "hosts" in at.text("seat2.panel")
    assert not any("hosts" in str(said) for said in at.table.speaker.said)
    assert "hosts" not in at.text("public")
