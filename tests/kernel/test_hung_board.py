"""A board on USB that enumerates and then ignores its control messages: the kernel keeps whoever opens it waiting.

The console runs in a machine of its own, with one seat that plays and one whose board hangs.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

import pytest

from hardware.config.reading import read_table
from tests.kernel.light import KEYS
from tests.kernel.machine import CACHE, Machine, Pc, initramfs, kernel, make_disk
from tests.kernel.opening import Opening
from tests.kernel.seen import SeenTable

pytestmark = pytest.mark.kernel

FIGURES = CACHE / "hung-board.json"
TIMES = 41  # keys with the hung board: longer than one attempt to open it
HUNG = "seat3.grid"
# The console waits five seconds for each control message if it opens ports on its event loop. A key needs some
# milliseconds, and emulated some tens of them.
MOST = 40.0
CONFIG = """
teach = false
[seat.1]
hooded = true
keypad = { usb = "usb-0000:01:00.0-1.1" }
panel = { usb = "usb-vhci_hcd.0-1" }
[seat.2]
keypad = { usb = "usb-0000:01:00.0-1.2" }
grid = { port = "/dev/serial/by-path/platform-dummy_hcd.0-usb-0:1:1.0" }
[seat.3]
grid = { port = "/dev/serial/by-path/platform-vhci_hcd.0-usb-0:4:1.0" }
[private]
usb = "usb-vhci_hcd.0-1"
address = 0x3D
"""


@dataclass(frozen=True)
class Lights:
    """Seconds from each key to its light, before the board was plugged in and while it hung."""

    without: list[float]
    beside: list[float]
    said: str


@pytest.fixture(scope="module")
def lights(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lights]:
    folder = tmp_path_factory.mktemp("hung")
    settings = read_table(CONFIG)
    seen = SeenTable(settings)
    machine = Machine(make_disk(folder / "disk"), folder / "console.log", seen.hear, Pc(kernel(), initramfs(folder)))
    try:
        machine.set_up(CONFIG)
        machine.ask("start")
        opening = Opening(machine, settings)
        opening.game()
        opening.hide("SOLVE")
        without = machine.ask("light", seat=2, codes=KEYS, times=TIMES)["took"]
        machine.ask("plug", device=HUNG)
        beside = machine.ask("light", seat=2, codes=KEYS, times=TIMES)["took"]
        yield Lights(without, beside, "".join(machine.said))
    finally:
        machine.end()


def test_every_key_of_a_neighbour_still_has_its_light(lights: Lights) -> None:
    assert (len(lights.without), len(lights.beside)) == (TIMES, TIMES)


def test_nobody_waits_for_it(lights: Lights) -> None:
    usual, worst = median(lights.without), max(lights.beside)
    figures = {
        "key to light without it, median": round(usual, 4),
        "key to light beside it, median": round(median(lights.beside), 4),
        "key to light beside it, slowest": round(worst, 4),
        "slowest as times the usual": round(worst / usual, 1),
    }
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    assert worst / usual < MOST, figures


def test_it_is_told_with_a_next_step(lights: Lights) -> None:
    assert f"{HUNG}: " in lights.said
    assert "Unplug it, wait a moment, and plug it in again." in lights.said
