"""The end of a game in a few sentences: the best guess, the closest race, and how the evening stands. Pure."""

from collections.abc import Iterator

from firmware_host.remembered.chronicle import Evening
from firmware_host.remembered.played import Played
from firmware_host.remembered.rounds import Round
from firmware_host.texts.text import Text, listed, say, say_count

SHOWN = 8  # people


def highlights(played: Played) -> Iterator[Text]:
    """Of one game."""
    best = _best_guess(played)
    if best is not None:
        tries, person, word = best
        yield say_count(
            "Best guess: {name}, {word} in {count}", "Best guess: {name}, {word} in {count}",
            tries, name=person, word=word,
        )  # fmt: skip
    races = [race for each in played.rounds if (race := _race(each)) is not None]
    if races:
        seconds, first, second = min(races)
        yield say("Closest race: {first}, {seconds:.1f} s before {second}", first=first, seconds=seconds, second=second)


def _best_guess(played: Played) -> tuple[int, str, str] | None:
    """The fewest tries; computers may boast too."""
    found = [
        (find.tries, find.person, each.words[find.owner])
        for each in played.rounds
        for find in each.found
        if find.tries and find.owner in each.words
    ]
    return min(found, default=None)


def _race(each: Round) -> tuple[float, str, str] | None:
    """How long after the first the second found the same word, and who they were."""
    ends = sorted(
        (sum(row.seconds for row in board.rows), board.side)
        for board in each.boards
        if board.side and each.solved(board)
    )
    if len(ends) < 2:
        return None
    (first_at, first), (second_at, second), *_ = ends
    return second_at - first_at, first, second


def score_of(evening: Evening) -> Iterator[Text]:
    """Over all games of an evening: how many everybody has won."""
    won = [(name, wins) for name, wins in evening.wins.items() if wins]
    if won:
        names = listed(say("{name} {wins}", name=name, wins=wins) for name, wins in won[:SHOWN])
        yield say("Won: {names}", names=names)


def ratings_of(evening: Evening) -> Iterator[Text]:
    """They compare games of different kinds, and say how sure they are."""
    for name, rating in sorted(evening.ratings.items(), key=lambda each: -each[1].skill)[:SHOWN]:
        yield say("{name} {skill}, {how_sure}", name=name, skill=round(rating.skill), how_sure=rating.how_sure)
