"""Coming late, leaving, coming back and changing seats, at the table."""

from pathlib import Path

import pytest

from hardware.config.reading import simulated_table
from hardware.ports import SeatWanted
from tests.support.evening import proves
from tests.support.evening_table import EveningTable, Place, grids_only


def in_a_round(table: EveningTable) -> tuple[Place, Place]:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    return ann, bob


@proves("S30")
def test_a_free_seat_says_how_to_join_a_running_game(table: EveningTable) -> None:
    in_a_round(table)
    assert table.seat(3).panel.says("Game in progress. Press ENTER to join after this round.")


@proves("S30")
def test_a_latecomer_types_a_name_and_waits_for_the_end_of_the_round(table: EveningTable) -> None:
    in_a_round(table)
    cy = table.seat("Cy").joins()
    assert cy.panel.text[:2] == ("Hello CY", "You join after this round.")


def test_a_latecomer_without_a_panel_reads_on_the_public_screen_when_they_join() -> None:
    table = EveningTable(grids_only())
    in_a_round(table)
    table.seat("Cy").joins()
    assert table.public.text[:2] == ("CY: welcome", "You join after this round.")


@proves("S30", "P35")
def test_a_latecomer_joins_when_the_round_is_over(table: EveningTable) -> None:
    ann, bob = in_a_round(table)
    table.seat("Cy").joins()
    bob.guesses("SMILE", "SOLVE")
    table.passes(8)
    assert "CY joins with 2 points." in table.said
    ann.enter()
    table.passes(5)
    assert table.public.says("Round 2 of 3")
    bob.hides("CRANE")
    cy = table.seat("Cy").guesses("CRATE")
    assert cy.grid.top_row == "GGG-G"


@proves("P35")
def test_a_latecomer_to_a_party_has_the_average_of_each_round_rounded_up(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party")
    for host, first, second in ((ann, bob, cy), (bob, ann, cy)):
        host.hides("SOLVE")
        first.guesses("SOLVE")
        second.guesses("SMILE", "SOLVE")  # 1 and 2 points: 1.5 on average
        table.passes(8)
        if host is ann:
            ann.enter()
            table.passes(5)
    table.seat("Di").joins()
    table.passes(1)
    assert table.said[-1] == "DI joins with 4 points."


@proves("W47")
def test_a_latecomer_to_wqrdles_has_as_many_points_as_the_player_with_the_fewest(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("wqrdles", queries="free")
    for person, word in ((ann, "HOUSE"), (bob, "NEWTS"), (cy, "ROAST")):
        person.hides(word)
    ann.guesses("SMILE").chooses("BOB").guesses("NEWTS")
    bob.chooses("CY").guesses("ROAST")
    cy.chooses("pass")
    bob.guesses("CRUMB")
    cy.chooses("ANN").guesses("HOUSE")
    table.passes(8)
    di = table.seat("Di").joins()
    table.passes(1)
    assert "DI joins with 5 points." in table.said
    ann.enter()
    table.passes(5)
    assert di.panel.says("DI: hide a word")


@proves("T36")
def test_a_latecomer_to_three_words_has_as_many_points_as_the_player_with_the_fewest(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("three-words")
    ann.hides("SOLVE")
    bob.guesses("CRUMB", "FIGHT", "NYMPH")
    table.passes(8)
    table.seat("Cy").joins()
    table.passes(1)
    assert table.said[-1] == "CY joins with -5 points."


@proves("S30")
def test_somebody_who_comes_between_two_rounds_joins_at_once(table: EveningTable) -> None:
    _, bob = in_a_round(table)
    bob.guesses("SOLVE")
    table.passes(8)
    cy = table.seat("Cy").joins()
    table.passes(1)
    assert "CY joins with 1 point." in table.said
    assert cy.panel.says("It was SOLVE")


@proves("S30")
def test_a_latecomer_who_does_not_want_to_wait_can_leave(table: EveningTable) -> None:
    _, bob = in_a_round(table)
    table.seat("Cy").joins().presses("ESC")
    bob.guesses("SOLVE")
    table.passes(8)
    assert not any("CY joins" in said for said in table.said)
    assert table.seat(3).panel.says("Game in progress.")


@proves("S30")
def test_nobody_gets_the_name_of_somebody_who_plays(table: EveningTable) -> None:
    (ann,) = table.join("Ann")
    ann.sets("computers", "2").starts("party")
    late = table.seat(2).presses("ENTER").types("ADA").enter()
    assert late.panel.says("Hello ADA2")


@proves("S30")
def test_a_game_that_is_full_is_not_offered() -> None:
    table = EveningTable(simulated_table(7))
    (ann,) = table.join("Ann")
    ann.sets("computers", "5").starts("wqrdles")
    assert table.seat(7).panel.says("Game in progress. Join the next one.")


@proves("S30")
def test_the_last_round_is_not_offered(table: EveningTable) -> None:
    ann, bob = in_a_round(table)
    bob.guesses("SOLVE")
    table.passes(8)
    ann.enter()
    table.passes(5)
    assert table.seat(3).panel.says("Game in progress. Join the next one.")


@proves("S30")
def test_somebody_who_has_left_comes_back(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party")
    ann.hides("SOLVE")
    cy.from_the_menu("leave", "yes")
    assert cy.panel.says("Press ENTER to join again after this round.")
    cy.enter()
    bob.guesses("SOLVE")
    table.passes(8)
    assert "CY joins with 1 point." in table.said


@proves("S30")
def test_somebody_else_may_take_the_seat_of_whoever_has_left(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party")
    ann.hides("SOLVE")
    cy.from_the_menu("leave", "yes").presses("ESC", "ENTER").types("DI").enter()
    bob.guesses("SOLVE")
    table.passes(8)
    assert "DI joins with 1 point." in table.said


def test_after_the_game_latecomers_are_in_the_lobby(table: EveningTable) -> None:
    ann, _ = in_a_round(table)
    table.seat("Cy").joins()
    ann.from_the_menu("end", "yes")
    ann.enter()
    assert table.seat("Cy").panel.says("Hello CY")
    assert table.public.says("CY")


@proves("S27", "S30")
def test_a_power_cut_forgets_nobody_who_joined(tmp_path: Path) -> None:
    table = EveningTable(journal=tmp_path / "journal.db")
    ann, bob = in_a_round(table)
    table.seat("Cy").joins()
    bob.guesses("SOLVE")
    table.passes(8)
    ann.enter()
    table.passes(1)
    table.evening.power_cut()
    table.evening.power_on()
    ann.enter()  # go on
    bob.hides("CRANE")
    cy = table.seat("Cy").guesses("CRATE")
    assert cy.grid.top_row == "GGG-G"


@proves("S30")
def test_somebody_changes_seats_between_two_rounds(table: EveningTable) -> None:
    ann, bob = in_a_round(table)
    bob.guesses("SOLVE")
    table.passes(8)
    bob.from_the_menu("move", "seat 4")
    assert table.seat(4).panel.says("It was SOLVE")
    assert table.seat(2).panel.says("Game in progress.")
    ann.enter()
    table.passes(5)
    table.seat(4).hides("CRANE")
    assert ann.panel.title == "Guess 1"


def test_nobody_changes_seats_in_the_middle_of_a_round(table: EveningTable) -> None:
    _, bob = in_a_round(table)
    assert "Change seats" not in bob.whole_list("ESC")


def test_where_every_seat_is_taken_nobody_changes_seats(table: EveningTable) -> None:
    ann, bob, cy, di = table.join("Ann", "Bob", "Cy", "Di")
    ann.starts("party", mode="fast")
    ann.hides("SOLVE")
    bob.guesses("SOLVE")
    table.passes(8)
    assert "Change seats" not in cy.whole_list("ESC")
    assert "Choose who is next" not in di.whole_list("ESC")


@proves("S31")
def test_the_captain_may_choose_who_hosts_next(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party", mode="fast")
    ann.hides("SOLVE")
    bob.guesses("SOLVE")
    table.passes(8)
    ann.from_the_menu("next-host", "CY")
    table.passes(5)
    assert bob.panel.says("CY is choosing a word.")
    assert cy.panel.says("CY: hide a word")


def test_the_captain_may_choose_the_next_word_master(open_table: EveningTable) -> None:
    ann, bob, cy = open_table.join("Ann", "Bob", "Cy")
    ann.starts("three-words")
    ann.hides("SOLVE")
    bob.guesses("SOLVE")
    cy.chooses("agree")
    open_table.passes(8)
    ann.from_the_menu("next-host", "CY")
    open_table.passes(5)
    assert bob.sees("CY is choosing a word.")
    cy.hides("CRANE")
    assert cy.private_screen.says("CRANE")


@proves("P37")
def test_the_host_sets_the_timer_before_hiding_the_word(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.from_the_menu("timer", "timer 90")
    assert "90 seconds for each row." in table.said
    ann.hides("SOLVE")
    table.passes(91)
    assert bob.grid.top_row == "xxxxx"


@proves("S30", "T36")
def test_a_latecomer_becomes_a_guesser_in_three_words(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("three-words")
    ann.hides("SOLVE")
    table.seat("Cy").joins()
    bob.guesses("SOLVE")
    table.passes(8)
    ann.enter()
    table.passes(5)
    bob.hides("CRANE")
    table.seat("Cy").guesses("CRATE")
    assert "CY proposes CRATE." in table.said


def test_a_seat_that_was_taken_while_the_captain_thought_stays_with_whoever_took_it(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    answers = list[bool]()

    def hears(yes: bool) -> bool:
        answers.append(yes)
        return True

    table.evening.table.touch(SeatWanted(3, hears))
    cy = table.seat("Cy").joins()
    ann.chooses("yes")
    table.passes(1)
    assert answers == [False]
    assert cy.panel.says("CY")


@pytest.mark.parametrize("hears", [True, False])
def test_whoever_does_not_hear_that_they_may_come_does_not_sit_down(table: EveningTable, hears: bool) -> None:
    ann, _ = table.join("Ann", "Bob")
    table.evening.table.touch(SeatWanted(3, lambda _yes: hears, "CY"))
    table.passes(1)
    ann.chooses("yes")
    table.passes(1)
    assert (3 in table.evening.snapshot().lobby.joined) is hears


def test_whoever_has_left_is_no_longer_listed_to_be_challenged() -> None:
    table = EveningTable()
    ann, bob, cid, dan = table.join("Ann", "Bob", "Cid", "Dan")
    ann.starts("party", check="challenge")
    ann.hides("SOLVE")
    for person in (bob, cid, dan):
        person.guesses("SMILE")
    ann.from_the_menu("challenge").goes_to("BOB")
    bob.from_the_menu("leave", "yes")
    assert ann.listed == ["CID", "DAN"]
    ann.enter()  # the cursor was on BOB: this confirms nobody else
    assert ann.panel.title == "Challenge whose guess?"
    ann.chooses("CID")
    assert ann.panel.title == "ANN: SOLVE"
