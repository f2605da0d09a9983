"""Lights that move by themselves: the machine may leave out a frame, but it shows none that the simulator does not, and
all in the same order."""

import pytest

from tests.kernel.light import SEAT
from tests.kernel.machine import Machine
from tests.kernel.seen import SeenTable
from tests.kernel.two_worlds import Step, TwoWorlds, distinct

pytestmark = pytest.mark.kernel

GRID = f"seat{SEAT}.grid"
OVER = 5.0  # seconds after which a letter has gone and a celebration has ended


@pytest.fixture(scope="module")
def letter(guessing: TwoWorlds, machine: Machine) -> TwoWorlds:
    guessing.watch_from_now()
    guessing.do(Step(SEAT, ("S",)))
    machine.ask("wait", seconds=OVER)
    guessing.agree("a letter")
    return guessing


def test_a_letter_fills_the_grid_and_leaves_its_light(letter: TwoWorlds) -> None:
    there, here = letter.watched(GRID)
    assert distinct(there) == distinct(here)


@pytest.fixture(scope="module")
def celebration(letter: TwoWorlds, machine: Machine) -> TwoWorlds:
    letter.do(Step(SEAT, tuple("OLVE")))
    machine.ask("wait", seconds=OVER)
    letter.agree("a word")
    letter.watch_from_now()
    letter.do(Step(SEAT, ("ENTER",)))
    machine.ask("wait", seconds=OVER)
    letter.agree("a celebration")
    return letter


def test_a_celebration_shows_nothing_but_its_frames(celebration: TwoWorlds, seen: SeenTable) -> None:
    strays = celebration.strays(GRID)
    assert not strays, "\n\n".join("\n".join(seen.grids[GRID].drawn(picture)) for picture in strays)


def test_a_celebration_is_seen(celebration: TwoWorlds) -> None:
    there, _ = celebration.watched(GRID)
    assert len(set(there)) > 3  # the typed word, the rows filling up, and the dark afterwards
