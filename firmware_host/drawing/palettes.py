"""The colours of marks: two palettes to choose from, and one for games that bring their own colours."""

from firmware_host.frozen import frozen
from hardware.ports import Colour


@frozen
class Palette:
    """Colours at full brightness; a driver dims what it sends, as its config says."""

    name: str
    in_place: Colour
    elsewhere: Colour
    absent: Colour
    absent_led: Colour  # on an LED grey must be faint, or it looks white
    typed: Colour = (255, 255, 255)
    crossed: Colour = (110, 0, 0)


GREEN_YELLOW = Palette("green-yellow", (40, 220, 60), (255, 200, 0), (130, 130, 130), (26, 26, 30))
ORANGE_BLUE = Palette("orange-blue", (255, 120, 0), (60, 140, 255), (130, 130, 130), (26, 26, 30))
ORANGE_BLUE_GREY = Palette("orange-blue-grey", (255, 120, 0), (60, 140, 255), (150, 150, 150), (34, 34, 34))

PALETTES = {palette.name: palette for palette in (GREEN_YELLOW, ORANGE_BLUE)}


def palette_for(colours: str, chosen: Palette) -> Palette:
    """The table's palette, unless the game has its own."""
    return ORANGE_BLUE_GREY if colours == "orange-blue-grey" else chosen
