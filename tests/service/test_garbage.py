"""When Python looks for garbage: not while the console starts, and little by little afterwards."""

import gc
from collections.abc import Iterator
from contextlib import suppress

import pytest

from firmware_host.garbage import OFTEN, collect_little_by_little, collecting_later


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    usual = gc.get_threshold()
    yield
    gc.set_threshold(*usual)
    gc.enable()


def test_nothing_is_collected_until_everything_is_loaded() -> None:
    with collecting_later():
        assert not gc.isenabled()
        collect_little_by_little()
        assert gc.isenabled()
        assert gc.get_threshold() == OFTEN


def test_after_a_start_that_failed_garbage_is_collected_as_usual() -> None:
    with suppress(RuntimeError), collecting_later():
        raise RuntimeError
    assert gc.isenabled()
