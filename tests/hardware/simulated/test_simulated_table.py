"""A simulated table in virtual time: touched, pulled, cut off, and everything that is seen and heard of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.config.reading import load_table, read_table, simulated_table
from hardware.config.settings import I2cPanelSettings, TableSettings
from hardware.names import DeviceName
from hardware.ports import (
    DARK,
    ButtonPress,
    DeviceBack,
    DeviceGone,
    GridFrame,
    Input,
    KeyPress,
    PanelFrame,
    Table,
    Tone,
)
from hardware.simulated.table import Happening, SimulatedTable

EXAMPLES = sorted((Path(__file__).parents[3] / "config").glob("*.toml"))
MIXED = load_table(EXAMPLES[0].parent / "simulated.toml")
ON_ONE_WIRE = read_table(
    "".join(
        f'[seat.{number}]\nhooded = true\nkeypad = {{ usb = "{number}" }}\n'
        f"panel = {{ multiplexer = 0x70, channel = {number} }}\n"
        for number in (1, 2, 3)
    )
)


def page(number: int) -> PanelFrame:
    return PanelFrame("1", (8, 1), bytes((number,)))


def board(number: int) -> GridFrame:
    return GridFrame((((number, 0, 0), *[DARK] * 4), *[(DARK,) * 5] * 5))


class Evening:
    """A table, its clock, and what the console hears."""

    def __init__(self, settings: TableSettings) -> None:
        self.clock = VirtualClock()
        self.table = SimulatedTable(settings, self.clock)
        self.heard: list[Input] = []
        self.table.listen(self.heard.append)
        self.clock.settle()

    def shows(self, number: int, on: str) -> None:
        name = DeviceName.parse(on)
        if name.part == "grid":
            grid = self.table.seats[name.seat or 0].grid
            assert grid is not None
            grid.show(board(number))
        else:
            panel = self.table.private if name.seat is None else self.table.seats[name.seat].panel
            assert panel is not None
            panel.show(page(number))
        self.clock.settle()

    @property
    def typed(self) -> list[tuple[int, str]]:
        return [(each.seat, each.key) for each in self.heard if isinstance(each, KeyPress) and each.down]

    @property
    def news(self) -> list[str]:
        told = [each for each in self.heard if isinstance(each, DeviceGone | DeviceBack)]
        return [f"{each.device} {'gone' if isinstance(each, DeviceGone) else 'back'}" for each in told]


@pytest.fixture
def evening() -> Evening:
    return Evening(MIXED)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_can_be_simulated(file: Path) -> None:
    """With the same seats, screens and buttons, and nothing of it gone."""
    evening = Evening(load_table(file))
    devices = []
    for number, seat in evening.table.seats.items():
        devices += [f"seat{number}.{kind}" for kind in ("grid", "panel") if getattr(seat, kind) is not None]
    devices += ["private"] if evening.table.private is not None else []
    for number, device in enumerate(devices):
        evening.shows(number, device)
    evening.clock.advance(10)
    assert [evening.table.frames(device) for device in devices] == [
        [board(number) if device.endswith("grid") else page(number)] for number, device in enumerate(devices)
    ]
    assert evening.news == []


def test_it_is_a_table() -> None:
    table: Table = SimulatedTable(simulated_table(), VirtualClock())
    assert len(table.seats) == 6


def test_keys_are_typed_at_a_seat(evening: Evening) -> None:
    evening.table.press(2, "S", "M", "ENTER")
    evening.clock.settle()
    assert evening.typed == [(2, "S"), (2, "M"), (2, "ENTER")]


def test_a_key_is_held_and_let_go(evening: Evening) -> None:
    evening.table.hold(1, "A")
    evening.clock.advance(2)
    evening.table.let_go(1, "A")
    evening.clock.settle()
    assert evening.heard == [KeyPress(1, "A", 0.0), KeyPress(1, "A", 2.0, down=False)]


def test_a_seat_with_a_numeric_pad_says_so(evening: Evening) -> None:
    assert [number for number, seat in evening.table.seats.items() if seat.numeric] == [4]


def test_a_button_is_pressed_and_let_go(evening: Evening) -> None:
    evening.table.button("pause")
    evening.clock.advance(1)
    assert evening.heard == [ButtonPress("pause", 0.0), ButtonPress("pause", 0.1, down=False)]


def test_a_button_that_is_not_there_is_told(evening: Evening) -> None:
    with pytest.raises(ValueError, match="this table has pause and power"):
        evening.table.button("panic")


def test_everything_seen_and_heard_is_noted_in_order(evening: Evening) -> None:
    tone = Tone("next", ((69, 0.1),))
    assert evening.table.buzzer is not None
    assert evening.table.speaker is not None
    evening.shows(1, "seat1.grid")
    evening.clock.advance(1.5)
    evening.table.buzzer.play(tone)
    evening.table.speaker.say("Bob is next.")
    evening.shows(2, "private")
    assert evening.table.happenings == [
        Happening(0.0, "seat1.grid", board(1)),
        Happening(1.5, "buzzer", tone),
        Happening(1.5, "speaker", "Bob is next."),
        Happening(1.5, "private", page(2)),
    ]


def test_a_frame_kept_alive_happens_once(evening: Evening) -> None:
    evening.shows(1, "seat1.grid")
    evening.clock.advance(60)
    assert evening.table.frames("seat1.grid") == [board(1)]


# ── pulled ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("device", ["seat1.keypad", "seat1.grid", "seat1.panel", "private"])
def test_a_device_is_pulled_and_comes_back(evening: Evening, device: str) -> None:
    if device != "seat1.keypad":
        evening.shows(1, device)
    evening.table.unplug(device)
    evening.clock.advance(10)
    gone = evening.news
    evening.table.plug(device)
    evening.clock.advance(2)
    assert (gone, evening.news) == ([f"{device} gone"], [f"{device} gone", f"{device} back"])


@pytest.mark.parametrize("device", ["seat1.grid", "seat1.panel", "private"])
def test_a_display_that_comes_back_shows_its_newest_frame(evening: Evening, device: str) -> None:
    evening.shows(1, device)
    evening.table.unplug(device)
    evening.clock.advance(5)
    dark = evening.table.showing(device)
    evening.shows(2, device)
    evening.table.plug(device)
    evening.clock.advance(2)
    assert dark is None
    assert evening.table.showing(device) == (board(2) if device.endswith("grid") else page(2))


def test_an_unplugged_keypad_types_nothing(evening: Evening) -> None:
    evening.table.unplug("seat1.keypad")
    evening.table.press(1, "A")
    evening.clock.settle()
    assert evening.typed == []


def test_a_device_that_is_not_there_cannot_be_pulled(evening: Evening) -> None:
    with pytest.raises(ValueError, match=r"this table has seat1\.keypad, seat2\.keypad"):
        evening.table.unplug("seat9.keypad")


def test_a_borrowed_keypad_types_for_whoever_borrowed_it(evening: Evening) -> None:
    evening.table.borrow_keypad(of=2, by=1)
    evening.table.press(2, "A")
    evening.clock.settle()
    assert evening.typed == [(1, "A")]


# ── slow ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_slow_display_delays_nobody_else(evening: Evening) -> None:
    evening.table.slow("seat1.panel", 2.0)
    evening.shows(1, "seat1.panel")
    evening.shows(1, "seat2.panel")
    shown = evening.table.showing("seat1.panel"), evening.table.showing("seat2.panel")
    evening.clock.advance(2)
    assert (*shown, evening.table.showing("seat1.panel")) == (None, page(1), page(1))


def test_displays_on_one_adapter_take_turns_and_the_seat_that_typed_is_first() -> None:
    evening = Evening(ON_ONE_WIRE)
    evening.table.slow("seat1.panel", 2.0)
    for seat in (1, 2, 3):
        evening.shows(seat, f"seat{seat}.panel")
    evening.table.press(3, "A")
    evening.clock.advance(10)
    assert [(each.at, each.device) for each in evening.table.happenings] == [
        (2.0, "seat1.panel"),
        (4.0, "seat3.panel"),
        (6.0, "seat2.panel"),
    ]


def test_displays_on_two_usb_adapters_do_not_wait_for_each_other() -> None:
    seats = ON_ONE_WIRE.seats
    apart = {number: replace(seats[number], panel=I2cPanelSettings(usb=f"usb-1.{number}")) for number in (1, 2)}
    evening = Evening(replace(ON_ONE_WIRE, seats=apart))
    evening.table.slow("seat1.panel", 2.0)
    evening.shows(1, "seat1.panel")
    evening.shows(2, "seat2.panel")
    assert (evening.table.showing("seat1.panel"), evening.table.showing("seat2.panel")) == (None, page(2))


# ── the plug is pulled ───────────────────────────────────────────────────────────────────────────


def test_without_power_all_is_dark_and_nobody_is_told(evening: Evening) -> None:
    evening.shows(1, "seat1.grid")
    evening.shows(1, "seat1.panel")
    evening.table.power_cut()
    evening.table.press(1, "A")
    evening.table.button("pause")
    evening.clock.advance(30)
    assert (evening.table.showing("seat1.grid"), evening.table.showing("seat1.panel")) == (None, None)
    assert evening.heard == []


def test_what_was_typed_at_the_moment_of_the_cut_is_heard_by_nobody(evening: Evening) -> None:
    evening.table.press(1, "A")
    evening.table.power_cut()
    evening.table.power_on()
    evening.table.listen(evening.heard.append)
    evening.clock.advance(1)
    assert evening.heard == []


def test_with_power_again_a_new_console_finds_the_table_as_it_is(evening: Evening) -> None:
    evening.table.unplug("seat2.keypad")
    evening.clock.settle()
    evening.heard.clear()
    evening.table.power_cut()
    evening.clock.advance(60)
    evening.table.power_on()
    evening.table.listen(evening.heard.append)
    evening.shows(5, "seat1.panel")
    evening.table.press(1, "A")
    evening.clock.advance(1)
    assert evening.table.showing("seat1.panel") == page(5)
    assert (evening.typed, evening.news) == ([(1, "A")], ["seat2.keypad gone"])


def test_a_pad_from_the_air_that_is_gone_at_the_cut_comes_when_it_is_given_again() -> None:
    seats = {**ON_ONE_WIRE.seats, 2: replace(ON_ONE_WIRE.seats[2], keypad=None)}
    evening = Evening(replace(ON_ONE_WIRE, seats=seats))
    evening.table.air.give("AA:BB:CC:DD:EE:FF", 2, "qwerty")
    evening.table.unplug("seat2.keypad")
    evening.table.power_cut()
    evening.table.power_on()
    evening.table.listen(evening.heard.append)
    evening.table.air.give("AA:BB:CC:DD:EE:FF", 2, "qwerty")
    evening.table.press(2, "B")
    evening.clock.settle()
    assert evening.typed == [(2, "B")]


def test_the_old_console_hears_nothing_after_the_cut(evening: Evening) -> None:
    evening.table.power_cut()
    evening.table.power_on()
    evening.table.press(1, "A")
    evening.clock.advance(1)
    assert evening.heard == []


# ── closing ──────────────────────────────────────────────────────────────────────────────────────


def test_a_closed_table_is_dark(evening: Evening) -> None:
    evening.shows(1, "seat1.grid")
    evening.shows(1, "seat1.panel")
    evening.table.close()
    assert evening.table.showing("seat1.panel") is None
    assert evening.table.showing("seat1.grid") == board(0)


def test_a_closed_table_leaves_nothing_to_be_done(evening: Evening) -> None:
    evening.table.button("pause")
    evening.table.close()
    before = list(evening.table.happenings)
    evening.clock.advance(60)
    assert (evening.heard, evening.table.happenings) == ([], before)


def test_an_hour_of_an_idle_table_takes_no_frame() -> None:
    evening = Evening(simulated_table())
    evening.shows(1, "seat1.panel")
    evening.clock.advance(3600)
    assert len(evening.table.happenings) == 1
