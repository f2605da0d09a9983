"""A speaker that is silent and remembers what it was told to say."""

from collections.abc import Callable

from firmware_host.frozen import frozen
from hardware.ports import Clock


@frozen
class Said:
    at: float
    sentence: str


class RememberingSpeaker:
    """Says everything at once. A sentence takes no time, so hushing only counts."""

    def __init__(self, clock: Clock, heard: Callable[[str], None] = lambda _sentence: None) -> None:
        self.said: list[Said] = []
        self.hushed = 0
        self._clock = clock
        self._heard = heard

    def say(self, sentence: str) -> None:
        self.said.append(Said(self._clock.time(), sentence))
        self._heard(sentence)

    def hush(self) -> None:
        self.hushed += 1

    def close(self) -> None:
        """It has nothing to let go of."""
