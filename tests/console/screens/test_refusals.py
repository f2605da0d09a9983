"""A refusal is read where its question is, and goes with it. Where everybody looks, it stays only until it was read."""

import pytest

from hardware.ports import ENTER, ESCAPE
from tests.support.evening_table import EveningTable, Place, grids_only

REFUSED = "type a word first"
A_QUESTION_WAITS = "A question is waiting"


@pytest.fixture
def table() -> EveningTable:
    return EveningTable(grids_only())


@pytest.fixture
def people(table: EveningTable) -> list[Place]:
    """Ann has hidden SOLVE; the others guess."""
    people = table.join("Ann", "Bob", "Cid")
    people[0].starts("party")
    people[0].hides("SOLVE")
    table.passes(12)
    return people


def test_a_refusal_leaves_the_public_screen_as_soon_as_it_was_read(table: EveningTable, people: list[Place]) -> None:
    before = table.public.text
    people[1].enter()
    table.passes(2.7)
    assert table.public.says("BOB")
    assert table.public.says(REFUSED)
    table.passes(1.2)
    assert table.public.text == before


def test_refused_again_it_is_to_be_read_again(table: EveningTable, people: list[Place]) -> None:
    people[1].enter()
    table.passes(2.5)
    people[1].enter()
    table.passes(2.7)
    assert table.public.says(REFUSED)
    table.passes(1.2)
    assert not table.public.says(REFUSED)


def test_two_refusals_are_read_one_after_the_other(table: EveningTable, people: list[Place]) -> None:
    people[1].hurries(ENTER)
    people[2].hurries(ENTER)
    table.passes(2.7)
    assert table.public.title == "CID"
    table.passes(1.2)
    assert table.public.title == "BOB"
    assert table.public.says(REFUSED)
    table.passes(4)
    assert not table.public.says(REFUSED)


def test_a_list_stays_when_its_refusal_was_read(table: EveningTable) -> None:
    people = table.join("Ann", "Bob", "Cid")
    people[0].starts("wqrdles", queries="free")
    for person, word in zip(people, ("HOUSE", "NEWTS", "ROAST"), strict=True):
        person.hides(word)
    people[0].guesses("PECAN")
    people[1].chooses("CID").enter()
    assert table.public.says(REFUSED)
    table.passes(4)
    assert not table.public.says(REFUSED)
    assert table.public.title.startswith("BOB: Guess")


def test_a_refusal_goes_from_the_public_screen_with_its_question(table: EveningTable, people: list[Place]) -> None:
    people[1].types("SOLV").enter()
    assert table.public.says("1 more to go")
    people[0].from_the_menu("end", "yes")
    table.passes(1)
    assert not table.public.says("1 more to go")


def test_on_a_panel_too_a_refusal_goes_with_its_question() -> None:
    table = EveningTable()
    ann, bob, cid = table.join("Ann", "Bob", "Cid")
    ann.starts("party", pace="lockstep", timer="60")
    ann.hides("SOLVE")
    bob.enter()
    assert bob.panel.says(REFUSED)
    table.passes(30)
    assert bob.panel.says(REFUSED)  # nobody else reads it there, and it is still what Bob is asked
    table.passes(35)
    assert not bob.panel.says(REFUSED)
    assert cid.panel.says("2")


def test_that_a_question_waits_is_no_longer_said_when_it_was_taken_back() -> None:
    table = EveningTable()
    ann, bob, cid = table.join("Ann", "Bob", "Cid")
    ann.starts("wqrdles", queries="free")
    for person, word in zip((ann, bob, cid), ("HOUSE", "NEWTS", "ROAST"), strict=True):
        person.hides(word)
    ann.guesses("PECAN")
    bob.chooses("CID").types("AB")
    cid.chooses("ANN").types("QZXQZ").enter().enter()
    assert bob.panel.says(A_QUESTION_WAITS)
    cid.presses(ESCAPE).from_the_menu("leave", "yes")
    assert not bob.panel.says(A_QUESTION_WAITS)
