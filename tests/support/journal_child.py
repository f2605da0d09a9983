"""A table that is played as fast as its disk allows, in a process of its own, to be killed at any moment.

`python tests/support/journal_child.py FILE`: says on standard output how many entries of the log are known to be safe.
"""

import asyncio
import os
import sys
from pathlib import Path

from firmware_host.games.shared.table import Action
from firmware_host.games.shared.words import read_dictionary
from firmware_host.journal.journal import Journal
from firmware_host.session import Session

WORDS = read_dictionary("en", "crane\nsolve\n")


def session() -> Session:
    return Session(lambda _name: WORDS)


class Evening:
    """Ann pauses and resumes, for ever; nobody may do either twice in a row, so a log with a gap cannot be loaded."""

    def __init__(self, file: Path, loop: asyncio.AbstractEventLoop) -> None:
        self._journal = Journal.open(file, loop, lambda: 0.0)
        self._session = session()
        self._kept = 0

    def begin(self) -> None:
        found = self._journal.unfinished()
        if found is None:
            self._session.new("party", ("Ann", "Bob"), {})
            self._journal.begin(self._session.save(), {1: "Ann", 2: "Bob"}, {}, self._act)
            return
        self._session.load(dict(found.save))
        log = found.save["log"]
        assert isinstance(log, list)
        self._kept = len(log)
        self._journal.add(self._session.newest_entry(), self._safe)

    def _safe(self) -> None:
        self._kept += 1
        os.write(1, f"{self._kept}\n".encode())
        self._act()

    def _act(self) -> None:
        self._session.act(Action("Ann", "resume" if self._session.game.paused else "pause"))
        self._journal.add(self._session.newest_entry(), self._safe)


async def play(file: Path) -> None:
    Evening(file, asyncio.get_running_loop()).begin()
    await asyncio.get_running_loop().create_future()  # until somebody pulls the plug


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1])))
