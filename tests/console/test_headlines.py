"""The message line when much happens at once: what can be seen nowhere else is not pushed out by what can."""

import pytest

from firmware_host.console.announce import News
from firmware_host.console.headlines import AT_LEAST, LASTS
from tests.console.at_table import KINDS, AtTable, Wait

TROUBLE = "The evening cannot be saved."


@pytest.fixture
def at() -> AtTable:
    return AtTable(KINDS)


def everybody_guesses(at: AtTable) -> None:
    for number in range(8):
        at.console.tell(News(f"Guess {number}."))


def seen_within(at: AtTable, seconds: float, words: str) -> float:
    """For how long the table screen says this, within so many seconds."""
    steps = 0
    for _ in range(round(seconds / 0.1)):
        at.does(Wait(0.1))
        steps += words in at.text("table.screen")
    return steps * 0.1


def test_a_full_disk_is_told_though_everybody_guesses_at_that_moment(at: AtTable) -> None:
    everybody_guesses(at)
    at.console.report(TROUBLE)
    everybody_guesses(at)
    assert seen_within(at, 20, TROUBLE) > 0


def test_a_full_disk_is_told_before_what_was_waiting(at: AtTable) -> None:
    everybody_guesses(at)
    at.console.report(TROUBLE)
    at.does(Wait(AT_LEAST + 0.1))
    assert TROUBLE in at.text("table.screen")


def test_a_full_disk_can_be_read_at_leisure_though_the_game_goes_on(at: AtTable) -> None:
    at.console.report(TROUBLE)
    everybody_guesses(at)
    assert seen_within(at, 20, TROUBLE) >= LASTS - 0.2


def test_news_of_the_game_gives_way_sooner(at: AtTable) -> None:
    at.console.tell(News("Guess 0."))
    at.console.tell(News("Guess 1."))
    assert seen_within(at, 20, "Guess 0.") <= AT_LEAST + 0.1
