"""Notes: letters that players mark for themselves, to keep track of the words they are looking for.

They are a player's own thinking. They stand on that player's own display, and nothing else ever knows of them.
"""

from collections.abc import Sequence
from string import ascii_uppercase

from firmware_host.games.shared.page import EMPTY, Page
from firmware_host.games.shared.sitting import TO_GO_BACK, Comfort
from firmware_host.games.shared.tasks import Desk, Item, NotesTask
from firmware_host.texts.text import Keys, Text, say

OPEN, YES, NO, MAYBE = "-", "G", EMPTY, "Y"
CYCLE = OPEN + YES + NO + MAYBE
NONE = OPEN * len(ascii_uppercase)


def to_notes(comfort: Comfort, about: Sequence[tuple[str, Text]]) -> tuple[Item, ...]:
    """The entry of a menu, where its player has a panel of their own. `about` are the words, each with an id."""
    if not comfort.notes or not about:
        return ()
    title = say("My notes")
    return (Item(title, NotesTask("notes", title, tuple(about)), id="notes"),)


def about(task: NotesTask, desk: Desk) -> tuple[str, Text]:
    """The word whose page is open."""
    return task.about[desk.cursor.get(task.name, 0) % len(task.about)]


def noted(desk: Desk, word: str) -> str:
    """A mark for each letter of the alphabet."""
    return desk.notes.get(word, NONE)


def marked(desk: Desk, word: str, letter: str, step: int = 1) -> Desk:
    """The letter's next mark: yes, no, maybe, and none again."""
    marks, place = noted(desk, word), ascii_uppercase.index(letter)
    mark = CYCLE[(CYCLE.index(marks[place]) + step) % len(CYCLE)]
    return desk.noting(word, marks[:place] + mark + marks[place + 1 :])


def page(task: NotesTask, desk: Desk) -> Page:
    word, title = about(task, desk)
    others = (say("{boards} others", boards=Keys.BOARDS),) if len(task.about) > 1 else ()
    explained = say("Type letters. Filled: yes. Dot: no. Framed: maybe.")
    return Page(title=title, notes=noted(desk, word), lines=(explained,), hint=(*others, TO_GO_BACK))
