"""The same words at every table: handed out when a round begins, checked against what was committed to."""

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware_host.cli import main
from firmware_host.journal.rows import PLEDGES
from firmware_host.league.complaints import FIRST_ANSWERS, TOLD_AGAIN
from firmware_host.league.pledges import KEPT_AFTER, LONGEST_NAME, MOST
from firmware_host.league.service.store import Store
from firmware_host.league.teller import PATIENCE
from firmware_host.league.words import Evening, commitment
from hardware.ports import DOWN, ENTER, RIGHT
from tests.league.test_telling import takes, told
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


def told_when_the_league_hides(word: str) -> list[str]:
    """B guesses words that compare alike with HOUSE and MOUSE, with a power cut on the way."""
    boards = (("aa", word),)
    told_of = Evening("7", tuple(commitment(*board) for board in boards))
    at = AtTable(seats_of(KINDS, 5, 5), league=True)
    hears_of(at, told_of)
    RandomEvening(at, Random(0)).begins("party", 2)
    is_given(at, word=word)
    at.types(2, "TRAIN")
    at.does(PowerCut())
    hears_of(at, told_of)
    is_given(at, word=word)
    at.chooses(1, "resume")
    at.types(2, "ROUSE")
    assert at.snapshot.phase == "guessing"
    return [f"{message.topic} {message.payload}" for message in at.told]


def test_no_byte_tells_which_word_the_league_has_hidden() -> None:
    assert told_when_the_league_hides("HOUSE") == told_when_the_league_hides("MOUSE")


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


@pytest.mark.parametrize("cut", [False, True], ids=["", "power cut"])
def test_a_round_that_is_begun_again_is_not_compared(evening: AtTable, *, cut: bool) -> None:
    is_given(evening)
    evening.types(2, "TRAIN")
    evening.chooses(1, "redo")
    evening.press(1, DOWN)  # yes
    evening.press(1, ENTER)
    evening.clock.advance(PATIENCE)
    assert evening.snapshot.phase == "secret"
    if cut:
        evening.does(PowerCut())
        hears_of(evening, EVENING)
        evening.chooses(1, "resume")
    evening.press(1, ENTER)
    evening.types(1, "HOUSE")
    evening.types(2, "HOUSE")
    assert not told(evening, "result")[-1]["given"]


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


def test_a_word_that_everybody_knows_is_not_hidden(evening: AtTable) -> None:
    hears_of(evening, Evening("7", EVENING.commitments, {1: BOARDS[0]}))
    is_given(evening)
    assert evening.snapshot.phase == "secret"
    is_given(evening, board=2, nonce="bb", word="CRANE")
    assert evening.snapshot.phase == "guessing"


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


def test_drawn_words_are_different_and_so_are_their_nonces(tmp_path: Path) -> None:
    file = str(tmp_path / "league.db")
    assert main(["league", "evening", "--name", "club", "--database", file, "--boards", "100"]) == 0
    with Store(file, "club") as store:
        (evening,) = store.evenings(9)
    assert len({word for _, word in evening.boards}) == len({nonce for nonce, _ in evening.boards}) == 100


def test_words_of_a_list_are_played_in_its_order(tmp_path: Path) -> None:
    (listed := tmp_path / "tonight.txt").write_text("house\n\ncrane\nmouse\n")
    file = str(tmp_path / "league.db")
    assert main(["league", "evening", "--name", "club", "--database", file, "--words", str(listed)]) == 0
    with Store(file, "club") as store:
        assert [word for _, word in store.evenings(1)[0].boards] == ["HOUSE", "CRANE", "MOUSE"]


# ── what was committed to stays so ───────────────────────────────────────────────────────────────

ALL = dict(enumerate(BOARDS, 1))
OTHER = [("aa", "HOUSE"), ("bb", "SPEED")]
CHANGED = Evening("7", tuple(commitment(*board) for board in OTHER))


def says(at: AtTable) -> str:
    """What stands on B's panel for the next seconds, while A is asked for a word."""
    seen = []
    for _ in range(6):
        seen.append(at.text("seat2.panel"))
        at.clock.advance(1)
    return "\n".join(seen)


def test_a_list_that_is_changed_later_is_told_to_everybody_and_not_played_with(evening: AtTable) -> None:
    hears_of(evening, CHANGED)
    assert "changed the words" in says(evening)
    is_given(evening, board=2, nonce="bb", word="SPEED")
    assert evening.snapshot.phase == "secret"


def test_a_table_that_starts_again_still_knows_what_was_committed_to(evening: AtTable) -> None:
    evening.clock.advance(KEPT_AFTER)
    evening.does(PowerCut())
    hears_of(evening, CHANGED)
    evening.chooses(1, "resume")
    evening.clock.advance(TOLD_AGAIN)
    hears_of(evening, CHANGED)
    assert "changed the words" in says(evening)


def test_a_word_that_is_not_opened_at_the_end_is_told_to_everybody(evening: AtTable) -> None:
    hears_of(evening, Evening("7", EVENING.commitments, {1: BOARDS[0]}, over=True))
    assert "committed" in says(evening)


def test_the_words_of_the_evening_before_are_checked_too(evening: AtTable) -> None:
    assert evening.teller is not None
    next_one = Evening("8", (commitment("cc", "TRAIN"),))
    hears_of(evening, next_one)
    before = Evening("7", EVENING.commitments, {1: BOARDS[0], 2: ("bb", "SPEED")}, over=True)
    evening.teller.heard("wordtable/club/before", json.dumps(before.as_json()))
    assert "committed" in says(evening)
    honest = Evening("7", EVENING.commitments, ALL, over=True)
    evening.teller.heard("wordtable/club/before", json.dumps(honest.as_json()))
    assert evening.teller.pledges.checked["7"] == {1, 2}


def test_a_broker_that_tells_of_ever_new_evenings_does_not_fill_the_table(evening: AtTable) -> None:
    assert evening.teller is not None
    for number in range(3 * MOST):
        hears_of(evening, Evening(f"{number} of many", EVENING.commitments, {1: BOARDS[0]}))
    hears_of(evening, Evening("x" * (LONGEST_NAME + 1), EVENING.commitments))
    evening.clock.advance(KEPT_AFTER)
    assert len(evening.teller.pledges.checked) <= MOST
    with evening.journal.reading() as kept:
        assert len(kept.pledges()) == MOST
        assert kept.rows.how_many(PLEDGES) == 1


@pytest.mark.parametrize(
    ("words", "wrong"), [("house\nhouse\n", 2), ("house\n\ncrane\nhouses\n", 3), ("xqzzy\nhouse\n", 1)]
)
def test_whoever_begins_an_evening_reads_which_word_of_a_list_cannot_be_hidden(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, wrong: int
) -> None:
    """Also if it is there twice: every word of an evening is another one."""
    (listed := tmp_path / "tonight.txt").write_text(words)
    database = ("--database", str(tmp_path / "league.db"))
    assert main(["league", "evening", "--name", "club", "--words", str(listed), *database]) == 1
    assert f"word {wrong} cannot be hidden" in capsys.readouterr().err


def test_the_newest_evening_is_the_one_that_was_begun_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi has no clock of its own: without a network it may be in a year that is over. Or somebody is quick."""
    file = str(tmp_path / "league.db")
    for boards, now in ((1, 2e9), (2, 2e9), (3, 1e9)):
        monkeypatch.setattr("firmware_host.league.service.evenings.wall_clock", partial(float, now))
        assert main(["league", "evening", "--name", "club", "--database", file, "--boards", str(boards)]) == 0
    with Store(file, "club") as store:
        assert [len(each.boards) for each in store.evenings(9)] == [3, 2, 1]
        assert not store.evenings(1)[0].told(1e9).over
        assert store.evenings(1)[0].told(1e9 + 4 * 3600).over


# ── whoever else has the table's password ────────────────────────────────────────────────────────


def test_a_word_that_somebody_else_has_asked_for_is_told_to_everybody(evening: AtTable) -> None:
    evening.clock.advance(FIRST_ANSWERS)
    is_given(evening, board=2, nonce="bb", word="CRANE", round=2)
    assert "password" in says(evening)
    assert evening.snapshot.phase == "secret"


def test_a_result_that_somebody_else_has_told_is_noticed(evening: AtTable, caplog: pytest.LogCaptureFixture) -> None:
    is_given(evening)
    evening.clock.advance(FIRST_ANSWERS)
    takes(evening, f"{told(evening, 'asks')[0]['played']}.1")
    assert "password" in says(evening)
    assert "password" in caplog.text


def test_answers_to_the_table_itself_are_nothing_to_worry_about(evening: AtTable) -> None:
    """Two services answer, and the second time everything is over already."""
    evening.clock.advance(FIRST_ANSWERS)
    is_given(evening)
    is_given(evening)
    evening.types(2, "HOUSE")
    (result,) = told(evening, "result")
    takes(evening, result["key"])
    evening.clock.advance(4)
    evening.press(1, ENTER)
    is_given(evening, round=1)
    takes(evening, result["key"], new=False)
    assert "password" not in says(evening)


def test_an_answer_to_what_was_said_before_a_power_cut_is_nothing_to_worry_about(
    evening: AtTable, caplog: pytest.LogCaptureFixture
) -> None:
    """The panels say first how to go on; the log has everything."""
    evening.clock.advance(FIRST_ANSWERS)
    is_given(evening)
    evening.types(2, "HOUSE")
    evening.does(PowerCut())
    hears_of(evening, EVENING)
    takes(evening, told(evening, "result")[0]["key"], "of a game before")
    assert caplog.messages == []


def test_a_result_that_comes_once_more_long_after_a_power_cut_is_nothing_to_worry_about(
    evening: AtTable, caplog: pytest.LogCaptureFixture
) -> None:
    """A slow network has kept it, and the league answers that it has it already."""
    is_given(evening)
    evening.types(2, "HOUSE")
    key = told(evening, "result")[0]["key"]
    takes(evening, key)
    evening.does(PowerCut())
    hears_of(evening, EVENING)
    evening.clock.advance(FIRST_ANSWERS)
    takes(evening, key, new=False)
    assert caplog.messages == []


def test_with_the_question_the_newest_result_is_told_again(evening: AtTable) -> None:
    """The league gives no other word without it, and a busy broker may have dropped it."""
    is_given(evening)
    evening.types(2, "HOUSE")
    evening.clock.advance(4)
    evening.press(1, ENTER)
    assert [each.topic.rpartition("/")[2] for each in evening.told if "/view" not in each.topic][-2:] == [
        "result",
        "asks",
    ]
