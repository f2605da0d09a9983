"""LED strips straight on the Pi: the bytes that go to spidev are read as a strip reads them, by their timing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.config.reading import ConfigError, read_table
from hardware.config.settings import SAFE_BRIGHTNESS, KeypadSettings, SeatSettings, TableSettings, Ws2812GridSettings
from hardware.kinds.ws2812 import AT_ONCE, BITS, HERTZ, LATCH, MOST, Chain, Ws2812Grid
from hardware.ports import DARK, GridFrame
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
    strip, chain = Strip(VirtualClock(), 60), Chain(0)
    ann, bob = (Ws2812Grid(f"seat{n}.grid", Ws2812GridSettings(first=30 * n), chain) for n in (0, 1))
    with SimulatedSpi(0).fitted() as spi:
        spi.solder_strip(strip, 0)
        ann.open()
        bob.open()
        ann.close()
        bob.show(frame(RED))
        bob.close()
    assert strip.lit[-1].leds[30] == (SAFE_BRIGHTNESS, 0, 0)


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


def test_a_chain_that_is_too_long_is_told_its_limit() -> None:
    assert f"at most {MOST} LEDs" in complaint(SEAT.format(number=1, first=150) + PRIVATE)
