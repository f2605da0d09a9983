"""How everybody stands, counted from results. Everything is a sum, so results may come in any order. Pure.

The formats: points as the games give them, everybody's added up; duplicate scoring, where each board is compared with
the same board at other tables; Swiss, where a table is compared with one other table at a time. Equals share a place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple

from firmware_host.frozen import frozen
from firmware_host.league.service.results import Result

Scores = Mapping[str, float]  # of one board: for each table, the fewest is the best


@frozen
class Total:
    """What somebody has done in all their games."""

    games: int = 0
    wins: int = 0
    points: int = 0
    beaten: int = 0  # two for everybody who did worse in the same game, one for everybody who did as well
    met: int = 0  # people in the same games
    words: int = 0
    found: int = 0
    tries: int = 0

    def __add__(self, other: "Total") -> "Total":
        return Total(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))

    @property
    def percentage(self) -> float | None:
        """Of people beaten, ties counting half."""
        return 50.0 * self.beaten / self.met if self.met else None


def counted(result: Result) -> Mapping[str, Total]:
    """What one result adds to each person's total. A game that nobody won was broken off, and adds nothing."""
    if result.round:
        return {who: _found(tries, result.missed) for who, tries in result.found.items() if who not in result.computers}
    if not result.winners:
        return {}
    people = {who: result.scores.get(side, 0) for who, side in result.people.items()}
    sides = result.people
    return {
        who: Total(
            games=1,
            wins=int(sides[who] in result.winners),
            points=points,
            beaten=sum(_against(points, other, result.wins) for name, other in people.items() if name != who),
            met=len(people) - 1,
        )
        for who, points in people.items()
    }


def _found(tries: Sequence[int], missed: int) -> Total:
    return Total(words=len(tries), found=sum(each > 0 for each in tries), tries=sum(each or missed for each in tries))


def _against(mine: float, other: float, wins: str) -> int:
    if mine == other:
        return 1
    return 2 * int((mine < other) == (wins == "fewest"))


def totals(results: Iterable[Result]) -> dict[str, Total]:
    """Of everybody, with each result counted once however often it was told."""
    once = {(result.table, result.key): result for result in results}
    added: dict[str, Total] = {}
    for result in once.values():
        for who, more in counted(result).items():
            added[who] = added.get(who, Total()) + more
    return added


# ── the same words at every table ────────────────────────────────────────────────────────────────


def board_score(found: Mapping[str, Sequence[int]], missed: int) -> float | None:
    """How a table did with a word: the average tries of its guessers. None if nobody guessed."""
    tries = [each or missed for person in found.values() for each in person]
    return sum(tries) / len(tries) if tries else None


def duplicate(boards: Iterable[Scores]) -> dict[str, float]:
    """The percentage of comparisons won: with every other table, on every board that both have played."""
    won: dict[str, int] = {}
    met: dict[str, int] = {}
    for scores in boards:
        for table, score in scores.items():
            others = [other for name, other in scores.items() if name != table]
            won[table] = won.get(table, 0) + sum(_against(score, other, "fewest") for other in others)
            met[table] = met.get(table, 0) + len(others)
    return {table: 50.0 * won[table] / met[table] if met[table] else 50.0 for table in won}


def compared(form: str, boards: Mapping[int, Scores]) -> list[tuple[int, str, float]]:
    """How the tables of an evening stand, by its format."""
    in_order = [scores for _, scores in sorted(boards.items())]
    if form == "points":
        return places(sums(in_order), most=False)
    return places(swiss(in_order) if form == "swiss" else duplicate(in_order))


def sums(boards: Sequence[Scores]) -> dict[str, float]:
    """Everybody's tries. A board that a table has not finished counts as much as the worst table needed for it."""
    tables = {table for scores in boards for table in scores}
    return {table: sum(scores.get(table, max(scores.values())) for scores in boards) for table in tables}


def swiss(boards: Iterable[Scores]) -> dict[str, float]:
    """A point for each board that was won against the table one was paired with, half a point for a tie."""
    points: dict[str, float] = {}
    met: set[frozenset[str]] = set()
    for scores in boards:
        for table in scores:
            points.setdefault(table, 0.0)
        for pair in pairs({table: points[table] for table in scores}, met):
            met.add(frozenset(pair))
            for table in pair:
                others = [scores[other] for other in pair if other != table]
                points[table] += _against(scores[table], others[0], "fewest") / 2 if others else 1.0
    return points


def pairs(points: Scores, met: set[frozenset[str]]) -> list[tuple[str, ...]]:
    """Tables with about the same points, who have not met if that can be had. One that is left over has no opponent."""
    waiting = sorted(points, key=lambda table: (-points[table], table))
    alone = []
    if len(waiting) % 2:
        rested = [table for table in waiting if frozenset({table}) not in met] or waiting
        alone = [(rested[-1],)]
        waiting.remove(rested[-1])
    paired: list[tuple[str, ...]] = []
    while waiting:
        first = waiting.pop(0)
        new = [other for other in waiting if frozenset({first, other}) not in met]
        second = (new or waiting)[0]
        waiting.remove(second)
        paired.append((first, second))
    return paired + alone


def places(points: Scores, *, most: bool = True) -> list[tuple[int, str, float]]:
    """Everybody with their place; equals share one, and the places after it are left out."""
    order = sorted(points.items(), key=lambda each: (-each[1] if most else each[1], each[0]))
    values = [value for _, value in order]
    return [(values.index(value) + 1, name, value) for name, value in order]
