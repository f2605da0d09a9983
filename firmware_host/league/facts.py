"""What a table tells of a game: names, numbers and states, field by field. Never a word, not even one that is revealed.

Another table may still have to find the same word. So no field here can hold one. Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from firmware_host.games import registry as games
from firmware_host.games.shared.page import Progress, State
from firmware_host.games.shared.table import Event, Game, Wins
from firmware_host.games.shared.views import Absent, TableView, View

Facts = dict[str, Any]

LOBBY: Facts = {"game": None}
# What automations are told besides a solve, by the event of the rules.
EVENTS: Mapping[str, str] = {
    "round-begins": "round-begins",
    "round-ends": "round-ends",
    "game-ends": "winner",
    "paused": "paused",
    "resumed": "resumed",
}


def public_facts(view: View | None) -> Facts:
    """The table as everybody may see it; in the lobby there is nothing to see."""
    if view is None:
        return dict(LOBBY)
    table, boards = view.table, games.of(view).progress(view)
    return {
        "game": table.game,
        "phase": table.phase,
        "paused": table.paused,
        "round": table.round,
        "rounds": table.rounds,
        "players": list(table.players),
        "scores": dict(table.scores),
        "wins": table.wins.value,
        "winners": None if table.winners is None else list(table.winners),
        "leaders": leaders(table.scores, table.wins),
        "turn": next((each.name for each in boards if each.state is State.ON_TURN), None),
        "boards": [_board(each) for each in boards],
    }


def _board(progress: Progress) -> Facts:
    """How far somebody has come: numbers only. The note beside it is made of sentences, and is left out."""
    return {
        "name": progress.name,
        "state": progress.state.value,
        "rows": [None if row is None else [row.in_place, row.elsewhere] for row in progress.rows],
    }


def leaders(scores: Mapping[str, int], wins: Wins) -> list[str]:
    if not scores:
        return []
    best = (min if wins is Wins.FEWEST else max)(scores.values())
    return [side for side, points in scores.items() if points == best]


def happenings(view: View, events: Iterable[Event]) -> list[Facts]:
    """What automations may want to know of, of what was announced to everybody.

    A solve is whatever the game has a side cheer for. Whom it names must play here: any other fact could be a word.
    """
    table, declared = view.table, games.of(view)
    sides = {*table.players, *({} if isinstance(table.teams, Absent) else table.teams)}
    for_all = [event for event in events if event.to == "all"]
    told: list[Facts] = []
    for event in for_all:
        announcement = declared.announces[event.name](event, for_all)
        if announcement is not None and announcement.cheers in sides:
            told.append({"event": "solved", "player": announcement.cheers})
        elif event.name in EVENTS:
            told.append({"event": EVENTS[event.name], "winners": [w for w in table.winners or () if w in sides]})
    return [{**each, "game": table.game, "round": table.round} for each in told]


# ── results ──────────────────────────────────────────────────────────────────────────────────────


def round_result(game: Game, events: Sequence[Event], scores: Mapping[str, int]) -> Facts:
    """A round that is over. `events` are all of the round; `found` says at which try each of the guessers found it."""
    declared = games.named(game.rules.name)
    found: dict[str, list[int]] = {}
    for person, tries, _owner in declared.history.found(game, events):
        found.setdefault(person, []).append(tries)
    return {
        "game": declared.name,
        "round": game.round,
        "scores": dict(scores),
        "found": found,
        "missed": declared.history.most_tries + 1,
    }


def game_result(table: TableView) -> Facts:
    teams = {} if isinstance(table.teams, Absent) else {side: list(who) for side, who in table.teams.items()}
    return {
        "game": table.game,
        "round": 0,
        "rounds": table.round,
        "scores": dict(table.scores),
        "wins": table.wins.value,
        "winners": list(table.winners or ()),
        "players": list(table.players),
        "teams": teams,
    }
