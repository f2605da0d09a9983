"""Rounds of wqrdles: how they end, who begins the next, who wins; and pausing, redoing and ending."""

import pytest

from firmware_host.games.shared.table import RuleError
from tests.support.evening import Evening, proves
from tests.support.games.wqrdles import DULL, THREE, Wqrdles

# ── the end of a round ───────────────────────────────────────────────────────────────────────────


@proves("W23")
def test_the_round_is_over_when_every_word_is_out() -> None:
    table = Wqrdles(THREE)
    table.round_for_all()
    assert table.heard("round-ends") == [
        {"event": "round-ends", "to": "all", "round": 1, "round_scores": {"Ann": 6, "Bob": 6, "Cleo": 6}}
    ]
    assert (table.phase(), table.view()["deadlines"]) == ("result", {})


@proves("W23")
def test_the_last_word_ends_the_round_though_others_could_still_attempt() -> None:
    table = Wqrdles({**THREE, "Dan": "THOSE"})
    table.calls("SHAPE")
    for who, target in {"Ann": "Bob", "Bob": "Cleo", "Cleo": "Ann"}.items():
        table.attempts(who, target, THREE[target])
    table.all_pass()
    table.calls("MOIST")
    table.attempts("Ann", "Dan", "THOSE")
    assert table.phase() == "result"


@proves("W24")
def test_words_that_outlast_the_sixth_row_are_shown_and_score_nobody() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.attempts("Ann", "Bob", "NEWTS")
    table.all_pass()
    table.plays(*DULL[:5])
    assert [said["owner"] for said in table.heard("revealed")] == ["Ann", "Cleo"]
    assert table.view()["revealed"] == {"Bob": "NEWTS", "Ann": "HOUSE", "Cleo": "ROAST"}
    assert table.view()["round_scores"] == {"Ann": 6, "Bob": 0, "Cleo": 0}


@proves("W24")
def test_the_sixth_row_still_has_its_window() -> None:
    table = Wqrdles(THREE)
    table.plays(*DULL[:5])
    table.calls(DULL[5])
    table.attempts("Ann", "Bob", "NEWTS")
    assert table.phase() == "attempts"
    assert table.scores()["Ann"] == 1
    table.waits(120)
    assert table.phase() == "result"


@proves("W23")
def test_the_next_round_begins_with_clear_boards_and_the_scores_kept() -> None:
    table = Wqrdles(THREE)
    table.round_for_all()
    table.does("Cleo", "next")
    shown = table.view("Ann")
    assert (shown["phase"], shown["round"], shown["secret"], shown["revealed"]) == ("secrets", 2, None, {})
    assert [board["rows"] for board in shown["boards"].values()] == [[], [], []]
    assert shown["scores"] == {"Ann": 6, "Bob": 6, "Cleo": 6}


@proves("W23")
def test_what_a_round_brought_does_not_count_what_was_there_before() -> None:
    table = Wqrdles(THREE)
    table.round_for_all()
    table.does("Cleo", "next")
    table.hides(**THREE)
    table.round_for("Bob")
    assert table.view()["round_scores"] == {"Ann": 0, "Bob": 11, "Cleo": 0}
    assert table.scores() == {"Ann": 6, "Bob": 17, "Cleo": 6}


@proves("W8")
def test_each_round_is_begun_by_the_next_seat() -> None:
    table = Wqrdles(THREE)
    starters = [table.turn()]
    for _ in range(3):
        table.round_for_all()
        table.does("Ann", "next")
        assert table.heard("round-begins")[0]["starter"] == table.turn()
        table.hides(**THREE)
        starters.append(table.turn())
    assert starters == ["Ann", "Bob", "Cleo", "Ann"]


@proves("W6")
def test_there_are_five_rounds() -> None:
    assert Evening("wqrdles", *THREE).heard("round-begins")[0]["rounds"] == 5


@proves("W6", "W25")
def test_after_the_last_round_the_most_points_win() -> None:
    table = Wqrdles(THREE, rounds=2)
    table.round_for_all()
    table.does("Ann", "next")
    table.hides(**THREE)
    table.round_for("Bob")
    assert table.does("Ann", "next") == [{"event": "game-ends", "to": "all", "winners": ["Bob"]}]
    assert (table.phase(), table.view()["winners"]) == ("over", ["Bob"])


@proves("W6", "W25")
def test_five_rounds_it_is_and_not_one_more() -> None:
    table = Wqrdles(THREE)
    for number in range(1, 6):
        assert table.view()["round"] == number
        table.round_for("Cleo")
        table.does("Ann", "next")
        if number < 5:
            table.hides(**THREE)
    assert table.phase() == "over"


@proves("W6")
@pytest.mark.parametrize("rounds", [0, 21])
def test_fewer_rounds_than_one_or_more_than_twenty_are_no_choice(rounds: int) -> None:
    with pytest.raises(RuleError) as refusal:
        Evening("wqrdles", *THREE, rounds=rounds)
    assert refusal.value.code == "bad-option"


@proves("W25")
def test_a_shared_lead_calls_for_another_round_and_another_until_it_is_not() -> None:
    table = Wqrdles(THREE, rounds=1)
    for extra in (2, 3):
        table.round_for_all()
        assert table.does("Ann", "next")[0]["rounds"] == extra
        table.hides(**THREE)
    table.round_for("Cleo")
    table.does("Ann", "next")
    assert table.view()["winners"] == ["Cleo"]


@proves("W25")
def test_a_tie_behind_the_leader_calls_for_nothing() -> None:
    table = Wqrdles(THREE, rounds=1)
    table.round_for("Cleo")
    table.does("Ann", "next")
    assert table.phase() == "over"


# ── interruptions ────────────────────────────────────────────────────────────────────────────────


@proves("W38")
def test_a_pause_stops_the_window() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.waits(50)
    table.does("Cleo", "pause")
    table.waits(500)
    assert table.refuses("Bob", "attempt", target="Ann", word="HOUSE") == "not-now"
    table.does("Ann", "resume")
    assert table.view()["deadlines"] == {"table": 620}


@proves("W39")
def test_a_round_begun_again_keeps_its_starter_and_gives_back_nothing() -> None:
    table = Wqrdles(THREE)
    table.round_for_all()
    table.does("Ann", "next")
    table.hides(**THREE)
    table.plays("PECAN")
    table.calls("SHAPE")
    table.attempts("Ann", "Cleo", "ROAST")
    said = table.does("Cleo", "redo")
    assert said[1] == {"event": "round-begins", "to": "all", "round": 2, "rounds": 5, "starter": "Bob"}
    shown = table.view("Ann")
    assert (shown["phase"], shown["secret"], shown["turn"]) == ("secrets", None, "Bob")
    assert (shown["revealed"], shown["deadlines"], shown["attempted"]) == ({}, {}, [])
    assert shown["scores"] == {"Ann": 6, "Bob": 6, "Cleo": 6}


@proves("W39")
def test_a_round_begun_again_has_six_rows_again() -> None:
    table = Wqrdles(THREE)
    table.plays("PECAN", "BRICK")
    table.does("Ann", "redo")
    table.hides(**THREE)
    assert table.calls("SHAPE")[0]["value"] == 6


@proves("W40")
def test_a_game_that_is_ended_early_has_no_winner() -> None:
    table = Wqrdles(THREE, rounds=2)
    table.round_for("Cleo")
    table.does("Ann", "end")
    assert table.view()["winners"] == []


@proves("W40")
def test_a_game_that_is_ended_after_its_last_round_has_its_leaders() -> None:
    table = Wqrdles(THREE, rounds=1)
    table.calls("PECAN")
    table.attempts("Ann", "Bob", "NEWTS")
    table.attempts("Cleo", "Ann", "HOUSE")
    table.all_pass()
    while table.phase() == "query":
        table.plays("PECAN")
    table.does("Bob", "end")
    assert table.view()["winners"] == ["Ann", "Cleo"]


@proves("W40")
def test_a_game_that_is_ended_in_the_middle_of_a_tie_round_has_no_winner() -> None:
    table = Wqrdles(THREE, rounds=1)
    table.round_for_all()
    table.does("Ann", "next")
    table.does("Ann", "end")
    assert table.view()["winners"] == []
