"""A tone on a pin: a thread that swings it. It runs from the first note until the pin is closed, and sleeps in between.

No Pi has a hardware tone on every pin. A thread of Python is in tune as long as the table is not busy.
"""

import threading
import time
from collections.abc import Callable
from typing import Protocol


class Swings(Protocol):
    """What a wave is made on."""

    def write(self, high: bool) -> None: ...


class Wave:
    def __init__(
        self, line: Swings, now: Callable[[], float] = time.monotonic, rest: Callable[[float], None] = time.sleep
    ) -> None:
        self._line, self._now, self._rest = line, now, rest
        self._high, self._low = 0.0, 0.0  # seconds of a swing; silent without both
        self._ended = False
        self._failed: OSError | None = None
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self.run, name="tone", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def play(self, hertz: float, share: float) -> None:
        """From now on it is high for this share of each swing. A share of 0 is silence."""
        self._change(share / hertz, (1 - share) / hertz)

    def hush(self) -> None:
        self._change(0.0, 0.0)

    def close(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify()
        self._thread.join()

    def run(self) -> None:
        try:
            while self._waits_for_a_tone():
                self._swing()
        except OSError as error:
            self._failed = error

    def _change(self, high: float, low: float) -> None:
        if self._failed is not None:
            raise self._failed
        with self._changed:
            self._high, self._low = high, low
            self._changed.notify()

    def _waits_for_a_tone(self) -> bool:
        """False when there will be no more."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended or (self._high > 0 and self._low > 0))
            return not self._ended

    def _swing(self) -> None:
        """Swings until something changes, and is low then. A late turn is made up for by the next ones."""
        tone = high, low = self._high, self._low
        turn = self._now()
        while tone == (self._high, self._low) and not self._ended:
            for level, seconds in ((True, high), (False, low)):
                self._line.write(level)
                turn = max(turn + seconds, self._now() - high - low)  # but not for more than one swing
                self._rest(max(0.0, turn - self._now()))
