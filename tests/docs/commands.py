"""What may be said to a shell in our pages. A command that is none of these fails the tests until it is."""

import argparse
import re
import shlex
from dataclasses import dataclass
from functools import cache

from firmware_host import cli
from tests.docs.pages import ROOT

TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
UNITS = {file.name for file in (ROOT / "systemd").glob("wordtable*")}
SYSTEMCTL = {"start", "stop", "restart", "status", "enable", "daemon-reload"}

# Commands that only a Pi, a network or another person can answer: which, and why they are not run here.
ELSEWHERE = {
    r"ssh (-L 8377:localhost:8377 )?\w+@[\w.]+": "needs a Pi on the network",
    r"git (pull|clone( ADDRESS wordtable)?)": "needs whoever you cloned from",
    r"cd wordtable": "the folder that was just cloned",
    r"i2cdetect (-y 1|-l)": "needs panels; Debian's i2c-tools",
    r"journalctl -u wordtable(-league)?( -n \d+)?": "needs a service that has run",
    r"nano /boot/firmware/config\.txt": "an editor, and a Pi's own file",
    r"raspi-config": "asks questions, on a Pi",
    r"(reboot|poweroff)": "nobody wants that of a test",
    r"rfkill unblock bluetooth": "needs a radio",
    r"udevadm (control --reload|trigger)": "needs udev",
    r"systemd-sysusers": "makes groups on this computer",
    r"apt install [\w .+-]+": "installs on this computer; the names are checked",
    r"openssl (req|x509) .*|echo subjectAltName=.*": "tests/league/test_encryption.py runs them, and a table joins",
    r"pip install '?\.\[gym\]'?": "downloads; tests/training uses the same libraries, which `make` installs",
    r"systemd-analyze security wordtable": "needs an installed service; tests/service does it offline",
}
# Debian packages that our pages may name.
PACKAGES = {
    "scowl",
    "wordnet-base",
    "i2c-tools",
    "espeak-ng",
    "python3-venv",
    "python3-dev",
    "git",
    "make",
    "cog",
    "npm",
}
OUR_PACKAGE = re.compile(r"wordtable|\./(wordtable_[\d.]+_all|FILE)\.deb")  # tests/install installs it in clean trees
SCRIPTS = {"tools.build_words": {"--check"}}  # needs scowl; tests/tools/test_build_words.py runs it on a small list


@dataclass(frozen=True)
class Command:
    """One command, without `sudo` and without the folder that its program is in."""

    words: tuple[str, ...]

    @property
    def program(self) -> str:
        return self.words[0].removeprefix(".venv/bin/").removeprefix("/opt/wordtable/bin/")

    @property
    def text(self) -> str:
        return shlex.join((self.program, *self.words[1:]))


def parted(line: str) -> list[Command]:
    """The commands of a line: `a && b` is two."""
    found = []
    for part in line.split("&&"):
        words = shlex.split(part)
        if words[:1] == ["sudo"]:
            words = words[1:]
        found.append(Command(tuple(words)))
    return found


def why_wrong(command: Command) -> str:
    """Nothing, if the command may be said; otherwise what is wrong with it."""
    given = command.words[1:]
    match command.program:
        case "wordtable":
            return why_not_ours(given)
        case "make":
            missing = [target for target in given if "=" not in target and target not in TARGETS]
            return f"there is no target {', '.join(missing)}" if missing else ""
        case "systemctl":
            return _why_not_systemctl(given)
        case "apt":
            unknown = {name for name in given[1:] if not OUR_PACKAGE.fullmatch(name)} - PACKAGES
            return f"not in the list of packages: {', '.join(sorted(unknown))}" if unknown else ""
        case "python3":
            script = given[1] if given[:1] == ("-m",) and len(given) > 1 else ""
            exists = (ROOT / f"{script.replace('.', '/')}.py").exists()
            known = script in SCRIPTS and exists and set(given[2:]) <= SCRIPTS[script]
            return "" if known else "there is no such script, or it has no such option"
        case "install":
            missing = [name for name in given[2:-1] if not (ROOT / "systemd" / name).exists()]
            return f"there is no {', '.join(missing)}" if missing else ""
    known = any(re.fullmatch(pattern, command.text) for pattern in ELSEWHERE)
    return "" if known else "a command of a new kind: let a test run it, or say in ELSEWHERE why none can"


def why_not_ours(given: tuple[str, ...]) -> str:
    """Whether `wordtable` would take these words. A name in capitals stands for whatever somebody has."""
    if given == ():
        return ""
    parser = _parser()
    if "--help" in given:
        given = tuple(word for word in given if word != "--help")
    try:
        parser.parse_args([*given, *_made_up(given)])
    except SystemExit:
        return "wordtable does not take these words"
    return ""


@cache
def _parser() -> argparse.ArgumentParser:
    return cli._parser()


def _made_up(given: tuple[str, ...]) -> list[str]:
    """Said in passing, `wordtable try` leaves out whom: what the command itself needs is added."""
    needed: dict[tuple[str, ...], list[str]] = {("try",): ["1"], ("word",): ["CRANE"], ("bot",): ["--secrets", "FILE"]}
    with_a_file = ("backup", "restore", "update")
    return ["FILE"] if given in {(each,) for each in with_a_file} else needed.get(given, [])


def _why_not_systemctl(given: tuple[str, ...]) -> str:
    words = [word for word in given if not word.startswith("--")]
    if not words or words[0] not in SYSTEMCTL:
        return "systemctl is told something new"
    of_systemd = {"systemd-modules-load"}
    units = {f"{unit}.service" if "." not in unit else unit for unit in words[1:] if unit not in of_systemd}
    return f"there is no unit {', '.join(sorted(units - UNITS))}" if units - UNITS else ""
