"""A disk that forgets, when the power is cut, whatever it was not told to flush.

QEMU's own disk is a file of the host, and keeps everything that the guest ever wrote, flushed or not; a real one does
not. So QEMU logs every write and flush (its `blklogwrites` filter), and after a cut only what came before the last
flush is written to the disk that the next boot gets.
"""

import os
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path

from tests.kernel.machine import make_disk

SECTOR = 512
ENTRY = struct.Struct("<QQQQ")  # sector, sectors, flags, length of a mark: the log's format is that of dm-log-writes
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8
ROOM = 1 << 30  # for the log; a hole in a file costs nothing

Write = tuple[int, int, int]  # where on the disk, where in the log, how many bytes


class HonestDisk:
    """`options` before each boot, `lose_power` after each cut."""

    def __init__(self, folder: Path) -> None:
        self._kept = make_disk(folder / "disk")
        self._written = folder / "disk-while-it-runs"
        self._log = folder / "writes"

    def options(self) -> list[str]:
        """For QEMU: the disk as the last cut left it."""
        shutil.copyfile(self._kept, self._written)
        self._log.write_bytes(b"")
        os.truncate(self._log, ROOM)
        return [
            *("-blockdev", f"driver=file,node-name=written,filename={self._written}"),
            *("-blockdev", f"driver=file,node-name=log,filename={self._log}"),
            *("-blockdev", "driver=blklogwrites,node-name=disk,file=written,log=log"),
            *("-device", "virtio-blk-pci,drive=disk"),
        ]

    def lose_power(self) -> int:
        """Returns how many writes are lost."""
        unflushed: list[Write] = []
        with self._log.open("rb") as log, self._kept.open("r+b") as disk:
            for flags, write in _entries(log.fileno()):
                if write is not None:
                    unflushed.append(write)
                if flags & (FLUSH | FUA):  # a write that is forced takes those before it along: ext4 waits for them
                    for place, start, length in unflushed:
                        disk.seek(place)
                        disk.write(os.pread(log.fileno(), length, start))
                    unflushed.clear()
        return len(unflushed)


def _entries(log: int) -> Iterator[tuple[int, Write | None]]:
    """One after the other, to the first that was not written any more."""
    place = SECTOR  # after the superblock, which is not up to date when QEMU is killed
    while (head := os.pread(log, ENTRY.size, place)) and any(head):
        sector, sectors, flags, marked = ENTRY.unpack(head)
        place += SECTOR
        length = 0 if flags & DISCARD else sectors * SECTOR
        yield flags, (sector * SECTOR, place, length) if length else None
        place += length + -(-marked // SECTOR) * SECTOR
