"""From sittings to displays: which page goes on which panel, what a grid shows, and what ticks along with the clock."""

from dataclasses import dataclass, replace

from firmware_host.console import party, three_words, wqrdles
from firmware_host.console.draw import draw, seconds_left
from firmware_host.console.grids import (
    BLINK,
    PULSE,
    PULSE_STEPS,
    SOLVED_LASTS,
    SWEEP,
    WALK,
    board_frame,
    dark_frame,
    idle_frame,
    letter_frame,
    solved_frame,
    spelt_frame,
)
from firmware_host.console.lobby import GAME_NAMES, Lobby
from firmware_host.console.page import BoardPicture, Page, Progress
from firmware_host.console.palettes import PALETTES
from firmware_host.console.sitting import Sitting, scores_lines
from firmware_host.console.tasks import Desk, ListTask, Task, WordTask
from firmware_host.rules.games import View
from firmware_host.rules.party import PartyView
from firmware_host.rules.table import OVER, RESULT
from firmware_host.rules.three_words import ThreeWordsView
from firmware_host.rules.wqrdles import WqrdlesView
from hardware.ports import Grid, Panel, PanelFrame

LETTER_LASTS = 0.7  # seconds that a typed letter fills a grid
BLINK_FROM = 10.0
ON_A_PAD = {
    "↕ ENTER  ↔ boards": "+ ENTER",  # in a list / and * are a page of it
    "↔ change": "ENTER change",
    "ESC": "-",
    "\x12": "+",
    "↕ ideas": "/ ideas",
    "↕ names": "/ names",
    "↕": "+",
    "↔": "/",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """What a panel was last given, so that a tick of the clock draws no more than the time."""

    page: Page
    palette: str
    moved: int = 0


@dataclass(frozen=True, slots=True)
class GridShown:
    """What a grid is about: a board, an invitation to join, or nothing."""

    picture: BoardPicture | None
    palette: str
    deadline: float | None
    inviting: bool


class Showing:
    """The displays of a table, and what each shows now. With `pulse`, «elsewhere» breathes on grids."""

    def __init__(self, *, pulse: bool = False) -> None:
        self._pulse = pulse
        self._panels: dict[int, tuple[Panel, Shown]] = {}
        self._grids: dict[int, tuple[Grid, GridShown]] = {}
        self._letters: dict[int, tuple[str, float]] = {}
        self._cheers: dict[int, float] = {}  # since when a grid celebrates
        self._spelling: dict[int, float] = {}  # since when a grid spells its rows

    def panel(self, panel: Panel, page: Page, palette: str, now: float, moved: int = 0) -> None:
        """A page on a panel; `moved` right by so many pixels, so that a picture nobody looks at does not burn in."""
        self._panels[id(panel)] = (panel, Shown(page, palette, moved))
        self._draw_panel(id(panel), now)

    def grid(self, grid: Grid, shown: GridShown, now: float) -> None:
        self._grids[id(grid)] = (grid, shown)
        self._draw_grid(id(grid), now)

    def cheer(self, grid: Grid, now: float) -> None:
        """Somebody has found the word: their grid celebrates."""
        self._letters.pop(id(grid), None)
        self._cheers[id(grid)] = now

    def letter(self, grid: Grid, letter: str, now: float) -> None:
        """A key was pressed: its letter fills the grid for a moment. Any other key ends that moment: no letter."""
        self._letters[id(grid)] = (letter, now + LETTER_LASTS)
        self._draw_grid(id(grid), now)

    def spell(self, grid: Grid, now: float | None) -> None:
        """A key is held: the rows of the board letter by letter, the newest first. None: it is let go."""
        self._spelling.pop(id(grid), None)
        if now is not None:
            self._spelling[id(grid)] = now

    def tick(self, now: float) -> None:
        """A moment later: whatever moves by itself is drawn again."""
        for key, (_, shown) in self._panels.items():
            if shown.page.deadline is not None:
                self._draw_panel(key, now)
        for key in self._grids:
            self._draw_grid(key, now)

    def next_change(self, now: float) -> float | None:
        """When something next moves by itself, if anything does."""
        moments = [until for letter, until in self._letters.values() if letter and until > now]
        moments += [since + _next_step(now - since, LETTER_LASTS) for since in self._spelling.values()]
        deadlines = [shown.page.deadline for _, shown in self._panels.values()]
        deadlines += [shown.deadline for _, shown in self._grids.values()]
        running = [deadline for deadline in deadlines if deadline is not None and deadline > now]
        moments += [due - seconds_left(due, now) + 1 for due in running]
        if running and min(running) - now <= BLINK_FROM:
            moments.append(_next_step(now, BLINK))
        if any(now - since < SOLVED_LASTS for since in self._cheers.values()):
            moments.append(now + SWEEP)
        if any(shown.inviting for _, shown in self._grids.values()):
            moments.append(_next_step(now, WALK))
        if self._pulse and any(shown.picture for _, shown in self._grids.values()):
            moments.append(_next_step(now, PULSE / PULSE_STEPS))
        return min(moments, default=None)

    def _draw_panel(self, key: int, now: float) -> None:
        panel, shown = self._panels[key]
        width, height = panel.size
        frame = draw(shown.page, (width - shown.moved, height), panel.colour, now, PALETTES[shown.palette])
        panel.show(_moved(frame, shown.moved) if shown.moved else frame)

    def _draw_grid(self, key: int, now: float) -> None:
        grid, shown = self._grids[key]
        palette = PALETTES[shown.palette]
        letter, until = self._letters.get(key, ("", 0.0))
        cheering = solved_frame(grid.size, now - self._cheers[key], palette) if key in self._cheers else None
        if key in self._spelling and shown.picture is not None:
            step = int((now - self._spelling[key] + 1e-6) / LETTER_LASTS)
            grid.show(spelt_frame(shown.picture, palette, grid.size, step))
        elif cheering is not None:
            grid.show(cheering)
        elif letter and now < until:
            grid.show(letter_frame(letter, grid.size))
        elif shown.picture is not None:
            left = None if shown.deadline is None else shown.deadline - now
            grid.show(board_frame(shown.picture, palette, grid.size, now, time_left=left, pulse=self._pulse))
        else:
            grid.show(idle_frame(grid.size, now) if shown.inviting else dark_frame(grid.size))


def _next_step(now: float, step: float) -> float:
    return (now + 1e-6) // step * step + step


def _moved(frame: PanelFrame, columns: int) -> PanelFrame:
    """The same picture on a panel that is so many columns wider, all of them on its left."""
    width, height = frame.size
    stride, wider = (-(-each // 8) if frame.mode == "1" else each * 3 for each in (width, width + columns))
    bits = 8 * (wider - stride) - columns * (1 if frame.mode == "1" else 24)  # to the left, if there is room
    rows = (int.from_bytes(frame.pixels[at : at + stride], "big") for at in range(0, height * stride, stride))
    moved = ((row << bits if bits > 0 else row >> -bits).to_bytes(wider, "big") for row in rows)
    return replace(frame, size=(width + columns, height), pixels=b"".join(moved))


def page_for(sitting: Sitting, desk: Desk, news: str, private: bool) -> Page:
    """The page of a display: the sitting's own or private one, with open menus over it and what was just said.

    What is said to somebody about something private, a rare word for one, is said where only they read it.
    """
    base = sitting.private if private and sitting.private is not None else sitting.own
    said = desk.message if private or not sitting.asks_privately else ""
    if desk.open and private == (sitting.asks_privately and not sitting.waits):
        base = over(desk.innermost(sitting.task, sitting.menu), desk, private)
    message = said or news
    return replace(base, message=message) if message else base


def for_a_pad(page: Page) -> Page:
    """The same page for somebody with a numeric pad, whose keys have other names."""
    hint = page.hint
    for key, on_a_pad in ON_A_PAD.items():
        hint = hint.replace(key, on_a_pad)
    return replace(page, hint=hint)


def over(task: Task, desk: Desk, private: bool = False) -> Page:
    """A menu, or what was opened from one."""
    match task:
        case ListTask():
            labels = tuple(item.label for item in task.items)
            title = task.ask if private or not task.openly else task.openly
            return Page(title=title, items=labels, chosen=desk.chosen_in(task), hint="\x12 ENTER  ESC back")
        case WordTask():
            typed = desk.typed_for(task)
            page = task.beside or Page()
            return replace(
                page, title=page.title or task.ask, big=typed, slots=task.longest, hint="type, ENTER  ESC back"
            )
        case _:
            return Page(title=task.ask)


def public_page(view: View | None, lobby: Lobby) -> Page:
    """What the table screen says: scores and progress, and nothing that is not everybody's."""
    if view is None:
        return Page(title="wordtable", lines=(f"{GAME_NAMES[lobby.game]}", *lobby.players()))
    table = view.table
    title = f"Round {table.round}" + (f" of {table.rounds}" if table.rounds else "")
    if table.phase == OVER:
        title = f"{' & '.join(table.winners)} won!" if table.winners else "No winner"
    elif table.phase == RESULT and len(table.revealed) == 1:
        title = f"It was {next(iter(table.revealed.values()))}"
    if table.phase in (RESULT, OVER):
        return Page(title=title, lines=scores_lines(table), hint="ENTER lobby" if table.phase == OVER else "ENTER next")
    if isinstance(view, ThreeWordsView):
        return three_words.in_public(view)
    others = progress_of(view)
    deadline = min(table.deadlines.values(), default=None)
    return Page(title=title, others=others, lines=() if others else scores_lines(table), deadline=deadline)


def progress_of(view: PartyView | WqrdlesView) -> tuple[Progress, ...]:
    return party.in_public(view) if isinstance(view, PartyView) else wqrdles.progress(view)
