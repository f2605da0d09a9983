"""Settings as a file: written, read again, and whole after a power cut."""

import errno
import itertools
import os
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.texts.language import names
from hardware.config import saving
from hardware.config.reading import load_table, read_table, simulated_table
from hardware.config.saving import as_toml, save
from hardware.config.settings import (
    ButtonSettings,
    I2cPanelSettings,
    KeypadSettings,
    LeagueSettings,
    SeatSettings,
    SerialGridSettings,
    SpeakerSettings,
    SpiPanelSettings,
    TableSettings,
    WebSettings,
)

EXAMPLES = sorted((Path(__file__).parents[3] / "config").glob("*.toml"))


# ── the file ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_is_the_same_table_when_it_is_written_again(file: Path) -> None:
    assert read_table(as_toml(load_table(file))) == load_table(file)


def test_the_simulated_table_can_be_written_down() -> None:
    grid = SerialGridSettings(port="simulated")
    seats = {number: replace(seat, grid=grid) for number, seat in simulated_table().seats.items()}
    table = replace(simulated_table(), seats=seats)
    assert read_table(as_toml(table)) == table


def test_everything_that_can_be_set_can_be_written_down() -> None:
    seat = SeatSettings(
        KeypadSettings(usb="a", keys="mine"),
        SerialGridSettings(port="/dev/p", baud=500_000),
        I2cPanelSettings(),
        True,
        4,
    )
    table = TableSettings(
        {1: seat},
        palette="orange-blue",
        language=names()[-1],
        pulse=True,
        private=I2cPanelSettings(address=0x3D),
        public=SpiPanelSettings(chip="ssd1351", height=128),
        buttons={"pause": ButtonSettings(17), "power": ButtonSettings(27, active_high=True)},
        teach=False,
        buzzer=12,
        speaker=SpeakerSettings(voice="fr"),
        keymaps={"mine": {"like": "azerty", "KEY_Q": "A"}},
        games={"party": {"timer": 90, "fast": True, "words": "en"}},
        dictionary="fr",
        words="lists",
        web=WebSettings("0.0.0.0", 80, {"1": "LAMP42", "private": "OWL911X"}),
        league=LeagueSettings("mqtts://club.example", "club", "table-3", "password", "club.pem", True),
    )
    assert [each.name for each in fields(table) if getattr(table, each.name) == each.default] == ["simulated"]
    assert read_table(as_toml(table)) == table


def test_pages_with_nothing_else_said_of_them_can_be_written_down() -> None:
    seat = SeatSettings(panel=I2cPanelSettings(), hooded=True)
    table = TableSettings({1: seat}, web=WebSettings())
    assert read_table(as_toml(table)) == table


@given(st.text(st.characters(exclude_categories=("Cs", "Cc"))))
def test_any_name_of_a_socket_survives(name: str) -> None:
    seat = SeatSettings(KeypadSettings(usb=f"usb-{name}"), panel=I2cPanelSettings(), hooded=True)
    assert read_table(as_toml(TableSettings({1: seat}))).seats[1] == seat


class PulledPlug(BaseException):
    """Nothing runs any more."""


def stopping_at(place: int, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Of all that is done to the disk, this step leaves an empty file, or nothing, and is the last."""
    write = saving._write
    steps = itertools.count()

    def or_stop(step: Callable[..., object]) -> Callable[..., object]:
        def try_it(*files: Any, **others: object) -> object:
            if next(steps) < place:
                return step(*files, **others)
            if step is write:
                files[0].touch()
            raise error

        return try_it

    for owner, name in ((os, "fsync"), (saving, "_write"), (Path, "replace")):
        monkeypatch.setattr(owner, name, or_stop(getattr(owner, name)))


@pytest.mark.parametrize("place", range(7))
def test_wherever_the_plug_is_pulled_there_is_a_whole_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    file = tmp_path / "table.toml"
    file.write_text("# the old one\n")
    stopping_at(place, monkeypatch, PulledPlug())
    with pytest.raises(PulledPlug):
        save("# the new one\n", file)
    assert file.read_text() in ("# the old one\n", "# the new one\n")


@pytest.mark.parametrize("place", range(6))
def test_where_the_disk_is_full_the_old_file_stays_and_nothing_lies_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    file = tmp_path / "table.toml"
    file.write_text("# the old one\n")
    stopping_at(place, monkeypatch, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    with pytest.raises(OSError, match="No space left"):
        save("# the new one\n", file)
    assert {each.name: each.read_text() for each in tmp_path.iterdir() if each.suffix != ".bak"} == {
        "table.toml": "# the old one\n"
    }


def test_a_file_that_only_its_owner_may_read_is_kept_that_way(tmp_path: Path) -> None:
    """There may be join codes in it."""
    file = tmp_path / "table.toml"
    file.touch(mode=0o600)
    save("# the new one\n", file)
    assert [each.stat().st_mode & 0o777 for each in (file, Path(f"{file}.bak"))] == [0o600, 0o600]


def test_a_new_file_can_be_read_by_the_service(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    save("# the new one\n", file)
    assert file.stat().st_mode & 0o777 == 0o644
