"""Kills a process that writes its journal as fast as the disk allows, at any moment (SIGKILL)."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.service.test_daemon import KilledJournal
from tools.soak.tally import Tally

TITLE = "The power is cut while the disk is busy (SIGKILL)"
EXPECTS = (
    "Every entry that was reported as saved is in the journal, exactly once, and at most one more: the one "
    "being written."
)
COUNTS = "kills"
SHARE = 5.0
EVENING = 50  # kills in one game, before the next one


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
