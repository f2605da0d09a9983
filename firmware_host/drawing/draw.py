"""Turns pages into pixels, for panels of any size, monochrome or in colour. Knows no game and no device.

Several styles are tried, from generous to compact, until nothing is cut off or overlaps. What does not fit even then is
shortened with an ellipsis. Everything but the clock is cached, so that a tick draws only the time.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import field
from functools import cache, lru_cache

from PIL import Image

from firmware_host.drawing import blocks, bottom, font, lists
from firmware_host.drawing.canvas import WHITE, Size, coloured, packed, solid, written
from firmware_host.drawing.codes import code_rows, place_code
from firmware_host.drawing.palettes import GREEN_YELLOW, Palette
from firmware_host.drawing.sheet import CLOCK_ROOM, Sheet, Style, is_small
from firmware_host.drawing.shown import ShownPage
from firmware_host.frozen import frozen, replace
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
NARROWER = replace(NARROW, notes=False, alphabet=False)
NARROW_LIST = replace(NARROWER, rows=3, list_first=True)
NARROW_STYLES = (
    NARROW,
    replace(NARROW, notes=False),
    NARROWER,
    NARROW_LIST,
    replace(NARROW_LIST, rows=2),
    replace(NARROW_LIST, rows=2, hints=0),
)
_INVERTED = bytes(range(255, -1, -1))
A_NOTE = 3  # letters: longer ones leave no room for a title beside the board
TALL, WIDE = 112, 112  # pixels: from here on tiles may be of double size; the title has room beside a board


def draw(page: ShownPage, size: Size, colour: bool, now: float, palette: Palette = GREEN_YELLOW) -> PanelFrame:
    """What a panel of this size shows of a page now."""
    still = _still(page, size, colour, palette)
    if page.deadline is None:
        return still.frame
    return still.at(max(0, seconds_left(page.deadline, now)))


def seconds_left(deadline: float, now: float) -> int:
    """The seconds as shown: a second counts until it is over. The small term absorbs rounding errors."""
    return math.ceil(deadline - now - 1e-6)


def inverted(frame: PanelFrame) -> PanelFrame:
    """The same picture, with dark and lit exchanged."""
    return replace(frame, pixels=frame.pixels.translate(_INVERTED))


def lay_out(page: ShownPage, size: Size, palette: Palette = GREEN_YELLOW) -> Sheet:
    """Lays the page out in the most generous style that fits. The sheet records what was cut off or shortened."""
    styles = _styles(page, size)
    sheet = _filled(page, size, palette, styles[0])
    for style in styles[1:]:
        if not sheet.canvas.problems and not sheet.shortened:
            break
        sheet = _filled(page, size, palette, style)
    return sheet


def _styles(page: ShownPage, size: Size) -> tuple[Style, ...]:
    """The styles to try, the most generous first. In the last resort a list or a word to type beats the board."""
    long_hint = bool(page.hint) and not is_small(size) and bottom.hint_rows(page.hint, size[0], 1)[1] < len(page.hint)
    if page.code:
        return _styles_with_code(page, size)
    if page.board is None:
        return _styles_for(STYLES, False, long_hint)
    long_notes = max(len(row.note) for row in page.board.rows) > A_NOTE
    styles = NARROW_STYLES if size[0] < WIDE or long_notes else STYLES
    keep_board = page.board.writing is not None or not (page.items or page.slots)
    return _styles_for((LARGE, *styles) if size[1] >= TALL else styles, keep_board, long_hint)


def _styles_with_code(page: ShownPage, size: Size) -> tuple[Style, ...]:
    """With the code if a phone can read it and words fit beside it. A message is more important, and goes by."""
    shown = not page.message and place_code(len(code_rows(page.code)), size) is not None
    without = tuple(replace(style, code=False) for style in (*STYLES, replace(COMPACT, shorten=True)))
    return (COMPACT, replace(COMPACT, address=False), *without) if shown else without


@cache
def _styles_for(styles: tuple[Style, ...], keep_board: bool, long_hint: bool) -> tuple[Style, ...]:
    """A long hint takes two lines if that costs nothing but space."""
    last = replace(styles[-1], board=keep_board, rows=0, list_first=False, hints=1)
    spacious = tuple(replace(style, hints=2) for style in styles if style.alphabet) if long_hint else ()
    return (*spacious, *styles, last, replace(last, shorten=True, hints=2 if long_hint else 1))


def _filled(page: ShownPage, size: Size, palette: Palette, style: Style) -> Sheet:
    if not style.address:  # whoever scans the code need not read it
        page = replace(page, lines=tuple(line for line in page.lines if not page.code.endswith(line.upper())))
    end = size[1] - bottom.height(page, size, style)
    sheet = _written(page, Sheet(size, palette, style, end, page.language))
    spare = end - sheet.y
    if blocks.stands_free(page) and spare > 1 and not sheet.canvas.problems:
        return _written(page, Sheet(size, palette, style, end, page.language, spare))
    return sheet


def _written(page: ShownPage, sheet: Sheet) -> Sheet:
    """Puts the page on the sheet. Stops at the first thing that does not fit, unless this is the last resort."""
    for block in _blocks(page, sheet.style):
        block(sheet, page)
        if not sheet.style.shorten and (sheet.canvas.problems or sheet.shortened):
            break
    return sheet


def _blocks(page: ShownPage, style: Style) -> Iterator[Callable[[Sheet, ShownPage], None]]:
    yield blocks.code
    yield blocks.board_and_title
    yield blocks.alphabet
    yield blocks.notes
    if style.shorten or style.list_first:  # first what is asked, or nobody could answer it
        yield from (lists.items, blocks.big, blocks.lines)
    elif page.title:
        yield from (blocks.lines, blocks.big, lists.items)
    else:  # the big word is the title
        yield from (blocks.big, blocks.lines, lists.items)
    yield lists.others
    if page.message:
        yield bottom.message
    elif page.hint and page.code and style.code:
        yield blocks.hint_beside_code
    elif page.hint:
        yield bottom.hint


# ── the still part, and the clock over it ────────────────────────────────────────────────────────


@frozen
class _Still:
    """A page without its time left."""

    frame: PanelFrame
    bits: int = field(repr=False)
    picture: Image.Image | None = field(repr=False)  # in colour

    def at(self, seconds: int) -> PanelFrame:
        size, still, text = self.frame.size, self.frame.text, f"{seconds // 60}:{seconds % 60:02}"
        said = (f"{still[0]}  {text}".strip(), *still[1:]) if still else (text,)
        if self.picture is None:
            return PanelFrame("1", size, packed(size, self.bits | _clock(size, text, seconds <= HURRY)), said, still)
        picture, clock = self.picture.copy(), _coloured_clock(text, seconds <= HURRY)
        picture.paste(clock, (size[0] - clock.width, 0))
        return PanelFrame("RGB", size, picture.tobytes(), said, still)


@lru_cache(maxsize=256)
def _still(page: ShownPage, size: Size, colour: bool, palette: Palette) -> _Still:
    sheet = lay_out(page, size, palette)
    text = tuple(map(font.plain, sheet.text))
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
