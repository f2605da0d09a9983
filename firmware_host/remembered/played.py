"""A finished game as it is remembered: who played, how it ended, and its rounds. Its result in the journal says it all.

A result that was saved by an older version has no rounds: then the log of the game is played again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TypeGuard

from firmware_host.frozen import frozen
from firmware_host.games.shared.table import JOIN, RuleError, Wins
from firmware_host.games.shared.views import Absent, TableView
from firmware_host.remembered.rounds import Round, as_json, read_round, remember


@frozen
class Played:
    """A finished game. People are those who played, not the computers."""

    number: int  # of the game in the journal
    ended: float
    game: str
    people: tuple[str, ...]
    computers: tuple[str, ...]
    winners: tuple[str, ...]  # players, or teams
    scores: Mapping[str, int]  # of players, or of teams
    sides: Mapping[str, tuple[str, ...]]  # the people of each; one who left is in none
    best: str  # which score wins, most or fewest; empty if an older version has not kept it
    rounds_played: int
    rounds: tuple[Round, ...] = field(default=(), repr=False)

    @property
    def won(self) -> tuple[str, ...]:
        return tuple(person for side in self.winners for person in self.sides.get(side, ()))

    @property
    def points(self) -> Mapping[str, int]:
        """Of each person their own, or their team's; none for those who left."""
        mine = {person: self.scores.get(side, 0) for side, who in self.sides.items() for person in who}
        return {person: mine.get(person, 0) for person in self.people}

    @property
    def places(self) -> Mapping[str, int]:
        """Of every side, from 1; equal points share a place. Without a winner nobody has a place."""
        if not self.winners:
            return {}
        if not self.best:
            return {side: 1 if side in self.winners else 2 for side in self.scores}
        sign = 1 if self.best == Wins.FEWEST else -1
        points = sorted(sign * score for score in self.scores.values())
        return {side: points.index(sign * score) + 1 for side, score in self.scores.items()}

    @property
    def tries(self) -> dict[str, tuple[int, ...]]:
        """Of each person, for each word that they looked for: which try found it, 0 for none."""
        tries: dict[str, list[int]] = {person: [] for person in self.people}
        for each in self.rounds:
            for find in each.found:
                tries.get(find.person, []).append(find.tries)
        return {person: tuple(counts) for person, counts in tries.items()}


# ── at the end of a game ─────────────────────────────────────────────────────────────────────────


def result_of(table: TableView, save: Mapping[str, object], computers: Mapping[str, str]) -> dict[str, object]:
    """What is kept of a game that is over, beside its log, from the view for everybody."""
    teams = {} if isinstance(table.teams, Absent) else {"teams": {side: list(who) for side, who in table.teams.items()}}
    return {
        **teams,
        "game": table.game,
        "players": list(_everybody(save)),
        "computers": list(computers),
        "scores": dict(table.scores),
        "best": str(table.wins),
        "winners": list(table.winners or ()),
        "rounds": table.round,
        "told": [as_json(each) for each in rounds_of(save)],
    }


def _everybody(save: Mapping[str, object]) -> dict[str, None]:
    """Whoever played: from the beginning, or since they joined."""
    players, log = save.get("players"), save.get("log")
    joined = [
        str(entry.get("player"))
        for entry in (log if isinstance(log, list) else ())
        if isinstance(entry, dict) and entry.get("action") == JOIN
    ]
    return dict.fromkeys((*(players if _are_names(players) else ()), *joined))


def rounds_of(save: object) -> tuple[Round, ...]:
    """By playing the log again. A game of another version with other rules has none."""
    try:
        return tuple(remember(save))
    except RuleError:
        return ()


# ── in the journal ───────────────────────────────────────────────────────────────────────────────


def has_rounds(result: Mapping[str, object]) -> bool:
    """Whether it says everything by itself."""
    return isinstance(result.get("told"), list) and _are_names(result.get("players"))


def read_played(
    number: int, ended: float, result: Mapping[str, object], save: Mapping[str, object] | None = None
) -> Played | None:
    """From its result, and from its save where the result is old. None if it was given up, or makes no sense."""
    players, computers = result.get("players"), result.get("computers")
    scores, winners, played = result.get("scores"), result.get("winners"), result.get("rounds")
    if save is not None:
        players = list(_everybody(save)) if _are_names(save.get("players")) else None
    if not (_are_names(players) and _are_names(winners) and _are_scores(scores)):
        return None
    no_people = frozenset(computers) if _are_names(computers) else frozenset()
    return Played(
        number=number,
        ended=ended,
        game=str(result.get("game")),
        people=tuple(person for person in players if person not in no_people),
        computers=tuple(no_people & set(players)),
        winners=tuple(winners),
        scores=scores,
        sides={side: tuple(p for p in who if p not in no_people) for side, who in _sides(result, scores)},
        best=str(result.get("best") or ""),
        rounds_played=played if isinstance(played, int) else 0,
        rounds=rounds_of(save) if save is not None else tuple(_rounds(result.get("told"))),
    )


def _sides(result: Mapping[str, object], scores: Mapping[str, int]) -> Iterator[tuple[str, list[str]]]:
    teams = result.get("teams")
    if isinstance(teams, dict):
        yield from ((side, who) for side, who in teams.items() if _are_names(who))
    else:
        yield from ((player, [player]) for player in scores)


def _rounds(told: object) -> Iterator[Round]:
    """Those that make sense."""
    for each in told if isinstance(told, list) else ():
        try:
            yield read_round(each)
        except (ValueError, TypeError, KeyError, AttributeError):
            continue


def _are_names(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _are_scores(value: object) -> TypeGuard[dict[str, int]]:
    return isinstance(value, dict) and all(isinstance(score, int) for score in value.values())
