"""`python -m tools.soak.slow_console …` is `wordtable …` with a disk that takes up to half a second for a commit."""

import sys
import time
from collections.abc import Callable
from random import uniform

from firmware_host.cli import main
from firmware_host.journal.saving import WriterThread

LONGEST = 0.25  # seconds, once before and once after the work


class SlowWriter(WriterThread):
    def write(self, work: Callable[[], None], done: Callable[[], None]) -> None:
        def slowly() -> None:
            time.sleep(uniform(0, LONGEST))
            work()
            time.sleep(uniform(0, LONGEST))

        super().write(slowly, done)


if __name__ == "__main__":
    setattr(sys.modules[WriterThread.__module__], WriterThread.__name__, SlowWriter)
    sys.exit(main())
