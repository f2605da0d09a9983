"""The guide's arithmetic: power that adds up, cables no longer than they may be, hoods that hide, cards that agree."""

import json
import re
from math import floor

import pytest

from firmware_host.games.shared.marks import mark
from hardware.config.reading import load_table
from hardware.config.settings import (
    SAFE_BRIGHTNESS,
    SerialGridSettings,
    SpiPanelSettings,
    TableSettings,
)
from tests.docs.pages import GUIDE, ROOT, read
from tests.docs.picture import Picture
from tools.draw_boxes import BOXES, Box
from tools.draw_wiring import PLACE_OF

TABLES = {name: load_table(ROOT / "config" / f"{name}.toml") for name in ("smallest", "oled-seats", "grid-seats")}
BENCHMARKS = ROOT / "docs" / "benchmarks.md"
Row = tuple[str, ...]


def tables(page: str, heading: str) -> list[list[Row]]:
    """The tables of a page whose first two columns are headed so, without their heads."""
    found: list[list[Row]] = []
    rows: list[Row] = []
    for line in (*read(GUIDE / page).splitlines(), ""):
        if line.startswith("|"):
            rows.append(tuple(cell.strip().strip("*") for cell in line.strip("|").split("|")))
        else:
            if (
                rows
                and rows[0][0] == heading.split("|", maxsplit=1)[0]
                and rows[0][1:2] == tuple(heading.split("|")[1:2])
            ):
                found.append(rows[2:])
            rows = []
    return found


BUDGETS = [
    (page, number, rows)
    for page in (f"{name}.md" for name in TABLES)
    for number, rows in enumerate(tables(page, "what|mA each"), 1)
]
every_budget = pytest.mark.parametrize("rows", [each[2] for each in BUDGETS], ids=[f"{p}-{n}" for p, n, _ in BUDGETS])


def what_it_draws(rows: list[Row]) -> dict[str, tuple[int, int, int]]:
    """Each part of a budget: how much one takes, how many there are, and both together."""
    return {what: (int(each), int(count), int(sum_)) for what, each, count, sum_, _ in rows if each}


def total(rows: list[Row], name: str) -> int:
    [found] = [int(row[3]) for row in rows if row[0] == name]
    return found


# ── power ────────────────────────────────────────────────────────────────────────────────────────


def test_every_table_has_a_budget() -> None:
    assert {page for page, _, _ in BUDGETS} == {f"{name}.md" for name in TABLES}


@every_budget
def test_every_line_is_one_times_how_many(rows: list[Row]) -> None:
    assert [what for what, (each, count, sum_) in what_it_draws(rows).items() if each * count != sum_] == []


@every_budget
def test_a_budget_adds_up(rows: list[Row]) -> None:
    assert total(rows, "total") == sum(sum_ for _, _, sum_ in what_it_draws(rows).values())


@every_budget
def test_what_is_left_over_is_what_the_supply_has_more(rows: list[Row]) -> None:
    assert total(rows, "to spare") == total(rows, "supply") - total(rows, "total")


@every_budget
def test_a_supply_has_a_quarter_to_spare(rows: list[Row]) -> None:
    assert total(rows, "total") <= 0.75 * total(rows, "supply")


@every_budget
def test_every_figure_says_how_sure_we_are(rows: list[Row]) -> None:
    assert [row[0] for row in rows if row[1] and not row[4]] == []


def counted(table: TableSettings) -> dict[str, int]:
    """What of a table draws power."""
    seats, shared = table.seats.values(), (table.private, table.public)
    return {
        "panels": sum(seat.panel is not None for seat in seats) + sum(each is not None for each in shared),
        "USB keyboards": sum(bool(seat.keypad and seat.keypad.usb) for seat in seats),
        "boards": sum(isinstance(seat.grid, SerialGridSettings) for seat in seats),
        "LEDs": sum(seat.grid.width * seat.grid.height for seat in seats if seat.grid),
        "buzzers": int(table.buzzer is not None),
    }


@pytest.mark.parametrize("name", TABLES)
def test_a_budget_counts_what_its_table_has(name: str) -> None:
    said = dict.fromkeys(counted(TABLES[name]), 0)
    screens = dict.fromkeys(("OLED panel", "private screen", "public screen"), "panels")
    names = {**screens, "piezo": "buzzers", "USB keyboard": "USB keyboards",
             "USB keyboard in the Pi": "USB keyboards", "ESP32 board": "boards"}  # fmt: skip
    for rows in tables(f"{name}.md", "what|mA each"):
        hubs = 2 if any(row[0] == "the hub itself" for row in rows) else 1  # that budget is of each hub
        for what, (_, count, _) in what_it_draws(rows).items():
            if what in names:
                said[names[what]] += count * hubs
            elif what.startswith("LED, white"):
                said["LEDs"] += count
    assert said == counted(TABLES[name])


def test_an_led_draws_what_the_console_lets_it() -> None:
    [rows] = [rows for rows in tables("grid-seats.md", "what|mA each") if rows[0][0].startswith("LED")]
    [each] = [each for what, (each, _, _) in what_it_draws(rows).items() if what.startswith("LED, white")]
    assert each == round(60 * SAFE_BRIGHTNESS / 255)
    assert all(seat.grid and seat.grid.brightness == SAFE_BRIGHTNESS for seat in TABLES["grid-seats"].seats.values())


def test_a_fuse_holds_what_wled_lets_through_and_the_supply_feeds_all_of_them() -> None:
    text = read(GUIDE / "grid-seats.md")
    limit, fuse = int(re.findall(r"limiter \| on, (\d+) mA", text)[0]), int(re.findall(r"fuse holds (\d+)", text)[0])
    grid = int(re.findall(r"One grid takes (\d+)", text)[0])
    four = int(re.findall(r"four of those are (\d+)", text)[0])
    supply = total(tables("grid-seats.md", "what|mA each")[-1], "supply")
    assert grid == 30 * (15 + 1) < limit < fuse
    assert four == 4 * limit < supply
    assert f"fuse, {fuse / 1000} A" in [text for text, *_ in Picture("led-seat").texts()]


def test_a_power_bank_lasts_as_long_as_it_says() -> None:
    text = read(GUIDE / "smallest.md")
    [(held, hours)] = re.findall(r"that is (\d+) mAh at 5 V, or (\d+) hours", text)
    together = total(tables("smallest.md", "what|mA each")[0], "total")
    assert int(held) == round(10_000 * 3.7 * 0.85 / 5)
    assert int(hours) == int(held) // together


def test_hubs_without_a_supply_would_be_at_the_pi_s_limit() -> None:
    hub = total(tables("grid-seats.md", "what|mA each")[1], "total")
    assert f"2 × {hub}" in read(GUIDE / "grid-seats.md")
    assert 2 * hub + 2 * 100 == 1200


# ── cables ───────────────────────────────────────────────────────────────────────────────────────

PULL_UPS = {
    "the smallest table: the Pi's 1.8 kΩ and two panels' 4.7 kΩ": (1.8, 4.7, 4.7),
    "the OLED table: the Pi's 1.8 kΩ, the multiplexer's 10 kΩ and a panel's 4.7 kΩ": (1.8, 10.0, 4.7),
    "the Pi's 1.8 kΩ and the panel's 4.7 kΩ": (1.8, 4.7),
    "the Pi's 1.8 kΩ and the panel's 10 kΩ": (1.8, 10.0),
    "a separate adapter: 2.2 kΩ added, and the panel's 4.7 kΩ": (2.2, 4.7),
    "a separate adapter: only the panel's 4.7 kΩ": (4.7,),
}


def longest(kiloohms: float, rise: float, most: float) -> float:
    """Metres of cable, halved: from 0.3 to 0.7 of the voltage an RC takes 0.8473 of its time constant."""
    picofarads = min(most, rise / (0.8473 * kiloohms))
    return max(0.0, floor((picofarads - 60) / 100 / 2 * 10) / 10)


def test_cables_are_as_long_as_the_bus_allows() -> None:
    [rows] = tables("wires.md", "pull-ups on the wires|kΩ together")
    wanted = []
    for said, ohms in PULL_UPS.items():
        together = 1 / sum(1 / each for each in ohms)
        fast, slow = longest(together, 300, 400), longest(together, 1000, 400)
        wanted.append((said, f"{together:.2f}", f"{fast} m", f"{slow} m"))
    assert rows == wanted


def test_the_pull_ups_of_every_table_stay_below_three_milliamperes() -> None:
    """A chip that pulls a wire low has to bring it down to 0.4 V."""
    [rows] = tables("wires.md", "pull-ups on the wires|kΩ together")
    assert [row[0] for row in rows if (3.3 - 0.4) / float(row[1]) > 3.0] == []


@pytest.mark.parametrize(("page", "row"), [("smallest.md", 0), ("oled-seats.md", 1)])
def test_the_cables_of_a_table_are_no_longer_than_its_bus_allows(page: str, row: int) -> None:
    [rows] = tables("wires.md", "pull-ups on the wires|kΩ together")
    [said] = re.findall(r"^\| .*cable with four strands .*?(\d\.\d) m", read(GUIDE / page), re.MULTILINE)
    assert float(said) <= float(rows[row][2].removesuffix(" m"))


def test_every_gpio_of_the_page_is_at_its_place_on_the_header() -> None:
    text = read(GUIDE / "wires.md")
    rows = re.findall(r"^\| (?:[^|]*\| )?([\d, ]+) \| ([\d, ]+) \|$", text, re.MULTILINE)
    assert len(rows) >= 8
    for pins, places in rows:
        assert [PLACE_OF[int(pin)] for pin in pins.split(", ")] == [int(place) for place in places.split(", ")]


def test_the_file_for_wled_has_what_the_page_says() -> None:
    config = json.loads(read(GUIDE / "wled-cfg.json"))
    said = dict(
        re.findall(r"^\| [^|]+ \| ([^|]+) \| ([^|(]+?) (?:\(.*\) )?\|$", read(GUIDE / "grid-seats.md"), re.MULTILINE)
    )
    [leds], live = config["hw"]["led"]["ins"], config["if"]["live"]
    assert (said["length"], said["data GPIO"]) == (str(leds["len"]), str(*leds["pin"]))
    assert said["automatic brightness limiter"] == f"on, {leds['maxpwr']} mA"
    assert said["serial, baud rate"] == f"{config['hw']['baud']}00"
    assert said["timeout"] == f"{live['timeout']}00 ms"
    assert (live["maxbri"], live["no-gc"]) == (True, True)


def test_the_pins_that_are_left_for_lamps_are_on_no_other_wire() -> None:
    text = read(GUIDE / "wires.md")
    taken = {2, 3, 17, 27, 18}  # the header's own adapter, the buttons, the buzzer where it was moved to
    taken |= {7, 8, 9, 10, 11, SpiPanelSettings().data_pin, SpiPanelSettings().reset_pin}  # SPI and its panels
    taken |= {14, 15}  # the serial console
    taken |= {int(pin) for pins in re.findall(r"^dtoverlay=i2c\d,pins_(\d+)_(\d+)", text, re.MULTILINE) for pin in pins}
    [(pins, places)] = re.findall(r"left for lamps are GPIO ([\d, ]+and \d+), at\s+pins\s+([\d,\s]+and \d+)", text)
    left = [int(pin) for pin in re.findall(r"\d+", pins)]
    assert left == [pin for pin in range(2, 28) if pin not in taken]
    assert [int(place) for place in re.findall(r"\d+", places)] == [PLACE_OF[pin] for pin in left]


# ── boxes ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("column", [1, 2], ids=["OLED", "grid"])
def test_the_boxes_measure_what_the_page_says(column: int) -> None:
    [rows] = tables("boxes.md", "|OLED panel")
    box = BOXES[column - 1]
    wanted = {
        "face": "{:g} × {:g} mm".format(*box.face),
        "window": "{:g} × {:g} mm".format(*box.window),
        "hood, inside": "{:g} × {:g} mm".format(*box.hood),
        "hood, depth": f"{box.depth:g} mm",
        "hidden from": f"{box.hidden_from:.0f}° to the side",
        "its own player may lean": f"{box.own_freedom:.0f}°",
    }
    assert {row[0]: row[column] for row in rows} == wanted


@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.name)
def test_a_hood_hides_its_display_from_the_neighbours(box: Box) -> None:
    [neighbours] = re.findall(r"neighbours are at (\d+)° or more", read(GUIDE / "boxes.md"))
    assert box.hidden_from < int(neighbours)


@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.name)
def test_the_drawing_of_a_box_has_its_measures(box: Box) -> None:
    cuts = [f"{width:g} × {height:g}" for _, _, width, height in box.cuts()]
    assert [size for size in Picture(box.name).parts["cuts"] if " × " in size] == cuts


# ── speed ────────────────────────────────────────────────────────────────────────────────────────


def test_what_the_page_says_in_figures_of_where_we_are_behind_stands_in_its_tables() -> None:
    [behind] = re.findall(r"\*\*Where we are behind\.\*\*(.*?)^## ", read(BENCHMARKS), re.MULTILINE | re.DOTALL)
    figures = re.findall(r"\d+\.\d+(?:×| ms)", behind)
    tables = read(BENCHMARKS).replace(behind, "").replace(" ×", "×")
    assert len(figures) == 3
    assert [figure for figure in figures if f"| {figure} |" not in tables] == []


# ── the rules on the cards, and the checklist's first round ──────────────────────────────────────


def test_the_card_of_three_words_has_the_rulebook_s_points() -> None:
    book = re.findall(r"^\| (guess \d|not found) \| (.*?) \| (.*?) \|$", read(ROOT / "docs" / "rules.md"), re.MULTILINE)
    texts = [text for text, *_ in Picture("card-three-words").texts()]
    assert len(book) == 4
    for name, master, guesser in book:
        at = texts.index(name)
        assert texts[at + 1 : at + 3] == [master, guesser]


def test_the_checklist_s_first_guess_is_marked_as_it_says() -> None:
    assert "hides CRANE. The other guesses CREAM. | C and R filled, E and A outlined, M plain." in read(
        GUIDE / "checklist.md"
    )
    assert mark("CRANE", "CREAM") == "GGYY-"
