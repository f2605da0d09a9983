"""What LED grids show: boards by colour, a letter full size, an invitation, a celebration. Pure functions of time."""

from functools import lru_cache
from string import ascii_uppercase

from firmware_host.drawing import font
from firmware_host.drawing.palettes import GREEN_YELLOW, Palette, palette_for
from firmware_host.drawing.tiles import ABSENT, ELSEWHERE, IN_PLACE
from firmware_host.games.shared.marks import Letters
from firmware_host.games.shared.page import CROSSED, EMPTY, TYPED, BoardPicture, BoardRow
from hardware.ports import DARK, Colour, GridFrame

Size = tuple[int, int]
WHITE: Colour = (255, 255, 255)

HURRY = 10.0  # seconds left from which a board blinks
BLINK = 0.5  # seconds lit, and as long faint
PULSE = 2.0  # seconds from bright to faint and back, where “elsewhere” pulses
PULSE_STEPS = 8
WALK = 0.5  # seconds from one LED to the next, for the light that invites
SWEEP = 0.12  # seconds a row, for the celebration
SOLVED_LASTS = 2.4
ALPHABET_COLUMNS = 5
FLASH = 0.4  # seconds inverted, and as long not, for panels that celebrate
_CHEERS = 3  # times that a solved grid flashes after it has filled


def board_frame(
    picture: BoardPicture,
    palette: Palette,
    size: Size,
    now: float,
    *,
    time_left: float | None = None,
    pulse: bool = False,
) -> GridFrame:
    """A board, with its marks as colours. It blinks when time is short; with `pulse`, “elsewhere” fades in and out."""
    hurried = time_left is not None and time_left <= HURRY and now % (2 * BLINK) >= BLINK
    breath = int(now % PULSE / PULSE * PULSE_STEPS) if pulse else 0
    return _board(picture, palette, size, hurried, breath)


@lru_cache(maxsize=512)
def _board(picture: BoardPicture, palette: Palette, size: Size, hurried: bool, breath: int) -> GridFrame:
    colours = palette_for(picture.colours, palette)
    half = PULSE_STEPS // 2
    breathed = _dimmed(colours.elsewhere, 1 - 0.8 * (half - abs(breath - half)) / half)
    inks = {
        IN_PLACE: colours.in_place,
        ELSEWHERE: breathed,
        ABSENT: colours.absent_led,
        TYPED: colours.typed,
        CROSSED: colours.crossed,
        EMPTY: DARK,
    }
    if hurried:
        inks = {sign: _dimmed(colour, 0.2) for sign, colour in inks.items()}
    text = _centred(_marks(picture, size[1]), size)
    return GridFrame(tuple(tuple(inks[sign] for sign in row) for row in text), text)


def _marks(picture: BoardPicture, height: int) -> tuple[str, ...]:
    """The rows that fit a grid of this height. If there are more, the newest."""
    rows = tuple(row.marks for row in picture.rows)
    used = sum(1 for row in rows if row.strip(EMPTY))
    last = max(height, used if picture.writing is None else picture.writing + 1)
    return rows[max(0, last - height) : last]


@lru_cache(maxsize=256)
def alphabet_picture(known: Letters) -> BoardPicture:
    """A to Z, row by row: bright letters are in the word, dark ones are not, faint ones may be."""
    signs = "".join(_sign(letter, known) for letter in ascii_uppercase)
    rows = (signs[place : place + ALPHABET_COLUMNS] for place in range(0, len(signs), ALPHABET_COLUMNS))
    marks = tuple(row.ljust(ALPHABET_COLUMNS, EMPTY) for row in rows)
    return BoardPicture(tuple(BoardRow(" " * ALPHABET_COLUMNS, row) for row in marks), ALPHABET_COLUMNS)


def _sign(letter: str, known: Letters) -> str:
    if letter in known.known_in:
        return IN_PLACE
    return EMPTY if letter in known.known_out else ABSENT


def letter_frame(letter: str, size: Size, colour: Colour = WHITE) -> GridFrame:
    """A letter as large as the grid, while it is typed or a row is spelled."""
    return _letter(letter, size, colour)


@lru_cache(maxsize=256)
def _letter(letter: str, size: Size, colour: Colour) -> GridFrame:
    scale = max(1, min(size[0] // 5, size[1] // 6))
    rows = []
    for bits in font.letter(letter).rows:
        dots = "".join((TYPED if bits >> 4 - place & 1 else EMPTY) * scale for place in range(5))
        rows += [dots] * scale
    text = _centred(tuple(rows), size)
    return GridFrame(tuple(tuple(colour if dot == TYPED else DARK for dot in row) for row in text), text)


@lru_cache(maxsize=8)
def dark_frame(size: Size) -> GridFrame:
    """Nothing to show."""
    return GridFrame(((DARK,) * size[0],) * size[1], (EMPTY * size[0],) * size[1])


def spelt_frame(picture: BoardPicture, palette: Palette, size: Size, step: int) -> GridFrame:
    """The rows of a board spelled out, letter by letter in the colours of their marks, the newest row first.

    Between two rows, and while nothing is written, the board itself is shown.
    """
    rows = [row for row in reversed(picture.rows) if row.letters.strip() and not row.marks.strip("GY-.")]
    read = [(letter, mark) for row in rows for letter, mark in (*zip(row.letters, row.marks, strict=True), ("", ""))]
    read = [(letter, mark) for letter, mark in read if mark != EMPTY]
    letter, mark = read[step % len(read)] if read else ("", "")
    if not letter:
        return _board(picture, palette, size, False, 0)
    colours = palette_for(picture.colours, palette)
    inks = {IN_PLACE: colours.in_place, ELSEWHERE: colours.elsewhere, ABSENT: _dimmed(WHITE, 0.3)}
    return _letter(letter, size, inks[mark])


def idle_frame(size: Size, now: float, colour: Colour = WHITE) -> GridFrame:
    """Nobody has joined here yet: a light with a fading tail walks round the edge."""
    return _idle(size, int(now / WALK) % len(_edge(size)), colour)


@lru_cache(maxsize=256)
def _idle(size: Size, step: int, colour: Colour) -> GridFrame:
    edge = _edge(size)
    lit = {edge[(step - tail) % len(edge)]: tail for tail in (2, 1, 0)}
    rows = tuple(
        tuple(_dimmed(colour, (0.5, 0.15, 0.04)[lit[x, y]]) if (x, y) in lit else DARK for x in range(size[0]))
        for y in range(size[1])
    )
    text = tuple("".join(TYPED if lit.get((x, y)) == 0 else EMPTY for x in range(size[0])) for y in range(size[1]))
    return GridFrame(rows, text)


@lru_cache(maxsize=16)
def _edge(size: Size) -> tuple[tuple[int, int], ...]:
    """The LEDs of the edge, clockwise from the top left."""
    right, bottom = size[0] - 1, size[1] - 1
    there = [(x, 0) for x in range(right + 1)] + [(right, y) for y in range(1, bottom + 1)]
    back = [(x, bottom) for x in range(right - 1, -1, -1)] if bottom else []
    home = [(0, y) for y in range(bottom - 1, 0, -1)] if right else []
    return (*there, *back, *home)


def solved_frame(size: Size, since: float, palette: Palette = GREEN_YELLOW) -> GridFrame | None:
    """The celebration: the grid fills from the bottom, then flashes. None when it is over."""
    if not 0 <= since < SOLVED_LASTS:
        return None
    filled = min(size[1], int(since / SWEEP) + 1)
    after = since - size[1] * SWEEP
    rest = max(SOLVED_LASTS - size[1] * SWEEP, SWEEP)
    flash = after >= 0 and int(after / rest * 2 * _CHEERS) % 2 == 0
    ink = _dimmed(WHITE, 0.5) if flash else palette.in_place  # thirty LEDs at full white dazzle
    return _filled(size, filled, ink)


@lru_cache(maxsize=64)
def _filled(size: Size, filled: int, ink: Colour) -> GridFrame:
    """So many rows of one colour, from the bottom."""
    rows = tuple((ink if size[1] - y <= filled else DARK,) * size[0] for y in range(size[1]))
    text = tuple((IN_PLACE if size[1] - y <= filled else EMPTY) * size[0] for y in range(size[1]))
    return GridFrame(rows, text)


def flashes(since: float) -> bool:
    """Whether a celebrating panel is inverted at this moment. Twice a second is slow enough for everybody's eyes."""
    return 0 <= since < SOLVED_LASTS and int(since / FLASH) % 2 == 0


def _centred(rows: tuple[str, ...], size: Size) -> tuple[str, ...]:
    """Centres the rows on a grid. An odd column stays free on the right, an odd row at the bottom."""
    width, height = size
    wide = [row[:width] for row in rows[:height]]
    left = (width - max((len(row) for row in wide), default=0)) // 2
    top = (height - len(wide)) // 2
    filled = [(EMPTY * left + row).ljust(width, EMPTY) for row in wide]
    return (*(EMPTY * width,) * top, *filled, *(EMPTY * width,) * (height - top - len(wide)))


def _dimmed(colour: Colour, share: float) -> Colour:
    red, green, blue = colour
    return int(red * share), int(green * share), int(blue * share)
