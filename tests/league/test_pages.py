"""The league's cards and lists: what a television and a phone show of all tables."""

import json

from firmware_host.league.service.league import Shown, Tables
from firmware_host.league.service.pages import ELSEWHERE, IN_PLACE, Pages
from firmware_host.league.service.standings import Total
from firmware_host.league.teller import GONE, HERE
from firmware_host.league.words import Evening, commitment
from firmware_host.remembered.rating import Rating
from firmware_host.texts.language import language

PAGES = Pages("club", language("en"))
VIEW = {
    "game": "party", "round": 2, "rounds": 4, "scores": {"ANN": 3},
    "boards": [{"name": "ANN", "state": "solved", "rows": [[1, 2], None, [5, 0]]}],
}  # fmt: skip


def shown(*told: tuple[str, str]) -> Shown:
    tables = Tables()
    for what, payload in told:
        tables.hear("table-1", what, payload.encode())
    return tables.of("table-1")


def test_a_card_shows_the_round_and_how_far_everybody_is() -> None:
    card = PAGES.card("table-1", shown(("here", HERE), ("view", json.dumps(VIEW))))
    assert "round 2 of 4" in card
    assert f"<span>{IN_PLACE}{ELSEWHERE * 2}</span>" in card
    assert f"<span>{IN_PLACE * 5}</span></span>" in card
    assert '<span class="state">✓</span><span class="points">3</span>' in card


def test_a_table_that_has_gone_is_grey_and_keeps_its_board() -> None:
    card = PAGES.card("table-1", shown(("here", HERE), ("view", json.dumps(VIEW)), ("here", GONE)))
    assert 'class="table gone"' in card
    assert "away" in card
    assert "ANN" in card


def test_a_table_in_the_lobby_says_so() -> None:
    assert "in the lobby" in PAGES.card("table-1", shown(("here", HERE), ("view", '{"game":null}')))


def test_tables_are_in_the_order_in_which_people_count() -> None:
    tables = Tables()
    for name in ("table-10", "table-9", "table-1", "bar"):
        tables.hear(name, "here", HERE.encode())
    assert list(tables.all()) == ["bar", "table-1", "table-9", "table-10"]


def test_a_word_is_shown_only_when_it_is_open() -> None:
    boards = (("aa", "HOUSE"), ("bb", "CRANE"))
    evening = Evening("7", tuple(commitment(*board) for board in boards), {1: boards[0]})
    page = PAGES.evening(evening, "duplicate", {1: {"one": 2.0, "two": 3.0}, 2: {"one": 4.0}})
    assert "HOUSE" in page
    assert "CRANE" not in page


def test_an_evening_shows_how_many_words_each_table_has_played_and_how_many_are_left() -> None:
    """Or nobody knows for which table all wait."""
    boards = (("aa", "HOUSE"), ("bb", "CRANE"), ("cc", "MOUSE"))
    evening = Evening("7", tuple(commitment(*board) for board in boards), {1: boards[0]})
    page = PAGES.evening(evening, "duplicate", {1: {"one": 2.0, "two": 3.0}, 2: {"one": 4.0}})
    assert "<td>one</td><td>2</td>" in page
    assert "<td>two</td><td>1</td>" in page
    assert "Words revealed: 1 of 3." in page


def test_a_rating_is_shown_with_how_sure_it_is() -> None:
    page = PAGES.standings({"ANN": Total(games=1, wins=1)}, {"ANN": Rating(27.4, 3.1)})
    assert "27 ± 6" in page


def test_those_who_are_equal_share_a_place() -> None:
    best, other = Total(games=2, wins=1, beaten=2, met=2), Total(games=1, met=1)
    page = PAGES.standings({"ANN": best, "BOB": best, "CID": other})
    assert [page.count(f"<tr><td>{place}</td>") for place in (1, 2, 3)] == [2, 0, 1]


def test_a_name_cannot_be_markup() -> None:
    assert "<b>" not in PAGES.standings({"<b>": Total(games=1)})
    board = {"name": "<i>", "state": "<u>", "rows": []}
    card = PAGES.card("table-1", shown(("view", json.dumps({**VIEW, "boards": [board]}))))
    assert "<i>" not in card
    assert "<u>" not in card


def test_a_card_says_who_hosts() -> None:
    view = {**VIEW, "boards": [{"name": "BOB", "state": "hosts", "rows": []}]}
    assert "hosts" in PAGES.card("table-1", shown(("here", HERE), ("view", json.dumps(view))))


def test_a_television_explains_its_marks_and_its_figures() -> None:
    page = PAGES.television([], "", PAGES.evening(Evening("7", ("c",)), "duplicate", {1: {"table-1": 3.0}}))
    assert "letter in its place" in page
    assert "needed more tries" in page
