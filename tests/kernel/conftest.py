"""The emulated machine that the tests of this folder share: one boot, with every device of the table plugged in."""

from collections.abc import Iterator

import pytest

from hardware.config import load_table
from hardware.settings import TableSettings
from tests.kernel.machine import ROOT, Machine, make_disk, prepared
from tests.kernel.seen import SeenTable

TABLE = ROOT / "tests" / "kernel" / "table.toml"


@pytest.fixture(scope="session", autouse=True)
def _kernel_is_there() -> None:
    """These tests are no part of `make test`: they need a kernel, and minutes."""
    assert prepared().initramfs.exists(), "there is no kernel to boot yet. `make test-kernel` fetches one first."


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
    machine = Machine(make_disk(folder / "disk"), folder / "console.log", seen.hear)
    try:
        machine.ask("build", config=TABLE.read_text())
        yield machine
    finally:
        machine.end()
