"""What hangs on single pins: buttons, the buzzer, turn lamps, and the data and reset pins of SPI panels.

By gpiozero over lgpio, which knows every Pi. A pin that cannot be had is a `DeviceLost` at once, with a next step.
"""

import asyncio
import atexit
import os
import shutil
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import chdir, suppress
from functools import partial
from typing import Any

from hardware.ports import Alarm, ButtonPress, Clock, DeviceGone, DeviceLost, Input, Tone
from hardware.settings import ButtonSettings

SETTLES_IN = 0.03  # seconds for which the contact of a button may chatter
LOWEST, HIGHEST, OCTAVE = 57, 81, 12  # what a gpiozero buzzer plays: A3 to A5, as MIDI numbers

_one_at_a_time = threading.Lock()  # panels on SPI ask for their pins on a thread of their own


def take(device: str, pin: int, make: Callable[[int], Any]) -> Any:
    """Something of gpiozero's on this pin; whatever goes wrong becomes a `DeviceLost`."""
    try:
        with _one_at_a_time:
            _ready_factory()
            return make(pin)
    except Exception as error:
        raise DeviceLost(device, why_no_pin(pin, error)) from error


def _made(kind: str, **settings: bool) -> Callable[[int], Any]:
    """Makes this kind of gpiozero's things on a pin. Imported only then: whoever has none is told what to install."""

    def make(pin: int) -> Any:
        import gpiozero

        return getattr(gpiozero, kind)(pin, **settings)

    return make


def _ready_factory() -> None:
    """Without gpiozero's own search, which tries three more libraries and then says only that none of them works."""
    from gpiozero import Device

    if Device.pin_factory is None and "GPIOZERO_PIN_FACTORY" not in os.environ:
        # lgpio leaves a pipe in its folder when it is imported, and changes directory to there.
        if "LG_WD" not in os.environ:
            os.environ["LG_WD"] = folder = tempfile.mkdtemp(prefix="wordtable-pins-")
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
        with chdir(os.environ["LG_WD"]):
            from gpiozero.pins.lgpio import LGPIOFactory
        Device.pin_factory = LGPIOFactory()


def why_no_pin(pin: int, error: Exception) -> str:
    """Why a pin cannot be had, and what to do about it."""
    if isinstance(error, ImportError):
        return "there is no lgpio here to reach the pins with. `sudo apt install python3-gpiozero python3-lgpio`."
    kind, said = type(error).__name__, str(error).lower()
    if kind == "PinUnknownPi":
        return (
            "this computer has no pins: it is no Raspberry Pi. Take the pin out of the config, or simulate the table."
        )
    if kind == "PinInvalidPin":
        return f"there is no GPIO {pin} on this Pi. Count by GPIO numbers, not by places on the header: see `pinout`."
    if kind == "GPIOPinInUse" or "busy" in said:
        return (
            f"GPIO {pin} is in use already, by another program or the kernel itself. `gpioinfo` names who has it: "
            "stop that, then start the console again."
        )
    if "gpiochip" in said or "permi" in said:
        return "the pins may not be used by this user. `sudo usermod -aG gpio $USER`, then log in again."
    return f"GPIO {pin} does not work ({kind}). Is it wired as the guide says? `wordtable doctor` looks at it."


# ── buttons ──────────────────────────────────────────────────────────────────────────────────────


class Contact:
    """Takes the chatter out of a contact: a change is told at once, what follows within a moment only if it stays."""

    def __init__(self, clock: Clock, tell: Callable[[bool, float], None]) -> None:
        self._clock = clock
        self._tell = tell
        self._told = False
        self._told_at = float("-inf")
        self._seen, self._seen_at = False, 0.0
        self._settling: Alarm | None = None

    def changed(self, down: bool, when: float) -> None:
        self._seen, self._seen_at = down, when
        if self._settling is not None or down == self._told:
            return
        if when - self._told_at >= SETTLES_IN:
            self._say()
        else:
            self._settling = self._clock.call_at(self._told_at + SETTLES_IN, self._settled)

    def close(self) -> None:
        if self._settling is not None:
            self._settling.cancel()

    def _settled(self) -> None:
        self._settling = None
        if self._seen != self._told:
            self._say()

    def _say(self) -> None:
        self._told, self._told_at = self._seen, self._seen_at
        self._tell(self._seen, self._seen_at)


class GpioButton:
    """A button between its pin and ground, or, if it is active high, between its pin and 3.3 V."""

    def __init__(
        self, name: str, settings: ButtonSettings, put: Callable[[Input], None], loop: asyncio.AbstractEventLoop
    ) -> None:
        self._loop = loop
        self._contact = Contact(loop, lambda down, when: put(ButtonPress(name, when, down)))
        self._input = take(
            f"button.{name}", settings.pin, _made("DigitalInputDevice", pull_up=not settings.active_high)
        )
        self._input.when_activated = partial(self._changed, True)
        self._input.when_deactivated = partial(self._changed, False)

    def _changed(self, down: bool) -> None:
        """On a thread of gpiozero's."""
        with suppress(RuntimeError):  # the loop was closed a moment ago
            self._loop.call_soon_threadsafe(self._contact.changed, down, self._loop.time())

    def close(self) -> None:
        self._contact.close()
        self._input.close()


# ── lamps and the buzzer ─────────────────────────────────────────────────────────────────────────


class _Output:
    """A pin that is written to: when that fails it is told once, and nobody else notices."""

    def __init__(self, device: str, pin: int, make: Callable[[int], Any], tell: Callable[[Input], None]) -> None:
        self._device = device
        self._pin = pin
        self._tell = tell
        self._failed = False
        self._output = take(device, pin, make)

    def do(self, work: Callable[[Any], object]) -> None:
        try:
            work(self._output)
        except Exception as error:
            if not self._failed:
                self._failed = True
                self._tell(DeviceGone(self._device, why_no_pin(self._pin, error)))

    def close(self) -> None:
        with suppress(Exception):  # there is nobody left to tell
            self._output.close()


class GpioLamp:
    """An LED with its resistor between its pin and ground. It is dark until somebody's turn comes."""

    def __init__(self, device: str, pin: int, tell: Callable[[Input], None]) -> None:
        self._led = _Output(device, pin, _made("LED"), tell)
        self.close = self._led.close

    def light(self, on: bool) -> None:
        self._led.do(lambda led: led.on() if on else led.off())


class GpioBuzzer:
    """A passive piezo buzzer. A new tone replaces the one that is being played."""

    def __init__(self, pin: int, clock: Clock, tell: Callable[[Input], None]) -> None:
        self._clock = clock
        self._next: Alarm | None = None
        self._buzzer = _Output("buzzer", pin, _made("TonalBuzzer"), tell)

    def play(self, tone: Tone) -> None:
        self.hush()
        self._go_on(tone.notes)

    def hush(self) -> None:
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._buzzer.do(lambda buzzer: buzzer.stop())

    def close(self) -> None:
        self.hush()
        self._buzzer.close()

    def _go_on(self, notes: tuple[tuple[int | None, float], ...]) -> None:
        if not notes:
            self.hush()
            return
        (note, seconds), rest = notes[0], notes[1:]
        pitch = None if note is None else _pitch(note)
        self._buzzer.do(lambda buzzer: buzzer.stop() if pitch is None else buzzer.play(pitch))
        self._next = self._clock.call_later(seconds, partial(self._go_on, rest))


def _pitch(note: int) -> Any:
    """A note as gpiozero wants it: as a plain number, it would wonder whether it means hertz."""
    from gpiozero.tones import Tone as Pitch

    return Pitch.from_midi(in_range(note))


def in_range(note: int) -> int:
    """The same note in the nearest octave that the buzzer has."""
    while note < LOWEST:
        note += OCTAVE
    while note > HIGHEST:
        note -= OCTAVE
    return note


# ── the pins of SPI panels ───────────────────────────────────────────────────────────────────────


class SpiPins:
    """The data and reset pins of the panels on one SPI bus, which may share them, as luma wants them.

    luma's own way asks for another library on each kind of Pi, and takes the pins from all panels when one closes.
    """

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self) -> None:
        self._pins: dict[int, Any] = {}
        self._users: Counter[int] = Counter()

    def hold(self, device: str, pin: int) -> bool:
        """One panel more uses this pin; True if it is the first."""
        if not self._users[pin]:
            self._pins[pin] = take(device, pin, _made("DigitalOutputDevice"))
        self._users[pin] += 1
        return self._users[pin] == 1

    def release(self, pin: int) -> None:
        self._users[pin] -= 1
        if not self._users[pin]:
            self._pins.pop(pin).close()

    def setup(self, pin: int, direction: str) -> None:
        """luma's request for a pin, which it holds already."""

    def output(self, pin: int, level: bool) -> None:
        self._pins[pin].value = level
