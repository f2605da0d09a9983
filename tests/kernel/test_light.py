"""Key to light on a real kernel, beside a script that only reads and writes, in the same boot.

`make bench` shows the figures of the last run.
"""

import json

import pytest

from hardware.config.keymaps import CODES
from tests.kernel.light import FIGURES, SEAT, microseconds
from tests.kernel.machine import Machine
from tests.kernel.two_worlds import TwoWorlds

pytestmark = pytest.mark.kernel

MOST = 20.0  # times as long as the bare script: far beyond what an emulated machine shows, so no hiccup fails it


def test_a_key_lights_up_not_much_later_than_with_a_bare_script(
    guessing: TwoWorlds, machine: Machine, bare_light: float
) -> None:
    """In a game of six, at a seat that types a guess: rendering and all other displays included."""
    ours = microseconds(machine)
    machine.ask("type", device=f"seat{SEAT}.keypad", codes=[CODES["KEY_BACKSPACE"]])  # what was typed last
    guessing.agree("rubbing it out")
    kernel = str(machine.ask("run", command=["uname", "-r"])["output"]).strip()
    figures = {"bare": round(bare_light), "ours": round(ours), "ratio": round(ours / bare_light, 2), "kernel": kernel}
    FIGURES.write_text(json.dumps(figures) + "\n")
    assert ours / bare_light < MOST, figures
