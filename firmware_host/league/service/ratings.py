"""Everybody's rating in a league: the same numbers as in a table's own evenings, from the games of all tables.

A rating depends on the order of games, so they are rated in the order in which they ended, whenever they arrive. One
that arrives late, from a table that was away, means that all are rated again.
"""

from collections.abc import Iterable, Mapping
from itertools import chain

from firmware_host.league.service.results import Result
from firmware_host.league.service.store import Store
from firmware_host.remembered.chronicle import rate
from firmware_host.remembered.played import Played
from firmware_host.remembered.rating import Rating

Position = tuple[float, str, str]


def rated_games(results: Iterable[Result]) -> dict[str, Rating]:
    """What everybody is worth after these games, whatever their order here. Computers are not rated."""
    ratings: dict[str, Rating] = {}
    for result in sorted(results, key=_position):
        ratings |= rate(_played(result), ratings)
    return ratings


def _position(result: Result) -> Position:
    return result.ended, result.table, result.key


def _played(result: Result) -> Played:
    sides: dict[str, list[str]] = {}
    for who, side in result.people.items():
        sides.setdefault(side, []).append(who)
    return Played(
        number=0,
        ended=result.ended,
        game=result.game,
        people=tuple(result.people),
        computers=tuple(result.computers),
        winners=result.winners,
        scores=result.scores,
        sides={side: tuple(who) for side, who in sides.items()},
        best=result.wins,
        rounds_played=result.rounds,
    )


class Ratings:
    """Looks into the store for new games. Two services that look at one store find the same ratings."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last: Position | None = None
        self._number = 0
        self.now: Mapping[str, Rating] = {}

    def look(self) -> bool:
        """Whether anything has changed. Raises a `StoreError`."""
        found = self._store.games_after(self._number)
        first = next(found, None)
        if first is None:
            return False
        late = self._last is not None and _position(first[1]) < self._last
        self._rate({} if late else dict(self.now), self._store.games_after(0) if late else chain((first,), found))
        return True

    def _rate(self, ratings: dict[str, Rating], games: Iterable[tuple[int, Result]]) -> None:
        for number, result in games:
            ratings |= rate(_played(result), ratings)
            self._number, self._last = max(number, self._number), _position(result)
        self.now = ratings
