"""What a word means, in one line: from the table's own files, or else from the shipped one.

Ask only about a word that lies open on the table. Nothing is read before, and nothing is kept in memory.
"""

import mmap
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import as_file, files
from pathlib import Path

from hardware.files import NotAFile, read_file

SUFFIX = ".meanings"
SHIPPED = "en" + SUFFIX
LONGEST = 120  # characters of a meaning from a file of the table's own


class Meanings:
    """`folder` may have files of the table's own, which come first; it is the folder of its word lists."""

    def __init__(self, folder: str = "") -> None:
        self._folder = folder

    def of(self, word: str) -> str:
        """Empty if nobody has written it down."""
        return next(self._own(word), "") or _shipped(word.lower())

    def _own(self, word: str) -> Iterator[str]:
        for file in sorted(Path(self._folder).glob("*" + SUFFIX)) if self._folder else ():
            with suppress(OSError, NotAFile, UnicodeDecodeError):
                for line in read_file(file).decode("utf-8-sig").splitlines():
                    written, _, meaning = line.partition(" ")
                    if written.upper() == word.upper() and meaning.strip():
                        yield meaning.strip()[:LONGEST]


def _shipped(word: str) -> str:
    with (
        as_file(files("firmware_host") / "data" / SHIPPED) as path,
        path.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as lines,
    ):
        return _look_up(lines, word.encode() + b" ")


def _look_up(lines: mmap.mmap, wanted: bytes) -> str:
    """By halves: the lines are in order, so a few pages of the file are enough."""
    low, high = 0, len(lines)  # a line that begins with `wanted` begins in between
    while low < high:
        begin = lines.rfind(b"\n", 0, (low + high) // 2) + 1
        end = lines.find(b"\n", begin)
        line = lines[begin:end]
        if line.startswith(wanted):
            return line.removeprefix(wanted).decode()
        low, high = (end + 1, high) if line < wanted else (low, begin)
    return ""
