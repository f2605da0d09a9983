"""A host team: any member may hint, correct and challenge, from their own seat."""

from tests.support.evening import proves
from tests.support.evening_table import EveningTable, Place, grids_only, without_hoods


def red_hosts(table: EveningTable) -> list[Place]:
    """Ann and Cy host; Bob and Di guess."""
    ann, bob, cy, di = table.join("Ann", "Bob", "Cy", "Di")
    ann.sets("teams", "2").starts("party", check="challenge")
    ann.hides("SOLVE")
    table.passes(6)
    return [ann, bob, cy, di]


@proves("P29")
def test_with_hoods_any_member_hints(table: EveningTable) -> None:
    _, bob, cy, _ = red_hosts(table)
    cy.from_the_menu("hint").types("A VERB").enter()
    assert bob.panel.says("A verb")


@proves("P29")
def test_with_hoods_any_member_corrects(table: EveningTable) -> None:
    ann, _, cy, _ = red_hosts(table)
    cy.from_the_menu("correct").types("CRANE").enter()
    assert ann.panel.title == "RED: CRANE"


@proves("P29")
def test_another_member_asks_for_the_private_screen_and_hints() -> None:
    table = EveningTable(without_hoods())
    _, bob, cy, _ = red_hosts(table)
    cy.from_the_menu("take-screen")
    assert table.private.title == "Pass the screen to CY"
    cy.enter()
    assert table.private.title == "RED: SOLVE"
    cy.from_the_menu("hint").types("A VERB").enter()
    assert bob.panel.says("A verb")


@proves("P29", "S8")
def test_the_screen_is_covered_until_the_other_member_has_it() -> None:
    table = EveningTable(without_hoods())
    _, _, cy, _ = red_hosts(table)
    cy.from_the_menu("take-screen")
    table.passes(30)
    assert not table.private.says("SOLVE")


@proves("P29")
def test_the_first_member_gets_it_back_by_asking() -> None:
    table = EveningTable(without_hoods())
    ann, _, cy, _ = red_hosts(table)
    cy.from_the_menu("take-screen").enter()
    ann.from_the_menu("take-screen").enter()
    assert table.private.title == "RED: SOLVE"
    assert cy.panel.says("ANN has the screen.")


@proves("P29")
def test_any_member_challenges() -> None:
    table = EveningTable(without_hoods())
    _, bob, cy, _ = red_hosts(table)
    bob.guesses("SXXXX")
    cy.from_the_menu("challenge", "BLUE")
    assert bob.grid.top_row == "....."


@proves("P29")
def test_without_panels_too_any_member_reads_whose_guess_to_challenge() -> None:
    table = EveningTable(grids_only())
    _, bob, cy, _ = red_hosts(table)
    bob.guesses("SXXXX")
    cy.from_the_menu("challenge")
    assert table.public.says("CY: Challenge whose guess?")
    cy.enter()
    assert bob.grid.top_row == "....."


def test_a_guesser_cannot_ask_for_the_screen() -> None:
    table = EveningTable(without_hoods())
    _, bob, _, _ = red_hosts(table)
    assert "Ask for the screen" not in bob.whole_list("ESC")
