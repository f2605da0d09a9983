"""Whoever holds a key to look at their own word looks alone, and no longer than they hold it."""

import pytest

from firmware_host.console.screens.looks import LASTS
from hardware.ports import ENTER, SPACE, KeyPress
from tests.support.evening_table import EveningTable, Place, usual, without_hoods


@pytest.fixture
def table() -> EveningTable:
    return EveningTable(without_hoods())


@pytest.fixture
def people(table: EveningTable) -> list[Place]:
    """Three who have hidden their words one after the other on the private screen. It is Ann's turn."""
    people = table.join("Ann", "Bob", "Cid")
    people[0].starts("wqrdles")
    for person, word in zip(people, ("HOUSE", "NEWTS", "ROAST"), strict=True):
        person.hides(word)
    return people


def sees_newts(table: EveningTable) -> bool:
    return table.private.says("NEWTS")


def test_a_look_lasts_as_long_as_the_key_is_held(table: EveningTable, people: list[Place]) -> None:
    people[1].holds(SPACE, 2.0)
    table.passes(1.9)
    assert sees_newts(table)
    table.passes(0.2)
    assert not sees_newts(table)


def test_a_key_that_bounces_does_not_end_a_look(table: EveningTable, people: list[Place]) -> None:
    people[1].holds(SPACE, 0.5)
    table.passes(0.51)
    assert sees_newts(table)  # it does not flicker either
    table.passes(0.01)
    people[1].holds(SPACE, 1.0)
    table.passes(0.5)
    assert sees_newts(table)


def test_a_look_ends_by_itself_though_nobody_hears_of_the_release(table: EveningTable, people: list[Place]) -> None:
    people[1].holds(SPACE, 60.0)
    table.passes(LASTS + 0.1)
    assert not sees_newts(table)


def test_a_look_ends_when_its_keypad_is_lost(table: EveningTable, people: list[Place]) -> None:
    people[1].holds(SPACE, 60.0)
    table.passes(0.5)
    table.evening.unplug("seat2.keypad")
    table.passes(0.2)
    assert not sees_newts(table)


def test_a_look_ends_when_its_keypad_is_lent(table: EveningTable, people: list[Place]) -> None:
    """Bob looks on his phone while his keypad is lent: the release of his key is credited to somebody else."""
    ann, _, _ = people
    table.evening.unplug("seat1.keypad")
    table.passes(1)
    table.evening.table.touch(KeyPress(2, SPACE, table.now))
    people[1].chooses("lend 2")
    assert not sees_newts(table)
    assert ann.panel.text


def test_a_look_ends_with_a_pause(table: EveningTable, people: list[Place]) -> None:
    people[1].holds(SPACE, 60.0)
    table.passes(0.5)
    table.button("pause")
    assert not sees_newts(table)


def test_a_look_ends_when_somebody_needs_the_screen() -> None:
    table = EveningTable(without_hoods())
    ann, bob, cid = table.join("Ann", "Bob", "Cid")
    ann.starts("wqrdles", queries="free", marking="hand")
    for person, word in ((ann, "HOUSE"), (bob, "NEWTS"), (cid, "ROAST")):
        person.hides(word)
    bob.holds(SPACE, 60.0)
    table.passes(0.5)
    assert sees_newts(table)
    ann.guesses("PECAN")  # to be marked by hand, on the private screen
    assert not sees_newts(table)


def test_two_look_at_once_each_on_their_own_panel() -> None:
    table = EveningTable(usual())
    ann, bob, cid = table.join("Ann", "Bob", "Cid")
    ann.starts("wqrdles")
    for person, word in ((ann, "HOUSE"), (bob, "NEWTS"), (cid, "ROAST")):
        person.hides(word)
    bob.holds(SPACE, 2.0)
    cid.holds(SPACE, 1.0)
    table.passes(1.5)
    assert bob.panel.says("NEWTS")
    assert not cid.panel.says("ROAST")


def test_the_release_of_another_key_does_not_end_a_look(table: EveningTable, people: list[Place]) -> None:
    people[1].holds(SPACE, 3.0)
    people[2].presses(ENTER)
    people[2].holds(SPACE, 0.1)
    table.passes(1)
    assert sees_newts(table)
