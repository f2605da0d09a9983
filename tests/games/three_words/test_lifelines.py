"""The two double-sided lifeline cards of three words: asking, agreeing, answering, and what it does to the clock."""

from itertools import pairwise
from string import ascii_uppercase
from typing import Any

import pytest

from tests.support.evening import Evening, proves
from tests.support.games.three_words import WRONG, guess, hidden

RIGHT_PLACE = {"card": 1, "side": "right-place", "position": 2}
SEVEN_WRONG = {"card": 1, "side": "seven-wrong"}
WRONG_PLACE = {"card": 2, "side": "wrong-place", "position": 2}
SEVEN_MORE_WRONG = {"card": 2, "side": "seven-wrong"}


def ask(evening: Evening, asked: dict[str, Any], position: int | None = None) -> None:
    """The guessers agree on a lifeline, the first of them asking."""
    view = evening.view()
    first, *others = [player for player in view["players"] if player != view["master"]]
    evening.does(first, "lifeline", **(asked if position is None else {**asked, "position": position}))
    for other in others:
        evening.does(other, "confirm")


def asked_for(asked: dict[str, Any], **options: Any) -> Evening:
    """A round of SOLVE in which the guessers have agreed on a lifeline before the first guess."""
    evening = hidden(**options)
    ask(evening, asked)
    return evening


def neighbours(letters: str) -> list[str]:
    return [a + b for a, b in pairwise(letters) if ord(b) - ord(a) == 1]


# ── the cards ────────────────────────────────────────────────────────────────────────────────────


@proves("T15")
@pytest.mark.parametrize("asked", [RIGHT_PLACE, SEVEN_WRONG, WRONG_PLACE, SEVEN_MORE_WRONG])
def test_each_card_has_its_two_sides(asked: dict[str, Any]) -> None:
    evening = asked_for(asked, answers="auto")
    shown = [{name: used[name] for name in asked} for used in evening.view()["lifelines"]]
    assert shown == [asked]


@proves("T15")
@pytest.mark.parametrize(("card", "side"), [(1, "wrong-place"), (2, "right-place")])
def test_a_side_of_the_other_card_does_not_fit(card: int, side: str) -> None:
    assert hidden().refuses("Bob", "lifeline", card=card, side=side, position=1) == "does-not-fit"


@proves("T15")
@pytest.mark.parametrize("first", [RIGHT_PLACE, SEVEN_WRONG])
@pytest.mark.parametrize("again", [RIGHT_PLACE, SEVEN_WRONG])
def test_a_card_is_spent_whichever_side_was_used(first: dict[str, Any], again: dict[str, Any]) -> None:
    evening = asked_for(first, answers="auto")
    assert evening.refuses("Bob", "lifeline", **again) == "spent"


@proves("T15")
def test_a_spent_card_is_spent_before_its_side_is_looked_at() -> None:
    evening = asked_for(SEVEN_WRONG, answers="auto")
    assert evening.refuses("Bob", "lifeline", card=1, side="wrong-place", position=1) == "spent"


@proves("T15")
def test_both_cards_can_be_used_in_one_round() -> None:
    evening = asked_for(RIGHT_PLACE, answers="auto")
    ask(evening, WRONG_PLACE)
    assert [used["card"] for used in evening.view()["lifelines"]] == [1, 2]


@proves("T15")
def test_the_cards_are_back_in_the_next_round() -> None:
    evening = asked_for(RIGHT_PLACE)
    guess(evening, "SOLVE")
    evening.does("Ann", "next")
    evening.does("Bob", "secret", word="CRANE")
    ask(evening, RIGHT_PLACE)
    assert evening.view()["lifelines"] == [{**RIGHT_PLACE, "letter": "R"}]


@proves("T15")
def test_the_cards_stay_spent_after_a_guess() -> None:
    evening = asked_for(RIGHT_PLACE)
    guess(evening, "CRANE")
    assert evening.refuses("Bob", "lifeline", **SEVEN_WRONG) == "spent"


@proves("T15")
def test_asking_stays_on_offer_when_both_cards_are_spent() -> None:
    evening = asked_for(RIGHT_PLACE, answers="auto")
    ask(evening, WRONG_PLACE)
    assert "lifeline" in evening.view("Bob")["actions"]


# ── asking ───────────────────────────────────────────────────────────────────────────────────────


@proves("T16")
def test_a_lifeline_is_asked_for_aloud() -> None:
    evening = hidden()
    assert evening.does("Bob", "lifeline", **WRONG_PLACE) == [
        {"event": "proposed", "to": "all", "player": "Bob", "lifeline": WRONG_PLACE}
    ]


@proves("T16")
def test_every_other_guesser_has_to_agree_to_a_lifeline() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "lifeline", **RIGHT_PLACE)
    evening.does("Cid", "confirm")
    assert evening.view()["proposal"] == {"by": "Bob", "lifeline": RIGHT_PLACE, "confirmed": ["Cid"]}
    evening.does("Dee", "confirm")
    assert (evening.view()["proposal"], len(evening.view()["lifelines"])) == (None, 1)


@proves("T16")
def test_a_lifeline_that_was_only_asked_for_is_not_spent() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "lifeline", **RIGHT_PLACE)
    guess(evening, "CRANE")
    ask(evening, SEVEN_WRONG)
    assert evening.view()["pending"] == SEVEN_WRONG


@proves("T16")
def test_a_guesser_who_is_alone_just_asks() -> None:
    evening = hidden("Ann", "Bob")
    evening.does("Bob", "lifeline", **SEVEN_WRONG)
    assert evening.view()["phase"] == "lifeline"


@proves("T16")
@pytest.mark.parametrize("guesses", [0, 1, 2])
def test_a_lifeline_can_come_before_every_guess(guesses: int) -> None:
    evening = hidden()
    for word in WRONG[:guesses]:
        guess(evening, word)
    ask(evening, RIGHT_PLACE)
    assert evening.view()["lifelines"] == [{**RIGHT_PLACE, "letter": "O"}]


@proves("T16")
def test_a_lifeline_costs_no_guess() -> None:
    assert asked_for(RIGHT_PLACE).view()["guesses_left"] == 3


@proves("T16")
def test_there_are_no_lifelines_in_the_result() -> None:
    evening = hidden()
    guess(evening, "SOLVE")
    assert evening.refuses("Bob", "lifeline", **RIGHT_PLACE) == "not-now"


# ── right letter, right place ────────────────────────────────────────────────────────────────────


@proves("T17")
@pytest.mark.parametrize(("position", "letter"), list(enumerate("SOLVE", 1)))
def test_the_letter_of_the_chosen_place_is_shown(position: int, letter: str) -> None:
    evening = hidden()
    ask(evening, RIGHT_PLACE, position)
    assert evening.view()["lifelines"] == [{**RIGHT_PLACE, "position": position, "letter": letter}]


@proves("T17")
def test_right_place_is_shown_at_once_and_everybody_hears_it() -> None:
    evening = asked_for(RIGHT_PLACE)
    assert evening.said == [
        {"event": "confirmed", "to": "all", "player": "Cid"},
        {"event": "lifeline-asked", "to": "all", "lifeline": RIGHT_PLACE},
        {"event": "lifeline-answered", "to": "all", "lifeline": {**RIGHT_PLACE, "letter": "O"}},
    ]
    assert evening.view()["phase"] == "guessing"


@proves("T17")
def test_a_place_that_is_orange_already_does_not_fit() -> None:
    evening = hidden()
    guess(evening, "SMILE")
    refused = [place for place in (1, 5) if evening.refuses("Bob", "lifeline", **{**RIGHT_PLACE, "position": place})]
    assert refused == [1, 5]


@proves("T17")
def test_a_place_that_was_orange_two_guesses_ago_does_not_fit() -> None:
    evening = hidden()
    guess(evening, "CRANE")
    guess(evening, "MIGHT")
    assert evening.refuses("Bob", "lifeline", **{**RIGHT_PLACE, "position": 5}) == "does-not-fit"


@proves("T17")
def test_a_place_that_is_only_blue_fits() -> None:
    evening = hidden()
    guess(evening, "SMILE")
    ask(evening, RIGHT_PLACE, 4)
    assert evening.view()["lifelines"][0]["letter"] == "V"


@proves("T17")
def test_a_shown_letter_does_not_change_the_board() -> None:
    assert asked_for(RIGHT_PLACE).view()["board"] == {"rows": [], "letters": {"in": "", "out": ""}}


# ── right letter, wrong place ────────────────────────────────────────────────────────────────────


@proves("T18")
@pytest.mark.parametrize("letter", "SLVE")
def test_the_master_chooses_a_letter_from_elsewhere_in_the_word(letter: str) -> None:
    evening = asked_for(WRONG_PLACE)
    answered = {**WRONG_PLACE, "letter": letter}
    assert evening.does("Ann", "answer", letter=letter) == [
        {"event": "lifeline-answered", "to": "all", "lifeline": answered}
    ]
    assert evening.view()["lifelines"] == [answered]


@proves("T18", "T20")
@pytest.mark.parametrize("letter", ["O", "o", "A", "SL", "", "ſ", "?"])
def test_a_letter_of_that_place_or_of_no_place_does_not_fit(letter: str) -> None:
    assert asked_for(WRONG_PLACE).refuses("Ann", "answer", letter=letter) == "does-not-fit"


@proves("T18")
def test_a_double_letter_does_not_fit_at_either_of_its_places() -> None:
    evening = hidden(word="ABBEY")
    ask(evening, WRONG_PLACE, 3)
    assert evening.refuses("Ann", "answer", letter="B") == "does-not-fit"


@proves("T18")
def test_any_place_can_be_chosen_even_an_orange_one() -> None:
    evening = hidden()
    guess(evening, "SMILE")
    ask(evening, WRONG_PLACE, 1)
    assert evening.view()["pending"] == {**WRONG_PLACE, "position": 1}


@proves("T18")
def test_the_letter_may_be_typed_small() -> None:
    evening = asked_for(WRONG_PLACE)
    evening.does("Ann", "answer", letter="s")
    assert evening.view()["lifelines"][0]["letter"] == "S"


# ── seven wrong letters ──────────────────────────────────────────────────────────────────────────


@proves("T19")
@pytest.mark.parametrize("asked", [SEVEN_WRONG, SEVEN_MORE_WRONG])
def test_the_master_chooses_seven_letters_and_they_are_shown_in_order(asked: dict[str, Any]) -> None:
    evening = asked_for(asked)
    answered = {**asked, "letters": "ABCMTYZ"}
    assert evening.does("Ann", "answer", letters="zyxabct".replace("x", "m")) == [
        {"event": "lifeline-answered", "to": "all", "lifeline": answered}
    ]
    assert evening.view()["lifelines"] == [answered]


@proves("T19", "T20")
@pytest.mark.parametrize(
    "letters", ["ABCDFGS", "ABCDFG", "ABCDFGHI", "ABCDFGG", "ABCDFGHH", "", "ABCDFG1", "ABCDFGı", "ABCDFG "]
)
def test_seven_that_are_not_seven_wrong_letters_do_not_fit(letters: str) -> None:
    assert asked_for(SEVEN_WRONG).refuses("Ann", "answer", letters=letters) == "does-not-fit"


@proves("T19")
def test_a_letter_shown_before_does_not_fit_again() -> None:
    evening = asked_for(SEVEN_WRONG)
    evening.does("Ann", "answer", letters="ABCDFGH")
    ask(evening, SEVEN_MORE_WRONG)
    assert evening.refuses("Ann", "answer", letters="HIJKMNP") == "does-not-fit"


@proves("T19")
def test_seven_other_letters_fit() -> None:
    evening = asked_for(SEVEN_WRONG)
    evening.does("Ann", "answer", letters="ABCDFGH")
    ask(evening, SEVEN_MORE_WRONG)
    evening.does("Ann", "answer", letters="IJKMNPQ")
    assert [used["letters"] for used in evening.view()["lifelines"]] == ["ABCDFGH", "IJKMNPQ"]


@proves("T19")
def test_a_letter_may_be_shown_that_the_board_shows_to_be_out() -> None:
    evening = hidden()
    guess(evening, "CRANE")
    ask(evening, SEVEN_WRONG)
    evening.does("Ann", "answer", letters="CRANBDF")
    assert evening.view()["lifelines"] == [{**SEVEN_WRONG, "letters": "ABCDFNR"}]


@proves("T19")
def test_a_letter_shown_in_the_last_round_may_be_shown_again() -> None:
    evening = asked_for(SEVEN_WRONG)
    evening.does("Ann", "answer", letters="ABCDFGH")
    guess(evening, "SOLVE")
    evening.does("Ann", "next")
    evening.does("Bob", "secret", word="SOLVE")
    ask(evening, SEVEN_WRONG)
    evening.does("Bob", "answer", letters="ABCDFGH")
    assert len(evening.view()["lifelines"]) == 1


# ── answering ────────────────────────────────────────────────────────────────────────────────────


@proves("T20")
def test_only_the_master_answers() -> None:
    assert asked_for(WRONG_PLACE).refuses("Bob", "answer", letter="S") == "not-yours"


@proves("T20")
@pytest.mark.parametrize("asked", [WRONG_PLACE, SEVEN_WRONG])
def test_the_answer_to_the_other_kind_of_lifeline_does_not_fit(asked: dict[str, Any]) -> None:
    answer = {"letters": "S"} if asked is WRONG_PLACE else {"letter": "ABCDFGH"}
    assert asked_for(asked).refuses("Ann", "answer", **answer) == "does-not-fit"


@proves("T20")
def test_after_a_refused_answer_the_master_chooses_again() -> None:
    evening = asked_for(WRONG_PLACE)
    evening.refuses("Ann", "answer", letter="O")
    evening.does("Ann", "answer", letter="S")
    assert evening.view()["phase"] == "guessing"


@proves("T20")
def test_without_a_lifeline_there_is_nothing_to_answer() -> None:
    assert hidden().refuses("Ann", "answer", letter="S") == "not-now"


@proves("T20")
def test_everybody_sees_which_lifeline_waits_and_the_master_may_answer() -> None:
    evening = asked_for(WRONG_PLACE)
    view = evening.view("Ann")
    assert (view["phase"], view["pending"], view["lifelines"], view["actions"]) == (
        "lifeline",
        WRONG_PLACE,
        [],
        ["answer", "pause", "leave", "end", "redo"],
    )


@proves("T20")
def test_an_answered_lifeline_waits_no_longer() -> None:
    evening = asked_for(SEVEN_WRONG)
    evening.does("Ann", "answer", letters="ABCDFGH")
    assert (evening.view()["phase"], evening.view()["pending"]) == ("guessing", None)


@proves("T21")
@pytest.mark.parametrize(
    ("action", "fields"), [("propose", {"word": "CRANE"}), ("lifeline", RIGHT_PLACE), ("confirm", {})]
)
def test_nothing_is_proposed_while_a_lifeline_waits(action: str, fields: dict[str, Any]) -> None:
    assert asked_for(WRONG_PLACE).refuses("Bob", action, **fields) == "not-now"


@proves("T21")
def test_the_clock_stands_still_while_a_lifeline_waits() -> None:
    evening = hidden(timer=60)
    evening.waits(20)
    ask(evening, WRONG_PLACE)
    assert (evening.waits(1000), evening.view()["deadlines"]) == ([], {})


@proves("T21")
def test_the_clock_goes_on_with_the_time_it_had_left() -> None:
    evening = hidden(timer=60)
    evening.waits(20)
    ask(evening, WRONG_PLACE)
    evening.waits(1000)
    evening.does("Ann", "answer", letter="S")
    assert evening.view()["deadlines"] == {"table": 1020 + 40}


@proves("T21")
def test_without_a_timer_no_clock_starts_after_an_answer() -> None:
    evening = asked_for(WRONG_PLACE)
    evening.does("Ann", "answer", letter="S")
    assert evening.view()["deadlines"] == {}


@proves("T21")
def test_the_clock_runs_on_when_a_lifeline_is_shown_at_once() -> None:
    evening = hidden(timer=60)
    evening.waits(20)
    ask(evening, RIGHT_PLACE)
    assert evening.view()["deadlines"] == {"table": 60}


@proves("T21")
def test_a_pause_while_a_lifeline_waits_takes_no_time_from_the_guess() -> None:
    evening = hidden(timer=60)
    evening.waits(20)
    ask(evening, WRONG_PLACE)
    evening.does("Bob", "pause")
    evening.waits(500)
    evening.does("Bob", "resume")
    evening.does("Ann", "answer", letter="S")
    assert evening.view()["deadlines"] == {"table": 520 + 40}


# ── the console answers ──────────────────────────────────────────────────────────────────────────


@proves("T22")
@pytest.mark.parametrize("asked", [WRONG_PLACE, SEVEN_WRONG])
def test_the_console_answers_at_once(asked: dict[str, Any]) -> None:
    evening = asked_for(asked, answers="auto")
    assert [said["event"] for said in evening.said] == ["confirmed", "lifeline-asked", "lifeline-answered"]
    assert (evening.view()["phase"], evening.view()["pending"]) == ("guessing", None)


@proves("T22")
def test_the_clock_runs_on_when_the_console_answers() -> None:
    assert asked_for(SEVEN_WRONG, answers="auto", timer=60).view()["deadlines"] == {"table": 60}


@proves("T22")
def test_the_console_shows_any_letter_of_the_word_but_the_one_of_that_place() -> None:
    shown = {asked_for(WRONG_PLACE, answers="auto", seed=n).view()["lifelines"][0]["letter"] for n in range(40)}
    assert shown == set("SLVE")


@proves("T22")
@pytest.mark.parametrize("seed", range(10))
def test_the_seven_letters_of_the_console_are_not_in_the_word_and_no_neighbours(seed: int) -> None:
    letters = asked_for(SEVEN_WRONG, answers="auto", seed=seed).view()["lifelines"][0]["letters"]
    assert (len(set(letters)), set(letters) & set("SOLVE"), neighbours(letters)) == (7, set(), [])


@proves("T22")
def test_the_console_shows_every_wrong_letter_one_evening_or_another() -> None:
    shown = "".join(asked_for(SEVEN_WRONG, answers="auto", seed=n).view()["lifelines"][0]["letters"] for n in range(40))
    assert set(shown) == set(ascii_uppercase) - set("SOLVE")


@proves("T22")
@pytest.mark.parametrize("seed", range(10))
def test_the_seven_letters_of_the_console_are_new_to_the_guessers(seed: int) -> None:
    evening = hidden(answers="auto", seed=seed)
    guess(evening, "CRANE")
    guess(evening, "MIGHT")
    ask(evening, SEVEN_WRONG)
    letters = evening.view()["lifelines"][0]["letters"]
    assert set(letters) & set(evening.view()["board"]["letters"]["out"]) == set()


@proves("T22")
@pytest.mark.parametrize("seed", range(10))
def test_the_console_finds_the_few_choices_that_are_new_and_apart(seed: int) -> None:
    evening = hidden(answers="auto", seed=seed, allow=["IJKMN", "TUXYZ"])
    guess(evening, "IJKMN")
    guess(evening, "TUXYZ")
    ask(evening, SEVEN_WRONG)  # A B C D, F G H, P Q R and W are left
    assert evening.view()["lifelines"][0]["letters"] in ("ACFHPRW", "ADFHPRW", "BDFHPRW")


@proves("T22")
@pytest.mark.parametrize("seed", range(10))
def test_where_too_few_letters_are_new_the_seven_are_still_no_neighbours(seed: int) -> None:
    evening = hidden(answers="auto", seed=seed, allow=["BDFHJ", "MPRTX"])
    ask(evening, SEVEN_WRONG)
    guess(evening, "BDFHJ")
    guess(evening, "MPRTX")
    ask(evening, SEVEN_MORE_WRONG)
    first, second = [used["letters"] for used in evening.view()["lifelines"]]
    assert (len(second), set(second) & set(first + "SOLVE"), neighbours(second)) == (7, set(), [])


@proves("T22")
@pytest.mark.parametrize("seed", range(10))
def test_where_too_few_letters_are_new_those_known_to_be_out_come_last(seed: int) -> None:
    evening = hidden(answers="auto", seed=seed, allow=["IJKMN", "PQRTU"])
    guess(evening, "IJKMN")
    guess(evening, "PQRTU")
    ask(evening, SEVEN_WRONG)  # of A B C D, F G H and W X Y Z six stand apart
    letters = evening.view()["lifelines"][0]["letters"]
    assert 1 <= len(set(letters) & set("IJKMNPQRTU")) <= 2


@proves("T22")
def test_the_same_evening_has_the_same_lifelines_on_every_machine() -> None:
    evening = asked_for(SEVEN_WRONG, answers="auto", seed=7)
    ask(evening, WRONG_PLACE)
    assert evening.view()["lifelines"] == [
        {**SEVEN_WRONG, "letters": "AGINUWY"},
        {**WRONG_PLACE, "letter": "E"},
    ]


@proves("T22")
def test_the_master_has_nothing_to_answer_when_the_console_does() -> None:
    assert asked_for(SEVEN_WRONG, answers="auto").refuses("Ann", "answer", letters="ABCDFGH") == "not-now"
