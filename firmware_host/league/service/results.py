"""Reads what a table sends: a result, or what it shows. Whatever is not exactly that is refused. Pure."""

import json
from collections.abc import Mapping
from typing import Any

from firmware_host.frozen import frozen
from firmware_host.league.topics import LONGEST
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import say

MOST_NAMES = 64  # of one game: players, teams and computers
LONGEST_NAME = 40
LONGEST_KEY = 80
MOST_POINTS = 1_000_000
MOST_ROUNDS = 1000
LATEST = 1e12  # seconds


class Unreadable(TextError):
    """A message that no table of ours sends."""

    def __init__(self) -> None:
        super().__init__(say("A message cannot be read: it is not from a table of this version."))


@frozen
class Result:
    """A round that is over, or with round 0 a whole game. `key` is the same each time it is told."""

    table: str
    key: str
    round: int
    game: str
    ended: float  # by the table's own clock, which may be wrong
    scores: Mapping[str, int]
    computers: frozenset[str]
    found: Mapping[str, tuple[int, ...]]  # of a round: at which try each guesser found each word, 0 for not at all
    missed: int  # counts as so many tries
    given: bool  # of a round: the word was the league's
    winners: tuple[str, ...]
    players: tuple[str, ...]
    teams: Mapping[str, tuple[str, ...]]
    wins: str  # which points are the best: fewest or most
    rounds: int = 0

    @property
    def played(self) -> str:
        """The game that this is a part of."""
        return self.key.rpartition(".")[0]

    @property
    def people(self) -> Mapping[str, str]:
        """Everybody but computers, each with the side whose points are theirs."""
        sides = self.teams or {player: (player,) for player in self.players}
        return {who: side for side, members in sides.items() for who in members if who not in self.computers}


@frozen
class Question:
    """A table begins this round of this game, and would like its word; or, once more, the one that it had."""

    played: str
    round: int
    again: bool


def read_json(payload: bytes | str) -> Any:
    """Raises `Unreadable`; half a character, a nesting without end and a number without end are none of ours.

    Bytes are UTF-8 and nothing else: `json` would also guess, and a database cannot keep what it then reads.
    """
    try:
        if len(payload) <= LONGEST:
            return json.loads(payload if isinstance(payload, str) else payload.decode())
    except (ValueError, RecursionError):
        pass
    raise Unreadable


def read_result(table: str, payload: bytes | str) -> Result:
    match read_json(payload):
        case {"key": str(key), "round": int(number), "game": str(game), "scores": dict(scores)} as told:
            return Result(
                table=table,
                key=_key(key),
                round=_round(number),
                game=_name(game),
                ended=_moment(told.get("ended")),
                scores={_name(side): _points(points) for side, points in _few(scores).items()},
                computers=frozenset(_names(told.get("computers", []))),
                found=_found(told.get("found", {})),
                missed=_points(told.get("missed", 0)),
                given=told.get("given") is True,
                winners=_names(told.get("winners", [])),
                players=_names(told.get("players", [])),
                teams={_name(side): _names(who) for side, who in _few(told.get("teams", {})).items()},
                wins="fewest" if told.get("wins") == "fewest" else "most",
                rounds=_points(told.get("rounds", 0)),
            )
    raise Unreadable


def read_question(payload: bytes | str) -> Question:
    match read_json(payload):
        case {"played": str(played), "round": int(number)} as asked if number:
            return Question(_key(played), _round(number), asked.get("again") is True)
    raise Unreadable


def read_view(payload: bytes | str) -> Mapping[str, Any]:
    """What everybody may see of a table, made of the parts that a page shows and nothing else."""
    match read_json(payload):
        case {"game": None}:
            return {"game": "", "boards": [], "scores": {}}
        case {"game": str(game), "boards": list(boards), "scores": dict(scores)} as told if len(boards) <= MOST_NAMES:
            return {
                "game": _name(game),
                "round": _points(told.get("round", 0)),
                "rounds": _points(told.get("rounds") or 0),
                "paused": told.get("paused") is True,
                "over": told.get("winners") is not None,
                "winners": _names(told.get("winners") or []),
                "scores": {_name(side): _points(points) for side, points in _few(scores).items()},
                "boards": [_board(board) for board in boards],
            }
    raise Unreadable


def _board(board: object) -> Mapping[str, Any]:
    match board:
        case {"name": str(name), "state": str(state), "rows": list(rows)} if len(rows) <= MOST_NAMES:
            return {"name": _name(name), "state": _name(state), "rows": [_row(row) for row in rows]}
    raise Unreadable


def _row(row: object) -> tuple[int, int] | None:
    match row:
        case None:
            return None
        case [int(in_place), int(elsewhere)] if 0 <= in_place <= 20 and 0 <= elsewhere <= 20:
            return in_place, elsewhere
    raise Unreadable


def _found(value: object) -> Mapping[str, tuple[int, ...]]:
    found = {}
    for name, tries in _few(value).items():
        if not isinstance(tries, list) or len(tries) > MOST_NAMES:
            raise Unreadable
        found[_name(name)] = tuple(_points(each) for each in tries)
    return found


def _few(value: object) -> dict[str, object]:
    if not isinstance(value, dict) or len(value) > MOST_NAMES:
        raise Unreadable
    return value


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_NAMES:
        raise Unreadable
    return tuple(map(_name, value))


def _name(value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_NAME or not value.isprintable():
        raise Unreadable
    return value


def _key(value: str) -> str:
    if not 0 < len(value) <= LONGEST_KEY or not value.isascii() or not value.isprintable():
        raise Unreadable
    return value


def _round(value: int) -> int:
    if not 0 <= _points(value) <= MOST_ROUNDS:
        raise Unreadable
    return value


def _points(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not -MOST_POINTS <= value <= MOST_POINTS:
        raise Unreadable
    return value


def _moment(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= LATEST:
        raise Unreadable
    return float(value)
