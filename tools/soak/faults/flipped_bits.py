"""Flips every bit of a small journal, one at a time, and opens it each time as the console and `history` do."""

import logging
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.support.flips import SpoiltJournals, small_journal
from tools.soak.tally import Tally

TITLE = "One bit of the journal is flipped"
EXPECTS = (
    "The console starts and saves the evening, and history can be read. At most the row with the flipped bit is lost."
)
COUNTS = "bits"
ENOUGH = None  # every bit of the journal, however many it has
SHARE = 20.0
MEMORY = Path("/dev/shm")  # ten files are written for each bit, and the disk is not what is tested


def run(tally: Tally) -> None:
    """In random order, so that a short soak is a fair sample; always the same, so that a longer one can go on from it.
    It ends when every bit has been flipped."""
    logging.disable(logging.WARNING)  # each of them is told in the log as well
    with TemporaryDirectory(dir=MEMORY if MEMORY.exists() else None) as folder:
        file = Path(folder, "state", "journal.db")
        spoilt = SpoiltJournals(file, small_journal(file))
        tally.facts["bits in the journal"] = spoilt.bits
        order = list(range(spoilt.bits))
        Random(0).shuffle(order)
        for bit in order[tally.count :]:
            if not tally.goes_on():
                return
            try:
                for wrong in spoilt.what_went_wrong(bit):
                    tally.missed(f"bit {bit}: {wrong}")
            except Exception as error:
                tally.missed(f"bit {bit}: it did not start ({type(error).__name__})")
            tally.done()
