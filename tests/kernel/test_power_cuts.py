"""The plug is pulled the moment a guess is seen, on a disk that keeps only what was flushed: nobody plays it twice."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from hardware.settings import TableSettings
from tests.kernel.bad_evening import BadEvening
from tests.kernel.conftest import TABLE
from tests.kernel.frozen import FrozenPc
from tests.kernel.honest_disk import HonestDisk
from tests.kernel.machine import Machine
from tests.kernel.seen import SeenTable
from tests.kernel.two_worlds import EVENINGS, SEED, Step, read_steps

CUTS = 10  # in each game
LOBBY = {"party": 7, "three-words": 4}  # steps before a game has begun
GO_ON = Step(1, ("ENTER",))  # the captain is asked, and that is the first answer

Boot = Callable[[SeenTable], Machine]


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FrozenPc]:
    folder = tmp_path_factory.mktemp("frozen")
    yield FrozenPc(folder, TABLE.read_text())
    shutil.rmtree(folder)  # hundreds of megabytes


@pytest.fixture
def boot(frozen: FrozenPc, tmp_path: Path) -> Iterator[Boot]:
    """Boots the same computer again: its disk is what the last power cut has left."""
    disk = HonestDisk(tmp_path)
    machines: list[Machine] = []

    def boot(seen: SeenTable) -> Machine:
        if machines:
            print(f"lost with the power: {disk.lose_power()} writes")
        machines.append(frozen.thaw(disk, seen.hear))
        return machines[-1]

    yield boot
    if machines:
        machines[-1].end()


def moments_to_cut(game: str, steps: list[Step]) -> list[int]:
    """Some of the steps that the rules hear of, and never the last: what is over is not gone on with."""
    heard = [place for place in range(LOBBY[game], len(steps) - 2) if steps[place].keys]
    return sorted(Random(game).sample(heard, CUTS))


@pytest.mark.parametrize("game", LOBBY)
def test_what_was_seen_is_there_after_every_power_cut(game: str, boot: Boot, settings: TableSettings) -> None:
    """After each, every display shows what the simulator shows, whose journal cannot lose anything."""
    seen = SeenTable(settings)
    evening = BadEvening(boot(seen), seen, settings, SEED)
    evening.agree()
    steps = read_steps((EVENINGS / f"{game}.jsonl").read_text().splitlines())
    cuts = moments_to_cut(game, steps)
    for place, step in enumerate(steps[: cuts[-1] + 1]):
        if place in cuts:
            evening.cut_power_when_seen(step)
            print(f"power cut {cuts.index(place) + 1} of {CUTS}: {step}")
            evening.switch_on(boot(seen))
            evening.do(GO_ON)
        else:
            evening.do(step)
    evening.close()
