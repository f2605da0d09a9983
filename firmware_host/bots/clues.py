"""What a player knows about a hidden word, and which words that leaves. Pure; shared by the bots of all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

from firmware_host.frozen import frozen

Order = Literal["<", ">", "="]
"""Where the secret stands in the alphabet, seen from a query."""


@frozen
class Row:
    """A word on a board with its marks, and with the order clue where the table plays with them."""

    word: str
    marks: str
    order: Order | None = None

    def tiles(self) -> Iterator[tuple[int, str, str]]:
        """Position (from 1), letter and mark of each tile."""
        return zip(range(1, len(self.word) + 1), self.word, self.marks, strict=True)


@frozen
class Clues:
    """Everything known about one hidden word. Positions count from 1, as at the table.

    A crossed-out row told nobody anything, so it is not among the rows.
    """

    rows: tuple[Row, ...] = ()
    at: frozenset[tuple[int, str]] = frozenset()  # this letter stands here
    not_at: frozenset[tuple[int, str]] = frozenset()  # this letter is in the word, but not here
    out: frozenset[str] = frozenset()  # these letters are not in the word

    @classmethod
    def of(cls, *rows: tuple[str, str]) -> Clues:
        """The clues of a plain board: `Clues.of(("SMILE", "G--YG"), …)`."""
        return cls(tuple(Row(word, marks) for word, marks in rows))

    def and_row(self, word: str, marks: str, order: Order | None = None) -> Clues:
        """The same clues and one row more."""
        return Clues((*self.rows, Row(word, marks, order)), self.at, self.not_at, self.out)


def possible(words: Iterable[str], clues: Clues) -> list[str]:
    """The words that fit every clue, in the order given.

    Marks are taken apart into letters here, not here, and so many of each; every pass over the words then asks
    one cheap question of fewer words than the one before, which is several times faster than marking each word.
    """
    left = list(words)
    if any(_never_given(row) for row in clues.rows):
        return []
    for row in clues.rows:
        left = _in_order(left, row)
    here = clues.at | {(p, c) for row in clues.rows for p, c, mark in row.tiles() if mark == "G"}
    for position, letter in here:
        left = [word for word in left if word[position - 1] == letter]
    for letter, fewest in _fewest(clues).items():
        left = [word for word in left if letter in word] if fewest == 1 else _holding(left, letter, fewest)
    for letter, most in _most(clues).items():
        left = [word for word in left if letter not in word] if most == 0 else _not_over(left, letter, most)
    not_here = clues.not_at | {(p, c) for row in clues.rows for p, c, mark in row.tiles() if mark != "G"}
    for position, letter in not_here:
        left = [word for word in left if word[position - 1] != letter]
    return left


def _never_given(row: Row) -> bool:
    """Whether no secret gives these marks, as of equal letters the left one gets the tile: a slip of hand marking."""
    for letter in set(row.word):
        loose = [mark for _, c, mark in row.tiles() if c == letter and mark != "G"]
        if ("-", "Y") in pairwise(loose):
            return True
    return False


def _in_order(words: list[str], row: Row) -> list[str]:
    match row.order:
        case "<":
            return [word for word in words if word < row.word]
        case ">":
            return [word for word in words if word > row.word]
        case "=":
            return [word for word in words if word == row.word]
        case None:
            return words


def _holding(words: Sequence[str], letter: str, fewest: int) -> list[str]:
    return [word for word in words if word.count(letter) >= fewest]


def _not_over(words: Sequence[str], letter: str, most: int) -> list[str]:
    return [word for word in words if word.count(letter) <= most]


def _fewest(clues: Clues) -> Counter[str]:
    """How many copies of a letter the word holds at least: as many as got a tile in one row."""
    fewest = Counter({letter for _, letter in clues.not_at})
    for row in clues.rows:
        fewest |= Counter(letter for _, letter, mark in row.tiles() if mark != "-")
    return fewest


def _most(clues: Clues) -> dict[str, int]:
    """How many copies of a letter the word holds at most, for letters of which one went without a tile."""
    most = dict.fromkeys(clues.out, 0)
    for row in clues.rows:
        tiled = Counter(letter for _, letter, mark in row.tiles() if mark != "-")
        for _, letter, mark in row.tiles():
            if mark == "-":
                most[letter] = min(most.get(letter, len(row.word)), tiled[letter])
    return most
