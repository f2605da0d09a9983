"""What the league has committed to, evening by evening, as this table heard it first.

It is in the journal, too: a table that starts again still knows it, and nobody can change it meanwhile.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Protocol

from firmware_host.league.words import Evening
from firmware_host.texts.text import Text, say
from hardware.clock import LoopClock

MOST = 50  # evenings
LONGEST_NAME = 40  # of an evening
KEPT_AFTER = 5.0  # seconds: a broker that tells of ever new evenings does not keep the disk busy


class Kept(Protocol):
    def pledges(self) -> Mapping[str, str]: ...
    def pledge(self, pledges: Mapping[str, str]) -> None: ...


class Pledges:
    """For each evening a checksum of everything that was committed to: the league cannot change that, only open it."""

    def __init__(self, kept: Kept, clock: LoopClock, complain: Callable[[Text], None]) -> None:
        self._kept = kept
        self._clock = clock
        self._complain = complain
        self._first = dict(kept.pledges())
        self._is_due = False
        self.checked: Mapping[str, frozenset[int]] = {}  # of the last evenings, the boards that were opened honestly

    def hold(self, evening: Evening) -> bool:
        """Whether this is what was committed to, and opened so. Everybody is told if it is not."""
        if len(evening.name) > LONGEST_NAME:
            return False
        if evening.name not in self._first:
            self._first = dict([*self._first.items(), (evening.name, _checksum(evening))][-MOST:])
            self._keep_soon()
        is_first, wrong = self._first[evening.name] == _checksum(evening), evening.broken()
        if not is_first:
            self._complain(say("The league has changed the words that it had committed to. Ask its organiser."))
        elif wrong:
            self._complain(say("The league revealed other words than it had committed to. Ask its organiser."))
        else:
            honest = {**self.checked, evening.name: frozenset(evening.opened)}
            self.checked = {name: boards for name, boards in honest.items() if name in self._first}
        return is_first

    def _keep_soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._clock.call_later(KEPT_AFTER, self._keep)

    def _keep(self) -> None:
        self._is_due = False
        self._kept.pledge(self._first)


def _checksum(evening: Evening) -> str:
    return sha256("\n".join(evening.commitments).encode("utf-8", "replace")).hexdigest()
