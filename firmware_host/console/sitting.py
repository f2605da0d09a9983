"""One player's place at the table right now: what their own display says, what only they may see, and what is asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware_host.console.page import CROSSED, EMPTY, TYPED, BoardPicture, BoardRow, Page
from firmware_host.console.palettes import PALETTES
from firmware_host.console.tasks import Command, Desk, Item, ListTask, Task, WaitTask, Wish, WordTask
from firmware_host.rules.table import OVER, Action
from firmware_host.rules.views import TableView

USUAL_BRIGHTNESS, BRIGHTEST = 3, 5


@dataclass(frozen=True, slots=True)
class Sitting:
    """`private` is for a display that nobody else sees: a hooded panel, or the private screen when it is theirs."""

    task: Task
    own: Page
    private: Page | None = None
    menu: ListTask | None = None
    asks_privately: bool = False  # what is typed now must be seen on `private` and nowhere else
    waits: bool = False  # for the private screen: meanwhile the menu stands where everybody may read it
    grid: BoardPicture | None = None  # for the seat's LED grid, where it is not the board of `own`

    @property
    def has_own_word(self) -> bool:
        """Whether its player may look at their own word once more: it is hidden, and nothing is being typed."""
        return not isinstance(self.task, WordTask) and self.private is not None and not self.asks_privately


@dataclass(frozen=True, slots=True)
class Comfort:
    """What somebody may set for themselves, and whether they are the captain."""

    captain: bool = False
    pairs: bool = False  # keypads, from the menu
    muted: bool = False
    palette: str = "green-yellow"
    brightness: int = USUAL_BRIGHTNESS
    letters: int = 5  # of the words in this game
    ideas: tuple[str, ...] = field(default=(), repr=False)  # fair words for whoever has to hide one


def remembered(kept: Mapping[str, str], palette: str) -> Comfort:
    """What somebody set at this seat on an earlier evening; otherwise as the table has it."""
    levels = {str(level): level for level in range(1, BRIGHTEST + 1)}
    return Comfort(
        palette=kept["palette"] if kept.get("palette") in PALETTES else palette,
        brightness=levels.get(kept.get("brightness", ""), USUAL_BRIGHTNESS),
    )


def changed_comfort(comfort: Comfort, wish: Wish) -> Comfort:
    if wish.name == "palette":
        names = list(PALETTES)
        return replace(comfort, palette=names[(names.index(comfort.palette) + 1) % len(names)])
    return replace(comfort, brightness=max(1, min(BRIGHTEST, comfort.brightness + int(wish.value))))


def menu(view: TableView, own: tuple[Item, ...], comfort: Comfort) -> ListTask:
    """What a game offers besides its next step, then the evening's own moves, then comfort."""
    you, may = view.you or "", view.actions
    items = list(own)
    if "pause" in may:
        items.append(Item("Pause", Action(you, "pause")))
    if "resume" in may:
        items.append(Item("Go on", Action(you, "resume")))
    if comfort.captain and "redo" in may:
        items.append(Item("Round again", really("redo", "Throw this round away?", Action(you, "redo"))))
    if comfort.captain and "end" in may:
        items.append(Item("End the game", really("end", "End the game now?", Action(you, "end"))))
    if "leave" in may:
        items.append(Item("Leave the table", really("leave", "Leave this game?", Action(you, "leave"))))
    return ListTask("menu", "Menu", (*items, *comforts(comfort)))


def comforts(comfort: Comfort) -> tuple[Item, ...]:
    palette = "Colours: green" if comfort.palette == "green-yellow" else "Colours: orange"
    dimmer, brighter = Wish("brightness", "-1"), Wish("brightness", "+1")
    items = [
        Item("Sound: off" if comfort.muted else "Sound: on", more=Wish("mute"), less=Wish("mute")),
        Item(palette, more=Wish("palette"), less=Wish("palette")),
        Item(f"Brightness: {comfort.brightness}", more=brighter, less=dimmer),
    ]
    if comfort.captain:
        off = really("shut-down", "Switch the table off?", Wish("shut-down"))
        items.append(Item("Switch off", off))
    return tuple(items)


def really(name: str, question: str, command: Command, needs: str = "") -> ListTask:
    """A confirmation; the harmless answer is the first."""
    return ListTask(f"really {name}", question, (Item("No, go back", Wish("nothing")), Item("Yes", command)), needs)


def row(word: str, marks: str, note: str = "") -> BoardRow:
    return BoardRow(word, marks, note)


def crossed_row(columns: int) -> BoardRow:
    return BoardRow(" " * columns, CROSSED * columns)


def typed_row(typed: str, columns: int) -> BoardRow:
    """The row being written: letters as far as they are typed, then empty places."""
    return BoardRow(typed.ljust(columns), (TYPED * len(typed)).ljust(columns, EMPTY))


def empty_rows(count: int, columns: int) -> tuple[BoardRow, ...]:
    return (BoardRow(" " * columns, EMPTY * columns),) * max(count, 0)


def own_deadline(view: TableView, side: str) -> float | None:
    """The clock that matters to whoever sits here: their own, or the table's."""
    return view.deadlines.get(side, view.deadlines.get("table"))


def scores_lines(view: TableView) -> tuple[str, ...]:
    """Everybody's points as a table, in the order of the seats, with what the round brought."""
    gained = (view.round_scores or {}) if view.phase != OVER else {}
    return tuple(
        f"{name}\t{total}" + (f"\t{gained[name]:+}" if name in gained else "") for name, total in view.scores.items()
    )


def after_the_round(view: TableView, comfort: Comfort, lines: tuple[str, ...]) -> Sitting:
    """The result of a round, or of the game."""
    over = view.phase == OVER
    winners = view.winners or ()
    word = next(iter(view.revealed.values()), "") if len(view.revealed) == 1 else ""
    title = f"Round {view.round}" + (f" of {view.rounds}" if view.rounds else "")
    if over:
        title = f"{' & '.join(winners)} won!" if winners else "No winner"
    elif word:
        title = f"It was {word}"
    page = Page(
        title=title,
        lines=lines,
        hint="ENTER lobby" if over else "ENTER next  ESC menu",
    )
    enter: Command = Wish("lobby") if over else Action(view.you or "", "next")
    return Sitting(WaitTask(enter=enter), page, None, menu(view, (), comfort))


def hide_a_word(view: TableView, desk: Desk, comfort: Comfort, own: Page) -> Sitting:
    """The secret: written where only its owner sees it."""
    you = view.you or ""
    task = WordTask(
        f"secret {view.round}",
        "Hide a word",
        comfort.letters,
        lambda word: Action(you, "secret", word=word),
        ideas=comfort.ideas,
    )
    private = Page(
        title=f"{you}: hide a word",
        big=desk.typed_for(task),
        slots=comfort.letters,
        lines=("Only you see this.",),
        hint="ENTER hide it  ↕ ideas" if comfort.ideas else "ENTER hide it  ESC menu",
    )
    return Sitting(task, own, private, menu(view, (), comfort), asks_privately=True)
