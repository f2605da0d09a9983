"""An evening with a journal, for tests: played in virtual time, kept for real."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware_host.journal.journal import Journal
from firmware_host.journal.seals import seal, unseal
from firmware_host.texts.language import english
from hardware.clock import VirtualClock
from tests.support.evening import Evening

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
        self.journal.listen(lambda trouble: self.told.append(english(trouble)))
        self.safe = 0

    @property
    def trouble(self) -> str:
        return english(self.journal.trouble)

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


def rewrite(file: Path, kind: str, change: Callable[[list[Any]], object], which: int = -1) -> None:
    """What one row of this kind says becomes something else, as if it had been written like that."""
    with closing(sqlite3.connect(file)) as database, database:
        rows = [unseal(sealed) for (sealed,) in database.execute("SELECT sealed FROM rows ORDER BY number")]
        row = [row for row in rows if row is not None and row.kind == kind][which]
        change(content := json.loads(row.content))
        changed = seal(replace(row, content=json.dumps(content)))
        database.execute("UPDATE rows SET sealed = ? WHERE number = ?", (changed, row.number))


def spoil(file: Path, kind: str, which: int = -1) -> None:
    """One bit of a row of this kind is flipped, in the file itself."""
    content = bytearray(file.read_bytes())
    found = re.finditer(rf"wt2 {kind} (\d+) \d+ [0-9a-f]+ ".encode(), content)
    places = sorted((int(row[1]), row.end()) for row in found)
    content[places[which][1]] ^= 1
    file.write_bytes(content)


def connections(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """Every database that is opened from now on."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def note(*arguments: object, **options: object) -> sqlite3.Connection:
        opened.append(connect(*arguments, **options))  # type: ignore[call-overload]  # passed through
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", note)
    return opened
