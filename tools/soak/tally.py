"""What a fault keeps count of while its time lasts."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

MOST_TOLD = 20  # of one fault: the first mishaps say it all


class NotHere(Exception):
    """This fault cannot be made on this machine; its sentence says what it would take."""


@dataclass
class Tally:
    """Counts what was done to the table, and notes each time that the expectation was not met."""

    seconds: float
    seed: int = 0
    say: Callable[[int], None] = lambda _count: None
    clock: Callable[[], float] = time.monotonic
    count: int = 0
    lost: int = 0
    mishaps: list[str] = field(default_factory=list)
    facts: dict[str, int | float | str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._ends = self.clock() + self.seconds

    def goes_on(self) -> bool:
        """At least once, and then for as long as the time lasts."""
        return self.count == 0 or self.clock() < self._ends

    def done(self, times: int = 1) -> None:
        self.count += times
        self.say(self.count)

    def missed(self, sentence: str) -> None:
        """The expectation was not met this time."""
        self.lost += 1
        if len(self.mishaps) < MOST_TOLD:
            self.mishaps.append(sentence)

    def expect(self, is_so: bool, sentence: str) -> None:
        if not is_so:
            self.missed(sentence)

    def add(self, fact: str, number: int = 1) -> None:
        """One more of something beside the count."""
        before = self.facts.get(fact, 0)
        assert isinstance(before, int)
        self.facts[fact] = before + number

    def most(self, fact: str, number: float) -> None:
        """The largest of something that was measured."""
        before = self.facts.get(fact, 0)
        assert isinstance(before, int | float)
        self.facts[fact] = max(before, number)


Outcome = Mapping[str, object]
