"""A real `wordtable run` in its own process, three people who play on its pages, and what they have seen."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from firmware_host.console.keypads.attention import TO_READ
from firmware_host.games.shared.marks import mark
from firmware_host.web.server import listen
from hardware.names import DeviceName
from hardware.ports import ENTER
from tests.service.test_daemon import Listener
from tests.web.pages import Page, opened
from tools.soak.tally import Tally

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # real seconds; generous, because only a failure takes that long
AND_A_BIT = 0.1  # seconds, until a page that was sent is drawn
SEATS = {1: "ANN", 2: "BOB", 3: "CY"}
GUESSERS = (2, 3)
SECRET = "SOLVE"
WORDS = ("SMILE", "CRANE", "HOUSE", "MOUTH", "TRAIN", "ROAST")  # none of them is the secret; a board has six rows
SEAT = """
[seat.{number}]
hooded = true
keypad = {{ usb = "simulated" }}
grid = {{ port = "simulated" }}
panel = {{}}
"""
Rows = tuple[str, ...]


class RealTable:
    """The console as the service runs it. It can be killed and started again; the journal stays."""

    console = "firmware_host"  # the module that runs it

    def __init__(self, folder: Path, journal: Path | None = None, games: str = "") -> None:
        self.folder = folder
        self.journal = folder / "evenings" / "journal.db" if journal is None else journal
        self.pages: dict[int, Page] = {}
        self.environment: dict[str, str] = {}
        self._games = games
        self._log = folder / "log"
        self._read = 0

    # ── its life ─────────────────────────────────────────────────────────────────────────────────

    async def start(self) -> None:
        """Waits until the service is ready and three phones are connected."""
        listener = Listener(self.folder)
        try:
            port = self._write_config()
            self._start(listener)
            async with asyncio.timeout(PATIENCE):
                await asyncio.to_thread(listener.waits_for, "READY=1")
        finally:
            listener.close()
            Path(listener.address).unlink()
        self.port = port
        for seat in SEATS:
            self.pages[seat] = await opened(port, f"seat{seat}")

    def _write_config(self) -> int:
        """Uses a new port each time, because another program may have taken the old one."""
        with listen("127.0.0.1", 0) as free:
            port = int(free.getsockname()[1])
        seats = "".join(SEAT.format(number=number) for number in SEATS)
        self.config.write_text(
            f'simulated = true\nteach = false\n{seats}\n[web]\nhost = "127.0.0.1"\nport = {port}\n{self._games}'
        )
        return port

    @property
    def config(self) -> Path:
        return self.folder / "table.toml"

    def _start(self, listener: Listener) -> None:
        command = [sys.executable, "-m", self.console, "run", "--config", str(self.config)]
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--journal", str(self.journal)],
                cwd=ROOT,
                env=os.environ | {"NOTIFY_SOCKET": listener.address} | self.environment,
                stderr=log,
                stdout=log,
            )

    async def kill(self) -> None:
        """Sends SIGKILL, and reads everything that had been sent to the pages by then."""
        self.process.kill()
        await self._ended()

    async def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return await self._ended()

    async def _ended(self) -> int:
        async with asyncio.timeout(PATIENCE):
            code = await asyncio.to_thread(self.process.wait)
        for page in self.pages.values():
            await page.is_shut()
            await page.close()
        return code

    def log_says(self, words: str) -> bool:
        return words in self._log.read_text(errors="replace")

    def complaints(self) -> list[str]:
        """New lines of the log that no fault explains: something of ours has failed."""
        text = self._log.read_text(errors="replace") if self._log.exists() else ""
        new, self._read = text[self._read :], len(text)
        return [line for line in new.splitlines() if "Please report" in line or "Traceback" in line]

    # ── what they do ─────────────────────────────────────────────────────────────────────────────

    async def sits_down(self) -> None:
        """They join, Ann starts the party game and hides her word."""
        for seat, name in SEATS.items():
            await self.pages[seat].says(DeviceName("panel", seat), "Press a key")
            await self.types(seat, ENTER, *name, ENTER)
            await self.pages[seat].says(DeviceName("panel", seat), f"Hello {name}" if seat > 1 else name)
        await self.pages[1].says("seat1.panel", "Start")
        await self.reads()
        await self.types(1, ENTER)
        await self.pages[1].says("seat1.panel", "hide a word")
        await self.reads()
        await self.types(1, *SECRET, ENTER)
        for seat in GUESSERS:
            await self.pages[seat].says(DeviceName("panel", seat), "Guess 1")
        await self.reads()

    async def goes_on(self) -> None:
        """After a power cut the captain is asked whether to continue, and says yes."""
        await self.pages[1].says("seat1.panel", "Go on?")
        await self.reads()
        await self.types(1, ENTER)
        for seat in GUESSERS:
            await self.pages[seat].says(DeviceName("panel", seat), "Guess ")
        await self.reads()

    async def reads(self) -> None:
        """Whoever has just been shown something needs a moment before their keys count."""
        await asyncio.sleep(TO_READ + AND_A_BIT)

    async def types(self, seat: int, *keys: str) -> None:
        await self.pages[seat].types(seat, *keys)

    async def guesses(self, seat: int) -> None:
        """Types the next word, and waits until its marks are shown."""
        done = self.rows(seat)
        await self.types(seat, *WORDS[len(done)], ENTER)
        await self.pages[seat].until(lambda _page: len(self.rows(seat)) > len(done))

    def rows(self, seat: int) -> Rows:
        """The marked rows that this seat's page shows."""
        shown = self.pages[seat].shown.get(f"seat{seat}.page", {})
        return marked(shown.get("page", {}).get("board", {}).get("rows", ()))

    async def chooses(self, seat: int, entry: str) -> None:
        """Touches this entry of the list that their page shows."""
        device = f"seat{seat}.page"
        await self.pages[seat].until(lambda page: entry in _entries(page.shown[device]))
        await self.reads()
        task = self.pages[seat].shown[device]["asked"]["name"]
        await self.pages[seat].send({"seat": seat, "key": ENTER, "task": task, "entry": entry})

    def seen(self) -> Mapping[int, Rows]:
        return {seat: self.rows(seat) for seat in GUESSERS}

    async def survives(self, tally: Tally, seen: Mapping[int, Rows]) -> None:
        """Cuts the power and starts the table again. All rows that were seen are still there, and no others."""
        await self.kill()
        await self.start()
        await self.goes_on()
        for seat, rows in self.seen().items():
            tally.expect(rows[: len(seen[seat])] == seen[seat], f"try {tally.count}: seat {seat} lost a row")
            typed = tuple(marked_row(word) for word in WORDS[: len(rows)])
            tally.expect(rows == typed, f"try {tally.count}: seat {seat} has a row that nobody typed")

    def told(self, seat: int, words: str) -> bool:
        """Whether this seat has been sent this text since the start."""
        return any(words in message for message in self.pages[seat].received)


def marked(board: Iterable[Sequence[str]]) -> Rows:
    """The rows of a board that have marks: one that is being typed or saved has none yet."""
    return tuple(f"{letters} {marks}" for letters, marks, _note in board if set(marks) <= set("GY-"))


def marked_row(word: str) -> str:
    """A guess and its marks."""
    return f"{word} {''.join(mark(SECRET, word))}"


def _entries(message: Mapping[str, Any]) -> list[str]:
    return [item["id"] for item in message.get("asked", {}).get("items", ())]


@asynccontextmanager
async def real_table(
    folder: Path, journal: Path | None = None, table: RealTable | None = None
) -> AsyncIterator[RealTable]:
    """Starts the table, and always stops it."""
    table = RealTable(folder, journal) if table is None else table
    try:
        await table.start()
        yield table
    finally:
        table.process.kill()
        table.process.wait()
        for page in table.pages.values():
            await page.close()
