"""The emulated machine that the tests of this folder share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.machine import ROOT, Machine, make_disk, prepared

TABLE = ROOT / "tests" / "kernel" / "table.toml"


@pytest.fixture(scope="session", autouse=True)
def _kernel_is_there() -> None:
    """These tests are no part of `make test`: they need a kernel, and minutes."""
    assert prepared().initramfs.exists(), "there is no kernel to boot yet. `make test-kernel` fetches one first."


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """One boot, with every device of the table plugged in, and no console yet."""
    folder = tmp_path_factory.mktemp("machine")
    machine = Machine(make_disk(folder / "disk"), folder / "console.log", lambda _device, _data, _at: None)
    try:
        machine.ask("build", config=Path(TABLE).read_text())
        yield machine
    finally:
        machine.end()
