"""Three words: scores, laps, ties, and a round played again."""

from typing import Any

import pytest

from tests.support.evening import Evening, proves
from tests.support.games.three_words import WRONG, guess, hidden, lifeline, play_round, three_words

# ── scores ───────────────────────────────────────────────────────────────────────────────────────

FOUND_WITH = [
    (1, 0, 0, 30), (1, 1, 0, 20), (1, 2, 0, 10),
    (2, 0, 0, 20), (2, 1, 0, 10), (2, 2, 0, 5),
    (3, 0, 5, 10), (3, 1, 10, 5), (3, 2, 15, 0),
]  # fmt: skip


@proves("T25")
@pytest.mark.parametrize(("tries", "lifelines", "master", "guesser"), FOUND_WITH)
def test_what_a_found_word_is_worth(tries: int, lifelines: int, master: int, guesser: int) -> None:
    evening = hidden(answers="auto")
    for card in range(lifelines):
        lifeline(evening, card + 1)
    for word in (*WRONG[: tries - 1], "SOLVE"):
        guess(evening, word)
    assert evening.view()["round_scores"] == {"Ann": master, "Bob": guesser, "Cid": guesser}


@proves("T25")
@pytest.mark.parametrize("lifelines", [0, 1, 2])
def test_what_a_word_nobody_finds_is_worth(lifelines: int) -> None:
    evening = hidden(answers="auto")
    for card in range(lifelines):
        lifeline(evening, card + 1)
    for word in WRONG:
        guess(evening, word)
    assert evening.view()["round_scores"] == {"Ann": 20, "Bob": -5, "Cid": -5}


@proves("T25")
def test_the_points_of_all_rounds_add_up() -> None:
    evening = three_words()
    play_round(evening, *WRONG)
    play_round(evening, "SOLVE")
    assert evening.view()["scores"] == {"Ann": 20 + 30, "Bob": -5 + 0, "Cid": -5 + 30}


@proves("T26")
def test_most_points_win() -> None:
    evening = three_words()
    play_round(evening, *WRONG)
    play_round(evening, "SOLVE")
    play_round(evening, "SOLVE")
    assert evening.view()["winners"] == ["Ann"]
    assert evening.said == [{"event": "game-ends", "to": "all", "winners": ["Ann"]}]


# ── ties ─────────────────────────────────────────────────────────────────────────────────────────


def tied(**options: Any) -> Evening:
    """The result of the last round of a game for two, both having the same points."""
    evening = three_words("Ann", "Bob", **options)
    play_round(evening, "SOLVE")
    evening.does("Bob", "secret", word="SOLVE")
    guess(evening, "SOLVE")
    return evening


@proves("T27")
def test_a_shared_lead_brings_another_lap() -> None:
    evening = tied()
    evening.does("Bob", "next")
    view = evening.view()
    assert (view["phase"], view["round"], view["rounds"], view["master"]) == ("secret", 3, 4, "Ann")


@proves("T27")
def test_until_next_is_said_the_rounds_stay_as_they_were() -> None:
    assert tied().view()["rounds"] == 2


@proves("T27")
def test_another_lap_is_played_to_its_end() -> None:
    evening = tied()
    evening.does("Bob", "next")
    play_round(evening, "SOLVE")
    assert (evening.view()["phase"], evening.view()["master"]) == ("secret", "Bob")


@proves("T27")
def test_after_another_lap_whoever_leads_alone_wins() -> None:
    evening = tied()
    evening.does("Bob", "next")
    play_round(evening, *WRONG)
    play_round(evening, *WRONG[:2], "SOLVE")
    assert evening.view()["winners"] == ["Ann"]


@proves("T27")
def test_laps_go_on_until_one_leads() -> None:
    evening = tied()
    for _ in range(3):
        evening.does("Bob", "next")
        play_round(evening, "SOLVE")
        evening.does("Bob", "secret", word="SOLVE")
        guess(evening, "SOLVE")
    evening.does("Bob", "next")
    assert (evening.view()["round"], evening.view()["rounds"]) == (9, 10)


@proves("T27")
def test_a_tie_behind_the_leader_brings_no_other_lap() -> None:
    evening = three_words()
    play_round(evening, *WRONG)
    play_round(evening, "SOLVE")
    play_round(evening, "SOLVE")
    assert (evening.view()["phase"], evening.view()["scores"]) == ("over", {"Ann": 80, "Bob": 25, "Cid": 25})


@proves("T28")
def test_end_shares_the_win_between_those_who_lead() -> None:
    evening = tied()
    evening.does("Ann", "end")
    assert (evening.view()["phase"], evening.view()["winners"]) == ("over", ["Ann", "Bob"])


@proves("T28")
def test_end_in_the_middle_of_another_lap_leaves_no_winner() -> None:
    evening = tied()
    evening.does("Bob", "next")
    evening.does("Ann", "secret", word="SOLVE")
    guess(evening, "SOLVE")
    evening.does("Ann", "end")
    assert evening.view()["winners"] == []


@proves("T28")
def test_end_before_the_last_round_leaves_no_winner() -> None:
    evening = hidden()
    guess(evening, "SOLVE")
    evening.does("Ann", "end")
    assert evening.view()["winners"] == []


@proves("T29")
def test_a_shared_lead_can_be_a_shared_win() -> None:
    evening = tied(tie="share")
    evening.does("Ann", "next")
    assert (evening.view()["phase"], evening.view()["winners"]) == ("over", ["Ann", "Bob"])


# ── played again ─────────────────────────────────────────────────────────────────────────────────


@proves("T35")
def test_a_round_played_again_starts_from_nothing() -> None:
    evening = hidden(timer=60, agreement="speaker")
    evening.does("Bob", "lifeline", card=1, side="right-place", position=1)
    evening.does("Bob", "propose", word="CRANE")
    evening.does("Cid", "lifeline", card=2, side="seven-wrong")
    fresh = three_words(timer=60, agreement="speaker").view("Ann")
    evening.does("Bob", "redo")
    assert evening.view("Ann") == {**fresh, "state": evening.view()["state"]}


@proves("T35")
def test_in_a_round_played_again_nothing_is_proposed_yet() -> None:
    evening = hidden()
    evening.does("Bob", "propose", word="SOLVE")
    evening.does("Cid", "redo")
    assert evening.view()["proposal"] is None


@proves("T35")
def test_the_word_of_a_round_played_again_is_a_new_one() -> None:
    evening = hidden()
    evening.does("Bob", "redo")
    evening.does("Ann", "secret", word="CRANE")
    guess(evening, "CRANE")
    assert evening.view()["revealed"] == {"Ann": "CRANE"}
