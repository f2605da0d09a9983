"""The parts of a page, each put on a sheet beneath the last: board, title, alphabet, lines, a word in large letters."""

import math
from functools import lru_cache
from string import ascii_uppercase

from firmware_host.drawing import font
from firmware_host.drawing.canvas import WHITE, Size, placed, solid, written
from firmware_host.drawing.codes import code_glyph, code_rows, place_code
from firmware_host.drawing.font import HEIGHT, Glyph
from firmware_host.drawing.palettes import palette_for
from firmware_host.drawing.sheet import CLOCK_ROOM, Sheet
from firmware_host.drawing.shown import ShownPage
from firmware_host.drawing.tiles import ABSENT, ELSEWHERE, IN_PLACE, board_size, said, signs, tiles
from firmware_host.games.shared.marks import Letters
from firmware_host.games.shared.page import CROSSED, EMPTY, BoardPicture
from firmware_host.texts.language import Language
from firmware_host.texts.text import say, verbatim

A_WORD = 8  # letters: a word to guess or a name has at most so many


def stands_free(page: ShownPage) -> bool:
    """Whether the page has nothing but words. Such a page is centred."""
    return not (page.board or page.items or page.others or page.alphabet or page.table or page.notes or page.code)


TWO_ROWS = 2  # of a table: the reader's own, and one of the others in turn

# ── the board and the title ──────────────────────────────────────────────────────────────────────


def board_and_title(sheet: Sheet, page: ShownPage) -> None:
    board = page.board
    if board is not None and not sheet.style.title_above:
        _board(sheet, board)
    title(sheet, page)
    if board is not None and sheet.style.title_above:
        _board(sheet, board)
    if board is not None:
        sheet.text.extend(said(row) for number, row in enumerate(board.rows) if number != board.writing)
        if page.owner and sheet.style.board and not any(each.looked_at for each in page.others):
            pointed = f"← {page.owner}"
            _line(sheet, pointed if font.width(pointed) <= sheet.room else page.owner)
    if stands_free(page):
        sheet.y += sheet.spare // 2


def code(sheet: Sheet, page: ShownPage) -> None:
    """A code to scan, at the left of the words or above them. Where a phone could not read it, it is left out."""
    if not page.code:
        return
    place = place_code(len(code_rows(page.code)), (sheet.canvas.size[0], sheet.bottom)) if sheet.style.code else None
    if place is None:
        sheet.left_out.append("the code")
        return
    left = 0 if place.beside else (sheet.canvas.size[0] - place.side) // 2
    top = (sheet.bottom - place.side) // 2 if place.beside else 0
    sheet.canvas.claim((left, top, place.side, place.side), "the code")
    sheet.canvas.ink(placed(sheet.canvas.size, code_glyph(page.code, place), left, top))
    if place.beside:
        sheet.beside, sheet.board_bottom = place.side + 3, sheet.bottom
    else:
        sheet.y = place.side + 1


def hint_beside_code(sheet: Sheet, page: ShownPage) -> None:
    """Which key does what, where the code takes the whole height."""
    for part in page.hint:
        _line(sheet, part)


def title(sheet: Sheet, page: ShownPage) -> None:
    sheet.text.insert(0, page.title)
    clock = CLOCK_ROOM if page.deadline is not None else 0
    if not page.title and not clock:
        return
    lines = _beside_the_clock(sheet, page.title, clock) or ("",)
    if sheet.style.shorten and page.table and sheet.y + (len(lines) + TWO_ROWS) * HEIGHT > sheet.bottom:
        lines = (sheet.shorten(page.title, sheet.room - clock),)  # or nobody else's row would ever be in sight
    for line in lines:
        sheet.canvas.text(line, sheet.left, sheet.y)
        sheet.y += HEIGHT
    if clock:
        sheet.canvas.claim((sheet.canvas.size[0] - clock + 2, 0, clock - 2, HEIGHT), "the time left")
    if sheet.style.title_above:
        sheet.y += 1
    elif sheet.style.roomy:
        sheet.canvas.ink(solid(sheet.canvas.size, (sheet.left, sheet.y, sheet.room, 1)))
        sheet.y += 2 if page.items else 3


def _beside_the_clock(sheet: Sheet, title: str, clock: int) -> tuple[str, ...]:
    """The title in lines. The time left takes its room from the first one only."""
    if not clock or font.width(title) <= sheet.room - clock:
        return sheet.wrapped(title, sheet.room - clock)
    words = title.split()
    fitting = sum(font.width(" ".join(words[:count])) <= sheet.room - clock for count in range(1, len(words) + 1))
    if fitting in (0, len(words)):
        return sheet.wrapped(title, sheet.room - clock)
    return (" ".join(words[:fitting]), *sheet.wrapped(" ".join(words[fitting:]), sheet.room))


def _board(sheet: Sheet, board: BoardPicture) -> None:
    """Draws the board at the left and its notes beside it. A board that is too tall shows its newest rows."""
    size, scale, top = sheet.canvas.size, sheet.style.tiles, sheet.y
    if not sheet.style.board:
        sheet.left_out.append("the board")
        return
    if not sheet.fits(board_size(1, 1)[1] * scale, "the board"):
        return
    rows = _rows_in_sight(board, (sheet.bottom - top) // scale, sheet.style.rows)
    width, height = board_size(board.columns, len(rows))
    sheet.canvas.claim((0, top, width * scale, height * scale), "the board")
    colours = palette_for(board.colours, sheet.palette)
    inks = {IN_PLACE: colours.in_place, ELSEWHERE: colours.elsewhere, ABSENT: colours.absent, CROSSED: colours.crossed}
    notes = 0
    for place, number in enumerate(rows):
        row, y = board.rows[number], top + place * (height - 1) // len(rows) * scale
        for sign, bits in _tiles(size, row.letters, signs(row, number == board.writing), y, scale):
            sheet.canvas.ink(bits, inks.get(sign, WHITE))
        if row.note and sheet.style.notes:
            sheet.canvas.text(row.note, width * scale + 2, y + 1 * scale)
            notes = max(notes, font.width(row.note) + 2)
    sheet.beside, sheet.board_bottom = width * scale + notes + 3, top + height * scale


@lru_cache(maxsize=1024)
def _tiles(size: Size, letters: str, marks: str, top: int, scale: int) -> tuple[tuple[str, int], ...]:
    """A row of tiles at the left edge, with the bits of each ink."""
    return tuple((sign, placed(size, glyph, 0, top, scale)) for sign, glyph in tiles(letters, marks))


def _rows_in_sight(board: BoardPicture, room: int, at_most: int = 0) -> range:
    fit = max(1, min(at_most or len(board.rows), len(board.rows), (room - 1) // (board_size(1, 1)[1] - 1)))
    used = sum(1 for row in board.rows if row.marks.strip("."))
    last = board.writing + 1 if board.writing is not None else used
    first = max(0, last - fit)
    return range(first, first + fit)


# ── letters and words ────────────────────────────────────────────────────────────────────────────


def alphabet(sheet: Sheet, page: ShownPage) -> None:
    """A–Z. Letters known to be in the word are underlined; for those known not to be, a dot."""
    if page.alphabet is None:
        return
    size, known = sheet.canvas.size, page.alphabet
    colours = palette_for(page.board.colours, sheet.palette) if page.board else sheet.palette
    left, lines = sheet.left, math.ceil(26 / max(1, min(13, (sheet.room + 1) // 6)))
    each = math.ceil(26 / lines)
    sheet.text.append(_in_words(sheet.language, known))
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
def _in_words(reader: Language, known: Letters) -> str:
    """The alphabet in words, for screen readers."""
    inside, outside = (
        verbatim(" ".join(letters)) if letters else say("none") for letters in (known.known_in, known.known_out)
    )
    return reader.read(say("in: {inside}  out: {outside}", inside=inside, outside=outside))


@lru_cache(maxsize=512)
def _letters(letters: str, known: Letters) -> tuple[Glyph, Glyph]:
    """A line of the alphabet, in two inks: letters that are open or out, and underlined letters that are in."""
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


def notes(sheet: Sheet, page: ShownPage) -> None:
    """A–Z as tiles, with the marks that somebody has made for themselves."""
    if not page.notes:
        return
    width, height = board_size(1, 1)
    lines = math.ceil(26 / (sheet.room // width))
    each = math.ceil(26 / lines)
    sheet.text.append(_noted(sheet.language, page.notes))
    if not sheet.fits(lines * height, "the notes"):
        return
    inks = {IN_PLACE: sheet.palette.in_place, ELSEWHERE: sheet.palette.elsewhere}
    for first in range(0, 26, each):
        letters, marks = ascii_uppercase[first : first + each], page.notes[first : first + each]
        sheet.canvas.claim((sheet.left, sheet.y, len(letters) * width, height), "the notes")
        for sign, glyph in tiles(letters, marks):
            sheet.canvas.ink(placed(sheet.canvas.size, glyph, sheet.left, sheet.y), inks.get(sign, WHITE))
        sheet.y += height
    sheet.y += sheet.gap


def _noted(reader: Language, marks: str) -> str:
    """The notes in words, for screen readers."""
    yes, no, maybe = (
        verbatim(" ".join(letter for letter, mark in zip(ascii_uppercase, marks, strict=True) if mark == sign))
        for sign in (IN_PLACE, EMPTY, ELSEWHERE)
    )
    none = say("none")
    return reader.read(say("yes: {yes}  no: {no}  maybe: {maybe}", yes=yes or none, no=no or none, maybe=maybe or none))


def lines(sheet: Sheet, page: ShownPage) -> None:
    for line in page.lines:
        _line(sheet, line, centred=stands_free(page))
    if page.table:
        _table(sheet, page, max(map(len, page.table)))
    if page.beneath is not None:
        _line(sheet, page.beneath.title)
        _table(sheet, page.beneath, max(map(len, page.beneath.table)))
    if page.lines or page.table:
        sheet.y += sheet.gap * (2 if stands_free(page) else 1)


def _line(sheet: Sheet, line: str, centred: bool = False) -> None:
    if sheet.y < sheet.board_bottom:
        beside, beneath = (HEIGHT * len(font.wrapped(line, room)) for room in (sheet.room, sheet.canvas.size[0]))
        sheet.settle(beside, beneath, font.widest_word(line))
    parts = sheet.wrapped(line, sheet.room)
    if centred and font.widest_word(line) <= sheet.room:
        parts = font.balanced(line, sheet.room)
    for number, part in enumerate(parts):
        last = sheet.style.shorten and sheet.y + 2 * HEIGHT > sheet.bottom and number + 1 < len(parts)
        shown = sheet.shorten(" ".join(parts[number:]), sheet.room) if last else part
        sheet.put(shown, sheet.left + ((sheet.room - font.width(shown)) // 2 if centred else 0))
        if last:
            break
    sheet.text.append(line)


def _table(sheet: Sheet, page: ShownPage, columns: int) -> None:
    """Rows of cells: the first column on the left, the others right-aligned. A long table is split in two halves."""
    table = tuple(row[:columns] for row in page.table)
    widths = [max(font.width(row[place]) if place < len(row) else 0 for row in table) for place in range(columns)]
    if sheet.y < sheet.board_bottom:
        sheet.y = sheet.board_bottom + 1
    if columns > 2 and sum(widths) + 3 * (columns - 1) > sheet.room and sheet.style.shorten:
        sheet.left_out.append("the last column of a table")
        _table(sheet, page, columns - 1)
        return
    between = min(14, (sheet.room - sum(widths)) // max(1, columns - 1))
    narrow, tall = sum(widths) + 3 * (columns - 1) <= (sheet.room - 6) // 2, len(table) * HEIGHT
    halves = 2 if narrow and not sheet.style.roomy and tall > sheet.bottom - sheet.y else 1
    between = 3 if halves == 2 else between
    if between < 2:
        sheet.canvas.problems.append("no room: a table")
    shown = sheet.in_sight(len(table), page.turned, page.own, halves)
    per, top, half = math.ceil(len(shown) / halves), sheet.y, sheet.room // 2 + 2
    ends = [sum(widths[: place + 1]) + between * place for place in range(columns)]
    for number, at in enumerate(shown):
        sheet.y = top + HEIGHT * (number % per)
        _cells(sheet, table[at], ends, half * (number // per), at == page.own)
    sheet.y = top + HEIGHT * per


def _cells(sheet: Sheet, row: tuple[str, ...], ends: list[int], left: int, own: bool) -> None:
    """A row of a table. The reader's own is inverted."""
    sheet.text.append(sheet.language.read(say("{row} (you)", row="  ".join(row))) if own else "  ".join(row))
    if not sheet.fits(HEIGHT, row[0]):
        return
    size, y, ink = sheet.canvas.size, sheet.y, 0
    for place, cell in enumerate(row):
        x = left + ends[place] - font.width(cell) if place else left
        sheet.canvas.claim((x, y, font.width(cell), HEIGHT), cell)
        ink |= written(size, cell, x, y)
    bar = solid(size, (max(0, left - 1), y - 1, ends[-1] + 2, HEIGHT + 1)) if own else 0
    sheet.canvas.ink(bar ^ ink)


def big(sheet: Sheet, page: ShownPage) -> None:
    """A word in large letters, with a line for each letter still to be typed."""
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
        if letters <= A_WORD and letters * 6 > sheet.room and not sheet.style.shorten:
            sheet.canvas.problems.append("breaks the big word")
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


def _typed_text(sheet: Sheet, page: ShownPage) -> None:
    """A text longer than a word: in lines of the usual size, with a cursor at the end."""
    cursor = "_" if page.slots > len(page.big) else ""
    for line in font.wrapped(page.big + cursor, sheet.room):
        sheet.put(line, sheet.left)
    sheet.y += sheet.gap
