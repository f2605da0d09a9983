"""How keys answer a task. Pure: task, desk and key give a new desk, and perhaps a command.

Keys mean the same everywhere: letters type, ENTER takes, DELETE takes back, arrows and digits choose, ESC opens and
leaves menus.
"""

from firmware_host.frozen import replace
from firmware_host.games.shared.evening import notes
from firmware_host.games.shared.tasks import (
    Command,
    Desk,
    ListTask,
    MarksTask,
    NotesTask,
    ReadTask,
    Task,
    WaitTask,
    WordTask,
)
from firmware_host.texts.text import Text, say, say_count
from hardware.config.keymaps import LETTERS_ON
from hardware.ports import DELETE, DOWN, ENTER, ESCAPE, LEFT, NEXT, PAGE_DOWN, PAGE_UP, RIGHT, SPACE, UP, KeyPress

MARK_CYCLE = "-YG"
PAGE_STEPS = {RIGHT: 1, DOWN: 1, PAGE_DOWN: 1, NEXT: 1, LEFT: -1, UP: -1, PAGE_UP: -1}
LOOK = (SPACE, "0")  # held to look at one's own word again; a number pad has no space bar

Answer = tuple[Desk, Command | None]


def press(task: Task, desk: Desk, key: KeyPress, menu: ListTask | None) -> Answer:
    """What a key does to the innermost task; ESC there closes it, and opens the menu when nothing is open."""
    innermost = desk.innermost(task, menu)
    if key.at is not None and key.at.task != innermost.name:
        return desk, None  # pointed at something that is not asked any more
    if desk.message or desk.openly:
        desk = desk.told()
    if isinstance(innermost, ListTask) and innermost.yields and is_letter(key) and _numbered(innermost, key) is None:
        return press(task, replace(desk, open=desk.open[:-1]), key, menu)
    task = innermost
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
        case ReadTask():
            return _read(task, desk, key), None
        case NotesTask():
            return _note(task, desk, key), None
        case WaitTask():
            if key.key == ENTER and task.enter is not None:
                return desk, task.enter
            return _turn_page(desk, key), None


def yields(task: Task) -> bool:
    return isinstance(task, ListTask) and task.yields


def answers_list(task: Task, key: KeyPress) -> bool:
    """Whether the key would take an entry of a list, or leave a question with an answer."""
    if not isinstance(task, ListTask):
        return False
    return key.key == ENTER or key.digit.isdigit() or (key.key == ESCAPE and task.leaving is not None)


def is_letter(key: KeyPress) -> bool:
    """On a number pad, a digit with letters on it."""
    return len(key.key) == 1 and key.key.isalpha()


def _turn_page(desk: Desk, key: KeyPress) -> Desk:
    step = PAGE_STEPS.get(key.key, 0)
    return replace(desk, page=desk.page + step) if step else desk


def _read(task: ReadTask, desk: Desk, key: KeyPress) -> Desk:
    page = desk.page_in(task)
    if key.key == ENTER and page == len(task.pages) - 1:
        read = desk.without(task)
        return replace(read, open=tuple(each for each in read.open if not yields(each)))
    page += 1 if key.key == ENTER else PAGE_STEPS.get(key.key, 0)
    return desk.choosing(task, max(0, min(page, len(task.pages) - 1)))


def _note(task: NotesTask, desk: Desk, key: KeyPress) -> Desk:
    """A letter changes its mark. On a number pad the next letter of a key replaces the one before, which is undone."""
    word, _ = notes.about(task, desk)
    if is_letter(key):
        letter, before = _tapped(task, desk, key)
        if before:
            desk = notes.marked(desk, word, before, -1)
        return replace(notes.marked(desk, word, letter), tapped=(task.name, letter))
    if key.key == ENTER:
        return desk.without(task)
    step = 0 if key.key == NEXT else PAGE_STEPS.get(key.key, 0)
    return desk.choosing(task, desk.cursor.get(task.name, 0) + step)


def _tapped(task: Task, desk: Desk, key: KeyPress) -> tuple[str, str]:
    """The letter that a key types, and the one that it replaces, if any.

    Taps count from the first that has typed a letter: one that chose from a list or opened this task was none.
    """
    name, before = desk.tapped
    on_the_key = LETTERS_ON.get(key.digit, "")
    if not key.replaces:
        return key.key, ""
    if name != task.name or before not in on_the_key:
        return on_the_key[0], ""
    return on_the_key[(on_the_key.index(before) + 1) % len(on_the_key)], before


def _type(task: WordTask, desk: Desk, key: KeyPress) -> Answer:
    typed, overtypes = desk.typed_for(task), desk.overtyped == task.name
    if desk.overtyped and key.key != ENTER:
        desk = replace(desk, overtyped="")
    if is_letter(key):
        letter, before = _tapped(task, desk, key)
        if before and typed.endswith(before):
            typed = typed[:-1]
        elif overtypes:
            typed = ""
        if len(typed) == task.longest:
            return replace(desk, tapped=("", "")), None  # no room for it, and so nothing for the next tap to replace
        return replace(desk.typing(task, typed + letter), tapped=(task.name, letter)), None
    if key.key in LOOK and task.spaces and len(typed) < task.longest:
        return desk.typing(task, typed + " "), None
    if key.key == DELETE:
        return desk.typing(task, typed[:-1]), None
    pointed = _pointed_at(key, len(task.ideas))
    if pointed is not None:
        return desk.typing(task, task.ideas[pointed]), None
    if key.key == ENTER:
        if len(typed.strip()) >= (task.shortest or task.longest):
            return desk, task.does(typed.strip())
        return desk.told(_what_is_missing(task, typed), refuses=True), None
    if key.key in (UP, DOWN, PAGE_UP, PAGE_DOWN) and task.ideas:
        step = 1 if key.key in (DOWN, PAGE_DOWN) else -1
        last = desk.cursor.get(task.name, -1 if step > 0 else 0)
        place = (last + step) % len(task.ideas)
        return replace(desk.choosing(task, place).typing(task, task.ideas[place]), overtyped=task.name), None
    if key.key == NEXT and typed:  # on a number pad: confirms the letter, as the next may be on the same digit
        return desk, None
    return _turn_page(desk, key), None


def _what_is_missing(task: WordTask, typed: str) -> Text:
    if not typed:
        return say("type a word first")
    return say_count("{count} more to go", "{count} more to go", (task.shortest or task.longest) - len(typed))


def _choose(task: ListTask, desk: Desk, key: KeyPress) -> Answer:
    if key.at is not None:
        return _choose_there(task, desk, key)
    chosen = desk.chosen_in(task)
    numbered = _numbered(task, key)
    if numbered is not None:
        return _take(task, desk, numbered)
    if key.key in (PAGE_UP, PAGE_DOWN) and task.boards:
        return _turn_page(desk, key), None
    if key.key in (UP, DOWN, NEXT, PAGE_UP, PAGE_DOWN) and task.items:
        step = {UP: -1, PAGE_UP: -4, PAGE_DOWN: 4}.get(key.key, 1)
        if chosen < 0:
            return desk.choosing(task, 0), None
        place = (chosen + step) % len(task.items) if abs(step) == 1 else max(0, min(chosen + step, len(task.items) - 1))
        return replace(desk.choosing(task, place), page=0), None
    if task.items and chosen < 0 and key.key in (ENTER, LEFT, RIGHT):  # the entry has gone: this confirms no other
        return desk.choosing(task, 0), None
    if task.items and key.key in (LEFT, RIGHT):
        command = task.items[chosen].less if key.key == LEFT else task.items[chosen].more
        return (desk, command) if command else (_turn_page(desk, key), None)
    if task.items and key.key == ENTER:
        return _take(task, desk, chosen)
    return desk, None


def _numbered(task: ListTask, key: KeyPress) -> int | None:
    """The place of the entry with this number, which a number pad is shown before it."""
    number = int(key.digit) if key.digit.isdigit() else 0
    return number - 1 if 1 <= number <= min(9, len(task.items)) else None


def _choose_there(task: ListTask, desk: Desk, key: KeyPress) -> Answer:
    """The entry that a finger is on: ENTER takes it, LEFT and RIGHT change it, wherever the cursor is."""
    assert key.at is not None
    place = next((at for at in range(len(task.items)) if task.id_at(at) == key.at.entry), None)
    if place is None:
        return desk, None
    if key.key == ENTER:
        return _take(task, desk, place)
    command = {LEFT: task.items[place].less, RIGHT: task.items[place].more}.get(key.key)
    return desk.choosing(task, place), command


def _pointed_at(key: KeyPress, most: int) -> int | None:
    """The place that a finger is on, where places have numbers."""
    entry = key.at.entry if key.at is not None else ""
    return int(entry) if entry.isdecimal() and len(entry) < 3 and int(entry) < most else None


def _take(task: ListTask, desk: Desk, place: int) -> Answer:
    item = task.items[place]
    desk = desk.choosing(task, place)
    match item.does:
        case None:
            return desk, item.more
        case WordTask() | ListTask() | MarksTask() | WaitTask() | ReadTask() | NotesTask() as inner:
            return desk.opened(inner), None
        case command:
            return replace(desk, open=()), command


def _mark(task: MarksTask, desk: Desk, key: KeyPress) -> Answer:
    """G, Y and X (in other colours O, B and X; or 1, 2, 3) set a mark and move on; UP and DOWN change it."""
    marks, place = desk.marks_for(task), desk.place_in(task)
    pointed = _pointed_at(key, len(marks))
    if pointed is not None:
        desk, place = desk.choosing(task, pointed), pointed
    if key.key in (LEFT, DELETE):
        return desk.choosing(task, max(place - 1, 0)), None
    if key.key in (RIGHT, NEXT):
        return desk.choosing(task, min(place + 1, len(task.word) - 1)), None
    if key.digit:  # on a number pad the key is a letter too, which does not count here
        chosen = {"1": "G", "2": "Y", "3": "-"}.get(key.digit)
    else:
        chosen = {"G": "G", "O": "G", "Y": "Y", "B": "Y", "X": "-", SPACE: "-"}.get(key.key)
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
