"""Cables are unplugged and plugged in again at any moment: real drivers on pipes, ports and simulated buses."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hardware.config.reading import read_table
from tests.hardware.bad_evening import MIXED, BadEvening
from tests.hardware.test_faults import evening_of_pulled_cables
from tests.hardware.workshop import opened
from tools.soak.tally import Tally

TITLE = "Cables are unplugged and plugged in again"
EXPECTS = (
    "Nobody else notices. A display is drawn completely within two seconds of being plugged in, and no typed "
    "key is lost or counted twice."
)
COUNTS = "pulls"
SHARE = 2.5


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        seed = rng.getrandbits(32)
        with TemporaryDirectory() as folder, opened(read_table(MIXED), Path(folder)) as workshop:
            evening = BadEvening(workshop, Path(folder))
            evening.passes(3)
            try:
                tally.done(evening_of_pulled_cables(evening, Random(seed)))
            except AssertionError as problem:
                tally.done()
                tally.missed(f"an evening with seed {seed}: {str(problem)[:120]}")
