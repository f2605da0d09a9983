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
    shorten: bool = False  # the last resort: leave out what does not fit, with an ellipsis


class Sheet:
    """Blocks are put down from the top, beside the board and then beneath it; `y` is where the next one begins."""

    def __init__(self, size: Size, palette: Palette, style: Style, bottom: int, spare: int = 0) -> None:
        self.canvas = Canvas(size)
        self.palette = palette
        self.style = style
        self.text: list[str] = []
        self.shortened: list[str] = []
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

    def settle(self, height: int) -> None:
        """Beneath a short board rather than half beside it: what is this tall begins where it has the whole width."""
        if self.y < self.board_bottom < self.y + height and self.board_bottom + height <= self.bottom:
            self.y = self.board_bottom + 1

    def fits(self, height: int, what: str) -> bool:
        """Whether there is room; where there is none, that is a problem, or in the last resort left out and told."""
        if self.y + height <= self.bottom:
            return True
        (self.shortened if self.style.shorten else self.canvas.problems).append(f"no room: {what}")
        return False

    def shorten(self, text: str, room: int) -> str:
        short = font.shortened(text, room)
        if short != text:
            self.shortened.append(text)
        return short
