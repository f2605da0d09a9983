"""What a guess tells you: its marks, the order clue, and the letters that a board has ruled in or out.

Pure functions of the words. Green `G` is in its place, yellow `Y` is in the word elsewhere, `-` is not in it.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import product

from firmware_host.frozen import frozen

# Every row of five marks, in the order in which `-YG` count in threes: a row is found by its number, not built.
_ROWS_OF_FIVE = tuple("".join(row) for row in product("-YG", repeat=5))


def mark(secret: str, guess: str) -> str:
    """The marks of a guess: greens first, then yellows from the left while copies of the letter are left."""
    try:
        a, b, c, d, e = iter(guess)  # five letters or a ValueError; `iter` because mypy lets no string be unpacked
        v, w, x, y, z = iter(secret)
    except ValueError:
        return _mark_any_length(secret, guess)

    # Written out by hand because bots mark millions of guesses. A letter that is green becomes the word
    # "green", which can never be found again among the four letters or fewer that are then left.
    row, left = 0, secret
    if a == v:
        row, left, a = row + 162, left.replace(a, "", 1), "green"
    if b == w:
        row, left, b = row + 54, left.replace(b, "", 1), "green"
    if c == x:
        row, left, c = row + 18, left.replace(c, "", 1), "green"
    if d == y:
        row, left, d = row + 6, left.replace(d, "", 1), "green"
    if e == z:
        row, left, e = row + 2, left.replace(e, "", 1), "green"

    if a in left:
        row, left = row + 81, left.replace(a, "", 1)
    if b in left:
        row, left = row + 27, left.replace(b, "", 1)
    if c in left:
        row, left = row + 9, left.replace(c, "", 1)
    if d in left:
        row, left = row + 3, left.replace(d, "", 1)
    if e in left:
        row += 1
    return _ROWS_OF_FIVE[row]


def _mark_any_length(secret: str, guess: str) -> str:
    if len(secret) != len(guess):
        raise ValueError(f"A guess needs as many letters as the secret: {len(secret)}, not {len(guess)}.") from None
    left = [hidden for hidden, letter in zip(secret, guess, strict=True) if hidden != letter]
    marks = ""
    for hidden, letter in zip(secret, guess, strict=True):
        if hidden == letter:
            marks += "G"
        elif letter in left:
            marks += "Y"
            left.remove(letter)
        else:
            marks += "-"
    return marks


def order(secret: str, query: str) -> str:
    """`<` when the secret comes before the query in the alphabet, `>` when after, `=` when they are equal."""
    return "<" if secret < query else ">" if secret > query else "="


@frozen
class Letters:
    """What a board says of the alphabet, each in A–Z order; a letter in neither is still open."""

    known_in: str
    known_out: str


def letters(rows: Iterable[tuple[str, str]]) -> Letters:
    """What the rows of one board, each a word and its marks, say together: a tile anywhere makes a letter known in."""
    tried: set[str] = set()
    found: set[str] = set()
    for word, marks in rows:
        tried.update(word)
        found.update([letter for letter, tile in zip(word, marks, strict=True) if tile != "-"])
    return Letters(known_in="".join(sorted(found)), known_out="".join(sorted(tried - found)))


@frozen
class Unused:
    """What a guess leaves out: a letter that must stay in its place, or one of which so many copies must be used."""

    letter: str
    copies: int
    place: int | None = None  # from 1; None where it may stand anywhere


def unused(rows: Iterable[tuple[str, str]], guess: str) -> Unused | None:
    """The first thing that the rows of one board have shown and that this guess does not use; None if it uses all."""
    shown: Counter[str] = Counter()
    for word, marks in rows:
        for place, (letter, tile) in enumerate(zip(word, marks, strict=True)):
            if tile == "G" and guess[place] != letter:
                return Unused(letter, 1, place + 1)
        shown |= Counter(letter for letter, tile in zip(word, marks, strict=True) if tile != "-")
    return next((Unused(letter, copies) for letter, copies in shown.items() if guess.count(letter) < copies), None)
