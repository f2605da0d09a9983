"""A race: we and other libraries do the same work in turn, so that a busy machine slows down all alike."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from statistics import median


def nothing() -> None:
    """What most runners do before they run."""


@dataclass(frozen=True, slots=True)
class Runner:
    """One runner in the race: `run` does all of the work once, and `remark` is a note for the reader."""

    name: str
    run: Callable[[], object]
    remark: str
    units: int  # of work in one run
    get_ready: Callable[[], object] = nothing  # before every run, and before the clock starts
    bar: float | None = None  # for a peer: how many times as fast each of ours must be; None if it does not count


@dataclass(frozen=True, slots=True)
class Absent:
    """A peer that could not run, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Race:
    """The work, and who does it."""

    title: str
    note: str  # what is timed and what is not
    unit: str
    ours: tuple[Runner, ...]
    peers: tuple[Runner | Absent, ...]
    aim: float | None = None  # units per second that we would like to reach; it is no failure if we do not

    @property
    def opponents(self) -> tuple[Runner, ...]:
        return tuple(peer for peer in self.peers if isinstance(peer, Runner))

    @property
    def runners(self) -> tuple[Runner, ...]:
        return (*self.ours, *self.opponents)


@dataclass(frozen=True, slots=True)
class Result:
    """How many seconds each runner took for one unit, round by round."""

    race: Race
    took: dict[str, tuple[float, ...]]

    @property
    def rounds(self) -> int:
        return max(map(len, self.took.values()))

    def speed(self, name: str) -> float:
        """Units per second in the median round."""
        return 1 / median(self.took[name])

    @property
    def slowest_of_ours(self) -> str:
        return min((runner.name for runner in self.race.ours), key=self.speed)

    def times_as_fast_as(self, name: str) -> float:
        """How the slowest of ours compares: the median of the ratios of each round."""
        ours = self.took[self.slowest_of_ours]
        return median(theirs / mine for theirs, mine in zip(self.took[name], ours, strict=True))

    @property
    def hardest(self) -> tuple[Runner, ...]:
        """For each bar, the fastest peer with that bar, the highest bar first."""
        bars = sorted({peer.bar for peer in self.race.opponents if peer.bar is not None}, reverse=True)
        same = ([peer for peer in self.race.opponents if peer.bar == bar] for bar in bars)
        return tuple(min(peers, key=lambda peer: self.times_as_fast_as(peer.name)) for peers in same)

    def clears(self, peer: Runner) -> bool:
        return peer.bar is None or self.times_as_fast_as(peer.name) >= peer.bar

    @property
    def short_of_the_aim(self) -> tuple[str, ...]:
        aim = self.race.aim or 0
        return tuple(runner.name for runner in self.race.ours if self.speed(runner.name) < aim)

    @property
    def passed(self) -> bool:
        """Whether every bar was reached. It was not if no peer could run."""
        return bool(self.hardest) and all(map(self.clears, self.hardest))


def invite(package: str, prepare: Callable[[str], Runner]) -> Runner | Absent:
    """The peer, or the reason why it cannot run here. An error in a peer must not stop the race."""
    try:
        return prepare(f"{package} {version(package)}")
    except Exception as problem:
        return Absent(package, f"could not run here ({problem}); `make bench` installs it")


def run(
    race: Race, rounds: int, progress: Callable[[str, float], None], clock: Callable[[], float] = time.process_time
) -> Result:
    """Runs this many rounds. In each round everybody runs once.

    The clock is the processor time of this process, so that other programs on the machine do not count.
    """
    took: dict[str, list[float]] = {runner.name: [] for runner in race.runners}
    for number in range(rounds):
        for runner in race.runners:
            progress(f"round {number + 1} of {rounds}, {runner.name}", number / rounds)
            took[runner.name].append(_seconds(runner, clock) / runner.units)
    return Result(race, {name: tuple(seconds) for name, seconds in took.items()})


def _seconds(runner: Runner, clock: Callable[[], float]) -> float:
    runner.get_ready()
    gc.collect()
    gc.disable()  # no runner should pay for another runner's garbage
    try:
        start = clock()
        runner.run()
        return clock() - start
    finally:
        gc.enable()
