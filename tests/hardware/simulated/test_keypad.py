"""Simulated keypads: one that does what it is told, and one with every vice, read by the driver's own code."""

import pytest

from hardware.clock import VirtualClock
from hardware.config.keymaps import BUILT_IN
from hardware.config.settings import KeypadSettings
from hardware.inbox import Inbox
from hardware.ports import DeviceBack, DeviceGone, DeviceLost, Input, KeyPress
from hardware.simulated.keypad import SIMULATED, Habits, SimulatedKeypad, SimulatedKeypads, UnrulyKeypad

BLUETOOTH = KeypadSettings(bluetooth="DC:2C:26:0A:0B:0C")


class Evening:
    """Virtual time, an inbox, and what the console hears."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.inbox = Inbox(self.clock)
        self.heard: list[Input] = []
        self.inbox.listen(self.heard.append)

    def simple(self, seat: int = 1, settings: KeypadSettings = SIMULATED, *, numeric: bool = False) -> SimulatedKeypad:
        return SimulatedKeypad(seat, self.inbox, self.clock, settings, numeric=numeric)

    def unruly(self, habits: Habits, keys: str = "qwerty", settings: KeypadSettings = SIMULATED) -> UnrulyKeypad:
        return UnrulyKeypad(1, BUILT_IN[keys], self.inbox, self.clock, habits, settings)

    def passes(self, seconds: float = 0.0) -> "Evening":
        self.clock.advance(seconds)
        return self

    @property
    def presses(self) -> list[KeyPress]:
        self.clock.settle()
        return [each for each in self.heard if isinstance(each, KeyPress)]

    @property
    def typed(self) -> str:
        return " ".join(press.key for press in self.presses if press.down)

    @property
    def held(self) -> list[str]:
        """Keys that went down and never up."""
        held: list[str] = []
        for press in self.presses:
            if press.down:
                held.append(press.key)
            else:
                held.remove(press.key)
        return held


@pytest.fixture
def evening() -> Evening:
    return Evening()


# ── state ────────────────────────────────────────────────────────────────────────────────────────


def test_keys_arrive_as_they_are_pressed(evening: Evening) -> None:
    evening.simple().tap("S", "M", "I", "L", "E", "ENTER")
    assert evening.typed == "S M I L E ENTER"


def test_a_key_has_the_time_at_which_it_was_pressed(evening: Evening) -> None:
    keypad = evening.simple()
    evening.passes(12.5)
    keypad.press("A")
    evening.passes(0.5)
    keypad.let_go("A")
    assert [(press.down, press.when) for press in evening.presses] == [(True, 12.5), (False, 13.0)]


def test_two_keypads_race_by_the_times_they_are_given(evening: Evening) -> None:
    evening.simple(1).press("A", when=0.002)
    evening.simple(2).press("B", when=0.001)
    assert [press.seat for press in evening.presses] == [2, 1]


def test_a_digit_is_one_for_menus(evening: Evening) -> None:
    evening.simple().press("3")
    assert evening.presses[0].digit == "3"


def test_a_digit_of_a_numeric_pad_is_its_letters_by_multi_tap(evening: Evening) -> None:
    evening.simple(numeric=True).tap("7", "7", "7", "7", "NEXT", "7")
    assert [(press.key, press.replaces) for press in evening.presses if press.down] == [
        ("P", False),
        ("Q", True),
        ("R", True),
        ("S", True),
        ("NEXT", False),
        ("P", False),
    ]


def test_a_letter_of_a_numeric_pad_has_its_digit(evening: Evening) -> None:
    evening.simple(numeric=True).press("S")
    assert (evening.presses[0].key, evening.presses[0].digit) == ("S", "7")


def test_a_key_that_no_keypad_has_is_refused_without_repeating_it(evening: Evening) -> None:
    with pytest.raises(ValueError, match="no such key") as refusal:
        evening.simple().press("smile")
    assert "smile" not in str(refusal.value)


def test_a_held_key_is_one_press(evening: Evening) -> None:
    keypad = evening.simple()
    keypad.press("A")
    keypad.press("A")
    assert evening.typed == "A"


def test_an_unplugged_keypad_types_nothing(evening: Evening) -> None:
    keypad = evening.simple()
    keypad.unplug()
    keypad.tap("A")
    assert evening.typed == ""


def test_unplugged_in_mid_press_the_key_is_let_go_before_the_keypad_is_gone(evening: Evening) -> None:
    keypad = evening.simple()
    keypad.press("A")
    keypad.unplug()
    evening.passes()
    assert [type(each) for each in evening.heard] == [KeyPress, KeyPress, DeviceGone]
    assert evening.held == []


def test_plugged_in_again_it_is_back_and_types(evening: Evening) -> None:
    keypad = evening.simple(2)
    keypad.unplug()
    keypad.plug()
    keypad.tap("A")
    assert DeviceBack("seat2.keypad") in evening.passes().heard
    assert evening.typed == "A"


def test_unplugging_twice_is_told_once(evening: Evening) -> None:
    keypad = evening.simple()
    keypad.unplug()
    keypad.unplug()
    assert len(evening.passes().heard) == 1


@pytest.mark.parametrize(("settings", "asleep"), [(BLUETOOTH, True), (SIMULATED, False)])
def test_only_a_bluetooth_pad_may_be_asleep(evening: Evening, settings: KeypadSettings, asleep: bool) -> None:
    evening.simple(settings=settings).unplug()
    (gone,) = evening.passes().heard
    assert isinstance(gone, DeviceGone)
    assert gone.asleep is asleep


def test_a_borrowed_keypad_acts_for_the_other_seat(evening: Evening) -> None:
    first = evening.simple(1)
    keypads = SimulatedKeypads({1: first, 2: evening.simple(2)})
    first.press("A")
    keypads.borrow(of=1, by=2)
    first.tap("B")
    assert [(press.seat, press.key) for press in evening.presses if press.down] == [(1, "A"), (2, "B")]
    assert evening.held == []


def test_a_seat_without_a_keypad_has_none_to_borrow(evening: Evening) -> None:
    with pytest.raises(DeviceLost, match="Choose another seat"):
        SimulatedKeypads({1: evening.simple()}).borrow(of=3, by=1)


def test_who_is_there_can_be_asked(evening: Evening) -> None:
    keypads = {1: evening.simple(1), 2: evening.simple(2)}
    keypads[2].unplug()
    assert [SimulatedKeypads(keypads).there(seat) for seat in (1, 2)] == [True, False]


# ── behaviour ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("bounces", [1, 3])
def test_a_bouncing_key_is_one_letter(evening: Evening, bounces: int) -> None:
    evening.unruly(Habits(bounces=bounces)).tap("KEY_A")
    assert evening.passes(1).typed == "A"
    assert evening.held == []


def test_a_double_letter_on_bouncing_contacts_is_two(evening: Evening) -> None:
    keypad = evening.unruly(Habits(bounces=2))
    for _ in range(2):
        keypad.tap("KEY_E")
        evening.passes(0.15)
    assert evening.typed == "E E"


def test_a_key_held_for_a_minute_is_one_letter(evening: Evening) -> None:
    keypad = evening.unruly(Habits())
    keypad.press("KEY_A")
    evening.passes(60)
    keypad.let_go("KEY_A")
    assert [(press.down, press.when) for press in evening.presses] == [(True, 0.0), (False, 60.0)]


def test_a_ghost_goes_when_its_fingers_go(evening: Evening) -> None:
    """Three corners held, and the pad believes in the fourth; it must not stay held."""
    keypad = evening.unruly(Habits(ghosts=True), keys="numeric")
    for name in ("KEY_KP7", "KEY_KP8", "KEY_KP4"):
        keypad.press(name)
        evening.passes(0.01)
    assert [press.digit for press in evening.presses] == ["7", "8", "4", "5"]
    keypad.let_go("KEY_KP8")
    evening.passes(0.1)
    assert [press.digit for press in evening.presses if not press.down] == ["8", "5"]


def test_numlock_chatter_does_not_disturb_multi_tap(evening: Evening) -> None:
    keypad = evening.unruly(Habits(numlock_chatter=True), keys="numeric")
    for _ in range(3):
        keypad.tap("KEY_KP2")
        evening.passes(0.2)
    assert [(press.key, press.replaces) for press in evening.presses if press.down] == [
        ("A", False), ("B", True), ("C", True),
    ]  # fmt: skip


@pytest.mark.parametrize("how_many", [2, 3])
def test_the_key_with_many_noughts_is_one_nought(evening: Evening, how_many: int) -> None:
    evening.unruly(Habits(), keys="numeric").noughts(how_many)
    assert evening.passes(1).typed == "0"
    assert evening.held == []


def test_a_queue_that_ran_over_leaves_no_key_held_and_makes_none_up(evening: Evening) -> None:
    keypad = evening.unruly(Habits())
    keypad.press("KEY_A")
    evening.passes(0.1)
    keypad.overrun(("KEY_A", 0), ("KEY_B", 1))
    assert evening.typed == "A"
    assert evening.held == []


def test_a_sleeping_pad_is_woken_by_a_key_which_is_lost(evening: Evening) -> None:
    keypad = evening.unruly(Habits(sleeps_after=600), settings=BLUETOOTH)
    evening.passes(601)
    assert not keypad.there
    keypad.tap("KEY_A")
    evening.passes(1)
    keypad.tap("KEY_B")
    assert evening.passes(1).typed == "B"
    assert [type(each) for each in evening.heard[:2]] == [DeviceGone, DeviceBack]


def test_a_pad_that_is_typed_on_stays_awake(evening: Evening) -> None:
    keypad = evening.unruly(Habits(sleeps_after=600), settings=BLUETOOTH)
    for _ in range(5):
        evening.passes(500)
        keypad.tap("KEY_A")
    assert evening.passes(1).typed == "A A A A A"


def test_an_unplugged_pad_is_not_woken_by_a_key(evening: Evening) -> None:
    keypad = evening.unruly(Habits())
    keypad.unplug()
    keypad.tap("KEY_A")
    evening.passes(10)
    assert not keypad.there


def test_an_unruly_pad_unplugged_in_mid_press_lets_go(evening: Evening) -> None:
    keypad = evening.unruly(Habits(bounces=3))
    keypad.press("KEY_A")
    evening.passes(0.005)
    keypad.unplug()
    evening.passes(1)
    keypad.let_go("KEY_A")
    keypad.plug()
    evening.passes(10)
    assert evening.typed == "A"
    assert evening.held == []


def test_a_borrowed_unruly_pad_acts_for_the_other_seat(evening: Evening) -> None:
    keypad = evening.unruly(Habits())
    keypad.press("KEY_A")
    keypad.act_for(2)
    keypad.let_go("KEY_A")
    keypad.press("KEY_B")
    assert [(press.seat, press.down) for press in evening.presses] == [(1, True), (1, False), (2, True)]
