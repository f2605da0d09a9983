"""The captain asks the computer under the table for a backup, an update or SSH, and everybody else goes on."""

import pytest

from firmware_host.texts.text import say
from hardware.ports import BACK_UP, ESCAPE, OWN_WIFI, SSH_ON, UPDATE, Done
from hardware.simulated.chores import TAKES, SimulatedChores
from hardware.simulated.network import OWN
from tests.support.evening_table import EveningTable, Place, grids_only


@pytest.fixture
def table() -> EveningTable:
    return EveningTable(chores=True)


def chores(table: EveningTable) -> SimulatedChores:
    assert table.evening.chores is not None
    return table.evening.chores


def asks(captain: Place, chore: str) -> Place:
    return captain.chooses("chores").chooses(chore)


def test_a_backup_says_that_it_is_being_made(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    asks(ann, BACK_UP)
    assert ann.panel.says("Copying games, names and house words")


def test_the_captain_reads_what_became_of_it(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    chores(table).answers[BACK_UP] = Done(say("Saved on the USB stick."))
    asks(ann, BACK_UP)
    table.passes(TAKES + 1)
    assert ann.panel.says("Saved on the USB stick.")


def test_enter_goes_back_to_the_lobby(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    asks(ann, BACK_UP)
    table.passes(TAKES + 1)
    ann.enter()
    assert ann.panel.says("ANN: captain")


def test_keys_do_not_end_a_chore_that_is_being_done(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    asks(ann, UPDATE)
    ann.enter().enter()
    table.passes(1)
    assert ann.panel.says("Looking for a newer version")
    assert chores(table).done == [UPDATE]


def test_the_password_stands_on_the_captains_display(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    asks(ann, SSH_ON)
    table.passes(TAKES + 1)
    assert ann.panel.says("password simulated")


def test_phones_scan_the_tables_own_wifi_while_the_console_runs(table: EveningTable) -> None:
    ann, _ = table.join("Ann", "Bob")
    asks(ann, OWN_WIFI)
    table.passes(TAKES + 1)
    assert ann.panel.says(OWN.name)
    assert ann.panel.says(OWN.password)
    ann.enter()
    assert not ann.panel.says(OWN.password)  # the code takes its room
    ann.enter()
    assert ann.panel.says("ANN: captain")


def test_the_password_is_read_on_the_private_screen_and_never_on_the_public_one() -> None:
    """Anybody in the network can open the page of the public screen, without a code."""
    table = EveningTable(grids_only(), chores=True)
    ann, _ = table.join("Ann", "Bob")
    asks(ann, SSH_ON)
    seen = []
    for _ in range(3):
        table.passes(TAKES + 1)
        seen += [*table.public.text]
    assert not any("password" in line for line in (*seen, *table.private.text))
    ann.enter()
    assert any("password simulated" in line for line in table.private.text)
    assert not any("password" in line for line in table.public.text)
    ann.enter()
    assert not any("password" in line for line in (*table.public.text, *table.private.text))


def test_the_others_go_on_while_it_is_done(table: EveningTable) -> None:
    ann, bob = table.join("Ann", "Bob")
    asks(ann, UPDATE)
    table.seat("Cy").joins()
    assert bob.panel.says("3 at the table")


def test_only_the_captain_is_offered_chores(table: EveningTable) -> None:
    _, bob = table.join("Ann", "Bob")
    bob.presses(ESCAPE)
    assert not bob.panel.says("This computer")
    with pytest.raises(AssertionError, match="finds no chores"):
        bob.chooses("chores")


def test_a_table_without_panels_can_ask_too() -> None:
    table = EveningTable(grids_only(), chores=True)
    ann, _ = table.join("Ann", "Bob")
    asks(ann, BACK_UP)
    table.passes(TAKES + 1)
    assert chores(table).done == [BACK_UP]
    assert any("No USB stick found" in line for screen in (table.private, table.public) for line in screen.text)


def test_a_computer_that_does_no_chores_offers_none() -> None:
    table = EveningTable()
    ann, _ = table.join("Ann", "Bob")
    with pytest.raises(AssertionError, match="finds no chores"):
        ann.chooses("chores")
