"""A panel that a page is being put on: where the next block goes, in which style, and the page in words."""

import math

from firmware_host.drawing import font
from firmware_host.drawing.canvas import Canvas, Size
from firmware_host.drawing.palettes import Palette
from firmware_host.frozen import frozen
from firmware_host.texts.language import Language

CLOCK_ROOM = 29  # "10:00" and a gap
USUAL = (112, 64)  # pixels: a panel that is smaller in width or height has no room for longer words


@frozen
class Style:
    """How generously a page is laid out."""

    tiles: int  # 1 or 2: the size of a board's tiles
    roomy: bool  # a rule beneath the title, gaps between the blocks
    big: int  # how large a big word is; 0 leaves it out where the board shows it too
    title_above: bool = False  # across the whole panel, the board beneath it
    notes: bool = True  # beside the rows of a board
    alphabet: bool = True
    board: bool = True
    rows: int = 0  # of the board, at most: the newest; 0 for as many as fit
    list_first: bool = False  # beside the board; what is said about it stands beneath both
    code: bool = True
    address: bool = True  # beside the code, in letters too
    hints: int = 1  # how many lines the hint may take; 0 leaves it out
    shorten: bool = False  # the last resort: leave out what does not fit, with an ellipsis


def is_small(size: Size) -> bool:
    return size[0] < USUAL[0] or size[1] < USUAL[1]


def lines_on(size: Size) -> int:
    """How many lines of text fit. On a narrow panel one more of them is likely to be broken."""
    return size[1] // font.HEIGHT - (size[0] < USUAL[0])


class Sheet:
    """Blocks are put down from the top, beside the board and then beneath it. The next one begins at `y`."""

    def __init__(
        self, size: Size, palette: Palette, style: Style, bottom: int, language: Language, spare: int = 0
    ) -> None:
        self.language = language
        self.canvas = Canvas(size)
        self.palette = palette
        self.style = style
        self.text: list[str] = []
        self.shortened: list[str] = []  # texts that did not fit
        self.left_out: list[str] = []  # what this style or panel has no room for, by design
        self.spare = spare  # height left over, to centre a page of words
        self.y = 0
        self.bottom = bottom  # where the hint or message begins
        self.beside, self.board_bottom = 0, 0  # the right and bottom edge of the board

    @property
    def small(self) -> bool:
        return is_small(self.canvas.size)

    @property
    def gap(self) -> int:
        return 2 if self.style.roomy else 0

    @property
    def left(self) -> int:
        """Where a line begins at this height: beside the board, or beneath it at the edge."""
        return self.beside if self.y < self.board_bottom else 0

    @property
    def room(self) -> int:
        return self.canvas.size[0] - self.left

    def settle(self, height: int, beneath: int = 0, widest: int = 0) -> None:
        """Moves beneath the board what is too tall or too wide to stand beside it."""
        too_much = self.y + height > self.board_bottom or widest > self.room
        if self.y < self.board_bottom and too_much and self.board_bottom + (beneath or height) < self.bottom:
            self.y = self.board_bottom + 1

    def fits(self, height: int, what: str) -> bool:
        """Whether there is room. If not, that is recorded: as a problem, or in the last resort as shortened."""
        if self.y + height <= self.bottom:
            return True
        (self.shortened if self.style.shorten else self.canvas.problems).append(f"no room: {what}")
        return False

    def in_sight(self, count: int, turned: int, kept: int | None = None, beside: int = 1) -> tuple[int, ...]:
        """Which of so many lines are shown, with so many beside each other.

        All of them, or in the last resort as many as fit: the next ones each time the reader turns on, and `kept`.
        """
        room = max(1, (self.bottom - self.y) // font.HEIGHT) * beside
        if count <= room or not self.style.shorten:
            return tuple(range(count))
        turning = [number for number in range(count) if number != kept]
        room = max(1, room - (kept is not None))
        first = turned % math.ceil(len(turning) / room) * room
        return tuple(sorted((*turning[first : first + room], *(() if kept is None else (kept,)))))

    def shorten(self, text: str, room: int) -> str:
        short = font.shortened(text, room)
        if short != text:
            self.shortened.append(text)
        return short

    def put(self, text: str, x: int, scale: int = 1) -> None:
        """Writes a line here. It must end above the hint."""
        height = font.HEIGHT * scale
        if self.fits(height, text):
            self.canvas.text(text, x, self.y, scale)
            self.y += height

    def wrapped(self, text: str, room: int) -> tuple[str, ...]:
        """The text in lines. A word longer than a line is a problem; in the last resort it is broken or shortened."""
        if font.widest_word(text) <= room:
            return font.wrapped(text, room)
        if self.style.shorten and self.small:
            return font.wrapped(" ".join(self.shorten(word, room) for word in text.split()), room)
        if self.style.shorten:
            return font.wrapped(text, room)
        self.canvas.problems.append(f"breaks a word: {text}")
        return font.wrapped(text, room)
