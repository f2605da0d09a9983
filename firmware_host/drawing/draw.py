"""Pages as pixels, for panels of any size, in black and white or in colour. Knows no game, touches no wire.

A page is laid out as generously as there is room: the first of several styles in which nothing is cut off or overlaps.
What still does not fit is shortened with an ellipsis. The still part is kept, so that a tick draws only the time.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from PIL import Image

from firmware_host.console import blocks, font
from firmware_host.console.canvas import WHITE, Size, coloured, packed, solid, written
from firmware_host.console.page import Page
from firmware_host.console.palettes import GREEN_YELLOW, Palette
from firmware_host.console.sheet import CLOCK_ROOM, Sheet, Style
from hardware.ports import Colour, PanelFrame

HURRY = 10  # seconds left from which the clock is inverted
IN_A_HURRY: Colour = (255, 60, 40)
LARGE = Style(tiles=2, roomy=True, big=0, title_above=True)
COMPACT = Style(tiles=1, roomy=False, big=0)
STYLES = (
    Style(tiles=1, roomy=True, big=2),
    replace(COMPACT, big=2),
    replace(COMPACT, big=1),
    COMPACT,
    replace(COMPACT, alphabet=False),
)
NARROW = replace(COMPACT, title_above=True)
NARROW_STYLES = (NARROW, replace(NARROW, notes=False), replace(NARROW, notes=False, alphabet=False))
TALL, WIDE = 112, 112  # pixels: from here on tiles may be of double size; the title has room beside a board


def draw(page: Page, size: Size, colour: bool, now: float, palette: Palette = GREEN_YELLOW) -> PanelFrame:
    """What a panel of this size shows of a page, now."""
    still = _still(page, size, colour, palette)
    if page.deadline is None:
        return still.frame
    return still.at(max(0, seconds_left(page.deadline, now)))


def seconds_left(deadline: float, now: float) -> int:
    """As it is shown: a second counts until it is over. The sum of many moments is not exact, hence the grain."""
    return math.ceil(deadline - now - 1e-6)


def lay_out(page: Page, size: Size, palette: Palette = GREEN_YELLOW) -> Sheet:
    """The page in the most generous style that fits; the sheet tells what was cut off, overlaps or was shortened."""
    styles = _styles(page, size)
    sheet = _filled(page, size, palette, styles[0])
    for style in styles[1:]:
        if not sheet.canvas.problems and not sheet.shortened:
            break
        sheet = _filled(page, size, palette, style)
    return sheet


def _styles(page: Page, size: Size) -> tuple[Style, ...]:
    """From the most generous to the last resort. Where it comes to that, a list or a word to type beats the board."""
    styles = NARROW_STYLES if page.board is not None and size[0] < WIDE else STYLES
    if page.board is not None and size[1] >= TALL:
        styles = (LARGE, *styles)
    typed_on_board = page.board is not None and page.board.writing is not None
    last = replace(styles[-1], board=typed_on_board or not (page.items or page.slots))
    return (*styles, last, replace(last, shorten=True))


def _filled(page: Page, size: Size, palette: Palette, style: Style) -> Sheet:
    bottom = size[1] - blocks.height_of_bottom(page, size, style)
    sheet = _written(page, Sheet(size, palette, style, bottom))
    spare = bottom - sheet.y
    if blocks.stands_free(page) and spare > 1 and not sheet.canvas.problems:
        return _written(page, Sheet(size, palette, style, bottom, spare))
    return sheet


def _written(page: Page, sheet: Sheet) -> Sheet:
    """The page on the sheet; given up at the first thing that does not fit, unless this is the last resort."""
    for block in _blocks(page, sheet.style):
        block(sheet, page)
        if not sheet.style.shorten and (sheet.canvas.problems or sheet.shortened):
            break
    return sheet


def _blocks(page: Page, style: Style) -> Iterator[Callable[[Sheet, Page], None]]:
    yield blocks.board_and_title
    yield blocks.alphabet
    if style.shorten:  # what is asked first, or nobody could answer it
        yield from (blocks.items, blocks.big, blocks.lines)
    elif page.title:
        yield from (blocks.lines, blocks.big, blocks.items)
    else:  # the big word is the title
        yield from (blocks.big, blocks.lines, blocks.items)
    yield blocks.others
    if page.message:
        yield blocks.message
    elif page.hint:
        yield blocks.hint


# ── the still part, and the clock over it ────────────────────────────────────────────────────────


@dataclass(frozen=True)
class _Still:
    """A page without its time left."""

    frame: PanelFrame
    bits: int = field(repr=False)
    picture: Image.Image | None = field(repr=False)  # in colour

    def at(self, seconds: int) -> PanelFrame:
        size, text = self.frame.size, f"{seconds // 60}:{seconds % 60:02}"
        said = (f"{self.frame.text[0]}  {text}".strip(), *self.frame.text[1:]) if self.frame.text else (text,)
        if self.picture is None:
            return PanelFrame("1", size, packed(size, self.bits | _clock(size, text, seconds <= HURRY)), said)
        picture, clock = self.picture.copy(), _coloured_clock(text, seconds <= HURRY)
        picture.paste(clock, (size[0] - clock.width, 0))
        return PanelFrame("RGB", size, picture.tobytes(), said)


@lru_cache(maxsize=256)
def _still(page: Page, size: Size, colour: bool, palette: Palette) -> _Still:
    sheet = lay_out(page, size, palette)
    text = tuple(font.plain(line) for line in sheet.text)
    bits = sheet.canvas.flat()
    if not colour:
        return _Still(PanelFrame("1", size, packed(size, bits), text), bits, None)
    picture = coloured(size, sheet.canvas.layers)
    return _Still(PanelFrame("RGB", size, picture.tobytes(), text), bits, picture)


@lru_cache(maxsize=2048)
def _clock(size: Size, text: str, hurry: bool) -> int:
    width = font.width(text)
    bits = written(size, text, size[0] - width, 0)
    if not hurry:
        return bits
    bits = written(size, text, size[0] - width - 1, 1)
    return solid(size, (size[0] - width - 2, 0, width + 2, font.HEIGHT + 1)) & ~bits


@lru_cache(maxsize=2048)
def _coloured_clock(text: str, hurry: bool) -> Image.Image:
    size = (CLOCK_ROOM - 2, font.HEIGHT + (1 if hurry else 0))
    return coloured(size, {IN_A_HURRY if hurry else WHITE: _clock(size, text, hurry)})
