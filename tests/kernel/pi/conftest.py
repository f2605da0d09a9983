"""The emulated Pi that the tests of this folder share. They are no part of `make test-kernel`: `make test-pi` runs them."""

import pytest

from tests.kernel.pi.raspberry import debian


@pytest.fixture(scope="session", autouse=True)
def _kernel_is_there() -> None:
    """In place of the PC's kernel."""
    assert (debian() / "vmlinuz").exists(), (
        "there is no Pi to boot yet. `make test-pi` fetches what it is made of first."
    )
