"""The same words at every table: handed out when a round begins, checked against what was committed to."""

import json
from random import Random
from typing import Any

import pytest

from firmware_host.league.teller import PATIENCE
from firmware_host.league.words import Evening, commitment, draw
from hardware.ports import ENTER, RIGHT
from tests.league.test_telling import told
from tests.support.at_table import KINDS, AtTable, PowerCut
from tests.support.random_evening import RandomEvening, seats_of

BOARDS = [("aa", "HOUSE"), ("bb", "CRANE")]
EVENING = Evening("7", tuple(commitment(*board) for board in BOARDS))
TOPIC = "wordtable/club/table/table-1/word"


def hears_of(at: AtTable, evening: Evening) -> None:
    assert at.teller is not None
    at.teller.heard("wordtable/club/evening", json.dumps(evening.as_json()))
    at.clock.advance(0.1)


def is_given(at: AtTable, **other: Any) -> None:
    """The league answers the newest question, or something else."""
    assert at.teller is not None
    asked = told(at, "asks")[-1]
    word = {
        "evening": "7",
        "board": 1,
        "played": asked["played"],
        "round": asked["round"],
        "nonce": "aa",
        "word": "HOUSE",
    }
    at.teller.heard(TOPIC, json.dumps({**word, **other}))
    at.clock.advance(0.1)


@pytest.fixture
def evening() -> AtTable:
    """A is to hide a word, in an evening of the league; B is to guess it."""
    at = AtTable(seats_of(KINDS, 5, 5), league=True)
    hears_of(at, EVENING)
    RandomEvening(at, Random(0)).begins("party", 2)
    return at


def test_a_round_begins_with_the_leagues_word(evening: AtTable) -> None:
    is_given(evening)
    assert evening.snapshot.phase == "guessing"
    evening.types(2, "HOUSE")
    (result,) = told(evening, "result")
    assert result["given"]
    assert result["found"] == {"B": [1]}


def test_the_host_sees_the_word_and_nobody_else(evening: AtTable) -> None:
    is_given(evening)
    views = evening.snapshot.views
    assert "HOUSE" in str(getattr(views["A"], "secret", ""))
    assert not any("HOUSE" in message.payload for message in evening.told)


@pytest.mark.parametrize(
    "other",
    [{"word": "CRANE"}, {"nonce": "bb"}, {"board": 2}, {"board": 0}, {"evening": "8"}, {"round": 2}, {"played": "1.1"}],
    ids=str,
)
def test_a_word_that_was_not_committed_to_is_ignored(evening: AtTable, other: dict[str, Any]) -> None:
    is_given(evening, **other)
    assert evening.snapshot.phase == "secret"


def test_without_the_league_the_host_chooses(evening: AtTable) -> None:
    evening.press(1, ENTER)
    evening.types(1, "MOUSE")
    evening.types(2, "MOUSE")
    assert not told(evening, "result")[-1]["given"]


def test_the_next_round_asks_for_the_next_word(evening: AtTable) -> None:
    is_given(evening)
    evening.types(2, "HOUSE")
    evening.clock.advance(4)
    evening.press(1, ENTER)
    assert [each["round"] for each in told(evening, "asks")] == [1, 2]


def test_after_a_power_cut_the_word_is_asked_for_again_and_not_a_new_one(evening: AtTable) -> None:
    is_given(evening)
    evening.does(PowerCut())
    hears_of(evening, EVENING)
    assert told(evening, "asks")[-1] == {**told(evening, "asks")[0], "again": True}
    is_given(evening)
    evening.chooses(1, "resume")
    evening.types(2, "HOUSE")
    assert told(evening, "result")[-1]["given"]


def test_a_computer_waits_for_the_word_but_not_for_ever() -> None:
    at = AtTable(seats_of(KINDS, 5, 5), league=True)
    hears_of(at, EVENING)
    at.press(1, "SPACE")
    at.types(1, "A")
    at.goes_to(1, "computers")
    at.press(1, RIGHT)  # a computer, which hosts first where only one person plays
    at.chooses(1, "start")
    at.clock.advance(PATIENCE - 1)
    assert at.snapshot.phase == "secret"
    at.clock.advance(PATIENCE)
    assert at.snapshot.phase == "guessing"


def test_words_that_are_opened_must_be_those_committed_to(evening: AtTable) -> None:
    honest = Evening("7", EVENING.commitments, dict(enumerate(BOARDS, 1)), over=True)
    hears_of(evening, honest)
    assert "committed" not in evening.text("seat1.panel")
    other = (BOARDS[0], ("bb", "SPEED"))
    lie = Evening("7", tuple(commitment(*board) for board in other), dict(enumerate(other, 1)), over=True)
    assert not lie.broken()
    hears_of(evening, lie)
    evening.clock.advance(5)
    assert "committed" in evening.text("seat1.panel")


def test_drawn_words_are_different_and_so_are_their_nonces() -> None:
    drawn = draw(("CRANE", "HOUSE", "MOUSE"), 3, Random(1))
    assert len({word for _, word in drawn}) == len({nonce for nonce, _ in drawn}) == 3
