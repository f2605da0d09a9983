"""Devices that neither work nor say so: ports that stop reading, an I²C bus that hangs in the middle of a transfer."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hardware.config import read_table
from tests.hardware.table_loop import LIMIT
from tests.hardware.test_faults import DISPLAYS, MIXED, BadEvening, fill
from tests.hardware.workshop import opened
from tools.soak.tally import Tally

TITLE = "Devices hang: ports that stop reading, a bus that stands still"
EXPECTS = "Every other seat is served as if nothing were wrong; when the device goes on, it shows the newest frame."
COUNTS = "hangs"
SHARE = 2.0
FRAMES = 20  # that the others are shown meanwhile
GRIDS, OTHERS = (3, 4), {1: (3, 4), 3: (1, 2, 4), 4: (1, 2, 3)}  # panel 1 is alone on its bus


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        with TemporaryDirectory() as folder, opened(read_table(MIXED), Path(folder)) as workshop:
            evening = BadEvening(workshop, Path(folder))
            evening.passes(3)
            for _ in range(10):
                _hangs(evening, rng, tally)


def _hangs(evening: BadEvening, rng: Random, tally: Tally) -> None:
    seat = rng.choice(list(OTHERS))
    adapter = evening.shop.i2c.adapters[1]
    last = 0
    if seat in GRIDS:
        last = fill(evening, seat)
    else:
        adapter.stop()
        evening.show(seat, 25)
        evening.loop.fly(0)
        assert adapter.waiting.wait(LIMIT), "nobody wrote to the bus"
    for number in range(1, FRAMES):
        other = rng.choice([each for each in OTHERS[seat] if each != seat])
        evening.show(other, number)
        evening.loop.wait(lambda other=other, number=number: evening.shows(DISPLAYS[other], number))  # type: ignore[misc]
        tally.add("frames that others were shown meanwhile")
    evening.show(seat, last + 1)
    if seat in GRIDS:
        evening.board(DISPLAYS[seat]).read_on()
    else:
        adapter.go_on()
    evening.sees(seat, last + 1)
    tally.done()
    tally.expect(evening.shop.gone == [], f"hang {tally.count}: a device was taken for gone")
    evening.shop.heard.clear()
