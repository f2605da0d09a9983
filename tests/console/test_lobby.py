"""Before, between and after games: joining, names, menus, computer players, leaving."""

import pytest

from firmware_host.games import registry as games
from firmware_host.texts.language import english
from tests.support.evening_table import EveningTable, grids_only, with_numeric_pads, without_hoods
from tests.support.reading import pages_by_themselves


def test_every_seat_is_invited(any_table: EveningTable) -> None:
    assert all(any_table.seat(number).sees("Press a key to join.") for number in (1, 2, 3, 4))


def test_seats_without_a_panel_are_invited_until_the_game_starts() -> None:
    table = EveningTable(grids_only())
    ann, *_ = table.join("Ann", "Bob")
    table.passes(11)
    assert any("Press a key to join." in page for page in pages_by_themselves(table))
    ann.starts("party")
    table.passes(11)
    assert not any("Press a key to join." in page for page in pages_by_themselves(table))


def test_a_light_walks_round_the_grid_of_a_free_seat(table: EveningTable) -> None:
    before = table.seat(1).grid.rows
    table.passes(0.5)
    assert table.seat(1).grid.rows != before


def test_any_key_asks_for_a_name(any_table: EveningTable) -> None:
    any_table.seat(2).presses("5" if any_table.seat(2).numeric else "X")
    assert any_table.seat(2).sees("Your name?")


def test_the_first_to_join_is_the_captain(any_table: EveningTable) -> None:
    bob, ann = any_table.seat(3), any_table.seat(1)
    bob.name, ann.name = "Bob", "Ann"
    bob.joins()
    ann.joins()
    assert bob.sees("BOB: captain")
    assert not ann.panel.says("captain")


def test_on_a_pad_the_captain_is_told_the_key_that_changes_an_option() -> None:
    table = EveningTable(with_numeric_pads())
    captain, _ = table.join("Ann", "Bob")
    assert captain.panel.text[-1] == "+ choose  ENTER change"
    captain.presses("NEXT", "ENTER")
    assert captain.panel.says("> Game: Wqrdles")


def test_the_others_read_who_starts_and_what(table: EveningTable) -> None:
    _, bob = table.join("Ann", "Bob")
    assert bob.panel.text[:4] == ("Hello BOB", "Party", "ANN starts the game.", "2 at the table")


def test_two_people_of_one_name_are_told_apart(table: EveningTable) -> None:
    for number in (1, 2):
        table.seat(number).presses("ENTER").types("ANN").enter()
    assert table.public.says("ANN ANN2")


def test_the_last_names_of_a_seat_are_offered(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    bob.from_the_menu("leave", "yes")
    assert bob.panel.says("Press a key to join.")
    bob.presses("ENTER", "DOWN", "ENTER")
    assert ann.panel.says("ANN: captain")
    assert bob.panel.says("Hello BOB")


def test_the_next_is_captain_when_the_captain_leaves(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.chooses("leave").chooses("yes")
    assert bob.panel.says("BOB: captain")


def test_nobody_plays_alone(table: EveningTable) -> None:
    (ann,) = table.join("Ann")
    ann.chooses("start")
    assert ann.panel.says("It takes two")
    ann.presses("DOWN")
    assert not ann.panel.says("It takes two")


@pytest.mark.parametrize("level", ["easy", "fair", "strong"])
def test_computer_players_fill_seats_and_play_to_the_end(table: EveningTable, level: str) -> None:
    (ann,) = table.join("Ann")
    ann.sets("computers", "2").sets("level", level).starts("party")
    table.passes(10)
    assert "ADA has hidden a word." in table.said
    ann.from_the_menu("give-up", "yes")
    table.passes(120)
    ann.enter()
    table.passes(5)
    ann.hides("SOLVE")
    table.passes(120)
    assert ann.panel.says("It was SOLVE")


def test_menus_go_by_arrows_round_and_round(table: EveningTable) -> None:
    (ann,) = table.join("Ann")
    first = ann.panel.chosen
    ann.presses("UP")
    last = ann.panel.chosen
    ann.presses("DOWN")
    assert (first, last, ann.panel.chosen) == ("Start", "Switch off", "Start")


def test_menus_go_by_digits(table: EveningTable) -> None:
    (ann,) = table.join("Ann")
    ann.presses("2")
    assert ann.panel.chosen == "Game: Wqrdles"


def test_options_turn_both_ways(table: EveningTable) -> None:
    (ann,) = table.join("Ann")
    ann.goes_to("game").presses("RIGHT", "RIGHT", "LEFT")
    assert ann.panel.chosen == "Game: Wqrdles"


def test_a_number_pad_goes_through_a_menu() -> None:
    table = EveningTable(with_numeric_pads())
    ann, bob = table.join("Ann", "Bob")
    ann.sets("game", "Three words").chooses("start")
    assert bob.panel.says("ANN is choosing a word.")


def test_a_number_pad_is_told_its_own_keys() -> None:
    table = EveningTable(with_numeric_pads())
    _, bob = table.join("Ann", "Bob")
    assert bob.panel.text[-1] == "- menu"


def test_letters_on_one_digit_are_told_apart_by_waiting() -> None:
    table = EveningTable(with_numeric_pads())
    seat = table.seat(1).presses("ENTER").types("ABBA")
    assert seat.panel.says("ABBA")


def test_letters_on_one_digit_are_told_apart_by_the_next_key() -> None:
    table = EveningTable(with_numeric_pads())
    seat = table.seat(1).presses("ENTER", "2", "NEXT", "2", "2")
    assert seat.panel.says("AB")


def test_the_digit_that_asks_for_a_name_is_no_tap_of_its_first_letter() -> None:
    table = EveningTable(with_numeric_pads())
    ann = table.seat(1).hurries("2", "2")
    assert ann.grid.rows == table.letter_on_a_grid("A")
    ann.hurries("NEXT", *"66", "NEXT", *"66")
    assert ann.panel.says("ANN")


def test_new_players_join_between_games(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    ann.starts("party")
    ann.from_the_menu("end", "yes")
    ann.enter()
    table.seat("Cy").joins()
    ann.chooses("start")
    table.passes(5)
    assert table.public.says("Round 1 of 3")


def test_the_captain_and_the_options_stay_from_game_to_game(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    ann.starts("party", timer="60")
    ann.from_the_menu("end", "yes")
    ann.enter()
    ann.goes_to("option timer")
    assert ann.panel.chosen == "Timer: 1 minute"


def test_without_hoods_the_private_screen_says_what_it_is() -> None:
    table = EveningTable(without_hoods())
    assert table.private.text[:2] == ("wordtable", "Private screen")


# ── redo, end, leave ─────────────────────────────────────────────────────────────────────────────


def test_only_the_captain_may_begin_a_round_again_or_end_the_game(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    for person, offered in ((ann, True), (bob, False)):
        seen = person.whole_list("ESC")
        assert ("Restart round" in seen, "End the game" in seen) == (offered, offered)


def test_a_round_is_begun_again_only_when_that_is_confirmed(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    ann.from_the_menu("redo", "no")
    assert bob.grid.top_row == "G--YG"
    ann.from_the_menu("redo", "yes")
    assert bob.panel.says("ANN is choosing a word.")
    assert bob.grid.top_row == "....."


def test_a_game_that_is_ended_early_has_no_winner(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.from_the_menu("end", "yes")
    assert bob.panel.title == "No winner"


def test_who_leaves_is_missed_by_nobody(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.from_the_menu("leave", "yes")
    assert bob.panel.says("You have left.")
    cy.guesses("SOLVE")
    table.passes(8)
    assert ann.panel.title == "It was SOLVE"


# ── what is read ─────────────────────────────────────────────────────────────────────────────────


def test_a_seat_without_a_panel_is_asked_for_its_name_by_its_number() -> None:
    table = EveningTable(grids_only())
    table.seat(2).enter()
    assert table.public.title == "Your name? (seat 2)"


def test_it_takes_two_is_not_said_any_more_when_two_are_there(table: EveningTable) -> None:
    [ann] = table.join("Ann")
    ann.chooses("start")
    assert ann.panel.says("It takes two")
    table.join("Bob")
    assert not ann.panel.says("It takes two")


@pytest.mark.parametrize("entry", ["computers", "level", "teams", "option mode", "option check"])
def test_what_is_chosen_is_explained(table: EveningTable, entry: str) -> None:
    [ann] = table.join("Ann")
    ann.sets("computers", "1").goes_to(entry)
    assert not ann.panel.says("choose")


@pytest.mark.parametrize("game", games.games())
def test_every_option_is_explained_on_the_captains_display(table: EveningTable, game: str) -> None:
    [ann] = table.join("Ann")
    ann.sets("game", english(games.named(game).title))
    for option, choice in games.named(game).choices.items():
        assert ann.goes_to(f"option {option}").panel.says(english(choice.explained)), option


def test_one_person_among_computers_begins_with_a_guess(table: EveningTable) -> None:
    [ann] = table.join("Ann")
    ann.sets("computers", "2").starts("party")
    table.passes(10)
    assert ann.panel.title == "Guess 1"


def test_nobody_is_offered_to_ask_a_computer_for_a_word(table: EveningTable) -> None:
    [ann] = table.join("Ann")
    ann.sets("computers", "1").starts("party")
    table.passes(10)
    ann.guesses("QQQQQ")
    assert ann.panel.text[-1].startswith("! ")
    assert not ann.panel.says("ask anyway")


def test_a_hint_being_typed_says_how_many_letters_are_left(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE").from_the_menu("hint").types("AB")
    assert ann.panel.says("38 letters left")


def test_the_public_screen_says_who_starts_and_invites_only_to_a_free_seat(table: EveningTable) -> None:
    assert table.public.says("Press a key to join.")
    table.join("Ann", "Bob", "Cid")
    assert table.public.says("Press a key to join.")
    assert table.public.says("ANN starts the game.")
    table.join("Dan")
    assert table.public.says("ANN starts the game.")
    assert not table.public.says("join")
