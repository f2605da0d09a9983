"""Limits: what must stay small however long it goes on, each measured once and held against the most it may be."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """One thing to measure, the most it may come to, if it is not only for comparison, and in words what it is."""

    name: str
    measure: Callable[[], float]
    unit: str
    most: float | None
    remark: str


@dataclass(frozen=True, slots=True)
class Limits:
    title: str
    note: str
    limits: tuple[Limit, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """What everything came to."""

    limits: Limits
    values: tuple[float, ...]

    @property
    def over(self) -> tuple[str, ...]:
        return tuple(
            limit.name
            for limit, value in zip(self.limits.limits, self.values, strict=True)
            if limit.most is not None and value > limit.most
        )

    @property
    def passed(self) -> bool:
        return not self.over


def measure(limits: Limits, progress: Callable[[str, float], None]) -> Measured:
    values = []
    for number, limit in enumerate(limits.limits):
        progress(limit.name, number / len(limits.limits))
        values.append(limit.measure())
    return Measured(limits, tuple(values))
