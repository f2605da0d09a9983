"""What a fault counts while it runs."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

MOST_TOLD = 20  # mishaps of one fault that are reported


class NotHere(Exception):
    """This fault cannot be caused on this machine; the message says what is missing."""


@dataclass
class Tally:
    """Counts how often the fault was caused, and how often something unexpected happened."""

    seconds: float
    seed: int = 0
    say: Callable[[int], None] = lambda _count: None
    clock: Callable[[], float] = time.monotonic
    count: int = 0
    lost: int = 0
    mishaps: list[str] = field(default_factory=list)
    facts: dict[str, int | float | str] = field(default_factory=dict)
    enough: int | None = None  # a soak of any length ends here

    def __post_init__(self) -> None:
        self._ends = self.clock() + self.seconds

    def goes_on(self) -> bool:
        """True at least once, and then until the time is up or it has been caused often enough."""
        if self.enough is not None and self.count >= self.enough:
            return False
        return self.count == 0 or self.clock() < self._ends

    def done(self, times: int = 1) -> None:
        self.count += times
        self.say(self.count)

    def missed(self, sentence: str) -> None:
        """Something unexpected happened this time."""
        self.lost += 1
        if len(self.mishaps) < MOST_TOLD:
            self.mishaps.append(sentence)

    def expect(self, is_so: bool, sentence: str) -> None:
        if not is_so:
            self.missed(sentence)

    def add(self, fact: str, number: int = 1) -> None:
        """Counts something else."""
        before = self.facts.get(fact, 0)
        assert isinstance(before, int)
        self.facts[fact] = before + number

    def most(self, fact: str, number: float) -> None:
        """Keeps the largest of several measurements."""
        before = self.facts.get(fact, 0)
        assert isinstance(before, int | float)
        self.facts[fact] = max(before, number)


Outcome = Mapping[str, object]
