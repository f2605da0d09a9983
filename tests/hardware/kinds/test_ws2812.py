"""LED strips straight on the Pi: the bytes that go to spidev are read as a strip reads them, by their timing."""

import errno
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.config.reading import ConfigError, read_table
from hardware.config.settings import SAFE_BRIGHTNESS, KeypadSettings, SeatSettings, TableSettings, Ws2812GridSettings
from hardware.kinds.kind import Shared
from hardware.kinds.ws2812 import AT_ONCE, BITS, HERTZ, KIND, LATCH, MOST, Chain, PioPin, SpiPin, Ws2812Grid
from hardware.names import DeviceName
from hardware.ports import DARK, DeviceLost, GridFrame
from hardware.simulated.wire.oled_spi import SimulatedSpi
from hardware.simulated.wire.ws2812 import OutOfTime, Strip
from tests.hardware.kinds.grid_table import frame
from tests.hardware.workshop import Workshop, opened

RED = (255, 0, 0)
SEAT = """
[seat.{number}]
keypad = {{ usb = "usb-1.{number}" }}
grid = {{ protocol = "ws2812", first = {first} }}
"""


def table(**grids: Ws2812GridSettings) -> TableSettings:
    seats = enumerate(grids.values(), 1)
    return TableSettings({n: SeatSettings(KeypadSettings(usb=f"usb-1.{n}"), grid) for n, grid in seats})


@pytest.fixture
def two_seats(tmp_path: Path) -> Iterator[Workshop]:
    with opened(table(ann=Ws2812GridSettings(), bob=Ws2812GridSettings(first=30)), tmp_path) as workshop:
        yield workshop


def show(workshop: Workshop, seat: int, picture: GridFrame) -> None:
    grid = workshop.table.seats[seat].grid
    assert grid is not None
    grid.show(picture)
    workshop.loop.wait(workshop.quiet)


# ── on the wire ──────────────────────────────────────────────────────────────────────────────────


def test_every_byte_has_the_timing_that_the_data_sheet_wants() -> None:
    strip = Strip(VirtualClock(), 256)
    for byte in range(256):
        strip.hear(BITS[byte] * 3 + LATCH, HERTZ)
        assert strip.lit[-1].leds[0] == (byte, byte, byte)


@pytest.mark.parametrize("hertz", [HERTZ * 3 // 4, HERTZ * 3 // 2], ids=["too slow", "too fast"])
def test_a_bus_at_another_speed_would_be_noticed(hertz: int) -> None:
    with pytest.raises(OutOfTime):
        Strip(VirtualClock(), 1).hear(BITS[0x55] * 3 + LATCH, hertz)


def test_the_longest_chain_goes_out_without_a_pause() -> None:
    assert MOST * 24 + len(LATCH) <= AT_ONCE
    assert MOST >= 5 * 30


def test_each_seat_has_its_own_part_of_the_chain(two_seats: Workshop) -> None:
    show(two_seats, 1, frame(RED))
    show(two_seats, 2, frame((0, 255, 0), (0, 0, 255)))
    lit = SAFE_BRIGHTNESS
    assert two_seats.boards["seat1.grid"].lit[-1].leds == ((lit, 0, 0), *[DARK] * 29)
    assert two_seats.boards["seat2.grid"].lit[-1].leds == ((0, lit, 0), (0, 0, lit), *[DARK] * 28)


def test_a_seat_that_closes_leaves_its_neighbour_lit() -> None:
    strip, chain = Strip(VirtualClock(), 60), Chain(SpiPin(0))
    ann, bob = (Ws2812Grid(f"seat{n}.grid", Ws2812GridSettings(first=30 * n), chain) for n in (0, 1))
    with SimulatedSpi(0).fitted() as spi:
        spi.solder_strip(strip, 0)
        ann.open()
        bob.open()
        ann.close()
        bob.show(frame(RED))
        bob.close()
    assert strip.lit[-1].leds[30] == (SAFE_BRIGHTNESS, 0, 0)


class LoosePin:
    """A pin whose device goes away, and is there again under another number."""

    def __init__(self) -> None:
        self.opened, self.there = 0, True
        self.sent = b""

    def open(self) -> None:
        if not self.there:
            raise FileNotFoundError
        self.opened += 1

    def send(self, colours: bytes) -> None:
        if not self.there:
            raise OSError(errno.ENODEV, "gone")
        self.sent = colours

    def close(self) -> None: ...


def test_a_chain_whose_device_was_away_is_opened_again_though_all_its_seats_hold_it() -> None:
    pin = LoosePin()
    chain = Chain(pin)
    ann, bob = (Ws2812Grid(f"seat{n}.grid", Ws2812GridSettings(first=30 * n), chain) for n in (0, 1))
    ann.open()
    bob.open()
    pin.there = False
    with pytest.raises(DeviceLost):
        ann.show(frame(RED))
    pin.there = True
    ann.close()
    ann.open()
    ann.show(frame(RED))
    assert (pin.opened, pin.sent[:3]) == (2, bytes((SAFE_BRIGHTNESS, 0, 0)))


# ── on a Pi 5's own pins ─────────────────────────────────────────────────────────────────────────


@pytest.fixture
def leds0(tmp_path: Path) -> Path:
    """What stands in for /dev/leds0. A file keeps what was last written to it, as the kernel's driver does."""
    device = tmp_path / "leds0"
    device.touch()
    return device


def on_pio(device: Path, *seats: int, milliamperes: int | None = None) -> list[Ws2812Grid]:
    """The grids of some seats on one chain, opened."""
    chain = Chain(PioPin(str(device)))
    grids = []
    for seat in seats:
        settings = Ws2812GridSettings(device=str(device), first=30 * (seat - 1), milliamperes=milliamperes)
        grids.append(Ws2812Grid(f"seat{seat}.grid", settings, chain))
        grids[-1].open()
    return grids


def lit_on(device: Path) -> list[tuple[int, ...]]:
    """As ws2812-pio reads it when it passes colours on: red, green, blue and white of each LED."""
    data = device.read_bytes()
    assert len(data) % 4 == 0
    return [tuple(data[place : place + 4]) for place in range(0, len(data), 4)]


def test_the_kernels_driver_is_told_to_pass_colours_on_as_they_are(leds0: Path) -> None:
    """With any other brightness than 0 it would apply a gamma of its own to colours that have theirs already."""
    on_pio(leds0, 1)
    assert leds0.read_bytes() == b"\0"


def test_each_seat_has_its_part_of_the_chain_there_too(leds0: Path) -> None:
    ann, bob = on_pio(leds0, 1, 2)
    ann.show(frame(RED))
    bob.show(frame((0, 255, 0), (0, 0, 255)))
    lit = SAFE_BRIGHTNESS
    dark = [(0, 0, 0, 0)]
    assert lit_on(leds0) == [(lit, 0, 0, 0), *dark * 29, (0, lit, 0, 0), (0, 0, lit, 0), *dark * 28]


def test_every_frame_begins_at_the_first_led(leds0: Path) -> None:
    (ann,) = on_pio(leds0, 1)
    ann.show(frame(RED))
    ann.show(frame(DARK, RED))
    assert len(lit_on(leds0)) == 30
    assert lit_on(leds0)[:2] == [(0, 0, 0, 0), (SAFE_BRIGHTNESS, 0, 0, 0)]


def test_a_chain_there_draws_no_more_than_its_supply_gives(leds0: Path) -> None:
    (ann,) = on_pio(leds0, 1, milliamperes=130)
    ann.show(frame(*[(255, 255, 255)] * 30))
    drawn = 30 * 1 + sum(map(sum, lit_on(leds0))) * 20 / 255
    assert 0 < drawn <= 130


@pytest.mark.parametrize(
    ("device", "next_step"),
    [("/dev/leds9", "dtoverlay=ws2812-pio"), ("/dev/full", "num_leds=")],
    ids=["no such device", "fewer LEDs in the overlay"],
)
def test_a_chain_that_does_not_open_there_is_told_with_a_next_step(device: str, next_step: str) -> None:
    """The kernel's own full device answers as a strip that is too short does."""
    with pytest.raises(DeviceLost, match=next_step):
        on_pio(Path(device), 1)


def test_a_table_opens_it_by_its_config(leds0: Path, tmp_path: Path) -> None:
    ann = Ws2812GridSettings(device=str(leds0))
    shared = Shared(tmp_path)
    grids = [KIND.driver(DeviceName("grid", n), replace(ann, first=30 * n), shared) for n in (0, 1)]
    for each in grids:
        each.open()
    grids[1].show(frame(RED))
    assert lit_on(leds0)[30] == (SAFE_BRIGHTNESS, 0, 0, 0)


# ── in the config ────────────────────────────────────────────────────────────────────────────────

PANEL = "[private]\nbus = 'spi'\n"
PRIVATE = "[private]\n"


def complaint(text: str) -> str:
    with pytest.raises(ConfigError) as refused:
        read_table(text)
    return str(refused.value)


def test_two_seats_on_one_chain_are_a_table() -> None:
    read = read_table(SEAT.format(number=1, first=0) + SEAT.format(number=2, first=30) + PRIVATE)
    assert [seat.grid.leds for seat in read.seats.values() if isinstance(seat.grid, Ws2812GridSettings)] == [
        range(30),
        range(30, 60),
    ]


def test_two_seats_on_the_same_leds_are_told_where_the_second_begins() -> None:
    said = complaint(SEAT.format(number=1, first=0) + SEAT.format(number=2, first=0) + PRIVATE)
    assert "write first = 30" in said


def test_a_panel_cannot_be_on_the_bus_of_a_strip() -> None:
    assert "GPIO 10 is already used" in complaint(SEAT.format(number=1, first=0) + PANEL)


def test_a_chain_at_a_device_has_no_such_bus_and_no_such_limit() -> None:
    written = "".join(SEAT.format(number=n, first=150 * n) for n in (1, 2))
    read = read_table(written.replace("first", "device = '/dev/leds0', first") + PANEL)
    assert [seat.grid.chain for seat in read.seats.values() if isinstance(seat.grid, Ws2812GridSettings)] == [
        "/dev/leds0",
        "/dev/leds0",
    ]


def test_a_device_is_given_by_its_path() -> None:
    said = complaint(SEAT.format(number=1, first=0).replace("first", "device = 'leds0', first") + PRIVATE)
    assert "such as /dev/leds0" in said


def test_a_chain_that_is_too_long_is_told_its_limit() -> None:
    assert f"at most {MOST} LEDs" in complaint(SEAT.format(number=1, first=150) + PRIVATE)
