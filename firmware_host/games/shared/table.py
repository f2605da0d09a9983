"""What all games share: actions, events, refusals, clocks, and the evening's own moves (pause, join, leave, end).

A game is a frozen `Game`; `apply` and `tick` give a new one with the events to announce, or raise a `RuleError`.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from enum import StrEnum
from random import Random
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from firmware_host.frozen import changed, frozen
from firmware_host.games.shared.words import COMMON, Verdict, why_not_played
from firmware_host.texts.language import english
from firmware_host.texts.text import NOTHING, Fact, Text

Code = Literal[
    "bad-request", "no-game", "unknown-game", "bad-option", "unknown-player", "over", "not-now", "not-yours", "stale",
    "spent", "wrong-length", "not-a-word", "not-on-card", "not-a-secret", "does-not-fit",
]  # fmt: skip
RESULT, OVER = "result", "over"
PAUSED = "paused"  # not a phase that a game comes to: what can be done in any phase while it is paused
MOST_PLAYERS = 99  # as many as a table can have seats
JOIN = "join"
LONGEST_NAME = 100
THE_TABLE = "table"  # the name of the clock that runs for everybody, and of the view for everybody


class Wins(StrEnum):
    """Which score is the best."""

    FEWEST = "fewest"
    MOST = "most"


class RuleError(Exception):
    """A refusal: a code of the protocol and a sentence for a person, which never repeats what was typed.

    The sentence is a text, or a template and its facts. Most refusals are only considered, to see what somebody may do,
    so the text is made when it is asked for. `openly` is what others may read of it, if that is less.
    """

    def __init__(self, code: Code, sentence: Text | str, /, openly: Text = NOTHING, **facts: Fact) -> None:
        super().__init__(code)
        self.code: Code = code
        self.openly = openly
        self._sentence = sentence
        self._facts = facts

    @property
    def say(self) -> Text:
        if isinstance(self._sentence, Text):
            return self._sentence
        return Text(self._sentence, tuple(self._facts.items()))

    def __str__(self) -> str:
        return english(self.say)


@frozen
class Action:
    """What one player does. What they typed stays out of its repr: it may be, or may soon be, a secret."""

    player: str
    name: str
    word: str = field(default="", repr=False)
    row: int | None = None
    target: str | None = None
    text: str = field(default="", repr=False)
    marks: str = field(default="", repr=False)
    card: int = 0
    side: str = ""
    position: int | None = None
    letter: str = field(default="", repr=False)
    letters: str = field(default="", repr=False)
    seconds: float | None = None
    upheld: bool | None = None  # a challenge already judged, when a saved game is played again


class Event(NamedTuple):
    """What a console should announce, and to whom; `facts` holds only what those addressed may know.

    A tuple, because every action makes a few of these and a frozen dataclass takes twice as long to make.
    """

    name: str
    to: Literal["all"] | tuple[str, ...]
    facts: Mapping[str, object]

    def __repr__(self) -> str:
        return f"Event(name={self.name!r}, to={self.to!r})"


class Words(Protocol):
    """What a game asks of a dictionary."""

    def judge(self, word: str) -> Verdict: ...
    def may_guess(self, word: str) -> bool: ...
    def may_hide(self, word: str, *, plurals: bool) -> bool: ...
    def common(self, letters: int, *, plurals: bool = False, grade: int = COMMON) -> tuple[str, ...]: ...


def announce(name: str, **facts: object) -> Event:
    return _new_event(Event, (name, "all", facts))


def tell(to: tuple[str, ...], name: str, /, **facts: object) -> Event:
    """To these players only."""
    return _new_event(Event, (name, to, facts))


_new_event = tuple.__new__  # takes half of the time of `Event(…)`, and every action announces something


@frozen(slots=False)
class Game:
    """What is true of every game at every moment. Mappings in it are never changed, only replaced."""

    rules: ClassVar["Rules[Any]"]  # each game's own, for its own type: `rules_of` gives that type back

    players: tuple[str, ...]  # persons still at the table, in table order
    members: Mapping[str, tuple[str, ...]]  # who plays, hosts and scores: each player alone, or the teams
    teams: bool
    words: Words = field(repr=False)
    seed: int
    now: float
    number: int = 1  # counts accepted actions: the protocol's `state`
    phase: str = ""
    paused: bool = False
    clocks: Mapping[str, float] = field(default_factory=dict)  # when each is due; while paused, what each has left
    round: int = 0
    rounds: int | None = None
    scores: Mapping[str, int] = field(default_factory=dict)
    round_scores: Mapping[str, int] | None = None
    winners: tuple[str, ...] | None = None
    to_come: tuple[str, ...] = ()  # who hosts the rounds to come; empty where everybody hides a word
    revealed: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self.members)

    def side_of(self, player: str) -> str:
        if not self.teams:
            return player
        return next(side for side, members in self.members.items() if player in members)

    def random(self, purpose: str) -> Random:
        """The game's own chance: the same for the same seed, moment and purpose, on every machine."""
        return Random(f"wordtable {self.seed} {self.number} {purpose}")


S = TypeVar("S", bound=Game)
Step = tuple[S, tuple[Event, ...]]


@frozen
class Move(Generic[S]):
    """An action in one phase: why a player may not do it now (or None), and what it does."""

    may: Callable[[S, str], RuleError | None]
    do: Callable[[S, Action], Step[S]]


@frozen
class Phase(Generic[S]):
    """What can be done in a phase; `waiting` is the sentence for somebody who tries anything else."""

    waiting: Text
    moves: Mapping[str, Move[S]]


@frozen
class Rules(Generic[S]):
    """One game: its phases (those of the evening are added by `phases`) and the answers `table` needs from it."""

    name: str
    phases: Mapping[str, Phase[S]]
    events: tuple[str, ...]  # that it announces, besides those of every evening
    begin_round: Callable[[S], Step[S]]  # the round whose number, host or starter is already set
    next_round: Callable[[S], S | None]  # after a result: the game at the next round, or None when it is over
    played_out: Callable[[S], bool]  # in a result: every scheduled round has been played
    wins: Callable[[S], Wins]
    time_out: Callable[[S, str], Step[S]]  # the named clock has run out, at `now`
    gone: Callable[[S, str], Step[S]]  # this side is no longer in `members`: what it leaves behind
    left: Callable[[S, str], Step[S]]  # a player of this side has left and the game goes on: what follows from it
    newcomer: Callable[[S, str], S] | None = None  # this side is new: its points and its turns; None: nobody can join
    most_players: int = MOST_PLAYERS


# What every game announces.
EVENING_EVENTS = ("round-ends", "game-ends", "paused", "resumed", "redone", "left", "joined")


def rules_of(game: S) -> Rules[S]:
    return game.rules


# ── playing ──────────────────────────────────────────────────────────────────────────────────────


def apply(game: S, action: Action) -> Step[S]:
    """The game after this action, and what to announce; or a RuleError, and nothing has happened."""
    player, name = action.player, action.name
    if player not in game.players and name != JOIN:
        raise RuleError("unknown-player", "No player has that name.")
    if action.target is not None and action.target not in game.members:
        raise RuleError(
            "unknown-player", "No player has that board: choose one of {names}.", names=", ".join(game.members)
        )
    if game.phase == OVER:
        raise RuleError("over", "The game is over: start a new one.")
    phase = game.rules.phases[PAUSED if game.paused else game.phase]
    if name not in phase.moves:
        raise RuleError("not-now", phase.waiting)
    move = phase.moves[name]
    refusal = move.may(game, player)
    if refusal is not None:
        raise refusal
    after, events = move.do(game, action)
    if after is game:
        return changed(game, number=game.number + 1), events
    # Made a moment ago and held by nobody else: the action is counted in it, and not in one more copy.
    after.__dict__["number"] = game.number + 1
    return after, events


def tick(game: S, now: float) -> Step[S]:
    """Time has come to `now`: every clock that ran out on the way is dealt with at its own moment."""
    events: list[Event] = []
    while game.clocks and not game.paused:
        due = min(game.clocks.values())
        if due > now:
            break
        place = {side: number for number, side in enumerate(game.members)}
        name = min((name for name in game.clocks if game.clocks[name] == due), key=lambda name: place.get(name, -1))
        rest = {other: when for other, when in game.clocks.items() if other != name}
        game, more = rules_of(game).time_out(changed(game, now=due, clocks=rest), name)
        events += more
    return changed(game, now=now, number=game.number + bool(events)), tuple(events)


def actions(game: Game, player: str | None) -> tuple[str, ...]:
    """What this player may do now: exactly what would not be refused as `not-now` or `not-yours`.

    None is somebody who does not play, and may perhaps join.
    """
    if game.phase == OVER:
        return ()
    moves = moves_now(game).moves
    if player is None:
        return (JOIN,) if JOIN in moves and moves[JOIN].may(game, "") is None else ()
    return tuple([name for name, move in moves.items() if move.may(game, player) is None])


def moves_now(game: S) -> Phase[S]:
    return rules_of(game).phases[PAUSED if game.paused else game.phase]


# ── rounds ───────────────────────────────────────────────────────────────────────────────────────


def first_round(game: S) -> Step[S]:
    return begin(changed(game, round=1, scores=dict.fromkeys(game.members, 0)))


def begin(game: S) -> Step[S]:
    fresh = changed(game, round_scores=None, revealed={}, clocks={})
    return rules_of(game).begin_round(fresh)


def end_round(game: S, round_scores: Mapping[str, int], *, counted: bool = False) -> Step[S]:
    """To `result`. `counted` says that the scores have moved already while the round was played."""
    scores = game.scores if counted else {side: game.scores[side] + round_scores[side] for side in game.members}
    after = changed(game, phase=RESULT, clocks={}, round_scores=round_scores, scores=scores)
    return after, (announce("round-ends", round=game.round, round_scores=round_scores),)


def end_game(game: S, winners: tuple[str, ...]) -> Step[S]:
    after = changed(game, phase=OVER, clocks={}, paused=False, winners=winners)
    return after, (announce("game-ends", winners=winners),)


def most_points(_game: Game) -> Wins:
    return Wins.MOST


def leaders(game: Game) -> tuple[str, ...]:
    """Whoever would win if this were the end."""
    points = game.scores.values()
    best = max(points) if rules_of(game).wins(game) is Wins.MOST else min(points)
    return tuple(side for side, score in game.scores.items() if score == best)


def may_host_next(game: Game) -> tuple[str, ...]:
    """Who can be chosen: whoever has not hosted in this lap."""
    in_this_lap = len(game.to_come) % len(game.members) or len(game.members)
    return game.to_come[:in_this_lap]


# ── clocks ───────────────────────────────────────────────────────────────────────────────────────


def stop_clocks(game: S) -> S:
    return changed(game, paused=True, clocks={name: due - game.now for name, due in game.clocks.items()})


def start_clocks(game: S) -> S:
    return changed(game, paused=False, clocks={name: game.now + left for name, left in game.clocks.items()})


# ── words, as every game takes them ──────────────────────────────────────────────────────────────


def spelled(text: str, letters: int) -> str:
    """The text in capitals, if it is that many letters A–Z."""
    if len(text) != letters:
        raise RuleError("wrong-length", "It must have {letters} letters.", letters=letters)
    if not (text.isascii() and text.isalpha()):
        raise RuleError("not-a-word", "Only the letters A to Z, please.")
    return text.upper()


def guessable(words: Words, text: str, letters: int) -> str:
    if len(text) == letters and words.may_guess(text):
        return text  # in capitals already, as keypads and computers send it
    word = spelled(text, letters)
    if not words.may_guess(word):
        raise RuleError("not-a-word", why_not_played(words.judge(word)))
    return word


def hideable(words: Words, text: str, letters: int, *, plurals: bool) -> str:
    word = guessable(words, text, letters)
    if not words.may_hide(word, plurals=plurals):
        if words.judge(word).why == "unlisted":
            raise RuleError("not-a-secret", "That word is not on the table's list: it may be guessed, but not hidden.")
        raise RuleError("not-a-secret", "That is a plural: it may be guessed here, but not hidden.")
    return word
