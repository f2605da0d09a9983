"""A buzzer without a pin, which remembers what it played."""

from collections.abc import Callable

from firmware_host.frozen import frozen
from hardware.ports import Clock, Tone


@frozen
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
