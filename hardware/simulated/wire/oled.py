"""The chips of OLED panels at the wire: they take luma's bytes apart as the real ones do, and show pixels.

How the bytes get here is in `i2c` and `spi`. Each chip is on its maker's usual module: upright as luma sets it up.
"""

from collections.abc import Callable, Generator, Mapping
from typing import Protocol

from PIL import Image, ImageChops, ImageOps

COLUMNS, PAGES = 128, 8
RGB_565 = 2  # bytes a pixel

Program = Generator[None, int, None]  # takes one byte after the other


def _program(arguments: Mapping[int, int], obey: Callable[[int, list[int]], None]) -> Program:
    """Collects the bytes that follow each command, then has it obeyed."""

    def run() -> Program:
        while True:
            command = yield
            given: list[int] = []
            while len(given) < arguments.get(command, 0):
                given.append((yield))
            obey(command, given)

    program = run()
    next(program)  # up to where it waits for the first command
    return program


class Chip(Protocol):
    """What a bus needs of a chip; `image` is what a person in front of it sees."""

    def command(self, byte: int) -> None: ...
    def data(self, byte: int) -> None: ...
    def reset(self) -> None: ...
    def image(self) -> Image.Image: ...
    @property
    def status(self) -> int: ...


class Ssd1306:
    """A monochrome chip with a charge pump: until that is switched on, the panel stays dark."""

    columns = COLUMNS
    # How many bytes follow a command.
    arguments = dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1) | {0x21: 2, 0x22: 2}
    has_pump = True

    def __init__(self, size: tuple[int, int] = (128, 64), *, can_be_read: bool = True) -> None:
        self.size = size
        self._can_be_read = can_be_read
        self.bytes_of_data = 0
        self.reset()

    def reset(self) -> None:
        """As after power was cut: its memory holds anything at all, and it is off."""
        self.ram = bytearray(b"\xa5\x3c" * (self.columns * PAGES // 2))
        self.on = self.inverted = self.all_on = self.pump = False
        self.contrast = 0x7F
        self._mirrored = self._upside_down = True  # until the chip is told how its glass is mounted
        self._mode = 2
        self._column_window, self._page_window = (0, self.columns - 1), (0, PAGES - 1)
        self._column = self._page = 0
        self._program = _program(self.arguments, self._obey)

    def command(self, byte: int) -> None:
        self._program.send(byte)

    def data(self, byte: int) -> None:
        self.bytes_of_data += 1
        if self._column < self.columns:
            self.ram[self._page * self.columns + self._column] = byte
        self._advance()

    @property
    def status(self) -> int:
        """What a reader gets: who it is, and whether it is on. A copy that cannot be read leaves the wire high."""
        if not self._can_be_read:
            return 0xFF
        return 0x03 if self.on else 0x43

    def image(self) -> Image.Image:
        width, height = self.size
        if not self.on or (self.has_pump and not self.pump):
            return Image.new("1", self.size)
        if self.all_on:
            return Image.new("1", self.size, 1)
        memory = self._memory()
        left = 32 if width == 64 else (self.columns - COLUMNS) // 2  # narrow glass hangs on the middle of the chip
        seen = memory.crop((left, 0, left + width, height))
        seen = ImageOps.mirror(seen) if self._mirrored else seen
        seen = ImageOps.flip(seen) if self._upside_down else seen
        return ImageChops.invert(seen) if self.inverted else seen

    def _memory(self) -> Image.Image:
        """A byte is eight pixels of a column, the lowest bit on top; read as rows, a page lies on its side."""
        memory = Image.new("1", (self.columns, 8 * PAGES))
        rows = Image.frombytes("1", (8, self.columns * PAGES), bytes(self.ram), "raw", "1;R")
        for page in range(PAGES):
            lying = rows.crop((0, page * self.columns, 8, (page + 1) * self.columns))
            memory.paste(lying.transpose(Image.Transpose.TRANSPOSE), (0, 8 * page))
        return memory

    def _obey(self, command: int, given: list[int]) -> None:
        match command, given:
            case 0x20, [mode]:
                self._mode = mode & 3
            case 0x21, [first, last]:
                self._column_window, self._column = (first & 0x7F, last & 0x7F), first & 0x7F
            case 0x22, [first, last]:
                self._page_window, self._page = (first & 7, last & 7), first & 7
            case 0x81, [level]:
                self.contrast = level
            case 0x8D, [pump]:
                self.pump = bool(pump & 0x04)
            case _ if command <= 0x0F:
                self._column = self._column & 0xF0 | command
            case _ if command <= 0x1F:
                self._column = self._column & 0x0F | (command & 0x0F) << 4
            case _ if 0xB0 <= command <= 0xB7:
                self._page = command & 7
            case _:
                self._switch(command)

    def _switch(self, command: int) -> None:
        match command:
            case 0xA0 | 0xA1:
                self._mirrored = command == 0xA0
            case 0xC0 | 0xC8:
                self._upside_down = command == 0xC0
            case 0xA4 | 0xA5:
                self.all_on = command == 0xA5
            case 0xA6 | 0xA7:
                self.inverted = command == 0xA7
            case 0xAE | 0xAF:
                self.on = command == 0xAF

    def _advance(self) -> None:
        """To the next byte of the window: along the page, down the column, or, page by page, only along."""
        columns, pages = self._column_window, self._page_window
        if self._mode == 2:
            self._column = (self._column + 1) % self.columns
        elif self._mode == 1:
            page, turned = _after(self._page, pages)
            self._page = page % PAGES
            if turned:
                self._column, _ = _after(self._column, columns)
        else:
            self._column, turned = _after(self._column, columns)
            if turned:
                self._page = _after(self._page, pages)[0] % PAGES


def _after(place: int, window: tuple[int, int]) -> tuple[int, bool]:
    first, last = window
    return (first, True) if place == last else (place + 1, False)  # a window may end before it begins


class Ssd1309(Ssd1306):
    """As the SSD1306, but its voltage comes from outside, and it has no pump to switch on."""

    arguments = Ssd1306.arguments | {0x8D: 0}
    has_pump = False


class Sh1106(Ssd1306):
    """Writes page by page only. It has 132 columns, and the glass shows the middle 128."""

    columns = 132
    arguments = dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
    has_pump = False

    def _advance(self) -> None:
        self._column = min(self._column + 1, self.columns)  # stays at the end: it does not wrap


# ── in colour ────────────────────────────────────────────────────────────────────────────────────


class Ssd1331:
    """A colour chip that takes the arguments of a command as commands. On SPI, nobody reads it."""

    status = 0

    arguments = dict.fromkeys(
        (0x81, 0x82, 0x83, 0x87, 0x8A, 0x8B, 0x8C, 0xA0, 0xA1, 0xA2, 0xA8, 0xAD, 0xB0, 0xB1, 0xB3, 0xBB, 0xBE), 1
    ) | {0x15: 2, 0x75: 2}
    upright = 0x72
    contrasts: tuple[int, ...] = (0x81, 0x82, 0x83)

    def __init__(self, size: tuple[int, int] = (96, 64)) -> None:
        self.size = size
        self.bytes_of_data = 0
        self.reset()

    def reset(self) -> None:
        width, height = self.size
        self.ram = bytearray(b"\xa5\x3c" * (width * height))
        self.on = False
        self.contrast = (0x80, 0x80, 0x80)
        self._remap = 0x40
        self._columns, self._rows = (0, width - 1), (0, height - 1)
        self._column = self._row = 0
        self._half: int | None = None  # the first byte of a pixel whose second is to come
        self._program = _program(self.arguments, self._obey)

    def command(self, byte: int) -> None:
        self._program.send(byte)

    def data(self, byte: int) -> None:
        self.bytes_of_data += 1
        self._pixel(byte)

    def image(self) -> Image.Image:
        picture = Image.new("RGB", self.size)
        if self.on and self._remap == self.upright:
            width, height = self.size
            for place in range(width * height):
                high, low = self.ram[RGB_565 * place : RGB_565 * place + 2]
                red, green, blue = high & 0xF8, (high << 5 | low >> 3) & 0xFC, low << 3 & 0xF8
                picture.putpixel((place % width, place // width), (red, green, blue))
        return picture

    def _obey(self, command: int, given: list[int]) -> None:
        match command, given:
            case 0x15, [first, last]:
                self._columns, self._column = (first, last), first
            case 0x75, [first, last]:
                self._rows, self._row = (first, last), first
            case 0xA0, [remap]:
                self._remap = remap
            case ((0xAE | 0xAF), []):
                self.on = command == 0xAF
            case _ if command in self.contrasts:
                levels = list(self.contrast)
                levels[command - self.contrasts[0]] = given[0]
                self.contrast = (levels[0], levels[1], levels[2])
        self._half = None

    def _pixel(self, byte: int) -> None:
        if self._half is None:
            self._half = byte
            return
        width, height = self.size
        if self._column < width and self._row < height:
            place = RGB_565 * (self._row * width + self._column)
            self.ram[place : place + 2] = bytes((self._half, byte))
        self._half = None
        self._column, turned = _after(self._column, self._columns)
        if turned:
            self._row, _ = _after(self._row, self._rows)


class Ssd1351(Ssd1331):
    """A colour chip that takes the arguments of a command as data, and pixels only after a command for them."""

    arguments = dict.fromkeys((0xA0, 0xA1, 0xA2, 0xAB, 0xB1, 0xB3, 0xB5, 0xB6, 0xBB, 0xBE, 0xC7, 0xCA, 0xFD), 1) | {
        0x15: 2, 0x75: 2, 0xB4: 3, 0xC1: 3,
    }  # fmt: skip
    upright = 0x70
    contrasts = ()  # one command for all three

    def __init__(self, size: tuple[int, int] = (128, 128)) -> None:
        super().__init__(size)

    def reset(self) -> None:
        super().reset()
        self._writing = False

    def command(self, byte: int) -> None:
        """A command ends the one before it, whether or not that had all its arguments."""
        self._program = _program(self.arguments, self._obey)
        self._writing = byte == 0x5C
        self._program.send(byte)

    def data(self, byte: int) -> None:
        if self._writing:
            super().data(byte)
        else:
            self._program.send(byte)

    def _obey(self, command: int, given: list[int]) -> None:
        if command == 0xC1:
            self.contrast = (given[0], given[1], given[2])
        else:
            super()._obey(command, given)
