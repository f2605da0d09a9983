"""What travels to an LED grid: the colours of a frame in the order of the wire, and the bytes that boards understand.

Pure functions of frames and settings; the simulator's boards take the same bytes apart again.
"""

from collections.abc import Callable
from functools import partial
from itertools import chain
from operator import itemgetter

from hardware.ports import Colour, GridFrame
from hardware.settings import GridSettings, Rotation, Wiring

ADALIGHT_START = b"Ada"
TPM2_START, TPM2_DATA, TPM2_PING, TPM2_PONG, TPM2_END = 0xC9, 0xDA, 0xAA, 0xAC, 0x36
DDP_PORT = 4048
DDP_VERSION_AND_PUSH, DDP_RGB, DDP_DISPLAY = 0x41, 0x0B, 0x01
DDP_LEDS = 480  # that boards take in one packet
DDP_SEQUENCES = 15  # numbered from 1; 0 would mean «not numbered»

GAMMA = 2.2  # LEDs are linear, eyes and screens are not: with it a colour looks as it does in a picture of the frame


def wire_order(width: int, height: int, wiring: Wiring, rotation: Rotation) -> tuple[int, ...]:
    """For each LED along the wire, its place in the frame as the player sees it, counted row by row from the top left.

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
    """For each value of a channel, what the LED gets: at most `brightness`, and what is lit stays lit."""
    return bytes(
        0 if value == 0 or brightness == 0 else max(1, round((value / 255) ** GAMMA * brightness))
        for value in range(256)
    )


def adalight(colours: bytes) -> bytes:
    high, low = divmod(len(colours) // 3 - 1, 256)
    return bytes((*ADALIGHT_START, high, low, high ^ low ^ 0x55)) + colours


def tpm2(colours: bytes) -> bytes:
    return bytes((TPM2_START, TPM2_DATA, *divmod(len(colours), 256))) + colours + bytes((TPM2_END,))


def ddp(colours: bytes, sequence: int) -> bytes:
    """One packet for the whole grid, of `DDP_LEDS` at most."""
    header = bytes((DDP_VERSION_AND_PUSH, sequence, DDP_RGB, DDP_DISPLAY))
    return header + bytes(4) + len(colours).to_bytes(2) + colours


def wire_colours(settings: GridSettings) -> Callable[[GridFrame], bytes]:
    """Three bytes for each LED of a frame, in the order of this grid's wire and no brighter than it may be."""
    order = wire_order(settings.width, settings.height, settings.wiring, settings.rotation)
    pick: Pick = itemgetter(*order) if len(order) > 1 else tuple
    return partial(_wire_colours, (settings.width, settings.height), pick, dimming(settings.brightness))


Pick = Callable[[list[Colour]], tuple[Colour, ...]]  # the colours of a frame in the order of the wire


def _wire_colours(size: tuple[int, int], pick: Pick, dimmed: bytes, frame: GridFrame) -> bytes:
    width, height = size
    if len(frame.rows) != height or any(len(row) != width for row in frame.rows):
        raise ValueError(f"a frame for this grid has {height} rows of {width}")
    return bytes(chain.from_iterable(pick(list(chain.from_iterable(frame.rows))))).translate(dimmed)
