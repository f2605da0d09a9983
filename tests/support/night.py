"""An evening with a journal, for tests: played in virtual time, kept for real."""

import json
import sqlite3
from pathlib import Path

import pytest

from firmware_host.console.journal import Journal
from hardware.virtual import VirtualClock
from tests.evening import Evening

SEATS = {1: "Ann", 2: "Bob", 3: "Cy"}
COMPUTERS = {"Dot": "fair"}
RESULT = {"game": "party", "scores": {"Ann": 4, "Bob": 7, "Cy": 5}, "winners": ["Ann"], "rounds": 3}


def nothing() -> None:
    """Nobody waits."""


class Night:
    """One evening with a journal, in virtual time: what is played is kept, and `safe` counts what was told to be."""

    def __init__(self, file: Path, patience: float = 0.0) -> None:
        self.clock = VirtualClock()
        self.journal = Journal.on_the_spot(file, self.clock, lambda: 1_000.0, patience)
        self.told: list[str] = []
        self.journal.listen(self.told.append)
        self.safe = 0

    def begins(self, evening: Evening) -> "Night":
        self.evening = evening
        self.journal.begin(evening.session.save(), SEATS, COMPUTERS, self._is_safe)
        self.clock.settle()
        return self

    def plays(self, who: str, action: str, **fields: object) -> None:
        self.evening.waits(1)
        self.evening.does(who, action, **fields)
        self.keeps()

    def keeps(self) -> None:
        self.journal.add(self.evening.session.newest_entry(), self._is_safe)
        self.clock.settle()

    def _is_safe(self) -> None:
        self.safe += 1


def party(timer: float | None = None) -> Evening:
    return Evening("party", "Ann", "Bob", "Cy", "Dot", timer=timer)


def a_round(night: Night) -> None:
    night.begins(party())
    night.plays("Ann", "secret", word="SOLVE")
    for guesser, word in (("Bob", "CRUMB"), ("Cy", "SLOPE"), ("Dot", "SOLVE"), ("Bob", "SOLVE"), ("Cy", "SOLVE")):
        night.plays(guesser, "guess", word=word)


def passed(moment: int) -> str:
    """An entry of a log, when what it says does not matter."""
    return json.dumps({"time": moment})


def connections(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """Every database that is opened from now on."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def note(*arguments: object, **options: object) -> sqlite3.Connection:
        opened.append(connect(*arguments, **options))  # type: ignore[call-overload]  # passed through
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", note)
    return opened
