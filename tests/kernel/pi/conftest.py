"""The emulated Pi of this folder's tests, which `make test-pi` runs; `make test-kernel` leaves them out."""

import pytest

from tests.kernel.pi.raspberry import debian


@pytest.fixture(scope="session", autouse=True)
def _kernel_is_there() -> None:
    """In place of the PC's kernel."""
    assert (debian() / "vmlinuz").exists(), "there is no Pi to boot yet. `make test-pi` fetches its parts first."
