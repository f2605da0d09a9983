"""The same words at every table: committed to before anybody plays, opened afterwards, checked by every table. Pure.

A commitment is the SHA-256 of a nonce and the word. Whoever has it can check the word later, and learns nothing before.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from hashlib import sha256
from random import Random

from firmware_host.frozen import frozen

Board = tuple[str, str]  # a nonce and a word

NONCE = 32  # hexadecimal digits


def commitment(nonce: str, word: str) -> str:
    return sha256(f"{nonce}:{word}".encode()).hexdigest()


def committed(words: Iterable[str], rng: Random) -> Iterator[Board]:
    """Each word with its nonce. `rng` must be one that nobody can guess."""
    return ((f"{rng.getrandbits(4 * NONCE):0{NONCE}x}", word) for word in words)


@frozen
class Evening:
    """What everybody may know of an evening: a commitment for each board, and the boards that are opened."""

    name: str
    commitments: tuple[str, ...]
    opened: Mapping[int, Board] = field(default_factory=dict)  # by number, from 1
    over: bool = False

    def fits(self, number: int, board: Board) -> bool:
        return 1 <= number <= len(self.commitments) and commitment(*board) == self.commitments[number - 1]

    def still_hidden(self, number: int) -> bool:
        """A word that was told is nobody's secret any more."""
        return not self.over and number not in self.opened

    def hides(self, name: str, number: int, board: Board) -> bool:
        """Whether this is a word of this evening that somebody has yet to find."""
        return name == self.name and self.still_hidden(number) and self.fits(number, board)

    def broken(self) -> list[int]:
        """The boards that were opened with another word than was committed to, or at the end not at all."""
        unopened = set(range(1, len(self.commitments) + 1)) - set(self.opened) if self.over else set()
        return sorted(unopened | {number for number, board in self.opened.items() if not self.fits(number, board)})

    def as_json(self) -> dict[str, object]:
        opened = {str(number): list(board) for number, board in sorted(self.opened.items())}
        return {"evening": self.name, "boards": list(self.commitments), "opened": opened, "over": self.over}


def read_evening(told: object) -> Evening | None:
    match told:
        case {"evening": str(name), "boards": list(boards), "opened": dict(opened), "over": bool(over)} if all(
            isinstance(each, str) for each in boards
        ):
            return Evening(name, tuple(boards), dict(_opened(opened)), over)
    return None


def _opened(opened: Mapping[str, object]) -> Iterable[tuple[int, Board]]:
    for number, board in opened.items():
        match board:
            case [str(nonce), str(word)] if number.isdecimal() and len(number) < 6:
                yield int(number), (nonce, word)
