"""What displays show while a table is built: a sign to find them by, a test card, every pixel, the key just pressed.

The builder works at a terminal, so the few words are in that terminal's language.
"""

from collections.abc import Iterator

from PIL import Image, ImageDraw

from firmware_host.drawing import font
from firmware_host.drawing.canvas import coloured, written
from firmware_host.drawing.codes import code_rows, place_code
from firmware_host.drawing.draw import draw, lay_out
from firmware_host.drawing.grids import letter_frame
from firmware_host.drawing.shown import ShownPage, shown_in
from firmware_host.games.shared.page import Page
from firmware_host.texts.language import of_this_terminal
from firmware_host.texts.text import NOTHING, Keys, Text, say, verbatim
from hardware.ports import DARK, Colour, GridFrame, PanelFrame

Size = tuple[int, int]
WHITE: Colour = (255, 255, 255)
COLOURS: dict[str, Colour] = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255), "white": WHITE}
DOTS = ((0, 2), (3, 1))  # the order in which the dots of a pattern light up, from dark to bright


# ── a sign, a key ────────────────────────────────────────────────────────────────────────────────


def sign_on_grid(sign: str, size: Size) -> GridFrame:
    return letter_frame(sign, size)


def sign_on_panel(sign: str, size: Size, colour: bool) -> PanelFrame:
    """As large as the panel, to be read from across the table."""
    scale = min(size[0] // 5, size[1] // 6)
    picture = Image.new("RGB" if colour else "1", size)
    pen = ImageDraw.Draw(picture)
    left, top = (size[0] - 5 * scale) // 2, (size[1] - 6 * scale) // 2
    for y, bits in enumerate(font.letter(sign).rows):
        for x in range(5):
            if bits >> 4 - x & 1:
                corner = (left + x * scale, top + y * scale)
                pen.rectangle((*corner, corner[0] + scale - 1, corner[1] + scale - 1), fill=WHITE if colour else 1)
    return PanelFrame("RGB" if colour else "1", size, picture.tobytes(), (sign,))


def words_on_panel(lines: tuple[Text, ...], size: Size, colour: bool) -> tuple[PanelFrame, ...]:
    """Some lines, on as many pages as they need; with our name above them if one page is enough for all."""
    reader = of_this_terminal()
    said = tuple(each for line in lines if (each := reader.read(line).strip()))
    titled = _words(said, say("wordtable"))
    pages = (titled,) if _fits(titled, size) else tuple(_words(page) for page in _pages(said, size))
    return tuple(draw(page, size, colour, 0.0) for page in pages)


def code_on_panel(code: str, size: Size, colour: bool) -> tuple[PanelFrame, ...]:
    """A code to scan, if there is room for it."""
    if place_code(len(code_rows(code)), size) is None:
        return ()
    page = Page(title=say("wordtable"), lines=(say("Scan this with a phone."),), code=code)
    return (draw(shown_in(of_this_terminal(), page), size, colour, 0.0),)


def _words(lines: tuple[str, ...], title: Text = NOTHING) -> ShownPage:
    return shown_in(of_this_terminal(), Page(title=title, lines=tuple(verbatim(line) for line in lines)))


def _fits(page: ShownPage, size: Size) -> bool:
    sheet = lay_out(page, size)
    return not sheet.canvas.problems and not sheet.shortened


def _pages(lines: tuple[str, ...], size: Size) -> Iterator[tuple[str, ...]]:
    """As many lines on each page as fit. A line that needs a page of its own and more is broken at its spaces."""
    page: tuple[str, ...] = ()
    for line in lines:
        if _fits(_words((*page, line)), size):
            page = (*page, line)
            continue
        if page:
            yield page
        *full, rest = _pieces(line, size)
        yield from ((each,) for each in full)
        page = (rest,)
    yield page


def _pieces(line: str, size: Size) -> Iterator[str]:
    piece = ""
    for word in line.split():
        longer = f"{piece} {word}".strip()
        if piece and not _fits(_words((longer,)), size):
            yield piece
            longer = word
        piece = longer
    yield piece


def key_on_panel(name: str, key: str, size: Size, colour: bool) -> PanelFrame:
    page = Page(title=verbatim(name), big=key, hint=(say("{menu} ends", menu=Keys.MENU),))
    return draw(shown_in(of_this_terminal(), page), size, colour, 0.0)


# ── LED grids ────────────────────────────────────────────────────────────────────────────────────


def one_led(place: int, size: Size) -> GridFrame:
    """A single LED, counted from the top left in reading order."""
    width, height = size
    lit = [WHITE if each == place else DARK for each in range(width * height)]
    return _rows(lit, size)


def all_leds(colour: Colour, size: Size) -> GridFrame:
    return _rows([colour] * (size[0] * size[1]), size)


def _rows(lit: list[Colour], size: Size) -> GridFrame:
    width, height = size
    rows = tuple(tuple(lit[row * width : (row + 1) * width]) for row in range(height))
    return GridFrame(rows, tuple("".join("." if colour == DARK else "w" for colour in row) for row in rows))


# ── panels ───────────────────────────────────────────────────────────────────────────────────────


def all_pixels(size: Size, colour: bool) -> PanelFrame:
    mode = "RGB" if colour else "1"
    picture = Image.new(mode, size, WHITE if colour else 1)
    return PanelFrame("RGB" if colour else "1", size, picture.tobytes(), (of_this_terminal().read(say("every pixel")),))


def panel_card(seat: int, size: Size, colour: bool) -> PanelFrame:
    """A border on the outermost pixels, a grid, text, and greys (dots, or colours from dark to bright)."""
    width, height = size
    picture = Image.new("RGB", size)
    pen = ImageDraw.Draw(picture)
    faint = (70, 70, 70) if colour else WHITE
    for left in range(0, width, 16):
        pen.line((left, 0, left, height - 1), fill=faint)
    for top in range(0, height, 16):
        pen.line((0, top, width - 1, top), fill=faint)
    _greys(picture, colour)
    reader = of_this_terminal()
    said, card = reader.read(say("SEAT {seat}", seat=seat)), reader.read(say("test card"))
    left, top = (width - font.width(said) * 2) // 2, height // 2 - font.HEIGHT
    pen.rectangle((left - 3, top - 3, left + font.width(said) * 2 + 2, top + 2 * font.HEIGHT + 1), fill=DARK)
    picture.paste(WHITE, (0, 0), coloured(size, {WHITE: written(size, said, left, top, 2)}).convert("1"))
    pen.rectangle((0, 0, width - 1, height - 1), outline=WHITE)
    if colour:
        return PanelFrame("RGB", size, picture.tobytes(), (said, card))
    return PanelFrame("1", size, picture.convert("1", dither=Image.Dither.NONE).tobytes(), (said, card))


def _greys(picture: Image.Image, colour: bool) -> None:
    """Four steps along the bottom edge; on a colour panel four steps of each colour."""
    width, height = picture.size
    tall = height // 6
    inks = list(COLOURS.values()) if colour else [WHITE]
    step = width // (4 * len(inks))
    for place in range(4 * len(inks)):
        ink, level = inks[place // 4], place % 4 + 1
        for x in range(place * step, (place + 1) * step):
            for y in range(height - tall, height):
                if colour:
                    picture.putpixel((x, y), (ink[0] * level // 4, ink[1] * level // 4, ink[2] * level // 4))
                else:
                    picture.putpixel((x, y), WHITE if DOTS[y % 2][x % 2] < level else DARK)
