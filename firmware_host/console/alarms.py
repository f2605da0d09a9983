"""The time since the console started, and what is to happen at which time."""

from collections.abc import Callable
from math import inf, nextafter

from hardware.ports import Alarm, Clock


class Alarms:
    """Each alarm has a name and rings once; setting it again replaces it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._zero = clock.time()
        self._set: dict[str, Alarm] = {}

    @property
    def started(self) -> float:
        """When the console started, as the clock counts time."""
        return self._zero

    def now(self) -> float:
        return self._clock.time() - self._zero

    def since_start(self, when: float) -> float:
        """A moment of the clock, such as the kernel's timestamp of a key, as time since the console started."""
        return when - self._zero

    def set(self, name: str, when: float | None, call: Callable[[], None]) -> None:
        """Rings at that moment; None cancels the alarm."""
        old = self._set.pop(name, None)
        if old is not None:
            old.cancel()
        if when is not None:
            self._set[name] = self._clock.call_at(self._not_before(when), call)

    def _not_before(self, when: float) -> float:
        """That moment as the clock counts time. Adding and subtracting round: an alarm that rings slightly early would
        find nothing due and be set again, in virtual time for ever."""
        moment = self._zero + when
        while moment - self._zero < when:
            moment = nextafter(moment, inf)
        return moment

    def close(self) -> None:
        for alarm in self._set.values():
            alarm.cancel()
        self._set.clear()
