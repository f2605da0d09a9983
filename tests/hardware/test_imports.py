"""What opening a table imports: libraries only of the devices that it has."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import luma.oled.device  # noqa: F401  # it starts four threads of its own when it is imported, for good
import pytest

from hardware.config.reading import load_table, simulated_table
from hardware.simulated.table import SimulatedTable
from hardware.simulated.wire.serial_grid import SerialBoard
from hardware.simulated.wire.ws2812 import StripPart
from hardware.table import open_table
from tests.hardware.kinds.grid_table import open_files
from tests.hardware.table_loop import LIMIT, TableLoop
from tests.hardware.workshop import Workshop, opened, panels

ROOT = Path(__file__).parents[2]
EXAMPLES = [file for file in sorted((ROOT / "config").glob("*.toml")) if not load_table(file).simulated]


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    """Whatever happens at a table, it leaves no file open and no thread running."""
    files, threads = open_files(), set(threading.enumerate())
    yield
    left = set(threading.enumerate()) - threads
    for thread in left:
        thread.join(LIMIT)
        assert not thread.is_alive(), thread.name
    assert open_files() <= files  # fewer: something that an earlier test dropped has gone


@pytest.fixture(params=EXAMPLES, ids=lambda file: file.stem)
def example(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Workshop]:
    with opened(load_table(request.param), tmp_path) as workshop:
        yield workshop


# ── what is imported ─────────────────────────────────────────────────────────────────────────────

LIBRARIES = ("PIL", "RPi", "evdev", "gpiozero", "http", "luma", "pyudev", "serial", "smbus2", "spidev")


def imported(program: str) -> set[str]:
    """Which libraries that only some devices need a program has loaded in the end."""
    program += f"\nimport sys; print(*[name for name in {LIBRARIES} if name in sys.modules])"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    return set(ended.stdout.split())


def test_opening_nothing_imports_nothing() -> None:
    assert imported("import hardware.table, hardware.config.reading") == set()


def test_a_table_of_grids_imports_no_luma() -> None:
    program = """
import asyncio
from hardware.config.settings import SerialGridSettings
from hardware.config.settings import GridSettings, SeatSettings, TableSettings
from hardware.simulated.wire.keypad import PipedNodes
from hardware.table import open_table
seats = {number: SeatSettings(grid=SerialGridSettings(port=f"/dev/no-such-port-{number}")) for number in (1, 2)}
loop = asyncio.new_event_loop()
table = open_table(TableSettings(seats), loop)
table.listen(print)
table.close()
loop.close()
"""
    assert imported(program) == {"serial"}


def test_a_simulated_table_imports_nothing() -> None:
    program = """
from hardware.config.reading import simulated_table
from hardware.simulated.table import SimulatedTable
from hardware.clock import VirtualClock
SimulatedTable(simulated_table(), VirtualClock()).press(1, "A")
"""
    assert imported(program) == set()


def test_simulated_settings_open_a_simulated_table() -> None:
    loop = TableLoop()
    table = open_table(simulated_table(), loop)
    table.close()
    loop.close()
    assert isinstance(table, SimulatedTable)


# What this file takes for granted of its workshop.


def test_the_workshop_builds_every_display_there_is(example: Workshop) -> None:
    assert set(example.chips) == set(dict(panels(example.settings)))
    others = (board for name, board in example.boards.items() if name != "seat2.grid")
    assert all(isinstance(board, SerialBoard | StripPart) for board in others)
