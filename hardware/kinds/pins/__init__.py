"""The Pi's pins, for everything that is wired to single ones: buttons, the buzzer, lamps, SPI panels.

They are used through gpiozero, with pins of our own (`factory`). A pin that cannot be used is a `DeviceLost` at once.
"""

import errno
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from firmware_host.texts.text import Text, say
from hardware.kinds.kind import Library, Mistake, Needs, Wire
from hardware.names import DeviceName
from hardware.ports import DeviceGone, DeviceLost, Input
from hardware.workbench.findings import Finding, in_use, well, wrong

if TYPE_CHECKING:
    from hardware.workbench.machine import Machine

LAST_PIN = 27
LIBRARIES = (Library("gpiozero"),)  # Debian 12 and 13 have only an older one
NEEDS = Needs(("gpio",), LIBRARIES)

_one_at_a_time = threading.Lock()  # SPI panels ask for their pins on a thread of their own


# ── in the config ────────────────────────────────────────────────────────────────────────────────


def pin_mistakes(pin: int, setting: str = "") -> list[Mistake]:
    if 0 <= pin <= LAST_PIN:
        return []
    return [Mistake(say("the Pi has pins GPIO 0 to {last}.", last=LAST_PIN), setting)]


def pin_wire(pin: int, setting: str = "", use: str = "", shared_with: tuple[str, ...] = ()) -> Wire:
    return Wire(say("GPIO {pin}", pin=pin), setting, use, shared_with)


# ── opening ──────────────────────────────────────────────────────────────────────────────────────


def take(device: str, pin: int, make: Callable[[int], Any]) -> Any:
    """Something of gpiozero's on this pin; whatever goes wrong becomes a `DeviceLost`."""
    try:
        with _one_at_a_time:
            _ready_factory()
            return make(pin)
    except Exception as error:
        raise DeviceLost(device, why_no_pin(pin, error)) from error


def maker(kind: str, **settings: bool) -> Callable[[int], Any]:
    """Makes one of gpiozero's devices on a pin. gpiozero is imported only then."""

    def make(pin: int) -> Any:
        import gpiozero

        return getattr(gpiozero, kind)(pin, **settings)

    return make


def _ready_factory() -> None:
    """Chooses our own pins. gpiozero's search tries four libraries that a Debian may not have."""
    from gpiozero import Device

    if Device.pin_factory is None and "GPIOZERO_PIN_FACTORY" not in os.environ:
        from hardware.kinds.pins.factory import LineFactory

        Device.pin_factory = LineFactory()


def why_no_pin(pin: int, error: Exception) -> Text:
    """Why a pin cannot be used, and what to do about it."""
    if isinstance(error, ImportError):
        return say("gpiozero, which the pins need, is not installed. `sudo make install` installs it.")
    kind, number = type(error).__name__, error.errno if isinstance(error, OSError) else None
    if kind == "PinUnknownPi" or number == errno.ENODEV:
        return say(
            "this computer has no pins: it is not a Raspberry Pi. Remove the pin from the config, or simulate the "
            "table."
        )
    if kind == "PinInvalidPin":
        return say(
            "this Pi has no GPIO {pin}. Use GPIO numbers, not positions on the header: `pinout` shows both.", pin=pin
        )
    if kind == "GPIOPinInUse" or number == errno.EBUSY:
        return say(
            "GPIO {pin} is in use by another program or by the kernel. `gpioinfo` shows which: stop it, then start the "
            "console again.",
            pin=pin,
        )
    if isinstance(error, PermissionError):
        return say("this user may not use the pins. Run `sudo usermod -aG gpio $USER`, then log in again.")
    return say(
        "GPIO {pin} does not work ({error}). Is it wired as the guide shows? `wordtable doctor` checks it.",
        pin=pin,
        error=kind,
    )


class Output:
    """A pin that is written to. When that fails it is reported once, and nothing else is affected."""

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


# ── for the doctor ───────────────────────────────────────────────────────────────────────────────


def claim_pin(device: str, pin: int) -> None:
    """Takes a pin as an input, which drives nothing, and releases it again; a `DeviceLost` if it cannot be used."""

    def make(number: int) -> object:
        from gpiozero import DigitalInputDevice

        return DigitalInputDevice(number, pull_up=None, active_state=True)

    take(device, pin, make).close()


def ask_pin(name: DeviceName, pin: int, machine: "Machine") -> Finding:
    try:
        machine.claim_pin(name, pin)
    except DeviceLost as lost:
        if machine.console_runs and in_use(lost):
            return well(name, say("GPIO {pin} was not checked: the running console is using it.", pin=pin))
        return wrong(name, lost.say)
    return well(name, say("GPIO {pin} is free. What is wired to it cannot be checked from here.", pin=pin))
