"""A disk that is worth cutting the power of: what was not flushed is gone, and what was flushed is there."""

from pathlib import Path

import pytest

from tests.kernel.honest_disk import ENTRY, FLUSH, SECTOR, HonestDisk

pytestmark = pytest.mark.kernel

FREE = 40_000  # a sector that the empty file system does not use

Entry = tuple[int, bytes]  # flags, and what is written, to the sectors from FREE on


def log_of(entries: list[Entry]) -> bytes:
    """As QEMU writes it: a superblock, then each entry in a sector of its own, with its data behind it."""
    log, place = bytes(SECTOR), FREE
    for flags, data in entries:
        log += ENTRY.pack(place, len(data) // SECTOR, flags, 0).ljust(SECTOR, b"\0") + data
        place += len(data) // SECTOR
    return log


@pytest.fixture
def disk(tmp_path: Path) -> HonestDisk:
    disk = HonestDisk(tmp_path)
    disk.options()
    log = log_of([(0, b"A" * SECTOR), (FLUSH, b""), (0, b"B" * SECTOR), (0, b"C" * SECTOR)])
    with (tmp_path / "writes").open("r+b") as file:
        file.write(log)
    return disk


def test_only_what_was_flushed_is_left_after_a_power_cut(disk: HonestDisk, tmp_path: Path) -> None:
    disk.lose_power()
    left = (tmp_path / "disk").read_bytes()[FREE * SECTOR : (FREE + 3) * SECTOR]
    assert left == b"A" * SECTOR + bytes(2 * SECTOR)


def test_every_write_after_the_last_flush_is_counted_as_lost(disk: HonestDisk) -> None:
    assert disk.lose_power() == 2
