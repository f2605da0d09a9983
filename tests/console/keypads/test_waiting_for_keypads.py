"""Whom a game waits for, phase by phase: the others play on without a keypad that nobody needs just now."""

from random import Random

import pytest

from firmware_host.console.keypads.lost import seat_of
from firmware_host.console.players import Players
from hardware.ports import ENTER
from tests.support.at_table import KINDS, AtTable, Button, Plug, Wait
from tests.support.evening import Evening
from tests.support.random_evening import RandomEvening, seats_of


def waited_for(evening: Evening) -> set[str]:
    """Everybody through whom the game has to go, sooner or later."""
    players = Players()
    players.see({name: evening.session.view(name) for name in evening.session.game.players})
    return {name for name in evening.session.game.players if players.is_needed(name)}


# ── who is needed ────────────────────────────────────────────────────────────────────────────────


def test_a_party_waits_for_its_host_to_hide_a_word() -> None:
    assert waited_for(Evening("party", "Ann", "Bob", "Cy")) == {"Ann"}


def test_a_party_then_waits_for_its_guessers_and_not_for_a_hint() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy")
    evening.does("Ann", "secret", word="SOLVE")
    assert waited_for(evening) == {"Bob", "Cy"}


def test_nobody_waits_for_a_guesser_who_is_done() -> None:
    evening = Evening("party", "Ann", "Bob", "Cy")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "guess", word="SOLVE")
    assert waited_for(evening) == {"Cy"}


def test_a_party_waits_for_the_hosts_last_word() -> None:
    evening = Evening("party", "Ann", "Bob", check="challenge")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "guess", word="SOLVE")
    assert waited_for(evening) == {"Ann"}


def test_wqrdles_waits_for_words_that_are_not_hidden_yet() -> None:
    evening = Evening("wqrdles", "Ann", "Bob", "Cy")
    evening.does("Bob", "secret", word="NEWTS")
    assert waited_for(evening) == {"Ann", "Cy"}


def test_wqrdles_waits_for_whose_turn_it_is_and_then_for_all_who_have_not_tried() -> None:
    evening = Evening("wqrdles", "Ann", "Bob", "Cy", queries="free")
    for who, word in (("Ann", "HOUSE"), ("Bob", "NEWTS"), ("Cy", "ROAST")):
        evening.does(who, "secret", word=word)
    assert waited_for(evening) == {"Ann"}
    evening.does("Ann", "query", word="PECAN")
    evening.does("Ann", "pass")
    assert waited_for(evening) == {"Bob", "Cy"}


def test_three_words_waits_for_the_master_to_answer() -> None:
    evening = Evening("three-words", "Ann", "Bob")
    evening.does("Ann", "secret", word="SOLVE")
    assert waited_for(evening) == {"Bob"}
    evening.does("Bob", "lifeline", card=1, side="seven-wrong")
    assert waited_for(evening) == {"Ann"}


def test_nobody_is_needed_after_a_round() -> None:
    """Anybody may say next."""
    evening = Evening("party", "Ann", "Bob")
    evening.does("Ann", "secret", word="SOLVE")
    evening.does("Bob", "give-up")
    assert waited_for(evening) == set()


@pytest.mark.parametrize(
    ("device", "seat"), [("seat3.keypad", 3), ("seat12.keypad", 12), ("seat3.panel", None), ("private", None)]
)
def test_only_a_keypad_has_somebody_who_types(device: str, seat: int | None) -> None:
    assert seat_of(device) == seat


# ── several at once ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def at() -> AtTable:
    """A has hidden a word for B and C, who have a minute for each row."""
    at = AtTable(seats_of(KINDS, 1, 1, 1), defaults={"party": {"timer": 60}})
    RandomEvening(at, Random(0)).begins("party", 3)
    at.press(1, ENTER)
    at.types(1, "SOLVE")
    return at


def paused(at: AtTable) -> bool:
    return at.snapshot.views[None].table.paused


def test_with_two_keypads_gone_the_game_waits_for_the_second_too(at: AtTable) -> None:
    at.does(Plug("seat2.keypad", False), Plug("seat3.keypad", False), Wait(1.0))
    at.does(Plug("seat2.keypad", True), Wait(3.0))
    assert paused(at)
    at.does(Plug("seat3.keypad", True), Wait(3.0))
    assert not paused(at)


def test_a_pause_that_somebody_asked_for_outlives_a_keypad_that_comes_back(at: AtTable) -> None:
    at.does(Button("pause"))
    at.does(Plug("seat2.keypad", False), Wait(1.0), Plug("seat2.keypad", True), Wait(3.0))
    assert paused(at)


def test_going_on_while_the_keypad_is_gone_waits_again(at: AtTable) -> None:
    at.does(Plug("seat2.keypad", False), Wait(1.0))
    at.does(Button("pause"))
    at.does(Wait(1.0))
    assert paused(at)
