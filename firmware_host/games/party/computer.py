"""How a computer plays the party game."""

from collections.abc import Iterator
from typing import NamedTuple

from firmware_host.bots.clues import Clues
from firmware_host.bots.thinking import Thinking, clues_of
from firmware_host.games.party.rules import LETTERS, ROWS, PartyView, WholeRow
from firmware_host.games.shared.declaration import ComputerSeat
from firmware_host.games.shared.marks import unused
from firmware_host.games.shared.sitting import own_side
from firmware_host.games.shared.table import Action


class Guess(NamedTuple):
    """A word on somebody's board."""

    side: str
    row: int
    word: str

    def __repr__(self) -> str:
        return f"Guess(side={self.side!r}, row={self.row})"


class PartyComputer:
    def __init__(self, seat: ComputerSeat) -> None:
        self._head = Thinking(seat)
        self._challenged: set[Guess] = set()  # of the guesses on the boards

    def notice(self, view: PartyView) -> None:
        """A guess that was challenged and is gone may be challenged when it is made again."""
        self._challenged &= set(_guesses(view))

    def act(self, view: PartyView) -> Action | None:
        actions = view.table.actions
        if "secret" in actions:
            return self._head.hide()
        if "challenge" in actions and (target := self._doubtful(view)):
            return Action(self._head.name, "challenge", target=target)
        if "reveal" in actions:
            return Action(self._head.name, "reveal")
        if "guess" not in actions:
            return None
        rows = view.boards[own_side(view.table)].rows
        clues = clues_of(row for row in rows if isinstance(row, WholeRow))
        word = self._head.next_guess(clues, ROWS - len(rows), plurals=False)
        if view.hard:
            word = self._with_all_that_is_shown(word, clues)
        if not word:
            return Action(self._head.name, "give-up")
        return Action(self._head.name, "guess", word=word, row=len(rows) + 1)

    def _with_all_that_is_shown(self, word: str, clues: Clues) -> str:
        """This word if hard mode allows it, or else the likeliest that it allows; empty if no word is left."""
        shown = [(row.word, row.marks) for row in clues.rows]
        every = self._head.words.words(LETTERS)
        return next((each for each in (word, *self._head.possible(clues), *every) if not unused(shown, each)), "")

    def _doubtful(self, view: PartyView) -> str | None:
        """Whose newest guess is no word. Once is enough: one that stays was too old, or its player has left, or the
        table has come to allow it."""
        self.notice(view)
        for guess in _guesses(view):
            newest = guess.row == len(view.boards[guess.side].rows)
            if newest and guess not in self._challenged and not self._head.words.may_guess(guess.word):
                self._challenged.add(guess)
                return guess.side
        return None


def _guesses(view: PartyView) -> Iterator[Guess]:
    """All whose letters are to be seen."""
    for side, board in view.boards.items():
        for number, row in enumerate(board.rows, 1):
            if isinstance(row, WholeRow):
                yield Guess(side, number, row.word)
