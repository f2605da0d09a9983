"""`wordtable report`: what is sent along tells nothing about people and secrets."""

from pathlib import Path

import pytest

from firmware_host import upkeep
from firmware_host.cli import main
from firmware_host.service.report import Sources, blank_config, make_report
from tests.support.evening import Evening
from tests.support.night import Night

TABLE = """\
palette = "orange-blue"  # as {name} likes it
dictionary = "/home/{name}/words.txt"

[web]
host = "0.0.0.0"
port = 8377
codes = {{ 1 = "{code}", private = '{code}' }}
password = {code}

[seat.1]
keypad = {{ usb = "usb-0000:01:00.0-1.1" }}
panel = {{ address = 0x3C }}

[seat.2]
keypad = {{ bluetooth = "{bluetooth}" }}
"""


class Room:
    """A table where somebody has played, and what its computer says about it."""

    def __init__(self, folder: Path, name: str, secret: str, code: str, bluetooth: str) -> None:
        folder.mkdir()
        self.config, self.journal = folder / "table.toml", folder / "journal.db"
        self.config.write_text(TABLE.format(name=name, code=code, bluetooth=bluetooth))
        night = Night(self.journal)
        night.journal.remember_name(1, name, lambda: None)
        night.begins(Evening("party", name, "Bob", "Cy"))
        night.plays(name, "secret", word=secret)
        night.plays("Bob", "guess", word="CRUMB")
        night.journal.close()
        self._said = f"table.toml:7: {code} is too short. The keypad {bluetooth} of {name} is lost."

    def report(self) -> str:
        return make_report(Sources(self.config, self.journal, lambda: self._said, lambda: self._said))


def test_in_two_worlds_it_is_the_same(tmp_path: Path) -> None:
    """They differ in a secret that fits the same guess, in a name, in a join code and in a keypad."""
    one = Room(tmp_path / "one", "Ann", "STONE", "k7x2", "AA:BB:CC:00:11:22")
    other = Room(tmp_path / "other", "Zoe", "SHONE", "p9q4", "DD:EE:FF:33:44:55")
    assert one.report() == other.report()


def test_it_says_what_is_needed_to_help(tmp_path: Path) -> None:
    report = Room(tmp_path / "one", "Ann", "STONE", "k7x2", "AA:BB:CC:00:11:22").report()
    for part in ("wordtable 0.", "Python 3.", 'palette = "orange-blue"', "address = 0x3C", "one game in progress"):
        assert part in report


def test_a_config_keeps_its_lines_for_the_doctors_line_numbers() -> None:
    blanked, words = blank_config(TABLE.format(name="Ann", code="k7x2", bluetooth="AA:BB:CC:00:11:22"))
    assert blanked.splitlines()[6] == "codes = { 1 = (blanked), private = (blanked) }"
    assert "k7x2" in words


@pytest.mark.parametrize(
    "line",
    [
        'code = "k7x2',
        "code = k7x2",
        '  "k7x2",',
        "[web] # k7x2",
        'x = { pin = 4, code = "k7x2" }',
        '"a b" = ["k7x2"]',
        '["k7x2"]',
        "code = k7x2==",
        'host = "k7x2"',
        "pin = 4 # k7x2",
    ],
)
def test_a_broken_config_tells_nothing_either(line: str) -> None:
    assert "k7x2" not in blank_config(line)[0]


def test_the_command_writes_it_and_leaves_other_files_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upkeep, "_log", lambda: "The table is open.")
    room = Room(tmp_path / "one", "Ann", "STONE", "k7x2", "AA:BB:CC:00:11:22")
    report, diary = tmp_path / "report.txt", tmp_path / "diary.txt"
    diary.write_text("Dear diary")
    asked = ["--config", str(room.config), "--journal", str(room.journal)]
    assert [main(["report", str(file), *asked]) for file in (report, report, diary)] == [0, 0, 1]
    assert diary.read_text() == "Dear diary"
    assert not {"Ann", "STONE", "k7x2"} & set(report.read_text().replace('"', " ").split())
    assert "diary.txt exists, and is not a report. Choose another file." in capsys.readouterr().err
