"""Growth: what something costs at several sizes. It may grow in proportion to the size, but no faster."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

SLACK = 1.25  # for a busy machine


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to measure at every size; `measure` returns its values in the order of the sizes."""

    name: str
    unit: str
    measure: Callable[[], Sequence[float]]
    remark: str


@dataclass(frozen=True, slots=True)
class Growth:
    title: str
    note: str
    of: str  # what grows: seats, games
    sizes: tuple[int, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Grown:
    """The measured values of every line."""

    growth: Growth
    values: tuple[tuple[float, ...], ...]

    def bend(self, values: Sequence[float]) -> float:
        """From the middle size to the largest: how many times as fast as in proportion it grew. A flat line has
        little, a straight one 1 at most, and one that bends upwards more."""
        sizes = self.growth.sizes
        middle = len(sizes) // 2
        return values[-1] / values[middle] / (sizes[-1] / sizes[middle])

    @property
    def bent(self) -> tuple[str, ...]:
        return tuple(
            line.name for line, values in zip(self.growth.lines, self.values, strict=True) if self.bend(values) > SLACK
        )

    @property
    def passed(self) -> bool:
        return not self.bent


def grow(growth: Growth, progress: Callable[[str, float], None]) -> Grown:
    values = []
    for number, line in enumerate(growth.lines):
        progress(line.name, number / len(growth.lines))
        values.append(tuple(line.measure()))
    return Grown(growth, tuple(values))
