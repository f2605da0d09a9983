"""Draws all pictures of the builder's guide from the tables in config/, the key maps and the rules.

`python -m tools.draw_guide` writes them to docs/guide. A test checks that they are up to date.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from hardware.config.reading import load_table
from tools.boxes.picture import draw_solids
from tools.boxes.solids import printed
from tools.draw_boxes import BOXES, draw_box
from tools.draw_cards import cards, draw_card, print_page
from tools.draw_grids import draw_grid_table, draw_led_seat
from tools.draw_panels import draw_panel_table
from tools.draw_stickers import draw_stickers

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "guide"


def drawings() -> Iterator[tuple[str, str]]:
    """Every drawn file: its path in the guide, and its content."""
    oled, grids, smallest = (
        load_table(ROOT / "config" / f"{n}.toml") for n in ("oled-seats", "grid-seats", "smallest")
    )
    yield "pictures/oled-seats.svg", draw_panel_table(oled, "Raspberry Pi 4", "Four OLED seats")
    yield "pictures/smallest.svg", draw_panel_table(smallest, "Pi Zero 2 W", "The smallest table")
    yield "pictures/grid-seats.svg", draw_grid_table(grids, "Raspberry Pi 4", "Four LED-grid seats")
    led_seat = grids.seats[1].grid
    assert led_seat is not None, "the grid table's first seat has a grid"
    yield "pictures/led-seat.svg", draw_led_seat(led_seat, "The LEDs of one seat")
    for box in BOXES:
        yield f"pictures/{box.name}.svg", draw_box(box)
    solids = {part.name: part.solid for part in printed()}
    yield "pictures/printed-parts.svg", draw_solids(solids, "The boxes, printed", columns=4, scale=1.0)
    yield "pictures/stickers.svg", draw_stickers()
    for card in cards():
        yield f"pictures/{card.name}.svg", draw_card(card)
    yield "print.html", print_page([card.name for card in cards()], ["stickers"], [box.name for box in BOXES])


def main() -> int:
    (GUIDE / "pictures").mkdir(parents=True, exist_ok=True)
    for name, text in drawings():
        file = GUIDE / name
        changed = not file.exists() or file.read_text(encoding="utf-8") != text
        if changed:
            file.write_text(text, encoding="utf-8")
        print(f"{'drawn    ' if changed else 'unchanged'} docs/guide/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
