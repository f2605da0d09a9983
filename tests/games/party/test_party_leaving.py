"""Somebody leaves a party game: as a guesser, as the Host, before or after hosting."""

import pytest

from tests.support.evening import Evening, proves
from tests.support.games.party import ann_hides, rows, status


@proves("P30", "S18")
def test_the_board_of_somebody_who_leaves_counts_as_given_up() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Cy", "guess", word="SOLVE")
    evening.does("Bob", "leave")
    assert evening.said[0] == {"event": "left", "to": "all", "player": "Bob"}
    assert status(evening, "Bob") == "gave-up"
    assert (evening.view()["phase"], evening.view()["round_scores"]) == ("result", {"Ann": 0, "Cy": 1})


@proves("P30")
def test_the_others_play_on_when_a_guesser_leaves() -> None:
    evening = ann_hides("SOLVE", timer=60)
    evening.waits(10)
    evening.does("Bob", "leave")
    assert (evening.view()["phase"], evening.view()["deadlines"]) == ("guessing", {"Cy": 60})


@proves("P30")
def test_somebody_who_leaves_before_the_secret_is_set_does_not_hold_up_the_round() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy", timer=60)
    evening.does("Bob", "leave")
    assert (evening.view()["phase"], status(evening, "Bob")) == ("secret", "gave-up")
    evening.does("Ann", "secret", word="SOLVE")
    assert evening.view()["deadlines"] == {"Cy": 60}


@proves("P30")
def test_somebody_who_solved_it_and_leaves_has_still_solved_it() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="SOLVE")
    evening.does("Bob", "leave")
    assert (evening.view()["phase"], status(evening, "Bob")) == ("guessing", "solved")


@proves("P30", "P26")
def test_in_lockstep_nobody_waits_for_somebody_who_left() -> None:
    evening = ann_hides("SOLVE", pace="lockstep", timer=60)
    evening.does("Bob", "guess", word="CRUMB")
    evening.waits(10)
    evening.does("Cy", "leave")
    assert evening.view()["deadlines"] == {"Bob": 70}


@proves("P30", "P18")
def test_with_challenges_the_last_guesser_to_leave_still_leaves_the_host_the_last_word() -> None:
    evening = ann_hides("SOLVE", check="challenge")
    evening.does("Cy", "guess", word="SOLVE")
    evening.does("Bob", "leave")
    assert evening.view()["phase"] == "closing"


@proves("P30", "P22")
def test_a_correction_does_not_call_back_somebody_who_left() -> None:
    evening = ann_hides("STEAL")
    evening.does("Bob", "guess", word="STEED")
    evening.does("Bob", "leave")
    evening.does("Ann", "correct", word="STEEL")
    assert (rows(evening, "Bob"), status(evening, "Bob")) == (["GGGG-"], "gave-up")
    assert evening.heard("gave-up") == []


@proves("P31")
@pytest.mark.parametrize("check", ["auto", "challenge"])
def test_a_round_is_void_when_its_host_leaves(check: str) -> None:
    evening = ann_hides("SOLVE", check=check)
    evening.does("Bob", "guess", word="SMILE")
    evening.does("Ann", "leave")
    view = evening.view()
    assert (view["phase"], view["round_scores"], view["revealed"]) == ("result", {"Bob": 0, "Cy": 0}, {})
    assert [said["event"] for said in evening.said] == ["left", "round-ends"]
    assert "SOLVE" not in str(view)


@proves("P31", "P33")
def test_a_round_is_void_when_the_last_of_the_hosting_team_leaves() -> None:
    teams = {"Red": ("Ann", "Bob"), "Blue": ("Cy",), "Gold": ("Di",)}
    evening = Evening("party", "Ann", "Bob", "Cy", "Di", teams=teams)
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Ann", "leave")
    assert evening.view()["phase"] == "guessing"
    evening.does("Bob", "leave")
    assert evening.view()["round_scores"] == {"Blue": 0, "Gold": 0}
    evening.does("Cy", "next")
    assert evening.view()["host"] == "Blue"


@proves("P31", "S17")
def test_a_void_round_cannot_be_redone() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Ann", "leave")
    assert evening.refuses("Bob", "redo") == "not-now"


@proves("P31")
def test_the_next_host_is_up_after_a_void_round() -> None:
    evening = ann_hides("SOLVE", timer=60)
    evening.does("Ann", "leave")
    assert evening.view()["deadlines"] == {}
    evening.does("Bob", "next")
    view = evening.view()
    assert (view["host"], view["round"], view["rounds"]) == ("Bob", 2, 3)


@proves("P31")
def test_earlier_points_stay_when_a_round_is_void() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="SOLVE")
    evening.does("Cy", "give-up")
    evening.does("Cy", "next")
    evening.does("Bob", "secret", word="SOLVE")
    evening.does("Cy", "guess", word="SMILE")
    evening.does("Bob", "leave")
    assert evening.view()["scores"] == {"Ann": 0, "Cy": 7}


@proves("P31", "P13")
def test_a_void_last_round_ends_the_game() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "guess", word="SOLVE")
    evening.does("Cy", "give-up")
    evening.does("Ann", "next")
    evening.does("Bob", "secret", word="SOLVE")
    evening.does("Ann", "give-up")
    evening.does("Cy", "give-up")
    evening.does("Ann", "next")
    evening.does("Cy", "leave")
    evening.does("Ann", "next")
    assert (evening.view()["phase"], evening.view()["winners"]) == ("over", ["Bob"])


@proves("P32", "S18")
def test_somebody_who_leaves_before_hosting_takes_their_round_along() -> None:
    evening = ann_hides("SOLVE", "Bob", "Cy", "Di")
    evening.does("Cy", "leave")
    assert evening.view()["rounds"] == 3
    for guesser in ("Bob", "Di"):
        evening.does(guesser, "give-up")
    evening.does("Ann", "next")
    assert evening.view()["host"] == "Bob"
    evening.does("Bob", "secret", word="SOLVE")
    for guesser in ("Ann", "Di"):
        evening.does(guesser, "give-up")
    evening.does("Ann", "next")
    assert evening.view()["host"] == "Di"


@proves("P32", "S18")
def test_somebody_who_leaves_after_hosting_takes_no_round_along() -> None:
    evening = ann_hides("SOLVE")
    evening.does("Bob", "give-up")
    evening.does("Cy", "give-up")
    evening.does("Ann", "leave")
    assert (evening.view()["phase"], evening.view()["rounds"]) == ("result", 3)
    assert evening.view()["round_scores"] == {"Bob": 7, "Cy": 7}
    assert evening.view()["revealed"] == {"Ann": "SOLVE"}


@proves("P30", "S19")
def test_the_board_of_the_last_to_leave_counts_as_given_up_too() -> None:
    evening = ann_hides("SOLVE")
    for name in [player for player in evening.view()["players"] if player != "Ann"]:
        evening.does(name, "leave")
    assert evening.view()["winners"] == ["Ann"]
    assert {board["status"] for board in evening.view()["boards"].values()} == {"gave-up"}
