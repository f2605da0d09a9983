"""Playing by touch: a key that points at what it is for. No cursor is steered, and what is gone cannot be pressed."""

import pytest

from tests.web.pages import StillTable
from tests.web.touched import Fingers

NAMES = ("ANN", "BOB", "CAT")


@pytest.fixture
def table() -> Fingers:
    fingers = Fingers(StillTable(3))
    for seat, name in enumerate(NAMES, 1):
        fingers.joins(seat, name)
    return fingers


def test_an_entry_is_taken_wherever_the_cursor_is(table: Fingers) -> None:
    table.points(1, "RIGHT", "computers")
    table.points(1, "ENTER", "start")
    assert table.page(1)["title"] == "ANN: hide a word"


def test_a_value_is_changed_where_it_is_touched(table: Fingers) -> None:
    table.points(1, "RIGHT", "game")
    chosen = {item["id"]: item.get("value") for item in table.asked(1)["items"]}
    table.points(1, "LEFT", "game")
    assert (chosen["game"], table.value(1, "game")) == ("Wqrdles", "Party")


def test_what_is_not_in_the_list_does_nothing(table: Fingers) -> None:
    before = table.frame(1)
    table.points(1, "ENTER", "nothing of the kind")
    assert table.frame(1) == before


def test_a_finger_on_a_list_that_has_gone_does_nothing(table: Fingers) -> None:
    old = table.asked(1)["name"]
    table.points(1, "ENTER", "start")
    table.points(1, "ENTER", "start", task=old)
    assert (table.page(1)["title"], table.asked(1).get("typed")) == ("ANN: hide a word", None)


def test_a_row_is_marked_by_tapping_its_tiles() -> None:
    table = Fingers(StillTable(3))
    for seat, name in enumerate(NAMES, 1):
        table.joins(seat, name)
    table.points(1, "RIGHT", "game")
    table.points(1, "RIGHT", "option marking")
    table.points(1, "ENTER", "start")
    for seat, word in enumerate(("HOUSE", "NEWTS", "ROAST"), 1):
        table.types(seat, word)
    table.passes(8)
    table.points(1, "ENTER", table.asked(1)["items"][0]["id"])
    table.points(2, "UP", "2")
    table.points(2, "UP", "2")
    table.points(2, "UP", "4")
    assert table.asked(2)["marks"] == "--G-Y"


def test_a_hint_in_disguise_is_refused_on_a_phone_too(table: Fingers) -> None:
    table.points(1, "ENTER", "start")
    table.types(1, "SOLVE")
    table.points(1, "ESC", "")
    table.points(1, "ENTER", "hint")
    table.types(1, ["S", "SPACE", "O", "L", "SPACE", "V", "E"])
    assert "SOLVE" not in str(table.frame(2)).upper().replace(" ", "")
    assert table.frame(1)["said"].startswith("That hint")


def test_a_finger_on_agree_does_not_confirm_another_lifeline_however_late_it_comes(table: Fingers) -> None:
    table.points(1, "LEFT", "game")
    table.points(1, "ENTER", "start")
    table.types(1, "SOLVE")
    for lifeline in (("right-place 1", "2"), ("seven-wrong 2",)):
        old = table.asked(3)["name"]
        table.points(2, "ESC", "")
        for entry in lifeline:
            table.points(2, "ENTER", entry)
    assert "seven wrong" in str(table.page(3))
    table.passes(5)
    table.points(3, "ENTER", "agree", task=old)  # the page that was touched had not heard of it yet
    assert "seven wrong" in str(table.page(3))
    table.points(3, "ENTER", "agree")
    assert "ANN has to answer." in str(table.page(3))
