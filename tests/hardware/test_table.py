"""Whole tables: every example of config/ opened by the real drivers on simulated wires, seen, typed at, and closed."""

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import luma.oled.device  # noqa: F401  # it starts four threads of its own when it is imported, for good
import pytest

from firmware_host.texts.language import english
from hardware.config.reading import load_table, read_table
from hardware.ports import ButtonPress, DeviceGone, DeviceLost, Input, Seat, Tone
from hardware.simulated.wire.keypad import PipedNodes
from hardware.simulated.wire.ws2812 import StripPart
from hardware.table import open_table
from tests.hardware.kinds.grid_table import open_files
from tests.hardware.table_loop import LIMIT
from tests.hardware.workshop import Workshop, card, grid_frame, opened, panel_frame

ROOT = Path(__file__).parents[2]
EXAMPLES = [file for file in sorted((ROOT / "config").glob("*.toml")) if not load_table(file).simulated]
TWO_ADAPTERS = """\
[seat.1]
hooded = true
keypad = { usb = "usb-1.1" }
panel = { i2c = 1 }
[seat.2]
hooded = true
keypad = { usb = "usb-1.2" }
panel = { i2c = 3 }
"""
TWO_ON_ONE = """\
[seat.1]
hooded = true
keypad = { usb = "usb-1.1" }
panel = { i2c = 1 }
[seat.2]
hooded = true
keypad = { usb = "usb-1.2" }
panel = { i2c = 1, address = 0x3D }
"""
SIX_ON_TWO = """\
[private]
i2c = 3
""" + "".join(
    f"""[seat.{number}]
keypad = {{ usb = "usb-1.{number}" }}
panel = {{ multiplexer = 0x70, channel = {number} }}
"""
    for number in range(1, 7)
)


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


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Workshop]:
    """Two seats, each with a panel on an adapter of its own."""
    with opened(read_table(TWO_ADAPTERS), tmp_path) as workshop:
        workshop.loop.wait(lambda: all(chip.on for chip in workshop.chips.values()))
        yield workshop


def shows(workshop: Workshop, name: str, turn: int = 0) -> None:
    seats = workshop.table.seats
    panel = {"private": workshop.table.private, "public": workshop.table.public}.get(name)
    panel = panel or seats[int(name[4])].panel
    assert panel is not None
    panel.show(panel_frame(card(panel.size, colour=panel.colour, turn=turn)))


def sees(workshop: Workshop, name: str, turn: int = 0) -> None:
    """Waits until the panel shows it; looked at only when something happened on its wires."""
    wanted = card(workshop.panel_seen(name).size, colour=workshop.panel_seen(name).mode == "RGB", turn=turn)
    workshop.loop.wait(lambda: workshop.panel_seen(name).tobytes() == wanted.tobytes())


# ── every example ────────────────────────────────────────────────────────────────────────────────


def test_every_panel_of_an_example_shows_its_frame(example: Workshop) -> None:
    for turn, name in enumerate(example.chips):
        shows(example, name, turn)
    for turn, name in enumerate(example.chips):
        sees(example, name, turn)


def test_every_grid_of_an_example_shows_its_frame(example: Workshop) -> None:
    for number, seat in example.table.seats.items():
        if seat.grid is not None:
            seat.grid.show(grid_frame(number))
    for name in example.boards:
        example.loop.wait(partial(is_lit, example, name))


def is_lit(workshop: Workshop, name: str) -> bool:
    """Whether the grid of a seat shows the frame of that seat's number, however bright."""
    rows = workshop.grid_seen(name) or ()
    wanted = grid_frame(int(name[4])).rows
    return [[tuple(map(bool, led)) for led in row] for row in rows] == [
        [tuple(map(bool, led)) for led in row] for row in wanted
    ]


def test_every_keypad_of_an_example_types_for_its_seat(example: Workshop) -> None:
    """A, or whatever stands first on the key that it shares."""
    for seat in example.keypads:
        example.types(seat, "A")
    example.loop.wait(lambda: len(example.presses) == len(example.keypads))
    assert sorted(example.presses) == [(seat, "A") for seat in sorted(example.keypads)]


def test_every_button_of_an_example_is_heard(example: Workshop) -> None:
    for button in example.settings.buttons.values():
        example.pins.pin(button.pin).drive_low()
    example.loop.fly(0)
    assert [each.name for each in example.heard if isinstance(each, ButtonPress)] == list(example.table.buttons)


def test_every_buzzer_and_lamp_of_an_example_works(example: Workshop) -> None:
    seats = example.settings.seats
    lamps = {number: pin for number, seat in seats.items() if (pin := seat.lamp) is not None}
    for number in lamps:
        lamp = example.table.seats[number].lamp
        assert lamp is not None
        lamp.light(True)
    if example.settings.buzzer is not None:
        assert example.table.buzzer is not None
        example.table.buzzer.play(Tone("next", ((69, 0.1),)))
        assert round(example.pins.pin(example.settings.buzzer).frequency) == 440
    assert all(example.pins.pin(pin).state for pin in lamps.values())


def test_nothing_of_an_example_is_told_gone(example: Workshop) -> None:
    for name in example.chips:
        shows(example, name)
    for name in example.chips:
        sees(example, name)
    example.loop.fly(3)
    assert example.gone == []


def test_a_closed_example_is_dark(example: Workshop) -> None:
    for name in example.chips:
        shows(example, name)
    for name in example.chips:
        sees(example, name)
    for number, seat in example.table.seats.items():
        if seat.grid is not None:
            seat.grid.show(grid_frame(number))
            example.loop.wait(partial(is_lit, example, f"seat{number}.grid"))
    example.table.close()
    example.loop.fly(0)
    read_boards(example)
    assert not any(chip.on for chip in example.chips.values())
    assert not any(any(max(led) for led in board.lit[-1].leds) for board in example.boards.values())


def read_boards(workshop: Workshop) -> None:
    for board in workshop.boards.values():
        if not isinstance(board, StripPart):  # which hears at once
            board.read()


def test_an_example_knows_its_seats(example: Workshop) -> None:
    def described(seat: Seat) -> tuple[bool, bool, bool, object, object]:
        sizes = (seat.grid and seat.grid.size, seat.panel and seat.panel.size)
        return seat.has_keypad, seat.numeric, seat.hooded, *sizes

    assert {number: described(seat) for number, seat in example.table.seats.items()} == {
        number: (
            seat.keypad is not None,
            seat.keypad is not None and seat.keypad.keys == "numeric",
            seat.hooded,
            seat.grid and (seat.grid.width, seat.grid.height),
            seat.panel and seat.panel.size,
        )
        for number, seat in example.settings.seats.items()
    }


# ── lanes ────────────────────────────────────────────────────────────────────────────────────────


def lanes() -> list[str]:
    return sorted(thread.name for thread in threading.enumerate() if thread.name.startswith(("i2c", "spi")))


def test_channels_of_a_multiplexer_share_the_lane_of_their_adapter(tmp_path: Path) -> None:
    with opened(read_table(SIX_ON_TWO), tmp_path):
        assert lanes() == ["i2c-1", "i2c-3"]


def test_a_channel_named_by_its_own_number_is_on_the_lane_of_its_adapter(tmp_path: Path) -> None:
    text = SIX_ON_TWO.replace("multiplexer = 0x70, channel = 6", "i2c = 17")
    with opened(read_table(text), tmp_path):
        assert lanes() == ["i2c-1", "i2c-3"]


def test_a_bus_that_takes_for_ever_delays_no_other_adapter(two: Workshop) -> None:
    two.i2c.adapters[1].stop()
    shows(two, "seat1.panel")
    assert two.i2c.adapters[1].waiting.wait(LIMIT)
    for turn in range(20):
        shows(two, "seat2.panel", turn)
        sees(two, "seat2.panel", turn)
    two.i2c.adapters[1].go_on()
    sees(two, "seat1.panel")


def test_keys_are_heard_while_a_bus_takes_for_ever(two: Workshop) -> None:
    two.i2c.adapters[1].stop()
    shows(two, "seat1.panel")
    assert two.i2c.adapters[1].waiting.wait(LIMIT)
    two.types(1, "S")
    two.loop.wait(lambda: two.presses == [(1, "S")])
    two.i2c.adapters[1].go_on()


def test_the_seat_that_typed_last_is_served_first(tmp_path: Path) -> None:
    with opened(read_table(SIX_ON_TWO), tmp_path) as table:
        table.loop.wait(lambda: all(chip.on for chip in table.chips.values()))
        wires = table.i2c.adapters[1]
        wires.stop()
        shows(table, "seat1.panel", 0)
        assert wires.waiting.wait(LIMIT)
        for seat in range(2, 7):
            shows(table, f"seat{seat}.panel", seat)
        table.types(5, "A")
        table.loop.wait(lambda: bool(table.presses))
        before = wires.transfers
        wires.go_on()
        for seat in range(2, 7):
            sees(table, f"seat{seat}.panel", seat)
        served = list(dict.fromkeys(bus - 11 for bus, _ in wires.log[before:]))
    assert served == [1, 5, 2, 3, 4, 6]


# ── lost and found ───────────────────────────────────────────────────────────────────────────────


def test_a_panel_pulled_while_nothing_changes_is_told_within_a_second(two: Workshop) -> None:
    shows(two, "seat1.panel")
    sees(two, "seat1.panel")
    two.pull("seat1.panel")
    two.loop.fly(1.0)
    two.loop.wait(lambda: two.gone == ["seat1.panel"])


def test_a_panel_that_is_put_back_shows_its_frame_again_by_itself(two: Workshop) -> None:
    shows(two, "seat1.panel")
    sees(two, "seat1.panel")
    chip = two.pull("seat1.panel")
    two.loop.fly(1.0)
    two.loop.wait(lambda: bool(two.gone))
    two.put_back("seat1.panel", chip)
    two.loop.fly(2.0)
    two.loop.wait(lambda: two.back == ["seat1.panel"])
    sees(two, "seat1.panel")


def test_an_adapter_that_is_put_back_shows_all_its_panels_again(tmp_path: Path) -> None:
    """It is there only when all of them have let go of the old one; until then the kernel keeps that."""
    with opened(read_table(TWO_ON_ONE), tmp_path) as shop:
        for name in shop.chips:
            shows(shop, name)
            sees(shop, name)
        shop.i2c.adapters[1].unplug()
        shop.loop.fly(1.0)
        shop.loop.wait(lambda: sorted(shop.gone) == sorted(shop.chips))
        for chip in shop.chips.values():
            chip.reset()
        shop.i2c.adapters[1].plug()
        for _ in range(20):  # two seconds; every try is over before the next, though it takes a thread
            shop.loop.fly(0.1)
            shop.loop.wait(shop.quiet)
        assert sorted(shop.back) == sorted(shop.chips)
        for name in shop.chips:
            sees(shop, name)


def test_a_pulled_panel_hurts_nobody_else(two: Workshop) -> None:
    two.pull("seat1.panel")
    for turn in range(10):
        two.loop.fly(1.0)
        shows(two, "seat2.panel", turn)
        sees(two, "seat2.panel", turn)
    assert "seat2.panel" not in two.gone


def test_the_log_says_what_is_wrong_with_a_device_and_when_it_is_back(
    two: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    """What the guide sends a maker to look for; the people at the table are not told of wires."""
    caplog.set_level("INFO")
    shows(two, "seat1.panel")
    sees(two, "seat1.panel")
    chip = two.pull("seat1.panel")
    two.loop.fly(1.0)
    two.loop.wait(lambda: "seat1.panel: nothing answers at 0x3c on i2c-1." in caplog.text)
    two.put_back("seat1.panel", chip)
    two.loop.fly(2.0)
    two.loop.wait(lambda: "seat1.panel is back." in caplog.text)


def test_pins_that_cannot_be_had_are_told_and_all_else_is_there(tmp_path: Path) -> None:
    """Two tables on one Pi: the second finds the pins taken."""
    text = TWO_ADAPTERS.replace("keypad", "lamp = 5\nkeypad", 1) + "[buttons]\npause = 17\n[buzzer]\npin = 12\n"
    with opened(read_table(text), tmp_path) as table:
        heard: list[Input] = []
        second = open_table(table.settings, table.loop, nodes=PipedNodes(), sysfs=tmp_path / "sysfs")
        second.listen(heard.append)
        table.loop.fly(0)
        missing = second.seats[1].lamp, second.buzzer
        second.close()
    pins = [each.device for each in heard if isinstance(each, DeviceGone) and "GPIO" in english(each.say)]
    assert pins == ["seat1.lamp", "buzzer", "button.pause"]
    assert missing == (None, None)


def test_a_borrowed_keypad_types_for_whoever_borrowed_it(two: Workshop) -> None:
    two.table.borrow_keypad(of=2, by=1)
    two.types(2, "S")
    two.loop.wait(lambda: two.presses == [(1, "S")])


def test_no_keypad_to_borrow_is_told(tmp_path: Path) -> None:
    text = TWO_ADAPTERS.replace('keypad = { usb = "usb-1.1" }\n', "")
    with opened(read_table(text), tmp_path) as table, pytest.raises(DeviceLost, match="no keypad to borrow"):
        table.table.borrow_keypad(of=1, by=2)


# ── closing ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("no_patience")
def test_a_table_closes_while_a_bus_hangs(two: Workshop, caplog: pytest.LogCaptureFixture) -> None:
    """It does not wait for the bus, whose thread lets go when the bus does."""
    shows(two, "seat2.panel")
    sees(two, "seat2.panel")
    two.i2c.adapters[1].stop()
    shows(two, "seat1.panel")
    assert two.i2c.adapters[1].waiting.wait(LIMIT)
    two.table.close()
    ends("i2c-3")
    still_hanging = lanes()
    dark = not two.chips["seat2.panel"].on
    two.i2c.adapters[1].go_on()
    assert (still_hanging, dark) == (["i2c-1"], True)
    assert "A bus hangs" in caplog.text


@pytest.mark.usefixtures("no_patience")
def test_a_bus_that_hung_is_dark_when_it_lets_go(two: Workshop) -> None:
    two.i2c.adapters[1].stop()
    shows(two, "seat1.panel")
    assert two.i2c.adapters[1].waiting.wait(LIMIT)
    two.table.close()
    two.i2c.adapters[1].go_on()
    ends("i2c-1")
    assert not two.chips["seat1.panel"].on


def ends(lane: str) -> None:
    for thread in threading.enumerate():
        if thread.name == lane:
            thread.join(LIMIT)


def test_nothing_is_heard_after_closing(two: Workshop) -> None:
    two.types(1, "S")
    two.table.close()
    two.loop.fly(1)
    assert two.presses == []


def test_a_table_closes_twice(two: Workshop) -> None:
    two.table.close()
    two.table.close()


def test_a_table_closes_as_soon_as_it_is_open(tmp_path: Path) -> None:
    for number, file in enumerate(EXAMPLES):
        with opened(load_table(file), tmp_path / str(number)):
            pass  # and nothing is left behind
