"""The plug is pulled the moment a guess is seen, on a disk that keeps only what was flushed: nobody plays it twice."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from hardware.config.settings import TableSettings
from tests.kernel.bad_evening import BadEvening
from tests.kernel.frozen import FrozenPc
from tests.kernel.honest_disk import HonestDisk
from tests.kernel.machine import Machine
from tests.kernel.seen import SeenTable
from tests.kernel.two_worlds import EVENINGS, SEED, Step, read_steps

pytestmark = pytest.mark.kernel

CUTS = 10  # in each game
LOBBY = {"party": 7, "three-words": 6}  # steps before a game has begun
ONLY_A_GRID = (4, 5)  # seats
GO_ON = Step(1, ("ENTER",))  # the captain is asked, and that is the first answer


@dataclass
class SamePc:
    """Switched on again and again; its disk is what the last power cut has left."""

    frozen: FrozenPc
    disk: HonestDisk
    machine: Machine | None = None

    def thaw(self, seen: SeenTable) -> Machine:
        self.machine = self.frozen.thaw(self._disk_after_a_cut(), seen.hear)
        return self.machine

    def boot(self, seen: SeenTable) -> Machine:
        """From the kernel on, which takes ten times as long."""
        self.machine = self.frozen.boot(self._disk_after_a_cut(), seen.hear)
        return self.machine

    def _disk_after_a_cut(self) -> HonestDisk:
        if self.machine:
            print(f"lost with the power: {self.disk.lose_power()} writes")
        return self.disk


@pytest.fixture
def pc(frozen: FrozenPc, tmp_path: Path) -> Iterator[SamePc]:
    pc = SamePc(frozen, HonestDisk(tmp_path))
    yield pc
    if pc.machine:
        pc.machine.end()


def _is_read_where_it_is_typed(step: Step) -> bool:
    """A seat without a panel reads its questions on the public screen, which may turn its page at that very moment."""
    return not step.button and not (step.choose and step.seat in ONLY_A_GRID)


def moments_to_cut(game: str, steps: list[Step]) -> list[int]:
    """Some of the steps that the rules hear of, and never the last: what is over is not gone on with."""
    heard = [place for place in range(LOBBY[game], len(steps) - 2) if _is_read_where_it_is_typed(steps[place])]
    return sorted(Random(game).sample(heard, CUTS))


@pytest.mark.parametrize("game", LOBBY)
def test_what_was_seen_is_there_after_every_power_cut(game: str, pc: SamePc, settings: TableSettings) -> None:
    """After each, every display shows what the simulator shows, whose journal cannot lose anything."""
    seen = SeenTable(settings)
    evening = BadEvening(pc.thaw(seen), seen, settings, SEED)
    evening.agree()
    steps = read_steps((EVENINGS / f"{game}.jsonl").read_text().splitlines())
    cuts = moments_to_cut(game, steps)
    for place, step in enumerate(steps[: cuts[-1] + 1]):
        if place in cuts:
            evening.cut_power_when_seen(step)
            print(f"power cut {cuts.index(place) + 1} of {CUTS}: {step}")
            evening.switch_on(pc.boot(seen) if place == cuts[-1] else pc.thaw(seen))
            evening.do(GO_ON)
        else:
            evening.do(step)
    evening.close()
