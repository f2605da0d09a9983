"""Notes: letters that players mark for themselves, and that nobody else ever sees."""

import pytest

from hardware.config.keymaps import LETTERS_ON
from hardware.ports import ESCAPE
from tests.support.evening import proves
from tests.support.evening_table import EveningTable, Place, grids_only, usual, with_numeric_pads, without_hoods


def hidden(table: EveningTable) -> list[Place]:
    """Three words are hidden, and Ann is to call one."""
    people = table.join("Ann", "Bob", "Cy")
    people[0].starts("wqrdles")
    for person, word in zip(people, ("HOUSE", "NEWTS", "ROAST"), strict=True):
        person.hides(word)
    table.passes(8)
    return people


@proves("S35")
def test_a_letter_is_marked_yes_then_no_then_maybe(table: EveningTable) -> None:
    _, bob, _ = hidden(table)
    bob.from_the_menu("notes").types("E")
    assert bob.panel.says("yes: E no: none maybe: none")
    bob.types("EX")
    assert bob.panel.says("yes: X no: E maybe: none")
    bob.types("E")
    assert bob.panel.says("yes: X no: none maybe: E")
    bob.types("E")
    assert bob.panel.says("yes: X no: none maybe: none")


@proves("S35")
def test_each_of_the_others_has_a_page(table: EveningTable) -> None:
    _, bob, _ = hidden(table)
    bob.from_the_menu("notes").types("E").presses("RIGHT").types("S")
    assert bob.panel.title == "CY: my notes"
    assert bob.panel.says("yes: S")
    bob.presses("LEFT")
    assert bob.panel.title == "ANN: my notes"
    assert bob.panel.says("yes: E")


def test_on_a_number_pad_the_letter_tapped_to_is_the_one_marked() -> None:
    table = EveningTable(with_numeric_pads())
    _, bob, _ = hidden(table)
    bob.from_the_menu("notes").types("CE")
    assert bob.panel.says("yes: C E no: none maybe: none")


def test_the_digit_that_opens_the_notes_marks_nothing() -> None:
    table = EveningTable(with_numeric_pads())
    _, bob, _ = hidden(table)
    bob.presses(ESCAPE)
    digit = str(bob.listed.index("notes") + 1)
    bob.hurries(digit, digit)
    assert bob.panel.says(f"yes: {LETTERS_ON[digit][0]} no: none maybe: none")


@pytest.mark.parametrize("game", ["party", "three-words"])
def test_whoever_looks_for_one_word_has_one_page(table: EveningTable, game: str) -> None:
    ann, bob, _ = table.join("Ann", "Bob", "Cy")
    ann.starts(game)
    ann.hides("SOLVE")
    bob.from_the_menu("notes").types("S")
    assert bob.panel.says("yes: S")


@proves("S35")
def test_notes_are_on_no_other_display() -> None:
    assert beside_notes("EXQ") == beside_notes("LMN")


def beside_notes(letters: str) -> list[object]:
    """What everybody else sees while Bob makes notes."""
    table = EveningTable()
    ann, bob, cy = hidden(table)
    bob.from_the_menu("notes").types(letters)
    assert bob.panel.says(f"yes: {' '.join(sorted(letters))}")
    screens = ann.panel, cy.panel, table.public, table.private
    return [*(screen.text for screen in screens), ann.grid.rows, bob.grid.rows, cy.grid.rows]


@proves("S35")
def test_without_a_panel_of_ones_own_there_are_no_notes() -> None:
    table = EveningTable(grids_only())
    _, bob, _ = hidden(table)
    assert not any("notes" in entry for entry in bob.whole_list("ESC"))


def test_notes_survive_a_pause_and_a_lost_keypad() -> None:
    table = EveningTable(without_hoods())
    _, bob, _ = hidden(table)
    bob.from_the_menu("notes").types("E").presses("ESC", "ESC")
    table.button("pause")
    table.button("pause")
    table.evening.unplug("seat2.keypad")
    table.passes(40)
    table.evening.plug("seat2.keypad")
    table.passes(8)
    bob.from_the_menu("notes")
    assert bob.panel.says("yes: E")


@proves("S35")
def test_notes_are_gone_when_the_round_is_played_again(table: EveningTable) -> None:
    ann, bob, cy = hidden(table)
    bob.from_the_menu("notes").types("E").presses("ESC", "ESC")
    ann.from_the_menu("redo", "yes")
    for person, word in ((ann, "HOUSE"), (bob, "NEWTS"), (cy, "ROAST")):
        person.hides(word)
    table.passes(8)
    bob.from_the_menu("notes")
    assert bob.panel.says("yes: none")


def asked_about_a_word(table: EveningTable) -> tuple[Place, Place]:
    """Ann wants to call a word that is none, and asks the others, while Cy makes a note."""
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("wqrdles", queries="free")
    for person, word in ((ann, "HOUSE"), (bob, "NEWTS"), (cy, "ROAST")):
        person.hides(word)
    table.passes(8)
    cy.from_the_menu("notes").types("A")
    ann.guesses("ZZZZZ").enter()
    table.passes(2)
    return ann, cy


@pytest.mark.parametrize("pads", [False, True], ids=["keyboards", "number pads"])
def test_a_question_takes_no_key_while_letters_are_noted(pads: bool) -> None:
    table = EveningTable(with_numeric_pads() if pads else usual())
    _, cy = asked_about_a_word(table)
    assert cy.panel.says("A question is waiting: close your notes.")
    cy.types("E")
    assert cy.panel.says("yes: A E")
    cy.presses(ESCAPE)
    table.passes(1)
    assert cy.panel.title == "Allow ANN's ZZZZZ?"
    cy.chooses("yes")
    cy.presses(ESCAPE).chooses("notes")
    assert cy.panel.says("yes: A E")
