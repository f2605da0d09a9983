"""The questions of `wordtable setup`, and what the answers make of the table."""

from dataclasses import replace

import pytest

from firmware_host.texts.language import english
from hardware.config.settings import (
    I2cPanelSettings,
    KeypadSettings,
    SerialGridSettings,
    TableSettings,
)
from hardware.kinds.keypad import Pad
from hardware.workbench.interview import Ask, Display, Found, Stopped, Typed, interview
from hardware.workbench.key_listener import Stroke

KEYBOARD_A = Pad("Board", KeypadSettings(usb="usb-1"), numeric=False)
KEYBOARD_B = Pad("Board", KeypadSettings(usb="usb-2"), numeric=False)
OTHER = Pad("Clavier", KeypadSettings(usb="usb-3"), numeric=False)
NUMBERS = Pad("Pad", KeypadSettings(bluetooth="DC:2C:26:0A:0B:0C"), numeric=True)
GRID = SerialGridSettings(port="/dev/serial/by-path/board")
PANEL = I2cPanelSettings()


class Talking:
    """A talk with people who answer one question after the other."""

    def __init__(
        self,
        *pads: Pad,
        displays: tuple[Display, ...] = (),
        exists: bool = False,
        sound: bool = False,
        pins: bool = False,
    ) -> None:
        self._talk = interview(Found(pads, displays, exists=exists, sound=sound, pins=pins))
        self.asked: Ask = next(self._talk)
        self.table: TableSettings | None = None

    def press(self, pad: int, name: str, key: str | None = None) -> "Talking":
        return self._answer(Stroke(pad, name, name.removeprefix("KEY_") if key is None else key))

    def type(self, line: str) -> "Talking":
        return self._answer(Typed(line))

    def _answer(self, event: Stroke | Typed) -> "Talking":
        try:
            self.asked = self._talk.send(event)
        except StopIteration as end:
            self.table = end.value
        return self

    @property
    def question(self) -> str:
        return " ".join(english(line) for line in self.asked.lines)

    def seats(self, *pads: int) -> "Talking":
        """Everybody sits down."""
        for pad in pads:
            self.press(pad, "KEY_T")
        return self

    def qwerty(self, pad: int) -> "Talking":
        return self.press(pad, "KEY_A").press(pad, "KEY_Z")

    @property
    def done(self) -> TableSettings:
        assert self.table is not None, self.question
        return self.table


# ── who sits where ───────────────────────────────────────────────────────────────────────────────


def test_whoever_presses_first_is_seat_one() -> None:
    talk = Talking(NUMBERS, KEYBOARD_A).seats(1, 0).qwerty(1).press(0, "KEY_KPENTER", "ENTER")
    seats = {number: seat.keypad for number, seat in talk.done.seats.items()}
    assert seats == {1: KEYBOARD_A.settings, 2: replace(NUMBERS.settings, keys="numeric")}


def test_who_sits_where_is_confirmed_at_once() -> None:
    assert "Seat 1: Pad, a number pad." in Talking(NUMBERS).seats(0).question


def test_a_keypad_pressed_twice_is_still_one_seat() -> None:
    talk = Talking(NUMBERS, KEYBOARD_A).seats(0, 0)
    assert "already at seat 1" in talk.question
    assert "Seat 2: press any key" in talk.question


@pytest.mark.parametrize("end", ["at a keypad", "at the terminal"])
def test_a_keypad_that_nobody_wants_stays_free(end: str) -> None:
    talk = Talking(NUMBERS, KEYBOARD_A).seats(0)
    talk = talk.press(0, "KEY_KPENTER", "ENTER") if end == "at a keypad" else talk.type("")
    assert list(talk.press(0, "KEY_KPENTER", "ENTER").done.seats) == [1]


# ── what is printed on the keys ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("keys", "layout"),
    [(["KEY_A", "KEY_Z"], "qwerty"), (["KEY_A", "KEY_Y"], "qwertz"), (["KEY_Q"], "azerty")],
)
def test_two_keys_tell_the_layout(keys: list[str], layout: str) -> None:
    talk = Talking(KEYBOARD_A).seats(0)
    for key in keys:
        talk.press(0, key)
    keypad = talk.press(0, "KEY_ENTER").done.seats[1].keypad
    assert keypad is not None
    assert keypad.keys == layout


def test_keyboards_of_one_kind_are_asked_once() -> None:
    talk = Talking(KEYBOARD_A, KEYBOARD_B).seats(0, 1).press(0, "KEY_Q").press(0, "KEY_ENTER")
    assert [seat.keypad and seat.keypad.keys for seat in talk.done.seats.values()] == ["azerty", "azerty"]


def test_another_kind_is_asked_too() -> None:
    assert "Seat 2: press the key labelled A." in Talking(KEYBOARD_A, OTHER).seats(0, 1).qwerty(0).question


def test_only_the_keyboard_in_question_is_heard() -> None:
    talk = Talking(KEYBOARD_A, OTHER).seats(0, 1).press(1, "KEY_Q")
    assert "Seat 1: press the key labelled A." in talk.question


def test_an_order_that_nobody_knows_can_be_taken_for_qwerty() -> None:
    talk = Talking(KEYBOARD_A).seats(0).press(0, "KEY_A").press(0, "KEY_SLASH").press(0, "KEY_BACKSPACE", "DELETE")
    keypad = talk.press(0, "KEY_ENTER").done.seats[1].keypad
    assert keypad is not None
    assert keypad.keys == "qwerty"


# ── what stands where ────────────────────────────────────────────────────────────────────────────


def at_displays(*displays: Display) -> Talking:
    """Two numeric pads have their seats, and the first display is lit."""
    other = replace(NUMBERS, settings=KeypadSettings(bluetooth="DC:2C:26:0A:0B:0D"))
    return Talking(NUMBERS, other, displays=displays).seats(0, 1)


def enter(talk: Talking, pad: int = 0) -> Talking:
    return talk.press(pad, "KEY_KPENTER", "ENTER")


def test_each_display_shows_a_sign_of_its_own() -> None:
    talk = at_displays(GRID, PANEL)
    signs = [talk.asked.light and talk.asked.light.sign]
    enter(talk.press(0, "KEY_KP5", "J"))
    assert [*signs, talk.asked.light and talk.asked.light.sign] == ["1", "2"]


def test_the_seat_whose_key_is_pressed_has_the_display() -> None:
    talk = enter(enter(at_displays(GRID).press(1, "KEY_KP5", "J")))
    assert [seat.grid for seat in talk.done.seats.values()] == [None, GRID]


def test_a_sign_that_cannot_be_read_is_tried_another_way() -> None:
    talk = at_displays(GRID).press(0, "KEY_KP5", "J").press(0, "KEY_KP5", "J").press(0, "KEY_KP5", "J")
    grid = enter(enter(talk)).done.seats[1].grid
    assert grid == replace(GRID, wiring="straight", rotation=180)


def test_a_panel_that_cannot_be_read_may_have_another_chip() -> None:
    talk = enter(at_displays(PANEL).press(0, "KEY_KP5", "J").press(0, "KEY_KP5", "J"))
    panel = enter(enter(talk)).done.seats[1].panel
    assert panel == replace(PANEL, chip="sh1106")


def test_nought_and_yes_make_a_panel_the_private_screen() -> None:
    talk = at_displays(PANEL).press(0, "KEY_KP0", "0")
    assert "Is it the private screen" in talk.question
    assert (enter(enter(enter(talk))).done.private, talk.done.public) == (PANEL, None)


def test_nought_and_no_make_a_panel_the_public_screen() -> None:
    talk = enter(at_displays(PANEL).press(0, "KEY_KP0", "0").press(0, "KEY_KPDOT", "DELETE"))
    assert (enter(talk).done.private, talk.done.public) == (None, PANEL)


@pytest.mark.parametrize("first", ["private", "public"])
def test_the_second_screen_is_the_other_one_and_nobody_is_asked_which(first: str) -> None:
    second = replace(PANEL, address=0x3D)
    talk = at_displays(PANEL, second).press(0, "KEY_KP0", "0")
    talk = enter(enter(talk) if first == "private" else talk.press(0, "KEY_KPDOT", "DELETE"))
    talk = enter(enter(talk.press(0, "KEY_KP0", "0")))
    screens = (talk.done.private, talk.done.public)
    assert screens == ((PANEL, second) if first == "private" else (second, PANEL))


def test_a_third_panel_belongs_to_a_seat() -> None:
    talk = at_displays(PANEL, replace(PANEL, address=0x3D), replace(PANEL, i2c=3))
    enter(enter(talk.press(0, "KEY_KP0", "0")))
    enter(talk.press(0, "KEY_KP0", "0"))
    assert "Press 0" not in talk.question


def test_a_grid_table_without_a_public_screen_is_told_what_it_lacks() -> None:
    talk = at_displays(GRID, replace(GRID, port="/dev/other"), PANEL)
    enter(talk.press(0, "KEY_KP5", "J"))
    enter(talk.press(1, "KEY_KP5", "J"))
    enter(enter(talk.press(0, "KEY_KP0", "0")))
    assert "the lobby offers fewer games" in talk.question


def test_a_grid_table_with_both_screens_lacks_nothing() -> None:
    talk = at_displays(GRID, replace(GRID, port="/dev/other"), PANEL, replace(PANEL, address=0x3D))
    enter(talk.press(0, "KEY_KP5", "J"))
    enter(talk.press(1, "KEY_KP5", "J"))
    enter(enter(talk.press(0, "KEY_KP0", "0")))
    enter(talk.press(0, "KEY_KP0", "0"))
    assert "fewer games" not in talk.question
    assert "missing" not in talk.question


def test_a_grid_is_never_the_private_screen() -> None:
    talk = enter(enter(at_displays(GRID).press(0, "KEY_KP0", "0")))
    assert (talk.done.private, talk.done.seats[1].grid) == (None, GRID)


def test_a_display_that_nobody_sees_is_left_out() -> None:
    talk = enter(at_displays(GRID).press(0, "KEY_KPDOT", "DELETE"))
    assert all(seat.grid is None for seat in talk.done.seats.values())


def test_a_seat_has_one_grid() -> None:
    talk = enter(at_displays(GRID, replace(GRID, port="/dev/other")).press(0, "KEY_KP5", "J")).press(0, "KEY_KP5", "J")
    assert "Seat 1 has a grid already" in talk.question


def test_a_seat_can_be_typed_at_the_terminal() -> None:
    talk = at_displays(GRID).type("2").type("").type("")
    assert talk.done.seats[2].grid == GRID


def test_hoods_are_asked_for_once() -> None:
    talk = at_displays(PANEL, replace(PANEL, address=0x3D))
    for pad in (0, 1):
        enter(talk.press(pad, "KEY_KP5", "J"))
    assert [seat.hooded for seat in enter(enter(talk)).done.seats.values()] == [True, True]


@pytest.mark.parametrize(("answer", "speaks"), [("y", True), ("n", False)])
def test_where_there_is_a_sound_card_the_table_may_speak(answer: str, speaks: bool) -> None:
    talk = Talking(NUMBERS, sound=True).seats(0).type(answer).type("y")
    assert (talk.done.speaker is not None) == speaks


@pytest.mark.parametrize(
    ("answers", "buttons", "buzzer"),
    [
        ("yyyy", {"pause": 17, "power": 27}, 12),
        ("ynyn", {"power": 27}, None),
        ("ynny", {}, 12),
        ("n", {}, None),
    ],
)
def test_where_there_are_pins_buttons_and_a_buzzer_are_asked_for(
    answers: str, buttons: dict[str, int], buzzer: int | None
) -> None:
    talk = Talking(NUMBERS, pins=True).seats(0)
    for answer in answers:
        talk.type(answer)
    table = talk.type("y").done
    assert ({name: button.pin for name, button in table.buttons.items()}, table.buzzer) == (buttons, buzzer)


def test_where_there_are_no_pins_nobody_is_asked_for_them() -> None:
    assert "buzzer" not in Talking(NUMBERS).seats(0).question


def test_every_question_can_be_answered_by_tapping_once_everybody_sits() -> None:
    """The first choice is always one that goes on, so a phone alone comes to the end."""
    talk = Talking(NUMBERS, displays=(GRID, PANEL), sound=True, pins=True).seats(0)
    while talk.table is None:
        talk.type(talk.asked.choices[0].line)
    seat = talk.done.seats[1]
    assert (seat.grid, seat.panel, seat.hooded, talk.done.speaker is not None) == (GRID, PANEL, True, True)


# ── the end ──────────────────────────────────────────────────────────────────────────────────────


def test_what_is_still_missing_is_said_before_it_is_written() -> None:
    assert "seat 1: has no display" in at_displays().question


def test_an_old_file_is_kept_and_that_is_said() -> None:
    assert "The old one is kept as table.toml.bak." in Talking(NUMBERS, exists=True).seats(0).question


def test_escape_stops_at_any_time() -> None:
    with pytest.raises(Stopped):
        at_displays(GRID).press(0, "KEY_KPMINUS", "ESC")
