"""Whole evenings of three words, from the lobby to the winner, through keypads only."""

from tests.support.evening import proves
from tests.support.evening_table import EveningTable, Place, grids_only
from tests.support.reading import pages_by_themselves


def three(table: EveningTable, **options: str) -> list[Place]:
    """Ann is the first Word Master."""
    people = table.join("Ann", "Bob", "Cy")
    people[0].starts("three-words", **options)
    return people


def agree(word: str, proposer: Place, *others: Place) -> None:
    proposer.guesses(word)
    for other in others:
        other.chooses("agree")


def test_an_evening_has_a_master_for_everybody_and_a_winner(open_table: EveningTable) -> None:
    ann, bob, cy = three(open_table)
    ann.hides("SOLVE")
    agree("SMILE", bob, cy)
    agree("SOLVE", cy, bob)  # twenty for Bob and Cy
    open_table.passes(8)
    ann.enter()
    bob.hides("HOUSE")
    agree("HOUSE", ann, cy)  # thirty for Ann and Cy
    open_table.passes(8)
    ann.enter()
    cy.hides("CRANE")
    for word in ("SMILE", "HOUSE", "SOLVE"):  # twenty for the Master
        agree(word, ann, bob)
    open_table.passes(8)
    ann.enter()
    assert open_table.said[-1] == "CY won!"


def test_a_guess_is_marked_for_all_when_all_agree(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    assert cy.panel.says("BOB says SMILE")
    assert cy.grid.rows[1] == "wwwww"
    cy.chooses("agree")
    assert [person.grid.rows[1] for person in (ann, bob, cy)] == ["G--YG"] * 3


def test_it_is_always_orange_and_blue(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    agree("SMILE", bob, cy)
    frame = bob.grid.frame
    assert frame is not None
    assert frame.rows[1][0] == (255, 120, 0)
    assert frame.rows[1][3] == (60, 140, 255)


def test_somebody_else_proposes_another_word(open_table: EveningTable) -> None:
    ann, bob, cy = three(open_table)
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    cy.chooses("other").guesses("SOLVE")
    open_table.passes(2)
    bob.chooses("agree")
    assert "CY got it in 1!" in open_table.said


@proves("T6")
def test_who_has_agreed_may_still_propose_another_word(table: EveningTable) -> None:
    ann, bob, cy, dan = table.join("Ann", "Bob", "Cy", "Dan")
    ann.starts("three-words")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    cy.chooses("agree")
    assert cy.panel.says("SMILE: you have agreed.")
    cy.guesses("SOLVE")
    for other in (bob, dan):
        other.chooses("agree")
    assert "CY got it in 1!" in table.said


@proves("T6")
def test_a_word_is_typed_to_its_end_though_somebody_proposes_another(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    bob.types("PLA")
    cy.guesses("CRANE")
    bob.types("NE").enter()
    assert table.said[-1] == "BOB proposes PLANE."
    assert bob.panel.title.startswith("Guess 1")


def test_who_is_typing_agrees_from_the_menu(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    bob.types("PLA")
    cy.guesses("SOLVE")
    bob.from_the_menu("agree")
    assert "CY got it in 1!" in table.said


def test_the_speaker_decides_alone_and_moves_on(table: EveningTable) -> None:
    ann, bob, cy = three(table, agreement="speaker")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    assert bob.grid.rows[1] == "G--YG"
    cy.guesses("HOUSE")
    assert bob.grid.rows[2] == "-G-YG"


def test_who_is_not_the_speaker_cannot_guess(table: EveningTable) -> None:
    ann, _, cy = three(table, agreement="speaker")
    ann.hides("SOLVE")
    cy.guesses("SMILE")
    assert cy.grid.rows[1] == "....."


def test_a_guess_out_of_time_is_spent(table: EveningTable) -> None:
    ann, bob, _ = three(table, timer="120")
    ann.hides("SOLVE")
    table.passes(121)
    assert bob.grid.rows[1] == "xxxxx"
    assert bob.panel.title.startswith("Guess 2")


# ── lifelines ────────────────────────────────────────────────────────────────────────────────────


def test_a_letter_in_its_place_is_shown_at_once(open_table: EveningTable) -> None:
    ann, bob, cy = three(open_table)
    ann.hides("SOLVE")
    bob.from_the_menu("right-place 1", "2")
    cy.chooses("agree")
    assert open_table.said[-1] == "O is letter 2."


def test_the_master_answers_with_a_letter(open_table: EveningTable) -> None:
    ann, bob, cy = three(open_table)
    ann.hides("SOLVE")
    bob.from_the_menu("wrong-place 2", "1")
    cy.chooses("agree")
    open_table.passes(8)
    ann.takes_the_screen().guesses("V")
    assert open_table.said[-1] == "V is in it, but not at 1."


def test_the_public_screen_shows_which_lifelines_are_left(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    bob.from_the_menu("right-place 1", "2")
    cy.chooses("agree")
    shown = " ".join(" ".join(pages_by_themselves(table)).split())
    assert "Lifeline 1: letter in place, 2" in shown
    assert "Lifeline 2: not used yet" in shown


def both_letters(table: EveningTable, right: str, wrong: str) -> Place:
    """Bob and Cy know a letter of SOLVE in its place, and a V elsewhere."""
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    bob.from_the_menu("right-place 1", right)
    cy.chooses("agree")
    bob.from_the_menu("wrong-place 2", wrong)
    cy.chooses("agree")
    ann.guesses("V")
    table.passes(8)
    return bob


@proves("T17", "T18")
def test_letters_of_lifelines_lie_on_the_board(table: EveningTable) -> None:
    bob = both_letters(table, right="2", wrong="1")
    assert bob.panel.says("(V)[O] . . .")
    assert bob.grid.rows[1] == "YG..."


@proves("T17", "T18")
def test_two_letters_for_one_place_lie_in_two_rows(table: EveningTable) -> None:
    bob = both_letters(table, right="2", wrong="2")
    assert bob.grid.rows[:2] == (".G...", ".Y...")


@proves("T18")
def test_a_seat_without_a_panel_spells_a_lifelines_letters() -> None:
    table = EveningTable(grids_only())
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    bob.from_the_menu("right-place 1", "2")
    cy.chooses("agree")
    table.passes(8)
    bob.holds("SPACE", 5)
    assert bob.grid.rows == table.letter_on_a_grid("O")


@proves("T19")
def test_wrong_letters_are_struck_out_of_the_alphabet(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    bob.from_the_menu("seven-wrong 1")
    cy.chooses("agree")
    ann.guesses("ABCDFGH")
    table.passes(8)
    assert bob.panel.says("in: none out: A B C D F G H")


def test_the_board_stays_in_sight_while_a_place_or_another_word_is_chosen(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    agree("SMILE", bob, cy)
    bob.from_the_menu("right-place 1")
    assert bob.panel.says("[S] M I (L)[E]")
    bob.presses("ESC", "ESC").guesses("HOUSE")
    cy.chooses("other")
    assert cy.panel.says("[S] M I (L)[E]")


def test_the_board_stays_in_sight_while_the_master_chooses_letters(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    agree("SMILE", bob, cy)
    bob.from_the_menu("seven-wrong 1")
    cy.chooses("agree")
    ann.types("BCD")
    assert ann.panel.says("[S] M I (L)[E]")
    assert ann.panel.says("BCD____")


def test_an_answer_that_does_not_fit_is_refused_and_can_be_mended(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    bob.from_the_menu("wrong-place 2", "1")
    cy.chooses("agree")
    ann.guesses("X")
    assert ann.panel.text[-1].startswith("! ")
    ann.deletes().guesses("V")
    table.passes(8)
    assert cy.panel.says("(V) . . . .")


def test_the_master_names_seven_wrong_letters(open_table: EveningTable) -> None:
    ann, bob, cy = three(open_table)
    ann.hides("SOLVE")
    bob.from_the_menu("seven-wrong 1")
    cy.chooses("agree")
    open_table.passes(8)
    ann.takes_the_screen().guesses("ABCDFGH")
    assert open_table.said[-1] == "Not in the word: A B C D F G H."


def test_the_console_may_answer_for_the_master(table: EveningTable) -> None:
    ann, bob, cy = three(table, answers="auto")
    ann.hides("SOLVE")
    bob.from_the_menu("seven-wrong 1")
    cy.chooses("agree")
    table.passes(8)
    shown = next(line for line in bob.panel.text if "out: " in line).partition("out: ")[2].split()
    assert len(shown) == 7
    assert not set(shown) & set("SOLVE")


def test_lifelines_cost_points(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    bob.from_the_menu("right-place 1", "2")
    cy.chooses("agree")
    agree("SOLVE", bob, cy)
    table.passes(6)
    assert bob.panel.text[3:6] == ("1 BOB  20  +20 (you)", "1 CY  20  +20", "3 ANN  0  +0")


def test_the_clock_stands_still_while_the_master_answers(table: EveningTable) -> None:
    ann, bob, cy = three(table, timer="120")
    ann.hides("SOLVE")
    bob.from_the_menu("seven-wrong 1")
    cy.chooses("agree")
    table.passes(300)
    ann.guesses("ABCDFGH")
    assert bob.grid.rows[1] == "....."


# ── the end ──────────────────────────────────────────────────────────────────────────────────────


def each_masters_once(table: EveningTable, ann: Place, bob: Place) -> None:
    """A lap for two in which both do equally well."""
    for master, guesser in ((ann, bob), (bob, ann)):
        master.hides("SOLVE")
        guesser.guesses("SOLVE")
        table.passes(8)
        ann.enter()


def test_two_laps_make_everybody_master_twice(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("three-words", laps="2", tie="share")
    each_masters_once(table, ann, bob)
    assert ann.panel.title == "ANN: hide a word"
    each_masters_once(table, ann, bob)
    assert table.said[-1] == "ANN and BOB won!"


def test_a_tie_is_shared_where_that_is_chosen(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("three-words", tie="share")
    each_masters_once(table, ann, bob)
    assert table.said[-1] == "ANN and BOB won!"


def test_a_tie_is_played_off_in_another_lap(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("three-words")
    each_masters_once(table, ann, bob)
    assert ann.panel.title == "ANN: hide a word"
    ann.hides("HOUSE")
    bob.guesses("HOUSE")
    table.passes(8)
    ann.enter()
    bob.hides("CRANE")
    ann.guesses("BRAVE", "CRANE")
    table.passes(8)
    ann.enter()
    assert table.said[-1] == "BOB won!"


def test_a_tie_may_be_left_as_it_is_by_ending_the_game(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("three-words")
    for master, guesser in ((ann, bob), (bob, ann)):
        master.hides("SOLVE")
        guesser.guesses("SOLVE")
        table.passes(8)
        if master is ann:
            ann.enter()
    ann.from_the_menu("end", "yes")
    assert table.said[-1] == "ANN and BOB won!"
