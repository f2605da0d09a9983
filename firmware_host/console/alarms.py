"""The evening's own time, from 0, and what is to happen in it."""

from collections.abc import Callable
from math import inf, nextafter

from hardware.ports import Alarm, Clock


class Alarms:
    """Each has a name, and rings once; a new one of the same name takes its place."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._zero = clock.time()
        self._set: dict[str, Alarm] = {}

    def now(self) -> float:
        return self._clock.time() - self._zero

    def set(self, name: str, when: float | None, call: Callable[[], None]) -> None:
        """At that moment; None only removes what there was."""
        old = self._set.pop(name, None)
        if old is not None:
            old.cancel()
        if when is not None:
            self._set[name] = self._clock.call_at(self._not_before(when), call)

    def _not_before(self, when: float) -> float:
        """The clock's time at which it is that moment here. A sum and its difference are rounded: an alarm that rings a
        hair early finds nothing due and is set again, in virtual time for ever."""
        moment = self._zero + when
        while moment - self._zero < when:
            moment = nextafter(moment, inf)
        return moment

    def close(self) -> None:
        for alarm in self._set.values():
            alarm.cancel()
        self._set.clear()
