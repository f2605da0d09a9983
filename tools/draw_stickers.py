"""Draws stickers for number pads in their real size on A4, from the console's own key map."""

from hardware.config.keymaps import BUILT_IN, CODES, LETTERS_ON
from hardware.ports import DELETE, ENTER, ESCAPE, NEXT, PAGE_DOWN, PAGE_UP
from tools.draw_svg import GREY, Point, Sheet

A4 = (210.0, 297.0)
STICKER, PITCH = 12.0, 14.0
SETS = ((16.0, 34.0), (112.0, 34.0), (16.0, 124.0), (112.0, 124.0), (16.0, 214.0), (112.0, 214.0))
# In the order of the keys on a pad. NumLock has no sticker, because it does nothing here.
ROWS = (
    (None, "KEY_KPSLASH", "KEY_KPASTERISK", "KEY_KPMINUS"),
    ("KEY_KP7", "KEY_KP8", "KEY_KP9", "KEY_KPPLUS"),
    ("KEY_KP4", "KEY_KP5", "KEY_KP6", None),
    ("KEY_KP1", "KEY_KP2", "KEY_KP3", "KEY_KPENTER"),
    ("KEY_KP0", None, "KEY_KPDOT", None),
)
SAYS = {
    ENTER: ("OK", ""),
    NEXT: ("→", "next"),
    ESCAPE: ("menu", "back"),
    DELETE: ("DEL", "letter"),
    PAGE_UP: ("▲", "page"),
    PAGE_DOWN: ("▼", "page"),
    "0": ("0", "look"),
}


def label(key: str) -> tuple[str, str]:
    """The large and the small line on the sticker of a key."""
    meaning = BUILT_IN["numeric"].keys[CODES[key]]
    if meaning in LETTERS_ON:
        return meaning, LETTERS_ON[meaning]
    return SAYS.get(meaning, (meaning, ""))


def draw_stickers() -> str:
    about = "Six sets of stickers for number pads, twelve millimetres square."
    sheet = Sheet(*A4, "Stickers for number pads", about, unit="mm")
    sheet.text((16, 14), "Stickers for number pads", 5, bold=True)
    sheet.text((16, 20), "Print at 100 % on sticker paper, or on plain paper under clear tape. Check the bar:", 3.1)
    sheet.path([(150, 19), (200, 19)], thick=0.6)
    sheet.text((175, 17), "50 mm", 3.1, anchor="middle")
    for number, corner in enumerate(SETS, 1):
        _set(sheet, number, corner)
    return sheet.svg()


def _set(sheet: Sheet, number: int, corner: Point) -> None:
    sheet.begin(f"set{number}")
    sheet.text((corner[0], corner[1] - 3), f"seat {number}", 3.1, colour=GREY)
    for row, keys in enumerate(ROWS):
        for column, key in enumerate(keys):
            if key is not None:
                _sticker(sheet, f"set{number}.{key}", key, (corner[0] + PITCH * column, corner[1] + PITCH * row))
    sheet.end()


def _sticker(sheet: Sheet, name: str, key: str, corner: Point) -> None:
    large, small = label(key)
    x, y = corner
    sheet.begin(name)
    sheet.box(corner, (STICKER, STICKER), thick=0.15, line=GREY, round_=1)
    size = 5.6 if len(large) == 1 else 4.6 if len(large) == 2 else 3.2
    sheet.text((x + STICKER / 2, y + (6.4 if small else 7.6)), large, size, anchor="middle", bold=True)
    if small:
        sheet.text((x + STICKER / 2, y + 10.4), small, 2.9, anchor="middle")
    sheet.end()
