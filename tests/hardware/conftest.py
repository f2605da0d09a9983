"""Time stands still in these tests while a port is opened, so whoever opens one waits for it."""

from collections.abc import Iterator

import pytest

from tests.hardware.table_loop import LIMIT


@pytest.fixture(autouse=True)
def healthy_ports_open_at_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patient:
        patient.setattr("hardware.kinds.serial_grid.AT_ONCE", LIMIT)
        yield
