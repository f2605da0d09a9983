"""The bottom of a page: which key does what, or what was just said."""

from functools import lru_cache

from firmware_host.drawing import font
from firmware_host.drawing.canvas import Size, solid, written
from firmware_host.drawing.font import HEIGHT
from firmware_host.drawing.sheet import Sheet, Style
from firmware_host.drawing.shown import ShownPage


def height(page: ShownPage, size: Size, style: Style) -> int:
    """How much height the hint or message takes. The rest of the page is laid out above it."""
    room = 1 if style.roomy else 0
    if page.message:
        return len(_told(page.message, size)) * HEIGHT + 1
    if page.code and style.code:
        return 0  # a code needs the whole height: the hint stands beside it
    if not page.hint or not style.hints:
        return 0
    return max(1, len(hint_rows(page.hint, size[0], style.hints)[0])) * HEIGHT + room


@lru_cache(maxsize=512)
def hint_rows(parts: tuple[str, ...], width: int, most: int) -> tuple[tuple[tuple[str, ...], ...], int]:
    """The parts of a hint in at most so many rows, the first ones first, and how many parts fit."""
    rows: list[tuple[str, ...]] = []
    for number, part in enumerate(parts):
        together = (*rows[-1], part) if rows else (part,)
        if rows and sum(font.width(each) for each in together) + 6 * (len(together) - 1) <= width:
            rows[-1] = together
            continue
        pieces = font.wrapped(part, width)
        if len(rows) + len(pieces) > most:
            return tuple(rows), number
        rows.extend((piece,) for piece in pieces)
    return tuple(rows), len(parts)


def hint(sheet: Sheet, page: ShownPage) -> None:
    """Which key does what. Parts that do not fit are left out."""
    if not sheet.style.hints:
        sheet.left_out.extend(page.hint)
        return
    width, height = sheet.canvas.size
    rows, shown = hint_rows(page.hint, width, sheet.style.hints)
    sheet.left_out.extend(page.hint[max(1, shown) :])
    for number, row in enumerate(rows or ((sheet.shorten(page.hint[0], width),),)):
        left, top = 0, height - HEIGHT * (max(1, len(rows)) - number)
        for place, part in enumerate(row):
            if place and place == len(row) - 1:
                left = width - font.width(part)
            sheet.canvas.text(part, left, top)
            left += font.width(part) + 8
    sheet.text.append("  ".join(page.hint))


def message(sheet: Sheet, page: ShownPage) -> None:
    """A message replaces the hint until the next key. It is inverted, to be noticed."""
    width, height = sheet.canvas.size
    told = _told(page.message, sheet.canvas.size)
    tall = len(told) * HEIGHT + 1
    bits = solid(sheet.canvas.size, (0, height - tall, width, tall))
    for number, line in enumerate(told):
        bits &= ~written(sheet.canvas.size, line, 2, height - tall + 1 + number * HEIGHT)
    sheet.canvas.claim((0, height - tall, width, tall), "the message")
    sheet.canvas.ink(bits)
    sheet.text.append(f"! {page.message}")


def _told(text: str, size: Size) -> tuple[str, ...]:
    """A message in lines. It may use the whole panel except the title's line, then it ends in an ellipsis."""
    width, most = size[0] - 4, max(1, size[1] // HEIGHT - 2)
    told = font.wrapped(text, width)
    return told if len(told) <= most else (*told[: most - 1], font.shortened(" ".join(told[most - 1 :]), width))
