"""Everything that reads bytes from outside is fed what nobody would write: `make fuzz` for a short while."""

from tools.fuzz.__main__ import TARGETS, fuzz
from tools.soak.tally import NotHere, Tally

TITLE = "Bytes that nobody would write (coverage-guided)"
EXPECTS = (
    "Config, words, scripts, requests, saves, journal rows, pages and wires are read or refused with a sentence; "
    "nothing else is raised, nothing hangs, and no refusal repeats what was typed."
)
COUNTS = "inputs"
SHARE = 6.0
LEAST, STARTING = 3.0, 4.0  # seconds


def run(tally: Tally) -> None:
    try:
        import atheris  # noqa: F401  # asked for here, used in processes of its own
    except ImportError:
        raise NotHere("There is no atheris for this Python or processor: pip install wordtable[fuzz].") from None
    ends = tally.clock() + tally.seconds
    for number, name in enumerate(TARGETS):
        left = (ends - tally.clock()) / (len(TARGETS) - number)  # what it took to start is not fuzzed
        fuzzed = fuzz(name, max(LEAST, left - STARTING))
        tally.done(fuzzed.executions)
        tally.facts[name] = fuzzed.executions
        tally.expect(not fuzzed.finding, f"{name}: {fuzzed.finding}")
