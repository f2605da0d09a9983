"""A picture that is being drawn. Each ink is one large integer with a bit for every pixel of the panel.

Integers are shifted and combined far faster than pixels are pasted, and Pillow takes their bytes as they are.
Everything that is drawn claims its place: what lies outside, or over something else, is recorded in `problems`.
"""

from functools import lru_cache

from PIL import Image

from firmware_host.drawing import font
from firmware_host.drawing.font import Glyph
from hardware.ports import Colour, PanelFrame

Size = tuple[int, int]
Box = tuple[int, int, int, int]  # left, top, width, height
WHITE: Colour = (255, 255, 255)


class Canvas:
    """The inks by colour. On a monochrome panel they all look the same."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.layers: dict[Colour, int] = {}
        self.problems: list[str] = []
        self._claimed = 0

    def claim(self, box: Box, what: str) -> None:
        left, top, width, height = box
        if left < 0 or top < 0 or left + width > self.size[0] or top + height > self.size[1]:
            self.problems.append(f"cut off: {what}")
            return
        area = solid(self.size, box)
        if self._claimed & area:
            self.problems.append(f"overlaps: {what}")
        self._claimed |= area

    def ink(self, bits: int, colour: Colour = WHITE) -> None:
        self.layers[colour] = self.layers.get(colour, 0) | bits

    def text(self, text: str, left: int, top: int, scale: int = 1, colour: Colour = WHITE) -> None:
        """Draws a line of text and claims its place."""
        self.claim((left, top, font.width(text) * scale, font.HEIGHT * scale), text)
        self.ink(written(self.size, text, left, top, scale), colour)

    def inverted(self, text: str, box: Box, left: int, top: int, colour: Colour = WHITE) -> None:
        """A filled box with the text cut out of it."""
        self.claim(box, text)
        self.ink(solid(self.size, box) & ~written(self.size, text, left, top), colour)

    def flat(self) -> int:
        """All inks combined, for a monochrome panel."""
        together = 0
        for bits in self.layers.values():
            together |= bits
        return together


def _stride(size: Size) -> int:
    return (size[0] + 7) // 8 * 8  # Pillow packs each row into whole bytes


@lru_cache(maxsize=1024)
def placed(size: Size, glyph: Glyph, left: int, top: int, scale: int = 1) -> int:
    """A glyph's bits at their place on a panel of this size. What sticks out is not drawn."""
    stride = _stride(size)
    bits, height = 0, 0
    if top >= size[1]:
        return 0
    for row in glyph.rows:
        wide = _doubled(row, glyph.width) if scale == 2 else row
        room = size[0] - left - glyph.width * scale
        shifted = wide << stride - left - glyph.width * scale if room >= 0 else wide >> -room << stride - size[0]
        for _ in range(scale):
            if top + height < size[1]:
                bits = bits << stride | shifted
                height += 1
    return bits << (size[1] - top - height) * stride


def _doubled(row: int, width: int) -> int:
    return sum(0b11 << 2 * place for place in range(width) if row >> place & 1)


@lru_cache(maxsize=1024)
def written(size: Size, text: str, left: int, top: int, scale: int = 1) -> int:
    return placed(size, font.glyphs(text), left, top, scale)


@lru_cache(maxsize=1024)
def solid(size: Size, box: Box) -> int:
    left, top, width, height = box
    return placed(size, Glyph(width, ((1 << width) - 1,) * height), left, top)


@lru_cache(maxsize=512)
def outline(size: Size, box: Box) -> int:
    left, top, width, height = box
    return solid(size, box) & ~solid(size, (left + 1, top + 1, width - 2, height - 2))


# ── pixels ───────────────────────────────────────────────────────────────────────────────────────


def packed(size: Size, bits: int) -> bytes:
    length = _stride(size) // 8 * size[1]
    return (bits & ((1 << 8 * length) - 1)).to_bytes(length, "big")  # what lies above the panel is not on it


def coloured(size: Size, layers: dict[Colour, int]) -> Image.Image:
    picture = Image.new("RGB", size)
    for colour, bits in layers.items():
        if bits:
            picture.paste(colour, (0, 0), Image.frombytes("1", size, packed(size, bits)))
    return picture


def as_image(frame: PanelFrame) -> Image.Image:
    """A frame as a picture, for `--png` and for goldens."""
    return Image.frombytes(frame.mode, frame.size, frame.pixels)
