"""Buttons of the table: pause and power."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from firmware_host.frozen import frozen
from hardware.kinds.kind import Kind
from hardware.kinds.pins import NEEDS, ask_pin, maker, pin_mistakes, pin_wire, take
from hardware.names import DeviceName, button
from hardware.ports import Alarm, ButtonPress, Clock, Input
from hardware.workbench.findings import Finding

if TYPE_CHECKING:
    from hardware.config.settings import TableSettings
    from hardware.workbench.machine import Machine

BUTTONS = ("pause", "power")
SETTLES_IN = 0.03  # seconds for which the contact of a button may chatter


@frozen
class ButtonSettings:
    pin: int
    active_high: bool = False


class Contact:
    """Removes the chatter of a contact: a change is reported at once, more within a moment only if they last."""

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
            self._report()
        else:
            self._settling = self._clock.call_at(self._told_at + SETTLES_IN, self._settled)

    def close(self) -> None:
        if self._settling is not None:
            self._settling.cancel()

    def _settled(self) -> None:
        self._settling = None
        if self._seen != self._told:
            self._report()

    def _report(self) -> None:
        self._told, self._told_at = self._seen, self._seen_at
        self._tell(self._seen, self._seen_at)


class GpioButton:
    """A button between its pin and ground, or, if it is active high, between its pin and 3.3 V."""

    def __init__(
        self, name: str, settings: ButtonSettings, put: Callable[[Input], None], loop: asyncio.AbstractEventLoop
    ) -> None:
        self._loop = loop
        self._contact = Contact(loop, lambda down, when: put(ButtonPress(name, when, down)))
        self._input = take(button(name), settings.pin, maker("DigitalInputDevice", pull_up=not settings.active_high))
        self._input.when_activated = partial(self._changed, True)
        self._input.when_deactivated = partial(self._changed, False)

    def _changed(self, down: bool) -> None:
        """Called on a thread of gpiozero's."""
        with suppress(RuntimeError):  # the loop was closed a moment ago
            self._loop.call_soon_threadsafe(self._contact.changed, down, self._loop.time())

    def close(self) -> None:
        self._contact.close()
        self._input.close()


def _ask(name: DeviceName, settings: ButtonSettings, _table: "TableSettings", machine: "Machine") -> Finding:
    return ask_pin(name, settings.pin, machine)


KIND = Kind[ButtonSettings](
    ask=_ask,
    needs=NEEDS,
    mistakes=lambda settings, _table: pin_mistakes(settings.pin),
    wires=lambda settings: [pin_wire(settings.pin)],
)
