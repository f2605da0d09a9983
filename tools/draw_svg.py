"""A sheet with lines, boxes and text, in millimetres or pixels, written as plain SVG that any browser can print."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

FONT = "DejaVu Sans, Verdana, Segoe UI, Helvetica, Arial, sans-serif"
INK, GREY, PAPER = "#1b1b1b", "#6b6b6b", "#ffffff"

Point = tuple[float, float]

# How wide letters are, in parts of the size: as in the widest of the fonts above, so that text fits in all of them.
_NARROW, _WIDE = frozenset("iljIftr.,:;'!|()[] -·"), frozenset("mwMW—→←@%")


def width_of(text: str, size: float, bold: bool = False) -> float:
    em = sum(0.40 if c in _NARROW else 0.99 if c in _WIDE else 0.72 if c.isupper() else 0.635 for c in text)
    return em * size * (1.09 if bold else 1.0)


def wrapped(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """The text in lines that are not too wide."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


@dataclass
class Sheet:
    """One picture. Later parts are drawn on top of earlier ones."""

    width: float
    height: float
    title: str
    about: str  # for those who cannot see it
    unit: str = ""  # "mm" prints at its true size
    _body: list[str] = field(default_factory=list)
    _depth: int = 1

    def svg(self) -> str:
        size = f'width="{number(self.width)}{self.unit}" height="{number(self.height)}{self.unit}"'
        box = f'viewBox="0 0 {number(self.width)} {number(self.height)}"'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} font-family="{FONT}" role="img">\n'
            f"  <title>{escape(self.title)}</title>\n"
            f"  <desc>{escape(self.about)}</desc>\n"
            f'  <rect width="100%" height="100%" fill="{PAPER}"/>\n'
        )
        return head + "\n".join(self._body) + "\n</svg>\n"

    def _put(self, line: str) -> None:
        self._body.append("  " * self._depth + line)

    def begin(self, name: str) -> None:
        """Everything until `end` belongs to this part."""
        self._put(f"<g id={quoteattr(name)}>")
        self._depth += 1

    def end(self) -> None:
        self._depth -= 1
        self._put("</g>")

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        *,
        colour: str = INK,
        anchor: str = "start",
        bold: bool = False,
        turned: float = 0,
        spread: bool = False,
    ) -> None:
        x, y = at
        style = (' font-weight="bold"' if bold else "") + (f' text-anchor="{anchor}"' if anchor != "start" else "")
        if turned:
            style += f' transform="rotate({number(turned)} {number(x)} {number(y)})"'
        if spread:  # over wires: a rim of paper keeps it readable
            style += f' stroke="{PAPER}" stroke-width="{number(size / 4)}" paint-order="stroke" stroke-linejoin="round"'
        self._put(
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{colour}"{style}>'
            f"{escape(text)}</text>"
        )

    def paragraph(self, at: Point, text: str, size: float, room: float, *, bold: bool = False) -> float:
        """Draws wrapped text, and returns where the next line begins."""
        x, y = at
        for line in wrapped(text, size, room, bold):
            self.text((x, y), line, size, bold=bold)
            y += size * 1.32
        return y

    def box(
        self,
        corner: Point,
        size: Point,
        *,
        fill: str = "none",
        line: str = INK,
        thick: float = 1,
        round_: float = 0,
        dashed: str = "",
    ) -> None:
        (x, y), (width, height) = corner, size
        extra = (f' rx="{number(round_)}"' if round_ else "") + (f' stroke-dasharray="{dashed}"' if dashed else "")
        self._put(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" fill="{fill}" '
            f'stroke="{line}" stroke-width="{number(thick)}"{extra}/>'
        )

    def circle(self, at: Point, radius: float, *, fill: str = INK, line: str = "none", name: str = "") -> None:
        given = f"id={quoteattr(name)} " if name else ""
        self._put(
            f'<circle {given}cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}" fill="{fill}" '
            f'stroke="{line}"/>'
        )

    def path(
        self,
        points: Iterable[Point],
        *,
        colour: str = INK,
        thick: float = 1,
        dashed: str = "",
        fill: str = "none",
        closed: bool = False,
        about: dict[str, str] | None = None,
    ) -> None:
        places = [f"{number(x)},{number(y)}" for x, y in points]
        data = "".join(f" data-{name}={quoteattr(value)}" for name, value in (about or {}).items())
        dash = f' stroke-dasharray="{dashed}"' if dashed else ""
        self._put(
            f'<path{data} d="M{" L".join(places)}{" Z" if closed else ""}" fill="{fill}" stroke="{colour}" '
            f'stroke-width="{number(thick)}" stroke-linejoin="round"{dash}/>'
        )
