"""Three words when somebody leaves: a guesser, a proposer, a speaker, the Master."""

import pytest

from tests.support.evening import proves
from tests.support.games.three_words import WRONG, guess, hidden, play_round, three_words


@proves("T30")
def test_the_others_play_on_when_a_guesser_leaves() -> None:
    evening = hidden()
    assert evening.does("Cid", "leave") == [{"event": "left", "to": "all", "player": "Cid"}]
    evening.does("Bob", "propose", word="SOLVE")
    assert evening.view()["round_scores"] == {"Ann": 0, "Bob": 30}


@proves("T30")
def test_a_guesser_who_leaves_no_longer_has_to_confirm() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Cid", "confirm")
    said = [each["event"] for each in evening.does("Dee", "leave")]
    assert (said, evening.view()["guesses_left"]) == (["left", "marked", "counted"], 2)


@proves("T30")
def test_a_lifeline_too_takes_effect_when_the_last_who_had_not_agreed_leaves() -> None:
    evening = hidden()
    evening.does("Bob", "lifeline", card=2, side="wrong-place", position=1)
    evening.does("Cid", "leave")
    assert evening.view()["phase"] == "lifeline"


@proves("T30")
def test_others_still_have_to_confirm_when_one_leaves() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Dee", "leave")
    assert evening.view()["proposal"] == {"by": "Bob", "word": "CRANE", "confirmed": []}


@proves("T30")
def test_the_confirmation_of_somebody_who_left_is_gone() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee", "Eve")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Eve", "confirm")
    evening.does("Dee", "confirm")
    evening.does("Eve", "leave")
    assert evening.view()["proposal"]["confirmed"] == ["Dee"]


@proves("T30")
def test_nobody_who_left_is_scored_or_named() -> None:
    evening = hidden()
    evening.does("Cid", "leave")
    assert (evening.view()["players"], evening.view()["scores"]) == (["Ann", "Bob"], {"Ann": 0, "Bob": 0})


@proves("T30")
def test_a_guesser_may_leave_before_a_word_is_hidden() -> None:
    evening = three_words()
    evening.does("Bob", "leave")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Cid", "propose", word="CRANE")
    assert evening.view()["guesses_left"] == 2


@proves("T30")
def test_a_guesser_may_leave_while_a_lifeline_waits() -> None:
    evening = hidden(timer=60)
    evening.waits(20)
    evening.does("Bob", "lifeline", card=2, side="wrong-place", position=1)
    evening.does("Cid", "confirm")
    evening.does("Bob", "leave")
    evening.does("Ann", "answer", letter="V")
    assert evening.view()["deadlines"] == {"table": 60}


@proves("T30")
def test_leaving_in_a_pause_keeps_the_pause_and_the_time_left() -> None:
    evening = hidden(timer=60)
    evening.waits(20)
    evening.does("Ann", "pause")
    evening.does("Cid", "leave")
    evening.waits(100)
    assert evening.view()["paused"]
    evening.does("Ann", "resume")
    assert evening.view()["deadlines"] == {"table": 160}


@proves("T31")
def test_a_proposer_who_leaves_takes_the_proposal_along() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Bob", "leave")
    assert (evening.view()["proposal"], evening.view()["guesses_left"]) == (None, 3)


@proves("T32")
def test_when_the_speaker_leaves_the_next_guesser_speaks() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee", agreement="speaker")
    evening.does("Bob", "leave")
    assert evening.view()["speaker"] == "Cid"


@proves("T32")
def test_when_the_last_at_the_table_spoke_and_leaves_the_first_guesser_speaks() -> None:
    evening = hidden(agreement="speaker")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Cid", "leave")
    assert evening.view()["speaker"] == "Bob"


@proves("T32")
def test_when_another_guesser_leaves_the_speaker_speaks_on() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee", agreement="speaker")
    evening.does("Cid", "leave")
    assert evening.view()["speaker"] == "Bob"
    evening.does("Bob", "propose", word="CRANE")
    assert evening.view()["speaker"] == "Dee"


@proves("T33")
@pytest.mark.parametrize("phase", ["secret", "guessing", "lifeline"])
def test_when_the_master_leaves_the_round_is_void(phase: str) -> None:
    evening = three_words()
    if phase != "secret":
        evening.does("Ann", "secret", word="SOLVE")
    if phase == "lifeline":
        evening.does("Bob", "lifeline", card=1, side="seven-wrong")
        evening.does("Cid", "confirm")
    assert evening.view()["phase"] == phase
    assert evening.does("Ann", "leave") == [
        {"event": "left", "to": "all", "player": "Ann"},
        {"event": "round-ends", "to": "all", "round": 1, "round_scores": {"Bob": 0, "Cid": 0}},
    ]
    view = evening.view("Bob")
    assert (view["phase"], view["round_scores"], view["revealed"]) == ("result", {"Bob": 0, "Cid": 0}, {})


@proves("T33")
def test_nothing_of_a_void_round_is_left_open() -> None:
    evening = hidden(timer=60)
    evening.does("Bob", "propose", word="SOLVE")
    evening.does("Ann", "leave")
    view = evening.view()
    assert (view["proposal"], view["pending"], view["deadlines"]) == (None, None, {})


@proves("T33")
def test_a_lifeline_that_waited_in_a_void_round_waits_no_longer() -> None:
    evening = hidden()
    evening.does("Bob", "lifeline", card=1, side="seven-wrong")
    evening.does("Cid", "confirm")
    evening.does("Ann", "leave")
    assert evening.view()["pending"] is None


@proves("T33")
def test_after_a_void_round_the_next_master_is_up() -> None:
    evening = hidden()
    evening.does("Ann", "leave")
    evening.does("Cid", "next")
    assert (evening.view()["round"], evening.view()["master"], evening.view()["phase"]) == (2, "Bob", "secret")


@proves("T33")
def test_a_void_round_takes_no_points_of_earlier_rounds() -> None:
    evening = three_words("Ann", "Bob", "Cid", "Dee")
    play_round(evening, *WRONG)
    evening.does("Bob", "leave")
    assert evening.view()["scores"] == {"Ann": 20, "Cid": -5, "Dee": -5}


@proves("T33")
def test_a_master_who_leaves_in_the_result_leaves_the_result_alone() -> None:
    evening = hidden()
    guess(evening, "SOLVE")
    assert evening.does("Ann", "leave") == [{"event": "left", "to": "all", "player": "Ann"}]
    assert evening.view()["round_scores"] == {"Bob": 30, "Cid": 30}
    assert evening.view()["revealed"] == {"Ann": "SOLVE"}


@proves("T34")
def test_the_rounds_of_somebody_who_left_are_not_played() -> None:
    evening = three_words(laps=2, tie="share")
    evening.does("Bob", "leave")
    assert evening.view()["rounds"] == 4
    masters = []
    while evening.view()["phase"] != "over":
        masters.append(evening.view()["master"])
        play_round(evening, *WRONG)
    assert masters == ["Ann", "Cid", "Ann", "Cid"]


@proves("T34")
def test_a_master_who_leaves_has_used_up_this_round_and_loses_those_to_come() -> None:
    evening = hidden(laps=2)
    evening.does("Ann", "leave")
    assert (evening.view()["round"], evening.view()["rounds"]) == (1, 5)


@proves("T34")
def test_somebody_who_leaves_in_the_result_before_their_turn_is_passed_over() -> None:
    evening = hidden()
    guess(evening, "SOLVE")
    evening.does("Bob", "leave")
    assert evening.view()["rounds"] == 2
    evening.does("Ann", "next")
    assert evening.view()["master"] == "Cid"


@proves("T34")
def test_another_lap_is_played_by_those_who_are_left() -> None:
    evening = three_words()
    play_round(evening, "SOLVE")
    play_round(evening, "SOLVE")
    evening.does("Cid", "secret", word="SOLVE")
    guess(evening, "SOLVE")
    evening.does("Cid", "leave")
    evening.does("Ann", "next")
    assert (evening.view()["rounds"], evening.view()["master"]) == (5, "Ann")


@proves("T30")
def test_with_one_player_left_the_game_is_over_and_they_win() -> None:
    evening = hidden("Ann", "Bob")
    evening.does("Ann", "leave")
    assert (evening.view("Bob")["phase"], evening.view("Bob")["winners"]) == ("over", ["Bob"])
