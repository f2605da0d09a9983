"""The chips of OLED panels: their sizes in luma, and bytes that no driver sends."""

from collections.abc import Iterator

import pytest
from luma.core.error import DeviceDisplayModeError
from luma.core.interface.serial import noop
from luma.oled import device as luma_chips

from hardware.config.settings import PanelChip
from hardware.kinds.oled import PANEL_SIZES
from hardware.simulated.wire.oled import Ssd1306, Ssd1331, Ssd1351
from hardware.simulated.wire.oled_i2c import SimulatedI2c
from tests.hardware.kinds.grid_table import open_files


@pytest.fixture
def i2c() -> Iterator[SimulatedI2c]:
    """Whatever happens on these buses, it leaves no file open."""
    files = open_files()
    with SimulatedI2c(1, 3).fitted() as buses:
        yield buses
    assert open_files() <= files  # fewer: something that an earlier test dropped has gone


def chip(i2c: SimulatedI2c, bus: int = 1) -> Ssd1306:
    found = i2c.chip_at(bus, 0x3C)
    assert isinstance(found, Ssd1306)
    return found


# ── sizes ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", PANEL_SIZES)
def test_the_sizes_that_a_config_may_name_are_those_that_luma_takes(name: PanelChip) -> None:
    taken = []
    for size in ((w, h) for w in (32, 64, 96, 128, 256) for h in (16, 32, 48, 64, 96, 128)):
        try:
            getattr(luma_chips, name)(noop(), width=size[0], height=size[1])
        except DeviceDisplayModeError:
            continue
        taken.append(size)
    taken = [size for size in taken if name != "sh1106" or size[1] <= 64]  # luma means another chip by the tall one
    assert sorted(taken) == sorted(PANEL_SIZES[name])


# ── bytes that no driver sends ───────────────────────────────────────────────────────────────────


def told(chip: Ssd1306 | Ssd1331, *commands: int) -> None:
    for byte in commands:
        chip.command(byte)


@pytest.mark.parametrize("mode", [0, 1], ids=["along", "down"])
def test_a_chip_whose_window_ends_before_it_begins_writes_somewhere(mode: int) -> None:
    chip = Ssd1306()
    told(chip, 0x20, mode, 0x21, 9, 3, 0x22, 5, 2)
    for _ in range(3000):
        chip.data(0xFF)
    assert chip.bytes_of_data == 3000


def test_a_colour_chip_ignores_its_cousin_s_contrast() -> None:
    chip = Ssd1351()
    told(chip, 0x81, 0x82)
    assert chip.contrast == Ssd1351().contrast
