"""The pictures of the guide: as the tables say, right as circuits, and nothing written outside the paper.

They are read as their readers see them, from the committed files, and compared with the tables by other ways than those
that drew them.
"""

import re
from pathlib import Path

import pytest

from hardware.config.keymaps import BUILT_IN, CODES, LETTERS_ON
from hardware.config.reading import load_table
from hardware.config.settings import I2cPanelSettings, SerialGridSettings, TableSettings
from hardware.kinds.leds import wire_order
from tests.docs.pages import GUIDE, ROOT, read
from tests.docs.picture import Picture, is_joint
from tools.draw_guide import drawings
from tools.draw_svg import width_of

TABLES = {name: load_table(ROOT / "config" / f"{name}.toml") for name in ("smallest", "oled-seats", "grid-seats")}
WITH_PANELS = ("smallest", "oled-seats")
ALL = sorted(file.stem for file in (GUIDE / "pictures").glob("*.svg"))
WIRED = ("smallest", "oled-seats", "grid-seats", "led-seat")

# The header of a Pi, written down once more: where GPIOs are that our tables use, and where power and ground are.
PLACES = {2: 3, 3: 5, 17: 11, 27: 13, 12: 32, 5: 29, 6: 31, 13: 33, 19: 35, 26: 37}
V33, V5, GROUND = {1, 17}, {2, 4}, {6, 9, 14, 20, 25, 30, 34, 39}

every_picture = pytest.mark.parametrize("name", ALL)
every_circuit = pytest.mark.parametrize("name", WIRED)
every_panel_table = pytest.mark.parametrize("name", WITH_PANELS)


def panels(table: TableSettings) -> dict[str, I2cPanelSettings]:
    found = {f"seat{number}.panel": seat.panel for number, seat in table.seats.items() if seat.panel}
    screens = {"private": table.private, "public": table.public}
    found |= {name: screen for name, screen in screens.items() if screen}
    return {name: panel for name, panel in found.items() if isinstance(panel, I2cPanelSettings)}


# ── up to date, and on the paper ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("name", "text"), list(drawings()), ids=lambda value: value if len(value) < 40 else "")
def test_a_picture_is_what_would_be_drawn(name: str, text: str) -> None:
    assert (GUIDE / name).read_text(encoding="utf-8") == text, "out of date: make drawings"


def test_no_picture_is_left_over() -> None:
    assert {f"pictures/{name}.svg" for name in ALL} | {"print.html"} == {name for name, _ in drawings()}


@every_picture
def test_every_picture_is_shown_or_printed(name: str) -> None:
    pages = "".join(read(page) for page in (*GUIDE.glob("*.md"), GUIDE / "print.html"))
    assert f"pictures/{name}.svg" in pages


@every_picture
def test_nothing_is_written_beyond_the_edge(name: str) -> None:
    picture = Picture(name)
    width, height = picture.size
    beyond = []
    for text, x, y, size, anchor, bold in picture.texts():
        long = width_of(text, size, bold)
        left = x - {"start": 0.0, "middle": long / 2, "end": long}[anchor]
        if left < 0 or left + long > width or y - size < 0 or y > height:
            beyond.append(text)
    assert beyond == []


# ── the same pins, the same addresses ────────────────────────────────────────────────────────────


@every_panel_table
def test_a_panel_is_labelled_as_its_table_says(name: str) -> None:
    picture = Picture(name)
    said = {
        part: (
            panel.chip.upper() in picture.parts[part],
            f"address 0x{panel.address:02X}" in picture.parts[part],
            [line for line in picture.parts[part] if line.startswith("channel")],
        )
        for part, panel in panels(TABLES[name]).items()
    }
    wanted = {
        part: (True, True, [] if panel.channel is None else [f"channel {panel.channel}"])
        for part, panel in panels(TABLES[name]).items()
    }
    assert said == wanted


@pytest.mark.parametrize("name", TABLES)
def test_every_panel_and_keypad_of_a_table_is_in_its_picture_and_no_other_is(name: str) -> None:
    table = TABLES[name]
    drawn = {part for part in Picture(name).parts if re.fullmatch(r"private|public|seat\d\.(panel|keypad|grid)", part)}
    keypads = {f"seat{number}.keypad" for number, seat in table.seats.items() if seat.keypad}
    grids = {f"seat{number}.grid" for number, seat in table.seats.items() if seat.grid}
    assert drawn == {*panels(table), *keypads, *grids}


@pytest.mark.parametrize("name", TABLES)
def test_a_keypad_is_labelled_with_its_socket_or_its_address(name: str) -> None:
    picture = Picture(name)
    for number, seat in TABLES[name].seats.items():
        assert seat.keypad is not None
        assert (seat.keypad.usb or seat.keypad.bluetooth) in picture.parts[f"seat{number}.keypad"]


def test_a_multiplexer_is_labelled_with_its_address_and_how_to_get_it() -> None:
    [address] = {panel.multiplexer for panel in panels(TABLES["oled-seats"]).values() if panel.multiplexer}
    said = Picture("oled-seats").parts["mux.says"]
    pins = [f"A{bit} to {'3.3 V' if address & 1 << bit else 'GND'}" for bit in range(3)]
    assert said[1:] == [f"address 0x{address:X}", *pins]


def test_a_panel_hangs_on_the_channel_that_its_table_says() -> None:
    picture = Picture("oled-seats")
    for part, panel in panels(TABLES["oled-seats"]).items():
        if panel.channel is not None:
            assert picture.with_pin(f"{part}.SDA") == {f"{part}.SDA", f"mux.SD{panel.channel}"}
            assert picture.with_pin(f"{part}.SCL") == {f"{part}.SCL", f"mux.SC{panel.channel}"}


@pytest.mark.parametrize("name", TABLES)
def test_what_is_on_the_pi_s_own_wires_is_joined_to_them(name: str) -> None:
    picture, own = Picture(name), [part for part, panel in panels(TABLES[name]).items() if panel.channel is None]
    mux = {"mux.SDA"} if name == "oled-seats" else set()
    assert picture.with_pin("pi.3") == {"pi.3", *(f"{part}.SDA" for part in own), *mux}
    assert picture.with_pin("pi.5") == {"pi.5", *(f"{part}.SCL" for part in own), *(m[:4] + "SCL" for m in mux)}


@every_panel_table
def test_buttons_and_buzzer_are_on_the_pins_that_their_table_says(name: str) -> None:
    table, picture = TABLES[name], Picture(name)
    pins = {f"button.{button}": settings.pin for button, settings in table.buttons.items()}
    pins |= {"buzzer": table.buzzer} if table.buzzer is not None else {}
    for part, pin in pins.items():
        assert picture.with_pin(f"{part}.signal") == {f"{part}.signal", f"pi.{PLACES[pin]}"}
        assert picture.parts[part][1:] == [f"GPIO {pin}", f"pin {PLACES[pin]}"]
    assert {part for part in picture.parts if part.startswith(("button", "buzzer"))} == set(pins)


def test_a_board_is_labelled_with_its_port() -> None:
    picture = Picture("grid-seats")
    for number, seat in TABLES["grid-seats"].seats.items():
        assert isinstance(seat.grid, SerialGridSettings)
        assert "".join(picture.parts[f"seat{number}.board"][1:]) == seat.grid.port


def test_everything_on_usb_is_in_the_socket_that_its_name_says() -> None:
    picture = Picture("grid-seats")
    for number, seat in TABLES["grid-seats"].seats.items():
        assert seat.keypad is not None
        assert isinstance(seat.grid, SerialGridSettings)
        at_port = re.findall(r"usb-0:([\d.]+):1\.0-port0$", seat.grid.port)
        for part, way in (("keypad", seat.keypad.usb.rsplit("-", 1)[1]), ("board", at_port[0])):
            [other] = picture.with_pin(f"seat{number}.{part}.usb") - {f"seat{number}.{part}.usb"}
            root, _, socket = way[:3], way[3:4], way[4:]
            assert other == (f"hub{root}.socket{socket}.down" if socket else f"socket.{root}.pi")
            if socket:
                assert picture.with_pin(f"hub{root}.up") == {f"hub{root}.up", f"socket.{root}.pi"}


def test_a_grid_is_labelled_with_its_size_and_wiring() -> None:
    for number, seat in TABLES["grid-seats"].seats.items():
        assert seat.grid is not None
        grid = seat.grid
        wanted = [f"{grid.width} × {grid.height} LEDs", grid.wiring]
        assert Picture("grid-seats").parts[f"seat{number}.grid"][1:] == wanted


def test_the_leds_of_a_seat_are_numbered_along_the_wire() -> None:
    grid = TABLES["grid-seats"].seats[1].grid
    assert grid is not None
    picture = Picture("led-seat")
    numbered = [
        (int(text), x, y) for text, x, y, *_ in picture.texts() if text in picture.parts["grid"] and text.isdigit()
    ]
    as_read = [number for number, x, y in sorted(numbered, key=lambda led: (led[2], led[1]))]
    order = wire_order(grid.width, grid.height, grid.wiring, grid.rotation)
    assert as_read == [order.index(place) + 1 for place in range(grid.width * grid.height)]


# ── right as circuits ────────────────────────────────────────────────────────────────────────────


@every_circuit
def test_every_wire_ends_where_its_pins_are(name: str) -> None:
    picture = Picture(name)
    loose = [
        (wire.start, wire.end)
        for wire in picture.wires
        if (wire.points[0], wire.points[-1]) != (picture.pins[wire.start], picture.pins[wire.end])
    ]
    assert loose == []


@every_circuit
def test_no_pin_is_left_without_a_wire(name: str) -> None:
    picture = Picture(name)
    ends = {pin for wire in picture.wires for pin in (wire.start, wire.end)}
    assert set(picture.pins) - ends == set()


@every_circuit
def test_no_two_wires_of_different_nets_lie_on_each_other(name: str) -> None:
    """Where they cross they may touch; along a stretch nobody could tell them apart."""
    picture = Picture(name)
    stretches = [
        (wire, sorted((one, other)))
        for wire in picture.wires
        for one, other in zip(wire.points, wire.points[1:], strict=False)
    ]
    nets = {pin: number for number, pins in enumerate(picture.joined) for pin in pins}
    hidden = []
    for place, (wire, [one, other]) in enumerate(stretches):
        for rival, [third, fourth] in stretches[place + 1 :]:
            if nets[wire.start] == nets[rival.start]:
                continue
            for along in (0, 1):
                across = 1 - along
                level = {round(point[across]) for point in (one, other, third, fourth)}
                overlap = min(other[along], fourth[along]) - max(one[along], third[along])
                if len(level) == 1 and overlap > 0:
                    hidden.append((wire.start, rival.start))
    assert hidden == []


def kind_of(pin: str) -> str:
    """Which voltage a pin belongs to by its name, or none."""
    part, _, name = pin.rpartition(".")
    if part == "pi":
        place = int(name)
        return "3.3 V" if place in V33 else "5 V" if place in V5 else "GND" if place in GROUND else ""
    if name == "end":
        part, _, name = part.rpartition(".")
    return {"VCC": "3.3 V", "VIN": "3.3 V", "5V": "5 V", "GND": "GND", "GND2": "GND", "1OE": "GND", "idle": "GND"}.get(
        name, ""
    )


@every_circuit
def test_no_voltage_meets_another(name: str) -> None:
    shorts = []
    for pins in Picture(name).joined:
        kinds = {"5 V" if pin == "shifter.VCC" else kind_of(pin) for pin in pins if not is_joint(pin)} - {""}
        if len(kinds) > 1:
            shorts.append(sorted(pins))
    assert shorts == []


@every_panel_table
def test_the_guide_counts_the_wires_of_its_pictures(name: str) -> None:
    """A wire from each place to the next of its net: one fewer than there are places."""
    said = re.findall(r"^\| soldering \| (\d+) wires \| (\d+) wires", read(GUIDE / "README.md"), re.MULTILINE)
    nets = [[pin for pin in pins if not is_joint(pin)] for pins in Picture(name).joined]
    assert said[0][WITH_PANELS.index(name)] == str(sum(len(pins) - 1 for pins in nets))


@pytest.mark.parametrize("name", TABLES)
def test_every_panel_has_3_3_volts_and_ground_from_the_pi(name: str) -> None:
    picture = Picture(name)
    for part in panels(TABLES[name]):
        assert "pi.1" in picture.with_pin(f"{part}.VCC")
        assert "pi.6" in picture.with_pin(f"{part}.GND")


@every_panel_table
def test_every_button_and_buzzer_has_its_ground(name: str) -> None:
    picture = Picture(name)
    grounds = [pin for pin in picture.pins if pin.startswith(("button", "buzzer")) and pin.endswith("GND")]
    assert grounds
    assert all("pi.14" in picture.with_pin(pin) for pin in grounds)


def test_led_data_goes_through_the_level_shifter_and_a_resistor() -> None:
    picture = Picture("led-seat")
    assert picture.with_pin("board.GPIO16") == {"board.GPIO16", "shifter.1A", "pulldown.a"}
    assert picture.with_pin("shifter.1Y") == {"shifter.1Y", "resistor.a"}
    assert picture.with_pin("grid.DIN") == {"grid.DIN", "resistor.b"}


def test_leds_and_level_shifter_have_fused_power_at_both_ends_and_the_board_has_none_of_it() -> None:
    fused = {"fuse.out", "shifter.VCC", "bypass.5V", "grid.5V", "grid.5V.end", "capacitor.plus"}
    assert Picture("led-seat").with_pin("fuse.out") == fused | every_row("5V")
    assert Picture("led-seat").with_pin("supply.5V") == {"supply.5V", "fuse.in"}


def test_board_shifter_leds_and_supply_share_one_ground() -> None:
    chip = {"shifter.GND", "shifter.1OE", "shifter.idle", "bypass.GND"}
    grid = {"grid.GND", "grid.GND.end", "capacitor.minus"}
    board = {"board.GND", "pulldown.b"}
    assert Picture("led-seat").with_pin("supply.GND") == {"supply.GND", *board, *chip, *grid} | every_row("GND")


def every_row(net: str) -> set[str]:
    """The strips are cut into rows, and each needs its power from the one before."""
    grid = TABLES["grid-seats"].seats[1].grid
    assert grid is not None
    return {f"grid.row{row}.{net}" for row in range(1, grid.height + 1)}


def test_the_idle_pins_of_the_level_shifter_are_those_that_the_page_names() -> None:
    [(inputs, outputs)] = re.findall(
        r"pins ([\d, \n]+and \d+) to GND as well; ([\d, ]+and \d+) stay free", read(GUIDE / "grid-seats.md")
    )
    texts = {text for text, *_ in Picture("led-seat").texts()}
    assert {" ".join(re.findall(r"\d+", inputs)), " ".join(re.findall(r"\d+", outputs)) + ": free"} <= texts
    assert "100 nF" in texts


def test_every_grid_of_the_table_has_a_fuse_of_its_own() -> None:
    picture = Picture("grid-seats")
    for number in TABLES["grid-seats"].seats:
        seat = f"seat{number}"
        assert picture.with_pin(f"{seat}.grid.5V") == {f"{seat}.grid.5V", f"{seat}.fuse.out"}
        assert "supply.5V" in picture.with_pin(f"{seat}.fuse.in")


# ── stickers ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("digit", LETTERS_ON)
def test_a_digit_s_sticker_has_its_letters(digit: str) -> None:
    assert Picture("stickers").parts[f"set1.KEY_KP{digit}"] == [digit, LETTERS_ON[digit]]


@pytest.mark.parametrize(
    ("key", "does", "says"),
    [
        ("KEY_KPENTER", "ENTER", "OK"),
        ("KEY_KPPLUS", "NEXT", "→"),
        ("KEY_KPMINUS", "ESC", "menu"),
        ("KEY_KPDOT", "DELETE", "DEL"),
        ("KEY_KPASTERISK", "PAGE_UP", "▲"),
        ("KEY_KPSLASH", "PAGE_DOWN", "▼"),
        ("KEY_KP0", "0", "0"),
    ],
)
def test_a_sticker_says_what_its_key_does(key: str, does: str, says: str) -> None:
    assert (BUILT_IN["numeric"].keys[CODES[key]], Picture("stickers").parts[f"set1.{key}"][0]) == (does, says)


def test_every_key_of_a_pad_that_does_something_has_a_sticker() -> None:
    on_pads = {key for key, code in CODES.items() if key.startswith("KEY_KP") and code in BUILT_IN["numeric"].keys}
    drawn = {part.split(".")[1] for part in Picture("stickers").parts if part.startswith("set1.")}
    assert on_pads - drawn == {"KEY_KPCOMMA"}  # the dot of pads sold elsewhere


def test_printed_sheets_are_of_a4_and_cards_of_a6() -> None:
    sizes = {
        name: tuple(Picture(name).root.attrib[side] for side in ("width", "height"))
        for name in ALL
        if name.startswith(("card", "box", "stickers"))
    }
    assert {size for name, size in sizes.items() if name.startswith("card")} == {("105mm", "148.5mm")}
    assert {size for name, size in sizes.items() if name.startswith("box")} == {("297mm", "210mm")}
    assert sizes["stickers"] == ("210mm", "297mm")


def test_the_examples_of_the_guide_are_there() -> None:
    assert all(Path(ROOT / "config" / f"{name}.toml").exists() and (GUIDE / f"{name}.md").exists() for name in TABLES)
