"""Time stands still in these tests while a port is opened or closed, so whoever does that waits for it."""

from collections.abc import Iterator

import pytest

from tests.hardware.table_loop import LIMIT


@pytest.fixture(autouse=True)
def healthy_ports_open_and_close_at_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patient:
        patient.setattr("hardware.kinds.serial_grid.AT_ONCE", LIMIT)
        patient.setattr("hardware.table.PATIENCE", LIMIT)
        yield


@pytest.fixture
def no_patience(monkeypatch: pytest.MonkeyPatch, healthy_ports_open_and_close_at_once: None) -> None:  # noqa: ARG001
    """A bus hangs, and closing the table need not wait to find that out."""
    monkeypatch.setattr("hardware.table.PATIENCE", 0.0)
