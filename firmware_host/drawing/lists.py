"""The lists of a page: entries to choose from, and a line for each of the other players."""

import math
from dataclasses import field

from firmware_host.drawing import font
from firmware_host.drawing.canvas import placed, solid, written
from firmware_host.drawing.font import HEIGHT
from firmware_host.drawing.sheet import Sheet
from firmware_host.drawing.shown import ShownEntry, ShownPage, ShownProgress
from firmware_host.frozen import frozen
from firmware_host.games.shared.page import State

LIST_PITCH = 9
GUTTER = 7  # beside a list, for the arrows that show there is more; a list in columns has them above
SIGNS = {State.SOLVED: "✓", State.OUT_OF_ROWS: "×", State.GAVE_UP: "×", State.ON_TURN: "←"}


@frozen
class _Laid:
    """An entry in one or more lines. Its value is at the right end of the last."""

    lines: tuple[str, ...] = field(repr=False)
    value: str = field(repr=False)
    prefix: str = ""  # before the first line, where there are several

    @property
    def height(self) -> int:
        return LIST_PITCH + HEIGHT * (len(self.lines) - 1)


def items(sheet: Sheet, page: ShownPage) -> None:
    """A list with the chosen entry inverted. Short entries are set in columns."""
    if not page.items:
        return
    sheet.settle(LIST_PITCH)
    if not sheet.fits(LIST_PITCH, "the list"):
        return
    room = sheet.bottom - sheet.y
    rows = room // LIST_PITCH
    columns = _columns(sheet, page, rows)
    width = (sheet.room - (0 if columns > 1 else GUTTER)) // columns
    numbered = columns == 1 and page.board is None and len(page.items) > 1
    laid = [
        _laid(sheet, _prefix(number) if numbered else "", entry, width, room) for number, entry in enumerate(page.items)
    ]
    rows = min(rows, len(laid))
    in_sight = _in_sight([each.height for each in laid], page.chosen, room, rows, columns)
    top, left, low = sheet.y, sheet.left, sheet.y
    for place, number in enumerate(in_sight):
        if place and place % rows == 0 and columns > 1:
            top, left = sheet.y, left + width
        _entry(sheet, laid[number], (left, top, width, laid[number].height), number == page.chosen)
        top += laid[number].height
        low = max(low, top)
        sheet.text.append(f"{'>' if number == page.chosen else ' '} {page.items[number].whole}")
    _arrows(sheet, in_sight[0] > 0, in_sight[-1] + 1 < len(laid), columns > 1, low)
    sheet.y = low


def _prefix(number: int) -> str:
    return f"{number + 1} " if number < 9 else "   "


def _columns(sheet: Sheet, page: ShownPage, rows: int) -> int:
    """How many columns: more than one if the entries are short. Without a board, only if all of them fit."""
    needed = math.ceil(len(page.items) / rows)
    widest = max(font.width(item.whole) for item in page.items) + 4
    fit = max(1, min(sheet.room // widest, needed))
    if fit < needed and sheet.y < 2 * HEIGHT:  # no line above the list for the arrows
        return 1
    return fit if page.board is not None or fit >= needed else 1


def _in_sight(heights: list[int], chosen: int, room: int, rows: int, columns: int) -> range:
    """The entries shown: always with the chosen one, in the middle where possible."""
    chosen = max(0, min(chosen, len(heights) - 1))
    if columns > 1:
        column, whole = chosen // rows, math.ceil(len(heights) / rows)
        first = max(0, min(column - columns // 2, whole - columns)) * rows
        return range(first, min(first + rows * columns, len(heights)))
    if max(heights) > LIST_PITCH:
        return _around(heights, chosen, room)
    first = max(0, min(chosen - rows // 2, len(heights) - rows))
    return range(first, first + rows)


def _around(heights: list[int], chosen: int, room: int) -> range:
    """As many entries as fit, taken from above and below the chosen one in turn."""
    first, last = chosen, chosen + 1
    grown = True
    while grown:
        grown = False
        if first > 0 and sum(heights[first - 1 : last]) <= room:
            first, grown = first - 1, True
        if last < len(heights) and sum(heights[first : last + 1]) <= room:
            last, grown = last + 1, True
    return range(first, last)


def _laid(sheet: Sheet, prefix: str, entry: ShownEntry, width: int, room: int) -> _Laid:
    """Lays an entry out in this width. In a numbered list its value is set apart."""
    name, value = (entry.label, entry.value) if prefix else (entry.whole, "")
    width -= 2
    value = sheet.shorten(value, width)
    apart = font.width(value) + 5 if value else 0
    if font.width(prefix + name) + apart <= width:
        return _Laid((prefix + name,), value)
    indent = font.width(prefix) + 1 if prefix else 0
    lines = font.wrapped(name, width - indent) or ("",)
    if indent + font.width(lines[-1]) + apart > width:
        lines = (*lines, "")
    wrapped = _Laid(lines, value, prefix)
    if font.widest_word(name) > width - indent and not sheet.style.shorten:
        sheet.canvas.problems.append(f"breaks a word: {name}")
    whole_words = sheet.style.list_first and font.widest_word(name) <= width
    if wrapped.height <= room and (not sheet.small or whole_words):
        return wrapped
    return _Laid((sheet.shorten(prefix + name, width - apart),), value)


def _entry(sheet: Sheet, laid: _Laid, box: tuple[int, int, int, int], chosen: bool) -> None:
    left, top, width, _ = box
    size = sheet.canvas.size
    sheet.canvas.claim(box, laid.lines[0])
    margin = 2 if len(laid.lines) == 1 and font.width(laid.lines[0]) + 4 <= width else 1
    indent = font.width(laid.prefix) + 1 if laid.prefix else 0
    ink = placed(size, font.glyphs(laid.prefix), left + margin, top + 1)
    for number, line in enumerate(laid.lines):
        ink |= placed(size, font.glyphs(line), left + margin + indent, top + 1 + number * HEIGHT)
    if laid.value:
        end, last = left + width - 2 - font.width(laid.value), top + 1 + HEIGHT * (len(laid.lines) - 1)
        ink |= placed(size, font.glyphs(laid.value), end, last)
    sheet.canvas.ink((solid(size, box) if chosen else 0) ^ ink)


def _arrows(sheet: Sheet, before: bool, after: bool, sideways: bool, low: int) -> None:
    """Shows that there is more, above and below, or to the left and right of columns."""
    right, top = sheet.canvas.size[0], sheet.y
    if low - top < 2 * HEIGHT and before and after and not sideways:
        sheet.canvas.text("↕", right - 4, top)
        return
    if sideways:
        places = {"◀": (right - 8, top - HEIGHT), "▶": (right - 3, top - HEIGHT)}
    else:
        places = {"▲": (right - 5, top), "▼": (right - 5, low - HEIGHT)}
    for (arrow, (x, y)), more in zip(places.items(), (before, after), strict=True):
        if more:
            sheet.canvas.text(arrow, x, y)


# ── the others ───────────────────────────────────────────────────────────────────────────────────


def others(sheet: Sheet, page: ShownPage) -> None:
    """A line for each of the others: name, number of rows, the newest row, how it ended."""
    if not page.others:
        return
    looked_at = next((number for number, each in enumerate(page.others) if each.looked_at), None)
    for number in sheet.in_sight(len(page.others), page.turned, looked_at):
        each = page.others[number]
        sheet.settle(HEIGHT)
        if sheet.fits(HEIGHT, each.name):
            _progress(sheet, each)
        sheet.text.append(" ".join(filter(None, (each.name, *each.rows, each.told))))


def _progress(sheet: Sheet, each: ShownProgress) -> None:
    left, room, y = sheet.left, sheet.room, sheet.y
    rows, newest = (str(len(each.rows)), each.rows[-1]) if each.rows else ("", "")
    sign = SIGNS.get(each.state, each.told)
    names = font.width("M" * 8) + 3
    stories = ("  ".join(filter(None, (rows, newest, state))) for state in (each.told, sign))
    shortest = ":".join(filter(None, (rows, sign or newest)))  # how it ended replaces the newest row
    story = next((story for story in stories if font.width(story) + names <= room), shortest)
    name = sheet.shorten(each.name, room - font.width(story) - 2)
    sheet.canvas.claim((left, y, font.width(name), HEIGHT), name)
    ink = written(sheet.canvas.size, name, left, y)
    bar = solid(sheet.canvas.size, (max(0, left - 1), y - 1, font.width(name) + 2, HEIGHT + 1)) if each.looked_at else 0
    sheet.canvas.ink(bar ^ ink)
    if story:
        sheet.canvas.text(story, left + room - font.width(story), y)
    sheet.y += HEIGHT
