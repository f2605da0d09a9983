"""OLED panels over wires that take bytes apart: the real driver, luma included, with simulated chips at the far end."""

import atexit
import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory
from PIL import Image, ImageDraw

from firmware_host.texts.language import english
from hardware.config.settings import I2cPanelSettings, PanelChip, Rotation
from hardware.kinds.i2c_buses import shared_adapter, usb_socket
from hardware.kinds.oled import PANEL_SIZES, OledDriver
from hardware.kinds.oled_i2c import I2cOled
from hardware.ports import DeviceLost, PanelFrame
from hardware.simulated.wire.oled import Sh1106, Ssd1306, Ssd1309
from hardware.simulated.wire.oled_i2c import SimulatedI2c
from tests.hardware.kinds.grid_table import open_files

MONO: dict[PanelChip, type[Ssd1306]] = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106}
FRAME = 1032  # bytes of a frame on I²C: a window of six and 1,024 of pixels, each behind a byte that says which it is


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
B = A.transpose(Image.Transpose.ROTATE_180)


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


def test_a_panel_with_a_reset_pin_gets_a_pulse_before_anything_else(i2c: SimulatedI2c) -> None:
    i2c.solder(Ssd1309(), 1)
    Device.pin_factory = pins = MockFactory()
    panel = I2cOled("public", I2cPanelSettings(chip="ssd1309", reset_pin=22))
    try:
        panel.open()
        while_open = [state for _, state in pins.pin(22).states]
        panel.close()
        LED(22).close()  # somebody else may have it now
    finally:
        pins.reset()
        Device.pin_factory = None
    assert while_open[-2:] == [False, True]


def chip(i2c: SimulatedI2c, bus: int = 1) -> Ssd1306:
    found = i2c.chip_at(bus, 0x3C)
    assert isinstance(found, Ssd1306)
    return found


def lost(driver: OledDriver, work: str = "open") -> str:
    with pytest.raises(DeviceLost) as error:
        driver.open() if work == "open" else driver.show(frame(A))
    assert error.value.device == "seat1.panel"
    return english(error.value.say)


# ── frames ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("name", "size"), [(name, size) for name in MONO for size in PANEL_SIZES[name]])
def test_a_frame_reaches_the_glass_pixel_by_pixel(i2c: SimulatedI2c, name: PanelChip, size: tuple[int, int]) -> None:
    glass = MONO[name](size)
    i2c.solder(glass, 1)
    panel = I2cOled("seat1.panel", I2cPanelSettings(chip=name, width=size[0], height=size[1]))
    panel.open()
    panel.show(frame(picture(size)))
    seen = glass.image()
    panel.close()
    assert same(seen, picture(size))


def test_a_panel_is_dark_when_it_is_opened(i2c: SimulatedI2c, panel: I2cOled) -> None:
    """Its memory may still hold somebody's secret."""
    panel.open()
    assert chip(i2c).on
    assert chip(i2c).image().getbbox() is None


def test_a_panel_is_off_when_it_is_closed(i2c: SimulatedI2c, panel: I2cOled) -> None:
    panel.open()
    panel.show(frame(A))
    panel.close()
    assert not chip(i2c).on


def test_a_frame_takes_two_transfers(i2c: SimulatedI2c, panel: I2cOled) -> None:
    """In pieces of 32 bytes, as SMBus has it, it would take 33."""
    panel.open()
    before = i2c.adapters[1].transfers
    panel.show(frame(A))
    assert i2c.adapters[1].transfers - before == 2


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_turned_panel_is_read_by_whoever_sits_there(i2c: SimulatedI2c, rotation: Rotation) -> None:
    glass = Ssd1306()
    i2c.solder(glass, 1)
    settings = I2cPanelSettings(rotation=rotation)
    panel = I2cOled("seat1.panel", settings)
    panel.open()
    panel.show(frame(picture(settings.size)))
    seen = glass.image().rotate(-rotation, expand=True)  # the panel itself is turned clockwise
    panel.close()
    assert same(seen, picture(settings.size))


def test_colours_that_a_monochrome_panel_cannot_show_are_not_scattered_into_dots(
    i2c: SimulatedI2c, panel: I2cOled
) -> None:
    panel.open()
    panel.show(frame(Image.new("RGB", (128, 64), (100, 100, 100))))
    assert chip(i2c).image().getbbox() is None


def test_inverted_glass_is_dark_where_the_picture_is_lit(i2c: SimulatedI2c, panel: I2cOled) -> None:
    panel.open()
    panel.show(frame(picture((128, 64))))
    before = chip(i2c).image().tobytes()
    chip(i2c).command(0xA7)
    assert chip(i2c).image().tobytes() == bytes(byte ^ 0xFF for byte in before)


# ── contrast ─────────────────────────────────────────────────────────────────────────────────────


def test_a_panel_has_the_contrast_of_its_settings(i2c: SimulatedI2c) -> None:
    i2c.solder(Ssd1306(), 1)
    panel = I2cOled("seat1.panel", I2cPanelSettings(contrast=0x21))
    panel.open()
    assert chip(i2c).contrast == 0x21
    panel.close()


@pytest.mark.parametrize(("share", "level"), [(0.5, 0x40), (0.0, 0), (1.0, 0x80), (7.0, 0x80), (-1.0, 0)])
def test_dimming_takes_a_share_of_the_contrast(i2c: SimulatedI2c, panel: I2cOled, share: float, level: int) -> None:
    panel.open()
    panel.dim(share)
    assert chip(i2c).contrast == level


# ── behind a multiplexer ─────────────────────────────────────────────────────────────────────────


@pytest.fixture
def sysfs(i2c: SimulatedI2c, tmp_path: Path) -> Path:
    i2c.multiplexer(1, 0x70, first_bus=11)
    i2c.build_sysfs(tmp_path)
    return tmp_path


def test_a_channel_is_found_by_what_the_kernel_calls_it(i2c: SimulatedI2c, sysfs: Path) -> None:
    i2c.solder(Ssd1306(), 13)
    panel = I2cOled("seat1.panel", I2cPanelSettings(multiplexer=0x70, channel=2), sysfs=sysfs)
    panel.open()
    panel.show(frame(A))
    seen = chip(i2c, 13).image()
    panel.close()
    assert same(seen, A)


@pytest.mark.usefixtures("i2c")
def test_a_channel_that_is_not_there_names_the_overlay(tmp_path: Path) -> None:
    panel = I2cOled("seat1.panel", I2cPanelSettings(multiplexer=0x71, channel=2), sysfs=tmp_path)
    assert "`dtoverlay=i2c-mux,pca9548,addr=0x71` in the Pi's config.txt" in lost(panel)


@pytest.mark.usefixtures("i2c")
def test_nothing_at_the_end_of_a_channel_names_the_channel(sysfs: Path) -> None:
    panel = I2cOled("seat1.panel", I2cPanelSettings(multiplexer=0x70, channel=3), sysfs=sysfs)
    say = lost(panel)
    panel.close()
    assert say.startswith("nothing answers at 0x3c on i2c-14. Is channel 3 of the multiplexer wired?")


@pytest.mark.parametrize(("bus", "adapter"), [(1, 1), (12, 1), (3, 3), (99, 99)])
def test_a_channel_is_on_the_wires_of_its_multiplexers_adapter(sysfs: Path, bus: int, adapter: int) -> None:
    assert shared_adapter(bus, sysfs) == adapter


# ── on an adapter on USB ─────────────────────────────────────────────────────────────────────────

HOSTS, SEATS = "usb-xhci-hcd.0-1.2", "usb-xhci-hcd.0-1.3"  # sockets


@pytest.fixture
def usb(i2c: SimulatedI2c, tmp_path: Path) -> Path:
    """Two adapters, each with a panel."""
    i2c.adapters[1].usb, i2c.adapters[3].usb = HOSTS, SEATS
    i2c.solder(Ssd1306(), 1)
    i2c.solder(Ssd1306(), 3)
    i2c.build_sysfs(tmp_path)
    return tmp_path


def test_adapters_that_have_changed_their_numbers_have_not_changed_their_panels(i2c: SimulatedI2c, usb: Path) -> None:
    private = I2cOled("private", I2cPanelSettings(usb=HOSTS), sysfs=usb)
    private.open()
    private.show(frame(A))
    private.close()
    i2c.exchange(1, 3)
    i2c.build_sysfs(usb)
    private.open()
    private.show(frame(A))
    secret, open_to_all = chip(i2c, 3).image(), chip(i2c, 1).image()
    private.close()
    assert same(secret, A)
    assert not same(open_to_all, A)


def test_an_adapter_that_is_in_another_socket_is_told_with_the_sockets_there_are(usb: Path) -> None:
    panel = I2cOled("seat1.panel", I2cPanelSettings(usb="usb-xhci-hcd.0-1.4"), sysfs=usb)
    assert lost(panel) == (
        f"no I²C adapter in socket usb-xhci-hcd.0-1.4. Plug it in there. Adapters were found in {HOSTS} and {SEATS}."
    )


@pytest.mark.usefixtures("i2c")
def test_an_adapter_that_is_not_plugged_in_is_told(sysfs: Path) -> None:
    panel = I2cOled("seat1.panel", I2cPanelSettings(usb=HOSTS), sysfs=sysfs)
    assert lost(panel) == f"no I²C adapter in socket {HOSTS}. Plug it in there. No other one is on USB."


@pytest.mark.parametrize(
    ("device", "socket"),
    [
        ("pci0000:00/0000:00:00.0/0000:01:00.0/usb1/1-1/1-1.3/1-1.3:1.0", "usb-0000:01:00.0-1.3"),
        (
            "platform/axi/1000120000.pcie/1f00200000.usb/xhci-hcd.0/usb2/2-1/2-1:1.2/0003:04D8:00DD.0001",
            "usb-xhci-hcd.0-1",
        ),
        ("platform/vhci_hcd.0/usb3/3-2/3-2:1.0", "usb-vhci_hcd.0-2"),
        ("platform/soc/fe804000.i2c", ""),
        ("platform/vhci_hcd.0/usb3/3-2/3-2:1.0/i2c-5", ""),  # a multiplexer's channel, whose adapter is i2c-5
    ],
)
def test_a_socket_is_called_as_keypads_sockets_are(tmp_path: Path, device: str, socket: str) -> None:
    (tmp_path / "devices" / device / "i2c-7").mkdir(parents=True)
    (tmp_path / "i2c-7").symlink_to(tmp_path / "devices" / device / "i2c-7")
    assert usb_socket(7, tmp_path) == socket


# ── lost ─────────────────────────────────────────────────────────────────────────────────────────


def test_nobody_at_the_address_is_told(i2c: SimulatedI2c, panel: I2cOled) -> None:
    i2c.pull(1)
    assert lost(panel) == (
        "nothing answers at 0x3c on i2c-1. Is it wired? `wordtable doctor seat1` shows what does answer."
    )


@pytest.mark.usefixtures("i2c")
def test_no_such_bus_is_told() -> None:
    assert "do_i2c 0" in lost(I2cOled("seat1.panel", I2cPanelSettings(i2c=7)))


def test_a_bus_that_is_not_allowed_is_told(i2c: SimulatedI2c, panel: I2cOled) -> None:
    i2c.adapters[1].forbidden = True
    assert "usermod -aG i2c" in lost(panel)


def test_an_adapter_that_is_pulled_is_told(i2c: SimulatedI2c, panel: I2cOled) -> None:
    panel.open()
    i2c.adapters[1].gone = True
    assert "the adapter of i2c-1 is gone" in lost(panel, "show")


def test_a_panel_pulled_while_it_shows_a_frame_is_told(i2c: SimulatedI2c, panel: I2cOled) -> None:
    panel.open()
    i2c.pull(1)
    assert "nothing answers" in lost(panel, "show")


def test_a_pulled_panel_comes_back_whole(i2c: SimulatedI2c, panel: I2cOled) -> None:
    panel.open()
    pulled = i2c.pull(1)
    lost(panel, "show")
    i2c.solder(pulled, 1)
    panel.close()
    panel.open()
    panel.show(frame(A))
    assert same(chip(i2c).image(), A)


def test_a_panel_put_back_before_anybody_missed_it_is_found_to_be_off(i2c: SimulatedI2c, panel: I2cOled) -> None:
    panel.open()
    panel.show(frame(A))
    i2c.solder(i2c.pull(1), 1)
    panel.show(frame(B))  # it answers, and shows nothing
    with pytest.raises(DeviceLost, match="lost its power"):
        panel.probe()


def test_a_panel_that_stayed_where_it_was_is_not_found_to_be_off(i2c: SimulatedI2c, panel: I2cOled) -> None:
    panel.open()
    panel.show(frame(A))
    panel.probe()
    assert same(chip(i2c).image(), A)


def test_a_copy_that_cannot_be_read_is_only_asked_whether_it_is_there(i2c: SimulatedI2c) -> None:
    i2c.solder(Ssd1306(can_be_read=False), 1)
    panel = I2cOled("seat1.panel", I2cPanelSettings())
    panel.open()
    panel.probe()
    i2c.pull(1)
    with pytest.raises(DeviceLost, match="nothing answers"):
        panel.probe()
    panel.close()


def test_cut_off_at_any_byte_of_a_frame_a_panel_comes_back_with_the_next(i2c: SimulatedI2c, panel: I2cOled) -> None:
    panel.open()
    for cut in range(0, FRAME, 47):
        i2c.adapters[1].fails_after = cut
        assert "nothing answers" in lost(panel, "show")
        panel.close()
        panel.open()
        panel.show(frame(B))
        assert same(chip(i2c).image(), B)


def test_cut_off_at_any_byte_of_its_opening_a_panel_opens_the_next_time(i2c: SimulatedI2c, panel: I2cOled) -> None:
    for cut in (*range(40), FRAME, FRAME + 30):
        panel.close()
        i2c.adapters[1].fails_after = cut
        assert "nothing answers" in lost(panel)
    panel.close()
    panel.open()
    panel.show(frame(A))
    assert same(chip(i2c).image(), A)


def test_an_evening_without_a_panel_leaves_no_hook_for_the_end_of_python(
    i2c: SimulatedI2c, panel: I2cOled, monkeypatch: pytest.MonkeyPatch
) -> None:
    """luma leaves one for each object it makes; tried every two seconds, that is thousands in an evening."""
    hooks: list[object] = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    i2c.pull(1)
    for _ in range(20):
        lost(panel)
        panel.close()
    assert len(hooks) == 1


def test_closing_a_panel_that_does_not_answer_says_nothing_to_it(i2c: SimulatedI2c, panel: I2cOled) -> None:
    panel.open()
    i2c.pull(1)
    lost(panel, "show")
    before = i2c.adapters[1].transfers
    panel.close()
    assert i2c.adapters[1].transfers == before


@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT])
def test_whatever_an_adapter_says_when_nobody_answers_means_that(
    i2c: SimulatedI2c, panel: I2cOled, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    panel.open()

    def refuse(_bus: int, _address: int) -> None:
        raise OSError(number, "")

    monkeypatch.setattr(i2c, "chip_at", refuse)
    say = lost(panel, "show")
    assert say.startswith("nothing answers")
