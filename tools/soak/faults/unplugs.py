"""Cables pulled and put back at any moment of an evening: real drivers on pipes, ports and simulated buses."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hardware.config import read_table
from tests.hardware.test_faults import MIXED, BadEvening, evening_of_pulled_cables
from tests.hardware.workshop import opened
from tools.soak.tally import Tally

TITLE = "Cables are pulled and put back"
EXPECTS = (
    "Nobody else notices; within two seconds of being plugged in a display is drawn whole, "
    "and of what was typed nothing is lost and nothing heard twice."
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
