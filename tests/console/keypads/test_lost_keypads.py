"""Keypads that go and come back: the game waits only for whom it must, says so, and offers a way on."""

from hardware.ports import ENTER
from tests.support.evening_table import EveningTable, Place, with_bluetooth


def three(table: EveningTable, **options: str) -> list[Place]:
    """Ann has hidden SOLVE; Bob and Cy guess."""
    people = table.join("Ann", "Bob", "Cy")
    people[0].starts("party", **options)
    people[0].hides("SOLVE")
    return people


def lose(table: EveningTable, seat: int) -> None:
    table.evening.unplug(f"seat{seat}.keypad")
    table.passes(1)


def find(table: EveningTable, seat: int) -> None:
    table.evening.plug(f"seat{seat}.keypad")
    table.passes(2)


def test_the_others_play_on_while_no_clock_runs(table: EveningTable) -> None:
    _, _, cy = three(table)
    lose(table, 2)
    cy.guesses("SMILE")
    assert cy.grid.top_row == "G--YG"


def test_a_running_clock_is_paused_and_everybody_reads_whom_we_wait_for(table: EveningTable) -> None:
    _, _, cy = three(table, timer="60")
    table.passes(5)
    lose(table, 2)
    table.passes(2)
    assert "Waiting for BOB's keypad." in table.said
    assert cy.panel.title == "Paused"


def test_the_game_waits_for_the_last_who_has_something_to_do(table: EveningTable) -> None:
    _, _, cy = three(table)
    cy.guesses("SOLVE")
    lose(table, 2)
    assert "Waiting for BOB's keypad." in table.said


def test_the_game_goes_on_by_itself_when_the_keypad_is_back(table: EveningTable) -> None:
    _, bob, _ = three(table, timer="60")
    lose(table, 2)
    find(table, 2)
    assert table.said[-1] == "The game goes on."
    bob.guesses("SMILE")
    assert bob.grid.top_row == "G--YG"


def test_the_captain_is_asked_and_may_wait(table: EveningTable) -> None:
    ann, _, _ = three(table, timer="60")
    lose(table, 2)
    assert ann.panel.title == "BOB's keypad?"
    ann.chooses("wait")
    assert ann.panel.title != "BOB's keypad?"


def test_a_keypad_is_lent_and_given_back(table: EveningTable) -> None:
    ann, bob, cy = three(table, timer="60")
    lose(table, 2)
    ann.chooses("lend 3")
    cy.chooses("yes")
    assert table.said[-1] == "The game goes on."
    cy.guesses("SMILE")
    assert bob.grid.top_row == "G--YG"
    find(table, 2)
    cy.guesses("CRANE")
    assert cy.grid.top_row == "----G"


def test_somebody_whose_keypad_stays_away_may_be_left_out(table: EveningTable) -> None:
    ann, _, cy = three(table, timer="60")
    lose(table, 2)
    ann.chooses("leave").chooses("yes")
    assert "BOB has left." in table.said
    table.passes(2)
    assert cy.panel.title.startswith("Guess 1")


def test_nobody_is_left_out_whose_keypad_is_back_before_the_last_yes(table: EveningTable) -> None:
    ann, bob, _ = three(table, timer="60")
    lose(table, 2)
    ann.chooses("leave")
    assert ann.panel.title == "Go on without BOB?"
    find(table, 2)
    table.passes(2)
    assert ann.panel.title != "Go on without BOB?"
    bob.guesses("SMILE")
    assert "BOB has left." not in table.said


def test_the_next_is_asked_when_it_is_the_captain_s_keypad(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party")
    lose(table, 1)
    assert bob.panel.title == "ANN's keypad?"
    assert cy.panel.title != "ANN's keypad?"


def test_a_bluetooth_pad_counts_as_asleep_for_half_a_minute() -> None:
    table = EveningTable(with_bluetooth())
    _, bob, _ = three(table, timer="90")
    lose(table, 2)
    assert bob.panel.says("press a key")
    table.passes(28)
    assert "Waiting for BOB's keypad." not in table.said
    table.passes(2)
    assert "Waiting for BOB's keypad." in table.said


def test_a_bluetooth_pad_that_wakes_up_has_missed_nothing() -> None:
    table = EveningTable(with_bluetooth())
    _, bob, _ = three(table, timer="90")
    bob.types("SMI")
    lose(table, 2)
    find(table, 2)
    bob.types("LE").enter()
    assert bob.grid.top_row == "G--YG"
    assert "Waiting for BOB's keypad." not in table.said


def test_a_lost_keypad_in_the_lobby_stops_nobody(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    lose(table, 2)
    ann.chooses("start")
    assert ann.panel.title == "ANN: hide a word"


# ── displays ─────────────────────────────────────────────────────────────────────────────────────


def test_a_display_that_comes_back_shows_everything_again(table: EveningTable) -> None:
    _, bob, _ = three(table)
    bob.guesses("SMILE")
    for device in ("seat2.grid", "seat2.panel"):
        table.evening.unplug(device)
    table.passes(10)
    assert bob.panel.text == ()
    for device in ("seat2.grid", "seat2.panel"):
        table.evening.plug(device)
    table.passes(2)
    assert bob.grid.top_row == "G--YG"
    assert "[S] M  I (L)[E]" in bob.panel.text


def test_a_lost_display_pauses_nothing(table: EveningTable) -> None:
    _, _, cy = three(table, timer="60")
    table.evening.unplug("seat2.panel")
    table.passes(10)
    assert cy.panel.title == "Guess 1  0:50"


# ── one keypad for two ───────────────────────────────────────────────────────────────────────────


def test_two_who_share_a_keypad_type_by_turns(table: EveningTable) -> None:
    ann, bob, cy = three(table, timer="60")
    lose(table, 2)
    ann.chooses("lend 3")
    cy.chooses("yes")
    cy.guesses("SMILE")
    cy.guesses("CRANE")
    assert (bob.grid.top_row, cy.grid.top_row) == ("G--YG", "----G")


def test_a_lent_keypad_is_its_owner_s_again_when_the_borrower_is_done(table: EveningTable) -> None:
    ann, bob, cy = three(table, timer="60")
    lose(table, 2)
    ann.chooses("lend 3")
    cy.chooses("yes")
    cy.guesses("SOLVE")
    cy.guesses("SMILE", "CRANE")
    assert bob.grid.top_row == "GGGGG"
    assert cy.grid.rows[:2] == ("G--YG", "----G")


def test_a_lent_keypad_is_its_owner_s_again_when_the_borrower_leaves(table: EveningTable) -> None:
    ann, bob, cy = three(table, timer="60")
    lose(table, 2)
    ann.chooses("lend 3")
    cy.chooses("yes")
    cy.presses("ESC")
    for label in ("Leave the table", "Yes"):
        while bob.screen.chosen != label:
            cy.presses("DOWN")
        cy.enter()
    assert "BOB has left." in table.said
    cy.guesses("SMILE")
    assert cy.grid.top_row == "G--YG"


def test_a_shared_keypad_answers_for_its_owner_only_what_they_can_have_read(table: EveningTable) -> None:
    ann, bob, cy, dan = table.join("Ann", "Bob", "Cy", "Dan")
    ann.starts("three-words", timer="60").hides("SOLVE")
    lose(table, 2)
    ann.chooses("lend 3")
    cy.chooses("yes")
    dan.guesses("SMILE")
    table.passes(2)
    assert bob.panel.title[:6] == cy.panel.title[:6] == "Agree?"
    cy.hurries(ENTER, ENTER)  # the first agrees for Bob
    table.passes(1)
    assert dan.panel.says("the others must agree")
    cy.enter()
    assert dan.panel.says("[S] M I (L)[E]")


def test_nobody_s_keypad_is_lent_before_they_agree(table: EveningTable) -> None:
    ann, bob, cy = three(table, timer="60")
    lose(table, 2)
    ann.chooses("lend 3")
    assert (ann.panel.says("CY has been asked."), cy.panel.title) == (True, "Lend BOB your keypad?")
    cy.chooses("no")
    assert ann.panel.title == "BOB's keypad?"
    ann.chooses("wait")
    assert bob.panel.title == cy.panel.title == "Paused"


def test_one_s_own_keypad_is_lent_without_another_question(table: EveningTable) -> None:
    ann, bob, _ = three(table, timer="60")
    lose(table, 2)
    ann.chooses("lend 1")
    ann.guesses("SMILE")
    assert bob.grid.top_row == "G--YG"


def test_whoever_has_lent_a_keypad_reads_for_whom_they_type(table: EveningTable) -> None:
    ann, bob, cy = three(table, timer="60")
    lose(table, 2)
    ann.chooses("lend 3")
    cy.chooses("yes")
    assert (cy.panel.says("You are typing for BOB."), bob.panel.says("The keypad is yours now.")) == (True, True)
    cy.guesses("SMILE")
    assert cy.panel.says("The keypad is yours now.")


def test_nobody_types_for_whoever_has_their_own_keypad_again(table: EveningTable) -> None:
    ann, bob, cy = three(table, timer="60")
    lose(table, 2)
    ann.chooses("lend 3")
    cy.chooses("yes")
    find(table, 2)
    assert (cy.panel.says("You are typing for BOB."), bob.panel.says("The keypad is yours now.")) == (False, False)


def test_a_lent_keypad_is_taken_back_from_the_menu_of_its_owner(table: EveningTable) -> None:
    ann, bob, cy = three(table, timer="60")
    lose(table, 2)
    ann.chooses("lend 3")
    cy.chooses("yes")
    cy.guesses("SMILE")  # for Bob: now it is Cy's turn on the keypad
    cy.from_the_menu("end-loan")
    assert ann.panel.title == "BOB's keypad?"
    ann.chooses("leave").chooses("yes")
    table.passes(2)
    cy.guesses("CRANE", "SMILE")
    assert (bob.grid.rows[1], cy.grid.rows[:2]) == (".....", ("----G", "G--YG"))


def test_whoever_is_asked_for_a_keypad_is_asked_no_more_when_it_is_not_needed(table: EveningTable) -> None:
    ann, _, cy = three(table, timer="60")
    lose(table, 2)
    ann.chooses("lend 3")
    find(table, 2)
    assert cy.panel.title.startswith("Guess 1")


def test_somebody_else_is_asked_when_the_keypad_that_was_asked_for_is_pulled(table: EveningTable) -> None:
    ann, _, _ = three(table, timer="60")
    lose(table, 2)
    ann.chooses("lend 3")
    lose(table, 3)
    assert ann.panel.title == "BOB's keypad?"
    assert set(ann.whole_list()) == {"wait", "lend ANN's", "BOB leaves"}


def test_a_keypad_that_is_lent_already_is_not_offered_again(table: EveningTable) -> None:
    ann, _, cy, dan = table.join("Ann", "Bob", "Cy", "Dan")
    ann.starts("party", timer="60")
    ann.hides("SOLVE")
    lose(table, 2)
    ann.chooses("lend 3")
    cy.chooses("yes")
    lose(table, dan.number)
    assert ann.panel.title == "DAN's keypad?"
    assert ann.whole_list() == ["wait", "lend ANN's", "DAN leaves"]
    assert cy.panel.title == "Paused"


def test_a_lent_keypad_that_is_pulled_leaves_both_without(table: EveningTable) -> None:
    ann, bob, cy = three(table, timer="60")
    lose(table, 2)
    ann.chooses("lend 3")
    cy.chooses("yes")
    lose(table, 3)
    find(table, 3)
    assert ann.panel.title == "BOB's keypad?"
    ann.chooses("leave").chooses("yes")
    table.passes(2)
    cy.guesses("SMILE")
    assert (bob.grid.top_row, cy.grid.top_row) == (".....", "G--YG")
