"""Limits: what must stay small, each measured once and compared with the most it may be."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """One thing to measure, its limit (None if it is only for comparison), and a remark."""

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
    """The measured values."""

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
