"""Displays in virtual time, with a driver that fails when told: newest wins, lost ones come back, nobody waits."""

from collections.abc import Callable

import pytest

from firmware_host.texts.text import verbatim
from hardware.clock import VirtualAlarm, VirtualClock
from hardware.displays import BACK_OFF, SETTLING, Display, Heartbeat, Wires
from hardware.ports import DeviceBack, DeviceGone, DeviceLost, Input
from hardware.simulated.lanes import VirtualLane


class Panel:
    """A driver that writes down everything it is asked to do, and fails when told to."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.frames: list[str] = []
        self.times: list[float] = []
        self.dimmed: list[float] = []
        self.opened: list[float] = []
        self.closed = 0
        self.opens = True
        self.takes_frames = True

    def open(self) -> None:
        self.opened.append(self.clock.time())
        if not self.opens:
            raise DeviceLost("panel", verbatim("cannot be opened."))

    def show(self, frame: str) -> None:
        if not self.takes_frames:
            raise DeviceLost("panel", verbatim("takes no frame."))
        self.frames.append(frame)
        self.times.append(self.clock.time())

    def dim(self, contrast: float) -> None:
        self.dimmed.append(contrast)

    def close(self) -> None:
        self.closed += 1


class Alarms(VirtualClock):
    """Remembers every alarm that was ever set."""

    def __init__(self) -> None:
        super().__init__()
        self.alarms: list[VirtualAlarm] = []

    def call_at(self, when: float, call: Callable[[], object]) -> VirtualAlarm:
        self.alarms.append(super().call_at(when, call))
        return self.alarms[-1]


class Bench:
    """One pair of wires in virtual time; every piece of work takes `seconds`."""

    def __init__(self) -> None:
        self.clock = Alarms()
        self.seconds = 0.0
        self.told: list[Input] = []
        self.wires = Wires(VirtualLane(self.clock, lambda: self.seconds), self.clock)

    def display(self, name: str = "panel", **options: float) -> tuple[Display[str], Panel]:
        driver = Panel(self.clock)
        shown: Display[str] = Display(
            name,
            driver,
            self.wires,
            self.told.append,
            resets_on_open=bool(options.get("resets")),
            trusted_after=options.get("trusted_after", 0.0),
            dark="dark",
        )
        self.clock.settle()
        return shown, driver


@pytest.fixture
def bench() -> Bench:
    return Bench()


# ── newest wins ──────────────────────────────────────────────────────────────────────────────────


def test_a_frame_equal_to_the_shown_one_costs_nothing(bench: Bench) -> None:
    display, driver = bench.display()
    display.show("A")
    bench.clock.settle()
    display.show("A")
    bench.clock.settle()
    assert driver.frames == ["A"]


def test_of_many_frames_during_a_slow_one_only_the_newest_is_shown(bench: Bench) -> None:
    display, driver = bench.display()
    bench.seconds = 2.0
    for frame in "ABCD":
        display.show(frame)
    bench.clock.advance(10)
    assert driver.frames == ["A", "D"]


def test_going_back_to_the_old_frame_during_a_slow_one_shows_it_again(bench: Bench) -> None:
    display, driver = bench.display()
    display.show("A")
    bench.clock.settle()
    bench.seconds = 2.0
    display.show("B")
    bench.clock.advance(1)
    display.show("A")
    bench.clock.advance(10)
    assert driver.frames == ["A", "B", "A"]


def test_a_repeat_asked_for_during_a_frame_is_not_forgotten(bench: Bench) -> None:
    display, driver = bench.display()
    bench.seconds = 2.0
    display.show("A")
    bench.clock.advance(1)
    display.show_again()
    bench.clock.advance(10)
    assert driver.frames == ["A", "A"]


def test_displays_on_the_same_wires_take_turns_the_one_touched_last_first(bench: Bench) -> None:
    first, first_driver = bench.display("first")
    second, second_driver = bench.display("second")
    bench.seconds = 1.0
    first.show("A")
    bench.wires.first(second)
    first.show("B")
    second.show("C")
    bench.clock.advance(10)
    assert second_driver.times < first_driver.times[1:]


def test_a_dimmed_display_is_dimmed_again_when_it_comes_back(bench: Bench) -> None:
    display, driver = bench.display()
    display.dim(0.5)
    bench.clock.settle()
    driver.takes_frames = False
    display.show("A")
    bench.clock.settle()
    driver.takes_frames = True
    bench.clock.advance(1)
    assert driver.dimmed == [0.5, 0.5]


# ── lost and found ───────────────────────────────────────────────────────────────────────────────


def test_a_display_lost_while_showing_shows_the_newest_frame_when_it_is_back(bench: Bench) -> None:
    display, driver = bench.display()
    driver.takes_frames = False
    display.show("A")
    bench.clock.settle()
    display.show("B")
    driver.takes_frames = True
    bench.clock.advance(1)
    assert driver.frames == ["B"]


def test_a_loss_and_a_return_are_told_once_each(bench: Bench) -> None:
    display, driver = bench.display("seat2.panel")
    display.show("A")
    bench.clock.settle()
    driver.opens = driver.takes_frames = False
    display.show("B")
    bench.clock.advance(30)
    driver.opens = driver.takes_frames = True
    bench.clock.advance(30)
    assert bench.told == [DeviceGone("seat2.panel", verbatim("takes no frame.")), DeviceBack("seat2.panel")]


def test_tries_become_patient_and_stay_frequent_enough_to_be_back_within_two_seconds(bench: Bench) -> None:
    display, driver = bench.display()
    driver.opens = driver.takes_frames = False
    display.show("A")
    bench.clock.advance(20)
    tries = driver.opened[1:]
    pauses = [round(later - earlier, 6) for earlier, later in zip([0.0, *tries], tries, strict=False)]
    assert pauses == [0.1, 0.2, 0.4, 0.8, *[1.5] * (len(pauses) - 4)]


def test_one_that_opens_but_takes_no_frame_does_not_come_and_go(bench: Bench) -> None:
    display, driver = bench.display()
    driver.takes_frames = False
    display.show("A")
    bench.clock.advance(60)
    assert bench.told == [DeviceGone("panel", verbatim("takes no frame."))]


def test_one_that_opens_but_takes_no_frame_is_tried_patiently(bench: Bench) -> None:
    display, driver = bench.display()
    driver.takes_frames = False
    display.show("A")
    bench.clock.advance(60)
    assert len(driver.opened) < 50


def test_a_lost_display_does_not_hold_up_the_others_on_its_wires(bench: Bench) -> None:
    lost, lost_driver = bench.display("lost")
    other, other_driver = bench.display("other")
    lost_driver.opens = lost_driver.takes_frames = False
    lost.show("A")
    bench.clock.advance(5)
    other.show("B")
    bench.clock.settle()
    assert other_driver.frames == ["B"]


def test_a_network_display_is_back_only_when_it_has_lasted(bench: Bench) -> None:
    display, driver = bench.display(trusted_after=4.0)
    driver.takes_frames = False
    display.show("A")
    bench.clock.settle()
    driver.takes_frames = True
    bench.clock.advance(4.0)
    assert DeviceBack("panel") not in bench.told
    bench.clock.advance(0.2)
    assert DeviceBack("panel") in bench.told


def test_a_network_display_lost_on_trial_is_not_back(bench: Bench) -> None:
    display, driver = bench.display(trusted_after=4.0)
    driver.takes_frames = False
    display.show("A")
    bench.clock.settle()
    driver.takes_frames = True
    bench.clock.advance(4.05)
    driver.opens = driver.takes_frames = False
    display.show("B")
    bench.clock.advance(10)
    assert bench.told == [DeviceGone("panel", verbatim("takes no frame."))]


# ── boards that reset, and boards that forget ────────────────────────────────────────────────────


def test_a_board_that_resets_when_opened_gets_its_frame_until_it_has_settled(bench: Bench) -> None:
    display, driver = bench.display(resets=True)
    display.show("A")
    bench.clock.advance(60)
    assert driver.times == [0.0, *SETTLING]


def test_a_board_lost_while_it_settles_settles_anew_once(bench: Bench) -> None:
    display, driver = bench.display(resets=True)
    display.show("A")
    bench.clock.advance(1.1)
    driver.takes_frames = False
    display.show("B")
    bench.clock.settle()
    driver.takes_frames = True
    driver.times.clear()
    bench.clock.advance(60)
    assert driver.times == pytest.approx([1.2, *[1.2 + moment for moment in SETTLING]])


def test_a_board_gets_its_frame_once_a_second(bench: Bench) -> None:
    display, driver = bench.display()
    Heartbeat(bench.clock).keep_alive(display)
    display.show("A")
    bench.clock.advance(5)
    assert driver.times == [0, 1, 2, 3, 4, 5]


def test_a_lost_board_is_left_in_peace_by_the_heartbeat(bench: Bench) -> None:
    display, driver = bench.display()
    Heartbeat(bench.clock).keep_alive(display)
    driver.opens = driver.takes_frames = False
    display.show("A")
    bench.clock.advance(100)
    assert len(driver.opened) <= 1 + len(BACK_OFF) + 100 / BACK_OFF[-1]


# ── the end of the evening ───────────────────────────────────────────────────────────────────────


def test_nothing_is_shown_after_closing_during_a_frame(bench: Bench) -> None:
    display, driver = bench.display()
    bench.seconds = 2.0
    display.show("A")
    bench.clock.advance(1)
    bench.wires.close()
    bench.clock.advance(10)
    assert driver.frames == []


def test_a_loss_is_told_to_nobody_after_closing(bench: Bench) -> None:
    display, driver = bench.display()
    driver.takes_frames = False
    display.show("A")
    bench.wires.close()
    bench.clock.settle()
    assert bench.told == []


@pytest.mark.parametrize("takes_frames", [True, False], ids=["while it settles", "while it is lost"])
def test_no_alarm_is_left_after_closing(bench: Bench, takes_frames: bool) -> None:
    display, driver = bench.display(resets=True, trusted_after=4.0)
    driver.takes_frames = takes_frames
    display.show("A")
    bench.clock.settle()
    bench.wires.close()
    assert all(alarm.call is None for alarm in bench.clock.alarms)


def test_a_display_is_left_dark(bench: Bench) -> None:
    display, driver = bench.display()
    display.show("A")
    bench.clock.settle()
    bench.wires.close()
    assert driver.frames == ["A", "dark"]


def test_a_display_closed_in_the_very_moment_of_a_frame_is_left_dark(bench: Bench) -> None:
    """The frame is on its wire, and only the news of it is still on its way."""
    display, driver = bench.display()
    display.show("A")
    bench.wires.close()
    assert driver.frames == ["A", "dark"]


def test_a_frame_under_way_is_not_followed_by_a_dark_one(bench: Bench) -> None:
    """Half a frame on a wire, and the dark one would be taken for its other half."""
    display, driver = bench.display()
    bench.seconds = 2.0
    display.show("A")
    bench.clock.advance(1)
    bench.wires.close()
    assert "dark" not in driver.frames


def test_a_closed_display_has_let_go_of_its_wire(bench: Bench) -> None:
    _, driver = bench.display()
    before = driver.closed
    bench.wires.close()
    assert driver.closed == before + 1
