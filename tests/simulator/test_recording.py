"""A moving picture of an evening: every change is in it, at its moment, and what is dark is dark."""

from pathlib import Path

import pytest
from PIL import Image

from firmware_host.cli import main
from firmware_host.simulator.recording import LONGEST, Recording
from hardware.config.reading import load_table, simulated_table
from hardware.config.settings import TableSettings
from hardware.ports import GridFrame, PanelFrame

TABLES = sorted((Path(__file__).parents[2] / "config").glob("*.toml"))
GREEN = GridFrame((((40, 220, 60),) * 5,) * 6)
BLANK, WHITE = (PanelFrame("1", (128, 64), bytes([byte]) * 1024) for byte in (0x00, 0xFF))


def saved(recording: Recording, folder: Path) -> tuple[list[Image.Image], list[int]]:
    """Its pictures, and how many milliseconds each stays."""
    file = folder / "evening.gif"
    recording.save(file)
    pictures, stays = [], []
    with Image.open(file) as gif:
        for number in range(getattr(gif, "n_frames", 1)):
            gif.seek(number)
            pictures.append(gif.convert("RGB"))
            stays.append(int(gif.info["duration"]))
    return pictures, stays


def brightness(picture: Image.Image) -> int:
    return sum(level * count for level, count in enumerate(picture.convert("L").histogram()))


def test_every_change_is_a_picture_that_stays_until_the_next(tmp_path: Path) -> None:
    recording = Recording(simulated_table(2))
    recording.see(0.0, "seat1.panel", BLANK)
    recording.see(0.5, "seat1.panel", WHITE)
    recording.see(1.2, "seat1.grid", GREEN)
    pictures, stays = saved(recording, tmp_path)
    assert (len(pictures), stays) == (3, [500, 700, round(1000 * LONGEST)])


def test_what_happens_at_once_is_seen_at_once(tmp_path: Path) -> None:
    recording = Recording(simulated_table(2))
    recording.see(0.0, "seat1.panel", BLANK)
    recording.see(1.0, "seat1.panel", WHITE)
    recording.see(1.0, "seat2.panel", WHITE)
    assert len(saved(recording, tmp_path)[0]) == 2


def test_nobody_waits_long_for_nothing(tmp_path: Path) -> None:
    recording = Recording(simulated_table(2))
    recording.see(0.0, "seat1.panel", BLANK)
    recording.see(3600.0, "seat1.panel", WHITE)
    assert saved(recording, tmp_path)[1][0] == round(1000 * LONGEST)


def test_light_is_seen_and_gone_when_it_goes_out(tmp_path: Path) -> None:
    recording = Recording(simulated_table(2))
    recording.see(0.0, "seat1.panel", BLANK)
    recording.see(1.0, "seat1.grid", GREEN)
    recording.see(2.0, "seat1.grid", None)
    before, lit, after = map(brightness, saved(recording, tmp_path)[0])
    assert before == after < lit


@pytest.mark.parametrize(
    "settings", [simulated_table(), *map(load_table, TABLES)], ids=["six", *(t.stem for t in TABLES)]
)
def test_every_table_fits_into_its_picture(settings: TableSettings, tmp_path: Path) -> None:
    recording = Recording(settings)
    screens = {f"seat{number}.panel": seat.panel for number, seat in settings.seats.items()}
    for device, panel in (screens | {"private": settings.private, "public": settings.public}).items():
        if panel is not None:
            mode, pixel = ("RGB", 24) if panel.colour else ("1", 1)
            width, height = panel.size
            row = (width * pixel + 7) // 8
            recording.see(0.0, device, PanelFrame(mode, panel.size, b"\xff" * row * height))  # type: ignore[arg-type]
    for number, seat in settings.seats.items():
        if seat.grid is not None:
            rows = (((0, 255, 0),) * seat.grid.width,) * seat.grid.height
            recording.see(0.0, f"seat{number}.grid", GridFrame(rows))
    (picture,), _ = saved(recording, tmp_path)
    edge = picture.crop((0, 0, 8, picture.height)), picture.crop((picture.width - 8, 0, picture.width, picture.height))
    assert all(brightness(side) < 110 * 8 * picture.height for side in edge)


def test_a_script_is_recorded_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "evening.jsonl"
    script.write_text('{"at": 0, "seat": 1, "keys": ["ENTER"]}\n{"at": 1, "seat": 1, "keys": ["A"]}\n')
    assert main(["simulate", str(script), "--gif", str(tmp_path / "out.gif")]) == 0
    with Image.open(tmp_path / "out.gif") as gif:
        assert (gif.format, getattr(gif, "n_frames", 1) > 2) == ("GIF", True)
    assert "Your name?" in capsys.readouterr().out
