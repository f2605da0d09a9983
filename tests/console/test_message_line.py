"""The message line when much happens at once: what can be seen nowhere else is not pushed out by what can."""

import pytest

from firmware_host.console.alarms import Alarms
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.screens.message_line import AT_LEAST, LASTS, MessageLine
from firmware_host.console.seats import Seats
from firmware_host.texts.language import english
from firmware_host.texts.text import Text, say
from hardware.clock import VirtualClock
from tests.support.at_table import KINDS, AtTable, Wait

TROUBLE = say("The evening cannot be saved.")


def guess(number: int) -> Text:
    return say("Guess {number}.", number=number)


class Told:
    """A message line, and whoever reads it."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.line = MessageLine(Seats({}, Lobby()), Alarms(self.clock), lambda: None)

    def everybody_guesses(self) -> None:
        for number in range(8):
            self.line.tell(guess(number))

    def trouble(self) -> None:
        self.line.tell(TROUBLE, urgent=True)

    def seen_within(self, seconds: float, sentence: Text) -> float:
        """For how long it says this, within so many seconds."""
        steps = 0
        for _ in range(round(seconds / 0.1)):
            self.clock.advance(0.1)
            steps += self.line.now == sentence
        return steps * 0.1


@pytest.fixture
def told() -> Told:
    return Told()


def test_a_full_disk_is_told_though_everybody_guesses_at_that_moment(told: Told) -> None:
    told.everybody_guesses()
    told.trouble()
    told.everybody_guesses()
    assert told.seen_within(20, TROUBLE) > 0


def test_a_full_disk_is_told_before_what_was_waiting(told: Told) -> None:
    told.everybody_guesses()
    told.trouble()
    told.clock.advance(AT_LEAST + 0.1)
    assert told.line.now == TROUBLE


def test_a_full_disk_can_be_read_at_leisure_though_the_game_goes_on(told: Told) -> None:
    told.trouble()
    told.everybody_guesses()
    assert told.seen_within(20, TROUBLE) >= LASTS - 0.2


def test_news_of_the_game_gives_way_sooner(told: Told) -> None:
    told.line.tell(guess(0))
    told.line.tell(guess(1))
    assert told.seen_within(20, guess(0)) <= AT_LEAST + 0.1


def test_trouble_stands_on_the_table_screen() -> None:
    at = AtTable(KINDS)
    at.console.report(TROUBLE)
    at.does(Wait(0.1))
    assert english(TROUBLE) in at.text("public")
