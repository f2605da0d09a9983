"""What the rest of the program must know of a game, in one declaration. A game that leaves something out is refused.

`games.registry` finds the declarations; no other module knows a game by its name.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, fields
from enum import Enum
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from firmware_host.bots import Level
from firmware_host.frozen import frozen
from firmware_host.games.shared.cards import Card
from firmware_host.games.shared.fields import EVENING_FORMS, Form, Forms, Readers
from firmware_host.games.shared.marks import Letters
from firmware_host.games.shared.options import Options, read
from firmware_host.games.shared.page import BY_PALETTE, BoardRow, Page, Progress
from firmware_host.games.shared.sitting import Comfort, Sitting, reading
from firmware_host.games.shared.table import EVENING_EVENTS, Action, Event, Game, RuleError, Rules, Step, Words
from firmware_host.games.shared.tasks import Desk, Item
from firmware_host.games.shared.views import View
from firmware_host.games.shared.words import Dictionary
from firmware_host.texts.text import NOTHING, Text

S = TypeVar("S", bound=Game)
V = TypeVar("V", bound=View)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)


FEWEST_PAGES, MOST_PAGES = 4, 6  # of how to play


class DeclarationError(Exception):
    """A game that cannot be offered; its sentence is for whoever wrote it."""


@frozen
class Setup:
    """Everything a game needs to begin, and so all that a saved one needs besides its log."""

    game: str
    players: tuple[str, ...]
    teams: Mapping[str, tuple[str, ...]] | None
    options: Options
    seed: int
    began: float
    deck: tuple[Card, ...] | None = field(default=None, repr=False)  # of a saved game; a new one shuffles its own


@frozen
class Offer:
    """An option as the lobby offers it: its name, one line about it, and the values with their names."""

    name: Text
    explained: Text
    values: Mapping[Any, Text]


@frozen
class Announcement:
    """What the table hears of an event. `cheers` is the side whose displays celebrate, or the whole table."""

    say: Text
    tone: Literal["", "good", "plain", "bad", "call", "fanfare"] = ""
    cheers: str = ""


# An event, and everything that happened together with it.
Announce = Callable[[Event, Sequence[Event]], Announcement | None]


def silent(_event: Event, _together: Sequence[Event]) -> None:
    """Of an event that displays show by themselves, nothing is said."""


class ComputerPlayer(Protocol[V_contra]):
    """A player made of code. It is given its own view, and no more."""

    def notice(self, view: V_contra) -> None:
        """Something has happened."""

    def act(self, view: V_contra) -> Action | None:
        """What to do now; None when there is nothing, or when people should decide."""


@frozen
class ComputerSeat:
    """Who a computer player is, and what it may know besides its view."""

    name: str
    words: Dictionary
    level: Level = "fair"
    letters: int = 5
    seed: int = 0


class Goodbye(Exception):
    """Whoever plays in a terminal wants to stop, or the input has ended."""


class Terminal(Protocol):
    """Where somebody plays without any hardware: texts are written, and lines are typed."""

    def write(self, text: Text = NOTHING, indent: str = "") -> None: ...
    def heading(self, text: Text) -> None: ...
    def ask(self, question: Text) -> str:
        """What was typed. Raises `Goodbye`."""

    def tiles(self, word: str, marks: str) -> Text: ...
    def letters(self, known: Letters) -> Text: ...


@frozen
class TerminalSeat:
    """Who plays in a terminal, and against whom."""

    name: str
    words: Dictionary
    opponents: int
    level: Level
    seed: int


class Find(NamedTuple):
    """Somebody looked for a word: at which try they found it, 0 for not at all."""

    person: str
    tries: int
    owner: str  # the side that had hidden it


@frozen
class OpenBoard:
    """A board as everybody may see it: as long as its letters are hidden, its rows are empty."""

    side: str  # whose rows they are; empty where all play on it together
    owner: str  # the side that has hidden the word
    rows: tuple[BoardRow, ...]


def no_boards(_view: Any) -> tuple[OpenBoard, ...]:
    return ()


@frozen
class History(Generic[S, V]):
    """What is remembered of a game besides its score."""

    found: Callable[[S, Sequence[Event]], Iterable[Find]]  # at the end of a round, from its events
    most_tries: int
    at_try: Callable[[int], Text]
    missed: Text
    missed_counts: int | None = None  # as so many tries in an average; None where points are averaged instead
    boards: Callable[[V], tuple[OpenBoard, ...]] = no_boards  # in the view for everybody, at any time


@frozen
class SittingOut(Generic[V]):
    """Passing until something happens: what to do instead of being asked, and which action ends it."""

    until: str
    passes: Callable[[V], Action | None]


class Need(Enum):
    """What a table must have for a game to be playable at it."""

    PRIVATE_SCREEN = "somewhere for everybody to type and read what nobody else may see"
    OPEN_TEXT = "somewhere for everybody to read what lies open: a public screen, or a panel at every seat"
    PANELS = "a panel at every seat, for what its player alone reads all the time"


def five_letters(_options: Options) -> int:
    return 5


def no_deck(_game: Game) -> None:
    return None


def never(_view: Any) -> bool:
    return False


def round_and_phase(view: View) -> tuple[object, ...]:
    return view.table.round, view.table.phase


@frozen(slots=False, kw_only=True)
class Declaration(Generic[S, V]):
    """A game. What it does not declare to be public, nobody else sees."""

    title: Text
    rules: Rules[S]
    options: type[Options]
    choices: Mapping[str, Offer]  # of the options: what the lobby offers
    begin: Callable[[Setup, Words], Step[S]]
    view: Callable[[S, str | None], V]
    forms: Forms  # of its own actions
    announces: Mapping[str, Announce]  # for each of its events
    sit: Callable[[V, Desk, Comfort], Sitting]
    progress: Callable[[V], tuple[Progress, ...]]  # everybody in a line each, as all may see it
    how_to_play: tuple[Page, ...]  # four to six short pages, each with a title
    result: Callable[[V, int], tuple[Page, ...]]  # of a round, on a display with so many lines: scores, then boards
    history: History[S, V]
    computer: Callable[[ComputerSeat], ComputerPlayer[V]]
    public: Callable[[V], tuple[Page, ...]] | None = None  # while it is played; otherwise everybody's progress
    colours: str = BY_PALETTE  # of its boards, when the game is looked at again
    teams: bool = False
    needs: frozenset[Need] = frozenset({Need.PRIVATE_SCREEN})
    letters: Callable[[Any], int] = five_letters  # of the words in this game, by its options
    deck: Callable[[S], tuple[Card, ...] | None] = no_deck  # as it was before the first card was dealt
    is_done: Callable[[V], bool] = never  # though actions are left: nobody waits for them
    moment: Callable[[V], tuple[object, ...]] = round_and_phase  # an action is for the moment in which it was made
    sitting_out: SittingOut[V] | None = None
    in_terminal: Callable[[TerminalSeat, Terminal], None] | None = None  # plays a whole game there

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def most_players(self) -> int:
        return self.rules.most_players

    def has_room(self, players: int) -> bool:
        """Whether somebody could join, between two rounds, a game of so many."""
        return self.rules.newcomer is not None and players < self.most_players

    def form(self, action: str) -> Form:
        return self.forms.get(action) or EVENING_FORMS[action]

    @cached_property
    def teaching(self) -> Item:
        """An entry for menus: opens how to play."""
        return reading(self.how_to_play)

    def hides(self, action: str) -> bool:
        """Whether this action hides a word."""
        return self.form(action).readers is Readers.NOBODY

    def asks_for_a_secret(self, view: V) -> bool:
        """Whether the game waits for whoever has this view to hide a word."""
        return not self._secrets_awaited.isdisjoint(view.table.actions)

    @cached_property
    def _secrets_awaited(self) -> frozenset[str]:
        forms = {**EVENING_FORMS, **self.forms}
        return frozenset(name for name, form in forms.items() if form.awaited and form.readers is Readers.NOBODY)

    def awaits(self, view: V) -> bool:
        """Whether the game can only go on, sooner or later, through whoever has this view."""
        awaited = {name for name, form in self.forms.items() if form.awaited}
        return not awaited.isdisjoint(view.table.actions) and not self.is_done(view)


AnyGame = Declaration[Any, Any]


def check(game: AnyGame) -> None:
    """Raises a `DeclarationError` for what would otherwise be found out at the table."""
    missing = {*game.rules.events, *EVENING_EVENTS} - game.announces.keys()
    if missing:
        raise DeclarationError(f"{game.name}: nothing says how these events are announced: {_list(missing)}.")
    moves = {move for phase in game.rules.phases.values() for move in phase.moves}
    if formless := moves - game.forms.keys() - EVENING_FORMS.keys():
        raise DeclarationError(f"{game.name}: these actions have no form: {_list(formless)}.")
    known = {each.name for each in fields(Action)}
    if strange := {each.name for form in game.forms.values() for each in form.fields} - known:
        raise DeclarationError(f"{game.name}: an action has no such fields: {_list(strange)}.")
    if not FEWEST_PAGES <= len(game.how_to_play) <= MOST_PAGES or not all(page.title for page in game.how_to_play):
        raise DeclarationError(
            f"{game.name}: how to play takes {FEWEST_PAGES} to {MOST_PAGES} pages, each with a title."
        )
    for option, choice in game.choices.items():
        _check_choice(game, option, choice)


def _check_choice(game: AnyGame, option: str, choice: Offer) -> None:
    for value in choice.values:
        try:
            read(game.options, {option: value})
        except RuleError:
            raise DeclarationError(f"{game.name}: its option {option} cannot be {value}, which it offers.") from None


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
