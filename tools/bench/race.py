"""A race: we and our peers do the same kind of work in turn, round after round: a busy machine slows all alike."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version


def nothing() -> None:
    """What most runners need before they run."""


@dataclass(frozen=True, slots=True)
class Runner:
    """Somebody in the race: `run` does all of the work once, `remark` says in words what is to be known about it."""

    name: str
    run: Callable[[], object]
    remark: str
    units: int  # of work in one run
    get_ready: Callable[[], object] = nothing  # before every run, and before the clock starts
    counts: bool = True  # whether the bar is measured by them; others run for comparison only


@dataclass(frozen=True, slots=True)
class Absent:
    """A peer that could not come, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Race:
    """The work, who does it, and the bar: how many times as fast as the fastest peer each of ours must be."""

    title: str
    note: str  # what is timed and what is not
    unit: str
    ours: tuple[Runner, ...]
    peers: tuple[Runner | Absent, ...]
    bar: float
    aim: float | None = None  # units a second that we would like to reach; missing it fails nothing

    @property
    def runners(self) -> tuple[Runner, ...]:
        return (*self.ours, *(peer for peer in self.peers if isinstance(peer, Runner)))


@dataclass(frozen=True, slots=True)
class Result:
    """Units a second for everybody who ran, each in their best round."""

    race: Race
    rounds: int
    speeds: dict[str, float]

    @property
    def slowest_of_ours(self) -> str:
        return min((runner.name for runner in self.race.ours), key=self.speeds.__getitem__)

    @property
    def fastest_peer(self) -> str | None:
        peers = [peer.name for peer in self.race.peers if isinstance(peer, Runner) and peer.counts]
        return max(peers, key=self.speeds.__getitem__, default=None)

    def times_as_fast_as(self, name: str) -> float:
        """How the slowest of ours compares."""
        return self.speeds[self.slowest_of_ours] / self.speeds[name]

    @property
    def short_of_the_aim(self) -> tuple[str, ...]:
        aim = self.race.aim or 0
        return tuple(runner.name for runner in self.race.ours if self.speeds[runner.name] < aim)

    @property
    def passed(self) -> bool:
        """Whether the bar was reached; it was not when nobody came to run against."""
        return self.fastest_peer is not None and self.times_as_fast_as(self.fastest_peer) >= self.race.bar


def invite(package: str, prepare: Callable[[str], Runner]) -> Runner | Absent:
    """The peer, or the reason why it cannot run here: whatever goes wrong inside a peer must not stop the race."""
    try:
        return prepare(f"{package} {version(package)}")
    except Exception as problem:
        return Absent(package, f"could not run here ({problem}); `make bench` installs it")


def run(
    race: Race, rounds: int, progress: Callable[[str], None], clock: Callable[[], float] = time.process_time
) -> Result:
    """Everybody's best of so many rounds; in each round everybody runs once.

    The clock is the processor's time for this process, so that nobody is charged for what else runs on the machine.
    """
    best = {runner.name: float("inf") for runner in race.runners}
    for number in range(1, rounds + 1):
        for runner in race.runners:
            progress(f"{race.title}: round {number} of {rounds}, {runner.name}")
            best[runner.name] = min(best[runner.name], _seconds(runner, clock))
    return Result(race, rounds, {runner.name: runner.units / best[runner.name] for runner in race.runners})


def _seconds(runner: Runner, clock: Callable[[], float]) -> float:
    runner.get_ready()
    gc.collect()
    gc.disable()  # nobody pays for another runner's litter
    try:
        start = clock()
        runner.run()
        return clock() - start
    finally:
        gc.enable()
