"""Random games are replayed with another secret that fits, and what everybody else sees must be the same."""

from itertools import cycle
from random import Random

from tests.console.evenings.test_secrecy_on_the_wire import GUESS, HALF_TYPED, SECRET
from tests.engine import test_secrecy
from tests.support import wire_secrecy
from tests.support.random_evening import GAMES
from tests.support.secrecy import Leak
from tools.soak.tally import Tally

TITLE = "Everybody looks for somebody else's secret"
EXPECTS = "With another secret that fits, every view, display, sound and log line is the same, byte for byte."
COUNTS = "comparisons"
SHARE = 6.0
AT_ONCE = 10  # comparisons


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    for game in cycle(GAMES):
        if not tally.goes_on():
            return
        try:
            for what, dawdling in ((SECRET, 0.07), (HALF_TYPED, 0.4)):
                tally.done(len(wire_secrecy.compared(game, AT_ONCE, rng, what, dawdling)))
            tally.done(test_secrecy.compared(game, 5 * AT_ONCE, rng).total())
            if game == "party":
                tally.done(len(wire_secrecy.compared(game, AT_ONCE, rng, GUESS)))
        except Leak:
            tally.missed(f"a leak in {game}, with seed {tally.seed}, after {tally.count} comparisons")
