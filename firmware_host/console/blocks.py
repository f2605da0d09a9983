"""The parts of a page, each put on a sheet beneath the last: board, title, alphabet, lines, lists, progress, hint."""

import math
from functools import lru_cache
from string import ascii_uppercase

from firmware_host.console import font
from firmware_host.console.canvas import WHITE, Size, placed, solid, written
from firmware_host.console.font import HEIGHT, Glyph
from firmware_host.console.page import CROSSED, BoardPicture, Page, Progress
from firmware_host.console.palettes import palette_for
from firmware_host.console.sheet import CLOCK_ROOM, Sheet, Style
from firmware_host.console.tiles import ABSENT, ELSEWHERE, IN_PLACE, board_size, said, signs, tiles
from firmware_host.rules.marks import Letters

LIST_PITCH = 9
GUTTER = 7  # beside a list, for the arrows that say there is more; a list in columns has them above
STATE_SIGNS = {"solved!": "✓", "out of rows": "×", "gave up": "×", "on turn": "←"}


def stands_free(page: Page) -> bool:
    """A page of words only: it is centred."""
    return not (page.board or page.items or page.others or page.alphabet or any("\t" in line for line in page.lines))


# ── the board and the title ──────────────────────────────────────────────────────────────────────


def board_and_title(sheet: Sheet, page: Page) -> None:
    board = page.board
    if board is not None and not sheet.style.title_above:
        _board(sheet, board)
    title(sheet, page)
    if board is not None and sheet.style.title_above:
        _board(sheet, board)
    if board is not None:
        sheet.text.extend(said(row, number == board.writing) for number, row in enumerate(board.rows))
        if board.owner and sheet.style.board and not any(each.name == board.owner for each in page.others):
            pointed = f"← {board.owner}"
            _line(sheet, pointed if font.width(pointed) <= sheet.room else board.owner)
    if stands_free(page):
        sheet.y += sheet.spare // 2


def title(sheet: Sheet, page: Page) -> None:
    sheet.text.insert(0, page.title)
    clock = CLOCK_ROOM if page.deadline is not None else 0
    if not page.title and not clock:
        return
    for line in _wrapped(sheet, page.title, sheet.room - clock) or ("",):
        sheet.canvas.text(line, sheet.left, sheet.y)
        sheet.y += HEIGHT
    if clock:
        sheet.canvas.claim((sheet.canvas.size[0] - clock + 2, 0, clock - 2, HEIGHT), "the time left")
    if sheet.style.title_above:
        sheet.y += 1
    elif sheet.style.roomy:
        sheet.canvas.ink(solid(sheet.canvas.size, (sheet.left, sheet.y, sheet.room, 1)))
        sheet.y += 2 if page.items else 3


def _board(sheet: Sheet, board: BoardPicture) -> None:
    """The board at the left, its notes beside it; of a board too tall, the rows that end with the newest."""
    size, scale, top = sheet.canvas.size, sheet.style.tiles, sheet.y
    if not sheet.style.board:
        sheet.left_out.append("the board")
        return
    if not sheet.fits(board_size(1, 1)[1] * scale, "the board"):
        return
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
        if row.note and sheet.style.notes:
            sheet.canvas.text(row.note, width * scale + 2, y + 1 * scale)
            notes = max(notes, font.width(row.note) + 2)
    sheet.beside, sheet.board_bottom = width * scale + notes + 3, top + height * scale


def _rows_in_sight(board: BoardPicture, room: int) -> range:
    fit = max(1, min(len(board.rows), (room - 1) // (board_size(1, 1)[1] - 1)))
    used = sum(1 for row in board.rows if row.marks.strip("."))
    last = board.writing + 1 if board.writing is not None else used
    first = max(0, last - fit)
    return range(first, first + fit)


# ── letters and words ────────────────────────────────────────────────────────────────────────────


def alphabet(sheet: Sheet, page: Page) -> None:
    """A–Z: known in is underlined, known out is a dot."""
    if page.alphabet is None:
        return
    size, known = sheet.canvas.size, page.alphabet
    colours = palette_for(page.board.colours, sheet.palette) if page.board else sheet.palette
    left, lines = sheet.left, math.ceil(26 / max(1, min(13, (sheet.room + 1) // 6)))
    each = math.ceil(26 / lines)
    sheet.text.append(f"in: {' '.join(known.known_in) or 'none'}  out: {' '.join(known.known_out) or 'none'}")
    if not sheet.style.alphabet:
        sheet.left_out.append("the alphabet")
        return
    if not sheet.fits(lines * (HEIGHT + 1) - 1, "the alphabet"):
        return
    for first in range(0, 26, each):
        sheet.canvas.claim((left, sheet.y, each * 6 - 1, HEIGHT), "the alphabet")
        still_open, found = _letters(ascii_uppercase[first : first + each], known)
        sheet.canvas.ink(placed(size, still_open, left, sheet.y))
        sheet.canvas.ink(placed(size, found, left, sheet.y), colours.elsewhere)
        sheet.y += HEIGHT + 1 + (1 if sheet.style.roomy else 0)
    sheet.y += sheet.gap // 2


@lru_cache(maxsize=512)
def _letters(letters: str, known: Letters) -> tuple[Glyph, Glyph]:
    """A line of the alphabet: what is open or out in one ink, what is known in, underlined, in the other."""
    width = len(letters) * 6 - 1
    still_open, found = [0] * HEIGHT, [0] * HEIGHT
    for place, letter in enumerate(letters):
        rows: tuple[int, ...] = (*font.letter(letter).rows, 0, 0)
        ink = still_open
        if letter in known.known_out:
            rows = (0, 0, 0, 0b00100, 0, 0, 0, 0)
        elif letter in known.known_in:
            rows, ink = (*rows[:-1], 0b11111), found
        for number, bits in enumerate(rows):
            ink[number] |= bits << width - 5 - place * 6
    return Glyph(width, tuple(still_open)), Glyph(width, tuple(found))


def lines(sheet: Sheet, page: Page) -> None:
    table = [line.split("\t") for line in page.lines if "\t" in line]
    if table:
        _table(sheet, table)
    for line in page.lines:
        if "\t" not in line:
            _line(sheet, line, centred=stands_free(page))
    if page.lines:
        sheet.y += sheet.gap * (2 if stands_free(page) else 1)


def _line(sheet: Sheet, line: str, centred: bool = False) -> None:
    beside, beneath = (HEIGHT * len(font.wrapped(line, room)) for room in (sheet.room, sheet.canvas.size[0]))
    sheet.settle(beside, beneath, max((font.width(word) for word in line.split()), default=0))
    parts = _wrapped(sheet, line, sheet.room)
    for number, part in enumerate(parts):
        last = sheet.style.shorten and sheet.y + 2 * HEIGHT > sheet.bottom and number + 1 < len(parts)
        shown = sheet.shorten(" ".join(parts[number:]), sheet.room) if last else part
        _put(sheet, shown, sheet.left + ((sheet.room - font.width(shown)) // 2 if centred else 0))
        if last:
            break
    sheet.text.append(line)


def _wrapped(sheet: Sheet, text: str, room: int) -> tuple[str, ...]:
    """The text in lines; a word too long for a line is a problem, or in the last resort shortened."""
    if all(font.width(word) <= room for word in text.split()):
        return font.wrapped(text, room)
    if sheet.style.shorten:
        return font.wrapped(" ".join(sheet.shorten(word, room) for word in text.split()), room)
    sheet.canvas.problems.append(f"breaks a word: {text}")
    return font.wrapped(text, room)


def _put(sheet: Sheet, text: str, x: int, scale: int = 1) -> None:
    """A line at this height; it must end above the hint."""
    if sheet.fits(HEIGHT * scale, text):
        sheet.canvas.text(text, x, sheet.y, scale)
        sheet.y += HEIGHT * scale


def _table(sheet: Sheet, table: list[list[str]]) -> None:
    """Lines in columns: the first at the left, the others ending under each other; in two halves if it is too long."""
    columns = max(len(row) for row in table)
    widths = [max(font.width(row[place]) if place < len(row) else 0 for row in table) for place in range(columns)]
    if columns > 2 and sum(widths) + 3 * (columns - 1) > sheet.room and sheet.style.shorten:
        sheet.left_out.append("the last column of a table")
        _table(sheet, [row[: columns - 1] for row in table])
        return
    between = min(14, (sheet.room - sum(widths)) // max(1, columns - 1))
    per, narrow = len(table), sum(widths) + 3 * (columns - 1) <= (sheet.room - 6) // 2
    if narrow and not sheet.style.roomy and per * HEIGHT > sheet.bottom - sheet.y:
        per, between = math.ceil(per / 2), 3
    if between < 2:
        sheet.canvas.problems.append("no room: a table")
    left, top, half = sheet.left, sheet.y, sheet.room // 2 + 2
    shown = sheet.lines_left(per) * math.ceil(len(table) / per)
    per = min(per, max(1, sheet.lines_left(per)))
    for number, row in enumerate(table[:shown]):
        x = left + half * (number // per)
        for place, cell in enumerate(row):
            sheet.y = top + HEIGHT * (number % per)
            end = x + sum(widths[: place + 1]) + between * place
            _put(sheet, cell, end - font.width(cell) if place else x)
    sheet.y = top + HEIGHT * per
    _and_more(sheet, len(table) - min(shown, len(table)))
    sheet.text.extend("  ".join(row) for row in table)


def big(sheet: Sheet, page: Page) -> None:
    """A word in large letters, with a line for each that is still to be typed."""
    if not page.big and not page.slots:
        return
    sheet.text.append(page.big.ljust(page.slots, "_"))
    shown_on_board = sheet.style.board and page.board is not None and page.board.writing is not None
    if sheet.style.big == 0 and shown_on_board:
        return
    scale = max(1, sheet.style.big)
    sheet.settle(HEIGHT * scale)
    step = 6 * scale
    letters = max(len(page.big), page.slots)
    if letters * step - scale > sheet.room:
        _typed_text(sheet, page)
        return
    if not sheet.fits(HEIGHT * scale, "the big word"):
        return
    left = sheet.left + ((sheet.room - letters * step + scale) // 2 if sheet.left == 0 else 0)
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
    sheet.settle(LIST_PITCH)
    if not sheet.fits(LIST_PITCH, "the list"):
        return
    rows = (sheet.bottom - sheet.y) // LIST_PITCH
    columns = _columns(sheet, page, rows)
    room = sheet.room - (0 if columns > 1 else GUTTER)
    rows = min(rows, len(page.items))
    first = _first_in_sight(page, rows, columns)
    in_sight = page.items[first : first + rows * columns]
    numbered = columns == 1 and page.board is None and len(page.items) > 1
    top, left = sheet.y, sheet.left
    for place, label in enumerate(in_sight):
        number = first + place
        box = (left + place // rows * (room // columns), top + place % rows * LIST_PITCH, room // columns, LIST_PITCH)
        prefix = f"{number + 1} " if numbered and number < 9 else "   " if numbered else ""
        _entry(sheet, prefix, label, box, number == page.chosen)
        sheet.text.append(f"{'>' if number == page.chosen else ' '} {label}")
    _arrows(sheet, first > 0, first + len(in_sight) < len(page.items), columns > 1, top, rows)
    sheet.y = top + rows * LIST_PITCH


def _columns(sheet: Sheet, page: Page, rows: int) -> int:
    """More than one where entries are short; but where the list has the panel to itself, only if all are in sight."""
    needed = math.ceil(len(page.items) / rows)
    widest = max(font.width(item) for item in page.items) + 4
    fit = max(1, min(sheet.room // widest, needed))
    if fit < needed and sheet.y < 2 * HEIGHT:  # no line above the list for the arrows
        return 1
    return fit if page.board is not None or fit >= needed else 1


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
    sheet.canvas.claim(box, label)
    text = sheet.shorten(prefix + name, width - 2 - (font.width(value) + 5 if colon else 0))
    margin = 2 if font.width(text) + 4 <= width else 1
    ink = placed(sheet.canvas.size, font.glyphs(text), left + margin, top + 1)
    if colon:
        ink |= placed(sheet.canvas.size, font.glyphs(value), left + width - 2 - font.width(value), top + 1)
    sheet.canvas.ink(bits ^ ink)


def _arrows(sheet: Sheet, before: bool, after: bool, sideways: bool, top: int, rows: int) -> None:
    """That there is more: above and below, or of columns to the left and to the right."""
    right = sheet.canvas.size[0]
    if rows == 1 and before and after and not sideways:
        sheet.canvas.text("↕", right - 4, top)
        return
    if sideways:
        places = {"◀": (right - 8, top - HEIGHT), "▶": (right - 3, top - HEIGHT)}
    else:
        places = {"▲": (right - 5, top), "▼": (right - 5, top + (rows - 1) * LIST_PITCH + 1)}
    for (arrow, (x, y)), more in zip(places.items(), (before, after), strict=True):
        if more:
            sheet.canvas.text(arrow, x, y)


# ── the others ───────────────────────────────────────────────────────────────────────────────────


def others(sheet: Sheet, page: Page) -> None:
    """A line for everybody else: name, how many rows, what the newest told, how it ended."""
    owner = page.board.owner if page.board else ""
    shown = sheet.lines_left(len(page.others))
    for each in page.others[:shown]:
        sheet.settle(HEIGHT)
        if sheet.fits(HEIGHT, each.name):
            _progress(sheet, each, looked_at=each.name == owner)
    _and_more(sheet, len(page.others) - shown)
    sheet.text.extend(" ".join(filter(None, (each.name, *each.rows, each.state))) for each in page.others)


def _and_more(sheet: Sheet, count: int) -> None:
    if count:
        _put(sheet, f"… {count} more", sheet.left)


def _progress(sheet: Sheet, each: Progress, looked_at: bool) -> None:
    left, room, y = sheet.left, sheet.room, sheet.y
    rows, newest = (str(len(each.rows)), each.rows[-1]) if each.rows else ("", "")
    sign = STATE_SIGNS.get(each.state, each.state)
    names = font.width("M" * 8) + 3
    stories = ("  ".join(filter(None, (rows, newest, state))) for state in (each.state, sign))
    shortest = ":".join(filter(None, (rows, sign or newest)))  # how it ended stands for the newest row
    story = next((story for story in stories if font.width(story) + names <= room), shortest)
    name = sheet.shorten(each.name, room - font.width(story) - 2)
    sheet.canvas.claim((left, y, font.width(name), HEIGHT), name)
    ink = written(sheet.canvas.size, name, left, y)
    bar = solid(sheet.canvas.size, (max(0, left - 1), y - 1, font.width(name) + 2, HEIGHT + 1)) if looked_at else 0
    sheet.canvas.ink(bar ^ ink)
    if story:
        sheet.canvas.text(story, left + room - font.width(story), y)
    sheet.y += HEIGHT


# ── the bottom ───────────────────────────────────────────────────────────────────────────────────


def height_of_bottom(page: Page, size: Size, style: Style) -> int:
    """What hint or message take away from the page. A long message makes the page smaller: it hides nothing by half."""
    room = 1 if style.roomy else 0
    if page.message:
        return len(_told(page.message, size)) * HEIGHT + 1
    return HEIGHT + room if page.hint else 0


def hint(sheet: Sheet, page: Page) -> None:
    """What key does what: as many of the parts (two spaces between them) as there is room for, the first ones first."""
    width, height = sheet.canvas.size
    parts = page.hint.split("  ")
    while len(parts) > 1 and sum(font.width(part) for part in parts) + 6 * (len(parts) - 1) > width:
        sheet.left_out.append(parts.pop())
    left = 0
    for number, part in enumerate(parts):
        shown = font.shortened(part, width)
        if number and number == len(parts) - 1:
            left = width - font.width(shown)
        sheet.canvas.text(shown, left, height - HEIGHT)
        left += font.width(shown) + 8
    sheet.text.append(page.hint)


def message(sheet: Sheet, page: Page) -> None:
    """In place of the hint until the next key: inverted, so that it is noticed."""
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
    """A message in lines: all but the title's line may be theirs, then an ellipsis."""
    width, most = size[0] - 4, max(1, size[1] // HEIGHT - 2)
    told = font.wrapped(text, width)
    return told if len(told) <= most else (*told[: most - 1], font.shortened(" ".join(told[most - 1 :]), width))
