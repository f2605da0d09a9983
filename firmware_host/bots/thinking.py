"""What computer players of all games share: hiding a word, and finding one from the clues on a board."""

from collections.abc import Iterable
from random import Random
from typing import Protocol

from firmware_host.bots.clues import Clues, Row, possible
from firmware_host.bots.solver import Solver
from firmware_host.games.shared.declaration import ComputerSeat
from firmware_host.games.shared.table import Action


class Marked(Protocol):
    """A row of any board whose letters are to be seen."""

    @property
    def word(self) -> str: ...
    @property
    def marks(self) -> str: ...


class Thinking:
    """One computer player's head. Its moods come from the seed, so that the same evening plays the same way twice."""

    def __init__(self, seat: ComputerSeat) -> None:
        self.name = seat.name
        self.level = seat.level
        self.words = seat.words
        self.rng = Random(f"wordtable bot {seat.name} {seat.seed}")
        self._letters = seat.letters
        self._solvers: dict[bool, Solver] = {}

    def hide(self) -> Action:
        return Action(self.name, "secret", word=self.rng.choice(self.words.common(self._letters)))

    def next_guess(self, clues: Clues, rows_left: int, *, plurals: bool) -> str:
        if plurals not in self._solvers:
            likely, allowed = self.words.common(self._letters, plurals=plurals), self.words.words(self._letters)
            certain = self.words.hides_only_a_list
            self._solvers[plurals] = Solver(likely, allowed, self.level, certain=certain)
        return self._solvers[plurals].next_guess(clues, rows_left, self.rng)

    def possible(self, clues: Clues) -> list[str]:
        likely, allowed = self.words.common(self._letters, plurals=True), self.words.words(self._letters)
        return possible(likely, clues) or possible(allowed, clues)


def clues_of(rows: Iterable[Marked]) -> Clues:
    """What the rows of a board tell."""
    return Clues(tuple(Row(row.word, row.marks) for row in rows))
