"""A race: we and our peers do the same work in turn, round after round, so that a busy machine slows all alike."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Runner:
    """Somebody in the race: `run` does all of the work once, `remark` says in words how right its answers were."""

    name: str
    run: Callable[[], object]
    remark: str


@dataclass(frozen=True, slots=True)
class Absent:
    """A peer that could not come, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Race:
    """The work, who does it, and the bar: how many times as fast as the fastest peer we must be."""

    title: str
    unit: str
    units: int  # of work in one run
    ours: Runner
    peers: tuple[Runner | Absent, ...]
    bar: float


@dataclass(frozen=True, slots=True)
class Result:
    """Units a second for everybody who ran, each in their best round."""

    race: Race
    rounds: int
    speeds: dict[str, float]

    @property
    def our_speed(self) -> float:
        return self.speeds[self.race.ours.name]

    @property
    def fastest_peer(self) -> str | None:
        peers = [name for name in self.speeds if name != self.race.ours.name]
        return max(peers, key=self.speeds.__getitem__, default=None)

    def times_as_fast_as(self, name: str) -> float:
        return self.our_speed / self.speeds[name]

    @property
    def passed(self) -> bool:
        """Whether the bar was reached; it was not when nobody came to run against."""
        return self.fastest_peer is not None and self.times_as_fast_as(self.fastest_peer) >= self.race.bar


def run(
    race: Race, rounds: int, progress: Callable[[str], None], clock: Callable[[], float] = time.perf_counter
) -> Result:
    """Everybody's best of so many rounds; in each round everybody runs once."""
    runners = [race.ours, *(peer for peer in race.peers if isinstance(peer, Runner))]
    best = {runner.name: float("inf") for runner in runners}
    for number in range(1, rounds + 1):
        for runner in runners:
            progress(f"{race.title}: round {number} of {rounds}, {runner.name}")
            best[runner.name] = min(best[runner.name], _seconds(runner, clock))
    return Result(race, rounds, {name: race.units / seconds for name, seconds in best.items()})


def _seconds(runner: Runner, clock: Callable[[], float]) -> float:
    gc.collect()
    gc.disable()  # nobody pays for another runner's litter
    try:
        start = clock()
        runner.run()
        return clock() - start
    finally:
        gc.enable()
