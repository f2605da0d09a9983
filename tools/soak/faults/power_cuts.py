"""Random evenings of every game and option are cut off, and continue at another console from the journal alone."""

from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.console.evenings.test_power_cuts import comes_back
from tests.support.random_evening import GAMES
from tools.soak.tally import Tally

TITLE = "Random evenings are cut off"
EXPECTS = "Another console finds in the journal exactly what everybody was told, whatever was happening."
COUNTS = "evenings"
SHARE = 2.0


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    for game in cycle(GAMES):
        if not tally.goes_on():
            return
        with TemporaryDirectory() as folder:
            try:
                comes_back(game, rng, Path(folder, "journal.db"))
            except AssertionError:
                tally.missed(f"an evening of {game} came back otherwise, with seed {tally.seed}")
        tally.done()
