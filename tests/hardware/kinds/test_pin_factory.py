"""Our own pins for gpiozero, on lines that are pretended. `tests/kernel/test_pins.py` has them on the kernel's."""

import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import LED, Device, DigitalInputDevice, TonalBuzzer
from gpiozero.exc import PinFixedPull

from hardware.kinds.pins import factory, lines
from hardware.kinds.pins.factory import LineFactory
from hardware.kinds.pins.lines import BOTH_EDGES, INPUT, NO_PULL, OUTPUT, PULL_UP
from hardware.kinds.pins.wave import Wave

PI_5, PI_4, ZERO_2 = 0xD04170, 0xC03111, 0x902120


class PretendedLine:
    """A line that notes what is asked of it, and that a hand can pull."""

    def __init__(self, _chip: Path, number: int, flags: int, high: bool) -> None:
        self.number, self.flags, self.levels, self.open = number, [flags], [high], True
        self.file, self._hand = os.pipe()

    def configure(self, flags: int, high: bool = False) -> None:
        self.flags.append(flags)
        self.levels.append(high or bool(flags & PULL_UP))

    def read(self) -> bool:
        return self.levels[-1]

    def write(self, high: bool) -> None:
        self.levels.append(high)

    def pull(self, high: bool) -> None:
        self.levels.append(high)
        os.write(self._hand, b"1" if high else b"0")

    def events(self) -> Iterator[tuple[float, bool]]:
        yield 1.5, os.read(self.file, 1) == b"1"

    def close(self) -> None:
        self.open = False
        os.close(self.file)
        os.close(self._hand)


@pytest.fixture(params=[PI_5, PI_4, ZERO_2], ids=["Pi 5", "Pi 4", "Zero 2 W"])
def taken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[PretendedLine]]:
    """The lines that were asked for, in their order."""
    taken: list[PretendedLine] = []

    def take(*wanted: object) -> PretendedLine:
        taken.append(PretendedLine(*wanted))  # type: ignore[arg-type]  # what a `Line` is made of
        return taken[-1]

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: request.param)
    monkeypatch.setattr(factory, "header_chip", lambda: Path("/dev/gpiochip0"))
    monkeypatch.setattr(factory, "Line", take)
    Device.pin_factory = LineFactory()
    yield taken
    Device.pin_factory.close()
    Device.pin_factory = None


def test_a_lamp_is_dark_from_the_start_and_drives_nothing_in_the_end(taken: list[PretendedLine]) -> None:
    with LED(5) as led:
        led.on()
        assert taken[0].levels == [False, True]
    assert (taken[0].flags, taken[0].open) == ([OUTPUT, INPUT], False)


def test_a_pin_that_was_closed_can_be_taken_again(taken: list[PretendedLine]) -> None:
    LED(5).close()
    with LED(5) as led:
        led.on()
    assert [line.levels[:2] for line in taken] == [[False, False], [False, True]]


def test_a_button_is_heard_on_a_thread_of_its_own(taken: list[PretendedLine]) -> None:
    pressed = threading.Event()
    with DigitalInputDevice(17, pull_up=True) as button:
        button.when_activated = pressed.set
        taken[0].pull(False)
        assert pressed.wait(10)
        assert taken[0].flags == [INPUT | NO_PULL, INPUT | PULL_UP, INPUT | PULL_UP | BOTH_EDGES]
    assert not taken[0].open


def test_the_resistors_of_the_i2c_pins_stay(taken: list[PretendedLine]) -> None:
    with pytest.raises(PinFixedPull):
        DigitalInputDevice(2, pull_up=False)
    assert not taken[0].open


def test_a_buzzer_that_is_closed_leaves_no_thread(taken: list[PretendedLine]) -> None:
    with TonalBuzzer(12) as buzzer:
        buzzer.play(440.0)
        sounds = [thread for thread in threading.enumerate() if thread.name == "tone"]
    assert len(sounds) == 1
    assert not sounds[0].is_alive()
    assert not taken[0].open


# ── which chip ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("labels", "chosen"),
    [
        (["pinctrl-bcm2835", "raspberrypi-exp-gpio"], "gpiochip0"),
        (["pinctrl-rp1", "gpio-brcmstb@107d508500"], "gpiochip0"),
        (["gpio-brcmstb@107d508500", "gpio-brcmstb@107d517c00", "pinctrl-rp1"], "gpiochip2"),
        (["a USB adapter", "pinctrl-bcm2711"], "gpiochip1"),
    ],
    ids=["Zero 2 W", "Pi 5", "Pi 5 before Linux 6.6.45", "Pi 4 with an adapter"],
)
def test_the_header_is_found_by_the_name_of_its_chip(
    labels: list[str], chosen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(len(labels)):
        (tmp_path / f"gpiochip{number}").touch()
    monkeypatch.setattr(lines, "label_of", lambda chip: labels[int(chip.name[-1])])
    assert lines.header_chip(tmp_path).name == chosen


def test_a_computer_with_other_chips_has_no_header(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(lines, "label_of", lambda _chip: "INT34C5:00")
    with pytest.raises(OSError, match="no chip has the pins") as refused:
        lines.header_chip(tmp_path)
    assert refused.value.errno == errno.ENODEV


# ── a tone ───────────────────────────────────────────────────────────────────────────────────────


class Second:
    """A second in which every rest takes a little longer than asked for. Then somebody hushes the tone."""

    def __init__(self, late: float) -> None:
        self.time, self.late = 0.0, late
        self.turns: list[tuple[float, bool]] = []
        self.wave = Wave(self, lambda: self.time, self.rest)

    def write(self, high: bool) -> None:
        self.turns.append((self.time, high))

    def rest(self, seconds: float) -> None:
        self.time += seconds + self.late
        if self.time >= 1.0:
            self.wave._ended = True


@pytest.mark.parametrize("late", [0.0, 0.0002])
def test_a_tone_has_as_many_swings_as_its_hertz_even_if_every_turn_is_late(late: float) -> None:
    second = Second(late)
    second.wave.play(440, 0.5)
    second.wave.run()
    rises = sum(high for _, high in second.turns)
    assert 439 <= rises <= 441
    assert second.turns[-1][1] is False


def test_a_line_that_fails_is_told_with_the_next_tone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_high: bool) -> None:
        raise OSError(errno.EIO, "Input/output error")

    second = Second(0.0)
    monkeypatch.setattr(second, "write", fail)
    second.wave.play(440, 0.5)
    second.wave.run()
    with pytest.raises(OSError, match="Input/output"):
        second.wave.hush()
