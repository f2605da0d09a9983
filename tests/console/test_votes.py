"""«Allow this word?»: who is asked, how an answer is reached, and that no question outlives what it was for."""

from random import Random
from typing import ClassVar, cast

import pytest

from firmware_host.console.evening import Evening as ConsoleEvening
from firmware_host.console.tasks import ListTask
from firmware_host.console.votes import Votes
from firmware_host.rules.games import View
from hardware.ports import DOWN, ENTER, ESCAPE
from tests.console.at_table import KINDS, AtTable, Wait
from tests.console.random_evening import RandomEvening, seats_of
from tests.evening import Evening

NO_WORD = "XQZKV"


def begun(game: str, **options: object) -> AtTable:
    """Three at hooded panels; A hides a word in the games that have a Host."""
    at = AtTable(seats_of(KINDS, 4, 4, 5), defaults={game: options})
    RandomEvening(at, Random(0)).begins(game, 3)
    return at


@pytest.fixture
def party() -> AtTable:
    at = begun("party")
    at.types(1, "SOLVE")
    return at


def asks(at: AtTable, seat: int) -> None:
    """Types a word that is none, and insists."""
    at.types(seat, NO_WORD)
    at.press(seat, ENTER)


def asked(at: AtTable) -> set[int]:
    """Who has the question before them."""
    return {seat for seat in at.table.seats if f"allow {NO_WORD}?" in at.text(f"seat{seat}.panel")}


def test_the_host_is_asked_and_nobody_else(party: AtTable) -> None:
    asks(party, 2)
    assert asked(party) == {1}


def test_a_word_that_is_allowed_can_be_guessed(party: AtTable) -> None:
    asks(party, 2)
    party.press(1, DOWN, ENTER)
    party.press(2, ENTER)
    assert party.text("seat2.panel").startswith("Row 2")


def test_a_word_that_is_not_allowed_is_still_refused(party: AtTable) -> None:
    asks(party, 2)
    party.press(1, ENTER)
    party.press(2, ENTER)
    assert party.text("seat2.panel").startswith("Row 1")


def test_a_question_left_unanswered_is_a_no(party: AtTable) -> None:
    asks(party, 2)
    party.press(1, ESCAPE)
    asks(party, 3)
    assert asked(party) == {1}


def test_one_word_at_a_time(party: AtTable) -> None:
    asks(party, 2)
    asks(party, 3)
    assert "B: allow" in party.text("seat1.panel")


def test_in_wqrdles_all_others_must_agree() -> None:
    at = begun("wqrdles", queries="free", window=None)
    for seat, word in ((1, "HOUSE"), (2, "NEWTS"), (3, "ROAST")):
        at.types(seat, word)
    asks(at, 1)
    assert asked(at) == {2, 3}
    at.press(2, DOWN, ENTER)
    at.press(1, ENTER)
    assert at.console._session.game.phase == "query", "C has not agreed yet"
    at.press(3, DOWN, ENTER)
    at.press(1, ENTER)
    assert at.console._session.game.phase == "attempts"


def test_a_question_goes_with_its_round(party: AtTable) -> None:
    asks(party, 2)
    party.types(3, "SOLVE")
    for _ in NO_WORD:
        party.press(2, "DELETE")
    party.types(2, "SOLVE")
    party.does(Wait(1.0))
    assert asked(party) == set()
    party.press(2, ENTER)  # the next round
    party.types(2, "HOUSE")
    asks(party, 3)
    assert asked(party) == {2}


class ComputerHosts:
    """An evening of the party game in which ADA, a computer, hosts two people."""

    players: ClassVar = {1: "ANN", 2: "BOB"}

    def __init__(self) -> None:
        self.game = Evening("party", "ADA", "ANN", "BOB")
        self.asked: list[int] = []
        self.said: list[tuple[int, str]] = []

    def view_of(self, name: str) -> View:
        return self.game.session.view(name)

    def asks_privately(self, _seat: int) -> bool:
        return False

    def ask(self, seat: int, _question: ListTask) -> None:
        self.asked.append(seat)

    def say_to(self, seat: int, say: str) -> None:
        self.said.append((seat, say))


def test_with_a_computer_host_no_other_guesser_is_shown_the_word() -> None:
    evening = ComputerHosts()
    allowed: list[str] = []
    assert Votes(cast(ConsoleEvening, evening), allowed.append).put(NO_WORD, 2)
    assert (evening.asked, allowed) == ([], [])
    assert evening.said == [(2, "A computer hosts, and allows no words.")]
