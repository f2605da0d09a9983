"""The service: hardened, and still able to open everything that a config can name."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host import cli
from firmware_host.league import commands
from firmware_host.service import daemon
from hardware import chores

FOLDER = Path(__file__).parents[2] / "systemd"
ANALYZE = shutil.which("systemd-analyze")
HOW = "by systemd-analyze" if ANALYZE else "by the table in this file"

# What the score is made of, for machines without systemd.
HARDENED = {
    "DynamicUser": "yes",
    "DevicePolicy": "closed",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "NoNewPrivileges": "yes",
    "ProtectKernelTunables": "yes",
    "ProtectKernelModules": "yes",
    "ProtectKernelLogs": "yes",
    "ProtectControlGroups": "yes",
    "ProtectClock": "yes",
    "ProtectHostname": "yes",
    "RestrictNamespaces": "yes",
    "RestrictRealtime": "yes",
    "RestrictSUIDSGID": "yes",
    "LockPersonality": "yes",
    "MemoryDenyWriteExecute": "yes",
    "SystemCallArchitectures": "native",
    "SystemCallFilter": "@system-service\n~@privileged @resources",
    "CapabilityBoundingSet": "",
    "RestrictAddressFamilies": "AF_UNIX AF_INET AF_INET6 AF_NETLINK",
    "UMask": "0077",
}

# For everything that a table.toml can name: its class of devices, whose group it has, and what must be loaded for it.
DEVICES = {
    "keypad": ("char-input", "input", "evdev"),
    "button, buzzer, lamp": ("char-gpiochip", "gpio", ""),  # always in the kernel
    "panel on I²C": ("char-i2c", "i2c", "i2c-dev"),
    "panel on SPI": ("char-spi", "spi", "spidev"),
    "grid on a Pi 5's own pins": ("char-ws2812-pio-rp1", "gpio", ""),  # from the start, or never
    "grid on ttyUSB": ("char-ttyUSB", "dialout", "usbserial"),
    "grid on ttyACM": ("char-ttyACM", "dialout", "cdc-acm"),
    "speaker": ("char-alsa", "audio", "snd"),
}


def directives(file: str) -> dict[str, str]:
    """What a unit says; what is said several times stands in lines."""
    said: dict[str, str] = {}
    for line in (FOLDER / file).read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            said[name] = f"{said[name]}\n{value}" if name in said else value
    return said


SERVICE = directives("wordtable.service")


@pytest.mark.parametrize("unit", ["wordtable.service", "wordtable-league.service"])
@pytest.mark.parametrize("how", [HOW])
def test_the_service_is_hardened(how: str, unit: str) -> None:
    if ANALYZE is None:
        said, families = directives(unit), {"RestrictAddressFamilies"}  # a league has no keypads
        names = HARDENED.keys() - (families if unit != "wordtable.service" else set())
        assert {name: said.get(name) for name in names} == {name: HARDENED[name] for name in names}, how
        return
    report = subprocess.run(
        [ANALYZE, "security", "--offline=true", "--threshold=20", str(FOLDER / unit)],
        capture_output=True,
        text=True,
        env=os.environ | {"SYSTEMD_COLORS": "0", "LC_ALL": "C.UTF-8"},
        check=False,
    )
    score = re.search(rf"exposure level for {unit}: (\d+\.\d+)", report.stdout)
    assert score is not None, report.stderr
    assert float(score[1]) <= 2.0, how


@pytest.mark.parametrize("how", [HOW])
def test_systemd_understands_every_unit(tmp_path: Path, how: str) -> None:
    """The program itself is not installed where tests run: Python stands in for it."""
    units = [*FOLDER.glob("*.service"), *FOLDER.glob("*.path")]
    assert len(units) == 8
    if ANALYZE is None:
        sections = {line for unit in units for line in unit.read_text().splitlines() if line.startswith("[")}
        assert sections == {"[Unit]", "[Service]", "[Path]", "[Install]"}, how
        return
    for unit in units:
        text = unit.read_text()
        for program in re.findall(r"^ExecStart=(\S+)", text, re.MULTILINE):
            text = text.replace(f"ExecStart={program}", f"ExecStart={Path(sys.executable).resolve()}")
        (tmp_path / unit.name).write_text(text)
    verified = subprocess.run(
        [ANALYZE, "verify", "--man=no", *(str(tmp_path / unit.name) for unit in units)],
        capture_output=True,
        text=True,
        check=False,
    )
    about_ours = [line for line in verified.stderr.splitlines() if "wordtable" in line]
    assert (verified.returncode, about_ours) == (0, []), how


@pytest.mark.parametrize("what", DEVICES)
def test_it_may_open_what_a_config_can_name(what: str) -> None:
    kind, group, _ = DEVICES[what]
    assert f"{kind} rw" in SERVICE["DeviceAllow"].splitlines()
    assert group in SERVICE["SupplementaryGroups"].split()


@pytest.mark.parametrize("what", DEVICES)
def test_its_class_of_devices_exists_from_the_start(what: str) -> None:
    module = DEVICES[what][2]
    lines = (FOLDER / "modules-load.d" / "wordtable.conf").read_text().splitlines()
    assert not module or module in lines


def test_it_may_ask_bluez_to_pair_a_keypad() -> None:
    """Debian's own policy lets everybody ask; where somebody has made it stricter, this group may."""
    assert "bluetooth" in SERVICE["SupplementaryGroups"].split()
    assert "AF_UNIX" in SERVICE["RestrictAddressFamilies"].split()


def test_every_group_it_joins_is_made_where_it_is_missing() -> None:
    lines = (FOLDER / "sysusers.d" / "wordtable.conf").read_text().splitlines()
    made = {line.split()[1] for line in lines if line.startswith("g ")}
    assert made == set(SERVICE["SupplementaryGroups"].split())


def test_nothing_else_of_dev_may_be_opened() -> None:
    assert {line.split()[0] for line in SERVICE["DeviceAllow"].splitlines()} == {
        kind for kind, _, _ in DEVICES.values()
    }


@pytest.mark.parametrize("forbidden", ["PrivateDevices", "PrivateNetwork", "ProcSubset"])
def test_what_would_cut_the_table_off_is_left_out(forbidden: str) -> None:
    assert forbidden not in SERVICE


def test_its_command_is_one_that_we_have() -> None:
    _, *arguments = shlex.split(SERVICE["ExecStart"])
    options = cli._parser().parse_args(arguments)
    assert (options.command, options.config) == (cli._run, "/etc/wordtable/table.toml")


def test_the_leagues_command_is_one_that_we_have() -> None:
    said = directives("wordtable-league.service")
    _, *arguments = shlex.split(said["ExecStart"].replace("$OPTIONS", "--password league-password --host 0.0.0.0"))
    options = cli._parser().parse_args(arguments)
    assert (options.command, options.password) == (commands._run, "league-password")
    assert said["LoadCredential"].startswith("league-password:")


def test_what_trying_again_cannot_mend_is_not_tried_again() -> None:
    assert {int(code) for code in SERVICE["RestartPreventExitStatus"].split()} == {daemon.IN_USE, daemon.BAD_CONFIG}


def test_the_file_that_switches_the_pi_off_is_the_one_the_console_leaves() -> None:
    watched = Path(directives("wordtable-shutdown.path")["PathExists"])
    assert watched == Path("/run", SERVICE["RuntimeDirectory"], daemon.SHUT_DOWN)


def test_the_note_that_asks_for_a_chore_is_the_one_that_is_answered() -> None:
    watched = Path(directives("wordtable-chore.path")["PathExists"])
    _, chore, folder, *_ = shlex.split(directives("wordtable-chore.service")["ExecStart"])
    assert (watched, chore) == (Path("/run", SERVICE["RuntimeDirectory"], chores.NOTE), "chore")
    assert (Path(folder), directives("wordtable-chore.service")["RuntimeDirectory"]) == (
        watched.parent,
        chores.ANSWER.parent.name,
    )


def test_nothing_in_memory_is_left_on_the_disk_when_it_fails() -> None:
    """A core dump that the watchdog causes could hold secrets."""
    assert SERVICE["LimitCORE"] == "0"


@pytest.mark.parametrize(
    "unit", [file.name for file in FOLDER.glob("*.service") if "ExecStart=wordtable " in file.read_text()]
)
def test_whatever_runs_our_program_leaves_no_core_dump(unit: str) -> None:
    """The chore knows a password, the league knows every word."""
    assert directives(unit)["LimitCORE"] == "0"


def test_a_console_that_grows_without_end_does_not_take_the_whole_pi() -> None:
    assert SERVICE["MemoryMax"] == "512M"


def test_every_udev_rule_can_be_read() -> None:
    rules = [
        line
        for line in (FOLDER / "udev" / "70-wordtable.rules").read_text().splitlines()
        if line and not line.startswith("#")
    ]
    assert len(rules) >= 5
    part = r'(?:SUBSYSTEM|KERNEL|ACTION)=="[^"]+"|(?:GROUP|MODE)="[^"]+"|ENV\{\w+\}==?"[^"]+"|RUN\+="[^"]+"'
    assert [rule for rule in rules if not re.fullmatch(rf"(?:{part})(?:, (?:{part}))+", rule)] == []


@pytest.mark.parametrize("group", ["gpio", "i2c", "spi", "input", "dialout"])
def test_udev_gives_each_group_its_devices_and_nobody_else(group: str) -> None:
    rules = (FOLDER / "udev" / "70-wordtable.rules").read_text()
    assert re.search(rf'GROUP="{group}", MODE="0660"$', rules, re.MULTILINE)
