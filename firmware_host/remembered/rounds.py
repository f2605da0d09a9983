"""A round as it is remembered: the words, everybody's rows with their time, who found what. A log is played again.

Only a round that has ended is remembered, and of it only what everybody could see at its end.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from typing import NamedTuple

from firmware_host.frozen import frozen
from firmware_host.games import registry as games
from firmware_host.games.shared.declaration import Find, OpenBoard
from firmware_host.games.shared.table import Event, Game
from firmware_host.session import retell

HIDDEN, BEGINS, ENDS = "secret-set", "round-begins", "round-ends"  # events of every game
TENTH = 1  # digits of seconds that are kept
USUAL_COLUMNS = 5


class Row(NamedTuple):
    """`seconds` is how long it took: since the row before it, or since the word was hidden."""

    word: str
    marks: str
    seconds: float

    def __repr__(self) -> str:
        return f"Row(seconds={self.seconds})"


class Board(NamedTuple):
    side: str  # empty where all play on it together
    owner: str
    rows: tuple[Row, ...]


def columns_of(board: Board) -> int:
    """Of a board without a row that anybody filled, the usual ones."""
    return max((len(row.marks) for row in board.rows), default=0) or USUAL_COLUMNS


@frozen
class Round:
    words: Mapping[str, str] = field(repr=False)  # that were hidden, by the side that hid them
    members: Mapping[str, tuple[str, ...]]  # of each team; empty where everybody plays alone
    boards: tuple[Board, ...]
    found: tuple[Find, ...]

    def people(self, side: str) -> tuple[str, ...]:
        return self.members.get(side, (side,))

    @property
    def hosts(self) -> dict[str, str]:
        """Who has hidden a word, alone or with their team, and which."""
        return {person: word for side, word in self.words.items() for person in self.people(side)}

    def solved(self, board: Board) -> bool:
        return bool(board.rows) and board.rows[-1].word == self.words.get(board.owner)


def remember(save: object) -> Iterator[Round]:
    """Every round of a saved game that has ended; a RuleError where the save is damaged."""
    watch = _Watch()
    for game, events in retell(save):
        yield from watch.see(game, events)


class _Watch:
    """Sees a game step by step, as everybody did, and notes when each row was there."""

    def __init__(self) -> None:
        self._now = 0.0  # seconds that were played, without pauses
        self._before: Game | None = None
        self._began = 0.0
        self._events: list[Event] = []
        self._moments: dict[tuple[str, str], list[float]] = {}

    def see(self, game: Game, events: Sequence[Event]) -> Iterator[Round]:
        self._pass_time(game, events)
        view, history = games.view(game, None), games.named(game.rules.name).history
        for event in events:
            if event.name == BEGINS:
                self._events, self._moments, self._began = [], {}, self._now
            elif event.name == HIDDEN:
                self._began = self._now
            self._events.append(event)
        boards = history.boards(view)
        self._note(boards)
        if any(event.name == ENDS for event in events):
            found = tuple(history.found(game, self._events))
            members = dict(game.members) if game.teams else {}
            yield Round(view.table.revealed, members, tuple(map(self._told, boards)), found)

    def _pass_time(self, game: Game, events: Sequence[Event]) -> None:
        """Neither a pause counts nor the time in which the table was off: then its clock may even have gone back."""
        before, self._before = self._before, game
        if before is not None and not before.paused and (events or not game.paused):
            self._now += max(0.0, game.now - before.now)

    def _note(self, boards: Sequence[OpenBoard]) -> None:
        for board in boards:
            moments = self._moments.setdefault((board.side, board.owner), [])
            del moments[len(board.rows) :]  # a row can be rubbed out
            moments += [self._now] * (len(board.rows) - len(moments))

    def _told(self, board: OpenBoard) -> Board:
        moments = [self._began, *self._moments[board.side, board.owner]]
        times = (round(max(0.0, after - before), TENTH) for before, after in pairwise(moments))
        rows = tuple(Row(row.letters, row.marks, time) for row, time in zip(board.rows, times, strict=True))
        return Board(board.side, board.owner, rows)


# ── as JSON ──────────────────────────────────────────────────────────────────────────────────────


def as_json(each: Round) -> dict[str, object]:
    teams = {side: list(who) for side, who in each.members.items()}
    return {
        "words": dict(each.words),
        **({"teams": teams} if teams else {}),
        "boards": [[board.side, board.owner, [list(row) for row in board.rows]] for board in each.boards],
        "found": [list(find) for find in each.found],
    }


def read_round(told: Mapping[str, object]) -> Round:
    """A round from its JSON; a ValueError, TypeError, KeyError or AttributeError if it makes no sense."""
    words, boards, found = told["words"], told["boards"], told["found"]
    if not isinstance(words, dict) or not isinstance(boards, list) or not isinstance(found, list):
        raise ValueError("A round of the journal makes no sense.")
    teams = told.get("teams")
    members = {side: tuple(who) for side, who in teams.items()} if isinstance(teams, dict) else {}
    return Round(
        words,
        members,
        tuple(Board(side, owner, tuple(Row(*row) for row in rows)) for side, owner, rows in boards),
        tuple(Find(*find) for find in found),
    )
