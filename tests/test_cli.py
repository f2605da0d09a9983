"""The command line, as somebody types it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host import __version__
from firmware_host.cli import main


def test_it_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"wordtable {__version__}\n"


def test_its_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = capsys.readouterr().out
    assert all(
        command in listed
        for command in ("play", "word", "engine", "bot", "history", "scores", "run", "doctor", "setup", "try")
    )


def test_it_says_what_the_dictionary_says_of_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["word", "crane", "geese"]) == 0
    crane, geese = capsys.readouterr().out.splitlines()
    assert crane == "CRANE is a common word: it may be guessed and hidden."
    assert "a plural" in geese


def test_it_says_it_as_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    main(["word", "Geese", "--json"])
    said = json.loads(capsys.readouterr().out)
    assert (said["word"], said["guess"], said["secret"], said["why"]) == ("GEESE", True, False, "plural")


def test_a_table_can_bring_its_own_dictionary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "house.words"
    own.write_text("xyzzy\n")
    assert main(["word", "xyzzy", "--dictionary", str(own)]) == 0
    assert "may be guessed and hidden" in capsys.readouterr().out


def test_a_broken_dictionary_is_told_with_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "house.words"
    own.write_text("crane\nno-word\n")
    assert main(["engine", "--dictionary", str(own)]) == 1
    assert f"{own}:2:" in capsys.readouterr().err


def test_the_engine_answers_as_a_process_of_its_own() -> None:
    engine = subprocess.run(
        [sys.executable, "-m", "firmware_host", "engine"],
        input=b'{"do": "hello", "id": 7}\nnonsense\n',
        capture_output=True,
        check=True,
    )
    hello, refusal = map(json.loads, engine.stdout.splitlines())
    assert (hello["ok"], hello["protocol"], hello["id"]) == (True, 1, 7)
    assert refusal["error"]["code"] == "bad-request"
