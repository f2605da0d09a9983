"""A key belongs to the screen it was pressed for: what changes under somebody's finger is not confirmed unseen."""

import pytest

from hardware.ports import ENTER, ESCAPE
from tests.support.evening_table import EveningTable, Place, grids_only, with_numeric_pads, without_hoods

NO_WORD = "XQZKV"


def three(table: EveningTable, game: str, **options: str) -> tuple[Place, Place, Place]:
    ann, bob, cat = table.join("Ann", "Bob", "Cat")
    ann.starts(game, **options)
    return ann, bob, cat


def all_hide(table: EveningTable, *people: Place) -> None:
    for person, word in zip(people, ("HOUSE", "NEWTS", "ROAST"), strict=True):
        person.hides(word)
    table.passes(8)


# ── in flight ────────────────────────────────────────────────────────────────────────────────────


def test_in_a_fast_game_the_loser_s_enter_does_not_skip_the_result(table: EveningTable) -> None:
    ann, bob, cat = three(table, "party", mode="fast")
    ann.hides("SOLVE")
    bob.guesses("SOLVE")
    ann.enter()  # she is the captain
    bob.hides("HOUSE")
    ann.types("SMILE")
    cat.guesses("HOUSE")
    ann.hurries(ENTER)
    table.passes(4)
    assert cat.panel.title == "It was HOUSE"


def test_enter_on_an_attempt_calls_no_word_when_the_window_has_just_closed(table: EveningTable) -> None:
    ann, bob, cat = three(table, "wqrdles", window="60")
    all_hide(table, ann, bob, cat)
    ann.enter()  # calls the first word of the card
    bob.chooses("CAT").types("SMILE")
    cat.chooses("pass")
    until = table.evening.snapshot().views["BOB"].table.deadlines["table"]
    table.passes(until - table.now + 0.01)
    assert bob.panel.title == "Call a word"
    bob.hurries(ENTER)
    table.passes(1)
    assert bob.panel.title == "Call a word"


def test_agree_does_not_confirm_a_proposal_that_has_just_changed(table: EveningTable) -> None:
    ann, bob, cat = three(table, "three-words")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    dan_sees = cat.panel.says("SMILE")
    bob.guesses("CRANE")
    cat.hurries(ENTER)
    table.passes(2)
    assert (dan_sees, ann.sees("CRANE"), cat.panel.title) == (True, True, "Agree?")


def test_agree_does_not_confirm_a_lifeline_that_has_just_changed(table: EveningTable) -> None:
    ann, bob, cat = three(table, "three-words")
    ann.hides("SOLVE")
    bob.from_the_menu("right-place 1", "2")
    bob.presses(ESCAPE).goes_to("seven-wrong 2")
    table.passes(1)
    assert cat.panel.says("BOB asks: letter in place, 2")
    bob.hurries(ENTER)
    cat.hurries(ENTER)
    table.passes(1)
    assert cat.panel.title == "Agree?"
    assert cat.panel.says("BOB asks: seven wrong")
    cat.enter()
    assert ann.panel.says("Asked: seven wrong letters")


def test_enter_agrees_to_nothing_that_the_public_screen_has_just_turned_to() -> None:
    table = EveningTable(grids_only())
    ann, bob, cat = three(table, "three-words")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    table.passes(30)
    while table.public.title == "CAT: agree?":
        table.passes(0.1)
    while table.public.title != "CAT: agree?":
        table.passes(0.1)
    cat.hurries(ENTER)  # to bring the question up: the page of others was there a moment ago
    table.passes(1)
    assert table.public.title == "CAT: agree?"
    cat.hurries(ENTER)
    assert ann.sees("[S] M I (L)[E]")


def test_without_a_panel_what_one_s_own_key_has_brought_up_is_answered_at_once() -> None:
    table = EveningTable(grids_only())
    ann, bob, _ = three(table, "party")
    ann.hides("SOLVE")
    table.passes(20)
    bob.hurries(ESCAPE, ENTER, "DOWN", ENTER)  # the menu, “Give up”, “Yes”
    assert table.public.says("BOB gave up")


def test_in_flight_a_key_that_means_the_same_as_before_acts(table: EveningTable) -> None:
    ann, bob, cat = three(table, "party")
    ann.hides("SOLVE")
    bob.types("SMILE")
    cat.guesses("CRANE")
    bob.hurries(ENTER)
    assert bob.grid.top_row == "G--YG"


def test_letters_go_on_into_a_word_whatever_others_do(table: EveningTable) -> None:
    ann, bob, cat = three(table, "party")
    ann.hides("SOLVE")
    bob.types("SMI")
    cat.guesses("CRANE")
    bob.hurries("L", "E", ENTER)
    assert bob.grid.top_row == "G--YG"


def test_a_word_meant_for_a_row_is_not_put_into_the_next(table: EveningTable) -> None:
    ann, bob, _, dan = table.join("Ann", "Bob", "Cat", "Dan")
    ann.sets("teams", "2").starts("party")
    ann.hides("SOLVE")
    dan.types("SMILE")
    bob.guesses("CRANE")
    dan.hurries(ENTER)
    assert dan.panel.says("BLUE: guess 2")


def test_the_private_screen_is_not_uncovered_by_a_key_in_flight() -> None:
    table = EveningTable(without_hoods())
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party", mode="fast")
    ann.hides("SOLVE")
    bob.guesses("SOLVE")
    ann.enter()
    bob.hurries(ENTER)
    assert table.private.title == "Pass the screen to BOB"


def test_a_digit_for_a_letter_takes_no_entry_of_a_list_that_has_just_appeared() -> None:
    table = EveningTable(with_numeric_pads())
    ann, bob, cat = three(table, "three-words")
    ann.hides("SOLVE")
    bob.guesses("SMILE")
    cat.hurries("2")  # would agree
    table.passes(2)
    assert cat.panel.title == "Agree?"


def test_what_one_s_own_key_has_caused_is_answered_at_once(table: EveningTable) -> None:
    ann, bob, _ = three(table, "party")
    ann.hides("SOLVE")
    bob.presses(ESCAPE).hurries(ENTER, "DOWN", ENTER)  # the menu, “Give up”, “Yes”
    assert bob.panel.title == "Gave up"


def test_a_refusal_is_read_before_enter_asks_for_the_word(table: EveningTable) -> None:
    ann, bob, _ = three(table, "party")
    ann.hides("SOLVE")
    bob.types(NO_WORD).hurries(ENTER, ENTER)
    assert not ann.panel.says("Allow")
    bob.enter()
    assert ann.panel.says("Allow")


def test_a_warning_is_read_before_enter_hides_a_rare_word(table: EveningTable) -> None:
    ann, _, _ = three(table, "party")
    ann.types("YCLAD").hurries(ENTER, ENTER)
    assert ann.panel.title == "ANN: hide a word"
    ann.enter()
    assert ann.panel.title == "ANN: YCLAD"


# ── cursors ──────────────────────────────────────────────────────────────────────────────────────


def attempts(table: EveningTable) -> tuple[Place, Place, Place]:
    """BOB has been called a word, and all may try each other's."""
    ann, bob, cat = three(table, "wqrdles")
    all_hide(table, ann, bob, cat)
    ann.enter()
    return ann, bob, cat


def test_a_cursor_stays_with_its_entry_when_another_leaves_the_list(table: EveningTable) -> None:
    _, bob, cat = attempts(table)
    cat.goes_to("BOB")
    bob.chooses("ANN").types("HOUSE").enter()  # ANN's word is found: she leaves the list
    table.passes(2)
    assert cat.panel.chosen == "BOB"


def test_where_the_entry_has_gone_enter_confirms_nothing(table: EveningTable) -> None:
    _, bob, cat = attempts(table)
    cat.goes_to("ANN")
    bob.chooses("ANN").types("HOUSE").enter()
    table.passes(2)
    before = cat.panel.chosen
    cat.enter()
    assert (before, cat.panel.chosen, cat.panel.typed) == ("", "BOB", "")


# ── while letters are typed ──────────────────────────────────────────────────────────────────────


def test_a_proposal_does_not_take_the_enter_of_somebody_who_types(table: EveningTable) -> None:
    ann, bob, cat = three(table, "three-words")
    ann.hides("SOLVE")
    bob.types("PLA")
    cat.guesses("CRANE")
    bob.hurries(*"NE", ENTER)
    assert cat.panel.says("BOB says PLANE")


def asked_while_typing(table: EveningTable) -> tuple[Place, Place]:
    """CAT asks BOB and ANN to allow a word; BOB has typed two letters."""
    ann, bob, cat = three(table, "wqrdles", queries="free")
    all_hide(table, ann, bob, cat)
    ann.guesses("PECAN")
    bob.chooses("ANN").types("SM")
    cat.chooses("ANN").types(NO_WORD).enter().enter()
    return bob, cat


def test_a_vote_waits_while_letters_are_typed(table: EveningTable) -> None:
    bob, _ = asked_while_typing(table)
    bob.hurries(*"ILE")
    assert bob.panel.typed == "SMILE"
    assert bob.panel.says("A question is waiting")


def test_a_no_to_one_word_is_none_to_the_next(table: EveningTable) -> None:
    ann, bob, cat, dan = table.join("Ann", "Bob", "Cat", "Dan")
    ann.starts("wqrdles", queries="free")
    for person, word in ((ann, "HOUSE"), (bob, "NEWTS"), (cat, "ROAST"), (dan, "PLANT")):
        person.hides(word)
    table.passes(8)
    ann.guesses("PECAN")
    cat.chooses("ANN").types("VVWWX").enter()
    bob.chooses("ANN").types(NO_WORD).enter().enter()
    table.passes(1)
    assert ann.panel.says(f"Allow BOB's {NO_WORD}?")
    dan.hurries(ENTER)  # no
    cat.hurries(ENTER)  # asks in turn
    ann.hurries(ENTER)  # no to BOB's
    table.passes(2)
    assert ann.panel.says("Allow CAT's VVWWX?")


def test_a_challenge_is_for_the_guess_that_the_host_has_read(table: EveningTable) -> None:
    ann, bob, _ = three(table, "party", check="challenge")
    ann.hides("SOLVE")
    bob.guesses(NO_WORD).types("XXXXX")
    ann.from_the_menu("challenge")
    table.passes(1)
    bob.hurries(ENTER)
    ann.hurries(ENTER)
    table.passes(1)
    assert ann.panel.title == "Challenge whose guess?"
    ann.enter()
    assert bob.grid.rows[1] == "....."


@pytest.mark.parametrize("ends", [(*"ILE", ENTER), ("DELETE", "DELETE")])
def test_the_vote_opens_when_the_word_is_sent_or_deleted(table: EveningTable, ends: tuple[str, ...]) -> None:
    bob, _ = asked_while_typing(table)
    bob.presses(*ends)
    table.passes(2)
    assert bob.panel.says(f"Allow CAT's {NO_WORD}?")


# ── after a refusal ──────────────────────────────────────────────────────────────────────────────


def refused(table: EveningTable) -> Place:
    ann, bob, _ = three(table, "party")
    ann.hides("SOLVE")
    return bob.guesses(NO_WORD)


def test_after_a_refusal_the_first_letter_replaces_the_word(table: EveningTable) -> None:
    bob = refused(table).types("SM")
    assert bob.panel.says("SM___")


def test_after_a_refusal_delete_takes_back_one_letter(table: EveningTable) -> None:
    bob = refused(table).deletes()
    assert bob.panel.says("XQZK_")


def test_the_first_letter_replaces_an_idea(table: EveningTable) -> None:
    ann, _, _ = three(table, "party")
    ann.presses("DOWN")
    idea = ann.panel.typed
    ann.types("SM")
    assert (len(idea), ann.panel.says("SM___")) == (5, True)
