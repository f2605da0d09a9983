"""What one audience may see of a game: separate types, filled in field by field with what that audience may know."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Protocol

from firmware_host.frozen import frozen
from firmware_host.games.shared.marks import Letters
from firmware_host.games.shared.table import THE_TABLE, Game, Wins, actions, may_host_next, rules_of


class Absent:
    """Stands where this audience is not even given the field."""

    def __repr__(self) -> str:
        return "absent"


ABSENT = Absent()


@frozen
class TableView:
    """What every view of every game has; `you` is None in the view for the whole table."""

    game: str
    state: int
    phase: str
    paused: bool
    now: float
    round: int
    rounds: int | None
    players: tuple[str, ...]
    teams: Mapping[str, tuple[str, ...]] | Absent
    scores: Mapping[str, int]
    wins: Wins
    round_scores: Mapping[str, int] | None
    to_come: tuple[str, ...]  # who can be chosen to host the next round
    winners: tuple[str, ...] | None
    deadlines: Mapping[str, float]
    revealed: Mapping[str, str]
    you: str | None
    actions: tuple[str, ...]


class View(Protocol):
    """What one player may see of some game, or everybody."""

    @property
    def table(self) -> TableView: ...


@frozen
class CrossedRow:
    """A row that time ran out on: no word and no marks."""

    crossed: bool = True


def table_view(game: Game, you: str | None) -> TableView:
    clocks = {} if game.paused else game.clocks
    return TableView(
        game=game.rules.name,
        state=game.number,
        phase=game.phase,
        paused=game.paused,
        now=game.now,
        round=game.round,
        rounds=game.rounds,
        players=game.players,
        teams=game.members if game.teams else ABSENT,
        scores=game.scores,
        wins=rules_of(game).wins(game),
        round_scores=game.round_scores,
        to_come=may_host_next(game),
        winners=game.winners,
        deadlines={name: clocks[name] for name in (*game.members, THE_TABLE) if name in clocks},
        revealed=game.revealed,
        you=you,
        actions=actions(game, you),
    )


def as_json(value: object) -> object:
    """A view, or a part of one, as the protocol writes it; a view's `table` stands among its own fields."""
    if isinstance(value, Letters):
        return {"in": value.known_in, "out": value.known_out}
    if is_dataclass(value):
        shown = {each.name: getattr(value, each.name) for each in fields(value)}
        table = shown.pop("table", None)
        if table is not None:
            shown = {each.name: getattr(table, each.name) for each in fields(table)} | shown
        return {name: as_json(content) for name, content in shown.items() if content is not ABSENT}
    if isinstance(value, Mapping):
        return {key: as_json(content) for key, content in value.items()}
    if isinstance(value, tuple):
        return [as_json(content) for content in value]
    return value
