"""Codes that a phone can scan (QR codes): their squares, and how large they can be drawn beside or above some words."""

from functools import lru_cache
from typing import NamedTuple

from firmware_host.drawing.canvas import Size
from firmware_host.drawing.font import Glyph

SMALLEST = 2  # pixels a square: a phone cannot read less from a small panel
EDGE = 3  # pixels of light around it at least; the standard wishes for four squares
USUAL_EDGE = 4  # squares
WORDS_BESIDE = 52  # pixels that words need beside it
WORDS_BELOW = 49


class Placed(NamedTuple):
    """Where a code stands: the side of its lit square, and the pixels of one of its own squares."""

    side: int
    scale: int
    beside: bool  # words stand beside it; otherwise below


@lru_cache(maxsize=16)
def code_rows(text: str) -> tuple[str, ...]:
    """Rows of squares, a 1 for each dark one; none without text, or where the library for it is missing."""
    if not text:
        return ()
    try:
        import segno  # only tables with web pages have it
    except ImportError:
        return ()
    code = segno.make(text, error="l", micro=False)  # as few squares as possible, then as much redundancy as fits
    return tuple("".join("1" if dark else "0" for dark in row) for row in code.matrix)


def place_code(squares: int, size: Size) -> Placed | None:
    """As large as there is room for; None if a phone could not read it."""
    width, height = size
    beside = Placed(*_side(squares, min(width - WORDS_BESIDE, height)), beside=True)
    below = Placed(*_side(squares, min(width, height - WORDS_BELOW)), beside=False)
    best = max(beside, below, key=lambda placed: placed.scale)
    return best if squares and best.scale >= SMALLEST else None


def _side(squares: int, room: int) -> tuple[int, int]:
    scale = max(0, (room - 2 * EDGE) // max(1, squares))
    return min(room, (squares + 2 * USUAL_EDGE) * scale), scale


@lru_cache(maxsize=16)
def code_glyph(text: str, placed: Placed) -> Glyph:
    """The light around and between the dark squares: what a panel lights."""
    rows, side, scale = code_rows(text), placed.side, placed.scale
    before = (side - len(rows) * scale) // 2
    lit = (1 << side) - 1
    after = side - before - len(rows) * scale
    dark = [
        sum(((1 << scale) - 1) << after + (len(row) - 1 - at) * scale for at, cell in enumerate(row) if cell == "1")
        for row in rows
    ]
    inside = [lit & ~row for row in dark for _ in range(scale)]
    return Glyph(side, (*[lit] * before, *inside, *[lit] * after))
