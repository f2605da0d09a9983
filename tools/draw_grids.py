"""Draws the wiring of a table with LED grids from its `table.toml`: what to plug in where, and the LEDs of one seat."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from hardware.config.settings import GridSettings, I2cPanelSettings, SerialGridSettings, TableSettings
from hardware.kinds.leds import wire_order
from hardware.names import PRIVATE, PUBLIC, DeviceName
from tools.draw_panels import NotDrawn
from tools.draw_svg import GREY, PAPER, Point
from tools.draw_wiring import (
    CHIP,
    COLOURS,
    GND,
    SCL,
    SDA,
    SEAT,
    SIGNAL,
    SMALL,
    USB,
    V5,
    V33,
    Diagram,
    blank,
    draw_pi,
    legend,
    way_out,
)

LED_PIN = 16  # what WLED drives on an ESP32 unless it is told otherwise
FUSE, SUPPLY = "1.1 A", "4 A"
ROW, FIRST_ROW, LEAF_HEIGHT = 60.0, 226.0, 54.0
SOCKETS, HUBS, LEAVES, SHIFTERS, GRIDS, RAIL_5, RAIL_0 = 240.0, 350.0, 500.0, 820.0, 902.0, 1078.0, 1098.0
SHIFTER_WIDTH = 56.0
FIRST_SCREEN, SCREENS_APART = 300.0, 240.0


@dataclass(frozen=True)
class Leaf:
    """Something with a USB plug, and the sockets on the way to it: (1, 2, 3) is in the third of the hub in 1.2."""

    way: tuple[int, ...]
    seat: int
    named: str
    keys: str = ""
    grid: GridSettings | None = None

    @property
    def part(self) -> str:
        return DeviceName("keypad" if self.grid is None else "board", self.seat)


def sockets(name: str) -> tuple[int, ...]:
    """The sockets on the way to a device, from its own name or its port's: `…-1.2.3` or `…-usb-0:1.2.3:1.0-port0`."""
    found = re.search(r"-usb-\d+:([\d.]+):", name) or re.search(r"-([\d.]+)$", name)
    if found is None:
        raise NotDrawn("we do not understand the name of this socket. `wordtable setup` writes names that we do.")
    return tuple(int(number) for number in found[1].split("."))


def leaves(table: TableSettings) -> Iterator[Leaf]:
    for number, seat in table.seats.items():
        if seat.keypad is None or not seat.keypad.usb or not isinstance(seat.grid, SerialGridSettings):
            raise NotDrawn("we can only draw seats with a USB keypad and a grid on USB. Extend draw_grids for others.")
        yield Leaf(sockets(seat.keypad.usb), number, seat.keypad.usb, seat.keypad.keys)
        yield Leaf(sockets(seat.grid.port), number, seat.grid.port, grid=seat.grid)


def draw_grid_table(table: TableSettings, model: str, title: str) -> str:
    """What to plug in where: the Pi's sockets, hubs, keypads, boards, and the power supply of the LEDs."""
    screens = {PRIVATE: table.private, PUBLIC: table.public}
    if any(not isinstance(panel, I2cPanelSettings) or panel.channel is not None for panel in screens.values()):
        raise NotDrawn("this picture needs a private and a public screen on the Pi's own wires.")
    in_order = sorted(leaves(table), key=lambda leaf: leaf.way)
    height = FIRST_ROW + ROW * len(in_order) + 50
    diagram = blank(1130, height, title, f"Wiring: {title}, drawn from its table.toml.")
    draw_pi(diagram, model, {1: V33, 6: GND, 3: SDA, 5: SCL})
    for place, (name, panel) in enumerate(screens.items()):
        assert isinstance(panel, I2cPanelSettings), "it was checked"
        _screen(diagram, name, panel, place)
    rows = {leaf: FIRST_ROW + ROW * place for place, leaf in enumerate(in_order)}
    _usb(diagram, rows)
    _led_power(diagram, {leaf: top for leaf, top in rows.items() if leaf.grid is not None})
    legend(diagram, [V33, GND, SDA, SCL, USB, SIGNAL, V5], (20, height - 16))
    return diagram.svg()


def _screen(diagram: Diagram, name: str, panel: I2cPanelSettings, place: int) -> None:
    """A shared screen. Both are on the same four wires; those of the second pass above the first."""
    left = FIRST_SCREEN + SCREENS_APART * place
    lines = [f"{name} screen", panel.chip.upper(), f"address 0x{panel.address:02X}", f"{panel.width} × {panel.height}"]
    diagram.part(name, (left, 104), (170, 88), lines, "#ffffff", inset=52)
    for lane, (pin, number, net) in enumerate((("VCC", 1, V33), ("SDA", 3, SDA), ("GND", 6, GND), ("SCL", 5, SCL))):
        out = way_out(number)
        height = out[-1][1]
        above = _above(height, lane, left) if place else ()
        diagram.wire(f"pi.{number}", diagram.pin(f"{name}.{pin}", (left, height), net), *out, *above)
        diagram.sheet.text((left + 9, height + 4), pin, SMALL - 0.5)


def _above(height: float, lane: int, left: float) -> tuple[Point, ...]:
    """The way over the first screen, each wire in its own lane."""
    there, over, back = FIRST_SCREEN - 32 + 7 * lane, 78.0 + 6 * lane, left - 12 - 7 * lane
    return (there, height), (there, over), (back, over), (back, height)


# ── USB ──────────────────────────────────────────────────────────────────────────────────────────


def _usb(diagram: Diagram, rows: dict[Leaf, float]) -> None:
    bottom = max(rows.values()) + LEAF_HEIGHT
    diagram.part("sockets", (SOCKETS, FIRST_ROW - 6), (66, bottom - FIRST_ROW + 12), [], "#e9f3e6")
    diagram.sheet.text((SOCKETS, FIRST_ROW - 14), "the Pi's USB sockets", SMALL, bold=True)
    for leaf, top in rows.items():
        diagram.sheet.box((LEAVES - 8, top - 3), (RAIL_5 - 90 - LEAVES, LEAF_HEIGHT + 6), fill=SEAT, line="none")
        _leaf(diagram, leaf, top)
    roots = sorted({leaf.way[:2] for leaf in rows})
    for root in roots:
        below = [leaf for leaf in rows if leaf.way[:2] == root]
        middle = sum(rows[leaf] for leaf in below) / len(below) + LEAF_HEIGHT / 2
        socket = diagram.pin(f"socket.{_dotted(root)}.pi", (SOCKETS + 66, middle), USB)
        diagram.sheet.text((SOCKETS + 56, middle + 4), _dotted(root), SMALL, anchor="end")
        if [leaf.way for leaf in below] == [root]:
            diagram.wire(socket, f"{below[0].part}.usb")
        else:
            _hub(diagram, root, socket, middle, {leaf: rows[leaf] for leaf in below})


def _hub(diagram: Diagram, root: tuple[int, ...], socket: str, middle: float, below: dict[Leaf, float]) -> None:
    if any(len(leaf.way) != len(root) + 1 for leaf in below):
        raise NotDrawn("we cannot draw a hub behind another hub. Plug it into the Pi.")
    top, bottom = min(below.values()), max(below.values()) + LEAF_HEIGHT
    name = f"hub{_dotted(root)}"
    diagram.part(name, (HUBS, top), (100, bottom - top), ["hub in " + _dotted(root), "with its own", "supply"], CHIP)
    diagram.wire(socket, diagram.pin(f"{name}.up", (HUBS, middle), USB))
    for leaf, row in below.items():
        at = (HUBS + 100, row + LEAF_HEIGHT / 2)
        diagram.wire(diagram.pin(f"{name}.socket{leaf.way[-1]}.down", at, USB), f"{leaf.part}.usb")
        diagram.sheet.text((at[0] - 10, at[1] + 4), str(leaf.way[-1]), SMALL, anchor="end")


def _leaf(diagram: Diagram, leaf: Leaf, top: float) -> None:
    if leaf.grid is None:
        lines = [f"seat {leaf.seat}: keypad, {leaf.keys}", leaf.named]
    else:
        cut = leaf.named.find("-pci-") + 1 or len(leaf.named) // 2
        lines = [f"seat {leaf.seat}: WLED board, {leaf.grid.protocol}", leaf.named[:cut], leaf.named[cut:]]
    diagram.sheet.begin(leaf.part)
    diagram.sheet.box((LEAVES, top), (292, LEAF_HEIGHT), fill="#ffffff", round_=5)
    for place, line in enumerate(lines):
        size = SMALL + (1.5 if place == 0 else 1.0)
        diagram.sheet.text((LEAVES + 12, top + 17 + 15 * place), line, size, bold=place == 0)
    diagram.sheet.end()
    diagram.pin(f"{leaf.part}.usb", (LEAVES, top + LEAF_HEIGHT / 2), USB)


def _led_power(diagram: Diagram, boards: dict[Leaf, float]) -> None:
    """Each grid gets its data from its board through a level shifter, and its power through its own fuse."""
    says = [f"5 V supply, {SUPPLY}", "for the LEDs only;", "the Pi has its own"]
    diagram.part("supply", (RAIL_5 - 110, 104), (150, 60), says, CHIP)
    tops = list(boards.values())
    diagram.pin("supply.5V", (RAIL_5, 164), V5)
    diagram.pin("supply.GND", (RAIL_0, 164), GND)
    diagram.rail("rail5", V5, RAIL_5, [top + 14 for top in tops])
    diagram.rail("rail0", GND, RAIL_0, [top + 38 for top in tops])
    diagram.wire("supply.5V", "rail5.0")
    diagram.wire("supply.GND", "rail0.0")
    for number, (leaf, top) in enumerate(boards.items()):
        _powered_grid(diagram, leaf, top, number)


def _powered_grid(diagram: Diagram, leaf: Leaf, top: float, number: int) -> None:
    assert leaf.grid is not None
    grid = DeviceName("grid", leaf.seat)
    seat = grid.owner
    size = f"{leaf.grid.width} × {leaf.grid.height} LEDs"
    diagram.part(f"{seat}.shifter", (SHIFTERS, top), (SHIFTER_WIDTH, LEAF_HEIGHT), ["level", "shifter"], CHIP, inset=9)
    diagram.part(grid, (GRIDS, top), (104, LEAF_HEIGHT), [f"seat {leaf.seat}: grid", size, leaf.grid.wiring], "#ffffff")
    data = diagram.pin(f"{leaf.part}.GPIO{LED_PIN}", (LEAVES + 292, top + 14), SIGNAL)
    diagram.wire(data, diagram.pin(f"{seat}.shifter.in", (SHIFTERS, top + 14), SIGNAL))
    shifted = diagram.pin(f"{seat}.shifter.out", (SHIFTERS + SHIFTER_WIDTH, top + 14), SIGNAL)
    diagram.wire(shifted, diagram.pin(f"{grid}.DIN", (GRIDS, top + 14), SIGNAL))
    ground = diagram.pin(f"{leaf.part}.GND", (LEAVES + 292, top + 38), GND)
    through = diagram.pin(f"{seat}.shifter.GND", (SHIFTERS, top + 38), GND)
    diagram.wire(ground, through)
    other = diagram.pin(f"{seat}.shifter.GND2", (SHIFTERS + SHIFTER_WIDTH, top + 38), GND)
    diagram.wire(other, diagram.pin(f"{grid}.GND", (GRIDS, top + 38), GND))
    diagram.part(f"{seat}.fuse", (GRIDS + 118, top + 4), (40, 20), [], "#ffffff")
    diagram.sheet.text((GRIDS + 138, top + 18), FUSE, SMALL - 1, anchor="middle")
    fuse_in = diagram.pin(f"{seat}.fuse.in", (GRIDS + 158, top + 14), V5)
    diagram.wire(f"rail5.{number}", fuse_in)
    fuse_out = diagram.pin(f"{seat}.fuse.out", (GRIDS + 118, top + 14), V5)
    diagram.wire(fuse_out, diagram.pin(f"{grid}.5V", (GRIDS + 104, top + 14), V5))
    diagram.wire(f"rail0.{number}", diagram.pin(f"{grid}.GND2", (GRIDS + 104, top + 38), GND))


def _dotted(way: tuple[int, ...]) -> str:
    return ".".join(str(number) for number in way)


# ── one seat ─────────────────────────────────────────────────────────────────────────────────────

IDLE = "4 5 9 10 12 13"  # the inputs of the three gates that are not used
LED, GRID_LEFT, GRID_TOP, MARGIN = 42.0, 690.0, 134.0, 62.0
LINE_5, LINE_0 = 448.0, 486.0
BESIDE = {V5: -4.0, SIGNAL: 4.0, GND: 11.0}  # where a pin's name stands, so that no wire goes through it


def draw_led_seat(grid: GridSettings, title: str) -> str:
    """The LEDs of one seat: board, level shifter, resistor, grid, and their power supply."""
    if grid.rotation or grid.protocol == "ddp":
        raise NotDrawn("we can only draw an upright grid on a USB board.")
    diagram = blank(1040, 560, title, f"Wiring: {title}, drawn from its table.toml.")
    _chips(diagram)
    _grid(diagram, grid)
    _seat_power(diagram, grid)
    legend(diagram, [V5, GND, SIGNAL], (40, 544))
    return diagram.svg()


def _chips(diagram: Diagram) -> None:
    says = ["ESP32 board", "with WLED", "", "USB: to the hub"]
    diagram.part("board", (40, 120), (150, 150), says, "#e9f3e6")
    data = diagram.pin(f"board.GPIO{LED_PIN}", (190, 200), SIGNAL)
    diagram.pin("board.GND", (190, 240), GND)
    diagram.sheet.text((180, 204), f"GPIO {LED_PIN}", SMALL, anchor="end")
    diagram.sheet.text((180, 244), "GND", SMALL, anchor="end")
    diagram.part("shifter", (310, 150), (130, 180), [*[""] * 8, "74AHCT125", "6 8 11: free"], CHIP, inset=30)
    for name, at, net, anchor, text in (
        ("1A", (310.0, 200.0), SIGNAL, "start", "2  1A"),
        ("1OE", (310.0, 228.0), GND, "start", "1  1OE"),
        ("idle", (310.0, 250.0), GND, "start", IDLE),
        ("1Y", (440.0, 200.0), SIGNAL, "end", "1Y  3"),
    ):
        diagram.pin(f"shifter.{name}", at, net)
        diagram.sheet.text((at[0] + (9 if anchor == "start" else -9), at[1] + 4), text, SMALL, anchor=anchor)
    diagram.pin("shifter.VCC", (375, 150), V5)
    diagram.pin("shifter.GND", (375, 330), GND)
    diagram.sheet.text((375, 168), "14  VCC", SMALL, anchor="middle")
    diagram.sheet.text((375, 322), "7  GND", SMALL, anchor="middle")
    _pull_down(diagram, data)
    diagram.part("resistor", (480, 190), (56, 20), [], "#ffffff")
    diagram.sheet.text((508, 204), "330 Ω", SMALL, anchor="middle")
    diagram.wire("shifter.1Y", diagram.pin("resistor.a", (480, 200), SIGNAL))
    diagram.pin("resistor.b", (536, 200), SIGNAL)
    diagram.part("bypass", (450, 244), (56, 22), [], "#ffffff")
    diagram.sheet.text((478, 259), "100 nF", SMALL, anchor="middle")
    diagram.pin("bypass.5V", (460, 244), V5)
    diagram.pin("bypass.GND", (460, 266), GND)


def _pull_down(diagram: Diagram, data: str) -> None:
    """While the board starts, or is not plugged in, its pin is loose: then the LEDs must stay dark."""
    joint, earth = diagram.pin("data.0", (244, 200), SIGNAL), diagram.pin("earth.0", (244, 240), GND)
    diagram.wire(data, joint)
    diagram.wire(joint, "shifter.1A")
    diagram.part("pulldown", (224, 211), (40, 18), [], "#ffffff")
    diagram.sheet.text((244, 224), "10 kΩ", SMALL - 1, anchor="middle")
    diagram.wire(joint, diagram.pin("pulldown.a", (244, 211), SIGNAL))
    diagram.wire(diagram.pin("pulldown.b", (244, 229), GND), earth)
    diagram.wire("board.GND", earth)


def _rows_power(diagram: Diagram, grid: GridSettings) -> None:
    """5 V and GND go from row to row, and into the first and the last from outside."""
    last_led = GRID_LEFT + LED * (grid.width - 1)
    for name, net, across, down in (("5V", V5, last_led + 18, -6.0), ("GND", GND, last_led + 26, 6.0)):
        outside = 3 * down  # of the first row
        before, bend = f"grid.{name}", [(across, GRID_TOP + outside)]
        for row in range(grid.height):
            here = diagram.pin(f"grid.row{row + 1}.{name}", (across, GRID_TOP + LED * row + down), net)
            diagram.wire(before, here, *bend)
            before, bend = here, []
        end = f"grid.{name}.end"
        diagram.wire(before, end, (across, diagram.pins[end][1]))


def _grid(diagram: Diagram, grid: GridSettings) -> None:
    order = wire_order(grid.width, grid.height, grid.wiring, grid.rotation)
    places: list[Point] = [(GRID_LEFT + LED * (at % grid.width), GRID_TOP + LED * (at // grid.width)) for at in order]
    sheet = diagram.sheet
    sheet.begin("grid")
    left, right = GRID_LEFT - MARGIN, GRID_LEFT + LED * (grid.width - 1) + MARGIN
    sheet.box(
        (left, GRID_TOP - 32), (right - left, LED * (grid.height - 1) + 64), fill="#8d8d8d", round_=6
    )  # light enough for black wires
    for one, other in pairwise(places):
        sheet.path([one, other], colour=COLOURS[SIGNAL], thick=3)
    for number, (x, y) in enumerate(places, 1):
        sheet.box((x - 12, y - 12), (24, 24), fill="#fdf6d8", round_=3)
        sheet.text((x, y + 4), str(number), SMALL, anchor="middle")
    below = GRID_TOP + LED * (grid.height - 1) + 50
    sheet.text((left, below), f"{grid.width} × {grid.height} LEDs, {grid.wiring}, as the player sees them", SMALL)
    for name, down, net in (("5V", -18.0, V5), ("DIN", 0.0, SIGNAL), ("GND", 18.0, GND)):
        diagram.pin(f"grid.{name}", (left, GRID_TOP + down), net)
        sheet.text((left + 10, GRID_TOP + down + BESIDE[net]), name.replace("V", " V"), SMALL, colour=PAPER)
    sheet.end()
    bend = [(570.0, 200.0), (570.0, GRID_TOP)]
    diagram.wire("resistor.b", "grid.DIN", *bend)
    last = GRID_TOP + LED * (grid.height - 1)
    for name, down, net in (("5V", -12.0, V5), ("GND", 12.0, GND)):
        diagram.pin(f"grid.{name}.end", (right, last + down), net)
        beside = last + down + BESIDE[net]
        sheet.text((right - 10, beside), name.replace("V", " V"), SMALL, colour=PAPER, anchor="end")
    _rows_power(diagram, grid)
    for line, said in enumerate(("connect", "power at", "both ends")):
        sheet.text((right + 10, last - 70 + 15 * line), said, SMALL, colour=GREY)


def _seat_power(diagram: Diagram, grid: GridSettings) -> None:
    diagram.part("supply", (40, 424), (110, 84), ["5 V supply"], CHIP)
    diagram.sheet.text((140, LINE_5 + 4), "+5 V", SMALL, anchor="end")
    diagram.sheet.text((140, LINE_0 + 4), "GND", SMALL, anchor="end")
    diagram.part("fuse", (164, LINE_5 - 10), (76, 20), [], "#ffffff")
    diagram.sheet.text((202, LINE_5 + 4), f"fuse, {FUSE}", SMALL, anchor="middle")
    diagram.wire(diagram.pin("supply.5V", (150, LINE_5), V5), diagram.pin("fuse.in", (164, LINE_5), V5))
    diagram.pin("fuse.out", (240, LINE_5), V5)
    right = GRID_LEFT + LED * (grid.width - 1) + MARGIN
    _line(diagram, "fuse.out", "line5", V5, LINE_5, [280.0, 590.0, 700.0])
    _line(
        diagram,
        diagram.pin("supply.GND", (150, LINE_0), GND),
        "line0",
        GND,
        LINE_0,
        [258.0, 292.0, 375.0, 604.0, 700.0],
    )
    top, bottom = diagram.pin("vcc.0", (375, 120), V5), diagram.pin("vss.0", (375, 352), GND)
    diagram.wire("line5.0", top, (280.0, 120.0))
    diagram.wire(top, "shifter.VCC")
    diagram.wire(top, "bypass.5V", (460.0, 120.0))
    diagram.wire(bottom, "bypass.GND", (460.0, 352.0))
    diagram.wire("line5.1", "grid.5V", (590.0, GRID_TOP - 18))
    diagram.wire("line5.2", "grid.5V.end", (right + 24, LINE_5), (right + 24, diagram.pins["grid.5V.end"][1]))
    diagram.wire("earth.0", "line0.0", (258.0, 240.0))
    still = diagram.pin("still.0", (292, 250), GND)
    diagram.wire("shifter.1OE", still, (292.0, 228.0))
    diagram.wire("shifter.idle", still)
    diagram.wire(still, "line0.1")
    diagram.wire("shifter.GND", bottom)
    diagram.wire(bottom, "line0.2")
    diagram.wire("line0.3", "grid.GND", (604.0, GRID_TOP + 18))
    diagram.wire("line0.4", "grid.GND.end", (right + 44, LINE_0), (right + 44, diagram.pins["grid.GND.end"][1]))
    diagram.part("capacitor", (672, 456), (128, 22), [], "#ffffff")
    diagram.sheet.text((736, 471), "1000 µF, 6.3 V or more", SMALL - 1.5, anchor="middle")
    diagram.wire("line5.2", diagram.pin("capacitor.plus", (700, 456), V5))
    diagram.wire("line0.4", diagram.pin("capacitor.minus", (700, 478), GND))


def _line(diagram: Diagram, start: str, name: str, net: str, height: float, stops: list[float]) -> None:
    """A horizontal wire with a joint at each stop: `name.0`, `name.1` and so on."""
    for number, across in enumerate(stops):
        joint = diagram.pin(f"{name}.{number}", (across, height), net)
        diagram.wire(start, joint)
        start = joint
