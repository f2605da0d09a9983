"""Whose name is whose: two spellings that are one person, and a person with another name. Pure."""

from collections.abc import Mapping

from firmware_host.frozen import replace
from firmware_host.games.shared.declaration import Find
from firmware_host.remembered.played import Played
from firmware_host.remembered.rounds import Board, Round

Names = Mapping[str, str]  # of a name that was typed, the person's name


def known_as(name: str, names: Names) -> str:
    """The name of the person, however often it was changed. Names that go round in a circle stay as they are."""
    seen = {name}
    while (other := names.get(name, name)) not in seen:
        seen.add(other)
        name = other
    return name


def with_persons(played: Played, names: Names) -> Played:
    """The game as if everybody had always had the name that they have now."""
    if not any(name in names for name in (*played.people, *played.scores)):
        return played

    def person(name: str) -> str:
        return name if name in played.computers else known_as(name, names)

    teams = {team for each in played.rounds for team in each.members}
    teams |= {team for team, who in played.sides.items() if who != (team,) and team not in played.computers}

    def side(name: str) -> str:
        return name if name in teams else person(name)

    def one_round(each: Round) -> Round:
        return Round(
            {side(owner): word for owner, word in each.words.items()},
            {team: tuple(map(person, who)) for team, who in each.members.items()},
            tuple(Board(side(board.side), side(board.owner), board.rows) for board in each.boards),
            tuple(Find(person(find.person), find.tries, side(find.owner)) for find in each.found),
        )

    return replace(
        played,
        people=tuple(map(person, played.people)),
        winners=tuple(map(side, played.winners)),
        scores={side(name): score for name, score in played.scores.items()},
        sides={side(name): tuple(map(person, who)) for name, who in played.sides.items()},
        rounds=tuple(map(one_round, played.rounds)),
    )
