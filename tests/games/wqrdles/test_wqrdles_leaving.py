"""Leaving a game of wqrdles: in every phase, on turn and not, with a word hidden and without."""

from typing import Any

import pytest

from firmware_host.games.wqrdles.rules import Wqrdles as State
from tests.support.evening import Evening, proves
from tests.support.games.wqrdles import DULL, THREE, Wqrdles

FOUR = {**THREE, "Dan": "THOSE"}
SHAPE = {"Ann": "YY--G", "Bob": "Y---Y", "Cleo": "Y-G--", "Dan": "YG--G"}


def four(**options: Any) -> Wqrdles:
    return Wqrdles(FOUR, **options)


# ── what becomes of them ─────────────────────────────────────────────────────────────────────────


@proves("W41")
def test_the_hidden_word_of_somebody_who_leaves_is_shown_and_scores_nobody() -> None:
    table = four()
    table.calls("SHAPE")
    assert table.does("Bob", "leave") == [
        {"event": "left", "to": "all", "player": "Bob"},
        {"event": "revealed", "to": "all", "owner": "Bob", "word": "NEWTS"},
    ]
    assert table.view()["revealed"] == {"Bob": "NEWTS"}
    assert table.scores() == {"Ann": 0, "Cleo": 0, "Dan": 0}


@proves("W41", "S19")
def test_the_word_of_the_last_to_leave_is_shown_too() -> None:
    table = Wqrdles(THREE)
    table.does("Ann", "leave")
    assert table.does("Bob", "leave") == [
        {"event": "left", "to": "all", "player": "Bob"},
        {"event": "revealed", "to": "all", "owner": "Bob", "word": "NEWTS"},
        {"event": "game-ends", "to": "all", "winners": ["Cleo"]},
    ]


@proves("W41")
def test_a_word_that_was_out_already_is_not_shown_again() -> None:
    table = four()
    table.calls("SHAPE")
    table.attempts("Ann", "Bob", "NEWTS")
    assert table.does("Bob", "leave") == [{"event": "left", "to": "all", "player": "Bob"}]


@proves("W41")
def test_the_word_of_somebody_who_left_can_no_longer_be_attempted() -> None:
    table = four()
    table.calls("SHAPE")
    table.does("Bob", "leave")
    assert table.refuses("Ann", "attempt", target="Bob", word="NEWTS") == "unknown-player"


@proves("W41")
def test_the_board_of_somebody_who_left_stays_and_gets_no_more_rows() -> None:
    table = four()
    table.plays("SHAPE")
    table.does("Cleo", "leave")
    table.calls("MOIST")
    board = table.view()["boards"]["Cleo"]
    assert ([row["word"] for row in board["rows"]], board["revealed"]) == (["SHAPE"], "ROAST")


@proves("W41")
def test_in_the_next_round_there_is_no_board_for_somebody_who_left() -> None:
    table = four(rounds=2)
    table.does("Dan", "leave")
    table.round_for_all()
    table.does("Ann", "next")
    assert list(table.view()["boards"]) == ["Ann", "Bob", "Cleo"]


@proves("W41")
def test_points_made_at_the_expense_of_somebody_who_left_stay() -> None:
    table = four()
    table.calls("SHAPE")
    table.attempts("Ann", "Bob", "NEWTS")
    table.does("Bob", "leave")
    assert table.scores() == {"Ann": 6, "Cleo": 0, "Dan": 0}


@proves("W41")
def test_somebody_who_left_with_the_lead_does_not_win() -> None:
    table = four(rounds=1)
    table.calls("SHAPE")
    table.attempts("Dan", "Ann", "HOUSE")
    table.all_pass()
    table.calls("MOIST")
    table.attempts("Bob", "Cleo", "ROAST")
    table.does("Dan", "leave")
    table.all_pass()
    table.calls("PECAN")
    table.attempts("Cleo", "Bob", "NEWTS")
    assert table.view()["round_scores"] == {"Ann": 0, "Bob": 5, "Cleo": 4}
    table.does("Ann", "next")
    assert table.view()["winners"] == ["Bob"]


@proves("W41")
def test_leaving_after_the_round_takes_the_points_along_and_shows_nothing_more() -> None:
    table = four(rounds=1)
    table.calls("SHAPE")
    for who, target in {"Ann": "Bob", "Bob": "Cleo", "Cleo": "Dan", "Dan": "Ann"}.items():
        table.attempts(who, target, FOUR[target])
    assert table.does("Dan", "leave") == [{"event": "left", "to": "all", "player": "Dan"}]
    assert (table.phase(), table.view()["round_scores"]) == ("result", {"Ann": 6, "Bob": 6, "Cleo": 6})


@proves("W41", "W39")
def test_a_round_begun_again_goes_on_without_somebody_who_left() -> None:
    table = four()
    table.calls("SHAPE")
    table.attempts("Ann", "Dan", "THOSE")
    table.does("Bob", "leave")
    table.does("Ann", "redo")
    assert table.scores() == {"Ann": 0, "Cleo": 0, "Dan": 0}
    assert list(table.view()["boards"]) == ["Ann", "Cleo", "Dan"]
    assert table.view()["revealed"] == {}


# ── their turn ───────────────────────────────────────────────────────────────────────────────────


@proves("W42")
def test_the_turn_of_somebody_who_leaves_goes_to_the_next() -> None:
    table = four()
    table.plays("SHAPE")
    assert table.does("Bob", "leave")[-1] == {"event": "turn", "to": "all", "player": "Cleo"}
    assert (table.phase(), table.turn()) == ("query", "Cleo")
    assert table.calls("MOIST")[0]["value"] == 5


@proves("W42")
def test_the_turn_after_the_last_seat_is_the_first_again() -> None:
    table = four()
    table.plays("SHAPE", "MOIST", "PECAN")
    table.does("Dan", "leave")
    assert table.turn() == "Ann"


@proves("W42")
def test_the_turn_of_somebody_else_is_left_alone() -> None:
    table = four()
    table.plays("SHAPE")
    said = table.does("Dan", "leave")
    assert [event["event"] for event in said] == ["left", "revealed"]
    assert (table.phase(), table.turn()) == ("query", "Bob")


@proves("W42")
def test_turns_go_on_past_an_empty_seat() -> None:
    table = four()
    table.does("Bob", "leave")
    table.plays("SHAPE")
    assert table.turn() == "Cleo"


@proves("W42")
def test_a_word_called_before_leaving_keeps_its_row_and_its_window() -> None:
    table = four()
    table.calls("SHAPE")
    table.does("Ann", "leave")
    assert (table.phase(), table.marks("Bob")) == ("attempts", ["Y---Y"])
    table.attempts("Bob", "Cleo", "ROAST")
    assert table.scores()["Bob"] == 6
    table.waits(120)
    assert table.turn() == "Bob"


@proves("W42")
def test_a_word_called_before_leaving_is_marked_by_hand_by_the_others() -> None:
    table = four(marking="hand")
    table.calls("SHAPE")
    table.does("Ann", "leave")
    assert table.phase() == "marking"
    for who in ("Bob", "Cleo", "Dan"):
        table.does(who, "mark", marks=SHAPE[who])
    assert (table.phase(), table.marks("Dan"), table.rows("Ann")) == ("attempts", ["YG--G"], [])


@proves("W42", "W24")
def test_a_turn_that_was_skipped_uses_up_no_row() -> None:
    table = four()
    table.plays("SHAPE")
    table.does("Bob", "leave")
    table.plays(*DULL[:4])
    assert table.phase() == "query"
    table.plays(DULL[4])
    assert table.phase() == "result"


# ── their card ───────────────────────────────────────────────────────────────────────────────────


@proves("W43")
@pytest.mark.parametrize("hidden", [True, False], ids=["in a turn", "while words are hidden"])
def test_the_card_of_somebody_who_leaves_goes_under_the_pile(hidden: bool) -> None:
    table = four(queries="cards") if hidden else Evening("wqrdles", *FOUR)
    card = table.view()["cards"]["Bob"]
    table.does("Bob", "leave")
    game = table.session.game
    assert isinstance(game, State)
    assert game.deck is not None
    assert list(game.deck.pile[-1].front) == card
    assert list(table.view()["cards"]) == ["Ann", "Cleo", "Dan"]


@proves("W43", "W9")
def test_no_card_is_dealt_to_an_empty_seat_and_none_is_lost() -> None:
    table = four(queries="cards")
    table.does("Bob", "leave")
    table.does("Ann", "redo")
    game = table.session.game
    assert isinstance(game, State)
    assert game.deck is not None
    assert list(game.cards) == ["Ann", "Cleo", "Dan"]
    assert len({*game.cards.values(), *game.deck.pile}) == 12


@proves("W10", "W42")
def test_a_swap_of_somebody_who_leaves_does_not_spend_the_next_ones() -> None:
    table = four(queries="cards")
    table.does("Ann", "swap-card")
    table.does("Ann", "leave")
    assert table.does("Bob", "swap-card") == [{"event": "swapped", "to": "all", "player": "Bob"}]


# ── nobody waits for them ────────────────────────────────────────────────────────────────────────


@proves("W44")
def test_leaving_as_the_last_without_a_word_lets_the_first_turn_begin() -> None:
    table = Evening("wqrdles", *THREE, queries="free")
    table.does("Ann", "secret", word="HOUSE")
    table.does("Bob", "secret", word="NEWTS")
    assert table.does("Cleo", "leave")[-1] == {"event": "turn", "to": "all", "player": "Ann"}
    assert table.view()["phase"] == "query"


@proves("W44", "W41")
def test_leaving_while_words_are_hidden_shows_ones_own_and_the_others_go_on_hiding() -> None:
    table = Evening("wqrdles", *THREE, queries="free")
    table.does("Cleo", "secret", word="ROAST")
    said = table.does("Cleo", "leave")
    assert [event["event"] for event in said] == ["left", "revealed"]
    assert table.view()["phase"] == "secrets"


@proves("W44")
def test_leaving_as_the_last_to_mark_lets_the_rows_appear() -> None:
    table = four(marking="hand")
    table.calls("SHAPE")
    for who in ("Ann", "Bob", "Cleo"):
        table.does(who, "mark", marks=SHAPE[who])
    table.waits(5)
    said = table.does("Dan", "leave")
    assert [event["player"] for event in said if event["event"] == "marked"] == ["Ann", "Bob", "Cleo"]
    assert (table.phase(), table.view()["deadlines"]) == ("attempts", {"table": 125})


@proves("W44")
def test_leaving_after_marking_leaves_the_others_to_mark_theirs() -> None:
    table = four(marking="hand")
    table.calls("SHAPE")
    table.does("Dan", "mark", marks=SHAPE["Dan"])
    table.does("Dan", "leave")
    assert table.phase() == "marking"


@proves("W44")
def test_leaving_as_the_last_with_an_attempt_closes_the_window() -> None:
    table = four()
    table.calls("SHAPE")
    for who in ("Ann", "Bob", "Cleo"):
        table.does(who, "pass")
    table.does("Dan", "leave")
    assert (table.phase(), table.turn(), table.view()["deadlines"]) == ("query", "Bob", {})


@proves("W44")
def test_leaving_does_not_close_a_window_that_others_still_need() -> None:
    table = four()
    table.calls("SHAPE")
    table.does("Ann", "pass")
    table.does("Dan", "leave")
    assert (table.phase(), table.view()["attempted"], table.view()["deadlines"]) == (
        "attempts",
        ["Ann"],
        {"table": 120},
    )


@proves("W44", "W23")
@pytest.mark.parametrize("moment", ["query", "marking", "attempts"])
def test_leaving_with_the_last_hidden_word_ends_the_round(moment: str) -> None:
    table = four(marking="hand")
    table.calls("SHAPE")
    for who in FOUR:
        table.does(who, "mark", marks=SHAPE[who])
    for who, target in {"Ann": "Bob", "Bob": "Cleo", "Cleo": "Ann"}.items():
        table.attempts(who, target, FOUR[target])
    assert (table.phase(), table.turn()) == ("query", "Bob")
    if moment != "query":
        table.calls("SHAPE")
    if moment == "attempts":
        table.does("Dan", "mark", marks=SHAPE["Dan"])
    assert table.phase() == moment
    said = table.does("Dan", "leave")
    assert [event["event"] for event in said] == ["left", "revealed", "round-ends"]
    assert table.view()["round_scores"] == {"Ann": 6, "Bob": 6, "Cleo": 6}


@proves("W44", "W24")
def test_leaving_as_the_last_with_an_attempt_at_row_six_ends_the_round() -> None:
    table = four()
    table.plays(*DULL[:5])
    table.calls(DULL[5])
    for who in ("Ann", "Bob", "Cleo"):
        table.does(who, "pass")
    table.does("Dan", "leave")
    assert table.phase() == "result"
    assert [said["owner"] for said in table.heard("revealed")] == ["Dan", "Ann", "Bob", "Cleo"]


@proves("W44", "W38")
def test_leaving_in_a_pause_that_lets_the_rows_appear_gives_the_window_its_full_time() -> None:
    table = four(marking="hand")
    table.calls("SHAPE")
    for who in ("Ann", "Bob", "Cleo"):
        table.does(who, "mark", marks=SHAPE[who])
    table.does("Ann", "pause")
    table.does("Dan", "leave")
    table.waits(1000)
    table.does("Ann", "resume")
    assert table.view()["deadlines"] == {"table": 1120}


@proves("W44", "W28")
def test_somebody_who_was_penalised_and_left_is_no_longer_listed() -> None:
    table = four(marking="hand")
    table.calls("SHAPE")
    for who, marks in (SHAPE | {"Bob": "-----", "Cleo": "-----"}).items():
        table.does(who, "mark", marks=marks)
    table.attempts("Ann", "Bob", "NEWTS")
    table.attempts("Dan", "Cleo", "ROAST")
    table.does("Bob", "leave")
    assert table.view()["penalised"] == ["Cleo"]


@proves("W41", "W28")
def test_somebody_who_leaves_has_no_points_to_lose_for_a_wrong_row() -> None:
    table = four(marking="hand")
    table.calls("SHAPE")
    for who, marks in (SHAPE | {"Bob": "-----"}).items():
        table.does(who, "mark", marks=marks)
    table.does("Bob", "leave")
    assert (table.heard("penalty"), table.view()["penalised"]) == ([], [])


# ── whose round it is to begin ───────────────────────────────────────────────────────────────────


@proves("W45")
@pytest.mark.parametrize("hidden", [True, False], ids=["in their turn", "while words are hidden"])
def test_somebody_who_leaves_before_the_first_word_hands_the_beginning_on(hidden: bool) -> None:
    table = four()
    if not hidden:
        table.does("Ann", "redo")
    table.does("Ann", "leave")
    if not hidden:
        table.hides(Bob="NEWTS", Cleo="ROAST", Dan="THOSE")
    assert table.turn() == "Bob"
    play_out(table)
    assert table.does("Bob", "next")[0]["starter"] == "Cleo"


@proves("W45", "W8")
def test_somebody_who_leaves_after_the_first_word_has_had_the_beginning() -> None:
    table = four()
    table.calls("SHAPE")
    table.does("Ann", "leave")
    play_out(table)
    assert table.does("Bob", "next")[0]["starter"] == "Bob"


@proves("W45")
def test_somebody_else_who_leaves_before_the_first_word_changes_nothing_about_it() -> None:
    table = four()
    table.does("Bob", "leave")
    assert table.turn() == "Ann"
    play_out(table)
    assert table.does("Ann", "next")[0]["starter"] == "Cleo"


@proves("W45")
def test_leaving_between_rounds_hands_the_beginning_to_the_next_seat() -> None:
    table = four()
    play_out(table)
    table.does("Bob", "leave")
    assert table.does("Ann", "next")[0]["starter"] == "Cleo"


@proves("W45", "W39")
def test_a_round_begun_again_without_its_starter_is_begun_by_the_next_seat() -> None:
    table = four()
    table.plays("SHAPE")
    table.does("Ann", "leave")
    assert table.does("Bob", "redo")[1]["starter"] == "Bob"
    table.hides(Bob="NEWTS", Cleo="ROAST", Dan="THOSE")
    play_out(table)
    assert table.does("Bob", "next")[0]["starter"] == "Cleo"


def play_out(table: Wqrdles) -> None:
    """The round goes by and nobody attempts anything."""
    table.all_pass()
    while table.phase() == "query":
        table.plays("PECAN")


# ── three become two, and two become one ─────────────────────────────────────────────────────────


@proves("W46")
def test_three_who_become_two_keep_cards_window_and_rounds() -> None:
    table = Wqrdles(THREE, queries="cards")
    table.does("Cleo", "leave")
    table.calls(table.view()["cards"]["Ann"][0])
    assert [len(table.rows(who)) for who in ("Ann", "Bob")] == [1, 1]
    assert (table.view()["deadlines"], table.view()["rounds"]) == ({"table": 120}, 5)


@proves("W46")
def test_three_who_become_two_both_attempt_in_the_same_window() -> None:
    table = Wqrdles(THREE)
    table.does("Cleo", "leave")
    table.calls("SHAPE")
    table.attempts("Bob", "Ann", "HOUSE")
    table.attempts("Ann", "Bob", "NEWTS")
    assert table.view()["round_scores"] == {"Ann": 6, "Bob": 6}


@proves("W46")
def test_three_who_become_two_still_play_the_rounds_and_no_more() -> None:
    table = Wqrdles(THREE, rounds=1)
    table.does("Cleo", "leave")
    table.calls("SHAPE")
    table.attempts("Bob", "Ann", "HOUSE")
    play_out(table)
    table.does("Ann", "next")
    assert table.view()["winners"] == ["Bob"]


@proves("W46")
def test_the_last_one_at_the_table_wins() -> None:
    table = Wqrdles(THREE)
    table.does("Cleo", "leave")
    table.does("Ann", "leave")
    assert (table.phase(), table.view()["winners"], table.view()["players"]) == ("over", ["Bob"], ["Bob"])
