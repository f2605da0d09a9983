"""Whole evenings of the party game, from the lobby to the winner, through keypads only."""

from tests.support.evening_table import EveningTable, Place, grids_only, with_numeric_pads


def three(table: EveningTable, **options: str) -> tuple[Place, Place, Place]:
    """Ann hosts first, with Bob and Cy guessing."""
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party", **options)
    return ann, bob, cy


def test_an_evening_has_a_round_for_everybody_and_a_winner(any_table: EveningTable) -> None:
    ann, bob, cy = three(any_table)
    ann.hides("SOLVE")
    bob.guesses("SMILE", "SOLVE")
    cy.guesses("SOLVE")
    any_table.passes(5)
    ann.enter()
    bob.hides("HOUSE")
    cy.guesses("MOUSE", "HOUSE")
    ann.guesses("SHAPE", "HOUSE")
    any_table.passes(5)
    ann.enter()
    cy.hides("CRANE")
    ann.guesses("CRANE")
    bob.guesses("BRAKE", "GRAPE", "CRANE")
    any_table.passes(5)
    ann.enter()
    assert any_table.said[-1] == "ANN and CY won!"
    assert ann.sees("ANN & CY won!")


def test_a_guess_is_marked_on_its_own_grid_at_once(any_table: EveningTable) -> None:
    ann, bob, _ = three(any_table)
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    if bob.has_grid:
        assert bob.grid.top_row == "G--YG"


def test_marks_are_read_without_colour(table: EveningTable) -> None:
    ann, bob, _ = three(table)
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    assert "[S] M  I (L)[E]" in bob.panel.text


def test_the_others_hear_how_many_and_never_which(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    table.passes(5)
    bob.guesses("SMILE")
    assert table.said[-1] == "BOB: 2 green, 1 yellow"
    assert cy.panel.says("BOB: 2 green, 1 yellow")
    assert not cy.panel.says("S M I L E")


def test_the_host_sees_every_board(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    cy.guesses("LOVES")
    ann.presses("RIGHT")
    assert ann.panel.says("(L)[O](V)(E)(S)")
    ann.presses("RIGHT")
    assert ann.panel.says("[S] M I (L)[E]")


def test_out_of_rows_scores_seven(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    cy.guesses("SOLVE")
    bob.guesses(*["CRANE"] * 6)
    table.passes(6)
    assert bob.panel.text[3:6] == ("1 ANN  0  +0", "2 CY  1  +1", "3 BOB  7  +7 (you)")


def test_giving_up_is_confirmed_first_and_scores_seven(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    bob.from_the_menu("give-up")
    assert bob.panel.title == "Give up? (7 points)"
    bob.chooses("yes")
    cy.guesses("SOLVE")
    table.passes(6)
    assert "3 BOB  7  +7 (you)" in bob.panel.text


def test_giving_up_in_a_fast_game_costs_nothing_and_says_so(table: EveningTable) -> None:
    ann, bob, _ = three(table, mode="fast")
    ann.hides("SOLVE")
    bob.from_the_menu("give-up")
    assert bob.panel.title == "Give up? (0 points)"


# ── variations ───────────────────────────────────────────────────────────────────────────────────


def test_in_hard_mode_a_guess_that_uses_too_little_is_refused_with_what_is_missing(table: EveningTable) -> None:
    ann, bob, _ = three(table, hard="on")
    ann.hides("SOLVE")
    bob.guesses("SMILE", "STAGE")
    assert bob.panel.says("Use the L.")
    assert bob.grid.rows[:2] == ("G--YG", "wwwww")


def test_in_hard_mode_nobody_else_reads_which_letter_is_missing() -> None:
    table = EveningTable(grids_only())
    ann, bob, _ = three(table, hard="on")
    ann.hides("SOLVE")
    bob.guesses("SMILE", "STAGE")
    table.passes(1)
    assert table.public.says("Use all that your board has shown.")
    assert not table.public.says("Use the L.")


def test_timed_a_row_is_crossed_out_when_its_time_is_up(table: EveningTable) -> None:
    ann, bob, _ = three(table, timer="60")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    table.passes(61)
    assert bob.grid.rows[:3] == ("G--YG", "xxxxx", ".....")


def test_timed_the_time_left_counts_down_on_the_panel(table: EveningTable) -> None:
    ann, bob, _ = three(table, timer="60")
    ann.hides("SOLVE")
    table.passes(20.4)
    assert bob.panel.title == "Guess 1  0:40"


def test_timed_the_last_five_seconds_are_heard(table: EveningTable) -> None:
    ann, _, _ = three(table, timer="60")
    ann.hides("SOLVE")
    table.passes(54)
    before = table.tones.count("last seconds")
    table.passes(5.5)
    assert (before, table.tones.count("last seconds")) == (0, 5)


def test_timed_the_last_ten_seconds_blink_on_the_grid(table: EveningTable) -> None:
    ann, bob, _ = three(table, timer="60")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    table.passes(52)
    seen = set()
    for _ in range(4):
        table.passes(0.25)
        seen.add(bob.grid.frame)
    assert len(seen) == 2


def test_fast_the_first_to_solve_ends_the_round_and_most_points_win(table: EveningTable) -> None:
    ann, bob, cy = three(table, mode="fast")
    for host, quick, word in ((ann, bob, "SOLVE"), (bob, cy, "HOUSE"), (cy, bob, "CRANE")):
        host.hides(word)
        quick.guesses(word)
        table.passes(8)
        ann.enter()
    assert table.said[-1] == "BOB won!"


def test_in_step_the_next_row_opens_for_all_at_once(table: EveningTable) -> None:
    ann, bob, cy = three(table, pace="in step")
    ann.hides("SOLVE")
    bob.guesses("SMILE").types("HOUSE").enter()
    assert bob.panel.title == "Wait for CY"
    cy.guesses("CRANE")
    assert bob.panel.title == "Guess 2"


def test_teams_share_a_board_and_host_together() -> None:
    table = EveningTable()
    ann, bob, cy, dot = table.join("Ann", "Bob", "Cy", "Dot")
    ann.sets("teams", "2").starts("party")
    ann.hides("SOLVE")
    assert cy.panel.says("SOLVE")
    bob.guesses("SMILE")
    assert dot.grid.top_row == "G--YG"
    dot.guesses("SOLVE")
    table.passes(8)
    ann.enter()
    dot.hides("HOUSE")
    cy.guesses("HOUSE")
    table.passes(8)
    ann.enter()
    assert table.said[-1] == "RED won!"


def test_team_mates_have_their_own_half_typed_words(table: EveningTable) -> None:
    ann, bob, _, dot = table.join("Ann", "Bob", "Cy", "Dot")
    ann.sets("teams", "2").starts("party")
    ann.hides("SOLVE")
    bob.types("SMI")
    dot.types("HO")
    assert (bob.panel.says("SMI__"), dot.panel.says("HO___")) == (True, True)


# ── the Host ─────────────────────────────────────────────────────────────────────────────────────


def test_a_challenged_guess_that_is_no_word_is_typed_again(table: EveningTable) -> None:
    ann, bob, cy = three(table, check="challenge")
    ann.hides("SOLVE")
    bob.guesses("XXXXX")
    ann.from_the_menu("challenge", "BOB")
    assert bob.grid.rows[0] == "....."
    assert bob.panel.title == "Guess 1"
    bob.guesses("SOLVE")
    cy.guesses("SOLVE")
    table.passes(8)
    assert ann.panel.title == "SOLVE: all done"
    ann.enter()
    assert bob.panel.title == "It was SOLVE"


def test_a_challenged_guess_that_is_a_word_stands(table: EveningTable) -> None:
    ann, bob, _ = three(table, check="challenge")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    ann.from_the_menu("challenge", "BOB")
    assert table.said[-1] == "BOB's guess stands."
    assert bob.grid.top_row == "G--YG"


def test_a_corrected_secret_marks_every_board_anew(any_table: EveningTable) -> None:
    ann, bob, _ = three(any_table)
    ann.hides("HOUSE")
    bob.guesses("SMILE")
    ann.from_the_menu("correct").types("SOLVE").enter()
    if bob.has_grid:
        assert bob.grid.top_row == "G--YG"
    assert any("corrected the word" in said for said in any_table.said)


def test_a_hint_reaches_all_guessers(any_table: EveningTable) -> None:
    ann, bob, cy = three(any_table)
    ann.hides("SOLVE")
    ann.from_the_menu("hint").types("riddle").enter()
    any_table.passes(2)
    assert bob.sees("Hint: RIDDLE")
    assert cy.sees("Hint: RIDDLE")


def test_a_hint_may_have_spaces_on_a_pad_too() -> None:
    table = EveningTable(with_numeric_pads())
    ann, bob, _ = three(table)
    ann.hides("SOLVE")
    ann.from_the_menu("hint").types("do a sum").enter()
    assert bob.sees("Hint: DO A SUM")


def test_a_hint_with_the_secret_in_it_is_refused(table: EveningTable) -> None:
    ann, _, _ = three(table)
    ann.hides("SOLVE")
    ann.from_the_menu("hint").types("to solve").enter()
    assert table.said[-1] == "ANN has hidden a word."
    assert ann.panel.text[-1].startswith("! ")


def test_ideas_are_paged_through_and_hidden_like_any_word(any_table: EveningTable) -> None:
    ann, bob, _ = three(any_table)
    ann.takes_the_screen().presses("PAGE_DOWN", "PAGE_DOWN", "PAGE_UP")
    idea = ann.private_screen.typed
    assert len(idea) == 5
    ann.enter()
    bob.guesses(idea)
    assert "BOB got it in 1!" in any_table.said


def test_a_plural_cannot_be_hidden(table: EveningTable) -> None:
    ann, bob, _ = three(table)
    ann.hides("GEESE")
    assert ann.panel.says("! ")
    assert bob.panel.says("ANN is choosing a word.")


def test_a_rare_word_is_warned_about_once_and_then_hidden(table: EveningTable) -> None:
    ann, bob, _ = three(table)
    ann.hides("ABASK")
    assert ann.panel.says("A rare word")
    assert bob.panel.says("ANN is choosing a word.")
    ann.enter()
    assert bob.panel.title == "Guess 1"


# ── what is not a word ───────────────────────────────────────────────────────────────────────────


def test_a_guess_that_is_no_word_costs_nothing_and_stays_to_be_mended(any_table: EveningTable) -> None:
    ann, bob, _ = three(any_table)
    ann.hides("SOLVE")
    bob.guesses("SMILX").takes_the_screen()
    assert bob.sees("ENTER: ask anyway.")
    bob.deletes().types("E").enter()
    if bob.has_grid:
        assert bob.grid.top_row == "G--YG"


def test_a_refusal_clears_at_the_next_key(table: EveningTable) -> None:
    ann, bob, _ = three(table)
    ann.hides("SOLVE")
    bob.guesses("SMILX")
    bob.deletes()
    assert not bob.panel.says("ask anyway")


def test_the_host_may_allow_a_word_that_the_dictionary_refuses(any_table: EveningTable) -> None:
    ann, bob, _ = three(any_table)
    ann.hides("SOLVE")
    bob.guesses("SMILX").takes_the_screen().enter()
    ann.takes_the_screen()
    assert ann.sees("Allow BOB's SMILX?")
    ann.chooses("yes")
    any_table.passes(2)
    bob.takes_the_screen()
    assert bob.sees("is allowed")
    bob.enter()
    if bob.has_grid:
        assert bob.grid.top_row == "G--Y-"


def test_the_host_may_say_no(table: EveningTable) -> None:
    ann, bob, _ = three(table)
    ann.hides("SOLVE")
    bob.guesses("SMILX").enter()
    ann.chooses("no")
    assert bob.panel.says("The answer is no.")
    assert bob.panel.says("SMILX")


def test_an_allowed_word_is_a_word_of_the_house_from_then_on(table: EveningTable) -> None:
    ann, bob, cy = three(table)
    ann.hides("SOLVE")
    bob.guesses("SMILX").enter()
    ann.chooses("yes")
    cy.guesses("SMILX")
    assert cy.grid.top_row == "G--Y-"
