"""A panel while a page is put on it: where the next thing goes, in which style, and what it says in words."""

from dataclasses import dataclass

from firmware_host.console import font
from firmware_host.console.canvas import Canvas, Size
from firmware_host.console.palettes import Palette

CLOCK_ROOM = 29  # "10:00" and a gap


@dataclass(frozen=True, slots=True)
class Style:
    """How generously a page is laid out."""

    tiles: int  # 1 or 2: the size of a board's tiles
    roomy: bool  # a rule beneath the title, gaps between the blocks
    big: int  # how large a big word is; 0 leaves it out where the board shows it too
    title_above: bool = False  # across the whole panel, the board beneath it
    notes: bool = True  # beside the rows of a board
    alphabet: bool = True
    board: bool = True
    shorten: bool = False  # the last resort: leave out what does not fit, with an ellipsis


class Sheet:
    """Blocks are put down from the top, beside the board and then beneath it; `y` is where the next one begins."""

    def __init__(self, size: Size, palette: Palette, style: Style, bottom: int, spare: int = 0) -> None:
        self.canvas = Canvas(size)
        self.palette = palette
        self.style = style
        self.text: list[str] = []
        self.shortened: list[str] = []  # texts that did not fit
        self.left_out: list[str] = []  # what this style or the width of a panel has no room for, by design
        self.spare = spare  # height left over, to centre what stands free
        self.y = 0
        self.bottom = bottom  # of what may be written on: beneath it are hint and message
        self.beside, self.board_bottom = 0, 0  # the board's place: nothing else stands left of and above these

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
        """What is too tall or too wide to stand beside a short board begins beneath it, with the whole width."""
        too_much = self.y + height > self.board_bottom or widest > self.room
        if self.y < self.board_bottom and too_much and self.board_bottom + (beneath or height) < self.bottom:
            self.y = self.board_bottom + 1

    def fits(self, height: int, what: str) -> bool:
        """Whether there is room; where there is none, that is a problem, or in the last resort left out and told."""
        if self.y + height <= self.bottom:
            return True
        (self.shortened if self.style.shorten else self.canvas.problems).append(f"no room: {what}")
        return False

    def lines_left(self, wanted: int) -> int:
        """How many of so many lines there is room for; in the last resort one less, to say how many more there are."""
        room = max(0, (self.bottom - self.y) // font.HEIGHT)
        if wanted <= room or not self.style.shorten:
            return wanted
        self.shortened.append(f"{wanted} lines")
        return max(0, room - 1)

    def shorten(self, text: str, room: int) -> str:
        short = font.shortened(text, room)
        if short != text:
            self.shortened.append(text)
        return short
