"""Panels on SPI: the real driver on simulated buses, pins and chips."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from PIL import Image, ImageDraw

from firmware_host.texts.language import english
from hardware.config.settings import I2cPanelSettings, PanelChip, SpiPanelSettings
from hardware.kinds.oled import PANEL_SIZES, OledDriver
from hardware.kinds.oled_i2c import I2cOled
from hardware.kinds.oled_spi import SpiOled, SpiPins
from hardware.ports import DeviceLost, PanelFrame
from hardware.simulated.wire.oled import Ssd1306, Ssd1331, Ssd1351
from hardware.simulated.wire.oled_i2c import SimulatedI2c
from hardware.simulated.wire.oled_spi import SimulatedSpi
from tests.hardware.kinds.grid_table import open_files


def picture(size: tuple[int, int], mode: str = "1") -> Image.Image:
    """Not the same from any two sides, and lit in every corner."""
    image = Image.new(mode, size)
    draw = ImageDraw.Draw(image)
    width, height = size
    draw.rectangle((0, 0, width - 1, height - 1), outline="white")
    draw.line((0, 0, width // 2, height - 1), fill="white" if mode == "1" else (248, 0, 0))
    draw.line((3, 5, width - 9, 7), fill="white" if mode == "1" else (0, 252, 80))
    return image


def frame(image: Image.Image) -> PanelFrame:
    return PanelFrame("1" if image.mode == "1" else "RGB", image.size, image.tobytes())


def same(one: Image.Image, other: Image.Image) -> bool:
    return (one.mode, one.size, one.tobytes()) == (other.mode, other.size, other.tobytes())


A = picture((128, 64))


@pytest.fixture
def i2c() -> Iterator[SimulatedI2c]:
    """Whatever happens on these buses, it leaves no file open."""
    files = open_files()
    with SimulatedI2c(1, 3).fitted() as buses:
        yield buses
    assert open_files() <= files  # fewer: something that an earlier test dropped has gone


@pytest.fixture
def panel(i2c: SimulatedI2c) -> Iterator[I2cOled]:
    """A panel at 0x3C on i2c-1, not yet open and closed in the end."""
    i2c.solder(Ssd1306(), 1)
    driver = I2cOled("seat1.panel", I2cPanelSettings())
    yield driver
    driver.close()


def chip(i2c: SimulatedI2c, bus: int = 1) -> Ssd1306:
    found = i2c.chip_at(bus, 0x3C)
    assert isinstance(found, Ssd1306)
    return found


def lost(driver: OledDriver, work: str = "open") -> str:
    with pytest.raises(DeviceLost) as error:
        driver.open() if work == "open" else driver.show(frame(A))
    assert error.value.device == "seat1.panel"
    return english(error.value.say)


# ── on SPI ───────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = None


@pytest.fixture
def spi(pins: MockFactory) -> Iterator[SimulatedSpi]:
    files = open_files()
    with SimulatedSpi(0).fitted() as buses:
        for select, glass in enumerate((Ssd1351(), Ssd1331())):
            buses.solder(glass, 0, select, data_pin=pins.pin(25), reset_pin=pins.pin(24))
        yield buses
    assert open_files() <= files  # fewer: something that an earlier test dropped has gone


def spi_panel(name: PanelChip, chip_select: int, pins: SpiPins | None = None) -> SpiOled:
    width, height = PANEL_SIZES[name][0]
    settings = SpiPanelSettings(chip=name, chip_select=chip_select, width=width, height=height)
    return SpiOled("seat1.panel", settings, pins)


def glass(spi: SimulatedSpi, chip_select: int) -> Ssd1331:
    found = spi.chip_at(0, chip_select)
    assert isinstance(found, Ssd1331)
    return found


@pytest.mark.parametrize(("name", "chip_select"), [("ssd1351", 0), ("ssd1331", 1)])
def test_colours_reach_the_glass(spi: SimulatedSpi, name: PanelChip, chip_select: int) -> None:
    shown = picture(PANEL_SIZES[name][0], "RGB").point(lambda level: level & 0xF8)  # what five bits can hold
    panel = spi_panel(name, chip_select)
    panel.open()
    panel.show(frame(shown))
    seen = glass(spi, chip_select).image()
    panel.close()
    assert same(seen, shown)


@pytest.mark.parametrize(("name", "chip_select"), [("ssd1351", 0), ("ssd1331", 1)])
def test_a_colour_panel_is_dimmed_in_all_its_colours(spi: SimulatedSpi, name: PanelChip, chip_select: int) -> None:
    panel = spi_panel(name, chip_select)
    panel.open()
    panel.dim(0.25)
    level = glass(spi, chip_select).contrast
    panel.close()
    assert level == (0x20, 0x20, 0x20)


def test_only_what_has_changed_is_sent_to_a_colour_panel(spi: SimulatedSpi) -> None:
    panel = spi_panel("ssd1351", 0)
    panel.open()
    shown = picture((128, 128), "RGB")
    panel.show(frame(shown))
    before = glass(spi, 0).bytes_of_data
    shown.putpixel((3, 100), (248, 248, 248))
    panel.show(frame(shown))
    sent, seen = glass(spi, 0).bytes_of_data - before, glass(spi, 0).image().getpixel((3, 100))
    panel.close()
    assert (sent, seen) == (2, (248, 248, 248))


def test_a_panel_that_opens_leaves_its_neighbour_on_the_same_pins_alone(spi: SimulatedSpi) -> None:
    """They share the reset pin: pulled again, it would wipe the panel that was there first."""
    pins = SpiPins()
    first, second = spi_panel("ssd1351", 0, pins), spi_panel("ssd1331", 1, pins)
    first.open()
    first.show(frame(Image.new("RGB", (128, 128), "red")))
    second.open()
    seen = glass(spi, 0).image().getpixel((5, 5))
    first.close()
    second.close()
    assert seen == (248, 0, 0)


def test_a_panel_that_closes_leaves_its_neighbour_the_pins(spi: SimulatedSpi) -> None:
    pins = SpiPins()
    first, second = spi_panel("ssd1351", 0, pins), spi_panel("ssd1331", 1, pins)
    first.open()
    second.open()
    first.close()
    second.show(frame(Image.new("RGB", (96, 64), "red")))
    seen = glass(spi, 1).image().getpixel((5, 5))
    second.close()
    assert seen == (248, 0, 0)


@pytest.mark.usefixtures("spi")
def test_closed_panels_let_go_of_their_pins() -> None:
    for _ in range(2):
        panel = spi_panel("ssd1351", 0)
        panel.open()
        panel.close()
    with SimulatedSpi().fitted():
        for _ in range(2):
            lost(spi_panel("ssd1351", 0))


@pytest.mark.usefixtures("pins")
def test_spi_that_is_off_is_told() -> None:
    with SimulatedSpi().fitted():
        assert "do_spi 0" in lost(spi_panel("ssd1351", 0))


@pytest.mark.usefixtures("spi")
def test_a_pin_in_use_is_told() -> None:
    held = SpiPins()
    held.hold("seat2.panel", 24)
    assert "GPIO 24 is in use by another program" in lost(spi_panel("ssd1351", 0))
    held.release(24)


def test_an_spi_adapter_that_goes_is_told(spi: SimulatedSpi) -> None:
    panel = spi_panel("ssd1351", 0)
    panel.open()
    spi.gone = True
    with pytest.raises(DeviceLost, match=r"the adapter of SPI 0\.0 is gone"):
        panel.show(frame(Image.new("RGB", (128, 128), "red")))
    panel.close()


def test_cut_off_in_the_middle_of_a_colour_frame_a_panel_comes_back_with_the_next(spi: SimulatedSpi) -> None:
    panel = spi_panel("ssd1331", 1)
    panel.open()
    for cut in (0, 1, 3, 6, 7, 5000, 12_000):
        spi.fails_after = cut
        with pytest.raises(DeviceLost, match=r"SPI 0\.1 does not work"):
            panel.show(frame(Image.new("RGB", (96, 64), "blue")))
        panel.close()
        panel.open()
        panel.show(frame(Image.new("RGB", (96, 64), "red")))
        assert same(glass(spi, 1).image(), Image.new("RGB", (96, 64), (248, 0, 0)))
    panel.close()


# ── without the libraries ────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("pins")
@pytest.mark.parametrize(("bus", "library"), [("i2c", "smbus2"), ("spi", "spidev")])
def test_a_missing_library_is_told(monkeypatch: pytest.MonkeyPatch, bus: str, library: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    panel: OledDriver = I2cOled("seat1.panel", I2cPanelSettings()) if bus == "i2c" else spi_panel("ssd1351", 0)
    assert f"apt install python3-{library}" in lost(panel)


def test_the_end_of_python_is_not_held_up_by_luma() -> None:
    """Its hook runs on a panel that was never closed, and has nothing to say."""
    program = (
        "from hardware.simulated.wire.oled_i2c import SimulatedI2c; from hardware.simulated.wire.oled import Ssd1306\n"
        "from hardware.kinds.oled_i2c import I2cOled, I2cPanelSettings\n"
        "with SimulatedI2c(1).fitted() as buses:\n"
        "    buses.solder(chip := Ssd1306(), 1); I2cOled('p', I2cPanelSettings()).open()\n"
        "import atexit; atexit.register(print, 'at the end'); print(chip.on)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=Path(__file__).parents[3], check=False
    )
    assert (ended.stdout.split("\n")[0], ended.stderr, ended.returncode) == ("True", "", 0)
