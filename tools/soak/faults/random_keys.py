"""Random keys at random seats, with cables unplugged in between, as if children were at the table; in virtual time."""

from random import Random

from tests.console.evenings.test_random_keys import HOME_EVERY, Children, alarms
from tests.support.random_evening import GAMES
from tools.soak.tally import Tally

TITLE = "Random keys at random seats"
EXPECTS = "Nothing breaks, nothing accumulates, and from anywhere the captain can get back to the lobby with four keys."
COUNTS = "presses"
SHARE = 22.0
EVENING = 40 * HOME_EVERY  # presses at one table, before the next one
MOST_ALARMS = 60  # timers that may be waiting


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        children = Children(Random(rng.getrandbits(32)))
        while tally.goes_on() and children.presses < EVENING:
            children.want(rng.choice(GAMES))
            children.press(HOME_EVERY)
            children.go_home()
            tally.done(HOME_EVERY)
            tally.expect(alarms(children) < MOST_ALARMS, f"after {tally.count} presses alarms pile up")
    tally.facts["presses per second"] = round(tally.count / tally.seconds)
