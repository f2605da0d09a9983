"""The command line, as somebody types it."""

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from firmware_host import __version__, upkeep
from firmware_host.cli import _parser, main
from tests.support.nonsense import NONSENSE
from tools.texts import nonsense


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
        for command in (
            "play",
            "word",
            "engine",
            "bot",
            "history",
            "scores",
            "run",
            "backup",
            "restore",
            "report",
            "doctor",
            "setup",
            "try",
        )
    )


def test_the_console_starts_without_the_other_commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upkeep, "add_commands", lambda _: pytest.fail("nobody asked for these"))
    with pytest.raises(SystemExit):
        main(["run", "--help"])
    assert "--journal" in capsys.readouterr().out


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


def unexplained(parser: ArgumentParser) -> Iterator[str]:
    """What the help of a command lists without a word about it."""
    for each in parser._actions:
        if isinstance(each.choices, dict):  # its commands
            for command in each.choices.values():
                yield from unexplained(command)
        elif not each.help:
            yield f"{parser.prog} {each.dest}"


def test_help_explains_every_argument() -> None:
    assert list(unexplained(_parser())) == []


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


# ── other languages ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def in_nonsense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_host.cli.of_this_terminal", lambda: NONSENSE)


@pytest.mark.usefixtures("in_nonsense")
def test_help_speaks_the_language_of_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    assert nonsense("random seed (default 0)") in " ".join(capsys.readouterr().out.split())


@pytest.mark.usefixtures("in_nonsense")
def test_so_does_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    main(["word", "crane"])
    said = capsys.readouterr().out
    assert said.startswith("CRANE ")
    assert "common" not in said


@pytest.mark.parametrize(
    "typed",
    ["word crane --json", "history --json --journal JOURNAL", "scores --json --journal JOURNAL", "simulate SCRIPT"],
)
def test_what_programs_read_is_the_same_in_every_language(
    typed: str, tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, script = tmp_path / "journal.db", tmp_path / "script"
    script.write_text('{"at": 0, "seat": 1, "keys": "ENTER ANN ENTER DOWN DOWN RIGHT UP UP ENTER"}\n{"at": 60}\n')
    main(["simulate", str(script), "--journal", str(journal)])
    capsys.readouterr()
    arguments = typed.replace("JOURNAL", str(journal)).replace("SCRIPT", str(script)).split()
    main(arguments)
    before = capsys.readouterr()
    request.getfixturevalue("in_nonsense")
    main(arguments)
    assert capsys.readouterr() == before


# ── slips ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("play --terminal --name table", "it cannot be table. Choose another with --name."),
        ("play --dictionary nope", "No dictionary “nope”. Available: en."),
        ("bot --secrets nowhere", "nowhere: cannot be read (No such file or directory). Is it a text file"),
        ("history --journal nowhere.db", "nowhere.db: no such file. Leave out --journal to read the table's own."),
        ("simulate nowhere", "nowhere: cannot be read (No such file or directory). Give a file of JSON lines"),
        ("simulate --gif nowhere/x.gif", "cannot be written. Does the folder exist"),
        ("simulate --gif x.png", "Choose a name that ends in .gif."),
        ("doctor nope", "no such device; this table has seat1, seat2"),
    ],
)
def test_a_slip_gets_a_sentence_with_a_next_step(
    typed: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    assert main(typed.split()) == 1
    assert sentence in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("play --port 99999", "the port must be a number from 0 to 65535."),
        ("play --port -1", "the port must be a number from 0 to 65535."),
        ("play --speed 0", "the speed must be a number from 0.1 to 1000"),
        ("play --speed nan", "the speed must be a number from 0.1 to 1000"),
        ("play --speed fast", "the speed must be a number from 0.1 to 1000"),
    ],
)
def test_a_number_that_cannot_be_is_refused_before_anything_begins(
    typed: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(typed.split())
    assert sentence in capsys.readouterr().err


PARTY = '[games.party]\nmode = "quick"\n', 7, 'games.party.mode: The option mode must be "classic" or "fast".'
LEAGUE = '[league]\nname = "Club"\ntable = "one"\nbroker = "mqtt://club"\n', 7, "league: “Club” cannot be a name"


@pytest.mark.parametrize("command", ["doctor", "play", "run", "simulate"])
@pytest.mark.parametrize(("section", "line", "sentence"), [PARTY, LEAGUE], ids=["games", "league"])
def test_mistakes_about_games_and_leagues_are_told_with_their_lines_by_whoever_reads_a_table(
    command: str,
    section: str,
    line: int,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    config = tmp_path / "table.toml"
    config.write_text(f"simulated = true\n[seat.1]\nhooded = true\npanel = {{}}\n\n{section}")
    assert main([command, "--config", str(config)]) in (1, 78)
    assert f"{config}:{line}: {sentence}" in "".join(capfd.readouterr())
