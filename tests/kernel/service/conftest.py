"""One machine for all tests of the service, with an evening that goes on from test to test, as evenings do."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.config import load_table
from tests.kernel.machine import CACHE, Machine, Pc, prepared
from tests.kernel.seen import SeenTable
from tests.kernel.service.served import ServedTable

HOME = CACHE.parent / "service"
CONFIG = Path(__file__).parent / "root" / "etc" / "wordtable" / "table.toml"


@pytest.fixture(scope="session")
def booted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    """A machine that has started by itself, with nothing plugged in."""
    image = HOME / "current.ext4"
    assert image.exists(), "there is no Debian to boot yet. `make test-kernel` makes one first."
    folder = tmp_path_factory.mktemp("service")
    disk = folder / "disk"
    subprocess.run(["cp", "--sparse=always", "--dereference", image, disk], check=True)
    settings = load_table(CONFIG)
    seen = SeenTable(settings)
    computer = Pc(prepared().kernel, HOME / "initramfs.gz")
    machine = Machine(disk, folder / "console.log", seen.hear, computer=computer)
    try:
        served = ServedTable(machine, seen, settings)
        served.wait_asking(lambda: served.property("ActiveState") != "activating", "the console to start")
        yield served
    finally:
        machine.cut_power()
        disk.unlink()


@pytest.fixture(scope="session")
def served(booted: ServedTable) -> ServedTable:
    """The same with everything plugged in, after the console had started: all of it is opened only now."""
    booted.plug_all()
    booted.agrees("seat1.panel", "seat2.panel")
    return booted


@pytest.fixture(scope="session")
def game(served: ServedTable) -> ServedTable:
    """Ann has hidden a word, and Bob has guessed once; somebody listened from before the first word that was spoken."""
    served.listens()
    served.types(1, "ENTER ANN ENTER")
    served.types(2, "ENTER BOB ENTER")
    served.agrees("seat1.panel", "seat2.panel")
    served.types(1, "ENTER")  # the first item starts the game
    served.agrees("seat1.panel", "seat2.panel")
    served.types(1, "SOLVE ENTER")
    served.agrees("seat1.panel", "seat2.panel")
    served.types(2, "SMILE ENTER")
    served.agrees("seat1.panel", "seat2.panel")
    return served
