"""The one reader of files that somebody names: no devices, no pipes, nothing without end."""

import os
from pathlib import Path

import pytest

from firmware_host.cli import main
from hardware.files import NotAFile, read_file


def test_an_ordinary_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"eggs")
    assert read_file(tmp_path / "file") == b"eggs"


@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
def test_anything_else_is_not_even_opened(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "place"
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place = Path("/dev/zero")
    with pytest.raises(NotAFile):
        read_file(place)


def test_what_is_as_long_as_allowed_is_read_and_nothing_longer(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"eggs")
    assert read_file(tmp_path / "file", 4) == b"eggs"
    with pytest.raises(NotAFile):
        read_file(tmp_path / "file", 3)


@pytest.mark.parametrize(
    "command",
    [
        ("word", "crane", "--dictionary", "{file}"),
        ("bot", "--secrets", "{file}"),
        ("simulate", "{file}"),
        ("simulate", "--config", "{file}"),
        ("history", "--journal", "{file}"),
        ("doctor", "--config", "{file}"),
    ],
    ids=" ".join,
)
def test_no_command_hangs_on_a_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    pipe = tmp_path / "a.pipe"
    os.mkfifo(pipe)
    assert main([part.format(file=pipe) for part in command]) == 1
    said = capsys.readouterr()
    assert "not an ordinary file" in said.err + said.out
