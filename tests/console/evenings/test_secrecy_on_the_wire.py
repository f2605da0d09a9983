"""Nothing that is private to somebody reaches anybody else's display, the speaker, the buzzer or the log: on bytes."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from firmware_host.console.announce import GOOD, Announcer, News
from firmware_host.console.keypads.answers import RARE
from firmware_host.console.referee import Outcome, Referee
from firmware_host.console.screens import showing
from firmware_host.console.screens.looks import Looks
from firmware_host.console.screens.public_screen import OpenText
from firmware_host.console.screens.screens import Screens
from firmware_host.console.seats import Seats
from firmware_host.games.party import seat as party
from firmware_host.games.shared.page import Page
from firmware_host.games.shared.sitting import Comfort, Sitting, hide_a_word
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.tasks import Desk, Item
from firmware_host.games.shared.views import TableView
from firmware_host.games.three_words import seat as three_words
from firmware_host.games.wqrdles import seat as wqrdles
from firmware_host.league import facts, teller
from firmware_host.texts.text import NOTHING, Text, say, verbatim
from hardware.ports import ENTER, SPACE
from tests.support.at_table import KINDS, AtTable
from tests.support.random_evening import GAMES, RandomEvening, seats_of
from tests.support.secrecy import Leak
from tests.support.wire_secrecy import compared

pytestmark = pytest.mark.proof

ENOUGH, ENOUGH_IN_SOAK = 100, 1000  # comparisons of a game, each with a real alternative
SECRET, GUESS, HALF_TYPED = frozenset({"secret", "correct"}), frozenset({"guess"}), frozenset({"half-typed"})


@pytest.mark.parametrize("game", GAMES)
def test_no_wire_tells_a_secret_from_another_that_fits(game: str, soak: bool) -> None:
    enough = ENOUGH_IN_SOAK if soak else ENOUGH
    assert len(compared(game, enough, Random(f"wire {game}"), SECRET)) >= enough


def test_no_wire_tells_other_guessers_what_somebody_guessed(soak: bool) -> None:
    enough = ENOUGH_IN_SOAK if soak else 30
    assert len(compared("party", enough, Random("wire guesses"), GUESS)) >= enough


@pytest.mark.parametrize("game", GAMES)
def test_no_wire_tells_what_somebody_typed_and_took_back(game: str, soak: bool) -> None:
    """Half a secret, half a correction, a hint, an answer to a lifeline."""
    enough = ENOUGH_IN_SOAK if soak else 20
    assert len(compared(game, enough, Random(f"half-typed {game}"), HALF_TYPED, dawdling=0.4)) >= enough


def test_no_wire_tells_other_guessers_which_word_was_refused(soak: bool) -> None:
    """Nor which word was put to the Host."""
    enough = 100 if soak else 4
    assert len(compared("party", enough, Random("refused"), frozenset({"refused"}))) >= enough


# ── two that were there ──────────────────────────────────────────────────────────────────────────


@pytest.fixture
def three() -> AtTable:
    """Three seats with open panels, about to hide their words one after the other on the private screen."""
    at = AtTable(seats_of(KINDS, 1, 1, 1))
    RandomEvening(at, Random(0)).begins("wqrdles", 3)
    return at


def test_nobody_looks_at_their_word_on_a_screen_in_other_hands(three: AtTable) -> None:
    three.press(1, ENTER)
    three.types(1, "HOUSE")
    three.press(2, ENTER)
    three.table.hold(1, SPACE)
    three.clock.advance(0.1)
    assert "HOUSE" not in three.text("private")


def test_a_word_can_be_looked_at_on_a_screen_that_nobody_has(three: AtTable) -> None:
    for seat, word in ((1, "HOUSE"), (2, "NEWTS"), (3, "ROAST")):
        three.press(seat, ENTER)
        three.types(seat, word)
    three.table.hold(2, SPACE)
    three.clock.advance(0.1)
    assert "NEWTS" in three.text("private")
    three.table.let_go(2, SPACE)
    three.clock.advance(0.1)
    assert "NEWTS" not in three.text("private")


def test_two_who_look_at_once_do_not_see_each_others_words(three: AtTable) -> None:
    for seat, word in ((1, "HOUSE"), (2, "NEWTS"), (3, "ROAST")):
        three.press(seat, ENTER)
        three.types(seat, word)
    three.table.hold(2, SPACE)
    three.clock.advance(0.1)
    three.table.hold(3, SPACE)
    three.clock.advance(0.1)
    assert "ROAST" not in three.text("private")


def test_a_rare_word_is_told_where_only_its_owner_reads_it(three: AtTable) -> None:
    three.press(1, ENTER)
    three.types(1, "YCLAD")
    assert "rare word" in three.text("private")
    assert "rare word" not in three.text("seat1.panel")


# ── planted leaks ────────────────────────────────────────────────────────────────────────────────

Plant = Callable[[pytest.MonkeyPatch], None]


def letters_on_the_grid(plant: pytest.MonkeyPatch) -> None:
    """Each letter full size, of a secret too."""

    def leaky(screens: Screens, seat: int, letter: str) -> None:
        grid = screens._table.seats[seat].grid
        if grid is not None and letter:
            screens.showing.letter(grid, letter, screens._now())

    plant.setattr(Screens, "show_letter", leaky)


def a_title_on_the_own_page(plant: pytest.MonkeyPatch) -> None:
    def leaky(view: TableView, desk: Desk, comfort: Comfort, own: Page, items: tuple[Item, ...] = ()) -> Sitting:
        sitting = hide_a_word(view, desk, comfort, own, items)
        return replace(sitting, own=replace(own, title=verbatim(desk.typed_for(sitting.task))))

    for game in (party, wqrdles, three_words):
        plant.setattr(game, "hide_a_word", leaky)


def a_sentence_for_all(plant: pytest.MonkeyPatch) -> None:
    """Whoever hides a rare word is warned, and everybody reads that something was said."""
    refuse = Seats.refuse

    def leaky(seats: Seats, seat: int, why: Text, openly: Text = NOTHING) -> None:
        refuse(seats, seat, why, openly)
        if why == RARE:
            for other in seats:
                seats.say_to(other, say("That will be hard to guess."))

    plant.setattr(Seats, "refuse", leaky)


def _noting(plant: pytest.MonkeyPatch, note: Callable[[Action], None]) -> None:
    act = Referee.act

    def leaky(referee: Referee, seat: int, action: Action, *shown: Any) -> Outcome:
        note(action)
        return act(referee, seat, action, *shown)

    plant.setattr(Referee, "act", leaky)


def a_line_in_the_log(plant: pytest.MonkeyPatch) -> None:
    _noting(plant, lambda action: logging.getLogger("wordtable").debug("%s", action.word[:1]))


def a_cheerful_buzzer(plant: pytest.MonkeyPatch) -> None:
    tell, hidden = Announcer.tell, [""]

    def note(action: Action) -> None:
        hidden[0] = action.word if action.name == "secret" else ""

    def cheerful(announcer: Announcer, news: News) -> None:
        tell(announcer, replace(news, tone=GOOD) if hidden[0] and hidden[0] < "N" else news)

    _noting(plant, note)
    plant.setattr(Announcer, "tell", cheerful)


def a_letter_at_the_broker(plant: pytest.MonkeyPatch) -> None:
    hidden = [""]

    def note(action: Action) -> None:
        hidden[0] = action.word if action.name == "secret" else hidden[0]

    _noting(plant, note)
    plant.setattr(teller, "public_facts", lambda view: {**facts.public_facts(view), "hint": hidden[0][:1]})


def messages_everywhere(plant: pytest.MonkeyPatch) -> None:
    plant.setattr(showing, "message_to", lambda _sitting, desk, _private: desk.message)


def any_screen_to_look_at(plant: pytest.MonkeyPatch) -> None:
    private_page = Screens._private_page

    def leaky(screens: Screens, texts: Mapping[int, OpenText]) -> tuple[Page, int | None]:
        seat = screens._glass.looking
        if seat is None:
            return private_page(screens, texts)
        state, sitting = screens._seats[seat], screens._sittings.at(seat)
        return showing.page_for(sitting, state.desk, state.news, private=True), seat

    plant.setattr(Screens, "_private_page", leaky)
    plant.setattr(Looks, "_may_see_word", lambda looks, seat: looks._sittings.at(seat).private is not None)


PLANTED: Mapping[str, tuple[str, Plant]] = {
    "letters on the grid": ("wqrdles", letters_on_the_grid),
    "a title on the own page": ("party", a_title_on_the_own_page),
    "a sentence for all": ("three-words", a_sentence_for_all),
    "a line in the log": ("party", a_line_in_the_log),
    "a cheerful buzzer": ("three-words", a_cheerful_buzzer),
    "a letter at the broker": ("party", a_letter_at_the_broker),
    "messages everywhere": ("wqrdles", messages_everywhere),
    "any screen to look at": ("wqrdles", any_screen_to_look_at),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, plant = PLANTED[name]
    plant(monkeypatch)
    with pytest.raises(Leak):
        compared(game, 5 * ENOUGH, Random(name), SECRET | HALF_TYPED)
