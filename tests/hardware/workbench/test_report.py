"""The doctor's findings on paper and as JSON, and the command itself."""

import io
import json
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.texts.language import language
from firmware_host.texts.text import verbatim
from hardware.workbench.doctor import Diagnosis
from hardware.workbench.doctor_report import as_json, report
from hardware.workbench.findings import well, wrong
from hardware.workbench.machine import Machine
from tests.hardware.workbench.patient import ONE_SEAT

# ── on paper ─────────────────────────────────────────────────────────────────────────────────────

MIXED = Diagnosis(
    None, (well("seat1.keypad", verbatim("is there.")), wrong("seat1.panel", verbatim("is not."), ("copy this",)))
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_a_device_with_its_sign() -> None:
    paper = io.StringIO()
    report(MIXED, paper, language("en"))
    assert paper.getvalue() == (
        "✓ seat1.keypad  is there.\n✗ seat1.panel   is not.\n                  copy this\n\n1 problem found.\n"
    )


def test_on_a_terminal_a_long_sentence_is_wrapped_under_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    paper = Terminal()
    report(
        Diagnosis(None, (wrong("seat1.panel", verbatim("word " * 30), ("a long thing to copy " * 5,)),)),
        paper,
        language("en"),
    )
    said = [line for line in paper.getvalue().splitlines() if "word" in line]
    assert {line.index("word") > 13 and len(line) < 80 for line in said} == {True}
    assert "a long thing to copy " * 5 in paper.getvalue()


def test_colour_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    paper = Terminal()
    report(MIXED, paper, language("en"))
    assert "\033[31;1m✗\033[0m" in paper.getvalue()


def test_who_wants_no_colour_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    paper = Terminal()
    report(MIXED, paper, language("en"))
    assert "\033" not in paper.getvalue()


def test_paper_without_such_letters_gets_others() -> None:
    paper = io.TextIOWrapper(io.BytesIO(), encoding="ascii", write_through=True)
    report(MIXED, paper, language("en"))
    assert paper.buffer.getvalue().startswith(b"ok seat1.keypad")


def test_as_json_it_says_the_same() -> None:
    said = json.loads(as_json(MIXED))
    assert (said["well"], said["table"]) == (False, None)
    assert said["findings"][1] == {
        "device": "seat1.panel",
        "state": "wrong",
        "say": "is not.",
        "details": ["copy this"],
    }


# ── the command, on this very machine ────────────────────────────────────────────────────────────


def test_the_command_looks_at_this_computer_whatever_it_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    config = tmp_path / "table.toml"
    config.write_text(ONE_SEAT.format(socket="usb-of-no-computer", panel="i2c = 99"))
    assert main(["doctor", "--config", str(config), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    states = {finding["device"]: finding["state"] for finding in said["findings"]}
    assert (states["seat1.keypad"], states["seat1.panel"], states["journal"]) == ("wrong", "wrong", "well")


def test_the_command_is_content_with_a_simulated_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(["doctor"]) == (1 if Machine().starved else 0)
    assert "simulated" in capsys.readouterr().out
