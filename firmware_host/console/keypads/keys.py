"""What a player is asked for, and how keys answer it. Pure: task, desk and key give a new desk, and perhaps a command.

A task comes from the player's view; the desk is what they are in the middle of. Keys mean the same everywhere: letters
type, ENTER takes, DELETE takes back, arrows and digits choose, ESC opens and leaves menus.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from firmware_host.console.page import Page
from firmware_host.rules.table import Action
from hardware.keymaps import LETTERS_ON
from hardware.ports import DELETE, DOWN, ENTER, ESCAPE, LEFT, NEXT, PAGE_DOWN, PAGE_UP, RIGHT, SPACE, UP, KeyPress

MARK_CYCLE = "-YG"
LOOK = (SPACE, "0")  # held, it shows what there is to look at once more; a numeric pad has no space bar


@dataclass(frozen=True, slots=True)
class Wish:
    """Something for the console itself rather than for the rules: `start`, `join`, `mute`, …"""

    name: str
    value: str = ""


Command = Action | Wish


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a list: what it says, what it does, and what LEFT and RIGHT do to it."""

    label: str
    does: "Command | Task | None" = None
    less: Command | None = None
    more: Command | None = None


@dataclass(frozen=True, slots=True)
class WordTask:
    """Type a word (or a short text) and take it. `ideas` can be paged through; they are typed for the player."""

    name: str  # under which the half-typed word is kept
    ask: str
    longest: int
    does: Callable[[str], Command]
    shortest: int = 0  # 0: as long as the longest
    ideas: tuple[str, ...] = field(default=(), repr=False)
    spaces: bool = False
    beside: Page | None = None  # what is looked at meanwhile
    guarded: bool = False  # what is typed is nobody else's business, though it is no secret
    needs: str = ""  # the action that must be possible for this to stay open


@dataclass(frozen=True, slots=True)
class ListTask:
    """Choose one of a list."""

    name: str
    ask: str
    items: tuple[Item, ...]
    needs: str = ""
    leaving: Command | None = None  # what it means to leave it unanswered
    openly: str = ""  # what it asks where others may read it too, if that is less


@dataclass(frozen=True, slots=True)
class MarksTask:
    """Give each letter of a word its mark by hand."""

    name: str
    ask: str
    word: str = field(repr=False)
    does: Callable[[str], Command] = field(kw_only=True)
    needs: str = ""


@dataclass(frozen=True, slots=True)
class WaitTask:
    """Nothing to do but to look; ENTER may still mean something."""

    name: str = "wait"
    ask: str = ""  # what is waited for, where others may read that too
    enter: Command | None = None
    needs: str = ""
    leaving: Command | None = None  # what ESC means where there is no menu


Task = WordTask | ListTask | MarksTask | WaitTask


@dataclass(frozen=True, slots=True)
class Desk:
    """What one seat is in the middle of. It outlives messages, pauses and a keypad that is plugged in again."""

    typed: Mapping[str, str] = field(default_factory=dict, repr=False)  # by task: the half-typed word
    cursor: Mapping[str, int] = field(default_factory=dict)  # by task: the chosen entry, or the place in a word
    page: int = 0  # which of the boards in sight is looked at
    open: tuple[Task, ...] = ()  # menus and what was opened from them, the innermost last
    message: str = ""  # until the next key

    def typed_for(self, task: Task) -> str:
        return self.typed.get(task.name, "")

    def chosen_in(self, task: ListTask) -> int:
        return min(self.cursor.get(task.name, 0), max(len(task.items) - 1, 0))

    def place_in(self, task: MarksTask) -> int:
        return min(self.cursor.get(task.name, 0), len(task.word) - 1)

    def marks_for(self, task: MarksTask) -> str:
        return self.typed.get(task.name, "-" * len(task.word))

    def typing(self, task: Task, text: str) -> "Desk":
        return replace(self, typed={**self.typed, task.name: text})

    def choosing(self, task: Task, place: int) -> "Desk":
        return replace(self, cursor={**self.cursor, task.name: place})

    def without(self, task: Task) -> "Desk":
        """The desk after a task is done: nothing half-typed is left of it."""
        return replace(
            self,
            typed={name: text for name, text in self.typed.items() if name != task.name},
            cursor={name: place for name, place in self.cursor.items() if name != task.name},
            open=self.open[:-1] if self.open and self.open[-1].name == task.name else self.open,
        )

    def opened(self, task: Task) -> "Desk":
        return replace(self, open=(*self.open, task))

    def innermost(self, task: Task, menu: ListTask | None) -> Task:
        """What is answered now. The menu is taken as it is by now: what is changed in it is seen at once."""
        if not self.open:
            return task
        return menu if menu is not None and self.open[-1].name == menu.name else self.open[-1]

    def still_open(self, possible: tuple[str, ...]) -> "Desk":
        """Menus close by themselves when what they were for cannot be done any more."""
        kept = tuple(task for task in self.open if not task.needs or task.needs in possible)
        return self if kept == self.open else replace(self, open=kept)


Answer = tuple[Desk, Command | None]


def press(task: Task, desk: Desk, key: KeyPress, menu: ListTask | None) -> Answer:
    """What a key does to the innermost task; ESC there closes it, and opens the menu when nothing is open."""
    task = desk.innermost(task, menu)
    desk = replace(desk, message="")
    if key.key == ESCAPE:
        if desk.open:
            return replace(desk, open=desk.open[:-1]), task.leaving if isinstance(task, ListTask) else None
        if menu is None and isinstance(task, ListTask | WaitTask):
            return desk, task.leaving
        return (desk.opened(menu) if menu else desk), None
    match task:
        case WordTask():
            return _type(task, desk, key)
        case ListTask():
            return _choose(task, desk, key)
        case MarksTask():
            return _mark(task, desk, key)
        case WaitTask():
            if key.key == ENTER and task.enter is not None:
                return desk, task.enter
            return _turn_page(desk, key), None


def _turn_page(desk: Desk, key: KeyPress) -> Desk:
    step = {RIGHT: 1, DOWN: 1, PAGE_DOWN: 1, NEXT: 1, LEFT: -1, UP: -1, PAGE_UP: -1}.get(key.key, 0)
    return replace(desk, page=desk.page + step) if step else desk


def _type(task: WordTask, desk: Desk, key: KeyPress) -> Answer:
    typed = desk.typed_for(task)
    if len(key.key) == 1 and key.key.isalpha():
        if key.replaces:
            if typed[-1:] not in LETTERS_ON.get(key.digit, typed):
                return desk, None  # its first tap found no room, so there is nothing to replace
            typed = typed[:-1]
        return (desk.typing(task, typed + key.key) if len(typed) < task.longest else desk), None
    if key.key in LOOK and task.spaces and len(typed) < task.longest:
        return desk.typing(task, typed + " "), None
    if key.key == DELETE:
        return desk.typing(task, typed[:-1]), None
    if key.key == ENTER:
        if len(typed.strip()) >= (task.shortest or task.longest):
            return desk, task.does(typed.strip())
        say = "type a word first" if not typed else f"{(task.shortest or task.longest) - len(typed)} more to go"
        return replace(desk, message=say), None
    if key.key in (UP, DOWN, PAGE_UP, PAGE_DOWN) and task.ideas:
        step = 1 if key.key in (DOWN, PAGE_DOWN) else -1
        before = desk.cursor.get(task.name, -1 if step > 0 else 0)
        place = (before + step) % len(task.ideas)
        return desk.choosing(task, place).typing(task, task.ideas[place]), None
    if key.key == NEXT and typed:  # on a numeric pad: this letter is meant, and the next may be on the same digit
        return desk, None
    return _turn_page(desk, key), None


def _choose(task: ListTask, desk: Desk, key: KeyPress) -> Answer:
    chosen = desk.chosen_in(task)
    if key.digit.isdigit() and 1 <= int(key.digit) <= min(9, len(task.items)):
        return _take(task, desk, int(key.digit) - 1)
    if key.key in (UP, DOWN, NEXT, PAGE_UP, PAGE_DOWN) and task.items:
        step = {UP: -1, PAGE_UP: -4, PAGE_DOWN: 4}.get(key.key, 1)
        place = (chosen + step) % len(task.items) if abs(step) == 1 else max(0, min(chosen + step, len(task.items) - 1))
        return desk.choosing(task, place), None
    if task.items and key.key in (LEFT, RIGHT):
        command = task.items[chosen].less if key.key == LEFT else task.items[chosen].more
        return (desk, command) if command else (_turn_page(desk, key), None)
    if task.items and key.key == ENTER:
        return _take(task, desk, chosen)
    return desk, None


def _take(task: ListTask, desk: Desk, place: int) -> Answer:
    item = task.items[place]
    desk = desk.choosing(task, place)
    match item.does:
        case None:
            return desk, item.more
        case Action() | Wish() as command:
            return replace(desk, open=()), command
        case inner:
            return desk.opened(inner), None


def _mark(task: MarksTask, desk: Desk, key: KeyPress) -> Answer:
    """G, Y and - (or 1, 2, 3) set the mark under the cursor and move on; UP and DOWN change it."""
    marks, place = desk.marks_for(task), desk.place_in(task)
    if key.key in (LEFT, DELETE):
        return desk.choosing(task, max(place - 1, 0)), None
    if key.key in (RIGHT, NEXT):
        return desk.choosing(task, min(place + 1, len(task.word) - 1)), None
    if key.digit:  # on a numeric pad a digit is also a letter, which is not meant here
        chosen = {"1": "G", "2": "Y", "3": "-"}.get(key.digit)
    else:
        chosen = {"G": "G", "Y": "Y", "X": "-", SPACE: "-"}.get(key.key)
    if chosen:
        marked = marks[:place] + chosen + marks[place + 1 :]
        return desk.typing(task, marked).choosing(task, min(place + 1, len(task.word) - 1)), None
    if key.key in (UP, DOWN):
        step = 1 if key.key == UP else -1
        turned = MARK_CYCLE[(MARK_CYCLE.index(marks[place]) + step) % len(MARK_CYCLE)]
        return desk.typing(task, marks[:place] + turned + marks[place + 1 :]), None
    if key.key == ENTER:
        return desk, task.does(marks)
    return desk, None
