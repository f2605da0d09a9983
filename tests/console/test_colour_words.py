"""Where a sentence names a colour, it is the colour that its reader is shown."""

from dataclasses import replace

from tests.support.evening_table import EveningTable, Place, usual


def guessed(table: EveningTable, game: str = "party") -> tuple[Place, ...]:
    """Ann has hidden SOLVE, and Bob's first guess was SMILE: two letters in place, one elsewhere."""
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts(game)
    ann.hides("SOLVE")
    table.passes(8)
    bob.guesses("SMILE")
    return ann, bob, cy


def in_orange_and_blue() -> EveningTable:
    return EveningTable(replace(usual(), palette="orange-blue"))


def test_the_speaker_names_the_colours_of_the_table() -> None:
    table = in_orange_and_blue()
    guessed(table)
    assert table.said[-1] == "BOB: 2 orange, 1 blue"


def test_everybody_reads_the_colours_of_their_own_display(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party")
    ann.hides("SOLVE")
    cy.from_the_menu("colours").presses("ESC")
    table.passes(8)
    bob.guesses("SMILE")
    assert cy.panel.says("BOB: 2 orange, 1 blue")
    assert bob.panel.says("BOB: 2 green, 1 yellow")
    assert table.public.says("BOB: 2 green, 1 yellow")


def test_short_counts_follow_the_palette_too() -> None:
    table = in_orange_and_blue()
    guessed(table)
    assert table.public.says("BOB 2o1b")  # a capital O would look like a zero


def test_rows_are_marked_by_hand_with_the_initials_of_ones_colours() -> None:
    table = in_orange_and_blue()
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("wqrdles", queries="free", marking="hand")
    for person, word in ((ann, "HOUSE"), (bob, "NEWTS"), (cy, "ROAST")):
        person.hides(word)
    table.passes(8)
    ann.guesses("CRANE")
    assert bob.panel.says("O in place B elsewhere X not in it")
    bob.presses("X", "X", "X", "B", "B").enter()
    for person, marks in ((ann, "----G"), (cy, "-YY--")):
        person.marks(marks)
    table.passes(8)
    assert bob.grid.top_row == "---YY"


def test_three_words_names_its_own_colours_in_every_palette(table: EveningTable) -> None:
    _, _, cy = guessed(table, "three-words")
    cy.chooses("agree")
    assert table.said[-1] == "BOB: 2 orange, 1 blue"
