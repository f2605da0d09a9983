"""The first keypad of a table that has none is paired without a key being pressed."""

from dataclasses import replace

import pytest

from firmware_host.console.keypads.first_pad import AGAIN_AFTER, STARTS_AFTER
from hardware.config.settings import TableSettings
from hardware.kinds.keypad.pairing import LOOKS_FOR, PAIRS_WITHIN
from hardware.kinds.keypad.troubles import NO_ADAPTER
from hardware.simulated.pairing import SimulatedPad
from tests.support.evening_table import EveningTable, grids_only, usual

NUMPAD = SimulatedPad("Numpad")
SLOW = SimulatedPad("Numpad", by_itself=False)  # nobody types on it unless the test does
JUST_WORKS = SimulatedPad("Numpad", digits=False)


def without_keypads(settings: TableSettings | None = None) -> TableSettings:
    settings = settings or usual()
    return replace(settings, seats={number: replace(seat, keypad=None) for number, seat in settings.seats.items()})


def switched_on(*pads: SimulatedPad, settings: TableSettings | None = None) -> EveningTable:
    """A table without keypads, some seconds after its first start, and keypads that blink beside it."""
    table = EveningTable(settings or without_keypads())
    table.evening.table.air.used = True
    for pad in pads:
        table.evening.table.air.switch_on(pad)
    return table.passes(STARTS_AFTER + 2)


@pytest.fixture
def paired() -> EveningTable:
    return switched_on(NUMPAD).passes(10)


def test_the_first_seat_says_what_to_do() -> None:
    assert switched_on().seat(1).panel.says("hold its pairing key until it blinks")


def test_the_other_seats_wait_for_theirs() -> None:
    assert not switched_on().seat(2).panel.says("pairing key")


def test_its_digits_stand_on_the_first_seats_panel() -> None:
    table = switched_on(SLOW)
    assert table.seat(1).panel.says("Type this on it")
    assert any(len(line) == 6 and line.isdigit() for line in table.seat(1).panel.text)


def test_where_seats_have_only_lights_the_digits_stand_on_the_tables_screen() -> None:
    assert switched_on(SLOW, settings=without_keypads(grids_only())).public.says("Type this on it")


def test_the_digits_that_were_typed_are_counted() -> None:
    table = switched_on(SLOW)
    table.evening.table.air.type_on_it("4", "2")
    assert table.passes(0.1).seat(1).panel.says("2 of 6")


def test_the_new_keypad_itself_says_what_is_printed_on_it(paired: EveningTable) -> None:
    assert paired.seat(1).panel.title == "Which key layout?"
    assert paired.seat(1).panel.chosen == "Digits only"


def test_a_number_pad_needs_one_key_to_be_ready(paired: EveningTable) -> None:
    ann = paired.seat(1).enter()
    assert ann.panel.says("Assigned to seat 1.")
    ann.name, ann.numeric = "Ann", True
    assert ann.joins().panel.title == "ANN: captain"


def test_a_keyboard_says_so(paired: EveningTable) -> None:
    ann = paired.seat(1)
    ann.name = "Ann"
    ann.chooses("qwerty")
    assert ann.joins().panel.title == "ANN: captain"


def test_a_keypad_without_digits_is_paired_too() -> None:
    assert switched_on(JUST_WORKS).passes(5).seat(1).panel.title == "Which key layout?"


def test_a_neighbours_keypad_without_digits_gets_no_seat_and_the_next_one_its_turn() -> None:
    """It would pair by itself, but the neighbour cannot see the table's screen."""
    table = switched_on(replace(JUST_WORKS, by_itself=False))
    assert table.seat(1).panel.says("Type this on it")
    assert table.passes(PAIRS_WITHIN).seat(1).panel.says("not typed within a minute")
    table.evening.table.air.switch_on(SimulatedPad("Ours"))
    assert table.passes(AGAIN_AFTER + 10).seat(1).panel.title == "Which key layout?"


def test_the_second_keypad_is_paired_from_the_menu_of_the_first(paired: EveningTable) -> None:
    ann = paired.seat(1)
    ann.name = "Ann"
    ann.chooses("qwerty").joins()
    paired.evening.table.air.switch_on(SimulatedPad("Other"))
    ann.chooses("pair").reads_and_chooses("Other")
    paired.passes(10)
    ann.chooses("2").chooses("qwerty")
    bob = paired.passes(1).seat(2)
    bob.name = "Bob"
    assert bob.joins().panel.says("Hello BOB")


def test_wrong_digits_are_told_and_it_is_tried_again() -> None:
    table = switched_on(SLOW)
    table.evening.table.air.type_on_it("0", "ENTER")
    assert table.passes(1).seat(1).panel.says("wrong digits")
    assert table.passes(AGAIN_AFTER + 2).seat(1).panel.says("Type this on it")


def test_one_that_does_not_pair_leaves_the_next_one_its_turn() -> None:
    table = switched_on(SLOW, SimulatedPad("Other"))
    table.evening.table.air.type_on_it("0", "ENTER")
    assert table.passes(AGAIN_AFTER + 10).seat(1).panel.title == "Which key layout?"


def test_nobody_has_to_hurry() -> None:
    table = switched_on().passes(2 * LOOKS_FOR)
    table.evening.table.air.switch_on(NUMPAD)
    assert table.passes(20).seat(1).panel.title == "Which key layout?"


def test_where_there_is_no_bluetooth_the_panel_says_so() -> None:
    table = EveningTable(without_keypads())
    table.evening.table.air.used = True
    table.evening.table.air.trouble = NO_ADAPTER
    assert table.passes(STARTS_AFTER + 1).seat(1).panel.says("no Bluetooth")


def test_the_next_evening_begins_with_that_keypad(paired: EveningTable) -> None:
    paired.seat(1).enter()
    paired.evening.power_cut()
    paired.evening.power_on()
    assert not paired.passes(STARTS_AFTER + 2).seat(1).panel.says("pairing key")


def test_a_table_with_a_keypad_looks_for_none() -> None:
    assert not switched_on(NUMPAD, settings=usual()).seat(1).panel.says("keypad")


def test_keypads_that_are_not_plugged_in_are_looked_for_until_one_comes() -> None:
    table = EveningTable(usual())
    table.evening.table.air.used = True
    for seat in usual().seats:
        table.evening.unplug(f"seat{seat}.keypad")
    table.passes(STARTS_AFTER + 2)
    assert table.seat(1).panel.title == "No keypad yet"
    table.evening.plug("seat2.keypad")
    assert table.passes(1).seat(1).panel.title != "No keypad yet"
    assert not table.seat(1).panel.says("Not paired")


def test_a_keypad_that_comes_meanwhile_does_not_disturb_the_digits() -> None:
    table = EveningTable(usual())
    table.evening.table.air.used = True
    for seat in usual().seats:
        table.evening.unplug(f"seat{seat}.keypad")
    table.evening.table.air.switch_on(SLOW)
    table.passes(STARTS_AFTER + 2)
    table.evening.plug("seat2.keypad")
    assert table.passes(1).seat(1).panel.says("Type this on it")
