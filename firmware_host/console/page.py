"""What a display should say, before anybody draws it: a `Page` for a panel of any size, a `BoardPicture` for a grid.

Pages are built by the games' own modules from views; `draw` turns them into pixels and knows no game.
"""

from dataclasses import dataclass, field

from firmware_host.rules.marks import Letters

TYPED, CROSSED, EMPTY = "w", "x", "."  # besides the marks G, Y and -


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row of tiles: letters, and for each a mark, or `w` typed, `x` crossed out, `.` empty."""

    letters: str = field(repr=False)
    marks: str = field(repr=False)
    note: str = ""  # beside it: what it is worth, an order clue


@dataclass(frozen=True, slots=True)
class BoardPicture:
    rows: tuple[BoardRow, ...]
    columns: int = 5
    owner: str = ""  # whose board it is, when it is not one's own
    writing: int | None = None  # the row being written: it has a cursor
    colours: str = "marks"  # "marks" by the table's palette; "three-words" always in orange, blue and grey


@dataclass(frozen=True, slots=True)
class Progress:
    """Somebody else's evening in one line: a name, and a sign for each row."""

    name: str
    rows: tuple[str, ...]  # each a short text such as "2G1Y", "x"
    state: str = ""  # "solved", "gave up", "on turn"


@dataclass(frozen=True, slots=True)
class Page:
    """Everything one panel shows. Whatever is empty takes no room."""

    title: str = ""
    board: BoardPicture | None = None
    alphabet: Letters | None = None
    big: str = field(default="", repr=False)  # a word in large letters
    slots: int = 0  # where the big word is being typed: for how many letters there is room
    lines: tuple[str, ...] = ()  # wrapped where they are too long; a tab parts the columns of a table
    items: tuple[str, ...] = ()  # a list to choose from
    chosen: int = 0
    others: tuple[Progress, ...] = ()
    deadline: float | None = None  # of the clock that runs for whoever looks at it; drawn as time left
    message: str = ""  # an announcement or a refusal: in place of the hint until the next key
    hint: str = ""  # what key does what
