"""The party game from the lobby to the winner on a Raspberry Pi 3B, as the simulator plays it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.config import load_table
from tests.kernel.machine import ROOT, Machine, make_disk
from tests.kernel.pi.raspberry import put_on_a_pi
from tests.kernel.seen import SeenTable
from tests.kernel.two_worlds import TwoWorlds, read_steps

TABLE = ROOT / "tests" / "kernel" / "table.toml"
EVENING = ROOT / "tests" / "kernel" / "evenings" / "party.jsonl"
SEED = 7


@pytest.fixture(scope="module")
def seen() -> SeenTable:
    return SeenTable(load_table(TABLE))


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory, seen: SeenTable) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("pi")
    machine = Machine(make_disk(folder / "card"), folder / "console.log", seen.hear, computer=put_on_a_pi(folder))
    try:
        machine.ask("build", config=TABLE.read_text())
        yield machine
    finally:
        machine.end()
