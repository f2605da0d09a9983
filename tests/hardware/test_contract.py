"""One contract for all: the same tests for fakes that remember, fakes that misbehave, and drivers at the wire."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import luma.oled.device  # noqa: F401  # it starts four threads of its own when it is imported, for good
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.clock import VirtualClock
from hardware.kinds.buzzer import GpioBuzzer
from hardware.ports import Tone
from hardware.simulated.buzzer import RememberingBuzzer
from tests.hardware.kinds.grid_table import open_files
from tests.hardware.rigs import BEHAVIOUR, STATE, WIRE, BehaviourRig, Losable, Rig, WireRig, back, gone, rigs
from tests.hardware.table_loop import LIMIT


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    files, threads = open_files(), set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - threads:
        thread.join(LIMIT)
        assert not thread.is_alive(), thread.name
    assert open_files() <= files  # fewer: something that an earlier test dropped has gone


# ── displays ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(params=[*STATE, *BEHAVIOUR, *WIRE])
def any_display(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    yield from rigs(request.param, tmp_path)


@pytest.fixture(params=[*BEHAVIOUR, *WIRE])
def display(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Losable]:
    """One that can be lost."""
    yield from rigs(request.param, tmp_path)  # type: ignore[misc]  # all but those that only remember can be


@pytest.fixture(params=[*BEHAVIOUR, "wire: Adalight", "wire: SSD1306", "wire: SSD1309 behind a multiplexer"])
def slow_display(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BehaviourRig | WireRig]:
    """One whose wires can be held up."""
    yield from rigs(request.param, tmp_path)  # type: ignore[misc]  # these can


def test_a_display_shows_what_it_is_given(any_display: Rig) -> None:
    any_display.show(7)
    assert any_display.sees(7)


def test_of_many_frames_at_once_the_newest_is_seen_in_the_end(any_display: Rig) -> None:
    for number in range(1, 31):
        any_display.show(number)
    assert any_display.sees(30)


def test_a_frame_equal_to_the_shown_one_costs_nothing(any_display: Rig) -> None:
    any_display.show(1)
    assert any_display.sees(1)
    start = any_display.sent
    any_display.show(2)
    assert any_display.sees(2)
    change = any_display.sent - start
    any_display.show(2)
    any_display.show(1)
    assert any_display.sees(1)
    assert any_display.sent - start == 2 * change


def test_a_frame_given_again_while_it_is_under_way_is_sent_once(any_display: Rig) -> None:
    any_display.show(1)
    assert any_display.sees(1)
    start = any_display.sent
    any_display.show(2)
    any_display.show(2)
    assert any_display.sees(2)
    twice_given = any_display.sent - start
    any_display.show(1)
    assert any_display.sees(1)
    assert any_display.sent - start == 2 * twice_given


def test_a_display_that_is_there_is_no_news(any_display: Rig) -> None:
    any_display.show(1)
    any_display.passes(10)
    assert any_display.told == []


def test_a_frame_is_still_seen_a_while_later(any_display: Rig) -> None:
    any_display.show(1)
    any_display.passes(10)
    assert any_display.sees(1)


def test_showing_waits_for_nobody_while_the_wires_are_held_up(slow_display: BehaviourRig | WireRig) -> None:
    slow_display.hold_up()
    for number in range(1, 31):
        slow_display.show(number)
        slow_display.passes(0.05)
    slow_display.let_go_on()
    assert slow_display.sees(30)
    assert slow_display.told == []


def test_a_lost_display_is_told_once_and_in_a_sentence(display: Losable) -> None:
    display.show(1)
    assert display.sees(1)
    display.pull()
    for number in range(2, 12):
        display.show(number)
        display.passes(1)
    (say,) = gone(display)
    assert len(say.split()) > 4
    assert say.endswith((".", "?"))


def test_a_display_that_is_back_is_told_once_and_shows_its_newest_frame(display: Losable) -> None:
    display.show(1)
    assert display.sees(1)
    display.pull()
    display.show(2)
    display.passes(20)
    display.show(3)
    display.put_back()
    display.passes(2)
    assert display.sees(3)
    display.passes(display.patience)
    assert (len(gone(display)), back(display)) == (1, 1)


def test_a_display_missing_from_the_start_shows_its_frame_when_it_comes(display: Losable) -> None:
    display.pull()
    display.show(1)
    display.passes(3)
    display.put_back()
    display.passes(2)
    assert display.sees(1)


def test_pulled_and_put_back_many_times_a_display_shows_its_frame_each_time(display: Losable) -> None:
    for number in range(1, 6):
        display.pull()
        display.show(2 * number)
        display.passes(1)
        display.put_back()
        display.passes(2)
        assert display.sees(2 * number)


def test_a_closed_display_is_dark(display: Losable) -> None:
    display.show(1)
    assert display.sees(1)
    display.close()
    assert display.sees(0)


def test_closing_a_lost_display_does_not_fail(display: Losable) -> None:
    display.show(1)
    display.pull()
    display.passes(1)
    display.close()
    assert back(display) == 0


@pytest.mark.usefixtures("no_patience")
def test_closing_a_display_in_the_middle_of_a_frame_does_not_fail(slow_display: BehaviourRig | WireRig) -> None:
    slow_display.show(1)
    slow_display.hold_up()
    slow_display.show(2)
    slow_display.close()
    assert slow_display.told == []


def test_closing_twice_does_not_fail(display: Losable) -> None:
    display.close()
    display.close()
    assert display.told == []


# ── the buzzer ───────────────────────────────────────────────────────────────────────────────────

TUNE = Tone("tune", ((69, 0.2), (72, 0.2)))
SHORT = Tone("short", ((60, 0.1),))


class Noise(Protocol):
    clock: VirtualClock

    def play(self, tone: Tone) -> None: ...
    def hush(self) -> None: ...
    def close(self) -> None: ...
    @property
    def sounds(self) -> bool: ...


class RememberedNoise(RememberingBuzzer):
    def __init__(self) -> None:
        self.clock = VirtualClock()
        super().__init__(self.clock)


class WiredNoise(GpioBuzzer):
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self._factory = Device.pin_factory = MockFactory(pin_class=MockPWMPin)
        super().__init__(12, self.clock, lambda told: pytest.fail(repr(told)))

    @property
    def sounds(self) -> bool:
        return self._factory.pin(12).frequency is not None

    def close(self) -> None:
        super().close()
        self._factory.reset()
        Device.pin_factory = None


@pytest.fixture(params=[RememberedNoise, WiredNoise], ids=["state", "wire"])
def buzzer(request: pytest.FixtureRequest) -> Iterator[Noise]:
    buzzer: Noise = request.param()
    yield buzzer
    buzzer.close()


def test_a_tune_sounds_as_long_as_it_lasts(buzzer: Noise) -> None:
    buzzer.play(TUNE)
    heard = []
    for moment in (0.1, 0.3, 0.5):
        buzzer.clock.run_until(moment)
        heard.append(buzzer.sounds)
    assert heard == [True, True, False]


def test_hushed_a_buzzer_is_silent_at_once_and_stays_so(buzzer: Noise) -> None:
    buzzer.play(TUNE)
    buzzer.hush()
    assert not buzzer.sounds
    buzzer.clock.advance(0.3)
    assert not buzzer.sounds


def test_a_new_tune_replaces_the_old_one(buzzer: Noise) -> None:
    buzzer.play(TUNE)
    buzzer.clock.run_until(0.1)
    buzzer.play(SHORT)
    buzzer.clock.run_until(0.25)
    assert not buzzer.sounds
