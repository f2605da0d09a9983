"""The system clock of a running console jumps by years, as on a Pi that has just found the network."""

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hardware.ports import ESCAPE
from tests.web.pages import Page
from tools.soak.real_table import GUESSERS, PATIENCE, ROOT, WORDS, RealTable, real_table
from tools.soak.tally import NotHere, Tally

TITLE = "The system clock jumps forwards and backwards"
EXPECTS = "The game's clocks do not notice, no row is lost, and the game is in the history exactly once."
COUNTS = "jumps"
SHARE = 2.0
GAMES = "[games.party]\ntimer = 300\n"
FURTHEST = 20 * 365  # days


def run(tally: Tally) -> None:
    asyncio.run(_evenings(tally, _library()))


def _library() -> Path:
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    if not found:
        raise NotHere("libfaketime is missing: run `sudo apt install libfaketime`, then run this again.")
    return found[0]


async def _evenings(tally: Tally, library: Path) -> None:
    rng = Random(tally.seed)
    while tally.goes_on():
        with TemporaryDirectory() as folder:
            clock = WallClock(Path(folder, "clock"), library)
            table = RealTable(Path(folder), games=GAMES)
            table.environment = clock.environment
            async with real_table(Path(folder), table=table):
                await table.sits_down()
                for _ in range(len(WORDS) - 1):
                    clock.jump(rng)
                    tally.done()
                    for seat in GUESSERS:
                        await table.guesses(seat)
                clock.jump(rng)
                await table.survives(tally, table.seen())
                await _ends_the_game(table)
                tally.expect(_history(table) == 1, f"jump {tally.count}: the game is not in the history")
                for complaint in table.complaints():
                    tally.missed(complaint)


class WallClock:
    """Sets the console's date to this many days from the real one; libfaketime reads the file every time."""

    def __init__(self, file: Path, library: Path) -> None:
        self._file = file
        self._file.write_text("+0d")
        self.environment = {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",  # the kernel's monotonic clock never jumps
        }

    def jump(self, rng: Random) -> None:
        self._file.write_text(f"{rng.randint(-FURTHEST, FURTHEST):+d}d")


async def _ends_the_game(table: RealTable) -> None:
    """Ann chooses it in her menu."""
    await table.reads()
    await table.types(1, ESCAPE)
    for entry in ("end", "yes"):
        await table.chooses(1, entry)
    await table.pages[1].until(lambda page: not _asks(page, "yes"))


def _asks(page: Page, entry: str) -> bool:
    return any(item["id"] == entry for item in page.shown["seat1.page"].get("asked", {}).get("items", ()))


def _history(table: RealTable) -> int:
    """How many games are in the history."""
    told = subprocess.run(
        [sys.executable, "-m", "firmware_host", "history", "--json", "--journal", str(table.journal)],
        cwd=ROOT, capture_output=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    return len(told.stdout.splitlines())
