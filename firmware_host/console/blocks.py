"""The parts of a page, each put on a sheet beneath the last: board, title, alphabet, lines, lists, progress, hint."""

import math
from string import ascii_uppercase

from firmware_host.console import font
from firmware_host.console.canvas import WHITE, placed, solid
from firmware_host.console.font import HEIGHT
from firmware_host.console.page import CROSSED, BoardPicture, Page, Progress
from firmware_host.console.palettes import palette_for
from firmware_host.console.sheet import CLOCK_ROOM, Sheet
from firmware_host.console.tiles import ABSENT, ELSEWHERE, IN_PLACE, board_size, said, signs, tiles, towers

LIST_PITCH = 9
GUTTER = 7  # beside a list, for the arrows that say there is more
STATE_SIGNS = {"solved!": "✓", "out of rows": "×", "gave up": "×", "on turn": "◀"}


def stands_free(page: Page) -> bool:
    """A page of words only: it is centred."""
    return not (page.board or page.items or page.others or page.alphabet or any("\t" in line for line in page.lines))


# ── the board and the title ──────────────────────────────────────────────────────────────────────


def board_and_title(sheet: Sheet, page: Page) -> None:
    if page.board is not None and not sheet.style.title_above:
        _board(sheet, page.board)
    title(sheet, page)
    if page.board is not None and sheet.style.title_above:
        top = sheet.y
        _board(sheet, page.board)
        sheet.y = top
    if page.board is not None:
        _say_board(sheet, page.board)
        if page.board.owner:
            _line(sheet, f"← {page.board.owner}")
    if stands_free(page):
        sheet.y += sheet.spare // 2


def title(sheet: Sheet, page: Page) -> None:
    clock = CLOCK_ROOM if page.deadline is not None else 0
    if not page.title and not clock:
        return
    for line in font.wrapped(page.title, sheet.room - clock) or ("",):
        sheet.canvas.text(line, sheet.left, sheet.y)
        sheet.y += HEIGHT
    if clock:
        sheet.canvas.claim((sheet.canvas.size[0] - clock + 2, 0, clock - 2, HEIGHT), "the time left")
    if sheet.style.roomy:
        sheet.canvas.ink(solid(sheet.canvas.size, (sheet.left, sheet.y, sheet.room, 1)))
        sheet.y += 3
    sheet.text.insert(0, page.title)


def _board(sheet: Sheet, board: BoardPicture) -> None:
    """The board at the left, its notes beside it; of a board too tall, the rows that end with the newest."""
    size, scale, top = sheet.canvas.size, sheet.style.tiles, sheet.y
    rows = _rows_in_sight(board, (sheet.bottom - top) // scale)
    width, height = board_size(board.columns, len(rows))
    sheet.canvas.claim((0, top, width * scale, height * scale), "the board")
    colours = palette_for(board.colours, sheet.palette)
    inks = {IN_PLACE: colours.in_place, ELSEWHERE: colours.elsewhere, ABSENT: colours.absent, CROSSED: colours.crossed}
    notes = 0
    for place, number in enumerate(rows):
        row, y = board.rows[number], top + place * (height - 1) // len(rows) * scale
        for sign, glyph in tiles(row.letters, signs(row, number == board.writing)):
            sheet.canvas.ink(placed(size, glyph, 0, y, scale), inks.get(sign, WHITE))
        if row.note:
            sheet.canvas.text(row.note, width * scale + 2, y + 1 * scale)
            notes = max(notes, font.width(row.note) + 2)
    sheet.beside, sheet.board_bottom = width * scale + notes + 3, top + height * scale


def _rows_in_sight(board: BoardPicture, room: int) -> range:
    fit = max(1, min(len(board.rows), (room - 1) // (board_size(1, 1)[1] - 1)))
    used = sum(1 for row in board.rows if row.marks.strip("."))
    last = board.writing + 1 if board.writing is not None else used
    first = max(0, last - fit)
    return range(first, first + fit)


def _say_board(sheet: Sheet, board: BoardPicture) -> None:
    sheet.text.extend(said(row, number == board.writing) for number, row in enumerate(board.rows))


# ── letters and words ────────────────────────────────────────────────────────────────────────────


def alphabet(sheet: Sheet, page: Page) -> None:
    """A–Z: known in is underlined, known out is a dot."""
    if page.alphabet is None:
        return
    size, known = sheet.canvas.size, page.alphabet
    lines = math.ceil(26 / max(1, min(13, (sheet.room + 1) // 6)))
    each = math.ceil(26 / lines)
    for first in range(0, 26, each):
        sheet.canvas.claim((sheet.left, sheet.y, each * 6 - 1, HEIGHT + 1), "the alphabet")
        for place, letter in enumerate(ascii_uppercase[first : first + each]):
            x = sheet.left + place * 6
            if letter in known.known_out:
                sheet.canvas.ink(solid(size, (x + 2, sheet.y + 3, 1, 1)))
                continue
            glyph = font.glyphs(letter)
            found = letter in known.known_in
            ink = sheet.palette.elsewhere if found else WHITE
            sheet.canvas.ink(placed(size, glyph, x + (5 - glyph.width) // 2, sheet.y), ink)
            if found:
                sheet.canvas.ink(solid(size, (x, sheet.y + HEIGHT, 5, 1)), ink)
        sheet.y += HEIGHT + 1 + (1 if sheet.style.roomy else 0)
    sheet.y += sheet.gap // 2
    sheet.text.append(f"in: {' '.join(known.known_in) or 'none'}  out: {' '.join(known.known_out) or 'none'}")


def lines(sheet: Sheet, page: Page) -> None:
    table = [line.split("\t") for line in page.lines if "\t" in line]
    if table:
        _table(sheet, table)
    for line in page.lines:
        if "\t" not in line:
            _line(sheet, line, centred=stands_free(page))
    if page.lines:
        sheet.y += sheet.gap


def _line(sheet: Sheet, line: str, centred: bool = False) -> None:
    parts = font.wrapped(line, sheet.room)
    for number, part in enumerate(parts):
        after = sheet.y + HEIGHT + HEIGHT > sheet.bottom
        if sheet.style.shorten and sheet.y + HEIGHT > sheet.bottom:
            sheet.shortened.append(part)
            continue
        last = sheet.style.shorten and after and number + 1 < len(parts)
        shown = sheet.shorten(" ".join(parts[number:]), sheet.room) if last else part
        x = sheet.left + ((sheet.room - font.width(shown)) // 2 if centred else 0)
        _put(sheet, shown, x)
        if last:
            break
    sheet.text.append(line)


def _put(sheet: Sheet, text: str, x: int, scale: int = 1) -> None:
    """A line at this height; it must end above the hint."""
    if sheet.y + HEIGHT * scale > sheet.bottom:
        sheet.canvas.problems.append(f"no room: {text}")
    sheet.canvas.text(text, x, sheet.y, scale)
    sheet.y += HEIGHT * scale


def _table(sheet: Sheet, table: list[list[str]]) -> None:
    """Lines in columns: the first at the left, the others ending under each other."""
    columns = max(len(row) for row in table)
    widths = [max(font.width(row[place]) if place < len(row) else 0 for row in table) for place in range(columns)]
    spare = sheet.room - sum(widths)
    between = min(10, spare // max(1, columns - 1)) if columns > 1 else 0
    halves = 1
    height = len(table) * HEIGHT
    if height > sheet.bottom - sheet.y and sum(widths) + 3 * (columns - 1) <= (sheet.room - 6) // 2:
        halves, between = 2, 3
    per = math.ceil(len(table) / halves)
    top = sheet.y
    if between < 2 and columns > 1:
        sheet.canvas.problems.append("no room: a table")
    for number, row in enumerate(table):
        x = sheet.left + (sheet.room // 2 + 2) * (number // per)
        sheet.y = top + HEIGHT * (number % per)
        y = sheet.y
        for place, cell in enumerate(row):
            sheet.y = y
            end = x + sum(widths[: place + 1]) + between * place
            _put(sheet, cell, x if place == 0 else end - font.width(cell))
        sheet.text.append("  ".join(row))
    sheet.y = top + HEIGHT * per


def big(sheet: Sheet, page: Page) -> None:
    """A word in large letters, with a line for each that is still to be typed."""
    if not page.big and not page.slots:
        return
    sheet.text.append(page.big.ljust(page.slots, "_"))
    shown_on_board = page.board is not None and page.board.writing is not None
    if sheet.style.big == 0 and shown_on_board:
        return
    scale = max(1, sheet.style.big)
    step = 6 * scale
    letters = max(len(page.big), page.slots)
    if letters * step - scale > sheet.room:
        _typed_text(sheet, page)
        return
    left = sheet.left + ((sheet.room - letters * step + scale) // 2 if page.board is None else 0)
    if sheet.y + HEIGHT * scale > sheet.bottom:
        sheet.canvas.problems.append("no room: the big word")
    sheet.canvas.claim((left, sheet.y, letters * step - scale, HEIGHT * scale), "the big word")
    for place in range(letters):
        x = left + place * step
        if place < len(page.big):
            glyph = font.glyphs(page.big[place])
            x += (5 - glyph.width) * scale // 2
            sheet.canvas.ink(placed(sheet.canvas.size, glyph, x, sheet.y, scale))
        if place < page.slots and place >= len(page.big):
            thick = 2 if place == len(page.big) else 1
            line = (x, sheet.y + 7 * scale - thick, 5 * scale, thick)
            sheet.canvas.ink(solid(sheet.canvas.size, line))
    sheet.y += HEIGHT * scale + sheet.gap


def _typed_text(sheet: Sheet, page: Page) -> None:
    """More than a word: in lines of the usual size, with a cursor at its end."""
    cursor = "_" if page.slots > len(page.big) else ""
    for line in font.wrapped(page.big + cursor, sheet.room):
        _put(sheet, line, sheet.left)
    sheet.y += sheet.gap


# ── lists ────────────────────────────────────────────────────────────────────────────────────────


def items(sheet: Sheet, page: Page) -> None:
    """A list with the chosen entry inverted: downwards, then in further columns where entries are short."""
    if not page.items:
        return
    rows = (sheet.bottom - sheet.y) // LIST_PITCH
    if rows < 1:
        sheet.canvas.problems.append("no room: the list")
        return
    room = sheet.room - GUTTER
    widest = max(font.width(item) for item in page.items) + 4
    columns = max(1, min(room // widest, math.ceil(len(page.items) / rows))) if len(page.items) > rows else 1
    rows = min(rows, len(page.items))
    first = _first_in_sight(page, rows, columns)
    in_sight = page.items[first : first + rows * columns]
    numbered = columns == 1 and page.board is None
    top, left = sheet.y, sheet.left
    for place, label in enumerate(in_sight):
        number = first + place
        box = (left + place // rows * (room // columns), top + place % rows * LIST_PITCH, room // columns, LIST_PITCH)
        prefix = f"{number + 1} " if numbered and number < 9 and len(page.items) > 1 else ""
        _entry(sheet, prefix, label, box, number == page.chosen)
        sheet.text.append(f"{'>' if number == page.chosen else ' '} {label}")
    _arrows(sheet, first > 0, first + len(in_sight) < len(page.items), columns > 1, top, rows)
    sheet.y = top + rows * LIST_PITCH


def _first_in_sight(page: Page, rows: int, columns: int) -> int:
    """The first entry shown: the chosen one is in sight, in the middle where it can be."""
    if columns > 1:
        column, whole = page.chosen // rows, math.ceil(len(page.items) / rows)
        return max(0, min(column - columns // 2, whole - columns)) * rows
    return max(0, min(page.chosen - rows // 2, len(page.items) - rows))


def _entry(sheet: Sheet, prefix: str, label: str, box: tuple[int, int, int, int], chosen: bool) -> None:
    """An entry; what follows a colon stands at its right end."""
    left, top, width, _ = box
    bits = solid(sheet.canvas.size, box) if chosen else 0
    name, colon, value = label.partition(": ") if prefix else (label, "", "")
    if font.width(prefix + name) + font.width(value) + 12 > width:
        name, colon, value = label, "", ""
    sheet.canvas.claim(box, label)
    text = sheet.shorten(prefix + name, width - 3)
    ink = placed(sheet.canvas.size, font.glyphs(text), left + 2, top + 1)
    if colon:
        ink |= placed(sheet.canvas.size, font.glyphs(value), left + width - 2 - font.width(value), top + 1)
    sheet.canvas.ink(bits ^ ink)


def _arrows(sheet: Sheet, before: bool, after: bool, sideways: bool, top: int, rows: int) -> None:
    x = sheet.canvas.size[0] - 5
    if before:
        sheet.canvas.ink(placed(sheet.canvas.size, font.glyphs("◀" if sideways else "▲"), x, top))
    if after:
        sheet.canvas.ink(
            placed(sheet.canvas.size, font.glyphs("▶" if sideways else "▼"), x, top + (rows - 1) * LIST_PITCH + 1)
        )


# ── the others ───────────────────────────────────────────────────────────────────────────────────


def others(sheet: Sheet, page: Page) -> None:
    """A line for everybody else: name, towers, how it went."""
    if not page.others:
        return
    names = max(font.width(each.name) for each in page.others)
    per = max(1, (sheet.bottom - sheet.y) // HEIGHT)
    top = sheet.y
    columns = 1 if len(page.others) <= per else 2
    room = sheet.room // columns - (2 if columns > 1 else 0)
    per = math.ceil(len(page.others) / columns)
    for number, each in enumerate(page.others):
        sheet.y = top + number % per * HEIGHT
        left = sheet.left + (number // per) * (room + 4)
        _progress(sheet, each, left, names, room)
        sheet.text.append(" ".join(filter(None, (each.name, *each.rows, each.state))))
    sheet.y = top + per * HEIGHT


def _progress(sheet: Sheet, each: Progress, left: int, names: int, room: int) -> None:
    drawn = towers(each.rows)
    state = each.state
    if state and names + 4 + 24 + font.width(state) > room:
        state = STATE_SIGNS.get(state, state)
    after = left + names + 4
    end = left + room - font.width(state)
    if after + drawn.width > end:  # of a long name the beginning, of many rows the newest
        names = max(12, room - 4 - drawn.width - font.width(state))
        after = left + names + 4
    y = sheet.y
    _put(sheet, sheet.shorten(each.name, names), left)
    sheet.canvas.claim((after, y, drawn.width, HEIGHT), f"the rows of {each.name}")
    sheet.canvas.ink(placed(sheet.canvas.size, drawn, after, y))
    if state:
        sheet.canvas.text(state, left + room - font.width(state), y)


# ── the bottom ───────────────────────────────────────────────────────────────────────────────────


def hint(sheet: Sheet, page: Page) -> None:
    """What key does what: as many of the parts (two spaces between them) as there is room for, the first ones first."""
    if not page.hint:
        return
    width, height = sheet.canvas.size
    parts = page.hint.split("  ")
    while len(parts) > 1 and sum(font.width(part) for part in parts) + 6 * (len(parts) - 1) > width:
        sheet.shortened.append(parts.pop())
    left = 0
    for number, part in enumerate(parts):
        shown = sheet.shorten(part, width)
        if number and number == len(parts) - 1:
            left = width - font.width(shown)
        sheet.canvas.text(shown, left, height - HEIGHT)
        left += font.width(shown) + 8
    if not page.message:
        sheet.text.append(page.hint)


def message(sheet: Sheet, page: Page) -> None:
    """Over whatever is at the bottom, until the next key: inverted, so that it is noticed."""
    if not page.message:
        return
    width, height = sheet.canvas.size
    most = height // HEIGHT - 2
    told = list(font.wrapped(page.message, width - 4))
    if len(told) > most:
        told = [*told[: most - 1], sheet.shorten(" ".join(told[most - 1 :]), width - 4)]
    tall = len(told) * HEIGHT + 1
    box = (0, height - tall, width, tall)
    sheet.canvas.wipe(box)
    bits = solid(sheet.canvas.size, box)
    for number, line in enumerate(told):
        bits &= ~placed(sheet.canvas.size, font.glyphs(line), 2, height - tall + 1 + number * HEIGHT)
    sheet.canvas.ink(bits)
    sheet.text.append(f"! {page.message}")
