"""The party game's variations: timed, lockstep, fast and teams, alone and together."""

from typing import Any

import pytest

from tests.support.evening import Evening, proves
from tests.support.games.party import ann_hides, rows, status

RED_AND_BLUE: dict[str, tuple[str, ...]] = {"Red": ("Ann", "Bob"), "Blue": ("Cy", "Di")}


# ── timed ───────────────────────────────────────────────────────────────────────────────────────────


@proves("P23")
def test_without_the_variation_there_is_no_clock() -> None:
    assert ann_hides("SOLVE").view()["deadlines"] == {}


@proves("P23")
def test_the_first_row_has_its_time_from_when_the_secret_is_set() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy", timer=60)
    evening.waits(100)
    assert evening.view()["deadlines"] == {}
    evening.does("Ann", "secret", word="SOLVE")
    assert evening.view()["deadlines"] == {"Bob": 160, "Cy": 160}


@proves("P23")
def test_the_next_row_has_its_full_time_from_the_guess_before_it() -> None:
    evening = ann_hides("SOLVE", timer=60)
    evening.waits(20)
    evening.does("Bob", "guess", word="CRUMB")
    assert evening.view()["deadlines"] == {"Bob": 80, "Cy": 60}


@proves("P23")
@pytest.mark.parametrize("timer", [9, 601, "60", True])
def test_a_limit_is_10_to_600_seconds(timer: Any) -> None:
    with pytest.raises(Exception, match="timer must be a number from 10 to 600"):
        Evening("party", "Ann", "Bob", timer=timer)


@proves("P23")
@pytest.mark.parametrize("timer", [10, 60, 90, 600, 12.5, None])
def test_any_limit_in_between_may_be_set(timer: float | None) -> None:
    deadlines = ann_hides("SOLVE", "Bob", timer=timer).view()["deadlines"]
    assert deadlines == ({} if timer is None else {"Bob": timer})


@proves("P37")
def test_the_host_may_choose_the_time_of_a_round() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy")
    evening.does("Ann", "timer", seconds=90)
    assert evening.said == [{"event": "timer-set", "to": "all", "player": "Ann", "seconds": 90}]
    evening.does("Ann", "secret", word="SOLVE")
    assert evening.view()["deadlines"] == {"Bob": 90, "Cy": 90}


@proves("P37")
def test_the_host_may_play_a_round_without_a_timer() -> None:
    evening = Evening("party", "Ann", "Bob", timer=60)
    evening.does("Ann", "timer")
    evening.does("Ann", "secret", word="SOLVE")
    assert (evening.view()["deadlines"], evening.view()["timer"]) == ({}, None)


@proves("P37")
def test_the_next_host_starts_from_what_the_table_has_chosen() -> None:
    evening = Evening("party", "Ann", "Bob", timer=60)
    evening.does("Ann", "timer", seconds=90)
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "give-up")
    evening.does("Ann", "next")
    assert evening.view()["timer"] == 60


@proves("P37")
@pytest.mark.parametrize("seconds", [9, 601])
def test_the_host_chooses_10_to_600_seconds(seconds: int) -> None:
    assert Evening("party", "Ann", "Bob").refuses("Ann", "timer", seconds=seconds) == "does-not-fit"


@proves("P37")
def test_only_the_host_sets_the_timer_and_only_before_the_word_is_hidden() -> None:
    evening = Evening("party", "Ann", "Bob")
    assert evening.refuses("Bob", "timer", seconds=60) == "not-yours"
    evening.does("Ann", "secret", word="SOLVE")
    assert evening.refuses("Ann", "timer", seconds=60) == "not-now"


@proves("P24")
def test_a_row_whose_time_runs_out_is_crossed_out() -> None:
    evening = ann_hides("SOLVE", "Bob", timer=60)
    evening.does("Bob", "guess", word="CRUMB")
    evening.waits(60)
    assert evening.said == [{"event": "crossed", "to": "all", "player": "Bob", "row": 2}]
    for who in ("Ann", "Bob", None):
        assert evening.view(who)["boards"]["Bob"]["rows"][1] == {"crossed": True}


@proves("P24")
def test_a_crossed_row_counts_as_a_try() -> None:
    evening = ann_hides("SOLVE", "Bob", timer=60)
    evening.waits(60)
    evening.does("Bob", "guess", word="SOLVE")
    assert evening.view()["round_scores"]["Bob"] == 2


@proves("P24", "S25")
def test_the_next_row_has_its_time_from_the_moment_the_last_ran_out() -> None:
    evening = ann_hides("SOLVE", "Bob", timer=60)
    evening.waits(100)
    assert rows(evening, "Bob") == ["x"]
    assert evening.view()["deadlines"] == {"Bob": 120}


@proves("P24", "S25")
def test_six_crossed_rows_are_a_full_board() -> None:
    evening = ann_hides("SOLVE", "Bob", timer=60)
    evening.waits(1000)
    assert [said["row"] for said in evening.heard("crossed")] == [1, 2, 3, 4, 5, 6]
    assert evening.heard("failed") == [{"event": "failed", "to": "all", "player": "Bob", "row": 6}]
    assert evening.view()["round_scores"]["Bob"] == 7


@proves("P24")
def test_a_finished_board_has_no_clock() -> None:
    evening = ann_hides("SOLVE", timer=60)
    evening.does("Bob", "guess", word="SOLVE")
    assert evening.view()["deadlines"] == {"Cy": 60}
    evening.does("Cy", "give-up")
    assert evening.view()["deadlines"] == {}


@proves("P24")
def test_a_crossed_row_says_nothing_of_letters() -> None:
    evening = ann_hides("SOLVE", "Bob", timer=60)
    evening.does("Bob", "guess", word="SMILE")
    evening.waits(60)
    assert evening.view("Bob")["boards"]["Bob"]["letters"] == {"in": "ELS", "out": "IM"}


@proves("P24")
def test_giving_up_beats_the_clock() -> None:
    evening = ann_hides("SOLVE", timer=60)
    evening.does("Bob", "give-up")
    evening.waits(60)
    assert [said["player"] for said in evening.heard("crossed")] == ["Cy"]


# ── lockstep ────────────────────────────────────────────────────────────────────────────────────────


@proves("P26")
def test_in_lockstep_the_quick_wait_for_the_slow() -> None:
    evening = ann_hides("SOLVE", pace="lockstep")
    evening.does("Bob", "guess", word="CRUMB")
    assert evening.refuses("Bob", "guess", word="FIGHT") == "not-now"
    assert "guess" not in evening.view("Bob")["actions"]
    evening.does("Cy", "guess", word="NYMPH")
    assert "guess" in evening.view("Cy")["actions"]
    evening.does("Bob", "guess", word="FIGHT")


@proves("P26")
def test_in_lockstep_the_host_still_does_not_guess() -> None:
    assert ann_hides("SOLVE", pace="lockstep").refuses("Ann", "guess", word="SMILE") == "not-yours"


@proves("P26")
@pytest.mark.parametrize("action", [{"action": "guess", "word": "SOLVE"}, {"action": "give-up"}, {"action": "leave"}])
def test_nobody_waits_for_somebody_who_is_finished(action: dict[str, str]) -> None:
    evening = ann_hides("SOLVE", "Bob", "Cy", "Di", pace="lockstep")
    evening.does("Bob", "guess", word="CRUMB")
    evening.does("Di", "guess", word="CRUMB")
    evening.does("Cy", **action)
    evening.does("Bob", "guess", word="FIGHT")


@proves("P26", "P10")
def test_somebody_who_waits_may_still_give_up() -> None:
    evening = ann_hides("SOLVE", pace="lockstep")
    evening.does("Bob", "guess", word="CRUMB")
    evening.does("Bob", "give-up")
    assert status(evening, "Bob") == "gave-up"


@proves("P26", "P23")
def test_in_lockstep_the_next_rows_time_starts_for_all_together() -> None:
    evening = ann_hides("SOLVE", pace="lockstep", timer=60)
    evening.waits(10)
    evening.does("Bob", "guess", word="CRUMB")
    assert evening.view()["deadlines"] == {"Cy": 60}
    evening.waits(10)
    evening.does("Cy", "guess", word="CRUMB")
    assert evening.view()["deadlines"] == {"Bob": 80, "Cy": 80}


@proves("P26", "P24", "S25")
def test_in_lockstep_a_row_that_ran_out_lets_the_others_on() -> None:
    evening = ann_hides("SOLVE", pace="lockstep", timer=60)
    evening.does("Bob", "guess", word="CRUMB")
    evening.waits(100)
    assert (rows(evening, "Bob"), rows(evening, "Cy")) == (["-----"], ["x"])
    assert evening.view()["deadlines"] == {"Bob": 120, "Cy": 120}


@proves("P26", "P17", "P25")
def test_in_lockstep_the_others_wait_while_a_row_is_typed_again() -> None:
    evening = ann_hides("SOLVE", pace="lockstep", check="challenge", timer=60)
    evening.does("Bob", "guess", word="ZZZZZ")
    evening.does("Cy", "guess", word="CRUMB")
    evening.waits(10)
    evening.does("Ann", "challenge", target="Bob")
    assert evening.view()["deadlines"] == {"Bob": 70}
    assert evening.refuses("Cy", "guess", word="FIGHT") == "not-now"
    evening.does("Bob", "guess", word="NYMPH")
    assert evening.view()["deadlines"] == {"Bob": 70, "Cy": 70}


# ── fast ────────────────────────────────────────────────────────────────────────────────────────────


@proves("P27")
def test_in_a_fast_game_the_first_to_solve_ends_the_round() -> None:
    evening = ann_hides("SOLVE", "Bob", "Cy", "Di", mode="fast")
    evening.does("Cy", "guess", word="CRUMB")
    evening.does("Cy", "guess", word="SOLVE")
    assert evening.view()["phase"] == "result"
    assert evening.view()["round_scores"] == {"Ann": 0, "Bob": 0, "Cy": 1, "Di": 0}


@proves("P27")
def test_in_a_fast_game_nobody_scores_when_nobody_solves() -> None:
    evening = ann_hides("SOLVE", mode="fast")
    evening.does("Bob", "give-up")
    assert evening.view()["phase"] == "guessing"
    evening.does("Cy", "give-up")
    assert evening.view()["round_scores"] == {"Ann": 0, "Bob": 0, "Cy": 0}


@proves("P28")
def test_in_a_fast_game_the_most_points_win() -> None:
    evening = ann_hides("SOLVE", mode="fast")
    for host, solver in [("Ann", "Cy"), ("Bob", "Cy"), ("Cy", "Ann")]:
        if host != "Ann":
            evening.does("Ann", "next")
            evening.does(host, "secret", word="SOLVE")
        evening.does(solver, "guess", word="SOLVE")
    evening.does("Ann", "next")
    assert evening.view()["winners"] == ["Cy"]


@proves("P28", "P20")
@pytest.mark.parametrize(("first", "second"), [("Bob", "Cy"), ("Cy", "Bob")])
def test_when_a_correction_makes_two_right_the_one_sent_first_counts(first: str, second: str) -> None:
    evening = ann_hides("STEAL", mode="fast")
    evening.does(first, "guess", word="STEEL")
    evening.does(second, "guess", word="STEEL")
    evening.does("Ann", "correct", word="STEEL")
    assert evening.view()["round_scores"] == {"Ann": 0, first: 1, second: 0}


@proves("P18", "P27", "P22")
def test_in_a_fast_game_with_challenges_a_correction_may_take_the_solve_back() -> None:
    evening = ann_hides("STEAL", mode="fast", check="challenge", timer=60)
    evening.does("Bob", "guess", word="STEAL")
    assert (evening.view()["phase"], evening.view()["deadlines"]) == ("closing", {})
    evening.waits(100)
    evening.does("Ann", "correct", word="STEEL")
    assert (evening.view()["phase"], evening.view()["deadlines"]) == ("guessing", {"Bob": 160, "Cy": 160})
    evening.does("Cy", "guess", word="STEEL")
    evening.does("Ann", "reveal")
    assert evening.view()["round_scores"] == {"Ann": 0, "Bob": 0, "Cy": 1}


def bob_solves_after_50_of_60_seconds(*others: str) -> Evening:
    """A fast game with challenges. The others have ten seconds left when the Host has the last word."""
    evening = ann_hides("STEAL", "Bob", *others, mode="fast", check="challenge", timer=60)
    evening.waits(50)
    evening.does("Bob", "guess", word="STEAL")
    evening.waits(5)
    return evening


@proves("P21", "P25", "P27")
def test_after_a_correction_in_that_moment_only_a_board_that_changes_has_its_full_time() -> None:
    evening = bob_solves_after_50_of_60_seconds("Cy")
    evening.does("Ann", "correct", word="STEEL")
    assert evening.view()["deadlines"] == {"Bob": 115, "Cy": 65}
    evening.waits(10)
    assert (rows(evening, "Bob"), rows(evening, "Cy")) == (["GGG-G"], ["x"])


@proves("P21", "P25", "P27")
def test_a_second_correction_takes_no_more_time_and_gives_none() -> None:
    evening = ann_hides("STEAL", "Bob", "Cy", "Di", mode="fast", check="challenge", timer=60)
    evening.does("Di", "guess", word="STEEL")
    evening.waits(50)
    evening.does("Bob", "guess", word="STEAL")
    evening.does("Ann", "correct", word="STEEL")
    assert evening.view()["phase"] == "closing"
    evening.waits(50)
    evening.does("Ann", "correct", word="STEED")
    assert evening.view()["deadlines"] == {"Bob": 160, "Cy": 110, "Di": 160}


@proves("P17", "P25", "P27")
def test_a_row_rubbed_out_in_that_moment_has_its_full_time_when_guessing_goes_on() -> None:
    evening = ann_hides("STEAL", mode="fast", check="challenge", timer=60)
    evening.does("Cy", "guess", word="ZZZZZ")
    evening.waits(50)
    evening.does("Bob", "guess", word="STEAL")
    evening.does("Ann", "challenge", target="Cy")
    evening.does("Ann", "correct", word="STEEL")
    assert evening.view()["deadlines"] == {"Bob": 110, "Cy": 110}


@proves("P21", "P27", "S15", "S27")
def test_a_pause_in_that_moment_or_a_save_costs_nobody_time() -> None:
    evening = bob_solves_after_50_of_60_seconds("Cy")
    evening.does("Cy", "pause")
    evening.session.load(evening.session.save())
    evening.waits(100)
    evening.does("Cy", "resume")
    evening.does("Ann", "correct", word="STEEL")
    assert evening.view()["deadlines"] == {"Bob": 215, "Cy": 165}


@proves("P21", "P27", "P30")
def test_somebody_who_leaves_in_that_moment_takes_nobodys_time_along() -> None:
    evening = bob_solves_after_50_of_60_seconds("Cy", "Di")
    evening.does("Di", "leave")
    evening.does("Ann", "correct", word="STEEL")
    assert evening.view()["deadlines"] == {"Bob": 115, "Cy": 65}


@proves("P18", "P27")
def test_in_a_fast_game_a_challenge_of_somebody_else_does_not_open_the_round_again() -> None:
    evening = ann_hides("SOLVE", mode="fast", check="challenge")
    evening.does("Cy", "guess", word="ZZZZZ")
    evening.does("Bob", "guess", word="SOLVE")
    evening.does("Ann", "challenge", target="Cy")
    assert evening.view()["phase"] == "closing"


@proves("P30", "P27", "P20")
def test_in_a_fast_game_the_solve_of_somebody_who_left_is_taken_back_too() -> None:
    evening = ann_hides("STEAL", mode="fast", check="challenge")
    evening.does("Bob", "guess", word="STEAL")
    evening.does("Bob", "leave")
    evening.does("Ann", "correct", word="STEEL")
    assert (evening.view()["phase"], status(evening, "Bob")) == ("guessing", "gave-up")


@proves("P30", "P27", "P20")
def test_somebody_who_left_does_not_turn_out_to_have_solved_it() -> None:
    evening = ann_hides("STEAL", "Bob", "Cy", mode="fast")
    evening.does("Bob", "guess", word="STEEL")
    evening.does("Bob", "leave")
    evening.does("Ann", "correct", word="STEEL")
    assert (evening.view()["phase"], status(evening, "Bob")) == ("guessing", "gave-up")


# ── teams ───────────────────────────────────────────────────────────────────────────────────────────


def red_and_blue(**options: Any) -> Evening:
    return Evening("party", "Ann", "Bob", "Cy", "Di", teams=RED_AND_BLUE, **options)


@proves("P29")
def test_teams_take_the_place_of_players() -> None:
    view = red_and_blue().view()
    assert (view["rounds"], view["host"]) == (2, "Red")
    assert view["teams"] == {"Red": ["Ann", "Bob"], "Blue": ["Cy", "Di"]}
    assert view["players"] == ["Ann", "Bob", "Cy", "Di"]
    assert view["scores"] == {"Red": 0, "Blue": 0}
    assert list(view["boards"]) == ["Blue"]


@proves("P29")
def test_without_teams_nothing_is_said_of_teams() -> None:
    assert "teams" not in Evening("party", "Ann", "Bob").view()


@proves("P29", "P2")
def test_a_team_hosts_together() -> None:
    evening = red_and_blue()
    evening.does("Bob", "secret", word="SOLVE")
    assert evening.said[0]["player"] == "Red"
    assert evening.view("Ann")["secret"] == "SOLVE"
    assert "secret" not in evening.view("Cy")
    assert evening.refuses("Ann", "guess", word="SMILE") == "not-yours"


@proves("P29", "P5")
def test_a_team_shares_one_board() -> None:
    evening = red_and_blue()
    evening.does("Bob", "secret", word="SOLVE")
    evening.does("Di", "guess", word="SMILE")
    assert evening.heard("marked")[0]["to"] == ("Ann", "Bob", "Cy", "Di")
    evening.does("Cy", "guess", word="SOLVE")
    assert evening.view("Di")["boards"]["Blue"]["rows"] == [
        {"word": "SMILE", "marks": "G--YG"},
        {"word": "SOLVE", "marks": "GGGGG"},
    ]
    assert evening.view()["round_scores"] == {"Red": 0, "Blue": 2}


@proves("P29", "P5")
def test_another_teams_board_is_counted_only() -> None:
    teams = {"Red": ("Ann",), "Blue": ("Cy", "Di"), "Gold": ("Bob",)}
    evening = Evening("party", "Ann", "Bob", "Cy", "Di", teams=teams)
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Di", "guess", word="SMILE")
    assert evening.heard("marked")[0]["to"] == ("Ann", "Cy", "Di")
    assert evening.view("Bob")["boards"]["Blue"]["rows"] == [{"green": 2, "yellow": 1}]


@proves("P29")
def test_teams_host_in_the_order_they_were_named() -> None:
    evening = Evening("party", "Ann", "Bob", teams={"Late": ("Bob",), "Early": ("Ann",)})
    assert evening.view()["host"] == "Late"


@proves("P29")
def test_a_challenge_names_a_team() -> None:
    evening = red_and_blue(check="challenge")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Cy", "guess", word="ZZZZZ")
    assert evening.refuses("Ann", "challenge", target="Cy") == "unknown-player"
    evening.does("Bob", "challenge", target="Blue")
    assert rows_of_blue(evening) == []


def rows_of_blue(evening: Evening) -> list[Any]:
    found: list[Any] = evening.view("Cy")["boards"]["Blue"]["rows"]
    return found


@proves("P29", "P24", "S25")
def test_a_teams_clock_is_its_own() -> None:
    evening = red_and_blue(timer=60)
    evening.does("Ann", "secret", word="SOLVE")
    assert evening.view()["deadlines"] == {"Blue": 60}
    evening.waits(60)
    assert rows_of_blue(evening) == [{"crossed": True}]


@proves("P29", "P28")
def test_teams_may_play_fast() -> None:
    evening = red_and_blue(mode="fast")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Cy", "guess", word="SOLVE")
    evening.does("Cy", "next")
    evening.does("Di", "secret", word="SOLVE")
    evening.does("Bob", "give-up")
    evening.does("Bob", "next")
    assert evening.view()["winners"] == ["Blue"]


@proves("P33")
def test_a_team_goes_on_while_it_has_a_member() -> None:
    evening = red_and_blue()
    evening.does("Ann", "leave")
    assert (evening.view()["phase"], evening.view()["teams"]["Red"]) == ("secret", ["Bob"])
    evening.does("Bob", "secret", word="SOLVE")
    evening.does("Di", "leave")
    evening.does("Cy", "guess", word="SOLVE")
    assert evening.view()["round_scores"] == {"Red": 0, "Blue": 1}


@proves("P33", "S19")
def test_the_last_team_left_wins() -> None:
    evening = red_and_blue()
    evening.does("Cy", "leave")
    evening.does("Di", "leave")
    assert (evening.view()["phase"], evening.view()["winners"]) == ("over", ["Red"])
