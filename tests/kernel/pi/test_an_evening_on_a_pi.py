"""The party game from the lobby to the winner on a Raspberry Pi 3B, as the simulator plays it."""

import json
from collections.abc import Callable, Iterator

import pytest

from hardware.clock import stopwatch
from hardware.config import load_table
from tests.kernel.machine import ROOT, Machine, make_disk
from tests.kernel.pi.raspberry import put_on_a_pi
from tests.kernel.seen import SeenTable
from tests.kernel.two_worlds import TwoWorlds, read_steps

TABLE = ROOT / "tests" / "kernel" / "table.toml"
EVENING = ROOT / "tests" / "kernel" / "evenings" / "party.jsonl"
SEED = 7

Say = Callable[[object], None]


@pytest.fixture(scope="module")
def say() -> Say:
    """How far it has come, for whoever waits: this takes minutes."""
    began = stopwatch()
    return lambda what: print(f"[{stopwatch() - began:3.0f} s] {what}", flush=True)


@pytest.fixture(scope="module")
def seen() -> SeenTable:
    return SeenTable(load_table(TABLE))


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory, seen: SeenTable, say: Say) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("pi")
    say("booting a Raspberry Pi 3B")
    machine = Machine(make_disk(folder / "card"), folder / "console.log", seen.hear, computer=put_on_a_pi(folder))
    try:
        say("plugging everything in")
        machine.ask("build", config=TABLE.read_text())
        yield machine
    finally:
        machine.end()


@pytest.fixture(scope="module")
def evening(pi: Machine, seen: SeenTable, say: Say) -> list[str]:
    """Plays it; after every step all displays agree. What is on the first panel in the end."""
    steps = read_steps(EVENING.read_text().splitlines())
    say("starting the console")
    worlds = TwoWorlds(pi, seen, load_table(TABLE), SEED)
    try:
        worlds.agree()
        for number, step in enumerate(steps, 1):
            say(f"step {number} of {len(steps)}: {step}")
            worlds.do(step)
        return worlds.says("seat1.panel")
    finally:
        say("ending the console")
        worlds.close()


def test_gpiozero_knows_the_board_by_its_device_tree(pi: Machine) -> None:
    asks = "from gpiozero.pins.lgpio import LGPIOFactory as F; b = F().board_info; print(b.model, b.soc, b.memory)"
    assert pi.ask("run", command=["python3", "-c", asks])["output"].split() == ["3B", "BCM2837", "1024"]


def test_the_pi_shows_what_the_simulator_shows_from_the_lobby_to_the_winners(evening: list[str]) -> None:
    assert "EVE & FAY won!" in evening


@pytest.mark.usefixtures("evening")
def test_the_sd_card_keeps_the_game(pi: Machine) -> None:
    command = ["python3", "-m", "firmware_host", "history", "--json", "--journal", "/run/journal/journal.db"]
    (game,) = str(pi.ask("run", command=command)["output"]).splitlines()
    assert json.loads(game)["winners"] == ["EVE", "FAY"]


def test_the_journal_lies_on_the_sd_card(pi: Machine) -> None:
    mounted = str(pi.ask("run", command=["mount"])["output"]).splitlines()
    assert [line.split()[0] for line in mounted if " /run/journal " in line] == ["/dev/mmcblk0"]
