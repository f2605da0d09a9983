"""What becomes of an action: accepted, waiting for the disk, or refused and given back."""

from random import Random

import pytest

from firmware_host.console.alarms import Alarms
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.referee import Accepted, Asked, Referee, Refused, Waits
from firmware_host.games.shared.table import Action, Event, RuleError
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.session import Session
from hardware.clock import VirtualClock
from hardware.ports import ENTER
from tests.support.at_table import KINDS, AtTable, Wait, load
from tests.support.random_evening import seats_of

SECRET = Action("ANN", "secret", word="SOLVE")
GUESS = Action("BOB", "guess", word="SMILE", row=1)


class Heard:
    """Notes everything that a referee says."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def accepted(self, asked: Asked) -> None:
        self.said.append(f"{asked.action.name} accepted")

    def refused(self, asked: Asked, refusal: RuleError) -> None:
        self.said.append(f"{asked.action.name} refused: {refusal.code}")

    def happened(self, events: tuple[Event, ...], by: int) -> None:
        del by
        self.said.extend(event.name for event in events if event.to == "all")

    def settled(self) -> None:
        self.said.append("settled")


class Game:
    """ANN and BOB have started a party game, and the start is saved."""

    def __init__(self) -> None:
        self.clock, self.heard = VirtualClock(), Heard()
        journal = Journal.on_the_spot(MEMORY, self.clock)
        self.referee = Referee(Session(load), journal, Alarms(self.clock), self.heard)
        self.referee.begin(Lobby({1: "ANN", 2: "BOB"}), Random(1))
        self.clock.settle()
        self.heard.said.clear()


@pytest.fixture
def game() -> Game:
    return Game()


def test_an_accepted_action_is_shown_only_when_it_is_saved(game: Game) -> None:
    assert game.referee.act(1, SECRET) == Accepted()
    table = game.referee.players.table
    assert table is not None
    assert (table.phase, game.heard.said) == ("secret", ["secret accepted"])
    game.clock.settle()
    table = game.referee.players.table
    assert table is not None
    assert table.phase == "guessing"
    assert game.heard.said == ["secret accepted", "secret-set", "settled"]


def test_what_comes_while_something_is_being_saved_waits(game: Game) -> None:
    game.referee.act(1, SECRET)
    assert game.referee.act(2, GUESS) == Waits()
    game.clock.settle()
    assert game.heard.said == ["secret accepted", "secret-set", "guess accepted", "settled", "counted", "settled"]


def test_a_refused_action_is_answered_with_the_reason(game: Game) -> None:
    outcome = game.referee.act(2, GUESS)
    assert isinstance(outcome, Refused)
    assert outcome.refusal.code == "not-now"
    assert game.heard.said == ["guess refused: not-now"]


def test_the_same_action_waits_only_once(game: Game) -> None:
    game.referee.act(1, SECRET)
    for _ in range(3):
        game.referee.act_later(2, GUESS)
    game.clock.settle()
    assert game.heard.said.count("guess accepted") == 1


# ── what is refused ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def at() -> AtTable:
    """A has hidden a word for B and C."""
    at = AtTable(seats_of(KINDS, 4, 1, 1))
    for seat, name in ((1, "A"), (2, "B"), (3, "C")):
        at.press(seat, ENTER)
        at.types(seat, name)
    at.chooses(1, "start")
    at.does(Wait(1.0))
    at.types(1, "SOLVE")
    at.does(Wait(1.0))
    return at


def typed(at: AtTable, seat: int) -> str:
    return at.desk(seat).typed_for(at.task(seat))


def test_a_refused_word_stays_where_it_was_typed(at: AtTable) -> None:
    at.types(2, "XQZKV")
    assert typed(at, 2) == "XQZKV"


def test_so_does_one_that_had_to_wait_before_it_was_refused(at: AtTable) -> None:
    at.press(2, *"SMILE")
    at.press(3, *"XQZKV")
    at.table.press(2, ENTER)
    at.table.press(3, ENTER)
    at.does(Wait(0.1))
    assert (typed(at, 2), typed(at, 3)) == ("", "XQZKV")
