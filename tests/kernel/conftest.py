"""The emulated machine that the tests of this folder share: one boot, with every device of the table plugged in."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from hardware.config.reading import load_table
from hardware.config.settings import TableSettings
from tests.kernel.frozen import FrozenPc
from tests.kernel.letters import heard_by_others
from tests.kernel.light import BARE, microseconds
from tests.kernel.machine import Machine, Pc, initramfs, kernel, make_disk
from tests.kernel.seen import SeenTable
from tests.kernel.two_worlds import EVENINGS, SEED, Step, TwoWorlds, read_steps
from tests.kernel.working_tree import ROOT

TABLE = ROOT / "tests" / "kernel" / "table.toml"
EVENING = EVENINGS / "three-games.jsonl"
FROZEN = "the frozen one"
POWER_CUTS = "/test_power_cuts.py"


@dataclass(frozen=True)
class Evening:
    """What else was noted while an evening was played."""

    winners: tuple[str, ...]  # what the private screen said at the end of each game
    lamps: tuple[tuple[bool, bool], ...]  # after each step, whether Ann's lamp was lit there and here


class AMachineEach(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Tests that share a machine run in one process; two processes keep two machines busy.

    (`--dist loadgroup` would be the plain way; with pytest 9.2 it spreads its groups.)
    """

    def _split_scope(self, nodeid: str) -> str:
        return machine_of(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> AMachineEach:
    config.option.loadscopereorder = False
    return AMachineEach(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first: a process with two tests left gets the next machine's, however long those are."""
    items.sort(key=lambda item: (machine_of(item.nodeid) != FROZEN, POWER_CUTS not in item.nodeid))


def machine_of(test: str) -> str:
    if POWER_CUTS in test or "/test_faults.py" in test:
        return FROZEN
    if "/bluetooth/" in test:
        return "the one with a radio"
    if "/test_hung_board.py" in test:
        return "the one with a hung board"
    return "the service's" if "/service/" in test else "the evening's"


@pytest.fixture(scope="session", autouse=True)
def _kernel_is_there() -> None:
    """These tests are no part of `make test`: they need a kernel, and minutes."""
    assert kernel().exists(), "there is no kernel to boot yet. `make test-kernel` fetches one first."


@pytest.fixture(scope="session")
def settings() -> TableSettings:
    return load_table(TABLE)


@pytest.fixture(scope="session")
def seen(settings: TableSettings) -> SeenTable:
    """What its displays show."""
    return SeenTable(settings)


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory, seen: SeenTable) -> Iterator[Machine]:
    """No console runs in it yet, and each test ends the one that it has started."""
    folder = tmp_path_factory.mktemp("machine")
    pc = Pc(kernel(), initramfs(folder))
    machine = Machine(make_disk(folder / "disk"), folder / "console.log", seen.hear, pc)
    try:
        machine.set_up(TABLE.read_text())
        yield machine
    finally:
        machine.end()


@pytest.fixture(scope="session")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FrozenPc]:
    """For whoever needs a machine of their own, or many of them."""
    folder = tmp_path_factory.mktemp("frozen")
    yield FrozenPc(folder, TABLE.read_text())
    shutil.rmtree(folder)  # hundreds of megabytes


@pytest.fixture(scope="session")
def overheard(machine: Machine) -> dict[str, int]:
    """What another reader hears of every keypad while no console runs."""
    return heard_by_others(machine)


@pytest.fixture(scope="session")
def bare_light(machine: Machine) -> float:
    """What a key needs to its light with a script that only reads and writes, in microseconds."""
    machine.ask("bare", seat=4, script=str(BARE))
    machine.ask("wait", seconds=2.0)
    took = microseconds(machine)
    machine.ask("bare_end")
    return took


@pytest.fixture(scope="session")
def worlds(
    machine: Machine, seen: SeenTable, settings: TableSettings, overheard: dict[str, int], bare_light: float
) -> Iterator[TwoWorlds]:
    """The console in the machine and the one in the simulator, switched on together: starting takes the longest, so
    there is one for all. What has to be tried without a console has been tried by now."""
    del overheard, bare_light
    worlds = TwoWorlds(machine, seen, settings, SEED)
    worlds.agree()
    yield worlds
    worlds.close()


@pytest.fixture(scope="session")
def evening(worlds: TwoWorlds, machine: Machine, settings: TableSettings) -> Evening:
    """The whole evening in both worlds, which agreed after every step."""
    winners, lamps, pin = [], [], settings.seats[1].lamp
    for step in read_steps(EVENING.read_text().splitlines()):
        worlds.do(step)
        lamps.append((machine.ask("level", pin=pin)["high"], worlds.lamp_is_lit(1)))
        page = worlds.says("public")[0]
        if page.endswith("won!"):
            winners.append(page)
    return Evening(tuple(winners), tuple(lamps))


@pytest.fixture(scope="session")
def guessing(evening: Evening, worlds: TwoWorlds) -> TwoWorlds:
    """Another game of party after that evening: Ann has hidden SOLVE, and nobody has guessed yet."""
    del evening
    lobby = Step(1, (), choose="lobby")  # ENTER would play again, with Bob as the Host
    her_turn = [Step(1, (), choose="first")] * 6
    start = Step(1, (), choose="start")
    for step in (lobby, *her_turn, start, Step(1, (*"SOLVE", "ENTER"))):
        worlds.do(step)
    return worlds
