"""The party game from the lobby to the winners on a Raspberry Pi 3B: after every step, every display shows what the
simulator shows."""

import json
from pathlib import Path

import pytest

from hardware.config.settings import TableSettings
from tests.kernel.machine import Machine
from tests.kernel.pi.raspberry import Say
from tests.kernel.seen import SeenTable
from tests.kernel.two_worlds import TwoWorlds, read_steps

pytestmark = pytest.mark.pi

SCRIPT = Path(__file__).with_name("party.jsonl")
SEED = 7


@pytest.fixture(scope="module")
def last_page(machine: Machine, seen: SeenTable, settings: TableSettings, say: Say) -> list[str]:
    """Plays the evening in both worlds; what is on the public screen at its end."""
    steps = read_steps(SCRIPT.read_text().splitlines())
    say("starting the console")
    worlds = TwoWorlds(machine, seen, settings, SEED)
    try:
        worlds.agree()
        for number, step in enumerate(steps, 1):
            say(f"step {number} of {len(steps)}: {step}")
            worlds.do(step)
        return worlds.says("public")
    finally:
        say("ending the console")
        worlds.close()


def test_gpiozero_knows_the_board_by_its_device_tree(machine: Machine) -> None:
    asks = (
        "from hardware.kinds.pins.factory import LineFactory as F; b = F().board_info; print(b.model, b.soc, b.memory)"
    )
    assert machine.ask("run", command=["python3", "-c", asks])["output"].split() == ["3B", "BCM2837", "1024"]


def test_the_journal_lies_on_the_sd_card(machine: Machine) -> None:
    mounted = str(machine.ask("run", command=["mount"])["output"]).splitlines()
    assert [line.split()[0] for line in mounted if " /run/journal " in line] == ["/dev/mmcblk0"]


def test_the_same_keys_lead_to_the_same_winners(last_page: list[str]) -> None:
    assert last_page[0] == "EVE & FAY won!"


@pytest.mark.usefixtures("last_page")
def test_the_sd_card_keeps_the_game(machine: Machine) -> None:
    command = ["python3", "-m", "firmware_host", "history", "--json", "--journal", "/run/journal/journal.db"]
    (game,) = str(machine.ask("run", command=command)["output"]).splitlines()
    assert json.loads(game)["winners"] == ["EVE", "FAY"]
