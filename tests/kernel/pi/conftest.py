"""The emulated Pi of this folder's tests, which `make test-pi` runs; `make test-kernel` leaves them out."""

from collections.abc import Iterator

import pytest

from hardware.clock import stopwatch
from tests.kernel.machine import Machine, make_disk
from tests.kernel.pi.raspberry import PiMachine, Say, debian, put_on_a_pi
from tests.kernel.seen import SeenTable
from tests.kernel.working_tree import ROOT

TABLE = ROOT / "tests" / "kernel" / "table.toml"


@pytest.fixture(scope="session", autouse=True)
def _kernel_is_there() -> None:
    """In place of the PC's kernel."""
    assert (debian() / "vmlinuz").exists(), "there is no Pi to boot yet. `make test-pi` fetches its parts first."


@pytest.fixture(scope="session")
def say() -> Say:
    """How far it has come, for whoever waits: this takes minutes."""
    began = stopwatch()
    return lambda what: print(f"[{stopwatch() - began:3.0f} s] {what}", flush=True)


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory, seen: SeenTable, say: Say) -> Iterator[Machine]:
    """In place of the PC: a Pi with the same table on it."""
    folder = tmp_path_factory.mktemp("pi")
    say("booting a Raspberry Pi 3B")
    pi = PiMachine(make_disk(folder / "card"), folder / "console.log", seen.hear, put_on_a_pi(folder))
    try:
        say("plugging everything in")
        pi.set_up(TABLE.read_text())
        yield pi
    finally:
        pi.end()
