"""Buttons, lamps and the buzzer on gpiozero's own mock pins, and what is said when a pin cannot be had."""

import errno
import sys
import threading
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from gpiozero import Device
from gpiozero.exc import GPIOPinInUse, PinInvalidPin, PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware_host.texts.language import english
from hardware.clock import VirtualClock
from hardware.config.settings import ButtonSettings, SeatSettings, SpiPanelSettings, TableSettings
from hardware.kinds.button import SETTLES_IN, GpioButton
from hardware.kinds.buzzer import GpioBuzzer, in_range
from hardware.kinds.lamp import GpioLamp
from hardware.kinds.pins import why_no_pin
from hardware.ports import ButtonPress, DeviceGone, DeviceLost, Input, Tone
from hardware.simulated.button import SimulatedButton
from hardware.simulated.buzzer import RememberingBuzzer
from hardware.simulated.lamp import RememberingLamp
from hardware.table import open_table
from tests.hardware.table_loop import TableLoop

FANFARE = Tone("fanfare", ((60, 0.1), (None, 0.05), (72, 0.2)))


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = None


@pytest.fixture
def loop() -> Iterator[TableLoop]:
    loop = TableLoop()
    yield loop
    loop.close()


def nobody(told: Input) -> None:
    raise AssertionError(told)


# ── a button ─────────────────────────────────────────────────────────────────────────────────────


class Pause:
    """The pause button on GPIO 17, and everything that was heard of it."""

    def __init__(self, pins: MockFactory, loop: TableLoop, *, active_high: bool = False) -> None:
        self.heard: list[Input] = []
        self._active_high = active_high
        self._loop = loop
        self._button = GpioButton("pause", ButtonSettings(17, active_high), self.heard.append, loop)
        self.pin = pins.pin(17)
        self.close = self._button.close

    def contact(self, closed: bool) -> None:
        (self.pin.drive_high if closed == self._active_high else self.pin.drive_low)()
        self._loop.fly(0)

    def chatter(self, closed: bool, *gaps: float) -> None:
        """The contact closes or opens, and changes again after each of these gaps."""
        self.contact(closed)
        for gap in gaps:
            closed = not closed
            self._loop.fly(gap)
            self.contact(closed)

    @property
    def presses(self) -> list[tuple[bool, float]]:
        return [(each.down, round(each.when, 3)) for each in self.heard if isinstance(each, ButtonPress)]


@pytest.fixture
def pause(pins: MockFactory, loop: TableLoop) -> Iterator[Pause]:
    pause = Pause(pins, loop)
    yield pause
    pause.close()


def test_a_button_is_pressed_and_let_go(pause: Pause, loop: TableLoop) -> None:
    pause.contact(True)
    loop.fly(1.5)
    pause.contact(False)
    assert pause.heard == [ButtonPress("pause", 0.0), ButtonPress("pause", 1.5, down=False)]


def test_a_button_to_the_positive_side(pins: MockFactory, loop: TableLoop) -> None:
    pause = Pause(pins, loop, active_high=True)
    pause.contact(True)
    pause.close()
    assert pause.heard == [ButtonPress("pause", 0.0)]


def test_a_contact_that_bounces_is_one_press(pause: Pause, loop: TableLoop) -> None:
    pause.chatter(True, 0.001, 0.002, 0.001, 0.005)
    loop.fly(1)
    assert pause.presses == [(True, 0.0)]


def test_a_contact_that_bounces_when_it_is_let_go_is_one_release(pause: Pause, loop: TableLoop) -> None:
    pause.contact(True)
    loop.fly(1)
    pause.chatter(False, 0.001, 0.002, 0.001, 0.005)
    loop.fly(1)
    assert pause.presses == [(True, 0.0), (False, 1.0)]


def test_the_shortest_tap_is_let_go_too(pause: Pause, loop: TableLoop) -> None:
    """Its release falls among the bounces, and is told when they are over."""
    pause.chatter(True, 0.01)
    loop.fly(SETTLES_IN)
    assert pause.presses == [(True, 0.0), (False, 0.01)]


def test_two_quick_presses_are_two(pause: Pause, loop: TableLoop) -> None:
    pause.chatter(True, 0.06, 0.06, 0.06)
    loop.fly(1)
    assert [down for down, _ in pause.presses] == [True, False, True, False]


def test_a_press_from_another_thread_is_heard_on_the_loop(pins: MockFactory, loop: TableLoop) -> None:
    """A pin's come from a thread of its own; the loop is woken up for them."""
    threads: list[threading.Thread] = []
    button = GpioButton("pause", ButtonSettings(17), lambda _press: threads.append(threading.current_thread()), loop)
    other = threading.Thread(target=pins.pin(17).drive_low)
    other.start()
    loop.wait(lambda: bool(threads))
    other.join()
    button.close()
    assert threads == [threading.current_thread()]


def test_a_press_after_the_loop_is_closed_is_nobodys(pins: MockFactory) -> None:
    loop = TableLoop()
    pause = Pause(pins, loop)
    loop.close()
    pause.pin.drive_low()
    pause.close()
    assert pause.heard == []


def test_a_closed_button_sends_nothing(pause: Pause, loop: TableLoop) -> None:
    pause.chatter(True, 0.01)
    pause.close()
    loop.fly(1)
    assert pause.presses == [(True, 0.0)]


# ── a lamp ───────────────────────────────────────────────────────────────────────────────────────


def test_a_lamp_is_dark_until_its_turn_comes(pins: MockFactory) -> None:
    lamp = GpioLamp("seat1.lamp", 5, nobody)
    states = [pins.pin(5).state]
    for on in (True, False):
        lamp.light(on)
        states.append(pins.pin(5).state)
    lamp.close()
    assert states == [0, 1, 0]


def test_a_lamp_whose_pin_fails_is_told_once_and_hurts_nobody(pins: MockFactory) -> None:
    told: list[Input] = []
    lamp = GpioLamp("seat1.lamp", 5, told.append)
    pins.pin(5).function = "input"  # somebody else took it
    lamp.light(True)
    lamp.light(True)
    lamp.close()
    assert [type(each) for each in told] == [DeviceGone]


# ── the buzzer ───────────────────────────────────────────────────────────────────────────────────


class Buzzer:
    def __init__(self, pins: MockFactory) -> None:
        self.clock = VirtualClock()
        self.told: list[Input] = []
        self.buzzer = GpioBuzzer(12, self.clock, self.told.append)
        self._pin = pins.pin(12)

    @property
    def hertz(self) -> int | None:
        return None if self._pin.frequency is None else round(self._pin.frequency)

    def over(self, *seconds: float) -> list[int | None]:
        """What is heard at these moments."""
        heard = []
        for second in seconds:
            self.clock.run_until(second)
            heard.append(self.hertz)
        return heard


@pytest.fixture
def buzzer(pins: MockFactory) -> Iterator[Buzzer]:
    buzzer = Buzzer(pins)
    yield buzzer
    buzzer.buzzer.close()
    assert buzzer.told == []


def test_a_tone_is_played_note_by_note(buzzer: Buzzer) -> None:
    buzzer.buzzer.play(FANFARE)
    assert buzzer.over(0.05, 0.12, 0.2, 0.4) == [262, None, 523, None]


def test_a_new_tone_replaces_the_old_one(buzzer: Buzzer) -> None:
    buzzer.buzzer.play(FANFARE)
    buzzer.clock.run_until(0.05)
    buzzer.buzzer.play(Tone("low", ((69, 1.0),)))
    assert buzzer.over(0.06, 0.2, 1.0, 1.1) == [440, 440, 440, None]


def test_hushed_it_is_silent_at_once_and_stays_so(buzzer: Buzzer) -> None:
    buzzer.buzzer.play(FANFARE)
    buzzer.buzzer.hush()
    assert buzzer.over(0.0, 0.2) == [None, None]


@pytest.mark.parametrize(("note", "played"), [(57, 57), (81, 81), (56, 68), (82, 70), (0, 60), (127, 79)], ids=str)
def test_a_note_beyond_the_buzzers_range_is_played_in_another_octave(note: int, played: int) -> None:
    assert in_range(note) == played


def test_every_note_there_is_can_be_played(buzzer: Buzzer) -> None:
    for note in range(128):
        buzzer.buzzer.play(Tone("any", ((note, 1.0),)))
        assert buzzer.hertz is not None


# ── pins that cannot be had ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (ImportError("No module named 'gpiozero'"), "`sudo make install` installs it"),
        (PinUnknownPi("unable to locate Pi revision"), "it is not a Raspberry Pi"),
        (PinInvalidPin("99 is not a valid pin spec"), "`pinout` shows both"),
        (GPIOPinInUse("pin GPIO17 is already in use"), "GPIO 17 is in use by another program"),
        (OSError(errno.EBUSY, "Device or resource busy"), "`gpioinfo` shows which"),
        (OSError(errno.EACCES, "Permission denied"), "usermod -aG gpio"),
        (OSError(errno.ENODEV, "no chip has the pins of a Raspberry Pi"), "it is not a Raspberry Pi"),
        (OSError(errno.EIO, "Input/output error"), "wordtable doctor"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_why_a_pin_cannot_be_had_comes_with_advice(error: Exception, advice: str) -> None:
    assert advice in english(why_no_pin(17, error))


def test_a_pin_in_use_is_told_for_its_device(pins: MockFactory) -> None:
    del pins
    lamp = GpioLamp("seat1.lamp", 5, nobody)
    with pytest.raises(DeviceLost, match=r"buzzer: GPIO 5 is in use by another program"):
        GpioBuzzer(5, VirtualClock(), nobody)
    lamp.close()


def test_a_computer_without_gpiozero_is_told_what_to_install(loop: TableLoop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lamp, a button, the buzzer and a panel on SPI, and nothing else of the table is hurt."""
    for module in ("gpiozero", "gpiozero.tones"):
        monkeypatch.setitem(sys.modules, module, None)
    seat = SeatSettings(panel=SpiPanelSettings(), lamp=5)
    table = open_table(TableSettings({1: seat}, buttons={"pause": ButtonSettings(17)}, buzzer=12), loop)
    heard: list[Input] = []
    table.listen(heard.append)
    loop.wait(lambda: len(heard) == 4)
    table.close()
    assert {
        each.device
        for each in heard
        if isinstance(each, DeviceGone) and "gpiozero, which the pins need" in english(each.say)
    } == {
        "seat1.lamp",
        "seat1.panel",
        "button.pause",
        "buzzer",
    }


def test_a_computer_that_is_no_pi_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the real gpiozero, with our own pins."""
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", Mock(side_effect=PinUnknownPi("no revision")))
    with pytest.raises(DeviceLost, match=r"seat1\.lamp: this computer has no pins"):
        GpioLamp("seat1.lamp", 5, nobody)


# ── simulated ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("bounces", [0, 5])
def test_a_simulated_button_is_pressed_and_let_go_however_it_bounces(bounces: int) -> None:
    clock, heard = VirtualClock(), list[Input]()
    button = SimulatedButton("pause", heard.append, clock, bounces=bounces)
    button.tap(0.1)
    clock.advance(1)
    assert heard == [ButtonPress("pause", 0.0), ButtonPress("pause", 0.1, down=False)]


def test_a_remembering_lamp_knows_when_it_was_lit() -> None:
    clock = VirtualClock()
    lamp = RememberingLamp(clock)
    lamp.light(False)
    clock.advance(2)
    lamp.light(True)
    lamp.light(True)
    assert ([lit.at for lit in lamp.lit], lamp.on) == ([2.0], True)


def test_a_remembering_buzzer_knows_what_sounds() -> None:
    clock = VirtualClock()
    buzzer = RememberingBuzzer(clock)
    buzzer.play(FANFARE)
    sounds = [buzzer.sounds]
    clock.advance(0.3)
    sounds.append(buzzer.sounds)
    clock.advance(0.1)
    sounds.append(buzzer.sounds)
    assert (sounds, buzzer.played[0].tone) == ([True, True, False], FANFARE)
