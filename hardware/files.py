"""Reads a file that somebody has named. Only ordinary files are opened, and no more is read than makes sense."""

import os
from pathlib import Path
from stat import S_ISREG

from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say

KILOBYTE = 1024
MOST = 16 * 1024 * KILOBYTE  # many times the largest word list that we ship
NOT_ORDINARY = say("This is not an ordinary file. Give a file, not a folder, a device or a pipe.")


class NotAFile(TextError):
    """A device, a pipe, a folder, or a file that is far too large. It was not opened, or not read to its end."""


def check_ordinary(path: Path) -> None:
    """Opening a device can do harm, and opening a pipe can take for ever."""
    if not S_ISREG(path.stat().st_mode):
        raise NotAFile(NOT_ORDINARY)


def read_file(path: Path, most: int = MOST) -> bytes:
    """Everything in this file; an OSError if it cannot be read, and a `NotAFile` if it should not be."""
    check_ordinary(path)
    opened = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    with os.fdopen(opened, "rb") as file:
        if not S_ISREG(os.fstat(opened).st_mode):  # replaced a moment ago
            raise NotAFile(NOT_ORDINARY)
        return limited(file.read(most + 1), most)


def limited(content: bytes, most: int = MOST) -> bytes:
    """What was read, unless it is more than that."""
    if len(content) > most:
        too_large = say("This is too large: at most {most} kB are read. Is it the right file?", most=most // KILOBYTE)
        raise NotAFile(too_large)
    return content
