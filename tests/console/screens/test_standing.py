"""What the table waits for stands on every display until it is over."""

from collections.abc import Callable

import pytest

from hardware.config.settings import TableSettings
from tests.support.evening_table import EveningTable, Screen, grids_only, grids_without_table_screen, without_hoods

LONG = 60.0  # seconds: much longer than any announcement


def everywhere(table: EveningTable) -> list[Screen]:
    return [table.public, *(table.seat(number).panel for number in (1, 2))]


def test_a_pause_stays_in_sight(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.from_the_menu("pause")
    table.passes(LONG)
    assert [screen.says("Paused by BOB.") for screen in everywhere(table)] == [True] * 3


def test_a_pause_stays_in_sight_though_keys_are_pressed(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.from_the_menu("pause")
    ann.presses("A", "B")
    assert ann.panel.says("Paused by BOB.")


def test_a_pause_is_in_sight_though_a_menu_is_open(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    bob.presses("ESC")
    assert bob.panel.title == "Menu"
    table.button("pause").passes(LONG)
    assert bob.panel.title == "Paused"
    bob.chooses("resume")
    assert ann.panel.title == "ANN: SOLVE"
    assert bob.presses("ESC").panel.title == "Menu"


def test_the_lost_keypad_stays_in_sight(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    table.evening.unplug("seat2.keypad")
    table.passes(LONG)
    ann.chooses("wait")
    assert table.public.says("Waiting for BOB's keypad.")
    assert ann.panel.says("Waiting for BOB's keypad.")
    table.evening.plug("seat2.keypad")
    table.passes(LONG)
    assert not table.public.says("Waiting")
    assert not bob.panel.says("Waiting")


def test_whoever_loses_a_keypad_is_told_at_once(table: EveningTable) -> None:
    ann, bob, _ = table.join("Ann", "Bob", "Cid")
    ann.starts("party")
    table.evening.unplug("seat2.keypad")
    assert bob.panel.says("Your keypad does not answer.")
    table.evening.plug("seat2.keypad")
    assert not bob.panel.says("Your keypad does not answer.")


@pytest.mark.parametrize("settings", [without_hoods, grids_without_table_screen], ids=["panels", "grids"])
def test_the_host_reads_of_a_pause_on_the_private_screen(settings: Callable[[], TableSettings]) -> None:
    table = EveningTable(settings())
    ann, _ = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    table.button("pause").passes(LONG)
    assert table.private.says("Paused by ANN.")


def test_after_a_power_cut_the_pause_is_in_sight(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    ann.starts("party")
    ann.hides("SOLVE")
    table.evening.power_cut()
    table.evening.power_on()
    table.passes(LONG)
    assert bob.panel.says("Paused.")


def test_without_a_panel_whoever_loses_a_keypad_is_told_at_once_too() -> None:
    table = EveningTable(grids_only())
    ann, _, _ = table.join("Ann", "Bob", "Cid")
    ann.starts("party")
    ann.hides("SOLVE")
    table.passes(12)
    table.evening.unplug("seat2.keypad")
    table.passes(0.1)
    assert table.public.says("Your keypad does not answer.")


def test_a_lost_keypad_is_never_called_a_pause_by_its_player() -> None:
    table = EveningTable(grids_only())
    ann, _, cid = table.join("Ann", "Bob", "Cid")
    ann.starts("party")
    ann.hides("SOLVE")
    table.evening.unplug("seat2.keypad")
    cid.guesses("SOLVE")
    seen = set()
    for _ in range(120):
        table.passes(0.5)
        seen.add(table.public.text[-1])
    assert "! Waiting for BOB's keypad." in seen
    assert not any("Paused by" in line for line in seen)
