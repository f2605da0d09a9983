"""An animated GIF of a table with all its displays: what `wordtable simulate --gif` writes."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from firmware_host.texts.language import english
from firmware_host.texts.text import say
from hardware.config.settings import PanelSettings, TableSettings
from hardware.names import PRIVATE, PUBLIC, DeviceName
from hardware.ports import Colour, GridFrame, PanelFrame

FRAMES_A_SECOND = 10
SHORTEST, LONGEST = 0.1, 1.6  # seconds that each picture stays
LED, GAP, PIXEL, MARGIN, ROOM = 14, 5, 2, 12, 26  # in pixels of the picture
WOOD: Colour = (120, 74, 40)
GRAIN: Colour = (106, 63, 32)
BOARD: Colour = (33, 25, 20)
GLASS: Colour = (6, 8, 11)
BRASS: Colour = (222, 184, 108)
DULL: Colour = (30, 27, 25)  # an LED that is off
LIT: Colour = (214, 238, 255)
BRIGHT: tuple[Colour, ...] = (
    (40, 220, 60), (255, 200, 0), (255, 120, 0), (60, 140, 255), (255, 255, 255), (110, 0, 0), (150, 150, 150),
)  # fmt: skip

Frame = GridFrame | PanelFrame
Sight = Mapping[str, Frame]
Box = tuple[int, int, int, int]
Placed = tuple[str, tuple[int, int]]  # a display and its size in the picture


class Recording:
    """Remembers what was shown and when; the pictures are drawn when it is saved."""

    def __init__(self, settings: TableSettings) -> None:
        self._plan = _Plan(settings)
        self._seen: dict[str, Frame] = {}
        self._sights: list[tuple[float, Sight]] = []

    def see(self, at: float, device: str, frame: Frame | None) -> None:
        """A display shows this from now on; None means dark."""
        if frame is None:
            self._seen.pop(device, None)
        else:
            self._seen[device] = frame
        moment = int(at * FRAMES_A_SECOND) / FRAMES_A_SECOND
        if self._sights and self._sights[-1][0] == moment:
            self._sights.pop()
        self._sights.append((moment, dict(self._seen)))

    def save(self, file: Path) -> None:
        ends = [at for at, _ in self._sights[1:]] + [self._sights[-1][0] + LONGEST]
        stays = [
            round(1000 * min(LONGEST, max(SHORTEST, end - at))) for (at, _), end in zip(self._sights, ends, strict=True)
        ]
        pictures = self._pictures()
        next(pictures).save(file, save_all=True, append_images=pictures, duration=stays, loop=0, optimize=False)

    def _pictures(self) -> Iterator[Image.Image]:
        """One at a time, because an evening has many."""
        colours = _colours()
        for _, sight in self._sights:
            yield self._plan.draw(sight).quantize(palette=colours, dither=Image.Dither.NONE)


class _Plan:
    """Where everything stands: seats in two rows, the screens between them."""

    def __init__(self, settings: TableSettings) -> None:
        seats: list[list[tuple[str, tuple[int, int] | None]]] = [
            [(DeviceName(kind, number), _size(settings, number, kind)) for kind in ("grid", "panel")]
            for number in sorted(settings.seats)
        ]
        boards = [[(name, size) for name, size in seat if size is not None] for seat in seats]
        screens: dict[str, PanelSettings | None] = {PUBLIC: settings.public, PRIVATE: settings.private}
        middle = [[(name, _pixels(panel.size))] for name, panel in screens.items() if panel is not None]
        half = (len(boards) + 1) // 2 if len(boards) > 2 else len(boards)
        rows = [row for row in (boards[:half], middle, boards[half:]) if row]
        numbered = zip(boards, sorted(settings.seats), strict=True)
        names: dict[str, str] = {
            seat[0][0]: english(say("Seat {seat}", seat=number)) for seat, number in numbered if seat
        }
        names |= {PUBLIC: english(say("Public screen")), PRIVATE: english(say("Private screen"))}
        self.size, self._places, self._boards = _lay(rows, names)
        self._empty = self._wood()

    def draw(self, sight: Sight) -> Image.Image:
        picture = self._empty.copy()
        glow = Image.new("RGB", self.size)
        for device, frame in sight.items():
            if device in self._places:
                _put(picture, glow, self._places[device], frame)
        return ImageChops.add(picture, glow.filter(ImageFilter.GaussianBlur(5)))  # light adds up

    def _wood(self) -> Image.Image:
        picture = Image.new("RGB", self.size, WOOD)
        pen = ImageDraw.Draw(picture)
        for y in range(0, self.size[1], 3):  # a wood grain without random numbers
            if y * 7919 % 11 < 4:
                pen.line((0, y, self.size[0], y), fill=GRAIN)
        for box, name in self._boards:
            pen.rounded_rectangle(box, 10, fill=BOARD, outline=GRAIN, width=2)
            pen.text(((box[0] + box[2]) // 2, box[3] + 4), name, fill=BRASS, font=ImageFont.load_default(), anchor="ma")
        for place in self._places.values():
            pen.rounded_rectangle(place, 3, fill=GLASS)
        return picture


def _size(settings: TableSettings, number: int, kind: str) -> tuple[int, int] | None:
    seat = settings.seats[number]
    if kind == "panel":
        return None if seat.panel is None else _pixels(seat.panel.size)
    if seat.grid is None:
        return None
    return seat.grid.width * (LED + GAP) + GAP, seat.grid.height * (LED + GAP) + GAP


def _pixels(size: tuple[int, int]) -> tuple[int, int]:
    return size[0] * PIXEL + 8, size[1] * PIXEL + 8


def _lay(
    rows: list[list[list[Placed]]], names: Mapping[str, str]
) -> tuple[tuple[int, int], dict[str, Box], list[tuple[Box, str]]]:
    """The size of the whole picture, the place of every display, and the boards that they stand on."""

    def board(displays: list[Placed]) -> tuple[int, int]:
        width = sum(size[0] for _, size in displays) + MARGIN * (len(displays) + 1)
        return width, max((size[1] for _, size in displays), default=0) + 2 * MARGIN

    wide = max(sum(board(each)[0] + ROOM for each in row) for row in rows) + ROOM
    places: dict[str, Box] = {}
    boards: list[tuple[Box, str]] = []
    y = ROOM
    for row in rows:
        sizes = [board(each) for each in row]
        x = (wide - sum(width + ROOM for width, _ in sizes) + ROOM) // 2
        tall = max(height for _, height in sizes)
        for displays, (width, height) in zip(row, sizes, strict=True):
            boards.append(((x, y, x + width, y + height), names[displays[0][0]] if displays else ""))
            left = x + MARGIN
            for name, size in displays:
                top = y + (height - size[1]) // 2
                places[name] = (left, top, left + size[0], top + size[1])
                left += size[0] + MARGIN
            x += width + ROOM
        y += tall + ROOM + 10
    return (wide, y), places, boards


def _put(picture: Image.Image, glow: Image.Image, place: Box, frame: Frame) -> None:
    if isinstance(frame, PanelFrame):
        panel = Image.frombytes(frame.mode, frame.size, frame.pixels)
        lit = Image.new("RGB", frame.size, GLASS)
        if frame.mode == "1":
            lit.paste(LIT, (0, 0), panel)
        else:
            lit = panel
        large = lit.resize((frame.size[0] * PIXEL, frame.size[1] * PIXEL), Image.Resampling.NEAREST)
        picture.paste(large, (place[0] + 4, place[1] + 4))
        return
    pen, light = ImageDraw.Draw(picture), ImageDraw.Draw(glow)
    for y, row in enumerate(frame.rows):
        for x, colour in enumerate(row):
            left, top = place[0] + GAP + x * (LED + GAP), place[1] + GAP + y * (LED + GAP)
            box = (left, top, left + LED - 1, top + LED - 1)
            pen.rounded_rectangle(box, 3, fill=_seen(colour))
            light.rounded_rectangle(box, 3, fill=(colour[0] // 2, colour[1] // 2, colour[2] // 2))


def _seen(colour: Colour) -> Colour:
    """An LED as the eye sees it: faint light looks brighter than it would in a picture."""
    most = max(colour)
    if most == 0:
        return DULL
    lift = (255 / most) ** 0.5
    return round(colour[0] * lift), round(colour[1] * lift), round(colour[2] * lift)


def _colours() -> Image.Image:
    """One palette for all pictures, so that nothing flickers."""
    shades: list[Colour] = [WOOD, GRAIN, BOARD, GLASS, BRASS, DULL, LIT, (0, 0, 0)]
    for part in range(1, 9):
        shades += [(red * part // 8, green * part // 8, blue * part // 8) for red, green, blue in BRIGHT]
    for red in range(0, 256, 51):
        shades += [(red, green, blue) for green in range(0, 256, 51) for blue in range(0, 256, 64)]
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in shades[:256] for channel in colour])
    return image
