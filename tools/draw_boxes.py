"""Draws the boxes of seats in their real size: a face with a window, and a hood that lets only one player look in.

Somebody who sits further to the side than `hidden_from` cannot see the display.
"""

from dataclasses import dataclass
from math import atan, degrees

from tools.draw_svg import GREY, INK, Point, Sheet

SMALL, LARGE = 3.1, 5.0
BOARD = "#f3e7d3"
A4_LANDSCAPE = (297.0, 210.0)
LEAN, THICK = 20.0, 3.0  # degrees that the face leans back; millimetres of board


@dataclass(frozen=True)
class Box:
    """In millimetres. The active area is the part that lights up; the window is cut around it."""

    name: str
    title: str
    active: Point
    window: Point
    face: Point
    hood: Point  # width and height inside
    depth: float
    scale: float  # of the hood seen from above, so that it fits on the sheet
    notes: tuple[str, ...]

    @property
    def gap(self) -> float:
        """Between the edge of the active area and the side of the hood."""
        return (self.hood[0] - self.active[0]) / 2

    @property
    def hidden_from(self) -> float:
        """Degrees to the side from which nobody can see the display."""
        return degrees(atan((self.active[0] + self.gap) / self.depth))

    @property
    def own_freedom(self) -> float:
        """Degrees that its own player can lean to the side and still see all of it."""
        return degrees(atan(self.gap / self.depth))

    def cuts(self) -> list[tuple[str, int, float, float]]:
        """Every piece: what it is, how many, width and height."""
        width, height = self.hood
        return [
            ("face, with the window", 1, *self.face),
            ("side of the hood", 2, self.depth, height),
            ("top of the hood", 1, width + 2 * THICK, self.depth),
            ("bottom", 1, self.face[0], round(self.face[1] * 0.7)),
            (f"side of the box: triangle, {90 - LEAN:g}° angle", 2, round(self.face[1] * 0.7), self.face[1]),
        ]


BOXES = (
    Box(
        "box-oled",
        "A seat with an OLED panel of 1.3 inches",
        active=(29.4, 14.7),
        window=(31.4, 16.7),
        face=(90, 70),
        hood=(54, 42),
        depth=60,
        scale=1,
        notes=(
            "For other panels, cut the window 2 mm wider and higher than the active area.",
            "0.96 inch: active area 21.7 × 10.9, window 23.7 × 12.9.",
            "2.42 inch: active area 55 × 27.5, window 57 × 29.5, hood 80 wide.",
            "These are typical sizes. Measure your own panel before you cut.",
        ),
    ),
    Box(
        "box-grid",
        "A seat with a grid of 5 × 6 LEDs, cut from a strip with 60 LEDs per metre",
        active=(83.5, 102),
        window=(85, 103.5),
        face=(136, 144),
        hood=(116, 124),
        depth=120,
        scale=0.5,
        notes=(
            "The LEDs are 16.7 mm apart, and the rows 17 mm. A lattice of card, 12 mm high, separates the colours.",
            "Put white paper or opal plastic in front of it. The level shifter fits behind the face.",
        ),
    ),
)


def draw_box(box: Box) -> str:
    sheet = Sheet(*A4_LANDSCAPE, box.title, f"{box.title}: face, hood and cutting list, in millimetres.", unit="mm")
    sheet.text((12, 14), box.title, LARGE, bold=True)
    sheet.text((12, 20), "Real size, in millimetres. Print at 100 %, then check the bar.", SMALL, colour=GREY)
    _bar(sheet, (220, 20))
    _face(sheet, box, (30, 34))
    right = 30 + box.face[0] + 30
    _from_above(sheet, box, (right + 12, 40))
    _cutting_list(sheet, box, (right, 40 + box.depth * box.scale + 38))
    y = max(34 + box.face[1] + 16, 40 + box.depth * box.scale + 78)
    for note in box.notes:
        y = sheet.paragraph((30, y), note, SMALL, A4_LANDSCAPE[0] - 45)
    sheet.box((4, 4), (A4_LANDSCAPE[0] - 8, A4_LANDSCAPE[1] - 8), thick=0.1, line=INK)
    return sheet.svg()


def _bar(sheet: Sheet, at: Point) -> None:
    sheet.path([at, (at[0] + 50, at[1])], thick=0.6)
    for end in (at[0], at[0] + 50):
        sheet.path([(end, at[1] - 2), (end, at[1] + 2)], thick=0.4)
    sheet.text((at[0] + 25, at[1] - 2), "50 mm", SMALL, anchor="middle")


def _measure(sheet: Sheet, start: Point, end: Point, text: str) -> None:
    """A line with its length next to it, vertical or horizontal."""
    sheet.path([start, end], thick=0.25, colour=GREY)
    level = start[1] == end[1]
    for x, y in (start, end):
        mark: list[Point] = [(x, y - 1.5), (x, y + 1.5)] if level else [(x - 1.5, y), (x + 1.5, y)]
        sheet.path(mark, thick=0.25, colour=GREY)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    if level:
        sheet.text((middle[0], middle[1] - 1), text, SMALL, anchor="middle", spread=True)
    else:
        sheet.text((middle[0] - 1, middle[1]), text, SMALL, anchor="middle", turned=-90, spread=True)


def _face(sheet: Sheet, box: Box, corner: Point) -> None:
    (x, y), (width, height) = corner, box.face
    sheet.begin("face")
    sheet.box(corner, box.face, fill=BOARD, thick=0.4)
    hood_x, hood_y = x + (width - box.hood[0]) / 2, y + 8
    sheet.box(
        (hood_x - THICK, hood_y - THICK),
        (box.hood[0] + 2 * THICK, box.hood[1] + THICK),
        thick=0.3,
        dashed="2 1",
        line=GREY,
    )
    window = (x + (width - box.window[0]) / 2, hood_y + (box.hood[1] - box.window[1]) / 2)
    sheet.box(window, box.window, fill="#ffffff", thick=0.4)
    lit = (x + (width - box.active[0]) / 2, hood_y + (box.hood[1] - box.active[1]) / 2)
    sheet.box(lit, box.active, thick=0.2, dashed="1 1", line=GREY)
    middle = (x + width / 2, hood_y + box.hood[1] / 2)
    sheet.text((middle[0], middle[1] + 1), "window", SMALL, anchor="middle", colour=GREY)
    _measure(sheet, (x, y - 4), (x + width, y - 4), f"{box.face[0]:g}")
    _measure(sheet, (x - 4, y), (x - 4, y + height), f"{box.face[1]:g}")
    below = window[1] + box.window[1] + 4.5
    _measure(sheet, (window[0], below), (window[0] + box.window[0], below), f"{box.window[0]:g}")
    beside = window[0] - 3
    _measure(sheet, (beside, window[1]), (beside, window[1] + box.window[1]), f"{box.window[1]:g}")
    foot = y + height - 5
    _measure(sheet, (hood_x, foot), (hood_x + box.hood[0], foot), f"hood, inside {box.hood[0]:g}")
    sheet.text((x, y + height + 5), f"The face, from the front. It leans back by {LEAN:g}°.", SMALL)
    sheet.end()


def _from_above(sheet: Sheet, box: Box, corner: Point) -> None:
    """The hood from above, and the line from which a neighbour cannot see the display."""
    x, y = corner
    width, depth, board = (length * box.scale for length in (box.hood[0], box.depth, THICK))
    sheet.begin("hood")
    sheet.box((x - 12, y), (width + 24, board), fill=BOARD, thick=0.3)
    for wing in (x - board, x + width):
        sheet.box((wing, y + board), (board, depth), fill=BOARD, thick=0.3)
    lit = x + box.gap * box.scale
    sheet.path([(lit, y + board), (lit + box.active[0] * box.scale, y + board)], colour="#2e7d32", thick=1.4)
    tip, beyond = (x + width, y + board + depth), 16.0
    side = (box.active[0] + box.gap) / box.depth * beyond
    sheet.path([(lit, y + board), tip, (tip[0] + side, tip[1] + beyond)], colour="#c62828", thick=0.4, dashed="2 1.2")
    sheet.text((tip[0] + side, tip[1] + beyond + 4), f"hidden from {box.hidden_from:.0f}°", SMALL, anchor="end")
    level = y + board + depth * 0.75
    _measure(sheet, (x, level), (x + width, level), f"{box.hood[0]:g}")
    _measure(sheet, (x - 8, y + board), (x - 8, y + board + depth), f"{box.depth:g}")
    sheet.text((x - 12, y - 3), "The hood, from above" + (", half size" if box.scale == 0.5 else ""), SMALL)
    sheet.end()


def _cutting_list(sheet: Sheet, box: Box, corner: Point) -> None:
    x, y = corner
    sheet.begin("cuts")
    sheet.text((x, y), f"Cut from {THICK:g} mm plywood or card", SMALL + 0.4, bold=True)
    for row, (what, count, width, height) in enumerate(box.cuts(), 1):
        sheet.text((x, y + 5 * row), f"{count} ×", SMALL)
        sheet.text((x + 10, y + 5 * row), what, SMALL)
        sheet.text((x + 92, y + 5 * row), f"{width:g} × {height:g}", SMALL, anchor="end")
    sheet.end()
