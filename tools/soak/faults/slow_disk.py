"""Random evenings of every game on a slow disk, with keys pressed again and again and kills in between."""

from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.console.test_one_queue import on_a_slow_disk
from tests.support.random_evening import GAMES
from tools.soak.tally import Tally

TITLE = "The power is cut on a slow disk (in virtual time)"
EXPECTS = "Whatever was shown is in the journal, nothing is done twice, and no game was begun while another went on."
COUNTS = "kills"
ENOUGH = 1_000
SHARE = 2.0


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    for game in cycle(GAMES):
        if not tally.goes_on():
            return
        seed = rng.getrandbits(32)
        with TemporaryDirectory() as folder:
            try:
                tally.done(on_a_slow_disk(game, seed, Path(folder)))
            except AssertionError:
                tally.done()
                tally.missed(f"{game}, seed {seed}: something was lost or done twice")
