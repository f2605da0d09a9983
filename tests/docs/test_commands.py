"""Every `wordtable` command of every page is run for real, as a reader would, at a simulated table; `make` as far as it
says what it would do. What a page shows as the answer must be the answer.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.docs.commands import ELSEWHERE, PACKAGES, Command, parted
from tests.docs.pages import PAGES, ROOT, blocks, lines

pytestmark = pytest.mark.proof

PATIENCE = 120  # seconds; generous, for a busy machine
BIN = Path(sys.executable).parent
# Two people play a whole party game.
EVENING = """\
{{"at": 0, "seat": 1, "keys": ["A", {captain}, "ENTER"]}}
{{"at": 1, "seat": 2, "keys": ["A", {other}, "ENTER"]}}
{{"at": 2, "seat": 1, "keys": ["ENTER"]}}
{{"at": 3, "seat": 1, "keys": ["C", "R", "A", "N", "E", "ENTER"]}}
{{"at": 4, "seat": 2, "keys": ["C", "R", "A", "N", "E", "ENTER"]}}
{{"at": 9, "seat": 1, "keys": ["ENTER"]}}
{{"at": 10, "seat": 2, "keys": ["H", "O", "U", "S", "E", "ENTER"]}}
{{"at": 11, "seat": 1, "keys": ["H", "O", "U", "S", "E", "ENTER"]}}
{{"at": 17, "seat": 1, "keys": ["ENTER"]}}
"""
LOOKS_BACK = ("history", "scores", "export", "person", "backup", "restore")
# At a simulated table these have nobody to ask; they must say so in a sentence, and end.
NOBODY_THERE = {
    "setup": re.compile(r"No keypad found|Stopped\. Nothing was written"),
    "try": re.compile(r"This table is simulated"),
    "update": re.compile(r"was not installed from a package|git pull"),
}
COMMANDS = [(block, line) for block in blocks("sh") for line in lines(block)]
OURS = [(block, line) for block, line in COMMANDS if any(each.program == "wordtable" for each in parted(line))]
MAKES = [(block, line) for block, line in COMMANDS if any(each.program == "make" for each in parted(line))]
WITH_ANSWERS = sorted({block.page for block in blocks("console")})


@dataclass(frozen=True)
class Home:
    """A folder that looks like the project's, on a computer whose /etc and /var are folders too."""

    folder: Path
    environment: dict[str, str] = field(repr=False)

    def here(self, line: str) -> str:
        line = line.replace("/media/stick", f"{self.folder}/stick")
        return re.sub(r"(?<![\w.])/(etc|var/lib)/wordtable", rf"{self.folder}/\1/wordtable", line)

    def play(self, captain: str, other: str) -> None:
        journal = self.folder / "state" / "wordtable" / "journal.db"
        journal.parent.mkdir(parents=True, exist_ok=True)
        keys = {"captain": json.dumps([*captain])[1:-1], "other": json.dumps([*other])[1:-1]}
        played = self.run(f"wordtable simulate --journal {journal}", EVENING.format(**keys))
        assert (played.returncode, played.stderr) == (0, "")

    def opens_a_page(self, line: str) -> str:
        """What a command says that serves a page until it is interrupted."""
        with subprocess.Popen(
            ["bash", "-c", f"exec {self.here(line).removeprefix('sudo ')}"],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        ) as serving:
            assert serving.stdout is not None
            said = next((each for each in serving.stdout if "http" in each), "")
            serving.send_signal(signal.SIGTERM)
        return said

    def run(self, line: str, given: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", self.here(line)],
            cwd=self.folder,
            env=self.environment,
            input=given,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )


@pytest.fixture
def home(tmp_path: Path) -> Home:
    for name in ("docs", "config", "systemd", "tools"):
        (tmp_path / name).symlink_to(ROOT / name)
    programs, stick = tmp_path / "bin", tmp_path / "stick"
    programs.mkdir()
    stick.mkdir()
    (programs / "sudo").write_text('#!/bin/sh\nexec "$@"\n')
    (programs / "sudo").chmod(0o755)
    (programs / "wordtable").symlink_to(BIN / "wordtable")
    (tmp_path / "etc" / "wordtable").mkdir(parents=True)
    shutil.copy(ROOT / "config" / "simulated.toml", tmp_path / "etc" / "wordtable" / "table.toml")
    shutil.copy(ROOT / "config" / "simulated.toml", tmp_path / "table.toml")
    (tmp_path / "my.words").write_text("crane\nzebra\n")
    environment = os.environ | {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "LC_ALL": "C.UTF-8",
    }
    return Home(tmp_path, environment)


@pytest.mark.parametrize("line", [line for _, line in OURS], ids=[f"{block}: {line}" for block, line in OURS])
def test_a_command_of_ours_does_what_the_page_wants(home: Home, line: str) -> None:
    [command] = parted(line)
    if "--phone" in command.words:
        assert home.opens_a_page(line)
        return
    if command.words[1] in LOOKS_BACK:
        home.play("ANN", "BOB")
        home.play("ANNE", "DORA")
    if command.words[1] == "restore":
        home.run(f"wordtable backup {command.words[2]}")
    given = '{"do": "hello"}\n' if command.words[1] == "engine" else "q\n"
    done = home.run(line, given)
    assert "Traceback" not in done.stderr
    if command.words[1] in NOBODY_THERE:
        assert NOBODY_THERE[command.words[1]].search(done.stdout + done.stderr)
    else:
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout


@pytest.mark.parametrize("line", [line for _, line in MAKES], ids=[f"{block}: {line}" for block, line in MAKES])
def test_a_target_knows_what_it_would_do(line: str) -> None:
    [command] = parted(line)
    words = ["make", "--dry-run", *command.words[1:]]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize("page", WITH_ANSWERS, ids=lambda page: page.name)
def test_a_page_shows_what_its_commands_really_say(home: Home, page: Path) -> None:
    for words in (block for block in blocks("words") if block.page == page):
        (home.folder / words.name).write_text(words.text, encoding="utf-8")
    for block in (block for block in blocks("console") if block.page == page):
        said = ""
        for command in re.findall(r"^\$ (.*)\n", block.text, re.MULTILINE):
            done = home.run(command)
            said += f"$ {command}\n{done.stdout}{done.stderr}"
        assert said == block.text


def test_the_service_can_be_put_in_place_by_hand(home: Home) -> None:
    """The commands of systemd/README.md, into another root."""
    told = [line for block, line in COMMANDS if block.page == ROOT / "systemd" / "README.md"]
    root = home.folder / "root"
    placed = 0
    for line in told:
        for command in parted(line):
            if command.program == "install":
                where = root / command.words[-1].lstrip("/")
                where.mkdir(parents=True, exist_ok=True)
                words = [*command.words[:-1], str(where)]
                subprocess.run(words, cwd=ROOT / "systemd", check=True, timeout=PATIENCE)
                placed += len(command.words) - 4
    assert len([file for file in root.rglob("*") if file.is_file()]) == placed > 0


def test_every_command_is_run_or_has_its_reason() -> None:
    """Nothing slips between the tests of this file and the list of exceptions."""
    run = {"wordtable", "make", "install"}
    known = {"apt": "the names are checked", "systemctl": "units are checked", "python3": "run by its own test"}
    left = [
        command.text
        for _, line in COMMANDS
        for command in parted(line)
        if command.program not in run | set(known) and not _elsewhere(command)
    ]
    assert left == []


def _elsewhere(command: Command) -> bool:
    return any(re.fullmatch(pattern, command.text) for pattern in ELSEWHERE)


def test_every_package_that_a_page_names_is_one_of_debian_s() -> None:
    apt = shutil.which("apt-cache")
    asked = [apt or "true", "policy", *sorted(PACKAGES)]
    said = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE, check=False).stdout
    there = set(re.findall(r"^(\S+):\n  Installed: .*\n  Candidate: (?!\(none\))", said, re.MULTILINE))
    if not there:
        pytest.skip("there is no apt here that knows any packages, so their names cannot be looked up")
    assert PACKAGES - there == set()


def test_there_are_pages() -> None:
    assert {ROOT / "README.md", ROOT / "docs" / "guide" / "install.md"} <= set(PAGES)
    assert len(OURS) > 5
