"""What a player is asked for, and the desk: what they are in the middle of. `keypads.keys` says how keys answer it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field

from firmware_host.frozen import frozen, replace
from firmware_host.games.shared.page import Audience, Entry, Page
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.wishes import Wish
from firmware_host.texts.text import NOTHING, Text

Command = Action | Wish


@frozen
class Item:
    """An entry of a list: what it says, what it does, and what LEFT and RIGHT do to it."""

    label: Text
    does: "Command | Task | None" = None
    less: Command | None = None
    more: Command | None = None
    value: Text = field(default=NOTHING, kw_only=True)  # what it is set to
    id: str = field(default="", kw_only=True)  # by which it is known, whatever it says; its place if it has none
    card: Text = field(default=NOTHING, kw_only=True)  # that it is printed on, for displays that can draw one


@frozen
class WordTask:
    """Type a word (or a short text) and take it. `ideas` can be paged through; they are typed for the player."""

    name: str  # under which the half-typed word is kept
    ask: Text
    longest: int
    does: Callable[[str], Command]
    shortest: int = 0  # 0: as long as the longest
    ideas: tuple[str, ...] = field(default=(), repr=False)
    spaces: bool = False
    beside: Page | None = None  # what is looked at meanwhile
    guarded: bool = False  # what is typed is nobody else's business, though it is no secret
    needs: str = ""  # the action that must be possible for this to stay open
    audience: Audience = Audience.OWNER  # of the letters: where others read, they see only how many were typed


@frozen
class ListTask:
    """Choose one of a list."""

    name: str
    ask: Text
    items: tuple[Item, ...]
    needs: str = ""
    leaving: Command | None = None  # what it means to leave it unanswered
    openly: Text = NOTHING  # what it asks where others may read it too, if that is less
    yields: bool = False  # an offer: a letter closes it, and is typed where it was meant to go
    audience: Audience = Audience.OWNER  # of its entries, and of what it asks openly
    beside: Page | None = None  # what is looked at meanwhile
    boards: bool = False  # beside it, to be turned; a number pad has no other keys for that than PAGE_UP and PAGE_DOWN

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The list as a page shows it."""
        return tuple(Entry(self.id_at(place), item.label, item.value) for place, item in enumerate(self.items))

    def id_at(self, place: int) -> str:
        return self.items[place].id or str(place)


@frozen
class MarksTask:
    """Give each letter of a word its mark by hand."""

    name: str
    ask: Text
    word: str = field(repr=False)
    does: Callable[[str], Command] = field(kw_only=True)
    needs: str = ""


@frozen
class WaitTask:
    """Nothing to do but to look; ENTER may still mean something."""

    name: str = "wait"
    ask: Text = NOTHING  # what is waited for, where others may read that too
    enter: Command | None = None
    button: Text = NOTHING  # what ENTER does, on a display that can be touched
    needs: str = ""
    leaving: Command | None = None  # what ESC means where there is no menu


@frozen
class ReadTask:
    """Pages to look through, such as the result of the last round. ENTER after the last one closes it."""

    name: str
    ask: Text
    pages: tuple[Page, ...] = field(repr=False)
    needs: str = ""


@frozen
class NotesTask:
    """Letters to mark for oneself, on a page for each word that is looked for."""

    name: str
    ask: Text
    about: tuple[tuple[str, Text], ...]  # the words, by an id, and what their pages are called
    needs: str = ""


Task = WordTask | ListTask | MarksTask | WaitTask | ReadTask | NotesTask


@frozen
class Desk:
    """What one seat is in the middle of. It outlives messages, pauses and a keypad that is plugged in again."""

    typed: Mapping[str, str] = field(default_factory=dict, repr=False)  # by task: the half-typed word
    cursor: Mapping[str, int] = field(default_factory=dict)  # by task: the place in a word, the idea or the page
    chosen: Mapping[str, str] = field(default_factory=dict)  # by list: the id of the entry that its cursor is on
    page: int = 0  # which of the boards in sight is looked at
    about: object = None  # what those boards belong to, such as a round
    open: tuple[Task, ...] = ()  # menus and what was opened from them, the innermost last
    tapped: tuple[str, str] = field(default=("", ""), repr=False)  # on a number pad: the task and its newest letter
    overtyped: str = ""  # the task whose word the next letter replaces: it was refused, or is an idea
    asked: tuple[ListTask, ...] = ()  # by others: opened as soon as no letters are being typed
    message: Text = NOTHING  # until the next key
    openly: Text = NOTHING  # what others may read of the message, if that is less
    refuses: bool = False  # the message answers a key: it goes with the question that the key was for
    notes: Mapping[str, str] = field(default_factory=dict, repr=False)  # until the round ends: by word, marks for A–Z

    def typed_for(self, task: Task) -> str:
        return self.typed.get(task.name, "")

    def chosen_in(self, task: ListTask) -> int:
        """The place of the entry that the cursor is on; -1 if that entry has gone."""
        chosen = self.chosen.get(task.name)
        if chosen is None:
            return 0
        return next((place for place in range(len(task.items)) if task.id_at(place) == chosen), -1)

    def place_in(self, task: MarksTask) -> int:
        return min(self.cursor.get(task.name, 0), len(task.word) - 1)

    def page_in(self, task: ReadTask) -> int:
        return max(0, min(self.cursor.get(task.name, 0), len(task.pages) - 1))

    def marks_for(self, task: MarksTask) -> str:
        return self.typed.get(task.name, "-" * len(task.word))

    def typing(self, task: Task, text: str) -> "Desk":
        return replace(self, typed={**self.typed, task.name: text})

    def told(self, message: Text = NOTHING, openly: Text = NOTHING, *, refuses: bool = False) -> "Desk":
        return replace(self, message=message, openly=openly, refuses=refuses)

    def noting(self, word: str, marks: str) -> "Desk":
        return replace(self, notes={**self.notes, word: marks})

    def choosing(self, task: Task, place: int) -> "Desk":
        if isinstance(task, ListTask):
            return replace(self, chosen={**self.chosen, task.name: task.id_at(place)})
        return replace(self, cursor={**self.cursor, task.name: place})

    def without(self, task: Task) -> "Desk":
        """The desk after a task is done: nothing half-typed is left of it, and boards are looked at from the first."""
        return replace(
            self,
            page=0,
            typed={name: text for name, text in self.typed.items() if name != task.name},
            cursor={name: place for name, place in self.cursor.items() if name != task.name},
            chosen={name: entry for name, entry in self.chosen.items() if name != task.name},
            open=self.open[:-1] if self.open and self.open[-1].name == task.name else self.open,
        )

    def opened(self, task: Task) -> "Desk":
        """With this task open. The cursor of a list is where it was, or on the first entry if that one has gone."""
        gone = isinstance(task, ListTask) and self.chosen_in(task) < 0
        chosen = {name: entry for name, entry in self.chosen.items() if name != task.name} if gone else self.chosen
        return replace(self, open=(*self.open, task), chosen=chosen)

    def innermost(self, task: Task, menu: ListTask | None) -> Task:
        """What is answered now. What was opened is taken as it is by now: what has changed is seen at once."""
        if not self.open:
            return task
        opened = self.open[-1]
        return next((each for each in _within((task, menu)) if each.name == opened.name), opened)

    def looking_at(self, about: object) -> "Desk":
        """From the first page again, if there is something else to look at now."""
        return self if about == self.about else replace(self, page=0, about=about)

    def with_cursor(self, task: Task, menu: ListTask | None, *, again: bool = False) -> "Desk":
        """With the cursor of the list that is asked now on an entry. Lists that are asked no more forget theirs."""
        desk, asked = self._without_the_forgotten(task, menu), self.innermost(task, menu)
        if not isinstance(asked, ListTask) or not asked.items:
            return desk
        nowhere = asked.name not in desk.chosen or (again and desk.chosen_in(asked) < 0)
        return desk.choosing(asked, 0) if nowhere else desk

    def _without_the_forgotten(self, task: Task, menu: ListTask | None) -> "Desk":
        forgotten = set(self.chosen)
        for each in _within((task, menu, *self.open)):
            if not forgotten:
                return self
            forgotten.discard(each.name)
        if not forgotten:
            return self
        return replace(self, chosen={name: entry for name, entry in self.chosen.items() if name not in forgotten})

    def still_open(self, possible: tuple[str, ...]) -> "Desk":
        """Menus close by themselves when what they were for cannot be done any more, with all opened from them."""
        kept = tuple(_still_open(self.open, possible))
        asked = tuple(task for task in self.asked if not task.needs or task.needs in possible)
        return self if (kept, asked) == (self.open, self.asked) else replace(self, open=kept, asked=asked)


def _still_open(tasks: Iterable[Task], possible: tuple[str, ...]) -> Iterator[Task]:
    """Of tasks that were opened one after the other."""
    closed: set[str] = set()  # what was opened from the last one that has closed
    for task in tasks:
        if task.needs and task.needs not in possible:
            closed = {each.name for each in _within([task])}
        elif task.name not in closed:
            closed = set()
            yield task


def _within(tasks: Iterable[Task | None]) -> Iterator[Task]:
    """These tasks, and all that can be opened from them."""
    for task in tasks:
        if task is not None:
            yield task
        if isinstance(task, ListTask):
            yield from _within([item.does for item in task.items if isinstance(item.does, Task)])
