"""Devices that hang without an error: ports that stop reading, an I²C bus that stops in the middle of a transfer."""

from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hardware.config.reading import read_table
from tests.hardware.bad_evening import DISPLAYS, MIXED, BadEvening
from tests.hardware.table_loop import LIMIT
from tests.hardware.test_faults import fill
from tests.hardware.workshop import opened
from tools.soak.tally import Tally

TITLE = "Devices hang: serial ports stop reading, a bus stops"
EXPECTS = "Every other seat works as usual. When the device continues, it shows the newest frame."
COUNTS = "hangs"
SHARE = 2.0
FRAMES = 20  # shown on the other displays meanwhile
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
        evening.loop.wait(partial(evening.shows, DISPLAYS[other], number))
        tally.add("frames shown on other displays meanwhile")
    evening.show(seat, last + 1)
    if seat in GRIDS:
        evening.board(DISPLAYS[seat]).read_on()
    else:
        adapter.go_on()
    evening.sees(seat, last + 1)
    tally.done()
    tally.expect(evening.shop.gone == [], f"hang {tally.count}: a device was taken for gone")
    evening.shop.heard.clear()
