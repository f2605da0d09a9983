"""What a display should say, before anybody draws it: a `Page` for a panel of any size, a `BoardPicture` for a grid.

Games build pages from views, out of texts and data. `drawing.shown` reads a page in somebody's language, `drawing.draw`
turns it into pixels, and neither knows any game.
"""

from dataclasses import field
from enum import Enum
from typing import NamedTuple

from firmware_host.frozen import frozen
from firmware_host.games.shared.marks import Letters
from firmware_host.texts.text import NOTHING, Text

TYPED, CROSSED, EMPTY = "w", "x", "."  # besides the marks G, Y and -
BY_PALETTE, ORANGE_BLUE_GREY = "marks", "orange-blue-grey"  # the colours of a board: as chosen, or always those

Cells = tuple[str, ...]  # a row of a table: names, words, numbers


class Audience(Enum):
    """Who may know all of what a page or a task says. Discretion is the default."""

    OWNER = "the player whose page it is"
    EVERYBODY = "everybody at the table"


class State(Enum):
    """How somebody stands in a round."""

    PLAYING = "playing"
    ON_TURN = "on turn"
    SOLVED = "solved"
    OUT_OF_ROWS = "out of rows"
    GAVE_UP = "gave up"
    HOSTS = "hosts"


@frozen
class BoardRow:
    """A row of tiles: letters, and for each a mark, or `w` typed, `x` crossed out, `.` empty."""

    letters: str = field(repr=False)
    marks: str = field(repr=False)
    note: str = ""  # beside it, the same in every language: what it is worth, an order clue


@frozen
class BoardPicture:
    rows: tuple[BoardRow, ...]
    columns: int = 5
    owner: Text = NOTHING  # whose board it is: a name, or a text such as “yours”
    writing: int | None = None  # the row being written: it has a cursor
    colours: str = BY_PALETTE
    alphabet: Letters | None = field(default=None, repr=False)  # where each board has one of its own


class Tally(NamedTuple):
    """What everybody may know of a row: how many letters are in place, and how many are elsewhere in the word."""

    in_place: int
    elsewhere: int


@frozen
class Progress:
    """Somebody else's round in one line: a name, and a sign for each row."""

    name: str
    rows: tuple[Tally | None, ...]  # None for a row that was crossed out
    state: State = State.PLAYING
    note: Text = NOTHING  # in place of what the state would say


@frozen
class Entry:
    """An entry of a list. Who draws it may rely on its id; its words are for people."""

    id: str
    label: Text
    value: Text = NOTHING  # what it is set to


@frozen
class Page:
    """Everything one panel shows. What is empty takes no room."""

    title: Text = NOTHING
    secret: str = field(default="", repr=False)  # a word in the title: a display with a cover puts it there
    openly: Text = NOTHING  # the title without that word
    board: BoardPicture | None = None
    boards: tuple[BoardPicture, ...] = ()  # all that may be looked at, where a display has room for more than one
    alphabet: Letters | None = field(default=None, repr=False)
    notes: str = field(default="", repr=False)  # a mark for each letter A–Z, made by whoever looks at it
    big: str = field(default="", repr=False)  # a word in large letters
    slots: int = 0  # where the big word is being typed: for how many letters there is room
    lines: tuple[Text, ...] = ()  # wrapped where they are too long
    code: str = field(default="", repr=False)  # what a phone reads that scans it: an address, squares to share
    table: tuple[Cells, ...] = field(default=(), repr=False)
    own: int | None = None  # the row of the table that is the reader's own: it is marked, and always shown
    items: tuple[Entry, ...] = ()  # a list to choose from
    chosen: int = 0
    others: tuple[Progress, ...] = ()
    beneath: "Page | None" = None  # a second title with its table, where a display has room for both
    cheers: bool = False  # somebody has won: a display that can move does
    turned: int = 0  # how often the reader has turned on, where the table or the others do not fit at once
    deadline: float | None = None  # of the clock that runs for whoever looks at it; drawn as time left
    message: Text = NOTHING  # an announcement or a refusal: in place of the hint until the next key
    hint: tuple[Text, ...] = ()  # which key does what, the most important first
    audience: Audience = Audience.OWNER
