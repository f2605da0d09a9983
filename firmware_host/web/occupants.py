"""Who sits where and, in the lobby, what each seat is asked: for the page with the whole simulated table. Pure.

A computer player has no displays. Of its rows the page is told what the public screen tells everybody: how many
letters are right, not which.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field

from firmware_host.console.snapshot import Snapshot
from firmware_host.drawing.shown import progress_in
from firmware_host.frozen import frozen
from firmware_host.games import registry as games
from firmware_host.games.shared.page import CROSSED, Tally
from firmware_host.games.shared.tasks import ListTask, WaitTask
from firmware_host.texts.language import Language

TO_JOIN = "join"  # an empty seat, where any key joins


@frozen
class Occupant:
    seat: int
    name: str
    computer: bool = False
    rows: tuple[str, ...] = ()  # of a computer player, each such as "2G1Y", or "x" where it was crossed out
    state: str = ""


@frozen
class Asked:
    """What a seat is asked, by the name of its task, and in a list the entry under its cursor, by its id."""

    task: str
    entry: str = ""


@frozen
class InLobby:
    """What is chosen so far. Nothing in a lobby is secret; of a running game nothing is said here."""

    game: str
    usual_game: str
    computers: int
    captain: int | None  # a seat
    asked: Mapping[int, Asked] = field(default_factory=dict)  # by seat


def occupants(evening: Snapshot, seats: Collection[int], language: Language) -> tuple[Occupant, ...]:
    return tuple(sorted(_occupants(evening, seats, language), key=lambda occupant: occupant.seat))


def _occupants(evening: Snapshot, seats: Collection[int], language: Language) -> Iterator[Occupant]:
    view = evening.view_of(None)
    people = evening.lobby.joined if view is None else evening.players
    names = evening.lobby.players() if view is None else view.table.players
    progress = () if view is None else games.of(view).progress(view)
    told = tuple(progress_in(language, each) for each in progress)
    for seat, name in people.items():
        yield Occupant(seat, name)
    free = sorted(set(seats) - set(evening.lobby.joined))
    computers = [name for name in names if name not in set(people.values())]
    for seat, name in zip(free, computers, strict=False):
        rows = next((each.rows for each in progress if each.name == name), ())
        state = next((each.told for each in told if each.name == name), "")
        yield Occupant(seat, name, computer=True, rows=tuple(map(_tally, rows)), state=state)


def _tally(row: Tally | None) -> str:
    return CROSSED if row is None else f"{row.in_place}G{row.elsewhere}Y"


def in_lobby(evening: Snapshot, seats: Collection[int]) -> InLobby | None:
    """None while a game is played: the name of a task may then have a word in it that is not for everybody."""
    if evening.view_of(None) is not None:
        return None
    lobby = evening.lobby
    asked = {seat: _asked(evening, seat) for seat in sorted(seats)}
    return InLobby(lobby.game, next(iter(games.games())), lobby.computers, lobby.captain, asked)


def _asked(evening: Snapshot, seat: int) -> Asked:
    there = evening.seats[seat]
    if seat not in evening.lobby.joined and isinstance(there.task, WaitTask):
        return Asked(TO_JOIN)
    if isinstance(there.task, ListTask) and there.task.items:
        return Asked(there.task.name, there.task.id_at(max(0, there.desk.chosen_in(there.task))))
    return Asked(there.task.name)
