"""What people choose before a game: who begins, in which order, and who plays with whom."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware_host.console.lobby.lobby import BY_CHANCE, Lobby
from hardware.config.reading import simulated_table
from tests.support.evening import proves
from tests.support.evening_table import EveningTable, usual

FOUR = Lobby({1: "ANN", 2: "BOB", 3: "CY", 4: "DI"})


def test_somebody_else_than_the_first_seat_hosts_first(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.sets("first", "BOB").starts("party")
    assert cy.panel.says("BOB is choosing a word.")
    assert bob.panel.says("BOB: hide a word")


def test_after_the_first_host_the_order_is_that_of_the_seats(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.sets("first", "BOB").starts("party", mode="fast")
    bob.hides("SOLVE")
    cy.guesses("SOLVE")
    table.passes(8)
    ann.enter()
    table.passes(5)
    assert ann.panel.says("CY is choosing a word.")


def test_somebody_else_begins_wqrdles(table: EveningTable) -> None:
    ann, bob, cy = table.join("Ann", "Bob", "Cy")
    ann.sets("first", "CY").starts("wqrdles", queries="free")
    for place in (ann, bob, cy):
        place.hides("SOLVE")
    assert table.evening.snapshot().views["CY"].table.actions[0] == "query"


def test_a_computer_may_host_first(table: EveningTable) -> None:
    (ann,) = table.join("Ann")
    ann.sets("computers", "1").sets("first", "ADA").starts("party")
    table.passes(10)
    assert ann.panel.title == "Guess 1"


def test_by_chance_anybody_may_be_first() -> None:
    lobby = Lobby(FOUR.joined, first=BY_CHANCE)
    orders = {lobby.seating(Random(seed))[0] for seed in range(40)}
    seats = ("ANN", "BOB", "CY", "DI")
    assert orders == {(*seats[at:], *seats[:at]) for at in range(4)}


def test_a_shuffled_order_may_be_any() -> None:
    lobby = Lobby(FOUR.joined, shuffled=True)
    assert len({lobby.seating(Random(seed))[0] for seed in range(400)}) == 24


def test_whoever_was_chosen_is_first_in_a_shuffled_order_too() -> None:
    lobby = Lobby(FOUR.joined, shuffled=True, first="CY")
    assert {lobby.seating(Random(seed))[0][0] for seed in range(40)} == {"CY"}


def test_where_the_one_chosen_has_left_the_first_seat_begins() -> None:
    lobby = Lobby(FOUR.joined, first="CY").leave(3)
    assert (lobby.begins(), lobby.seating(Random(1))[0]) == ("ANN", ("ANN", "BOB", "DI"))


def test_the_table_shuffles_the_order(table: EveningTable) -> None:
    ann, *_ = table.join("Ann", "Bob", "Cy", "Di")
    ann.sets("order", "shuffled").starts("party")
    assert sorted(table.evening.snapshot().views[None].table.players) == ["ANN", "BOB", "CY", "DI"]


# ── teams ────────────────────────────────────────────────────────────────────────────────────────


def test_teams_are_listed_before_the_start(table: EveningTable) -> None:
    ann, bob, _, _ = table.join("Ann", "Bob", "Cy", "Di")
    ann.sets("teams", "2")
    for screen in (bob.panel, table.public):
        assert screen.says("RED: ANN, CY")
        assert screen.says("BLUE: BOB, DI")


def test_the_captain_can_read_who_plays_with_whom(table: EveningTable) -> None:
    ann, *_ = table.join("Ann", "Bob", "Cy")
    ann.sets("teams", "2").chooses("see-teams")
    assert ann.panel.says("RED: ANN, CY")


def test_everybody_picks_their_own_team(table: EveningTable) -> None:
    ann, bob, *_ = table.join("Ann", "Bob", "Cy", "Di")
    ann.sets("teams", "2")
    bob.presses("ESC")
    bob.sets("team", "RED").presses("ESC")
    ann.sets("team", "BLUE")
    assert table.public.says("RED: BOB, CY")
    ann.starts("party")
    assert ann.panel.says("RED is choosing a word.")


def test_there_can_be_as_many_teams_as_players(table: EveningTable) -> None:
    ann, *_ = table.join("Ann", "Bob", "Cy", "Di")
    ann.sets("teams", "4").starts("party")
    assert len(table.evening.snapshot().views[None].table.scores) == 4


def test_there_can_be_more_than_eight_teams() -> None:
    table = EveningTable(simulated_table(10))
    ann, *_ = table.join(*"ABCDEFGHIJ")
    ann.sets("teams", "10").starts("party")
    assert len(table.evening.snapshot().views[None].table.scores) == 10


def test_nobody_starts_while_a_team_is_empty(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.sets("teams", "2")
    bob.presses("ESC")
    bob.sets("team", "RED").presses("ESC")
    ann.sets("team", "RED").chooses("start")
    assert ann.panel.says("Nobody is in team BLUE yet.")


def test_the_team_of_whoever_was_chosen_hosts_first(table: EveningTable) -> None:
    ann, *_ = table.join("Ann", "Bob", "Cy", "Di")
    ann.sets("teams", "2").sets("first", "BOB").starts("party")
    assert ann.panel.says("BLUE is choosing a word.")


# ── words ────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def zoo(tmp_path: Path) -> EveningTable:
    """A table with a list of animals beside its config."""
    (tmp_path / "zoo.words").write_text("# Animals\n# Hide an animal\ntiger\nokapi\nzebra\n")
    return EveningTable(replace(usual(), words=str(tmp_path)))


def test_a_list_is_offered_with_its_name_and_one_line_about_it(zoo: EveningTable) -> None:
    ann, _ = zoo.join("Ann", "Bob")
    ann.sets("words", "Animals")
    assert ann.panel.says("Hide an animal")


@proves("S32")
def test_only_words_of_the_list_are_hidden(zoo: EveningTable) -> None:
    ann, bob = zoo.join("Ann", "Bob")
    ann.sets("words", "Animals").starts("party")
    ann.hides("SOLVE")
    assert ann.panel.says("That word is not on the table's list")
    ann.deletes(5).hides("TIGER")
    assert bob.panel.title == "Guess 1"


@proves("S32")
def test_every_word_of_the_dictionary_is_guessed_and_every_word_of_the_list_too(zoo: EveningTable) -> None:
    ann, bob = zoo.join("Ann", "Bob")
    ann.sets("words", "Animals").starts("party")
    ann.hides("TIGER")
    bob.guesses("SOLVE", "OKAPI")
    assert bob.grid.rows[:2] == ("----Y", "----Y")


@proves("S32")
def test_ideas_come_from_the_list(zoo: EveningTable) -> None:
    ann, _ = zoo.join("Ann", "Bob")
    ann.sets("words", "Animals").starts("party")
    ann.presses("DOWN")
    assert ann.panel.typed in ("TIGER", "OKAPI", "ZEBRA")


@proves("S32")
def test_computers_hide_words_of_the_list(zoo: EveningTable) -> None:
    (ann,) = zoo.join("Ann")
    ann.sets("computers", "1").sets("first", "ADA").sets("words", "Animals").starts("party")
    zoo.passes(10)
    ann.from_the_menu("give-up", "yes")
    zoo.passes(8)
    assert ann.panel.title.removeprefix("It was ") in ("TIGER", "OKAPI", "ZEBRA")


def test_a_list_that_makes_no_cards_is_refused_in_the_lobby(zoo: EveningTable) -> None:
    ann, *_ = zoo.join("Ann", "Bob", "Cy")
    ann.sets("words", "Animals").starts("wqrdles")
    assert ann.panel.says("Or play with free queries.")


def test_a_list_without_words_is_refused_in_the_lobby(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    ann.sets("words", "house words").starts("party")
    assert ann.panel.says("This list has no words of 5 letters.")


@pytest.mark.parametrize(
    ("words", "hidden", "refused"),
    [("common", "ABBEY", "ABACI"), ("children's", "HOUSE", "ABBEY"), ("from the box", "KEBAB", "HOUSE")],
)
def test_our_own_lists_are_offered_everywhere(table: EveningTable, words: str, hidden: str, refused: str) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.sets("words", words).starts("party")
    ann.hides(refused)
    assert bob.panel.says("ANN is choosing a word.")
    ann.deletes(5).hides(hidden)
    assert bob.panel.title == "Guess 1"


def test_a_power_cut_forgets_no_list(tmp_path: Path) -> None:
    table = EveningTable(journal=tmp_path / "journal.db")
    ann, _ = table.join("Ann", "Bob")
    ann.sets("words", "children's").starts("party")
    table.evening.power_cut()
    table.evening.power_on()
    ann.enter()
    ann.hides("ABBEY")
    assert ann.panel.says("That word is not on the table's list")
    lobby = table.evening.snapshot().lobby
    assert (lobby.words, lobby.option("dictionary")) == ("children", "en")
