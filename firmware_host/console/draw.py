"""Pages as pixels, for panels of any size, in black and white or in colour. Knows no game, touches no wire.

A page is laid out as generously as there is room: the first of several styles in which nothing is cut off or overlaps.
What still does not fit is shortened with an ellipsis. The still part is kept, so that a tick draws only the time.
"""

import math
from dataclasses import dataclass, field
from functools import lru_cache

from PIL import Image

from firmware_host.console import blocks, font
from firmware_host.console.canvas import Size, coloured, packed, solid, written
from firmware_host.console.page import Page
from firmware_host.console.palettes import GREEN_YELLOW, Palette
from firmware_host.console.sheet import Sheet, Style
from hardware.ports import Colour, PanelFrame

HURRY = 10  # seconds left from which the clock is inverted
STYLES = (
    Style(tiles=2, roomy=True, big=2, title_above=True),
    Style(tiles=1, roomy=True, big=2),
    Style(tiles=1, roomy=False, big=2),
    Style(tiles=1, roomy=False, big=1),
    Style(tiles=1, roomy=False, big=0),
    Style(tiles=1, roomy=False, big=0, shorten=True),
)
LARGE = 112  # pixels of height from which tiles may be of double size


def draw(page: Page, size: Size, colour: bool, now: float, palette: Palette = GREEN_YELLOW) -> PanelFrame:
    """What a panel of this size shows of a page, now."""
    still = _still(page, size, colour, palette)
    if page.deadline is None:
        return still.frame
    return still.at(max(0, math.ceil(page.deadline - now)))


def lay_out(page: Page, size: Size, palette: Palette = GREEN_YELLOW) -> Sheet:
    """The page in the most generous style that fits; the sheet tells what was cut off, overlaps or was shortened."""
    styles = STYLES if size[1] >= LARGE and page.board else STYLES[1:]
    sheet = _filled(page, size, palette, styles[0])
    for style in styles[1:]:
        if not sheet.canvas.problems:
            break
        sheet = _filled(page, size, palette, style)
    return sheet


def _filled(page: Page, size: Size, palette: Palette, style: Style) -> Sheet:
    bottom = size[1] - blocks.height_of_bottom(page, size, style)
    sheet = _written(page, Sheet(size, palette, style, bottom))
    spare = bottom - sheet.y
    if blocks.stands_free(page) and spare > 1 and not sheet.canvas.problems:
        return _written(page, Sheet(size, palette, style, bottom, spare))
    return sheet


def _written(page: Page, sheet: Sheet) -> Sheet:
    blocks.board_and_title(sheet, page)
    blocks.alphabet(sheet, page)
    blocks.lines(sheet, page)
    blocks.big(sheet, page)
    blocks.items(sheet, page)
    blocks.others(sheet, page)
    if page.message:
        blocks.message(sheet, page)
    elif page.hint:
        blocks.hint(sheet, page)
    return sheet


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
        clock = _clock(size, text, seconds <= HURRY)
        if self.picture is None:
            return PanelFrame("1", size, packed(size, self.bits | clock), said)
        picture = self.picture.copy()
        picture.paste(_hurried(seconds), (0, 0), Image.frombytes("1", size, packed(size, clock)))
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


def _hurried(seconds: int) -> Colour:
    return (255, 60, 40) if seconds <= HURRY else (255, 255, 255)
