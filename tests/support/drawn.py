"""Pages as somebody sees them, in English unless a test says otherwise."""

from firmware_host.drawing import draw as drawing
from firmware_host.drawing.canvas import Size
from firmware_host.drawing.palettes import GREEN_YELLOW, Palette
from firmware_host.drawing.sheet import Sheet
from firmware_host.drawing.shown import shown_in
from firmware_host.games.shared.page import Page
from firmware_host.games.shared.tasks import Item, ListTask
from firmware_host.texts.language import ENGLISH, language
from firmware_host.texts.text import NOTHING
from hardware.ports import PanelFrame


def label(item: Item) -> str:
    """An entry of a list as it is read."""
    return shown_in(language(ENGLISH), Page(items=ListTask("list", NOTHING, (item,)).entries)).items[0].whole


def draw(page: Page, size: Size, colour: bool, now: float, palette: Palette = GREEN_YELLOW) -> PanelFrame:
    return drawing.draw(shown_in(language(ENGLISH), page), size, colour, now, palette)


def lay_out(page: Page, size: Size, reader: str = ENGLISH) -> Sheet:
    return drawing.lay_out(shown_in(language(reader), page), size)
