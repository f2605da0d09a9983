"""What each may see of a game of wqrdles, field by field as the protocol writes it."""

import pytest

from tests.support.evening import Evening, proves
from tests.support.games.wqrdles import THREE, TWO, Wqrdles

COMMON = [
    "game", "state", "phase", "paused", "now", "round", "rounds", "players", "scores", "wins", "round_scores",
    "to_come", "winners", "deadlines", "revealed", "you", "actions",
]  # fmt: skip
OWN = ["turn", "boards", "attempted", "penalised", "awaited"]
ALWAYS = ["pause", "leave", "end", "redo"]


@proves("W4", "W9")
def test_the_view_of_a_player_with_cards_has_just_these_fields() -> None:
    shown = Wqrdles(THREE, queries="cards").view("Ann")
    assert sorted(shown) == sorted([*COMMON, *OWN, "secret", "cards", "backs", "top_card"])


@proves("W4")
def test_the_view_of_the_table_has_no_secret_at_all() -> None:
    shown = Wqrdles(THREE, queries="cards").view()
    assert sorted(shown) == sorted([*COMMON, *OWN, "cards", "backs", "top_card"])
    assert (shown["you"], shown["actions"]) == (None, [])


@proves("W13")
def test_with_free_queries_there_are_no_cards_to_see() -> None:
    assert sorted(Wqrdles(THREE).view("Ann")) == sorted([*COMMON, *OWN, "secret"])


@proves("W30")
def test_two_have_no_cards_to_see() -> None:
    assert sorted(Wqrdles(TWO, queries="cards").view("Ann")) == sorted([*COMMON, *OWN, "secret"])


@proves("W26")
def test_only_where_marking_is_by_hand_the_view_names_the_word_to_mark() -> None:
    assert sorted(Wqrdles(THREE, marking="hand").view("Ann")) == sorted([*COMMON, *OWN, "secret", "query"])


@proves("W7")
def test_a_game_begins_with_everything_empty() -> None:
    shown = Evening("wqrdles", *THREE, queries="free").view("Ann")
    assert shown == {
        "game": "wqrdles",
        "state": 1,
        "phase": "secrets",
        "paused": False,
        "now": 0,
        "round": 1,
        "rounds": 5,
        "players": ["Ann", "Bob", "Cleo"],
        "scores": {"Ann": 0, "Bob": 0, "Cleo": 0},
        "wins": "most",
        "round_scores": None,
        "to_come": [],
        "winners": None,
        "deadlines": {},
        "revealed": {},
        "you": "Ann",
        "actions": ["secret", *ALWAYS],
        "turn": "Ann",
        "secret": None,
        "boards": {who: {"rows": [], "letters": {"in": "", "out": ""}, "revealed": None} for who in THREE},
        "attempted": [],
        "awaited": ["Ann", "Bob", "Cleo"],
        "penalised": [],
    }


@proves("W4")
def test_everybody_sees_their_own_word_and_no_other() -> None:
    table = Wqrdles(THREE)
    table.calls("PECAN")
    for who, word in THREE.items():
        assert table.view(who)["secret"] == word
        others = [THREE[other] for other in THREE if other != who]
        assert not any(other in str(table.view(who)) for other in others)
    assert not any(word in str(table.view()) for word in THREE.values())


@proves("W4")
def test_everybody_sees_the_same_boards() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    boards = table.view()["boards"]
    assert boards["Ann"] == {
        "rows": [{"word": "SHAPE", "marks": "YY--G", "value": 6}],
        "letters": {"in": "EHS", "out": "AP"},
        "revealed": None,
    }
    assert all(table.view(who)["boards"] == boards for who in THREE)


@proves("W4", "W15")
def test_a_row_with_an_order_clue_has_one_field_more() -> None:
    table = Wqrdles(THREE, order_clues=True)
    table.calls("SHAPE")
    assert table.rows("Ann") == [{"word": "SHAPE", "marks": "YY--G", "value": 6, "order": "<"}]


@proves("W9")
def test_everybody_sees_everybodys_card() -> None:
    table = Wqrdles(THREE, queries="cards")
    assert table.view("Bob")["cards"] == table.view()["cards"]
    assert [len(card) for card in table.view("Bob")["cards"].values()] == [12, 12, 12]


@proves("W17")
def test_who_has_attempted_is_listed_in_table_order() -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.does("Cleo", "pass")
    table.attempts("Ann", "Bob", "SHAPE")
    assert table.view()["attempted"] == ["Ann", "Cleo"]
    table.does("Bob", "pass")
    assert table.view()["attempted"] == []


@proves("W32")
def test_for_two_a_board_shows_the_word_that_it_is_about() -> None:
    table = Wqrdles(TWO)
    table.calls("SHAPE")
    table.does("Ann", "attempt", word="NEWTS")
    boards = table.view()["boards"]
    assert (boards["Ann"]["revealed"], boards["Bob"]["revealed"]) == ("NEWTS", None)
    assert table.view()["revealed"] == {"Bob": "NEWTS"}


@proves("W23")
def test_only_a_result_shows_what_the_round_brought() -> None:
    table = Wqrdles(THREE)
    table.calls("PECAN")
    assert table.view()["round_scores"] is None
    for who, target in {"Ann": "Bob", "Bob": "Cleo", "Cleo": "Ann"}.items():
        table.attempts(who, target, THREE[target])
    assert table.view()["round_scores"] == {"Ann": 6, "Bob": 6, "Cleo": 6}
    table.does("Ann", "next")
    assert table.view()["round_scores"] is None


# ── what may be done ─────────────────────────────────────────────────────────────────────────────


@proves("W7")
def test_while_words_are_hidden_only_those_without_one_are_asked_for_it() -> None:
    table = Evening("wqrdles", *THREE)
    table.does("Bob", "secret", word="NEWTS")
    assert [table.view(who)["actions"][0] for who in THREE] == ["secret", "pause", "secret"]


@proves("W8", "W10")
def test_in_a_turn_only_the_one_on_turn_has_something_to_do() -> None:
    table = Wqrdles(THREE, queries="cards")
    assert table.view("Ann")["actions"] == ["swap-card", "query", *ALWAYS]
    assert table.view("Bob")["actions"] == ALWAYS


@proves("W10")
def test_a_swap_that_is_spent_is_still_listed_because_it_is_refused_as_spent() -> None:
    table = Wqrdles(THREE, queries="cards")
    table.does("Ann", "swap-card")
    assert table.view("Ann")["actions"] == ["swap-card", "query", *ALWAYS]


@proves("W17")
@pytest.mark.parametrize("who", ["Ann", "Bob", "Cleo"])
def test_in_the_window_everybody_may_attempt_or_pass(who: str) -> None:
    table = Wqrdles(THREE)
    table.calls("SHAPE")
    table.does("Cleo", "pass")
    assert table.view(who)["actions"] == ["attempt", "pass", *ALWAYS]


@proves("W33")
def test_for_two_only_the_one_on_turn_may_attempt_or_pass() -> None:
    table = Wqrdles(TWO)
    table.calls("SHAPE")
    assert table.view("Ann")["actions"] == ["attempt", "pass", *ALWAYS]
    assert table.view("Bob")["actions"] == ALWAYS


@proves("W26")
def test_only_those_who_still_have_to_mark_are_asked_to() -> None:
    table = Wqrdles(THREE, marking="hand")
    table.calls("SHAPE")
    table.does("Ann", "mark", marks="YY--G")
    assert [table.view(who)["actions"][0] for who in THREE] == ["pause", "mark", "mark"]


@proves("W23")
def test_after_a_round_anybody_may_go_on() -> None:
    table = Wqrdles(THREE)
    table.round_for_all()
    assert table.view("Cleo")["actions"] == ["next", "pause", "leave", "end"]


@proves("W25")
def test_when_the_game_is_over_there_is_nothing_left_to_do() -> None:
    table = Wqrdles(THREE, rounds=1)
    table.round_for("Bob")
    table.does("Ann", "next")
    assert table.view("Ann")["actions"] == []
    assert table.refuses("Ann", "query", word="SHAPE") == "over"


@proves("W17")
def test_whom_the_table_waits_for_is_listed_in_table_order() -> None:
    table = Wqrdles(THREE)
    assert table.view()["awaited"] == ["Ann"]
    table.calls("SHAPE")
    assert table.view()["awaited"] == ["Ann", "Bob", "Cleo"]
    table.does("Cleo", "pass")
    table.attempts("Ann", "Bob", "SHAPE")
    assert table.view()["awaited"] == ["Bob"]
