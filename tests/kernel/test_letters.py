"""No letter escapes: what is typed on a keypad of the table is heard by the console, and by nobody else."""

import pytest

from tests.kernel.conftest import Evening
from tests.kernel.letters import heard_by_others
from tests.kernel.machine import Machine

pytestmark = pytest.mark.kernel

VIRTUAL_CONSOLE = "/dev/tty1"
NODES = 7  # six keypads, and the second node of one


@pytest.fixture(scope="module")
def escaped(evening: Evening, machine: Machine) -> dict[str, int]:
    """What another reader hears of every keypad while the console has them."""
    del evening
    return heard_by_others(machine)


def test_without_a_console_anybody_hears_every_keypad(overheard: dict[str, int]) -> None:
    assert len(overheard.keys() - {VIRTUAL_CONSOLE}) == NODES


def test_without_a_console_letters_land_on_the_computers_own(overheard: dict[str, int]) -> None:
    assert overheard.get(VIRTUAL_CONSOLE, 0) > 0


def test_with_a_console_no_other_reader_hears_a_key(escaped: dict[str, int]) -> None:
    assert escaped.keys() - {VIRTUAL_CONSOLE} == set()


def test_with_a_console_nothing_lands_on_the_computers_own(escaped: dict[str, int]) -> None:
    assert VIRTUAL_CONSOLE not in escaped
