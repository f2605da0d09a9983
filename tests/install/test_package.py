"""The Debian package, from `apt install` to `apt purge`, in clean Debian 12 and 13 trees.

Takes minutes, and root: `make test-install`.
"""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_host import __version__
from tests.install.tree import CLONE, CLONED, Tree, a_clean_one, why_not

pytestmark = pytest.mark.install

NEWER = "99.0"
CONFIG, JOURNAL = "/etc/wordtable/table.toml", "/var/lib/wordtable/journal.db"
EVENINGS = CLONE / "tests" / "golden" / "evenings"
LOOKED_FOR = "import gpiozero, firmware_host.web.server; print(gpiozero.__file__)"


@dataclass(frozen=True)
class Packages:
    """The package as it is built here, and the same with a higher version."""

    today: Path
    newer: Path


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    if sorry := why_not():
        pytest.fail(sorry)
    folder = tmp_path_factory.mktemp("packages")
    built = subprocess.run([CLONE / "tools/package/build_deb.sh"], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    today = CLONE / "dist" / f"wordtable_{__version__}_all.deb"
    opened, newer = folder / "opened", folder / f"wordtable_{NEWER}_all.deb"
    subprocess.run(["dpkg-deb", "--raw-extract", today, opened], check=True)
    _rewrite(opened / "DEBIAN" / "control", f"Version: {__version__}", f"Version: {NEWER}")
    programs = opened / "usr" / "lib" / "wordtable"
    (programs / __version__).rename(programs / NEWER)
    (programs / "packaged").unlink()
    (programs / "packaged").symlink_to(NEWER)
    _rewrite(programs / NEWER / "firmware_host" / "__init__.py", f'"{__version__}"', f'"{NEWER}"')
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", opened, newer], check=True, capture_output=True)
    return Packages(today, newer)


def _rewrite(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def clean(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tree]:
    tree = a_clean_one(request.param, tmp_path_factory.mktemp("package") / "tree")
    yield tree
    tree.keep_downloads()
    shutil.rmtree(tree.folder)


@dataclass(frozen=True)
class Installed:
    tree: Tree
    before: set[str]  # every file before wordtable, but with the packages that it needs
    evening: str  # what a whole evening looked like


@pytest.fixture(scope="module")
def installed(clean: Tree, packages: Packages) -> Installed:
    clean.did("apt-get", "update", "--quiet")
    needed = _field(packages.today, "Depends").replace(",", "\n").splitlines()
    names = [each.split()[0] for each in needed]
    clean.did(
        "apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *names, DEBIAN_FRONTEND="noninteractive"
    )
    before = clean.files()
    _put(clean, packages.today)
    script = (
        (EVENINGS / "party-classic.jsonl").read_text().splitlines()[1].removeprefix("# wordtable simulate ").split()
    )
    return Installed(clean, before, clean.did("wordtable", "simulate", *script, cwd=f"{CLONED}/tests/golden/evenings"))


def _field(package: Path, name: str) -> str:
    return subprocess.run(["dpkg-deb", "--field", package, name], check=True, capture_output=True, text=True).stdout


def _put(tree: Tree, package: Path) -> None:
    """By dpkg alone and without a network: all that is needed is there, or inside the package."""
    shutil.copy(package, tree.path("/tmp"))
    done = tree.run("dpkg", "--install", f"/tmp/{package.name}", network=False)
    tree.path(f"/tmp/{package.name}").unlink()
    assert done.returncode == 0, done.stdout


def test_it_plays_a_whole_evening(installed: Installed) -> None:
    assert installed.evening == (EVENINGS / "party-classic.out").read_text()


def test_what_debian_lacks_is_inside(installed: Installed) -> None:
    program = "/usr/lib/wordtable/packaged"
    found = installed.tree.did("python3", "-c", LOOKED_FOR, PYTHONPATH=program)
    assert found == f"{program}/gpiozero/__init__.py\n"


def test_the_doctor_finds_all_well(installed: Installed) -> None:
    assert "All is well." in installed.tree.did("wordtable", "doctor")


@pytest.mark.parametrize(
    "unit", ["wordtable.service", "wordtable-first-boot.service", "wordtable-shutdown.path", "wordtable-chore.path"]
)
def test_it_starts_with_the_computer(installed: Installed, unit: str) -> None:
    assert installed.tree.run("systemctl", "is-enabled", unit).stdout.strip() == "enabled"


def test_a_league_is_off_until_somebody_switches_it_on(installed: Installed) -> None:
    assert installed.tree.run("systemctl", "is-enabled", "wordtable-league.service").stdout.strip() == "disabled"


def test_systemd_finds_the_command_of_the_service(installed: Installed) -> None:
    units = ("wordtable.service", "wordtable-first-boot.service", "wordtable-league.service")
    verified = installed.tree.run("systemd-analyze", "verify", "--man=no", *units)
    assert [line for line in verified.stdout.splitlines() if "wordtable" in line] == []


def test_an_update_is_tried_and_then_used(installed: Installed, packages: Packages) -> None:
    shutil.copy(packages.newer, installed.tree.path("/tmp/newer.deb"))
    said = installed.tree.did("wordtable", "update", "/tmp/newer.deb")
    installed.tree.path("/tmp/newer.deb").unlink()
    assert f"Version {NEWER} has passed its check." in said
    assert installed.tree.did("wordtable", "--version") == f"wordtable {NEWER}\n"


def test_the_package_is_back_when_an_update_never_starts(installed: Installed) -> None:
    for _ in range(4):
        installed.tree.did("/usr/lib/wordtable/versions", "begin")
    assert installed.tree.did("wordtable", "--version") == f"wordtable {__version__}\n"


def test_apt_keeps_your_table_and_a_purge_leaves_nothing(installed: Installed, packages: Packages) -> None:
    tree = installed.tree
    tree.path(CONFIG).parent.mkdir(exist_ok=True)
    tree.path(CONFIG).write_text("# mine\n" + (CLONE / "config" / "simulated.toml").read_text())
    kept = tree.path("/var/lib/private/wordtable/journal.db")
    kept.parent.mkdir(mode=0o700, parents=True)
    tree.path("/var/lib/wordtable").symlink_to("private/wordtable")
    kept.write_bytes(b"history")
    _put(tree, packages.newer)
    assert NEWER in tree.did("dpkg-query", "--show", "wordtable")
    tree.did("dpkg", "--remove", "wordtable")
    assert (tree.path(CONFIG).read_text()[:6], kept.read_bytes()) == ("# mine", b"history")
    tree.did("dpkg", "--purge", "wordtable")
    after = tree.files()
    assert (after - installed.before, installed.before - after) == (set(), set())
