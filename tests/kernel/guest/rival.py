"""Another program that wants a keypad for itself, as the console does."""

import errno
import os
from collections.abc import Iterable
from fcntl import ioctl

from tests.kernel.guest.light import EVIOCGRAB


class Rival:
    """Has what it has grabbed until it lets go."""

    def __init__(self) -> None:
        self._files: list[int] = []

    def grab(self, paths: Iterable[str]) -> None:
        for path in paths:
            self._files.append(os.open(path, os.O_RDONLY))
            ioctl(self._files[-1], EVIOCGRAB, 1)

    def let_go(self) -> None:
        while self._files:
            os.close(self._files.pop())


def is_taken(path: str) -> bool:
    """Whether somebody has this node. Only trying tells; a console that tries in the same moment tries again."""
    rival = Rival()
    try:
        rival.grab([path])
    except OSError as error:
        return error.errno == errno.EBUSY
    else:
        return False
    finally:
        rival.let_go()
