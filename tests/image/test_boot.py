"""The card in an emulated Raspberry Pi 3B: from power to the lobby, an evening of the party game, and power cuts.

Emulated, everything takes many times as long as on a Pi, and differs with whatever else this computer does: seconds are
told, never compared. docs/guide/card.md says what this cannot prove.
"""

import base64
import gzip
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from firmware_host import __version__
from hardware.clock import stopwatch
from tests.image.contents import image
from tests.image.raspberry import Pi, new_card, partitions, tool
from tests.support.packages import pack, put_whole_program

pytestmark = pytest.mark.image

CARD, LARGER = 1024, 2048  # megabytes; QEMU takes only powers of two
CUTS = int(os.environ.get("IMAGE_CUTS", "20"))
PATIENT = "systemd.default_device_timeout_sec=1800 systemd.default_timeout_start_sec=1800"
TABLE = """
[seat.1]
hooded = true
keypad = { usb = "table-1" }
panel = {}
[seat.2]
hooded = true
keypad = { usb = "table-2" }
panel = { address = 0x3D }
"""
# Always the same first player, and a watchdog for a computer that is a hundred times slower than a Pi.
SERVICE = """[Service]
ExecStart=
ExecStart=wordtable run --seed 0 --config /etc/wordtable/table.toml
TimeoutStartSec=30min
WatchdogSec=10min
"""
EVENING = (
    "1 ENTER ANN ENTER", "2 ENTER BOB ENTER", "1 ENTER", "1 SOLVE ENTER", "2 SMILE ENTER", "2 SOLVE ENTER", "1 ENTER",
    "2 HOUSE ENTER", "1 HOUSE ENTER", "1 ENTER",
)  # fmt: skip
LINE = 2000
NEWER = f"{__version__}+later"
HISTORY = "wordtable history --json --journal /var/lib/wordtable/journal.db"


def tell(what: str) -> None:
    print(what, flush=True)


def put(pi: Pi, path: str, text: str) -> None:
    """A terminal takes no longer lines than 4,095 letters."""
    packed = base64.b64encode(gzip.compress(text.encode())).decode()
    pi.run(f"mkdir -p $(dirname {path}); rm -f /run/packed")
    for start in range(0, len(packed), LINE):
        pi.run(f"echo {packed[start : start + LINE]} >>/run/packed")
    pi.run(f"base64 --decode /run/packed | gzip --decompress >{path} && sync")


def boot(card: Path, folder: Path, stick: Path | None = None) -> Pi:
    pi = Pi(card, folder, PATIENT, stick)
    pi.wait_for_shell()
    put(pi, "/run/systemd/system/wordtable.service.d/test.conf", SERVICE)
    return pi


def start_console(pi: Pi) -> None:
    pi.run("systemctl daemon-reload && modprobe uinput")
    guest = Path(__file__).with_name("guest_keys.py").read_text()
    put(pi, "/run/keys.py", guest)
    pi.run(
        "mkfifo /run/keys; (sleep infinity >/run/keys &) ; (python3 /run/keys.py </run/keys >/run/typed 2>&1 &) ; true"
    )
    pi.run("until grep -q ready /run/typed; do sleep 1; done")
    pi.run("systemctl restart wordtable && systemctl is-active wordtable")


class Evening:
    """Types one line after the other, and waits until it is typed."""

    def __init__(self, pi: Pi) -> None:
        self._pi = pi
        self._lines = 0

    def type(self, line: str) -> None:
        self._lines += 1
        self._pi.run(
            f"echo '{line}' >/run/keys; until [ $(grep -c typed /run/typed) -ge {self._lines} ]; do sleep 1; done"
        )
        self._pi.run("sleep 4")  # a reader needs half a second, and so does an emulated Pi's screen


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_card(image(), tmp_path_factory.mktemp("card") / "card.img", CARD)


def waits_until_all_is_started(pi: Pi) -> None:
    pi.run("systemctl is-system-running --wait || true", 3600)


def assert_data_fills(pi: Pi, card: Path, megabytes: int) -> None:
    pi.run("until [ $(systemctl show -P ActiveState wordtable-grow) = inactive ]; do sleep 1; done")
    room = megabytes - partitions(card)[2].start // 1024**2
    assert int(pi.run("df --output=size -m /data | tail -1")) > room * 0.9


@pytest.fixture(scope="module")
def stick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    stick = tmp_path_factory.mktemp("stick") / "stick.img"
    subprocess.run([tool("mkfs.vfat"), "-C", stick, "16384"], check=True, capture_output=True)
    return stick


@pytest.fixture(scope="module")
def pi(card: Path, stick: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pi]:
    began = stopwatch()
    pi = boot(card, tmp_path_factory.mktemp("pi"), stick)
    tell(f"a shell after {stopwatch() - began:.0f} s")
    waits_until_all_is_started(pi)
    tell(f"the first boot took {stopwatch() - began:.0f} s")
    yield pi
    pi.cut_power()


def test_nothing_fails_at_the_first_boot(pi: Pi) -> None:
    tell(pi.run("systemd-analyze; systemd-analyze blame | head -20; free -m"))
    assert pi.run("systemctl --failed --no-legend --plain") == ""


def test_no_unit_is_left_out_because_two_wait_for_each_other(pi: Pi) -> None:
    assert pi.run("journalctl --boot --grep 'ordering cycle' --output cat || true") in ("", "-- No entries --")
    assert pi.run("systemctl is-active avahi-daemon") == "active"


def test_without_a_table_the_phones_page_is_served(pi: Pi) -> None:
    asks = "import urllib.request; urllib.request.urlopen('http://localhost:8377/')"
    pi.run(f'until python3 -c "{asks}"; do sleep 2; done >/dev/null 2>&1')
    assert pi.run("systemctl is-active wordtable-first-boot") == "active"


def test_the_root_cannot_be_written(pi: Pi) -> None:
    assert pi.run("touch /usr/bin/x 2>/dev/null && echo written || echo refused") == "refused"


def test_spi_panels_and_strips_find_their_devices(pi: Pi) -> None:
    assert pi.run("stat -c '%n %G %a' /dev/spidev0.*").splitlines() == [
        "/dev/spidev0.0 spi 660",
        "/dev/spidev0.1 spi 660",
    ]


def test_data_takes_the_rest_of_the_card(pi: Pi, card: Path) -> None:
    assert_data_fills(pi, card, CARD)


def test_the_table_has_a_network_of_its_own_with_a_password_of_its_own(pi: Pi) -> None:
    profile = pi.run("cat /var/lib/NetworkManager/system-connections/hotspot.nmconnection")
    assert "mode=ap" in profile
    assert pi.run("stat -c %a /var/lib/NetworkManager/system-connections/hotspot.nmconnection") == "600"


def test_nobody_can_log_in_over_the_network(pi: Pi) -> None:
    assert pi.run("systemctl is-active ssh || true") == "inactive"


def test_ssh_is_switched_on_with_a_new_password_and_off_again(pi: Pi) -> None:
    host, password = pi.run("/usr/lib/wordtable/ssh on").splitlines()[-1].split()
    assert (host, len(password), pi.run("systemctl is-active ssh")) == ("wordtable.local", 12, "active")
    pi.run("/usr/lib/wordtable/ssh off")
    assert pi.run("systemctl is-active ssh || true") == "inactive"
    assert pi.run("grep -c '^root:[*!]' /etc/shadow") == "1"


def test_an_evening_is_played_from_the_lobby_to_the_winner(pi: Pi) -> None:
    put(pi, "/etc/wordtable/table.toml", TABLE)
    pi.run("systemctl stop wordtable-first-boot")
    start_console(pi)
    evening = Evening(pi)
    for line in EVENING:
        tell(f"seat {line}")
        evening.type(line)
    (game,) = pi.run(HISTORY).splitlines()
    assert (json.loads(game)["winners"], json.loads(game)["rounds"]) == (["ANN"], 2)


def test_the_captains_backup_is_on_the_usb_stick(pi: Pi, stick: Path) -> None:
    pi.run("echo back-up >/run/wordtable/chore; until [ -s /run/wordtable-chore/answer ]; do sleep 1; done")
    answer = json.loads(pi.run("cat /run/wordtable-chore/answer"))
    assert answer["say"]["say"].startswith("Saved on the USB stick")
    listed = subprocess.run([tool("mdir"), "-b", "-i", stick, "::"], check=True, capture_output=True, text=True).stdout
    assert listed.strip().endswith(".backup")


@pytest.fixture(scope="module")
def played(pi: Pi, card: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The card with that game on it, as a power cut leaves it."""
    pi.cut_power()
    return new_card(card, tmp_path_factory.mktemp("played") / "card.img", CARD)


def test_a_card_with_a_table_starts_the_console(played: Path, tmp_path: Path) -> None:
    pi = boot(played, tmp_path / "pi")
    try:
        waits_until_all_is_started(pi)
        tell(pi.run("systemd-analyze; systemd-analyze critical-chain wordtable.service; free -m"))
        assert pi.run("systemctl is-active wordtable") == "active"
        assert pi.run("systemctl --failed --no-legend --plain") == ""
    finally:
        pi.cut_power()


@pytest.mark.parametrize("cut", range(CUTS))
def test_a_power_cut_loses_nothing(played: Path, tmp_path: Path, cut: int) -> None:
    """At a moment by chance while it boots, or while /data grows on a larger card; then everything is as before."""
    card = new_card(played, tmp_path / "card.img", LARGER)
    pi = boot(card, tmp_path / "cut")
    pi.run(f"timeout {Random(cut).uniform(0, 90):.0f} systemctl is-system-running --wait >/dev/null || true")
    tell(f"cut {cut}: {pi.run('cut -d. -f1 /proc/uptime; systemctl show -P ActiveState wordtable-grow')}")
    pi.cut_power()
    pi = boot(card, tmp_path / "after")
    try:
        waits_until_all_is_started(pi)
        assert pi.run("systemctl --failed --no-legend --plain") == ""
        assert_data_fills(pi, card, LARGER)
        (game,) = pi.run(HISTORY).splitlines()
        assert json.loads(game)["winners"] == ["ANN"]
    finally:
        pi.cut_power()
        card.unlink()


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A USB stick with a newer version."""
    folder = tmp_path_factory.mktemp("newer")
    put_whole_program(folder / "tree", NEWER)
    package = pack(folder / "tree", NEWER, folder)
    stick = folder / "stick.img"
    subprocess.run([tool("mkfs.vfat"), "-C", stick, "65536"], check=True, capture_output=True)
    subprocess.run([tool("mcopy"), "-i", stick, package, "::"], check=True)
    return stick


@pytest.mark.parametrize("cut", range(max(1, CUTS // 5)))
def test_a_power_cut_during_an_update_leaves_a_console_that_plays(
    played: Path, newer: Path, tmp_path: Path, cut: int
) -> None:
    card = new_card(played, tmp_path / "card.img", CARD)
    pi = boot(card, tmp_path / "cut", newer)
    waits_until_all_is_started(pi)
    answered = "until [ -s /run/wordtable-chore/answer ]; do sleep 1; done"
    pi.run("echo update >/run/wordtable/chore")
    pi.run(f"timeout {Random(cut).uniform(5, 60):.0f} sh -c '{answered}' || true")
    tell(f"cut {cut}: {pi.run('ls -A /var/lib/wordtable-versions; cat /run/wordtable-chore/answer || true')}")
    pi.cut_power()
    pi = boot(card, tmp_path / "after", newer)
    try:
        waits_until_all_is_started(pi)
        assert pi.run("systemctl is-active wordtable") == "active"
        assert pi.run("systemctl --failed --no-legend --plain") == ""
        (game,) = pi.run(HISTORY).splitlines()
        assert json.loads(game)["winners"] == ["ANN"]
    finally:
        pi.cut_power()
        card.unlink()
