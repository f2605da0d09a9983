"""The SPI buses of a simulated Pi: in place of the spidev module, with chips that watch mock pins, and LED strips."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Protocol
from unittest.mock import patch

from hardware.simulated.wire.oled import Chip
from hardware.simulated.wire.ws2812 import Strip

AT_ONCE = 4096  # the kernel's buffer for one transfer


class Pin(Protocol):
    """As much of gpiozero's `MockPin` as a chip needs."""

    states: list[tuple[float, bool]]

    @property
    def state(self) -> bool: ...


@dataclass(slots=True)
class Wiring:
    """A chip, and the pins that say whether a byte is data and when to start anew."""

    chip: Chip
    data_pin: Pin
    reset_pin: Pin
    seen: int = 0  # so many states of the reset pin


class SimulatedSpi:
    """Every SPI bus there is. SPI has no replies, so a missing chip is not noticed."""

    def __init__(self, *buses: int) -> None:
        self.buses = set(buses)
        self.gone = False
        self.fails_after: int | None = None
        self._chips: dict[tuple[int, int], Wiring] = {}
        self._strips: dict[int, Strip] = {}

    def solder(self, chip: Chip, bus: int, chip_select: int, *, data_pin: Pin, reset_pin: Pin) -> None:
        self._chips[bus, chip_select] = Wiring(chip, data_pin, reset_pin)

    def solder_strip(self, strip: Strip, bus: int) -> None:
        """On MOSI: it hears whatever is sent on this bus."""
        self._strips[bus] = strip

    @contextmanager
    def fitted(self) -> Iterator["SimulatedSpi"]:
        module = SimpleNamespace(SpiDev=lambda: SimulatedSpiDev(self))
        with patch.dict(sys.modules, {"spidev": module}):
            yield self

    def chip_at(self, bus: int, chip_select: int) -> Chip:
        return self._chips[bus, chip_select].chip

    def take(self, bus: int, chip_select: int, data: bytes, hertz: int) -> None:
        if self.gone:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        through = data
        if self.fails_after is not None:
            through = data[: self.fails_after]
            self.fails_after -= len(through)
        if bus in self._strips:
            self._strips[bus].hear(through, hertz)
        self._watch_resets()
        wiring = self._chips.get((bus, chip_select))
        if wiring is not None:
            take = wiring.chip.data if wiring.data_pin.state else wiring.chip.command
            for byte in through:
                take(byte)
        if len(through) < len(data):
            self.fails_after = None
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _watch_resets(self) -> None:
        """A reset pin that goes low resets every chip on it, whichever is being written to."""
        for wiring in self._chips.values():
            states = wiring.reset_pin.states
            if any(not state for _, state in states[wiring.seen :]):
                wiring.chip.reset()
            wiring.seen = len(states)


class SimulatedSpiDev:
    """What spidev's `SpiDev` is to luma; it holds a real descriptor, so that one left open is found by counting."""

    mode = 0
    max_speed_hz = 0

    def __init__(self, buses: SimulatedSpi) -> None:
        self._buses = buses
        self._file: int | None = None
        self._at = (0, 0)

    def open(self, bus: int, device: int) -> None:
        if bus not in self._buses.buses or self._buses.gone:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        self._at = (bus, device)
        self._file = os.open(os.devnull, os.O_RDWR)

    def writebytes(self, data: list[int]) -> None:
        assert self._file is not None, "written to before it was opened"
        assert len(data) <= AT_ONCE, "more than the kernel's buffer"
        self._buses.take(*self._at, bytes(data), self.max_speed_hz)

    def writebytes2(self, data: bytes) -> None:
        """The real one sends more than the kernel's buffer in several goes."""
        self.writebytes(list(data))

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
