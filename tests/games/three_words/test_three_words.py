"""Three words: the Word Master, agreeing on a guess, a speaker, marks and time."""

from typing import Any

import pytest

from tests.support.evening import proves
from tests.support.games.three_words import WRONG, guess, hidden, play_round, three_words

# ── the Word Master ──────────────────────────────────────────────────────────────────────────────


@proves("T1")
def test_the_masters_take_turns_in_table_order_and_then_the_game_is_over() -> None:
    evening = three_words(tie="share")
    masters = []
    while evening.view()["phase"] != "over":
        masters.append((evening.view()["round"], evening.view()["master"]))
        play_round(evening, *WRONG)
    assert masters == [(1, "Ann"), (2, "Bob"), (3, "Cid")]


@proves("T1")
def test_two_are_enough() -> None:
    assert three_words("Ann", "Bob").view()["rounds"] == 2


@proves("T2")
def test_in_a_game_of_two_laps_everybody_is_master_twice() -> None:
    evening = three_words("Ann", "Bob", laps=2, tie="share")
    masters = []
    while evening.view()["phase"] != "over":
        masters.append(evening.view()["master"])
        play_round(evening, *WRONG)
    assert masters == ["Ann", "Bob", "Ann", "Bob"]


@proves("T2")
def test_the_rounds_to_play_are_known_from_the_start() -> None:
    assert three_words(laps=5).view()["rounds"] == 15


@proves("T1")
def test_a_round_begins_with_the_name_of_its_master() -> None:
    begins = {"event": "round-begins", "to": "all", "round": 1, "rounds": 3, "master": "Ann"}
    assert three_words().said == [begins]


@proves("T1")
def test_only_the_master_may_hide_a_word() -> None:
    assert three_words().refuses("Bob", "secret", word="SOLVE") == "not-yours"


@proves("T3")
@pytest.mark.parametrize(
    ("word", "code"),
    [("CATS", "wrong-length"), ("SOLVED", "wrong-length"), ("QXZJK", "not-a-word"), ("PARIS", "not-a-word")],
)
def test_a_word_that_cannot_be_hidden_is_refused(word: str, code: str) -> None:
    assert three_words().refuses("Ann", "secret", word=word) == code


@proves("T3")
def test_a_plural_may_be_hidden() -> None:
    evening = hidden(word="CARDS")
    assert evening.view("Ann")["secret"] == "CARDS"


@proves("T3")
def test_a_word_of_one_letter_only_cannot_be_hidden() -> None:
    assert three_words(allow=["AAAAA"]).refuses("Ann", "secret", word="AAAAA") == "not-a-secret"


@proves("T3")
def test_a_word_of_two_letters_can_be_hidden() -> None:
    assert hidden(allow=["AAAAB"], word="AAAAB").view()["phase"] == "guessing"


@proves("T3")
def test_everybody_hears_that_a_word_is_hidden_and_nothing_more() -> None:
    assert hidden().said == [{"event": "secret-set", "to": "all", "player": "Ann"}]


@proves("T4")
@pytest.mark.parametrize(
    ("action", "fields"), [("secret", {"word": "SHAPE"}), ("correct", {"word": "SHAPE"}), ("hint", {"text": "riddle"})]
)
def test_the_word_is_locked(action: str, fields: dict[str, str]) -> None:
    assert hidden().refuses("Ann", action, **fields) == "not-now"


@proves("T4")
def test_nobody_guesses_before_the_word_is_hidden() -> None:
    assert three_words().refuses("Bob", "propose", word="CRANE") == "not-now"


# ── agreeing on a guess ──────────────────────────────────────────────────────────────────────────


@proves("T5")
def test_a_proposal_is_heard_by_everybody() -> None:
    evening = hidden()
    assert evening.does("Bob", "propose", word="crane") == [
        {"event": "proposed", "to": "all", "player": "Bob", "word": "CRANE"}
    ]


@proves("T5")
def test_a_proposal_alone_is_no_guess() -> None:
    evening = hidden()
    evening.does("Bob", "propose", word="CRANE")
    assert evening.view()["board"]["rows"] == []


@proves("T5")
def test_every_other_guesser_has_to_confirm() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Dee", "confirm")
    assert evening.view()["proposal"] == {"by": "Bob", "word": "CRANE", "confirmed": ["Dee"]}
    evening.does("Cid", "confirm")
    assert evening.view()["board"]["rows"] == [{"word": "CRANE", "marks": "----G"}]


@proves("T5")
def test_confirmations_stand_in_table_order() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee", "Eve")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Eve", "confirm")
    evening.does("Cid", "confirm")
    assert evening.view()["proposal"]["confirmed"] == ["Cid", "Eve"]


@proves("T5")
def test_a_confirmation_is_heard_by_everybody() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    assert evening.does("Dee", "confirm") == [{"event": "confirmed", "to": "all", "player": "Dee"}]


@proves("T5")
def test_after_the_guess_nothing_is_proposed_any_more() -> None:
    evening = hidden()
    guess(evening, "CRANE")
    assert evening.view()["proposal"] is None


@proves("T6")
def test_a_new_proposal_clears_the_confirmations() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Cid", "confirm")
    evening.does("Dee", "propose", word="MIGHT")
    assert evening.view()["proposal"] == {"by": "Dee", "word": "MIGHT", "confirmed": []}


@proves("T6")
def test_the_same_word_proposed_again_clears_the_confirmations_too() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Cid", "confirm")
    evening.does("Bob", "propose", word="CRANE")
    assert evening.view()["proposal"]["confirmed"] == []


@proves("T6")
def test_whoever_had_confirmed_the_old_proposal_has_to_confirm_the_new_one() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Cid", "confirm")
    evening.does("Bob", "propose", word="MIGHT")
    evening.does("Dee", "confirm")
    assert evening.view()["board"]["rows"] == []


@proves("T6")
def test_asking_for_a_lifeline_takes_the_place_of_an_open_proposal() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Cid", "confirm")
    evening.does("Dee", "lifeline", card=2, side="wrong-place", position=4)
    asked = {"card": 2, "side": "wrong-place", "position": 4}
    assert evening.view()["proposal"] == {"by": "Dee", "lifeline": asked, "confirmed": []}


@proves("T6")
def test_a_refused_proposal_leaves_the_open_one_alone() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Cid", "confirm")
    assert evening.refuses("Dee", "propose", word="QXZJK") == "not-a-word"


@proves("T7")
def test_nobody_confirms_their_own_proposal() -> None:
    evening = hidden()
    evening.does("Bob", "propose", word="CRANE")
    assert evening.refuses("Bob", "confirm") == "not-yours"


@proves("T7")
def test_nobody_confirms_twice() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee")
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Cid", "confirm")
    assert evening.refuses("Cid", "confirm") == "not-now"


@proves("T7")
def test_there_is_nothing_to_confirm_before_a_proposal() -> None:
    assert hidden().refuses("Cid", "confirm") == "not-now"


@proves("T8")
def test_a_confirmation_meant_for_another_word_does_not_count() -> None:
    evening = hidden()
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Bob", "propose", word="MIGHT")
    assert evening.refuses("Cid", "confirm", word="CRANE") == "stale"


@proves("T8")
def test_a_confirmation_meant_for_a_word_does_not_confirm_a_lifeline() -> None:
    evening = hidden()
    evening.does("Bob", "lifeline", card=1, side="seven-wrong")
    assert evening.refuses("Cid", "confirm", word="CRANE") == "stale"


@proves("T8")
@pytest.mark.parametrize(
    "meant",
    [
        {"card": 2, "side": "seven-wrong"},
        {"card": 1, "side": "right-place", "position": 3},
    ],
)
def test_a_confirmation_meant_for_another_lifeline_does_not_count(meant: dict[str, object]) -> None:
    evening = hidden()
    evening.does("Bob", "lifeline", **meant)
    evening.does("Bob", "lifeline", card=1, side="right-place", position=2)
    assert evening.refuses("Cid", "confirm", **meant) == "stale"


@proves("T8")
def test_a_confirmation_that_names_the_lifeline_counts() -> None:
    evening = hidden()
    evening.does("Bob", "lifeline", card=1, side="right-place", position=2)
    evening.does("Cid", "confirm", card=1, side="right-place", position=2)
    assert evening.view()["lifelines"][0]["letter"] == "O"


@proves("T8")
@pytest.mark.parametrize("typed", ["CRANE", "crane"])
def test_a_confirmation_that_names_the_word_counts(typed: str) -> None:
    evening = hidden()
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Cid", "confirm", word=typed)
    assert evening.view()["guesses_left"] == 2


@proves("T9")
def test_a_guesser_who_is_alone_agrees_alone() -> None:
    evening = hidden("Ann", "Bob")
    evening.does("Bob", "propose", word="CRANE")
    assert evening.view()["board"]["rows"] == [{"word": "CRANE", "marks": "----G"}]


@proves("T10")
@pytest.mark.parametrize(
    ("action", "fields"),
    [("propose", {"word": "CRANE"}), ("lifeline", {"card": 1, "side": "seven-wrong"}), ("confirm", {})],
)
def test_the_master_takes_no_part_in_the_guessing(action: str, fields: dict[str, Any]) -> None:
    evening = hidden()
    evening.does("Bob", "propose", word="MIGHT")
    assert evening.refuses("Ann", action, **fields) == "not-yours"


@proves("T5")
@pytest.mark.parametrize(("word", "code"), [("CAT", "wrong-length"), ("QXZJK", "not-a-word"), ("CR4NE", "not-a-word")])
def test_what_is_not_a_word_is_not_proposed(word: str, code: str) -> None:
    assert hidden().refuses("Bob", "propose", word=word) == code


# ── a speaker ────────────────────────────────────────────────────────────────────────────────────


@proves("T11")
def test_the_speakers_word_counts_at_once() -> None:
    evening = hidden(agreement="speaker")
    evening.does("Bob", "propose", word="CRANE")
    assert evening.view()["board"]["rows"] == [{"word": "CRANE", "marks": "----G"}]


@proves("T11")
@pytest.mark.parametrize(
    ("action", "fields"), [("propose", {"word": "CRANE"}), ("lifeline", {"card": 1, "side": "seven-wrong"})]
)
def test_while_one_speaks_the_others_do_not(action: str, fields: dict[str, Any]) -> None:
    assert hidden(agreement="speaker").refuses("Cid", action, **fields) == "not-yours"


@proves("T11")
def test_with_a_speaker_nobody_confirms() -> None:
    assert hidden(agreement="speaker").refuses("Cid", "confirm") == "not-now"


@proves("T11")
def test_the_speakers_lifeline_counts_at_once() -> None:
    evening = hidden(agreement="speaker")
    evening.does("Bob", "lifeline", card=1, side="right-place", position=1)
    assert len(evening.view()["lifelines"]) == 1


@proves("T12")
def test_the_first_speaker_sits_after_the_master() -> None:
    evening = three_words(agreement="speaker", tie="share")
    speakers = [evening.view()["speaker"]]
    for _ in range(2):
        evening.does(evening.view()["master"], "secret", word="SOLVE")
        evening.does(evening.view()["speaker"], "propose", word="SOLVE")
        evening.does("Ann", "next")
        speakers.append(evening.view()["speaker"])
    assert speakers == ["Bob", "Cid", "Ann"]


@proves("T12")
def test_the_speaker_moves_on_after_every_guess() -> None:
    evening = hidden("Ann", "Bob", "Cid", "Dee", agreement="speaker")
    speakers = []
    for word in WRONG:
        speakers.append(evening.view()["speaker"])
        evening.does(speakers[-1], "propose", word=word)
    assert speakers == ["Bob", "Cid", "Dee"]


@proves("T12")
def test_the_speaker_goes_round_past_the_master() -> None:
    evening = three_words(agreement="speaker")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "propose", word="SOLVE")
    evening.does("Ann", "next")
    evening.does("Bob", "secret", word="SOLVE")
    evening.does("Cid", "propose", word="CRANE")
    evening.does("Ann", "propose", word="MIGHT")
    assert evening.view()["speaker"] == "Cid"


@proves("T12")
def test_a_lifeline_leaves_the_speaker_where_they_are() -> None:
    evening = hidden(agreement="speaker")
    evening.does("Bob", "lifeline", card=1, side="right-place", position=1)
    assert evening.view()["speaker"] == "Bob"


@proves("T12")
def test_the_speaker_moves_on_when_time_runs_out() -> None:
    evening = hidden(agreement="speaker", timer=60)
    evening.waits(60)
    assert evening.view()["speaker"] == "Cid"


# ── marks ────────────────────────────────────────────────────────────────────────────────────────


@proves("T13")
def test_everybody_hears_how_a_guess_was_marked() -> None:
    evening = hidden("Ann", "Bob")
    assert evening.does("Bob", "propose", word="SMILE") == [
        {"event": "proposed", "to": "all", "player": "Bob", "word": "SMILE"},
        {"event": "marked", "to": "all", "player": "Bob", "row": 1, "word": "SMILE", "marks": "G--YG"},
        {"event": "counted", "to": "all", "player": "Bob", "row": 1, "green": 2, "yellow": 1},
    ]


@proves("T13")
def test_everybody_sees_the_one_board() -> None:
    evening = hidden()
    guess(evening, "SMILE")
    boards = [evening.view(who)["board"] for who in (None, "Ann", "Bob", "Cid")]
    assert boards == [{"rows": [{"word": "SMILE", "marks": "G--YG"}], "letters": {"in": "ELS", "out": "IM"}}] * 4


@proves("T14")
def test_there_are_three_guesses() -> None:
    evening = hidden()
    left = [evening.view()["guesses_left"]]
    for word in WRONG:
        guess(evening, word)
        left.append(evening.view()["guesses_left"])
    assert (left, evening.view()["phase"]) == ([3, 2, 1, 0], "result")


@proves("T14")
def test_the_word_is_shown_when_the_third_guess_is_gone() -> None:
    evening = hidden("Ann", "Bob")
    evening.does("Bob", "propose", word=WRONG[0])
    evening.does("Bob", "propose", word=WRONG[1])
    assert evening.does("Bob", "propose", word="SMILE")[1:] == [
        {"event": "marked", "to": "all", "player": "Bob", "row": 3, "word": "SMILE", "marks": "G--YG"},
        {"event": "counted", "to": "all", "player": "Bob", "row": 3, "green": 2, "yellow": 1},
        {"event": "revealed", "to": "all", "owner": "Ann", "word": "SOLVE"},
        {"event": "round-ends", "to": "all", "round": 1, "round_scores": {"Ann": 20, "Bob": -5}},
    ]


@proves("T14")
def test_the_round_ends_when_the_word_is_found() -> None:
    evening = hidden()
    evening.does("Bob", "propose", word="SOLVE")
    assert evening.does("Cid", "confirm") == [
        {"event": "confirmed", "to": "all", "player": "Cid"},
        {"event": "marked", "to": "all", "player": "Bob", "row": 1, "word": "SOLVE", "marks": "GGGGG"},
        {"event": "counted", "to": "all", "player": "Bob", "row": 1, "green": 5, "yellow": 0},
        {"event": "solved", "to": "all", "player": "Bob", "row": 1},
        {"event": "revealed", "to": "all", "owner": "Ann", "word": "SOLVE"},
        {"event": "round-ends", "to": "all", "round": 1, "round_scores": {"Ann": 0, "Bob": 30, "Cid": 30}},
    ]


@proves("T14")
def test_the_word_is_in_everybodys_view_once_the_round_is_over() -> None:
    evening = hidden()
    assert evening.view("Bob")["revealed"] == {}
    guess(evening, "SOLVE")
    assert evening.view("Bob")["revealed"] == {"Ann": "SOLVE"}


@proves("T14")
def test_the_next_round_begins_with_an_empty_board() -> None:
    evening = three_words()
    play_round(evening, *WRONG)
    view = evening.view("Bob")
    assert (view["board"]["rows"], view["revealed"], view["secret"], view["guesses_left"]) == ([], {}, None, 3)


# ── time ─────────────────────────────────────────────────────────────────────────────────────────


@proves("T23")
def test_without_a_timer_no_clock_runs() -> None:
    assert hidden().view()["deadlines"] == {}


@proves("T23")
def test_the_clock_starts_when_the_word_is_hidden() -> None:
    evening = three_words(timer=120)
    evening.waits(30)
    assert evening.view()["deadlines"] == {}
    evening.does("Ann", "secret", word="SOLVE")
    assert evening.view()["deadlines"] == {"table": 150}


@proves("T23")
def test_the_clock_starts_again_after_every_guess() -> None:
    evening = hidden(timer=120)
    evening.waits(100)
    guess(evening, "CRANE")
    assert evening.view()["deadlines"] == {"table": 220}


@proves("T23")
def test_a_proposal_does_not_touch_the_clock() -> None:
    evening = hidden(timer=120)
    evening.waits(100)
    evening.does("Bob", "propose", word="CRANE")
    assert evening.view()["deadlines"] == {"table": 120}


@proves("T23")
def test_no_clock_runs_in_the_result() -> None:
    evening = hidden(timer=120)
    guess(evening, "SOLVE")
    assert evening.view()["deadlines"] == {}


@proves("T24")
def test_a_guess_is_spent_when_time_runs_out() -> None:
    evening = hidden(timer=60)
    assert evening.waits(60) == [{"event": "crossed", "to": "all", "row": 1}]
    assert evening.view()["board"] == {"rows": [{"crossed": True}], "letters": {"in": "", "out": ""}}
    assert evening.view()["guesses_left"] == 2


@proves("T24")
def test_a_moment_before_time_is_up_nothing_is_spent() -> None:
    evening = hidden(timer=60)
    assert evening.waits(59.9) == []


@proves("T24")
def test_time_running_out_forgets_what_was_proposed() -> None:
    evening = hidden(timer=60)
    evening.does("Bob", "propose", word="SOLVE")
    evening.waits(60)
    assert evening.view()["proposal"] is None


@proves("T24")
def test_the_clock_of_the_next_guess_starts_at_the_moment_the_last_one_was_spent() -> None:
    evening = hidden(timer=60)
    evening.waits(100)
    assert evening.view()["deadlines"] == {"table": 120}


@proves("T24")
def test_three_spent_guesses_end_the_round_unsolved() -> None:
    evening = hidden(timer=60)
    said = [each["event"] for each in evening.waits(1000)]
    assert said == ["crossed", "crossed", "crossed", "revealed", "round-ends"]
    assert evening.view()["round_scores"] == {"Ann": 20, "Bob": -5, "Cid": -5}


@proves("T24", "T25")
def test_a_word_found_after_a_spent_guess_counts_as_the_second() -> None:
    evening = hidden(timer=60)
    evening.waits(60)
    guess(evening, "SOLVE")
    assert evening.view()["round_scores"] == {"Ann": 0, "Bob": 20, "Cid": 20}
