"""Buttons, lamps and a buzzer without pins: they remember, and a button may bounce as real ones do."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from hardware.drivers.gpio import Contact
from hardware.ports import ButtonPress, Clock, Input, Tone


class SimulatedButton:
    """Its contact goes through the driver's own code, so that its bounces are taken out in the same way."""

    def __init__(self, name: str, put: Callable[[Input], None], clock: Clock, *, bounces: int = 0) -> None:
        self.bounces = bounces
        self.bounce_every = 0.002
        self._clock = clock
        self._contact = Contact(clock, lambda down, when: put(ButtonPress(name, when, down)))

    def press(self) -> None:
        self._touch(True)

    def let_go(self) -> None:
        self._touch(False)

    def tap(self, lasting: float = 0.1) -> None:
        """Down now, and up in a moment."""
        self.press()
        self._clock.call_later(lasting, self.let_go)

    def close(self) -> None:
        self._contact.close()

    def _touch(self, down: bool) -> None:
        self._changes(down)
        for bounce in range(1, 2 * self.bounces + 1):
            now = down if bounce % 2 == 0 else not down
            self._clock.call_later(bounce * self.bounce_every, partial(self._changes, now))

    def _changes(self, down: bool) -> None:
        self._contact.changed(down, self._clock.time())


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Played:
    at: float
    tone: Tone


class RememberingBuzzer:
    """Remembers every tone, and knows how long each is heard."""

    def __init__(self, clock: Clock, heard: Callable[[Tone], None] = lambda _tone: None) -> None:
        self.played: list[Played] = []
        self._clock = clock
        self._heard = heard
        self._until = 0.0

    @property
    def sounds(self) -> bool:
        return self._clock.time() < self._until

    def play(self, tone: Tone) -> None:
        now = self._clock.time()
        self._until = now + sum(seconds for _, seconds in tone.notes)
        self.played.append(Played(now, tone))
        self._heard(tone)

    def hush(self) -> None:
        self._until = self._clock.time()

    def close(self) -> None:
        self.hush()
