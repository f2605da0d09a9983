"""A simulated WS2812 strip: it listens to MOSI and reads its bits from how long the pin is high and low."""

from collections.abc import Iterator
from itertools import groupby
from typing import Protocol

from firmware_host.frozen import frozen
from hardware.ports import Colour
from hardware.simulated.wire.boards import Lit

# Nanoseconds, as the data sheet of the WS2812B has them. (A newer one wants a zero high for 220 to 380.)
HIGH = {0: range(250, 381), 1: range(650, 951)}
LOW = {0: range(700, 1001), 1: range(300, 601)}
LATCHES_AFTER = 280_000


class Time(Protocol):
    def time(self) -> float: ...


@frozen
class OutOfTime(Exception):
    """The pin was high or low for a time that the data sheet does not allow."""

    high: float
    low: float


class Strip:
    """LEDs one behind the other. They keep their colours until a frame reaches them."""

    def __init__(self, loop: Time, leds: int) -> None:
        self._loop = loop
        self._leds: list[Colour] = [(0, 0, 0)] * leds
        self.lit: list[Lit] = []

    def hear(self, data: bytes, hertz: int) -> None:
        """What is sent in one go; MOSI is low before and after it."""
        bits = list(self._bits(data, 1e9 / hertz))
        for led in range(min(len(bits) // 24, len(self._leds))):
            green, red, blue = (_number(bits[24 * led + 8 * part :][:8]) for part in range(3))
            self._leds[led] = (red, green, blue)
        self.lit.append(Lit(self._loop.time(), tuple(self._leds)))

    def part(self, first: int, leds: int) -> "StripPart":
        return StripPart(self, first, leds)

    @staticmethod
    def _bits(data: bytes, nanoseconds: float) -> Iterator[int]:
        levels = (byte >> place & 1 for byte in data for place in range(7, -1, -1))
        runs = [(level, nanoseconds * len(list(run))) for level, run in groupby(levels)]
        if runs and not runs[0][0]:
            del runs[0]
        for (_, high), (_, low) in zip(runs[::2], runs[1::2], strict=True):
            bit = next((bit for bit in (0, 1) if round(high) in HIGH[bit]), None)
            if bit is None or not (round(low) in LOW[bit] or low >= LATCHES_AFTER):
                raise OutOfTime(high, low)
            yield bit


@frozen
class StripPart:
    """The LEDs of one seat."""

    strip: Strip
    first: int
    leds: int

    @property
    def lit(self) -> list[Lit]:
        return [Lit(each.at, each.leds[self.first : self.first + self.leds]) for each in self.strip.lit]


def _number(bits: list[int]) -> int:
    return sum(bit << 7 - place for place, bit in enumerate(bits))
