"""The private screen goes from hand to hand: nobody is asked to look at it while it shows somebody else's secret."""

import pytest

from firmware_host.console.screens.glass import PATIENCE
from hardware.ports import DOWN, ENTER, ESCAPE
from tests.support.evening_table import EveningTable, Place, grids_only, grids_without_table_screen, without_hoods

NO_WORD = "SMILX"


@pytest.fixture
def table() -> EveningTable:
    """Three seats with grids, and one private screen for everything that is read."""
    return EveningTable(grids_without_table_screen())


@pytest.fixture
def people(table: EveningTable) -> list[Place]:
    """Ann has hidden SOLVE and holds the screen."""
    ann, bob, cid = table.join("Ann", "Bob", "Cid")
    ann.starts("party")
    ann.hides("SOLVE")
    assert table.private.title == "ANN: SOLVE"
    return [ann, bob, cid]


def called_to(table: EveningTable) -> str:
    """Whom the cover asks to take the screen."""
    return table.private.title.removeprefix("Pass the screen to ") if table.private.says("Pass the screen") else ""


def test_a_guessers_menu_appears_only_after_a_hand_over(table: EveningTable, people: list[Place]) -> None:
    people[2].presses(ESCAPE)
    assert called_to(table) == "CID"
    people[2].enter()
    assert table.private.title == "Menu"


def test_when_the_menu_closes_the_screen_is_covered_and_passed_back(table: EveningTable, people: list[Place]) -> None:
    people[2].presses(ESCAPE, ENTER, ESCAPE)
    assert called_to(table) == "ANN"
    table.passes(1)
    people[0].enter()
    assert table.private.title == "ANN: SOLVE"


def test_nobody_else_uncovers_the_screen(table: EveningTable, people: list[Place]) -> None:
    ann, bob, cid = people
    cid.presses(ESCAPE, ENTER, ESCAPE)
    assert called_to(table) == "ANN"
    for person in (bob, cid, bob):
        person.enter()
        assert not table.private.says("SOLVE")
    ann.enter().enter()
    assert table.private.title == "ANN: SOLVE"


def test_a_refusal_is_read_after_a_hand_over(table: EveningTable, people: list[Place]) -> None:
    people[1].guesses(NO_WORD)
    assert called_to(table) == "BOB"
    people[1].enter()
    assert table.private.says("ask anyway")
    people[1].deletes()
    assert called_to(table) == "ANN"


def test_the_holder_gets_the_screen_back_with_a_key(table: EveningTable, people: list[Place]) -> None:
    people[2].presses(ESCAPE, ENTER)
    people[0].presses(DOWN)
    assert called_to(table) == "ANN"


def test_keys_answer_nothing_that_their_seat_cannot_read(table: EveningTable, people: list[Place]) -> None:
    ann, _, cid = people
    cid.presses(ESCAPE, ENTER)
    ann.presses(DOWN, ENTER)
    cid.enter()  # it would have given up, or asked whether to
    assert called_to(table) == "CID"
    cid.enter()
    assert table.private.title == "Menu"


def test_a_vote_is_called_to_whoever_judges(table: EveningTable, people: list[Place]) -> None:
    people[1].guesses(NO_WORD).enter().enter()
    assert called_to(table) == "ANN"
    people[0].enter()
    assert table.private.title.startswith("Allow BOB's SMILX?")


def test_a_question_gets_the_screen_when_its_holder_is_silent(table: EveningTable, people: list[Place]) -> None:
    ann, _, cid = people
    cid.presses(ESCAPE)
    ann.presses(DOWN, ENTER)
    table.passes(PATIENCE + 1)
    assert called_to(table) == "CID"


def test_a_keypad_that_is_gone_calls_nobody(table: EveningTable, people: list[Place]) -> None:
    people[2].presses(ESCAPE)
    table.evening.unplug("seat3.keypad")
    table.passes(1)
    assert called_to(table) == "ANN"


def test_before_a_game_everybody_reads_it_without_a_hand_over(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    bob.presses(ESCAPE)
    assert table.private.title == "BOB: Menu"
    ann.presses(DOWN)
    assert table.private.title == "ANN: captain"


# ── with a public screen ─────────────────────────────────────────────────────────────────────────


@pytest.fixture
def public_table() -> EveningTable:
    return EveningTable(grids_only())


def test_menus_stand_on_the_public_screen(public_table: EveningTable) -> None:
    ann, bob = public_table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.presses(ESCAPE)
    assert public_table.public.title == "BOB: Menu"
    assert public_table.private.title == "ANN: SOLVE"


def test_a_word_put_to_the_host_is_never_on_the_public_screen(public_table: EveningTable) -> None:
    ann, bob = public_table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.guesses(NO_WORD).enter()
    assert public_table.private.says(f"Allow BOB's {NO_WORD}?")
    assert not public_table.public.says(NO_WORD)


def test_of_a_half_typed_attempt_the_public_screen_shows_how_many_letters(public_table: EveningTable) -> None:
    ann, bob = public_table.join("Ann", "Bob")
    ann.starts("wqrdles", letters="5", queries="free")
    ann.hides("HOUSE")
    bob.hides("NEWTS")
    ann.types("ROA")
    assert public_table.public.says("***__")
    assert not public_table.public.says("ROA")


def test_a_name_is_read_while_it_is_typed(public_table: EveningTable) -> None:
    public_table.seat(1).presses(ENTER).types("AN")
    assert public_table.public.says("AN______")


def test_a_key_for_a_question_that_another_page_hides_only_brings_it_up(public_table: EveningTable) -> None:
    ann, bob = public_table.join("Ann", "Bob")
    bob.presses(ESCAPE)
    ann.enter()  # “Start” is chosen, but nobody sees that
    assert public_table.public.title == "ANN: captain"
    ann.enter()
    assert called_to(public_table) == "ANN"


# ── one after the other ──────────────────────────────────────────────────────────────────────────


def test_others_wait_in_turn_while_somebody_hides_a_word() -> None:
    table = EveningTable(without_hoods())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("wqrdles")
    ann.enter()
    bob.presses(ENTER, "A", ENTER)
    assert table.private.title == "ANN: hide a word"
    ann.types("HOUSE").enter()
    assert called_to(table) == "BOB"
