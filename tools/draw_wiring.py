"""Pins, wires and parts on a sheet. A wire can only begin and end at a pin, so a test can read the picture as a list of
connections.
"""

from dataclasses import dataclass, field

from tools.draw_svg import GREY, INK, Point, Sheet

RED, BLACK, BLUE, AMBER, GREEN, ORANGE = "#c62828", "#222222", "#1565c0", "#b07800", "#2e7d32", "#e65100"
V33, V5, GND, SDA, SCL, SIGNAL, USB = "3.3 V", "5 V", "GND", "SDA", "SCL", "signal", "USB"
COLOURS = {V33: RED, V5: ORANGE, GND: BLACK, SDA: BLUE, SCL: AMBER, SIGNAL: GREEN, USB: GREY}
SMALL, NORMAL, LARGE = 10.5, 12.0, 17.0
SEAT, CHIP, PI = "#eef3f9", "#fff8e6", "#e9f3e6"

# The 40 places of every Pi's header since the B+, from place 1 on: what is there, or the GPIO's number.
_INNER = "3.3V 2 3 4 GND 17 27 22 3.3V 10 9 11 GND 0 5 6 13 19 26 GND"  # places 1, 3, 5 and so on
_OUTER = "5V 5V GND 14 15 18 GND 23 24 GND 25 8 7 1 GND 12 GND 16 20 21"
HEADER = dict(enumerate((what for pair in zip(_INNER.split(), _OUTER.split(), strict=True) for what in pair), 1))
PLACE_OF = {int(what): place for place, what in HEADER.items() if what.isdigit()}
PITCH, ODD, EVEN, TOP = 26.0, 146.0, 172.0, 110.0


@dataclass
class Diagram:
    """Parts are drawn at once. Wires and pins are drawn on top of them at the end."""

    sheet: Sheet
    pins: dict[str, Point] = field(default_factory=dict)
    _nets: dict[str, str] = field(default_factory=dict)
    _wires: list[tuple[str, str, str, list[Point]]] = field(default_factory=list)
    _over: list[tuple[Point, str, float, str, str]] = field(default_factory=list)

    def pin(self, name: str, at: Point, net: str) -> str:
        self.pins[name], self._nets[name] = at, net
        return name

    def wire(self, start: str, end: str, *via: Point) -> None:
        """A wire in the colour of the net where it begins."""
        self._wires.append((start, end, self._nets[start], [self.pins[start], *via, self.pins[end]]))

    def rail(self, name: str, net: str, across: float, heights: list[float]) -> None:
        """A vertical strip with a joint at each height: `name.0`, `name.1` and so on, from the top."""
        for number, height in enumerate(heights):
            self.pin(f"{name}.{number}", (across, height), net)
            if number:
                self.wire(f"{name}.{number - 1}", f"{name}.{number}")

    def label(self, at: Point, text: str, size: float = SMALL, colour: str = INK, anchor: str = "start") -> None:
        """A text on top of the wires."""
        self._over.append((at, text, size, colour, anchor))

    def part(self, name: str, corner: Point, size: Point, lines: list[str], fill: str, inset: float = 8) -> None:
        self.sheet.begin(name)
        self.sheet.box(corner, size, fill=fill, round_=5)
        for place, line in enumerate(lines):
            self.sheet.text((corner[0] + inset, corner[1] + 17 + 15 * place), line, SMALL, bold=place == 0)
        self.sheet.end()

    def svg(self) -> str:
        self.sheet.begin("wires")
        for start, end, net, points in self._wires:
            about = {"from": start, "to": end, "net": net}
            self.sheet.path(points, colour=COLOURS[net], thick=2.2, about=about)
        self.sheet.end()
        self.sheet.begin("pins")
        for name, at in self.pins.items():
            joint = name.rsplit(".", 1)[-1].isdigit() and not name.startswith("pi.")
            self.sheet.circle(at, 3 if joint else 4.2, fill=COLOURS[self._nets[name]], name=name)
        self.sheet.end()
        self.sheet.begin("labels")
        for at, text, size, colour, anchor in self._over:
            self.sheet.text(at, text, size, colour=colour, anchor=anchor, spread=True)
        self.sheet.end()
        return self.sheet.svg()


# ── the Pi ───────────────────────────────────────────────────────────────────────────────────────


def place_at(place: int) -> Point:
    """Where a pin of the header is drawn: odd numbers on the left, even ones on the right, as on the board."""
    return (EVEN if place % 2 == 0 else ODD, TOP + (place - 1) // 2 * PITCH)


def draw_pi(diagram: Diagram, model: str, used: dict[int, str]) -> None:
    """The board from above, with the header on the right. `used` gives the net of each pin."""
    sheet = diagram.sheet
    sheet.begin("pi")
    sheet.box((20, TOP - 36), (EVEN + 32 - 20, 20 * PITCH + 36), fill=PI, round_=10)
    sheet.box((ODD - 28, TOP - 13), (EVEN - ODD + 56, 20 * PITCH), fill="#d4d4d4", round_=3)
    sheet.text((30, TOP - 18), model, NORMAL, bold=True)
    for place, what in HEADER.items():
        x, y = place_at(place)
        if place not in used:
            sheet.circle((x, y), 3.2, fill="#8f8f8f")
            continue
        diagram.pin(f"pi.{place}", (x, y), used[place])
        beside = (x - 18, y + 4) if place % 2 else (x + 17, y - 4)  # on the outer side a wire leaves below the number
        sheet.text(beside, str(place), SMALL, anchor="middle", bold=True)
        if place % 2:
            named = f"GPIO {what}" if what.isdigit() else what.replace("V", " V")
            sheet.text(
                (ODD - 34, y + 4), {"2": "SDA, GPIO 2", "3": "SCL, GPIO 3"}.get(what, named), SMALL, anchor="end"
            )
    for line, said in enumerate(("seen from above,", "the SD card is", "at the top end")):
        sheet.text((30, TOP + 18 * PITCH + 12 * line), said, SMALL - 1.5, colour=GREY)
    sheet.end()


def way_out(place: int) -> tuple[Point, ...]:
    """A wire from the inner row passes between two pins of the outer row."""
    x, y = place_at(place)
    return ((x + PITCH / 2, y + PITCH / 2), (EVEN + 30, y + PITCH / 2)) if place % 2 else ((EVEN + 30, y),)


def legend(diagram: Diagram, nets: list[str], at: Point) -> None:
    sheet = diagram.sheet
    sheet.begin("legend")
    for place, net in enumerate(nets):
        x = at[0] + 96 * place
        sheet.path([(x, at[1] - 4), (x + 26, at[1] - 4)], colour=COLOURS[net], thick=3)
        sheet.text((x + 32, at[1]), net, SMALL)
    x = at[0] + 96 * len(nets)
    sheet.circle((x + 8, at[1] - 4), 3.4, fill=BLACK)
    sheet.path([(x, at[1] - 4), (x + 16, at[1] - 4)], thick=2)
    sheet.path([(x + 8, at[1] - 12), (x + 8, at[1] - 4)], thick=2)
    sheet.text((x + 24, at[1]), "connected; without a dot, wires only cross", SMALL)
    sheet.end()


def blank(width: float, height: float, title: str, about: str) -> Diagram:
    sheet = Sheet(width, height, title, about)
    sheet.text((20, 34), title, LARGE, bold=True)
    return Diagram(sheet)
