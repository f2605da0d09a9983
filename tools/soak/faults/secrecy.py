"""Random games played again with another secret that fits, seen by everybody else: at the rules, and on every wire."""

from itertools import cycle
from random import Random

from tests import test_secrecy
from tests.console import wire_secrecy
from tests.console.random_evening import GAMES
from tests.console.test_secrecy_on_the_wire import GUESS, HALF_TYPED, SECRET
from tests.secrecy import Leak
from tools.soak.tally import Tally

TITLE = "Everybody looks for somebody else's secret"
EXPECTS = "With another secret that fits, every view, display, sound and line of the log is the same, byte for byte."
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
