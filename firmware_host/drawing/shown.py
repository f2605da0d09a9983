"""A page as somebody reads it: every text in their language, every key by the name it has on their keypad.

This is what gets drawn. A display that draws by itself gets it as it is.
"""

from dataclasses import field
from functools import lru_cache

from firmware_host.frozen import frozen
from firmware_host.games.shared.marks import Letters
from firmware_host.games.shared.page import CROSSED, BoardPicture, Entry, Page, Progress, State, Tally
from firmware_host.texts.language import ENGLISH, Language, language
from firmware_host.texts.text import NOTHING, Keys, MarkColour, Text, say, verbatim

STATES = {
    State.PLAYING: NOTHING,
    State.ON_TURN: say("on turn"),
    State.SOLVED: say("solved!"),
    State.OUT_OF_ROWS: say("out of rows"),
    State.GAVE_UP: say("gave up"),
    State.HOSTS: say("hosts"),
}


@frozen
class ShownEntry:
    id: str
    label: str = field(repr=False)
    value: str = field(repr=False)
    whole: str = field(repr=False)  # both in one


@frozen
class ShownProgress:
    name: str
    rows: tuple[str, ...]  # each such as "2G1Y", or "x" where it was crossed out
    state: State
    told: str = field(repr=False)  # the state in words, or what is said in place of it
    looked_at: bool  # whether it is their board that is shown
    tallies: tuple[Tally | None, ...] = ()  # the rows as numbers


@frozen(eq=False)
class ShownPage:
    """The fields of a `Page`, in words. `shown_in` keeps them, so the same page is the same object.

    Its sentences have their facts in them, and so perhaps a secret: they stay out of its repr.
    """

    language: Language = field(default_factory=lambda: language(ENGLISH), repr=False)
    title: str = field(default="", repr=False)
    board: BoardPicture | None = None
    owner: str = ""  # of the board
    secret: str = field(default="", repr=False)
    openly: str = ""  # the title without the secret
    boards: tuple[tuple[str, BoardPicture], ...] = ()  # all of them, each with its owner
    alphabet: Letters | None = field(default=None, repr=False)
    notes: str = field(default="", repr=False)
    big: str = field(default="", repr=False)
    slots: int = 0
    lines: tuple[str, ...] = field(default=(), repr=False)
    code: str = field(default="", repr=False)
    table: tuple[tuple[str, ...], ...] = field(default=(), repr=False)
    own: int | None = None  # row of the table
    beneath: "ShownPage | None" = None
    items: tuple[ShownEntry, ...] = ()
    chosen: int = 0
    others: tuple[ShownProgress, ...] = ()
    cheers: bool = False
    turned: int = 0
    deadline: float | None = None
    message: str = field(default="", repr=False)
    hint: tuple[str, ...] = ()


@lru_cache(maxsize=256)
def shown_in(reader: Language, page: Page) -> ShownPage:
    """The page in this language. The result is cached, because most pages are drawn more than once."""
    board = page.board
    return ShownPage(
        language=reader,
        title=reader.read(page.title),
        board=board,
        owner=reader.read(board.owner) if board is not None else "",
        secret=page.secret,
        openly=reader.read(page.openly),
        boards=tuple((reader.read(each.owner), each) for each in page.boards),
        alphabet=page.alphabet,
        notes=page.notes,
        big=page.big,
        slots=page.slots,
        lines=tuple(filter(None, map(reader.read, page.lines))),
        code=page.code,
        table=page.table,
        own=page.own,
        beneath=shown_in(reader, page.beneath) if page.beneath is not None else None,
        items=tuple(_entry(reader, entry) for entry in page.items),
        chosen=page.chosen,
        others=tuple(progress_in(reader, each, board) for each in page.others),
        cheers=page.cheers,
        turned=page.turned,
        deadline=page.deadline,
        message=reader.read(page.message),
        hint=_hint(reader, page.hint, half_typed=0 < len(page.big) < page.slots),
    )


def _entry(reader: Language, entry: Entry) -> ShownEntry:
    label, value = reader.read(entry.label), reader.read(entry.value)
    whole = reader.read(say("{label}: {value}", label=label, value=value)) if value else label
    return ShownEntry(entry.id, label, value, whole)


def progress_in(reader: Language, each: Progress, board: BoardPicture | None = None) -> ShownProgress:
    """How somebody stands. `board` is the one on the same page."""
    looked_at = board is not None and board.owner == verbatim(each.name)
    told = reader.read(each.note or STATES[each.state])
    rows = tuple(_tally(reader, row) for row in each.rows)
    return ShownProgress(each.name, rows, each.state, told, looked_at, each.rows)


@lru_cache(maxsize=256)
def _tally(reader: Language, row: Tally | None) -> str:
    if row is None:
        return CROSSED
    return reader.read(
        say(
            "{green_count}{green}{yellow_count}{yellow}",
            green_count=row.in_place,
            green=MarkColour.IN_PLACE_COUNTED,
            yellow_count=row.elsewhere,
            yellow=MarkColour.ELSEWHERE_COUNTED,
        )
    )


@lru_cache(maxsize=256)
def _hint(reader: Language, hint: tuple[Text, ...], *, half_typed: bool) -> tuple[str, ...]:
    """Which key does what. In the middle of a word, a number pad says before all else how to end a letter."""
    to_go_on = reader.read(verbatim(Keys.NEXT_LETTER)) if hint and half_typed else ""
    return (to_go_on,) if to_go_on else reader.read_each(hint)
