"""Boards as pixels: tiles whose marks can be told without colour.

In place is a filled tile, elsewhere an outlined one, absent a plain letter; what is typed stands on a line.
"""

from functools import lru_cache

from firmware_host.drawing import font
from firmware_host.drawing.font import Glyph
from firmware_host.games.shared.page import CROSSED, EMPTY, TYPED, BoardRow

PITCH, ROW_PITCH = 9, 9  # a tile is nine by ten: a letter of five by six, a gap, a border that the next row shares
IN_PLACE, ELSEWHERE, ABSENT = "G", "Y", "-"
CURSOR = "_"

_NOTHING = (0,) * (ROW_PITCH + 1)
_FILLED = (0, *(0b011111110,) * (ROW_PITCH - 1), 0)
_OUTLINED = (0b111111111, *(0b100000001,) * (ROW_PITCH - 1), 0b111111111)
_STRUCK = (0, 0, 0, 0, 0b111111111, 0b111111111, 0, 0, 0, 0)
_LINE = (*(0,) * ROW_PITCH, 0b001111100)
_CURSOR = (*(0,) * (ROW_PITCH - 1), 0b001111100, 0b001111100)
_DOT = (0, 0, 0, 0, 0, 0b000010000, 0, 0, 0, 0)
_SAID = {
    IN_PLACE: "[{}]",
    ELSEWHERE: "({})",
    ABSENT: " {} ",
    EMPTY: " . ",
    CROSSED: "xxx",
}


def board_size(columns: int, rows: int) -> tuple[int, int]:
    return columns * PITCH, rows * ROW_PITCH + 1


def signs(row: BoardRow, writing: bool) -> str:
    """A sign for each place: its mark, or in the row being written a cursor or a line."""
    if not writing:
        return row.marks
    typed = len(row.marks.rstrip(EMPTY))
    return row.marks[:typed] + CURSOR * (len(row.marks) > typed) + TYPED * (len(row.marks) - typed - 1)


def said(row: BoardRow) -> str:
    """The row as text: `[S](M) I `. A word that is only typed is its letters."""
    text = row.letters.rstrip() if TYPED in row.marks else _said(row.letters, row.marks)
    return f"{text} {row.note}" if row.note else text


@lru_cache(maxsize=2048)
def _said(letters: str, marks: str) -> str:
    tiles = zip(letters, marks, strict=True)
    return "".join(_SAID[sign].format(letter if letter.strip() else "_") for letter, sign in tiles)


@lru_cache(maxsize=2048)
def tiles(letters: str, marks: str) -> tuple[tuple[str, Glyph], ...]:
    """A row of tiles, with a glyph for the ink of each sign."""
    width = board_size(len(letters), 1)[0]
    inks: dict[str, list[int]] = {}
    for place, (letter, sign) in enumerate(zip(letters, marks, strict=True)):
        rows = inks.setdefault(TYPED if sign == CURSOR else sign, list(_NOTHING))
        left = width - PITCH * (place + 1)
        for number, bits in enumerate(_cell(letter, sign)):
            rows[number] |= bits << left
    return tuple((sign, Glyph(width, tuple(rows))) for sign, rows in inks.items())


@lru_cache(maxsize=512)
def _cell(letter: str, sign: str) -> tuple[int, ...]:
    """A tile with its borders, nine by ten."""
    drawn = _NOTHING
    if letter.strip():
        drawn = (0, 0, *(row << 2 for row in font.letter(letter).rows), 0, 0)
    match sign:
        case "G":
            return tuple(fill & ~ink for fill, ink in zip(_FILLED, drawn, strict=True))
        case "Y":
            return _over(drawn, _OUTLINED)
        case "x":
            return _STRUCK
        case "w":
            return _over(drawn, _LINE)
        case "_":
            return _CURSOR
        case ".":
            return _DOT
        case _:
            return drawn


def _over(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a | b for a, b in zip(one, other, strict=True))
