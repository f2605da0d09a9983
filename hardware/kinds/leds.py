"""What all LED grids have in common: the colours of a frame in the order of the wire, checks of settings. Pure."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from math import ceil
from operator import itemgetter
from typing import TypeVar

from firmware_host.frozen import replace
from firmware_host.texts.text import say
from hardware.kinds.kind import SAFE_BRIGHTNESS, GridSettings, Mistake, Rotation, Wiring
from hardware.ports import Colour, GridFrame
from hardware.workbench.findings import Finding, note

TURNS: tuple[Rotation, ...] = (0, 180, 90, 270)
WIRINGS: tuple[Wiring, ...] = ("straight", "serpentine")
SMALLEST, LARGEST = (5, 6), (32, 32)
CHANNEL_MILLIAMPERES = 20  # of one colour of one LED, fully lit
IDLE_MILLIAMPERES = 1  # of one LED, dark

WATCHED = say(
    "A phone that joins a board's own network can watch its LEDs. Have you changed its password? It cannot be checked "
    "from here; docs/guide/grid-seats.md says how."
)

G = TypeVar("G", bound=GridSettings)


def grid_mistakes(grid: GridSettings) -> Iterator[Mistake]:
    """What can be wrong with any grid, whatever its wire."""
    if not 1 <= grid.brightness <= 255:
        yield Mistake(say("brightness must be from 1 to 255."), "brightness")
    leds = grid.width * grid.height
    if not has_a_possible_size(grid):
        yield Mistake(say("a grid must have from 5 by 6 to 32 by 32 LEDs."))
    elif may_draw(grid) <= IDLE_MILLIAMPERES * leds:
        dark = say("{leds} LEDs draw {least} mA even when they are dark.", leds=leds, least=IDLE_MILLIAMPERES * leds)
        yield Mistake(dark, "milliamperes")


def about_boards(grids: Sequence[GridSettings], machine: object) -> Iterator[Finding]:
    """What the doctor adds about grids on boards with WLED."""
    yield from how_much_they_draw(grids, machine)
    if grids:
        yield note("WLED", WATCHED)


def how_much_they_draw(grids: Sequence[GridSettings], _machine: object) -> Iterator[Finding]:
    """What the doctor adds about grids whose brightness their supply may not be made for."""
    for grid in sorted(set(grids), key=repr):
        leds, limit = grid.width * grid.height, may_draw(grid)
        white = _white(leds, grid.brightness)
        if white > limit:
            yield note(
                "grids",
                say(
                    "with brightness = {brightness}, {leds} white LEDs would draw {amperes:.1f} A, so bright pictures "
                    "are dimmed to {limit} mA. If their power supply gives more, write `milliamperes`.",
                    brightness=grid.brightness,
                    leds=leds,
                    amperes=white / 1000,
                    limit=limit,
                ),
            )


def may_draw(grid: GridSettings) -> int:
    """Milliamperes."""
    return _white(grid.width * grid.height, SAFE_BRIGHTNESS) if grid.milliamperes is None else grid.milliamperes


def _white(leds: int, brightness: int) -> int:
    """The milliamperes of so many LEDs that are white and this bright."""
    return ceil(leds * (IDLE_MILLIAMPERES + 3 * CHANNEL_MILLIAMPERES * brightness / 255))


def has_a_possible_size(grid: GridSettings) -> bool:
    return SMALLEST[0] <= grid.width <= LARGEST[0] and SMALLEST[1] <= grid.height <= LARGEST[1]


def ways_to_stand(grid: G) -> Sequence[G]:
    """Every way in which a grid that was found may be turned and wired."""
    return [replace(grid, wiring=wiring, rotation=turned) for turned in TURNS for wiring in WIRINGS]


GAMMA = 2.2  # LEDs are linear, eyes are not: with this, a colour looks as it does in a picture of the frame


def wire_order(width: int, height: int, wiring: Wiring, rotation: Rotation) -> tuple[int, ...]:
    """For each LED along the wire, its place in the frame as the player sees it, counted by rows from the top left.

    The wire of an upright grid begins at the top left and runs to the right. `rotation` says how far the grid
    is turned clockwise: by 90, the wire begins at the top right and runs down.
    """
    columns, rows = (width, height) if rotation in (0, 180) else (height, width)  # of the grid before it is turned
    order = []
    for row in range(rows):
        backwards = wiring == "serpentine" and row % 2 == 1
        for column in reversed(range(columns)) if backwards else range(columns):
            x, y = {
                0: (column, row),
                90: (width - 1 - row, column),
                180: (width - 1 - column, height - 1 - row),
                270: (row, height - 1 - column),
            }[rotation]
            order.append(y * width + x)
    return tuple(order)


def dimming(brightness: int) -> bytes:
    """For each value of a channel, what the LED gets: at most `brightness`, and at least 1 for what is not dark."""
    return bytes(
        0 if value == 0 or brightness == 0 else max(1, round((value / 255) ** GAMMA * brightness))
        for value in range(256)
    )


def wire_colours(settings: GridSettings) -> Callable[[GridFrame], bytes]:
    """Three bytes for each LED of a frame, in the order of this grid's wire, no brighter than it may be, and drawing no
    more than it may."""
    order = wire_order(settings.width, settings.height, settings.wiring, settings.rotation)
    pick: Pick = itemgetter(*order) if len(order) > 1 else tuple
    colours = partial(_wire_colours, (settings.width, settings.height), pick, dimming(settings.brightness))
    limit = may_draw(settings)
    return lambda frame: within(limit, colours(frame))


Pick = Callable[[list[Colour]], tuple[Colour, ...]]  # the colours of a frame in the order of the wire


def _wire_colours(size: tuple[int, int], pick: Pick, dimmed: bytes, frame: GridFrame) -> bytes:
    width, height = size
    if len(frame.rows) != height or any(len(row) != width for row in frame.rows):
        raise ValueError(f"a frame for this grid has {height} rows of {width}")
    return bytes(chain.from_iterable(pick(list(chain.from_iterable(frame.rows))))).translate(dimmed)


def within(milliamperes: int, colours: bytes) -> bytes:
    """The same colours, all darker by the same share if they would draw more than this."""
    idle = IDLE_MILLIAMPERES * (len(colours) // 3)
    drawn = sum(colours) * CHANNEL_MILLIAMPERES / 255
    if idle + drawn <= milliamperes:
        return colours
    share = (milliamperes - idle) / drawn
    return bytes(int(channel * share) for channel in colours)
