"""What every simulated LED board has: a list of what its LEDs showed, and a picture of it as the player sees it."""

from firmware_host.frozen import frozen
from hardware.config.settings import GridSettings
from hardware.ports import DARK, Colour


@frozen
class Lit:
    """What the LEDs of a board showed from this moment on, in the order of its wire."""

    at: float
    leds: tuple[Colour, ...]


def leds_of(data: bytes, count: int) -> tuple[Colour, ...]:
    """Three bytes for each LED. LEDs that get none stay dark, and bytes beyond the last LED are ignored."""
    lit = [(data[at], data[at + 1], data[at + 2]) for at in range(0, min(len(data) - 2, 3 * count), 3)]
    return (*lit, *[DARK] * (count - len(lit)))


def as_seen(leds: tuple[Colour, ...], settings: GridSettings) -> tuple[tuple[Colour, ...], ...]:
    """The rows that the player sees: the LEDs laid out as they are wired, then the whole grid turned clockwise."""
    upright = settings.rotation in (0, 180)
    columns = settings.width if upright else settings.height
    rows = [leds[start : start + columns] for start in range(0, len(leds), columns)]
    if settings.wiring == "serpentine":
        rows = [row[::-1] if number % 2 else row for number, row in enumerate(rows)]
    for _ in range(settings.rotation // 90):
        rows = list(zip(*reversed(rows), strict=True))
    return tuple(rows)
