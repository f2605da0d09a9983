"""What each panel and grid shows, and when it changes by itself."""

from firmware_host.drawing.draw import draw, inverted, seconds_left
from firmware_host.drawing.grids import (
    BLINK,
    HURRY,
    PULSE,
    PULSE_STEPS,
    SOLVED_LASTS,
    SWEEP,
    WALK,
    alphabet_picture,
    board_frame,
    dark_frame,
    flashes,
    idle_frame,
    letter_frame,
    solved_frame,
    spelt_frame,
)
from firmware_host.drawing.palettes import PALETTES
from firmware_host.drawing.shown import ShownPage
from firmware_host.frozen import frozen, replace
from firmware_host.games.shared.evening import notes
from firmware_host.games.shared.marks import Letters
from firmware_host.games.shared.page import BoardPicture, Page
from firmware_host.games.shared.sitting import TO_CHOOSE, TO_GO_BACK, TO_TYPE, Sitting
from firmware_host.games.shared.tasks import Desk, ListTask, NotesTask, ReadTask, Task, WordTask
from firmware_host.texts.text import NOTHING, Keys, Text, say, say_count
from hardware.ports import Grid, GridFrame, Panel, PanelFrame

LETTER_LASTS = 0.7  # seconds that a typed letter fills a grid
BLINK_FROM = 10.0


@frozen
class Shown:
    """What a panel shows. It is kept, so that a tick of the clock redraws only the time."""

    page: ShownPage
    palette: str
    moved: int = 0


@frozen
class GridShown:
    """What a grid shows: a board, an invitation to join, or nothing."""

    picture: BoardPicture | None
    palette: str
    deadline: float | None
    inviting: bool


class Showing:
    """The displays of a table, and what each shows now. With `pulse`, “elsewhere” fades in and out on grids."""

    def __init__(self, *, pulse: bool = False) -> None:
        self._pulse = pulse
        self._panels: dict[int, tuple[Panel, Shown]] = {}
        self._grids: dict[int, tuple[Grid, GridShown]] = {}
        self._letters: dict[int, tuple[str, float]] = {}
        self._cheers: dict[int, float] = {}  # since when a display celebrates
        self._spelling: dict[int, float] = {}  # since when a grid spells its rows
        self._drawn: dict[int, tuple[Shown, int | None, bool]] = {}  # what each panel was last drawn from
        self._resting: dict[int, GridShown] = {}  # grids that show this, and do not move by themselves

    def panel(self, panel: Panel, page: ShownPage, palette: str, now: float, moved: int = 0) -> None:
        """Shows a page on a panel, `moved` to the right by so many pixels so that it does not burn in."""
        key, shown = id(panel), Shown(page, palette, moved)
        same = key in self._panels and self._panels[key][1] == shown
        if not same:
            self._panels[key] = (panel, shown)
        if not same or page.deadline is not None or key in self._cheers:
            self._draw_panel(key, now)

    def grid(self, grid: Grid, shown: GridShown, now: float) -> None:
        key = id(grid)
        if key not in self._grids or self._grids[key][1] != shown:
            self._grids[key] = (grid, shown)
        self._draw_grid(key, now)

    def cheer(self, display: Grid | Panel, now: float) -> None:
        """Somebody has found the word, or has won: this display celebrates."""
        self._letters.pop(id(display), None)
        self._resting.pop(id(display), None)
        self._cheers[id(display)] = now

    def letter(self, grid: Grid, letter: str, now: float) -> None:
        """A key was pressed: its letter fills the grid for a moment. Without a letter, that moment is over."""
        self._letters[id(grid)] = (letter, now + LETTER_LASTS)
        self._resting.pop(id(grid), None)
        self._draw_grid(id(grid), now)

    def spell(self, grid: Grid, now: float | None) -> None:
        """A key is held: the grid spells the rows of the board, the newest first. None: the key was released."""
        self._spelling.pop(id(grid), None)
        self._resting.pop(id(grid), None)
        if now is not None:
            self._spelling[id(grid)] = now

    def tick(self, now: float) -> None:
        """Draws everything again that moves by itself."""
        for key, (_, shown) in self._panels.items():
            if shown.page.deadline is not None or key in self._cheers:
                self._draw_panel(key, now)
        for key in self._grids:
            self._draw_grid(key, now)

    def next_change(self, now: float) -> float | None:
        """When something next moves by itself, if anything does."""
        moments = [until for letter, until in self._letters.values() if letter and until > now]
        moments += [since + _next_step(now - since, LETTER_LASTS) for since in self._spelling.values()]
        grids = [shown for _, shown in self._grids.values()]
        deadlines = {shown.page.deadline for _, shown in self._panels.values()} | {shown.deadline for shown in grids}
        running = [deadline for deadline in deadlines if deadline is not None and deadline > now]
        moments += [due - seconds_left(due, now) + 1 for due in running]
        if running and min(running) - now <= BLINK_FROM:
            moments.append(_next_step(now, BLINK))
        if self._cheers and now - max(self._cheers.values()) < SOLVED_LASTS:
            moments.append(now + SWEEP)
        if True in [shown.inviting for shown in grids]:
            moments.append(_next_step(now, WALK))
        if self._pulse and any(shown.picture for shown in grids):
            moments.append(_next_step(now, PULSE / PULSE_STEPS))
        return min(moments, default=None)

    def _draw_panel(self, key: int, now: float) -> None:
        panel, shown = self._panels[key]
        left = None if shown.page.deadline is None else seconds_left(shown.page.deadline, now)
        drawn = shown, left, key in self._cheers and flashes(now - self._cheers[key])
        if self._drawn.get(key) == drawn:
            return
        self._drawn[key] = drawn
        width, height = panel.size
        frame = draw(shown.page, (width - shown.moved, height), panel.colour, now, PALETTES[shown.palette])
        frame = _moved(frame, shown.moved) if shown.moved else frame
        panel.show(inverted(frame) if drawn[-1] else frame)

    def _draw_grid(self, key: int, now: float) -> None:
        grid, shown = self._grids[key]
        hurries = shown.deadline is not None and shown.deadline - now <= HURRY
        if not hurries and self._resting.get(key) is shown:
            return
        frame = self._passing_frame(key, grid.size, shown, now)
        rests = frame is None and not (hurries or shown.inviting or self._pulse)
        if rests:
            self._resting[key] = shown
        else:
            self._resting.pop(key, None)
        grid.show(frame or self._lasting_frame(grid.size, shown, now))

    def _passing_frame(self, key: int, size: tuple[int, int], shown: GridShown, now: float) -> GridFrame | None:
        """What a grid shows for a moment instead of what it shows otherwise."""
        palette = PALETTES[shown.palette]
        if key in self._spelling and shown.picture is not None:
            step = int((now - self._spelling[key] + 1e-6) / LETTER_LASTS)
            return spelt_frame(shown.picture, palette, size, step)
        if key in self._cheers and (cheering := solved_frame(size, now - self._cheers[key], palette)):
            return cheering
        letter, until = self._letters.get(key, ("", 0.0))
        return letter_frame(letter, size) if letter and now < until else None

    def _lasting_frame(self, size: tuple[int, int], shown: GridShown, now: float) -> GridFrame:
        if shown.picture is None:
            return idle_frame(size, now) if shown.inviting else dark_frame(size)
        left = None if shown.deadline is None else shown.deadline - now
        return board_frame(shown.picture, PALETTES[shown.palette], size, now, time_left=left, pulse=self._pulse)


def _next_step(now: float, step: float) -> float:
    return (now + 1e-6) // step * step + step


def _moved(frame: PanelFrame, columns: int) -> PanelFrame:
    """The same picture with so many empty columns added on the left."""
    width, height = frame.size
    stride, wider = (-(-each // 8) if frame.mode == "1" else each * 3 for each in (width, width + columns))
    bits = 8 * (wider - stride) - columns * (1 if frame.mode == "1" else 24)  # to the left, if there is room
    rows = (int.from_bytes(frame.pixels[at : at + stride], "big") for at in range(0, height * stride, stride))
    moved = ((row << bits if bits > 0 else row >> -bits).to_bytes(wider, "big") for row in rows)
    return replace(frame, size=(width + columns, height), pixels=b"".join(moved))


def grid_picture(sitting: Sitting, desk: Desk) -> BoardPicture | None:
    """The board for a seat's grid; where the seat has no panel to say more, every other page is the alphabet."""
    letters = letters_on_grid(sitting)
    if letters is not None and desk.page % 2 and not sitting.own.big:
        return alphabet_picture(letters)
    return sitting.grid or sitting.own.board


def letters_on_grid(sitting: Sitting) -> Letters | None:
    """What is known of each letter, of the board that the seat's grid shows."""
    return sitting.own.alphabet if sitting.grid is None else None


def message_to(sitting: Sitting, desk: Desk, private: bool) -> Text:
    """What a display says to its player. About something private, such as a rare word, only where they alone read."""
    return desk.message if private or not sitting.asks_privately else NOTHING


def page_for(sitting: Sitting, desk: Desk, news: Text, private: bool, standing: Text = NOTHING) -> Page:
    """The page for a display: the sitting's own or private page, or an open menu, with the current message.

    What is `standing` is more important than news; a menu keeps its hints instead.
    """
    base = sitting.private if private and sitting.private is not None else sitting.own
    said = message_to(sitting, desk, private)
    if desk.open and private == (sitting.asks_privately and not sitting.waits):
        base, standing = over(desk.innermost(sitting.task, sitting.menu), desk, private), NOTHING
    message = said or standing or news
    return replace(base, message=message) if message else base


def over(task: Task, desk: Desk, private: bool = False) -> Page:
    """A menu, or what was opened from one."""
    match task:
        case ListTask():
            title = task.ask if private or not task.openly else task.openly
            chosen, hint = desk.chosen_in(task), (TO_CHOOSE, TO_GO_BACK)
            return replace(task.beside or Page(), title=title, items=task.entries, chosen=chosen, hint=hint)
        case WordTask():
            typed = desk.typed_for(task)
            page = task.beside or Page()
            hint, left = (TO_TYPE, TO_GO_BACK), task.longest - len(typed)
            lines = (say_count("{count} letter left", "{count} letters left", left),) if task.spaces else page.lines
            return replace(page, title=page.title or task.ask, big=typed, slots=task.longest, lines=lines, hint=hint)
        case ReadTask():
            place = desk.page_in(task)
            page = task.pages[place]
            more = say("{page} of {pages} {boards}", page=place + 1, pages=len(task.pages), boards=Keys.BOARDS)
            keys = (more, TO_GO_BACK) if len(task.pages) > 1 else (TO_GO_BACK,)
            return replace(page, title=page.title or task.ask, hint=keys)
        case NotesTask():
            return notes.page(task, desk)
        case _:
            return Page(title=task.ask)
