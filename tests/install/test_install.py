"""An install from the first `sudo make install` to the last `sudo make uninstall`, in clean Debian 12 and 13 trees.

Takes minutes, and root: `make test-install`.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic  # noqa: TID251  # a real install takes real time

import pytest

from hardware.config.reading import read_table
from tests.install.booted import DEBIANS, booted
from tests.install.tree import CLONE, CLONED, MAKER, Tree, a_clean_one, why_not
from tests.kernel.opening import Opening
from tests.kernel.seen import SeenTable
from tests.kernel.test_pins import LISTEN

pytestmark = pytest.mark.install

EVENINGS = CLONE / "tests" / "golden" / "evenings"
CONFIG, JOURNAL = "/etc/wordtable/table.toml", "/var/lib/wordtable/journal.db"
MOST_PACKAGES, MOST_MEGABYTES = 250, 500
YOURS = {
    "etc/wordtable",
    "etc/wordtable/table.toml",
    "var/lib/private/wordtable",
    "var/lib/private/wordtable/journal.db",
    "var/lib/private/wordtable/journal.db-shm",  # SQLite's own, beside it
    "var/lib/private/wordtable/journal.db-wal",
    "var/lib/wordtable",
}
# The real one comes with Raspberry Pi OS and needs its boot partition: this one remembers what was asked of it.
RASPI_CONFIG = """#!/bin/sh
case $2 in
    get_i2c) grep -qs do_i2c /var/log/raspi-config; echo $? ;;
    get_spi) echo 0 ;;
    *) echo "$2 $3" >>/var/log/raspi-config ;;
esac
"""
# Two keyboards, a screen for secrets, and everything that can hang on a pin.
LAMPS, PAUSE_BUTTON = (5, 6), 17
LOOKS = 120  # at a lamp, a second apart: an emulated machine on a busy computer is slow
PINS = f"""
teach = false
[seat.1]
hooded = true
keypad = {{ usb = "usb-0000:01:00.0-1.1" }}
panel = {{ usb = "usb-vhci_hcd.0-1" }}
lamp = {LAMPS[0]}
[seat.2]
keypad = {{ usb = "usb-0000:01:00.0-1.2" }}
grid = {{ port = "/dev/serial/by-path/platform-dummy_hcd.0-usb-0:1:1.0" }}
lamp = {LAMPS[1]}
[private]
usb = "usb-vhci_hcd.0-1"
address = 0x3D
[buttons]
pause = {PAUSE_BUTTON}
[buzzer]
pin = 18
"""
# Runs the console until it says that the table is open, stops it as systemd does, and tells what it said.
OPEN_AND_STOP = """
wordtable run --config "$0" --journal evening/journal.db >said 2>&1 &
until grep -q "is open" said; do kill -0 $! || break; sleep 0.2; done
kill $!; wait $!; cat said
"""
# A package of somebody else's that needs one of those that came with wordtable.
NEIGHBOUR = """Package: neighbour
Version: 1
Architecture: all
Maintainer: Next door <next@door.example>
Depends: python3-serial
Description: a program next door
"""


@dataclass(frozen=True)
class Visit:
    """A tree, and what the last command said in it."""

    tree: Tree
    before: set[str]
    said: str
    size: "Size"  # after the install, what it has added


@dataclass(frozen=True)
class Size:
    """What a tree has: packages of Debian, and megabytes without what was downloaded on the way. When it was seen."""

    packages: int
    megabytes: int
    seconds: float

    def since(self, before: "Size") -> "Size":
        return Size(
            self.packages - before.packages, self.megabytes - before.megabytes, round(self.seconds - before.seconds)
        )


@dataclass(frozen=True)
class Update:
    """What was there before an install was done again, and what the second one said."""

    tree: Tree
    config: str
    journal: bytes
    history: str
    said: str


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def clean(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tree]:
    if sorry := why_not():
        pytest.fail(sorry)
    tree = a_clean_one(request.param, tmp_path_factory.mktemp("install") / "tree")
    pretended = tree.path("/usr/bin/raspi-config")
    pretended.write_text(RASPI_CONFIG)
    pretended.chmod(0o755)
    yield tree
    tree.keep_downloads()
    shutil.rmtree(tree.folder)  # half a gigabyte: too much for pytest to keep


@pytest.fixture(scope="module")
def without_network(clean: Tree) -> Visit:
    """The first try: the cable is not in yet. What was downloaded for an earlier tree is installed all the same."""
    before, size = clean.files(), _size(clean)
    tried = clean.run("make", "install", cwd=CLONED, network=False, PIP_RETRIES="0")
    assert tried.returncode != 0
    return Visit(clean, before, tried.stdout, size)


@pytest.fixture(scope="module")
def installed(without_network: Visit) -> Visit:
    tree = without_network.tree
    said = tree.did("make", "install", cwd=CLONED)
    return Visit(tree, without_network.before, said, _size(tree).since(without_network.size))


def _size(tree: Tree) -> Size:
    packages = tree.did("dpkg-query", "--show", "--showformat", "${Package}\n").split()
    apart = ("--one-file-system", "--exclude=/var/cache", "--exclude=/var/lib/apt")
    kilobytes = tree.did("du", "--summarize", *apart, "/")
    return Size(len(packages), int(kilobytes.split()[-2]) // 1000, monotonic())


@pytest.fixture(scope="module")
def updated(installed: Visit) -> Update:
    """An evening later: another table, a game that was played, and newer work of the same version in the clone."""
    tree = installed.tree
    (config := tree.path(CONFIG)).write_text((CLONE / "config" / "oled-seats.toml").read_text())
    # As systemd keeps it for a service whose user exists only while it runs.
    tree.path("/var/lib/private/wordtable").mkdir(mode=0o700, parents=True)
    tree.path("/var/lib/private").chmod(0o700)
    tree.path("/var/lib/wordtable").symlink_to("private/wordtable")
    simulated = ("wordtable", "simulate", *_script("party-giving-up"), "--journal", JOURNAL)
    tree.did(*simulated, cwd=f"{CLONED}/tests/golden/evenings")
    history = tree.did("wordtable", "history")
    command_line = tree.path(f"{CLONED}/firmware_host/cli.py")
    command_line.write_text(command_line.read_text().replace("Secret-word games at a real table", "Newer games"))
    kept = tree.path("/var/lib/private/wordtable/journal.db")
    before = kept.read_bytes()
    return Update(tree, config.read_text(), before, history, tree.did("make", "install", cwd=CLONED))


@pytest.fixture(scope="module")
def gone(updated: Update, installed: Visit) -> Visit:
    """Uninstalled, while a package from next door has come to need one of ours."""
    tree = updated.tree
    control = tree.path("/tmp/neighbour/DEBIAN/control")
    control.parent.mkdir(parents=True)
    control.write_text(NEIGHBOUR)
    tree.did("dpkg-deb", "--build", "neighbour", cwd="/tmp")
    tree.did("dpkg", "--install", "neighbour.deb", cwd="/tmp")
    return Visit(tree, installed.before, tree.did("make", "uninstall", cwd=CLONED), installed.size)


def _script(evening: str) -> tuple[str, ...]:
    """The script and its table, as the evening's second line has them."""
    line = (EVENINGS / f"{evening}.jsonl").read_text().splitlines()[1]
    return tuple(line.removeprefix("# wordtable simulate ").split())


# ── before ───────────────────────────────────────────────────────────────────────────────────────


def test_who_is_not_root_is_told_so_in_one_sentence(clean: Tree) -> None:
    said = clean.run("setpriv", f"--reuid={MAKER}", "--clear-groups", "make", "--silent", "install", cwd=CLONED).stdout
    assert said.splitlines()[0] == "✗ Only root can install. Run: sudo make install"


def test_without_a_network_it_says_what_to_do(without_network: Visit) -> None:
    told = [line for line in without_network.said.splitlines() if line.startswith("✗")]
    assert [line.endswith("Check the network, then run: sudo make install") for line in told] == [True]


# ── installed ────────────────────────────────────────────────────────────────────────────────────


def test_it_ends_with_the_doctor_who_finds_all_well(installed: Visit) -> None:
    assert "All is well." in installed.said.partition("wordtable doctor\n")[2]


def test_the_installed_command_plays_a_whole_evening(installed: Visit) -> None:
    played = installed.tree.did(
        "wordtable", "simulate", *_script("party-classic"), cwd=f"{CLONED}/tests/golden/evenings"
    )
    assert played == (EVENINGS / "party-classic.out").read_text()


def test_the_installed_console_opens_the_table_it_was_given(installed: Visit) -> None:
    said = installed.tree.run("timeout", "300", "sh", "-c", OPEN_AND_STOP, CONFIG, cwd="/tmp").stdout
    assert "The table is open: 4 seats, simulated." in said
    assert "The table is closed." in said


def test_its_pages_need_nothing_more(installed: Visit) -> None:
    assert installed.tree.run("/opt/wordtable/bin/python", "-c", "import firmware_host.web.server").stdout == ""


KINDS = (".service", "-league.service", "-shutdown.path", "-shutdown.service", "-chore.path", "-chore.service")


def test_systemd_understands_the_units_where_they_lie(installed: Visit) -> None:
    units = [f"/etc/systemd/system/wordtable{kind}" for kind in KINDS]
    verified = installed.tree.run("systemd-analyze", "verify", "--man=no", *units)
    about_ours = [line for line in verified.stdout.splitlines() if "wordtable" in line]
    assert (verified.returncode, about_ours) == (0, [])


def test_this_systemd_finds_the_service_hardened(installed: Visit) -> None:
    report = installed.tree.run(
        "systemd-analyze", "security", "--offline=yes", "--no-pager", "/etc/systemd/system/wordtable.service"
    )
    score = re.search(r"exposure level for wordtable.service: (\d+\.\d+)", report.stdout)
    assert score is not None, report.stdout
    assert float(score[1]) <= 2.0


def test_a_league_is_off_until_somebody_switches_it_on(installed: Visit) -> None:
    assert installed.tree.run("systemctl", "is-enabled", "wordtable-league.service").stdout.strip() == "disabled"


@pytest.mark.parametrize("unit", ["wordtable.service", "wordtable-shutdown.path", "wordtable-chore.path"])
def test_it_starts_with_the_computer(installed: Visit, unit: str) -> None:
    assert installed.tree.run("systemctl", "is-enabled", unit).stdout.strip() == "enabled"


@pytest.mark.parametrize("group", ["input", "gpio", "i2c", "spi", "dialout", "audio"])
def test_every_group_of_the_service_is_there(installed: Visit, group: str) -> None:
    assert f"\n{group}:" in installed.tree.path("/etc/group").read_text()


@pytest.mark.parametrize("library", ["evdev", "PIL", "luma.oled", "serial", "pyudev", "smbus2", "spidev", "starlette"])
def test_what_debian_has_is_debians(installed: Visit, library: str) -> None:
    """So `apt upgrade` mends it, and a small Pi compiles nothing."""
    asked = f"import {library} as it; print(it.__file__)"
    found = installed.tree.did("/opt/wordtable/bin/python", "-c", asked)
    assert found.startswith("/usr/lib/python3/dist-packages/")


def test_i2c_is_switched_on_and_spi_which_was_on_is_left(installed: Visit) -> None:
    assert installed.tree.path("/var/log/raspi-config").read_text().splitlines() == ["do_i2c 0"]


def test_it_costs_so_much(installed: Visit) -> None:
    """`pytest -s` prints it. Seconds are not judged: they are the network's, mostly."""
    print(_release(installed.tree), installed.size)
    assert 0 < installed.size.packages < MOST_PACKAGES
    assert 0 < installed.size.megabytes < MOST_MEGABYTES


def test_nothing_is_left_in_the_clone(installed: Visit) -> None:
    """Least of all files that are root's, which the next `git pull` would stumble over."""
    new = installed.tree.files() - installed.before
    assert {each for each in new if each.startswith(CLONED.lstrip("/"))} == set()


# ── pins ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class OnPins:
    """What happened on the pins of a machine that was booted from the tree."""

    lamps_while_hiding: tuple[bool, ...]  # Ann's and Bob's
    lamps_while_guessing: tuple[bool, ...]
    buzzer: str
    said: str


@pytest.fixture(scope="module")
def on_pins(installed: Visit, tmp_path_factory: pytest.TempPathFactory) -> OnPins:
    """The installed console plays the beginning of a game, and somebody presses the button that pauses it."""
    settings = read_table(PINS)
    seen = SeenTable(settings)
    with booted(installed.tree, _release(installed.tree), tmp_path_factory.mktemp("booted"), seen.hear) as machine:

        def lamps(*wanted: bool) -> tuple[bool, ...]:
            """As they are, when they are as wanted or nobody waits any longer."""
            for _ in range(LOOKS):
                seen = tuple(bool(machine.ask("level", pin=pin)["high"]) for pin in LAMPS)
                machine.ask("wait", seconds=1.0)
                if seen == wanted:
                    break
            return seen

        machine.set_up(PINS)
        machine.ask("start")
        opening = Opening(machine, settings)
        opening.game()
        hiding = lamps(True, False)
        opening.hide("SOLVE")
        guessing = lamps(False, True)
        machine.ask("run", command=["sh", "-c", LISTEN.format(pin=settings.buzzer)])
        for high in (False, True):
            machine.ask("pull", pin=PAUSE_BUTTON, high=high)
            machine.ask("wait", seconds=1.0)
        buzzer = machine.ask("run", command=["sh", "-c", "touch /run/hush; cat /run/heard"])["output"]
        return OnPins(hiding, guessing, str(buzzer), "".join(machine.said))


def _release(tree: Tree) -> str:
    named = tree.path("/etc/os-release").read_text()
    return next(release for release in DEBIANS if f"VERSION_CODENAME={release}" in named)


def test_lamps_follow_the_game_from_player_to_player(on_pins: OnPins) -> None:
    assert (on_pins.lamps_while_hiding, on_pins.lamps_while_guessing) == ((True, False), (False, True)), on_pins.said


def test_the_button_is_heard_and_the_buzzer_answers(on_pins: OnPins) -> None:
    assert on_pins.buzzer == "swings\n", on_pins.said


# ── again ────────────────────────────────────────────────────────────────────────────────────────


def test_an_update_keeps_the_table(updated: Update) -> None:
    assert updated.tree.path(CONFIG).read_text() == updated.config


def test_an_update_keeps_names_and_history(updated: Update) -> None:
    assert updated.tree.path("/var/lib/private/wordtable/journal.db").read_bytes() == updated.journal


def test_the_evening_is_in_the_history_without_saying_where(updated: Update) -> None:
    assert "ANN" in updated.history


def test_an_update_brings_newer_work_of_the_same_version(updated: Update) -> None:
    assert "Newer games" in updated.tree.did("wordtable", "--help")


def test_an_update_asks_apt_for_nothing_that_is_there(updated: Update) -> None:
    assert "All Debian packages are already installed" in updated.said


# ── gone ─────────────────────────────────────────────────────────────────────────────────────────


def test_what_somebody_else_needs_stays(gone: Visit) -> None:
    assert gone.tree.run("dpkg-query", "--show", "--showformat", "${Status}", "python3-serial").stdout == (
        "install ok installed"
    )


def test_uninstalling_leaves_what_is_yours_and_not_a_file_more(gone: Visit) -> None:
    gone.tree.did("apt-get", "purge", "--quiet", "--yes", "neighbour", "python3-serial")
    after = gone.tree.files()
    assert (after - gone.before, gone.before - after) == (YOURS, set())


def test_uninstalling_says_where_it_is(gone: Visit) -> None:
    assert "still in /etc/wordtable /var/lib/wordtable" in gone.said


def test_what_is_yours_is_unharmed(gone: Visit, updated: Update) -> None:
    kept = (gone.tree.path(CONFIG), gone.tree.path("/var/lib/private/wordtable/journal.db"))
    assert [file.read_bytes() for file in kept] == [updated.config.encode(), updated.journal]


def test_uninstalling_again_finds_nothing(gone: Visit) -> None:
    said = gone.tree.run("make", "--silent", "uninstall", cwd=CLONED).stdout
    assert said.splitlines()[0] == "✗ wordtable is not installed here."
