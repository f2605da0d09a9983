"""Small boards that explain rules, on displays with room for pictures."""

from firmware_host.games.shared.marks import mark
from firmware_host.games.shared.page import BY_PALETTE, EMPTY, TYPED, BoardPicture, BoardRow
from firmware_host.texts.text import MarkColour, say

Picture = tuple[BoardPicture, ...]
LETTERS = 5
HIDES = "SCORE"  # in all examples


def picture(*rows: BoardRow, colours: str = BY_PALETTE) -> Picture:
    return (BoardPicture(rows, colours=colours),)


def typed(word: str = "") -> BoardRow:
    return BoardRow(word.ljust(LETTERS), (TYPED * len(word)).ljust(LETTERS, EMPTY))


def marked(word: str, secret: str = HIDES) -> BoardRow:
    return BoardRow(word, mark(secret, word))


HIDDEN = picture(typed("?????"))
MARKED = picture(marked("STAIR"))
FOUND = picture(marked("STAIR"), marked(HIDES))
THE_MARKS = (
    say("{look}: right letter, right place.", look=MarkColour.IN_PLACE_LOOKS),
    say("{look}: in the word, elsewhere.", look=MarkColour.ELSEWHERE_LOOKS),
    say("{look}: not in it.", look=MarkColour.ABSENT_LOOKS),
)
