"""SIGKILL of a process that writes its journal as fast as the disk allows, in the middle of whatever it is doing."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.test_daemon import KilledJournal
from tools.soak.tally import Tally

TITLE = "The plug is pulled while the disk is busy (SIGKILL)"
EXPECTS = "Every entry that was told to be safe is in the journal, once; at most the one under way comes on top."
COUNTS = "kills"
SHARE = 5.0
EVENING = 50  # kills of one game; then there is another


def run(tally: Tally) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        with TemporaryDirectory() as folder:
            killed = KilledJournal(Path(folder, "journal.db"))
            for _ in range(EVENING):
                if not tally.goes_on():
                    return
                safe, kept = killed.again(rng.randint(1, 40))
                tally.done()
                tally.add("entries", kept - killed.before)
                tally.expect(safe <= kept <= safe + 1, f"kill {tally.count}: {safe} were safe, {kept} were found")
