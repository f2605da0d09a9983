"""No letter escapes: what is typed on a keypad of the table is heard by the console, and by nobody else."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hardware.keymaps import CODES
from hardware.settings import TableSettings
from tests.kernel.machine import Machine
from tests.kernel.seen import SeenTable

CONSOLE = "/dev/tty1"
A, ENTER, KP2, KP_ENTER, F1 = (CODES[f"KEY_{name}"] for name in ("A", "ENTER", "KP2", "KPENTER", "F1"))
KEYPADS = {1: (ENTER, A), 2: (ENTER, A), 3: (ENTER, A), 4: (ENTER, A), 5: (KP_ENTER, KP2), 6: (KP_ENTER, KP2)}
NODES = 7  # six keypads, and the second node of one


def heard_by_others(machine: Machine) -> dict[str, int]:
    """Every keypad is typed on, and so is the second node of the one that has two."""
    machine.ask("listen")
    for seat, codes in KEYPADS.items():
        machine.ask("type", device=f"seat{seat}.keypad", codes=codes)
    for down in (True, False):
        machine.ask("key", device="seat3.keypad", node=1, code=F1, down=down)
    machine.ask("wait", seconds=0.5)
    heard: dict[str, int] = machine.ask("heard")["heard"]
    return heard


@contextmanager
def console(machine: Machine) -> Iterator[None]:
    assert machine.ask("start", journal="letters.db")["ready"], machine.last_words()
    try:
        yield
    finally:
        machine.ask("signal", signal="SIGTERM")


@pytest.fixture(scope="module")
def escaped(machine: Machine, seen: SeenTable, settings: TableSettings) -> dict[str, int]:
    """What others hear while the console runs, and has taken every keypad."""
    del settings
    with console(machine):
        panels = {name: seen.displays[name] for name in ("seat1.panel", "seat2.panel", "seat3.panel", "seat6.panel")}
        heard: dict[str, int] = {}
        before = {name: panel.shows for name, panel in panels.items()}
        heard = heard_by_others(machine)
        machine.wait(lambda: all(panels[name].shows != before[name] for name in panels), "the keys to be seen")
    return heard


def test_without_a_console_anybody_hears_every_keypad(machine: Machine) -> None:
    heard = heard_by_others(machine)
    assert len([node for node in heard if node != CONSOLE]) == NODES


def test_without_a_console_letters_land_on_the_computers_own(machine: Machine) -> None:
    assert heard_by_others(machine).get(CONSOLE, 0) > 0


def test_with_a_console_no_other_reader_hears_a_key(escaped: dict[str, int]) -> None:
    assert [node for node in escaped if node != CONSOLE] == []


def test_with_a_console_nothing_lands_on_the_computers_own(escaped: dict[str, int]) -> None:
    assert CONSOLE not in escaped
