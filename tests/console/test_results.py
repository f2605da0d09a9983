"""A result stays on the displays until people have read it, and can be looked at once more."""

from hardware.ports import ENTER, ESCAPE
from tests.support.evening_table import EveningTable, Place

RESULT = "It was SOLVE"


def result(table: EveningTable) -> tuple[Place, Place, Place]:
    """ANN's word has been found a moment ago. ANN is the captain."""
    ann, bob, cat = table.join("Ann", "Bob", "Cat")
    ann.starts("party", mode="fast")
    ann.hides("SOLVE")
    bob.guesses("SOLVE")
    assert cat.panel.title == RESULT
    return ann, bob, cat


def test_a_result_stays_for_three_seconds_even_if_the_captain_goes_on(table: EveningTable) -> None:
    ann, _, cat = result(table)
    table.passes(0.6)
    ann.hurries(ENTER)
    table.passes(2)
    assert cat.panel.title == RESULT
    table.passes(0.5)
    assert cat.panel.says("BOB is choosing a word.")


def test_after_that_the_captain_goes_on_at_once(table: EveningTable) -> None:
    ann, _, cat = result(table)
    table.passes(4)
    ann.hurries(ENTER)
    assert cat.panel.says("BOB is choosing a word.")


def test_without_the_captain_everybody_else_waits_and_sees_for_whom(table: EveningTable) -> None:
    _, bob, cat = result(table)
    bob.enter()
    cat.enter()
    table.passes(60)
    assert bob.panel.title == cat.panel.title == RESULT
    assert bob.panel.says("waiting for ANN")


def test_a_result_that_nobody_leaves_stays(table: EveningTable) -> None:
    _, _, cat = result(table)
    table.passes(600)
    assert cat.panel.title == RESULT


def test_a_captain_who_has_walked_away_is_not_waited_for_for_ever(table: EveningTable) -> None:
    _, bob, cat = result(table)
    table.passes(30)
    bob.enter()
    table.passes(80)
    assert cat.panel.title == RESULT
    table.passes(20)
    assert cat.panel.says("BOB is choosing a word.")


def test_those_who_have_pressed_are_told_of_two_who_have_not(table: EveningTable) -> None:
    _, bob, _ = result(table)
    bob.enter()
    assert bob.panel.says("waiting for ANN & CAT")


def test_a_captain_whose_keypad_is_lost_keeps_nobody_waiting(table: EveningTable) -> None:
    _, bob, cat = result(table)
    bob.enter()
    cat.enter()
    table.evening.unplug("seat1.keypad")
    table.passes(0.1)
    assert cat.panel.says("BOB is choosing a word.")


def test_two_quick_enters_do_not_erase_the_winners(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    for host, guesser in ((ann, bob), (bob, ann)):
        host.hides("SOLVE")
        guesser.guesses("SOLVE")
        table.passes(4)
        ann.hurries(ENTER, ENTER, ENTER)
    assert ann.panel.says("won!")
    table.passes(2)
    assert bob.panel.says("won!")


def test_the_winners_stay_until_the_captain_goes_to_the_lobby(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.from_the_menu("end", "yes")
    bob.enter()
    table.passes(60)
    assert bob.panel.says("waiting for ANN")
    ann.enter()
    assert ann.panel.title == "ANN: captain"


def test_somebody_who_has_left_does_not_end_the_winners_page(table: EveningTable) -> None:
    ann, bob, cat = table.join("Ann", "Bob", "Cat")
    ann.starts("party")
    cat.from_the_menu("leave", "yes")
    ann.from_the_menu("end", "yes")
    cat.enter()
    table.passes(4)
    assert bob.panel.title == "No winner"
    assert cat.panel.says("waiting for ANN & BOB")


def test_a_result_can_be_read_again_while_the_next_word_is_hidden(table: EveningTable) -> None:
    ann, _, cat = result(table)
    ann.enter()
    cat.from_the_menu("last-result")
    assert cat.panel.title == RESULT


def test_not_after_the_next_word_is_hidden(table: EveningTable) -> None:
    ann, bob, cat = result(table)
    ann.enter()
    bob.hides("HOUSE")
    assert "Last result" not in cat.whole_list(ESCAPE)
