"""The end of a game: a recap that turns by itself, the score of the evening, and playing again."""

import pytest

from hardware.config.reading import read_table
from hardware.ports import ENTER
from tests.support.evening_table import FOUR_SEATS, EveningTable, Place, grids_only, usual


def plays(table: EveningTable, ann: Place, bob: Place) -> None:
    """A game of two rounds: Bob finds Ann's word in two, Ann finds Bob's in one."""
    ann.hides("SOLVE")
    bob.guesses("CRUMB", "SOLVE")
    table.passes(4)
    ann.enter()
    table.passes(4)
    bob.hides("CRANE")
    ann.guesses("CRANE")
    table.passes(4)
    ann.enter()


def seen(table: EveningTable, *panels: object, seconds: int = 60) -> list[set[str]]:
    told = [set[str]() for _ in panels]
    for _ in range(seconds):
        table.passes(1)
        for each, panel in zip(told, panels, strict=True):
            each |= set(panel.text)  # type: ignore[attr-defined]  # a panel, or the public screen
    return told


def test_every_display_tells_the_best_guess_and_the_evenings_score() -> None:
    table = EveningTable(usual())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    for told in seen(table, ann.panel, bob.panel, table.public):
        assert {"ANN won!", "Best guess: ANN, CRANE in 1", "Tonight: 1 game", "Won: ANN 1"} <= told
        assert "ANN 28, a first guess" in told


@pytest.mark.parametrize("height", [32, 64])
def test_every_page_of_the_recap_has_the_title_of_what_is_on_it(height: int) -> None:
    """On the smallest panel too, where each rating has a page of its own."""
    small = FOUR_SEATS.replace("panel = {}", f'panel = {{ chip = "ssd1306", height = {height} }}')
    table = EveningTable(read_table(small))
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    titles: dict[str, str] = {}
    for _ in range(80):
        table.passes(1)
        title, *lines, _hint = bob.panel.text
        titles |= dict.fromkeys(lines, title)
    assert titles["Best guess: ANN, CRANE in 1"] == "ANN won!"
    assert titles["Won: ANN 1"] == "Tonight: 1 game"
    assert titles["ANN 28, a first guess"] == titles["BOB 22, a first guess"] == "Tonight's ratings"


def test_after_a_tie_of_four_the_smallest_panel_shows_everybodys_points_in_turn() -> None:
    """The winners' names would take two of its four lines, and a row beside the reader's own would never fit."""
    table = EveningTable(read_table(FOUR_SEATS.replace("panel = {}", 'panel = { chip = "ssd1306", height = 32 }')))
    people = table.join("Ann", "Bob", "Cat", "Dorothea")
    people[0].starts("party")
    for host in people:
        host.hides("SOLVE")
        for guesser in people:
            if guesser is not host:
                guesser.guesses("SOLVE")
        table.passes(4)
        people[0].enter()
        table.passes(4)
    told = seen(table, people[1].panel)[0]
    assert {"1 ANN  3", "1 BOB  3 (you)", "1 CAT  3", "1 DOROTHEA  3"} <= told


def test_a_table_of_grids_reads_the_recap_on_the_public_screen() -> None:
    table = EveningTable(grids_only())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    assert {"Best guess: ANN, CRANE in 1", "Won: ANN 1"} <= seen(table, table.public)[0]


def test_one_key_plays_again_and_the_hosts_place_moves_on() -> None:
    table = EveningTable(usual())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    table.passes(4)
    assert ann.panel.says("ENTER again")
    ann.enter()
    table.passes(1)
    assert ann.panel.says("BOB is choosing a word.")


def test_the_winners_stay_for_three_seconds_before_it_is_played_again() -> None:
    table = EveningTable(usual())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    table.passes(1)
    ann.hurries(ENTER)
    table.passes(1)
    assert ann.panel.title == bob.panel.title == "ANN won!"
    table.passes(3)
    assert ann.panel.says("BOB is choosing a word.")


def test_a_key_for_the_winners_page_does_nothing_in_the_next_game() -> None:
    table = EveningTable(usual())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    table.passes(4)
    ann.enter()
    bob.hurries(ENTER)
    table.passes(1)
    assert bob.panel.title == "BOB: hide a word"
    assert not bob.panel.says("letters")


def test_everybody_but_the_captain_can_play_again_after_two_minutes() -> None:
    table = EveningTable(usual())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    bob.enter()
    table.passes(60)
    assert bob.panel.says("waiting for ANN")
    table.passes(65)
    assert bob.panel.title == "BOB: hide a word"


def test_the_captain_can_choose_another_game_instead() -> None:
    table = EveningTable(usual())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    table.passes(4)
    assert "Another game" not in bob.whole_list("ESC")
    ann.from_the_menu("lobby")
    table.passes(1)
    assert ann.panel.title == "ANN: captain"
    assert bob.panel.says("Hello BOB")


def test_a_game_that_was_ended_is_not_played_again() -> None:
    table = EveningTable(usual())
    ann, _ = table.join("Ann", "Bob")
    ann.starts("party")
    ann.from_the_menu("end", "yes")
    table.passes(5)  # first it says that the game is over
    assert ann.panel.says("ENTER lobby")
    ann.enter()
    assert ann.panel.title == "ANN: captain"


def test_the_score_counts_all_games_of_the_evening() -> None:
    table = EveningTable(usual())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    plays(table, ann, bob)
    table.passes(4)
    ann.enter()
    table.passes(1)
    bob.hides("SOLVE")
    ann.guesses("CRUMB", "SMILE", "SOLVE")
    table.passes(4)
    ann.enter()
    table.passes(4)
    ann.hides("CRANE")
    bob.guesses("CRANE")
    table.passes(4)
    ann.enter()
    assert {"Tonight: 2 games", "Won: ANN 1, BOB 1"} <= seen(table, table.public)[0]
