"""What the Host of a party game may do about a word: challenge a guess, correct the secret."""

import pytest

from tests.support.evening import Evening, proves
from tests.support.games.party import SIX_WRONG_WORDS, ann_hides, rows, status

# ── challenges ──────────────────────────────────────────────────────────────────────────────────────


@proves("P16")
def test_with_challenges_any_five_letters_are_taken() -> None:
    evening = ann_hides("SOLVE", check="challenge")
    evening.does("Bob", "guess", word="zzzle")
    assert rows(evening, "Bob") == ["---YG"]
    assert evening.refuses("Bob", "guess", word="ZZZ") == "wrong-length"
    assert evening.refuses("Bob", "guess", word="ZZ ZZ") == "not-a-word"


@proves("P17")
def test_a_guess_that_is_no_word_is_rubbed_out() -> None:
    evening = ann_hides("SOLVE", check="challenge")
    evening.does("Bob", "guess", word="SMILE")
    evening.does("Bob", "guess", word="ZZZZZ")
    evening.does("Ann", "challenge", target="Bob")
    assert evening.said == [{"event": "challenged", "to": "all", "player": "Bob", "row": 2, "upheld": True}]
    assert rows(evening, "Bob") == ["G--YG"]
    evening.does("Bob", "guess", word="SOLVE", row=2)


@proves("P16")
def test_an_older_guess_cannot_be_challenged_even_when_the_newer_one_is_rubbed_out() -> None:
    evening = ann_hides("SOLVE", check="challenge")
    evening.does("Bob", "guess", word="QQQQQ")
    evening.does("Bob", "guess", word="ZZZZZ")
    evening.does("Ann", "challenge", target="Bob")
    assert evening.refuses("Ann", "challenge", target="Bob") == "does-not-fit"
    assert rows(evening, "Bob") == ["-----"]


@proves("P16")
def test_a_challenge_meant_for_an_older_guess_does_not_count() -> None:
    evening = ann_hides("SOLVE", check="challenge")
    evening.does("Bob", "guess", word="QQQQQ")
    evening.does("Bob", "guess", word="ZZZZZ")
    assert evening.refuses("Ann", "challenge", target="Bob", row=1) == "stale"
    evening.does("Ann", "challenge", target="Bob", row=2)
    assert rows(evening, "Bob") == ["-----"]


@proves("P16", "P21")
def test_a_guess_that_was_not_the_newest_cannot_be_challenged_after_a_correction() -> None:
    evening = ann_hides("SOLVE", check="challenge")
    evening.does("Bob", "guess", word="QQQQE")
    evening.does("Bob", "guess", word="ZZZZZ")
    evening.does("Ann", "correct", word="ROBOT")
    assert rows(evening, "Bob") == ["-----"]
    assert evening.refuses("Ann", "challenge", target="Bob") == "does-not-fit"


@proves("P16", "P21")
def test_the_newest_guess_can_still_be_challenged_after_a_correction() -> None:
    evening = ann_hides("SOLVE", check="challenge")
    evening.does("Bob", "guess", word="QQQQE")
    evening.does("Ann", "correct", word="ROBOT")
    evening.does("Ann", "challenge", target="Bob")
    assert rows(evening, "Bob") == []


@proves("P17")
def test_a_guess_that_is_a_word_stands() -> None:
    evening = ann_hides("SOLVE", check="challenge")
    evening.does("Bob", "guess", word="BOATS")
    evening.does("Ann", "challenge", target="Bob")
    assert evening.said == [{"event": "challenged", "to": "all", "player": "Bob", "row": 1, "upheld": False}]
    assert rows(evening, "Bob") == ["-G--Y"]


@proves("P17", "S7")
def test_a_challenge_goes_by_the_tables_own_lists() -> None:
    evening = ann_hides("SOLVE", check="challenge", allow=["zzzzz"], bar=["smile"])
    evening.does("Bob", "guess", word="ZZZZZ")
    evening.does("Ann", "challenge", target="Bob")
    assert evening.said[0]["upheld"] is False
    evening.does("Bob", "guess", word="SMILE")
    evening.does("Ann", "challenge", target="Bob")
    assert evening.said[0]["upheld"] is True


@proves("P16")
def test_only_the_newest_guess_can_be_challenged() -> None:
    evening = ann_hides("SOLVE", check="challenge")
    evening.does("Bob", "guess", word="ZZZZZ")
    evening.does("Bob", "guess", word="SMILE")
    evening.does("Ann", "challenge", target="Bob")
    assert evening.said[0]["upheld"] is False
    assert rows(evening, "Bob") == ["-----", "G--YG"]


@proves("P16")
@pytest.mark.parametrize("target", ["Bob", "Ann"])
def test_without_a_guess_there_is_nothing_to_challenge(target: str) -> None:
    assert ann_hides("SOLVE", check="challenge").refuses("Ann", "challenge", target=target) == "does-not-fit"


@proves("P16")
def test_a_challenge_needs_somebody_who_is_there() -> None:
    assert ann_hides("SOLVE", check="challenge").refuses("Ann", "challenge", target="Zoe") == "unknown-player"


@proves("P16")
def test_only_the_host_challenges() -> None:
    evening = ann_hides("SOLVE", check="challenge")
    evening.does("Bob", "guess", word="ZZZZZ")
    assert evening.refuses("Cy", "challenge", target="Bob") == "not-yours"
    assert "challenge" in evening.view("Ann")["actions"]
    assert "challenge" not in evening.view("Cy")["actions"]


@proves("P16", "P19")
@pytest.mark.parametrize("check", ["auto", "off"])
def test_without_the_variation_nobody_challenges(check: str) -> None:
    evening = ann_hides("SOLVE", check=check)
    evening.does("Bob", "guess", word="SMILE")
    assert evening.refuses("Ann", "challenge", target="Bob") == "not-now"
    assert "challenge" not in evening.view("Ann")["actions"]


@proves("P17", "P25")
def test_a_row_rubbed_out_has_its_full_time_again() -> None:
    evening = ann_hides("SOLVE", check="challenge", timer=60)
    evening.does("Bob", "guess", word="ZZZZZ")
    evening.waits(50)
    evening.does("Ann", "challenge", target="Bob")
    assert evening.view()["deadlines"] == {"Bob": 110, "Cy": 60}


@proves("P17", "P24")
def test_rows_crossed_since_are_rubbed_out_with_it() -> None:
    evening = ann_hides("SOLVE", check="challenge", timer=60)
    evening.does("Bob", "guess", word="SMILE")
    evening.does("Bob", "guess", word="ZZZZZ")
    evening.waits(70)
    assert rows(evening, "Bob") == ["G--YG", "-----", "x"]
    evening.does("Ann", "challenge", target="Bob")
    assert rows(evening, "Bob") == ["G--YG"]


@proves("P17")
def test_somebody_who_gave_up_stays_so_when_their_guess_is_rubbed_out() -> None:
    evening = ann_hides("SOLVE", check="challenge")
    evening.does("Bob", "guess", word="ZZZZZ")
    evening.does("Bob", "give-up")
    evening.does("Ann", "challenge", target="Bob")
    assert (rows(evening, "Bob"), status(evening, "Bob")) == ([], "gave-up")


@proves("P18")
def test_with_challenges_the_host_has_the_last_word() -> None:
    evening = ann_hides("SOLVE", "Bob", check="challenge")
    evening.does("Bob", "guess", word="SOLVE")
    assert evening.view()["phase"] == "closing"
    assert evening.view()["revealed"] == {}
    assert "word" not in str(evening.view()["boards"])
    evening.does("Ann", "reveal")
    assert evening.view()["phase"] == "result"
    assert evening.view()["revealed"] == {"Ann": "SOLVE"}
    assert evening.view()["round_scores"] == {"Ann": 0, "Bob": 1}


@proves("P18", "S22")
def test_in_that_moment_the_host_may_challenge_correct_or_reveal() -> None:
    evening = ann_hides("SOLVE", "Bob", check="challenge")
    evening.does("Bob", "give-up")
    evening_moves = {"pause", "redo", "leave", "end"}
    assert set(evening.view("Ann")["actions"]) == {"challenge", "correct", "reveal"} | evening_moves
    assert set(evening.view("Bob")["actions"]) == evening_moves
    assert evening.refuses("Bob", "reveal") == "not-yours"
    assert evening.refuses("Ann", "hint", text="Too late") == "not-now"
    assert evening.refuses("Bob", "guess", word="SMILE") == "not-now"


@proves("P18")
def test_nothing_is_revealed_while_somebody_is_guessing() -> None:
    assert ann_hides("SOLVE", check="challenge").refuses("Ann", "reveal") == "not-now"


@proves("P18", "P17", "P25")
def test_a_challenge_in_that_moment_opens_the_guessing_again() -> None:
    evening = ann_hides("SOLVE", "Bob", check="challenge", timer=60)
    for word in (*SIX_WRONG_WORDS[:5], "ZZZZZ"):
        evening.does("Bob", "guess", word=word)
    evening.waits(100)
    assert (evening.view()["phase"], evening.view()["deadlines"]) == ("closing", {})
    evening.does("Ann", "challenge", target="Bob")
    assert (evening.view()["phase"], evening.view()["deadlines"]) == ("guessing", {"Bob": 160})
    assert status(evening, "Bob") == "playing"


@proves("P18")
@pytest.mark.parametrize("check", ["auto", "off"])
def test_without_challenges_the_result_follows_at_once(check: str) -> None:
    evening = ann_hides("SOLVE", "Bob", check=check)
    evening.does("Bob", "guess", word="SOLVE")
    assert evening.view()["phase"] == "result"


@proves("P19")
def test_unchecked_any_five_letters_count() -> None:
    evening = ann_hides("SOLVE", check="off")
    evening.does("Bob", "guess", word="ZZZZZ")
    assert rows(evening, "Bob") == ["-----"]
    assert evening.refuses("Bob", "guess", word="ZZZZ") == "wrong-length"


@proves("P19")
@pytest.mark.parametrize("check", ["challenge", "off"])
def test_a_secret_is_always_checked(check: str) -> None:
    evening = Evening("party", "Ann", "Bob", check=check)
    assert evening.refuses("Ann", "secret", word="ZZZZZ") == "not-a-word"
    evening.does("Ann", "secret", word="SOLVE")
    assert evening.refuses("Ann", "correct", word="ZZZZZ") == "not-a-word"


# ── corrections ─────────────────────────────────────────────────────────────────────────────────────


@proves("P20")
def test_the_host_may_correct_the_secret() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Ann", "correct", word="solid")
    assert evening.said == [{"event": "corrected", "to": "all", "player": "Ann"}]
    assert evening.view("Ann")["secret"] == "SOLID"


@proves("P20")
def test_a_correction_must_be_fit_to_hide() -> None:
    evening = ann_hides("SOLVE")
    assert evening.refuses("Ann", "correct", word="BOATS") == "not-a-secret"
    assert evening.refuses("Ann", "correct", word="SOLVES") == "wrong-length"


@proves("P20")
def test_only_the_host_corrects() -> None:
    assert ann_hides("SOLVE").refuses("Bob", "correct", word="SOLID") == "not-yours"


@proves("P20")
def test_nothing_is_corrected_before_there_is_a_secret_or_after_the_reveal() -> None:
    evening = Evening("party", "Ann", "Bob")
    assert evening.refuses("Ann", "correct", word="SOLID") == "not-now"
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "give-up")
    assert evening.refuses("Ann", "correct", word="SOLID") == "not-now"


@proves("P21")
def test_the_first_row_that_changes_is_put_right_and_those_beneath_are_rubbed_out() -> None:
    evening = ann_hides("STEAL")
    for word in ("NYMPH", "STEED", "CRUMB"):
        evening.does("Bob", "guess", word=word)
    assert rows(evening, "Bob") == ["-----", "GGG--", "-----"]
    evening.does("Ann", "correct", word="STEEL")
    assert rows(evening, "Bob") == ["-----", "GGGG-"]
    assert evening.said[1:] == [
        {"event": "marked", "to": ("Ann", "Bob"), "player": "Bob", "row": 2, "word": "STEED", "marks": "GGGG-"},
        {"event": "counted", "to": "all", "player": "Bob", "row": 2, "green": 4, "yellow": 0},
    ]


@proves("P21")
def test_a_board_on_which_nothing_changes_stays_as_it_is() -> None:
    evening = ann_hides("STEAL", timer=60)
    evening.does("Bob", "guess", word="NYMPH")
    evening.does("Cy", "guess", word="STEED")
    evening.waits(30)
    evening.does("Ann", "correct", word="STEEL")
    assert rows(evening, "Bob") == ["-----"]
    assert [said["player"] for said in evening.heard("marked")] == ["Cy"]
    assert evening.view()["deadlines"]["Bob"] == 60


@proves("P21", "P24")
def test_a_crossed_row_above_the_change_stays_crossed() -> None:
    evening = ann_hides("STEAL", "Bob", timer=60)
    evening.waits(60)
    evening.does("Bob", "guess", word="STEED")
    evening.waits(60)
    evening.does("Ann", "correct", word="STEEL")
    assert rows(evening, "Bob") == ["x", "GGGG-"]


@proves("P25")
def test_a_board_that_is_put_right_has_its_full_time_again() -> None:
    evening = ann_hides("STEAL", timer=60)
    evening.does("Bob", "guess", word="STEED")
    evening.waits(50)
    evening.does("Ann", "correct", word="STEEL")
    assert evening.view()["deadlines"] == {"Bob": 110, "Cy": 60}


@proves("P22")
def test_a_solved_board_may_be_open_again() -> None:
    evening = ann_hides("STEAL")
    evening.does("Bob", "guess", word="STEAL")
    evening.does("Ann", "correct", word="STEEL")
    assert (rows(evening, "Bob"), status(evening, "Bob")) == (["GGG-G"], "playing")


@proves("P22", "P6")
def test_an_open_board_may_turn_out_to_be_solved() -> None:
    evening = ann_hides("STEAL")
    for word in ("NYMPH", "STEEL", "CRUMB"):
        evening.does("Bob", "guess", word=word)
    evening.does("Ann", "correct", word="STEEL")
    assert (rows(evening, "Bob"), status(evening, "Bob")) == (["-----", "GGGGG"], "solved")
    assert [said["event"] for said in evening.said] == ["corrected", "marked", "counted", "solved"]
    assert evening.said[-1] == {"event": "solved", "to": "all", "player": "Bob", "row": 2}


@proves("P22")
def test_a_full_board_may_be_open_again() -> None:
    evening = ann_hides("STEAL")
    for word in ("STEED", *SIX_WRONG_WORDS[:5]):
        evening.does("Bob", "guess", word=word)
    assert status(evening, "Bob") == "failed"
    evening.does("Ann", "correct", word="STEEL")
    assert (rows(evening, "Bob"), status(evening, "Bob")) == (["GGGG-"], "playing")


@proves("P22")
def test_a_full_board_whose_last_row_is_put_right_is_still_full() -> None:
    evening = ann_hides("STEAL")
    for word in ("NYMPH", "CRUMB", "NYMPH", "CRUMB", "NYMPH", "STEED"):
        evening.does("Bob", "guess", word=word)
    evening.does("Ann", "correct", word="STEEL")
    assert status(evening, "Bob") == "failed"
    assert evening.heard("failed") == [{"event": "failed", "to": "all", "player": "Bob", "row": 6}]


@proves("P22")
def test_somebody_who_gave_up_over_wrong_marks_may_guess_again() -> None:
    evening = ann_hides("STEAL")
    evening.does("Bob", "guess", word="STEED")
    evening.does("Bob", "give-up")
    evening.does("Ann", "correct", word="STEEL")
    assert status(evening, "Bob") == "playing"


@proves("P22")
def test_somebody_who_gave_up_over_right_marks_stays_so() -> None:
    evening = ann_hides("STEAL")
    evening.does("Bob", "guess", word="NYMPH")
    evening.does("Bob", "give-up")
    evening.does("Ann", "correct", word="STEEL")
    assert status(evening, "Bob") == "gave-up"


@proves("P22", "P11")
def test_a_correction_that_finishes_the_last_board_ends_the_round() -> None:
    evening = ann_hides("STEAL", "Bob")
    evening.does("Bob", "guess", word="NYMPH")
    evening.does("Bob", "guess", word="STEEL")
    evening.does("Ann", "correct", word="STEEL")
    assert evening.view()["revealed"] == {"Ann": "STEEL"}
    assert evening.view()["round_scores"] == {"Ann": 0, "Bob": 2}


@proves("P20", "P22")
def test_a_correction_in_the_last_moment_opens_the_guessing_again() -> None:
    evening = ann_hides("STEAL", "Bob", check="challenge")
    evening.does("Bob", "guess", word="STEAL")
    evening.does("Ann", "correct", word="STEEL")
    assert evening.view()["phase"] == "guessing"
    evening.does("Bob", "guess", word="STEEL")
    evening.does("Ann", "reveal")
    assert evening.view()["round_scores"] == {"Ann": 0, "Bob": 2}


@proves("P20")
def test_a_correction_that_changes_no_board_leaves_the_last_moment_as_it_is() -> None:
    evening = ann_hides("STEAL", "Bob", check="challenge")
    evening.does("Bob", "give-up")
    evening.does("Ann", "correct", word="STEEL")
    assert evening.view()["phase"] == "closing"
