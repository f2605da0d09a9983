"""Reads what a panel says from its pixels: the font's own letters, looked for where they may stand."""

from functools import lru_cache

from firmware_host.drawing import font

WIDTH, HEIGHT = 128, 64
CELL = 5  # pixels of a digit in large letters, and one between two
DIGITS = 6


def rows_of(picture: bytes) -> list[int]:
    """A panel's lines of pixels as numbers whose highest bit is the left-most one."""
    line = WIDTH // 8
    return [int.from_bytes(picture[place : place + line], "big") for place in range(0, len(picture), line)]


def says(picture: bytes, words: str) -> bool:
    """Whether these words stand somewhere on it, in one line: lit, or dark in a lit bar, as messages do."""
    glyph, rows = font.glyphs(words), rows_of(picture)
    mask = (1 << glyph.width) - 1
    lit, dark = list(glyph.rows), [mask ^ bits for bits in glyph.rows]
    for top in range(HEIGHT - font.HEIGHT + 1):
        for shift in range(WIDTH - glyph.width + 1):
            seen = [row >> shift & mask for row in rows[top : top + font.HEIGHT]]
            if seen in (lit, dark):
                return True
    return False


def digits(picture: bytes) -> str:
    """Six digits in large letters; nothing if there are none."""
    rows = rows_of(picture)
    for scale in (2, 1):
        step = (CELL + 1) * scale
        for top in range(HEIGHT - font.HEIGHT * scale + 1):
            for left in range(WIDTH - DIGITS * step + scale + 1):
                read = [_digit(rows, left + place * step, top, scale) for place in range(DIGITS)]
                if all(read):
                    return "".join(read)
    return ""


def _digit(rows: list[int], left: int, top: int, scale: int) -> str:
    width = CELL * scale
    shift = WIDTH - left - width
    seen = tuple(rows[top + row] >> shift & ((1 << width) - 1) for row in range(font.HEIGHT * scale))
    return _cells(scale).get(seen, "")


@lru_cache
def _cells(scale: int) -> dict[tuple[int, ...], str]:
    """Each digit as it fills its cell."""
    cells = {}
    for digit in "0123456789":
        glyph = font.glyphs(digit)
        margin = (CELL - glyph.width) * scale // 2
        right = CELL * scale - margin - glyph.width * scale
        wide = [_stretched(bits, glyph.width, scale) << right for bits in glyph.rows]
        cells[tuple(row for row in wide for _ in range(scale))] = digit
    return cells


def _stretched(bits: int, width: int, scale: int) -> int:
    pixels = format(bits, f"0{width}b")
    return int("".join(pixel * scale for pixel in pixels), 2)
