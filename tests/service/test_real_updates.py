"""Updates of the real console: real packages with the whole program inside, real starts, and failures in the middle.

`UPDATES=50` tries every failure three or four times; without it, the three that only a real console can show.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware_host.journal.opening import read_ledger
from firmware_host.service import update as updating
from firmware_host.service.update import Table, UpdateError, update
from tests.service.test_daemon import LIMIT, SIMULATED, Listener
from tests.service.test_update import STEPS, TOOLS, PowerCut, _fast_doctor, full_disk
from tests.support.night import Night, a_round
from tests.support.packages import pack, put_whole_program

pytestmark = pytest.mark.proof

ROOT = Path(__file__).parents[2]
STARTS = 6  # more than systemd would try
COMMAND = "firmware_host/service/daemon.py"
CHECK = "firmware_host/service/selfcheck.py"


@dataclass(frozen=True)
class Planted:
    """What is wrong with an update: a line at the end of a file, a file that breaks, or a power cut."""

    file: str = ""
    line: str = ""
    damaged: bool = False
    full: bool = False
    cut_at: str = ""
    moves: bool = False  # the table has the new version in the end


GOOD = Planted(moves=True)
BROKEN = "def run(*_): raise SystemExit(1)"
PLANTED = (
    GOOD,
    Planted(COMMAND, BROKEN),
    Planted(cut_at="moved the link", moves=True),
    Planted(damaged=True),
    Planted(full=True),
    Planted(CHECK, "def self_check(*_): raise SelfCheckError(say('This version cannot play a round.'))"),
    *(Planted(cut_at=step) for step in STEPS[:5]),
    Planted(COMMAND, "this is not Python"),
    Planted(COMMAND, BROKEN, cut_at="moved the link"),
    Planted("firmware_host/games/party/rules.py", "raise RuntimeError"),
    Planted("hardware/config/reading.py", "def load_table(*_): raise RuntimeError"),
)
A_FEW = 3
ROOM = 100_000  # bytes: our word list is larger
A_MOMENT = 0.2  # seconds


class RealPi:
    """A console that was installed, and updates with the whole program inside."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.versions = folder / "versions"
        self.table = Table(SIMULATED, folder / "state" / "journal.db")
        a_round(Night(self.table.journal))
        self.history = self.games()
        self._wordtable = folder / "wordtable"
        self._wordtable.write_text((TOOLS / "wordtable").read_text().replace("/usr/bin/python3", sys.executable))
        self._wordtable.chmod(0o755)
        self.surroundings = {**os.environ, "WORDTABLE_VERSIONS": str(self.versions)}

    def games(self) -> tuple[object, ...]:
        """What people did in the game that was interrupted, and the games that were finished."""
        with closing(read_ledger(self.table.journal)) as ledger:
            unfinished = ledger.unfinished()
            assert unfinished is not None
            log = unfinished.save["log"]
            assert isinstance(log, list)
            return [entry for entry in log if "player" in entry], list(ledger.finished())

    def update(self, version: str, planted: Planted) -> str:
        package = self._package(version, planted)
        try:
            if planted.full:
                with full_disk(ROOM):
                    update(package, self.table, self.versions)
            else:
                update(package, self.table, self.versions, _cut(planted.cut_at))
        except UpdateError:
            return "refused"
        except PowerCut:
            return f"cut: {planted.cut_at}"
        return "moved"

    def boots(self) -> str:
        """Which version opens the table in the end, as systemd starts it; nothing if none does."""
        for _ in range(STARTS):
            self._watches("begin")
            if not (self.versions / "current").exists():
                return "packaged"  # which has been playing all the time
            if self._starts():
                self._watches("proven")
                return (self.versions / "current").readlink().name
        return ""

    def _watches(self, what: str) -> None:
        subprocess.run([TOOLS / "versions", what], env=self.surroundings, check=True)

    def _starts(self) -> bool:
        """It says that the table is open; then it is stopped as systemd does."""
        files = ("--config", str(SIMULATED), "--journal", str(self.table.journal))
        command = [str(self._wordtable), "run", *files]
        with TemporaryDirectory() as folder, closing(Listener(Path(folder), A_MOMENT)) as systemd:
            notify = {"NOTIFY_SOCKET": systemd.address}
            process = subprocess.Popen(command, env=self.surroundings | notify, cwd="/", stderr=subprocess.PIPE)
            try:
                while process.poll() is None:
                    with suppress(TimeoutError):
                        systemd.waits_for("READY=1")
                        process.terminate()
                        assert process.wait(LIMIT) == 0
                        return True
                return False
            finally:
                process.kill()
                process.communicate()

    def says_its_version(self) -> str:
        asked = [str(self._wordtable), "--version"]
        return subprocess.run(asked, env=self.surroundings, capture_output=True, text=True, check=True).stdout.split()[
            -1
        ]

    def _package(self, version: str, planted: Planted) -> Path:
        tree = self.folder / "shop" / version
        program = put_whole_program(tree, version)
        if planted.file:
            broken = program / planted.file
            broken.write_text(f"{broken.read_text()}\n\n{planted.line}\n")
        file = pack(tree, version, self.folder)
        shutil.rmtree(tree)
        if planted.damaged:
            file.write_bytes(file.read_bytes()[:-70_000])
        return file


def _cut(at: str) -> Callable[[str], None]:
    def reached(step: str) -> None:
        if step == at:
            raise PowerCut

    return reached


def test_the_real_console_always_opens_the_table_however_its_updates_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updating, "PYTHON", sys.executable)
    monkeypatch.setattr(updating, "_problems", _fast_doctor(updating._problems))
    pi, playing = RealPi(tmp_path), "packaged"
    updates = int(os.environ.get("UPDATES", A_FEW))
    outcomes: list[str] = []
    for number, planted in zip(range(1, updates + 1), cycle(PLANTED), strict=False):
        version = f"{number}.0"
        outcomes.append(pi.update(version, planted))
        before, playing = playing, pi.boots()
        assert playing == (version if planted.moves else before), (number, planted, outcomes[-1])
        assert pi.says_its_version() == playing, (number, planted)
        assert pi.games() == pi.history, (number, planted)
        (tmp_path / f"wordtable_{version}_all.deb").unlink()
    print({outcome: outcomes.count(outcome) for outcome in sorted(set(outcomes))})
    every = {"moved", "refused", *(f"cut: {step}" for step in STEPS)}
    assert set(outcomes) == (every if updates >= len(PLANTED) else {"moved", "cut: moved the link"})
