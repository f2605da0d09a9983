"""A lamp without a pin, which remembers when it was lit."""

from collections.abc import Callable

from firmware_host.frozen import frozen
from hardware.ports import Clock


@frozen
class Lit:
    at: float
    on: bool


class RememberingLamp:
    def __init__(self, clock: Clock, told: Callable[[bool], None] | None = None) -> None:
        self.lit: list[Lit] = []
        self._clock = clock
        self._told = told

    @property
    def on(self) -> bool:
        return bool(self.lit) and self.lit[-1].on

    def light(self, on: bool) -> None:
        if on != self.on:
            self.lit.append(Lit(self._clock.time(), on))
            if self._told is not None:
                self._told(on)

    def close(self) -> None:
        self.light(False)
