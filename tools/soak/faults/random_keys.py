"""Any keys at all, at any seat, with cables coming off in between: children at the table, in virtual time."""

from random import Random

from tests.console.random_evening import GAMES
from tests.console.test_random_keys import HOME_EVERY, Children, alarms
from tools.soak.tally import Tally

TITLE = "Any keys, in any order, at any seat"
EXPECTS = "Nothing breaks, nothing piles up, and from anywhere four keys of the captain lead home."
COUNTS = "presses"
SHARE = 22.0
EVENING = 40 * HOME_EVERY  # presses at one table; then there is another
MOST_ALARMS = 60  # things that may wait for their time


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
    tally.facts["presses a second"] = round(tally.count / tally.seconds)
