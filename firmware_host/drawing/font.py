"""Letters as pixels: the font of the panels, and the letters that fill a tile or an LED grid.

Both fonts are our own, in `firmware_host/data`. The panels' font has Latin-1 and Latin Extended-A; the letters of tiles
and grids are A–Z and digits, because words are English. A character without a glyph becomes a small box, not an error.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import resources

from firmware_host.frozen import frozen

HEIGHT = 8  # of a line of text: seven rows of letter and accent, and one for tails
SPACE_WIDTH = 2
UNKNOWN = "▢"
ELLIPSIS = "…"

# Written differently, read the same.
ALIKE = {"−": "-", "\u00ad": ""}
_AFTER_SIGNS = re.compile(r"(?<=[./:])(?=\w)")


@frozen
class Glyph:
    """A character: its rows from the top, each a number whose highest bit is the left-most pixel."""

    width: int
    rows: tuple[int, ...]


def plain(text: str) -> str:
    """The text in characters that the font has. The simulator and screen readers get the same."""
    return text if text.isascii() and text.isprintable() else _folded(text)


@lru_cache(maxsize=1024)
def _folded(text: str) -> str:
    return "".join(_fold(character) for character in unicodedata.normalize("NFC", text))


def _fold(character: str) -> str:
    if character in ALIKE:
        return ALIKE[character]
    if character in _font():
        return character
    if character.isspace():
        return " "
    base = _without_accents(character)
    return base if base and all(part in _font() for part in base) else UNKNOWN


def _without_accents(character: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFKD", character) if not unicodedata.combining(part))


def width(text: str) -> int:
    """How many pixels a line of text takes."""
    return glyphs(text).width


@lru_cache(maxsize=4096)
def glyphs(text: str) -> Glyph:
    """A line of text as one wide glyph, with a pixel between letters."""
    whole, rows = 0, [0] * HEIGHT
    for character in plain(text):
        glyph = _glyph(character)
        step = glyph.width + (1 if whole else 0)
        rows = [row << step | bits for row, bits in zip(rows, glyph.rows, strict=True)]
        whole += step
    return Glyph(whole, tuple(rows))


@cache
def letter(character: str) -> Glyph:
    """A letter or digit of five by six pixels, for a tile or a whole LED grid."""
    letters = _read("letters.txt")
    rows = letters.get(_without_accents(character)[:1].upper()) or letters["?"]
    return Glyph(5, tuple(map(_bits, rows.split("\n"))))


def shortened(text: str, room: int) -> str:
    """As much of the text as fits, ending in an ellipsis if something is left out."""
    if width(text) <= room:
        return text
    return text[: _fitting(text, room - width(ELLIPSIS) - 1)].rstrip() + ELLIPSIS


def _fitting(text: str, room: int) -> int:
    """How many of its first characters fit."""
    return bisect_right(range(1, len(text) + 1), room, key=lambda count: width(text[:count]))


@lru_cache(maxsize=1024)
def widest_word(text: str) -> int:
    return max((width(piece) for word in text.split() for piece in _pieces(word)), default=0)


@lru_cache(maxsize=1024)
def wrapped(text: str, room: int) -> tuple[str, ...]:
    """The text in lines that fit, broken between words. A word longer than a line is broken too."""
    lines: list[str] = []
    line = ""
    for gap, word in _words(text, room):
        longer = f"{line}{gap}{word}" if line else word
        if width(longer) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while width(line) > room:
            fits = max(1, _fitting(line, room))
            lines.append(line[:fits])
            line = line[fits:]
    return (*lines, line) if line else tuple(lines)


LITTLE = 0.4  # of a line: looks like a word that was forgotten


def balanced(text: str, room: int) -> tuple[str, ...]:
    """As many lines as `wrapped` needs. If little were left for the last one, all get about the same length."""
    lines = wrapped(text, room)
    if not lines or width(lines[-1]) >= room * LITTLE:
        return lines
    while len(lines) > 1:
        room = max(map(width, lines)) - 1
        narrower = wrapped(text, room) if widest_word(text) <= room else ()
        if len(narrower) != len(lines):
            break
        lines = narrower
    return lines


def _words(text: str, room: int) -> Iterator[tuple[str, str]]:
    """Each word, or piece of one that is too long, and what stands before it."""
    for word in text.split():
        first, *more = _pieces(word) if width(word) > room else (word,)
        yield " ", first
        yield from (("", piece) for piece in more)


def _pieces(word: str) -> tuple[str, ...]:
    """Where a long word may be broken: an address after its dots, colons and slashes."""
    return tuple(_AFTER_SIGNS.split(word))


# ── the files ────────────────────────────────────────────────────────────────────────────────────


@cache
def _glyph(character: str) -> Glyph:
    """Each glyph is as wide as it is drawn, except digits: all have one width, so that a clock does not jump."""
    font = _font()
    return _trimmed(character, font[character].split("\n")) if character in font else _glyph(UNKNOWN)


def _font() -> Mapping[str, str]:
    return _read("font.txt")


@cache
def _read(name: str) -> Mapping[str, str]:
    """A font file: for each glyph its character (or code point) and its rows, an empty line in between."""
    text = resources.files("firmware_host").joinpath("data", name).read_text(encoding="utf-8")
    _, *entries = text.strip().split("\n\n")
    named = (entry.partition("\n") for entry in entries)
    return {chr(int(key[2:], 16)) if key.startswith("U+") else key: rows for key, _, rows in named}


def _trimmed(character: str, rows: list[str]) -> Glyph:
    inked = [column for column in range(len(rows[0])) if any(row[column] == "#" for row in rows)]
    if not inked:
        return Glyph(SPACE_WIDTH, (0,) * HEIGHT)
    if character.isascii() and character.isdigit():
        return Glyph(5, tuple(_bits(row) for row in rows))
    first, last = inked[0], inked[-1]
    return Glyph(last - first + 1, tuple(_bits(row[first : last + 1]) for row in rows))


def _bits(row: str) -> int:
    return int(row.replace("#", "1").replace(".", "0"), 2)
