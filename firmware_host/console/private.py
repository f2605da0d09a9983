"""Whose turn it is with the private screen: one at a time, handed over before anything is typed on it."""

from collections.abc import Sequence
from dataclasses import replace

from firmware_host.console.page import Page
from firmware_host.console.sitting import Sitting
from firmware_host.console.tasks import ListTask, WaitTask, WordTask


class PrivateScreen:
    """A hand-held screen on its own cable. Somebody with a hooded panel never needs it."""

    def __init__(self) -> None:
        self.holder: int | None = None
        self.peeking: int | None = None  # who holds a key down to look at their own word once more
        self._ready = False

    def wanted_by(self, seats: Sequence[int]) -> None:
        """These seats have something private to do; whoever has the screen keeps it while they have."""
        if self.holder not in seats:
            self.holder = seats[0] if seats else None
            self._ready = False

    def hand_over(self, seat: int) -> bool:
        """ENTER, by the one the screen was called to: from now on it is theirs."""
        if seat != self.holder or self._ready:
            return False
        self._ready = True
        return True

    def in_use_by(self, seat: int) -> bool:
        return seat == self.holder and self._ready

    @property
    def idle(self) -> bool:
        """Nobody has anything private to do or to look at."""
        return self.holder is None and self.peeking is None

    def clear(self) -> None:
        self.holder = self.peeking = None
        self._ready = False

    def call(self, name: str) -> Page:
        """What the screen says before it is handed over: nothing of anybody's word."""
        return Page(title=f"Screen to {name}", lines=(f"{name}:", "press ENTER."), hint="nobody else looks")

    def allow(self, seat: int, sitting: Sitting, hooded: bool, holder_name: str) -> Sitting:
        """The sitting as it is, if this seat can do private things now; otherwise a wait for the screen."""
        if hooded or not sitting.asks_privately or self.in_use_by(seat):
            return sitting
        lines = ("Take the private", "screen: ENTER.") if seat == self.holder else (f"{holder_name} has the", "screen.")
        own = replace(sitting.own, lines=lines, hint="ESC menu")
        return replace(sitting, task=WaitTask(), own=own, private=None, menu=_in_the_open(sitting.menu), waits=True)


def _in_the_open(menu: ListTask | None) -> ListTask | None:
    """What of a menu can be done without the screen: whatever has nothing to type."""
    if menu is None:
        return None
    return replace(menu, items=tuple(item for item in menu.items if not isinstance(item.does, WordTask)))
