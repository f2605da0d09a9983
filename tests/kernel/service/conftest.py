"""One machine for all tests of the service, with an evening that goes on from test to test, as evenings do."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.config.reading import load_table
from tests.kernel.machine import IMAGE, Machine, Pc, kernel
from tests.kernel.seen import SeenTable
from tests.kernel.service.served import ServedTable
from tests.kernel.working_tree import ROOT

CONFIG = Path(__file__).parent / "overlay" / "etc" / "wordtable" / "table.toml"


class ServedPc(Pc):
    """Its one disk is the Debian, and everything there is systemd's; the hands come from the host, over 9p."""

    def drives(self, disk: Path) -> list[str]:
        return [
            *("-drive", f"file={disk},if=virtio,format=raw"),
            *("-virtfs", f"local,path={ROOT},mount_tag=project,security_model=none,readonly=on,multidevs=remap"),
        ]


@pytest.fixture(scope="session")
def booted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    """A machine that has started by itself, with nothing plugged in."""
    assert IMAGE.exists(), "there is no Debian to boot yet. `make test-kernel` makes one first."
    folder = tmp_path_factory.mktemp("service")
    disk = folder / "disk"
    subprocess.run(["cp", "--sparse=always", "--dereference", IMAGE, disk], check=True)
    settings = load_table(CONFIG)
    seen = SeenTable(settings)
    pc = ServedPc(kernel(), IMAGE.parent / "initramfs.gz")
    machine = Machine(disk, folder / "console.log", seen.hear, pc)
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
