"""Whole evenings, from the lobby to the winner, typed on real keypads: every display shows what the simulator shows."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from hardware.settings import TableSettings
from tests.kernel.machine import ROOT, Machine
from tests.kernel.seen import SeenTable
from tests.kernel.two_worlds import TwoWorlds, read_steps

EVENINGS = ROOT / "tests" / "kernel" / "evenings"
GAMES = ("party", "three-words", "wqrdles")
SEED = 7


@dataclass(frozen=True)
class Played:
    """An evening that was the same in both worlds after every step."""

    last_page: str
    strays: dict[str, list[str]]  # by grid: what it showed at any moment that the simulator did not


@pytest.fixture(scope="module", params=GAMES)
def played(
    request: pytest.FixtureRequest, machine: Machine, seen: SeenTable, settings: TableSettings
) -> Iterator[Played]:
    script = EVENINGS / f"{request.param}.jsonl"
    worlds = TwoWorlds(machine, seen, settings, SEED, journal=f"{request.param}.db")
    try:
        worlds.agree()
        for step in read_steps(script.read_text().splitlines()):
            worlds.do(step)
        strays = {
            name: ["\n".join(grid.drawn(each)) for each in worlds.strays(name)] for name, grid in seen.grids.items()
        }
        yield Played(worlds.says("host.screen")[0], strays)
    finally:
        worlds.close()


def test_the_same_keys_lead_to_the_same_winner(played: Played) -> None:
    assert played.last_page.endswith("won!")


def test_grids_show_nothing_in_between_that_the_simulator_does_not(played: Played) -> None:
    assert not any(played.strays.values()), "\n\n".join(
        f"{grid}:\n{picture}" for grid, pictures in played.strays.items() for picture in pictures
    )
