"""Random evenings at every kind of table, with phones that close, keypads that are lent and looks that overlap."""

from itertools import cycle
from random import Random

from tests.console.evenings.test_who_may_look import OFFERED
from tests.support.secrecy import Leak
from tests.support.shipped import EVERYTHING
from tests.support.who_looks import evenings_compared
from tools.soak.tally import Tally

TITLE = "Somebody is asked to look at a display"
EXPECTS = "Nobody is shown a secret, a guess or typed letters that are not for them."
COUNTS = "evenings"
ENOUGH = 2_000
SHARE = 6.0


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    for kind, game in cycle(OFFERED):
        if not tally.goes_on():
            return
        seed = rng.getrandbits(32)
        try:
            tally.add("comparisons", evenings_compared(kind, game, 1, Random(seed), EVERYTHING))
        except Leak as leak:
            tally.missed(f"{kind}, {game}, seed {seed}: {leak}")
        tally.done()
