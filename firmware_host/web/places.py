"""Who sits where, for the page that shows the whole table: people at their seats, computer players at empty ones. Pure.

A computer player has no devices. Of its rows the page is told what the table screen tells all: how many, not where.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from firmware_host.console.lobby import Lobby
from firmware_host.console.showing import progress_of
from firmware_host.rules.games import View
from firmware_host.rules.three_words import ThreeWordsView


class Company(Protocol):
    """What an evening says of its players."""

    @property
    def lobby(self) -> Lobby: ...
    @property
    def players(self) -> Mapping[int, str]: ...
    def view_of(self, name: str | None) -> View | None: ...


@dataclass(frozen=True, slots=True)
class Place:
    seat: int
    name: str
    computer: bool = False
    rows: tuple[str, ...] = ()  # of a computer player, each such as "2G1Y"
    state: str = ""


def places(company: Company, seats: Collection[int]) -> tuple[Place, ...]:
    return tuple(sorted(_sitting(company, seats), key=lambda place: place.seat))


def _sitting(company: Company, seats: Collection[int]) -> Iterator[Place]:
    view = company.view_of(None)
    people = company.lobby.joined if view is None else company.players
    names = company.lobby.players() if view is None else view.table.players
    told = () if view is None or isinstance(view, ThreeWordsView) else progress_of(view)
    for seat, name in people.items():
        yield Place(seat, name)
    free = sorted(set(seats) - set(company.lobby.joined))
    computers = [name for name in names if name not in set(people.values())]
    for seat, name in zip(free, computers, strict=False):
        rows, state = next(((each.rows, each.state) for each in told if each.name == name), ((), ""))
        yield Place(seat, name, computer=True, rows=rows, state=state)
