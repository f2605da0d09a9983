"""Random evenings at every table that we ship: lost keypads, power cuts, looks, and keys that come too soon."""

import gc
from itertools import count, product

from tests.support.haste import TooSoon
from tests.support.random_evening import GAMES
from tests.support.secrecy import Leak
from tests.support.shipped import SHIPPED, evening_at
from tests.support.told import Stuck
from tools.soak.tally import Tally

TITLE = "Unruly evenings at every table in `config/`"
EXPECTS = (
    "Whoever is asked to look at a display may know all of it. A key does what its player can have meant, or nothing. "
    "Nobody is ever stuck."
)
COUNTS = "evenings"
ENOUGH = 1_000 * len(SHIPPED) * len(GAMES)  # for each table and game
SHARE = 22.0


def run(tally: Tally) -> None:
    gc.freeze()  # words and modules stay until the end: Python need not look through them again
    for number in count(tally.seed * 1_000_000):
        for table, game in product(SHIPPED, GAMES):
            if not tally.goes_on():
                return
            try:
                compared = evening_at(table, game, number)
                tally.add("comparisons", compared)
                tally.add("evenings with a secret exchanged", compared > 0)
            except (Leak, TooSoon, Stuck) as fault:
                tally.missed(f"{table}, {game}, evening {number}: {fault}")
            tally.add(f"{game} at {table}")
            tally.done()
