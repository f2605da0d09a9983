"""Updates: a newer version is tried before one link moves, and goes back by itself if the console does not start.

The packages are real ones of dpkg's. The program inside is a small one that behaves as the test wants.
"""

import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import pytest

from firmware_host.journal.opening import read_ledger
from firmware_host.journal.seals import Row
from firmware_host.service import update as updating
from firmware_host.service.selfcheck import SelfCheckError, self_check
from firmware_host.service.update import Table, UpdateError, update
from firmware_host.service.versions import note_about_updates
from firmware_host.texts.language import english
from tests.support.night import Night, a_round
from tests.support.packages import pack, program_of

TOOLS = Path(__file__).parents[2] / "tools" / "package"
WELL = '{"findings": []}'
WORSE = '{"findings": [{"device": "seat1.grid", "state": "wrong"}]}'
PROGRAM = """
import pathlib, sys
command = sys.argv[1]
if command == "run": print({version!r}); sys.exit({starts})
if command == "doctor": print({findings!r}); sys.exit(0)
if "--journal" in sys.argv and {spoils}: pathlib.Path(sys.argv[sys.argv.index("--journal") + 1]).write_bytes(b"spoilt")
if {checks}: sys.stderr.write("It cannot.")
sys.exit({checks})
"""
ROOM = 1 << 20  # bytes on a disk that is full
STARTS = 6  # more than systemd would try


@dataclass(frozen=True)
class Release:
    """What a version is like."""

    starts: int = 0
    checks: int = 0
    findings: str = WELL
    spoils: bool = False
    damaged: bool = False
    too_large: bool = False  # for the disk


class Shop:
    """Where the packages come from."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def package(self, version: str, release: Release) -> Path:
        tree = self._folder / version
        program = program_of(tree, version) / "firmware_host"
        program.mkdir(parents=True)
        facts = {
            "starts": release.starts,
            "checks": release.checks,
            "findings": release.findings,
            "spoils": release.spoils,
        }
        (program / "__main__.py").write_text(PROGRAM.format(version=version, **facts))
        (program / "__init__.py").write_text("#" * (2 * ROOM if release.too_large else 1))
        file = pack(tree, version, self._folder)
        if release.damaged:
            file.write_bytes(file.read_bytes()[:-700])
        return file


@contextmanager
def full_disk(room: int = ROOM) -> Iterator[None]:
    """Nothing larger can be written, by this process and those that it starts."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


class PowerCut(Exception):
    """The plug was pulled."""


class Pi:
    """A console with its versions, as systemd starts it."""

    def __init__(self, folder: Path) -> None:
        self.shop = Shop(folder / "shop")
        (folder / "shop").mkdir()
        self.versions = folder / "versions"
        self.table = Table(None, folder / "state" / "journal.db")
        a_round(Night(self.table.journal))
        self.history = self.rows()
        self.failures = 0

    def rows(self) -> list[Row]:
        with closing(read_ledger(self.table.journal)) as ledger:
            return ledger.rows.all()

    def update(self, version: str, release: Release, *, cut_at: str = "") -> None:
        def reached(step: str) -> None:
            if step == cut_at:
                raise PowerCut

        package = self.shop.package(version, release)
        with full_disk() if release.too_large else nullcontext():
            update(package, self.table, self.versions, reached)

    def boots(self) -> str:
        """Which version is playing in the end; nothing if none is."""
        surroundings = {**os.environ, "WORDTABLE_VERSIONS": str(self.versions)}
        self.failures = 0
        for _ in range(STARTS):
            subprocess.run([TOOLS / "versions", "begin"], env=surroundings, check=True)
            if not (self.versions / "current").exists():
                return "packaged"  # which has been playing all the time
            said = subprocess.run(
                [TOOLS / "wordtable", "run"], env=surroundings, capture_output=True, text=True, check=False
            )
            if said.returncode == 0:
                self.told = note_about_updates(self.versions)
                subprocess.run([TOOLS / "versions", "proven"], env=surroundings, check=True)
                return said.stdout.strip()
            self.failures += 1
        return ""


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pi:
    if shutil.which("dpkg-deb") is None:
        pytest.skip("only a Debian can be updated: there is no dpkg-deb here")
    monkeypatch.setattr(updating, "_problems", _fast_doctor(updating._problems))
    return Pi(tmp_path)


def _fast_doctor(real: Callable[[Path, Table], set[str]]) -> Callable[[Path, Table], set[str]]:
    """The doctor of this version is always asked about the same machine, so once is enough."""
    own = Path(updating.__file__).parents[2]
    return lambda program, table: set() if program == own else real(program, table)


def test_a_version_that_passes_its_check_is_used_from_the_next_start_on(pi: Pi) -> None:
    pi.update("1.0", Release())
    assert (pi.boots(), pi.failures) == ("1.0", 0)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("release", "told"),
    [
        (Release(damaged=True), "damaged"),
        (Release(too_large=True), "no room"),
        (Release(checks=1), "It cannot."),
        (Release(findings=WORSE), "seat1.grid"),
        (Release(findings="no JSON"), "doctor"),
    ],
)
def test_a_version_that_does_not_is_refused_and_leaves_nothing(pi: Pi, release: Release, told: str) -> None:
    pi.update("1.0", Release())
    pi.boots()
    with pytest.raises(UpdateError, match=told):
        pi.update("2.0", release)
    assert (pi.boots(), sorted(file.name for file in pi.versions.iterdir())) == ("1.0", ["1.0", "current"])


def test_a_version_whose_check_takes_too_long_is_refused(pi: Pi, monkeypatch: pytest.MonkeyPatch) -> None:
    patiently = updating._ask

    def impatiently(program: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(updating, "PATIENCE", 0.001)  # no program starts in so little time
        return patiently(program, command)

    monkeypatch.setattr(updating, "_ask", impatiently)
    with pytest.raises(UpdateError, match="Its check takes too long"):
        pi.update("1.0", Release())


def test_a_version_that_does_not_start_goes_back_and_the_table_is_told(pi: Pi) -> None:
    pi.update("1.0", Release())
    pi.boots()
    pi.update("2.0", Release(starts=1))
    assert (pi.boots(), pi.failures) == ("1.0", 3)
    assert pi.told is not None
    assert english(pi.told).startswith("The update to 2.0 did not start.")


def test_the_first_update_goes_back_to_the_package(pi: Pi) -> None:
    pi.update("1.0", Release(starts=1))
    assert pi.boots() == "packaged"


def test_an_update_that_was_not_started_yet_is_not_built_upon(pi: Pi) -> None:
    pi.update("1.0", Release())
    with pytest.raises(UpdateError, match="has not been started yet"):
        pi.update("2.0", Release())


def test_the_new_version_gets_a_copy_of_the_journal(pi: Pi) -> None:
    pi.update("1.0", Release(spoils=True))
    assert pi.rows() == pi.history


def test_the_newest_package_of_a_stick_is_taken(pi: Pi, tmp_path: Path) -> None:
    (stick := tmp_path / "stick").mkdir()
    with pytest.raises(UpdateError, match="no package of wordtable"):
        update(stick, pi.table, pi.versions)
    for version in ("9.0", "10.0", "8.0"):
        pi.shop.package(version, Release()).rename(stick / f"wordtable_{version}_all.deb")
    assert update(stick, pi.table, pi.versions) == "10.0"


def test_a_foreign_package_is_refused(pi: Pi, tmp_path: Path) -> None:
    foreign = tmp_path / "holiday.deb"
    foreign.write_bytes(b"a picture")
    with pytest.raises(UpdateError, match="is not a package of wordtable"):
        update(foreign, pi.table, pi.versions)


@pytest.mark.parametrize(
    ("name", "version"),
    [("wordtables", "9.0"), ("wordtable", "9:1.0"), ("wordtable", "9/../../outside"), ("wordtable", "9 $(touch x)")],
)
def test_a_package_with_another_name_or_an_odd_version_is_refused(
    pi: Pi, tmp_path: Path, name: str, version: str
) -> None:
    """The name of the file is right. The version becomes the name of a folder."""
    control = tmp_path / "tree" / "DEBIAN" / "control"
    control.parent.mkdir(parents=True)
    control.write_text(
        f"Package: {name}\nVersion: {version}\nArchitecture: all\nMaintainer: Us <us@us.example>\nDescription: a test\n"
    )
    file = tmp_path / "wordtable_9.0_all.deb"
    subprocess.run(
        ["dpkg-deb", "--nocheck", "--build", "-z0", tmp_path / "tree", file], check=True, capture_output=True
    )
    with pytest.raises(UpdateError, match="is not a package of wordtable"):
        update(file, pi.table, pi.versions)
    assert not pi.versions.exists()


def test_an_older_package_is_refused(pi: Pi) -> None:
    with pytest.raises(UpdateError, match=r"has version 0\.0\.1"):
        pi.update("0.0.1", Release())


STEPS = (
    "half unpacked",
    "unpacked",
    "tried",
    "remembered the version before",
    "noted that it is unproven",
    "moved the link",
)
PLANTED: tuple[tuple[Release, str], ...] = (
    (Release(), ""),
    (Release(damaged=True), ""),
    (Release(too_large=True), ""),
    (Release(checks=1), ""),
    (Release(starts=1), ""),
    (Release(findings=WORSE), ""),
    *((Release(), step) for step in STEPS),
    *((Release(starts=1), step) for step in STEPS[4:]),
    (Release(spoils=True), ""),
)


@pytest.mark.proof
def test_fifty_updates_with_failures_at_every_step_always_leave_a_playing_console(pi: Pi) -> None:
    playing = "packaged"
    outcomes: list[str] = []
    for number, (release, cut_at) in zip(range(1, 51), cycle(PLANTED), strict=False):
        version = f"{number}.0"
        try:
            pi.update(version, release, cut_at=cut_at)
            outcome = "moved"
        except UpdateError:
            outcome = "refused"
        except PowerCut:
            outcome = f"cut: {cut_at}"
        before, playing = playing, pi.boots()
        assert playing in (before, version), (number, outcome)
        assert pi.rows() == pi.history
        outcomes.append(outcome)
    assert {"moved", "refused", *(f"cut: {step}" for step in STEPS)} == set(outcomes)
    folders = [each for each in pi.versions.iterdir() if not each.is_symlink()]
    assert len(folders) <= len(("this version", "the one before", "one that failed"))


# ── a version checks itself ──────────────────────────────────────────────────────────────────────


def test_this_version_can_run_a_table(tmp_path: Path) -> None:
    journal = tmp_path / "copy.db"
    a_round(Night(journal))
    self_check(None, journal)


def test_a_table_that_this_version_does_not_understand_is_told(tmp_path: Path) -> None:
    (config := tmp_path / "table.toml").write_text("seats = 4\n")
    with pytest.raises(SelfCheckError, match=r"mistake in your table: .*table\.toml"):
        self_check(config, None)


def test_games_that_this_version_cannot_read_are_told(tmp_path: Path) -> None:
    journal = tmp_path / "copy.db"
    a_round(Night(journal))
    journal.with_name("copy.db-wal").unlink(missing_ok=True)
    content = bytearray(journal.read_bytes())
    content[0] ^= 1
    journal.write_bytes(content)
    with pytest.raises(SelfCheckError, match="cannot read your games"):
        self_check(None, journal)
