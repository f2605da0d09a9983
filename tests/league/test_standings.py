"""How results become standings: sums, duplicate scoring, Swiss; and what is no result is refused."""

import json
from random import Random
from typing import Any

import pytest

from firmware_host.league.service.results import Result, Unreadable, read_result, read_view
from firmware_host.league.service.standings import Total, board_score, compared, duplicate, pairs, places, swiss, totals

GAME: dict[str, Any] = {
    "key": "4.1700.0", "round": 0, "game": "party", "ended": 1700.0, "scores": {"ANN": 3, "BOB": 5, "ROBOT": 2},
    "players": ["ANN", "BOB", "ROBOT"], "computers": ["ROBOT"], "winners": ["ANN"], "wins": "fewest", "rounds": 3,
}  # fmt: skip
ROUND: dict[str, Any] = {
    "key": "4.1700.1", "round": 1, "game": "party", "ended": 1690.0, "scores": {"ANN": 0, "BOB": 3},
    "found": {"BOB": [3], "CID": [0]}, "missed": 7, "given": True,
}  # fmt: skip


def read(told: object, table: str = "table-1") -> Result:
    return read_result(table, json.dumps(told))


def test_a_win_counts_for_people_and_not_for_computers() -> None:
    assert totals([read(GAME)]) == {
        "ANN": Total(games=1, wins=1, points=3, beaten=2, met=1),
        "BOB": Total(games=1, points=5, met=1),
    }


def test_a_result_that_is_told_twice_counts_once() -> None:
    assert totals([read(GAME), read(GAME)]) == totals([read(GAME)])


def test_the_same_key_at_another_table_is_another_result() -> None:
    assert totals([read(GAME), read(GAME, "table-2")])["ANN"].games == 2


def test_results_may_come_in_any_order() -> None:
    results = [read({**GAME, "key": f"{n}.1.0", "scores": {"ANN": n, "BOB": 5, "ROBOT": 1}}) for n in range(9)]
    shuffled = results * 2
    Random(1).shuffle(shuffled)
    assert totals(shuffled) == totals(results)


def test_a_word_that_was_not_found_counts_as_so_many_tries() -> None:
    assert totals([read(ROUND)]) == {"BOB": Total(words=1, found=1, tries=3), "CID": Total(words=1, tries=7)}


def test_a_game_that_was_broken_off_counts_for_nobody() -> None:
    assert totals([read({**GAME, "winners": []})]) == {}


def test_members_of_a_team_win_together() -> None:
    teams = {
        **GAME,
        "teams": {"Red": ["ANN", "BOB"], "Blue": ["CID"]},
        "scores": {"Red": 4, "Blue": 6},
        "winners": ["Red"],
    }
    assert {who for who, total in totals([read(teams)]).items() if total.wins} == {"ANN", "BOB"}


def test_a_board_is_compared_with_the_same_board_elsewhere() -> None:
    """Table 1 beats both others on the first board, and ties with one of them on the second."""
    boards = [{"one": 2.0, "two": 4.0, "three": 4.0}, {"one": 3.0, "two": 3.0}]
    assert duplicate(boards) == {"one": pytest.approx(250 / 3), "two": pytest.approx(100 / 3), "three": 25.0}


def test_a_board_that_nobody_guessed_has_no_score() -> None:
    assert board_score({}, 7) is None
    assert board_score({"ANN": [3], "BOB": [0]}, 7) == 5.0


def test_swiss_pairs_equals_who_have_not_met() -> None:
    met = {frozenset({"a", "b"})}
    assert pairs({"a": 2, "b": 2, "c": 1, "d": 0}, met) == [("a", "c"), ("b", "d")]


def test_swiss_gives_the_rest_to_each_table_once() -> None:
    met = {frozenset({"c"})}
    assert ("b",) in pairs({"a": 2, "b": 1, "c": 0}, met)


def test_swiss_adds_up_points() -> None:
    boards = [{"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.0}] * 2
    assert swiss(boards) == {"a": 2.0, "b": 1.0, "c": 1.0, "d": 0.0}


def test_a_table_that_missed_a_board_does_not_win_by_it() -> None:
    boards = {1: {"one": 3.0, "two": 4.0}, 2: {"one": 3.0, "three": 6.0}}
    assert compared("points", boards) == [(1, "one", 6.0), (2, "three", 10.0), (2, "two", 10.0)]


def test_equals_share_a_place() -> None:
    assert [place for place, _, _ in places({"a": 3, "b": 1, "c": 3, "d": 2})] == [1, 1, 3, 4]


WRONG: list[object] = [
    None, 7, [], "x", {}, {**GAME, "key": ""}, {**GAME, "key": "x" * 81}, {**GAME, "key": 5}, {**GAME, "round": -1},
    {**GAME, "round": True, "key": None}, {**GAME, "scores": []}, {**GAME, "scores": {"ANN": "3"}},
    {**GAME, "scores": {"ANN": 10**9}}, {**GAME, "scores": {"": 1}}, {**GAME, "scores": {"A\nB": 1}},
    {**GAME, "scores": {"\ud800": 1}}, {**GAME, "scores": {str(n): 1 for n in range(65)}}, {**GAME, "ended": "now"},
    {**GAME, "ended": -1}, {**GAME, "winners": "ANN"}, {**GAME, "players": [["ANN"]]}, {**GAME, "game": None},
    {**ROUND, "found": {"BOB": 3}}, {**ROUND, "found": {"BOB": [None]}}, {**ROUND, "missed": 1.5},
]  # fmt: skip


@pytest.mark.parametrize("told", WRONG, ids=lambda told: str(told)[:40].encode("ascii", "replace").decode())
def test_what_no_table_sends_is_refused(told: object) -> None:
    with pytest.raises(Unreadable):
        read(told)


@pytest.mark.parametrize("bytes_", [b"", b"\xff\xfe", b"{", b"[" * 9000, b"9" * 6000, b" " * 20_000, b"NaN"])
def test_bytes_that_are_no_json_are_refused(bytes_: bytes) -> None:
    for reads in (lambda: read_result("t", bytes_), lambda: read_view(bytes_)):
        with pytest.raises(Unreadable):
            reads()
