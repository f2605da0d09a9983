"""Everything that reads bytes from outside gets random bytes: a short `make fuzz`."""

from tools.fuzz.__main__ import TARGETS, fuzz
from tools.soak.tally import NotHere, Tally

TITLE = "Random bytes as input (guided by coverage)"
EXPECTS = (
    "Config, words, scripts, requests, saves, journal rows, pages and device input are read, or refused with a "
    "sentence. Nothing else is raised, nothing hangs, and no refusal repeats what was typed."
)
COUNTS = "inputs"
SHARE = 6.0
LEAST, STARTING = 3.0, 4.0  # seconds


def run(tally: Tally) -> None:
    try:
        import atheris  # noqa: F401  # asked for here, used in processes of its own
    except ImportError:
        raise NotHere(
            "atheris is not installed: pip install wordtable[fuzz]. It may not exist for this Python or processor."
        ) from None
    ends = tally.clock() + tally.seconds
    for number, name in enumerate(TARGETS):
        left = (ends - tally.clock()) / (len(TARGETS) - number)  # without the time that it took to start
        fuzzed = fuzz(name, max(LEAST, left - STARTING))
        tally.done(fuzzed.executions)
        tally.facts[name] = fuzzed.executions
        tally.expect(not fuzzed.finding, f"{name}: {fuzzed.finding}")
