"""Draws the wiring of a table with OLED panels from its `table.toml`: header, multiplexer, panels, buttons."""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.config.settings import I2cPanelSettings, KeypadSettings, TableSettings
from hardware.names import BUZZER, PRIVATE, PUBLIC, DeviceName
from hardware.names import button as button_name
from tools.draw_svg import Point
from tools.draw_wiring import (
    CHIP,
    EVEN,
    GND,
    PLACE_OF,
    SCL,
    SDA,
    SEAT,
    SIGNAL,
    SMALL,
    V33,
    Diagram,
    blank,
    draw_pi,
    legend,
    place_at,
    way_out,
)

POWER, GROUND, DATA, CLOCK, PARTS_GROUND = 1, 6, 3, 5, 14  # places on the header
ROW, FIRST_ROW, FIRST_ROW_DIRECT, PANEL_HEIGHT = 104.0, 100.0, 206.0, 92.0
PANEL_LEFT, KEYPAD_LEFT = 650.0, 830.0
GND_RAIL, V33_RAIL, SDA_RAIL, SCL_RAIL = 545.0, 570.0, 595.0, 620.0
MUX_LEFT, MUX_RIGHT = 390.0, 500.0
LINE_33, LINE_GND = 62.0, 78.0
OFFSETS = {"GND": 22.0, "VCC": 40.0, "SCL": 58.0, "SDA": 76.0}
PARTS_LEFT, PARTS_RAIL = 252.0, 238.0
SHARED = {PRIVATE: "private screen", PUBLIC: "public screen"}  # those that belong to no seat


class NotDrawn(Exception):
    """The table has something that we cannot draw."""


@dataclass(frozen=True)
class Shown:
    """A panel of the table and where its row begins."""

    name: DeviceName
    panel: I2cPanelSettings
    top: float

    def height_of(self, pin: str) -> float:
        return self.top + OFFSETS[pin]


def draw_panel_table(table: TableSettings, model: str, title: str) -> str:
    panels = list(_panels(table))
    first = FIRST_ROW if any(panel.channel is not None for _, panel in panels) else FIRST_ROW_DIRECT
    shown = [Shown(name, panel, first + ROW * place) for place, (name, panel) in enumerate(panels)]
    height = max(690.0, shown[-1].top + ROW + 60) if shown else 690.0
    diagram = blank(1000, height, title, f"Wiring: {title}, drawn from its table.toml.")
    for seat_top, number in [(each.top, each.name.seat) for each in shown if each.name.seat is not None]:
        diagram.sheet.box((PANEL_LEFT - 14, seat_top - 6), (356, ROW - 6), fill=SEAT, line="none", round_=8)
        seat = table.seats[number]
        if seat.keypad:
            _keypad(diagram, number, seat.keypad, seat_top)
    draw_pi(diagram, model, _used(table))
    wire_panels(diagram, shown)
    small_parts(diagram, table)
    legend(diagram, [V33, GND, SDA, SCL, SIGNAL], (200, height - 18))
    return diagram.svg()


def _panels(table: TableSettings) -> Iterator[tuple[DeviceName, I2cPanelSettings]]:
    panels = [(DeviceName("panel", number), seat.panel) for number, seat in table.seats.items() if seat.panel]
    panels += [(name, screen) for name, screen in ((PRIVATE, table.private), (PUBLIC, table.public)) if screen]
    for name, panel in panels:
        if not isinstance(panel, I2cPanelSettings) or panel.i2c != 1 or panel.usb:
            raise NotDrawn(
                "we can only draw panels on the Pi's own I²C wires. Draw the others by hand, or extend draw_panels."
            )
        yield name, panel


def _used(table: TableSettings) -> dict[int, str]:
    places = {POWER: V33, GROUND: GND, DATA: SDA, CLOCK: SCL}
    if pins_of(table):
        places[PARTS_GROUND] = GND
    return places | {PLACE_OF[pin]: SIGNAL for _, pin, _ in pins_of(table)}


def pins_of(table: TableSettings) -> list[tuple[DeviceName, int, list[str]]]:
    """Everything on a single pin, from the top of the header: its name, the pin, and its label."""
    parts = [(button_name(name), button.pin, [f"{name} button"]) for name, button in table.buttons.items()]
    if any(button.active_high for button in table.buttons.values()):
        raise NotDrawn("we can only draw buttons to ground. Draw the others by hand, or extend draw_panels.")
    parts += [(DeviceName("lamp", n), seat.lamp, [f"lamp {n}, 330 Ω"]) for n, seat in table.seats.items() if seat.lamp]
    if table.buzzer is not None:
        parts.append((BUZZER, table.buzzer, ["piezo, 220 Ω"]))
    return sorted(parts, key=lambda part: place_at(PLACE_OF[part[1]])[1])


# ── panels ───────────────────────────────────────────────────────────────────────────────────────


def wire_panels(diagram: Diagram, shown: list[Shown]) -> None:
    behind = [each for each in shown if each.panel.channel is not None]
    direct = [each for each in shown if each.panel.channel is None]
    for each in shown:
        _panel(diagram, each)
    _power(diagram, shown, with_mux=bool(behind))
    if behind:
        _multiplexer(diagram, behind)
        _beside(diagram, direct)
    else:
        for net, place, across, pin in ((SDA, DATA, SDA_RAIL, "SDA"), (SCL, CLOCK, SCL_RAIL, "SCL")):
            out = way_out(place)
            diagram.rail(pin.lower(), net, across, [out[-1][1], *(each.height_of(pin) for each in direct)])
            diagram.wire(f"pi.{place}", f"{pin.lower()}.0", *out)
            for number, each in enumerate(direct, 1):
                diagram.wire(f"{pin.lower()}.{number}", f"{each.name}.{pin}")


def _panel(diagram: Diagram, shown: Shown) -> None:
    panel = shown.panel
    whose = SHARED.get(shown.name) or f"seat {shown.name.seat}: panel"
    lines = [whose, panel.chip.upper(), f"address 0x{panel.address:02X}"]
    if panel.channel is not None:
        lines.append(f"channel {panel.channel}")
    lines.append(f"{panel.width} × {panel.height}")
    corner = (PANEL_LEFT, shown.top)
    diagram.part(shown.name, corner, (158, PANEL_HEIGHT), lines, "#ffffff", inset=48)
    for pin, down in OFFSETS.items():
        net = {"GND": GND, "VCC": V33, "SCL": SCL, "SDA": SDA}[pin]
        diagram.pin(f"{shown.name}.{pin}", (PANEL_LEFT, shown.top + down), net)
        diagram.sheet.text((PANEL_LEFT + 9, shown.top + down + 4), pin, SMALL - 0.5)


def _power(diagram: Diagram, shown: list[Shown], with_mux: bool) -> None:
    """3.3 V and ground run across the top to two rails, and from there to every panel."""
    taps = [(MUX_LEFT + 70, MUX_LEFT + 30)] if with_mux else []
    for net, place, line, across, lane, pin, mux_pin in (
        (GND, GROUND, LINE_GND, GND_RAIL, EVEN + 50, "GND", 0),
        (V33, POWER, LINE_33, V33_RAIL, EVEN + 36, "VCC", 1),
    ):
        rail = "gnd" if net == GND else "v33"
        diagram.rail(rail, net, across, [line, *(each.height_of(pin) for each in shown)])
        out = way_out(place)
        start, bend = f"pi.{place}", [*out, (lane, out[-1][1]), (lane, line)]
        for tap in taps:
            joint = diagram.pin(f"{rail}.mux.0", (tap[mux_pin], line), net)
            diagram.wire(start, joint, *bend)
            name = diagram.pin(f"mux.{'GND' if net == GND else 'VIN'}", (tap[mux_pin], FIRST_ROW), net)
            diagram.wire(joint, name)
            start, bend = joint, []
        diagram.wire(start, f"{rail}.0", *bend)
        for number, each in enumerate(shown, 1):
            diagram.wire(f"{rail}.{number}", f"{each.name}.{pin}")


def _multiplexer(diagram: Diagram, behind: list[Shown]) -> None:
    addresses = {each.panel.multiplexer for each in behind}
    if len(addresses) > 1:
        raise NotDrawn("we can only draw one multiplexer. Draw the second by hand, or extend draw_panels.")
    address = addresses.pop() or 0
    bits = ", ".join(f"A{bit} to {'3.3 V' if address >> bit & 1 else 'GND'}" for bit in range(3))
    height = behind[-1].top + PANEL_HEIGHT - FIRST_ROW
    corner: Point = (MUX_LEFT, FIRST_ROW)
    diagram.part("mux", corner, (MUX_RIGHT - MUX_LEFT, height), [], CHIP)
    sheet = diagram.sheet
    sheet.begin("mux.says")
    middle = FIRST_ROW + height / 2
    for place, line in enumerate(["TCA9548A", f"address 0x{address:02X}", *bits.split(", ")]):
        sheet.text((MUX_LEFT + 10, middle + 15 * place), line, SMALL, bold=place == 0)
    sheet.end()
    for text, across in (("VIN", MUX_LEFT + 30), ("GND", MUX_LEFT + 70)):
        sheet.text((across, FIRST_ROW + 18), text, SMALL - 0.5, anchor="middle")
    for net, place in ((SDA, DATA), (SCL, CLOCK)):
        out = way_out(place)
        diagram.pin(f"mux.{net}", (MUX_LEFT, out[-1][1]), net)
        sheet.text((MUX_LEFT + 9, out[-1][1] + 4), net, SMALL - 0.5)
    for each in behind:
        for pin, short in (("SCL", "SC"), ("SDA", "SD")):
            name, at = f"mux.{short}{each.panel.channel}", (MUX_RIGHT, each.height_of(pin))
            diagram.pin(name, at, SDA if pin == "SDA" else SCL)
            sheet.text((MUX_RIGHT - 9, at[1] + 4), f"{short}{each.panel.channel}", SMALL - 0.5, anchor="end")
            diagram.wire(name, f"{each.name}.{pin}")


def _beside(diagram: Diagram, direct: list[Shown]) -> None:
    """What is connected directly to the Pi's wires, before the multiplexer."""
    for net, place, across in ((SDA, DATA, MUX_LEFT - 38), (SCL, CLOCK, MUX_LEFT - 22)):
        out = way_out(place)
        heights = [out[-1][1], *(each.height_of(net) for each in direct)]
        diagram.rail(f"own{net.lower()}", net, across, heights)
        diagram.wire(f"pi.{place}", f"own{net.lower()}.0", *out)
        diagram.wire(f"own{net.lower()}.0", f"mux.{net}")
        for number, each in enumerate(direct, 1):
            diagram.wire(f"own{net.lower()}.{number}", f"{each.name}.{net}")


# ── keypads, buttons, buzzer ─────────────────────────────────────────────────────────────────────


def _keypad(diagram: Diagram, number: int, keypad: KeypadSettings, top: float) -> None:
    kind = "number pad" if keypad.keys == "numeric" else f"keyboard, {keypad.keys}"
    how = ["Bluetooth", keypad.bluetooth] if keypad.bluetooth else ["USB socket", keypad.usb]
    lines = [f"seat {number}: keypad", kind, *how]
    diagram.part(DeviceName("keypad", number), (KEYPAD_LEFT, top), (154, PANEL_HEIGHT), lines, "#ffffff")


def small_parts(diagram: Diagram, table: TableSettings) -> None:
    parts = pins_of(table)
    if not parts:
        return
    grounds: list[tuple[DeviceName, Point]] = []
    bottom = 0.0
    for lane, (name, pin, said) in enumerate(parts):
        place = PLACE_OF[pin]
        out = way_out(place)
        top = max(bottom + 12, out[-1][1] - 14)
        lines = [*said, f"GPIO {pin}", f"pin {place}"]
        diagram.part(name, (PARTS_LEFT, top), (92, 54), lines, "#ffffff", inset=10)
        signal = diagram.pin(f"{name}.signal", (PARTS_LEFT, top + 14), SIGNAL)
        across = EVEN + 34 + 8 * lane
        bends = [] if top + 14 == out[-1][1] else [(across, out[-1][1]), (across, top + 14)]
        diagram.wire(f"pi.{place}", signal, *out, *bends)
        grounds.append((name, (PARTS_LEFT, top + 40)))
        bottom = top + 54
    source = place_at(PARTS_GROUND)[1]
    heights = sorted({source, *(at[1] for _, at in grounds)})
    diagram.rail("parts", GND, PARTS_RAIL, heights)
    diagram.wire(f"pi.{PARTS_GROUND}", f"parts.{heights.index(source)}")
    for name, at in grounds:
        diagram.wire(f"parts.{heights.index(at[1])}", diagram.pin(f"{name}.GND", at, GND))
