"""The chronicle as it is kept in the journal, so that looking back reads sums and not every game again. Pure.

They are never the only place where something is known: whatever is wrong with them, they can be counted again.
"""

from collections import Counter
from typing import Any

from firmware_host.remembered.chronicle import (
    Chronicle,
    CloseGame,
    Course,
    Evening,
    FastRow,
    FoundWord,
    Meetings,
    Person,
    Record,
    Searches,
)
from firmware_host.remembered.rating import Rating

VERSION = 1  # of what is counted: sums of another version are counted again

Told = list[Any]  # JSON


def as_json(chronicle: Chronicle) -> Told:
    return [
        VERSION,
        chronicle.games,
        [_person(each) for each in chronicle.people.values()],
        chronicle.words,
        [[each.began, each.ended, each.numbers] for each in chronicle.evenings],
        [[each.margin, each.newest] for each in chronicle.closest],
    ]


def read_sums(told: object) -> Chronicle | None:
    """None if they are of another version, or make no sense."""
    try:
        return _read(told) if isinstance(told, list) and told[0] == VERSION else None
    except (ValueError, TypeError, IndexError, AttributeError):
        return None


def _read(told: Told) -> Chronicle:
    _, games, people, words, evenings, closest = told
    chronicle = Chronicle()
    chronicle.games = games
    chronicle.people = {each[0]: _read_person(each) for each in people}
    chronicle.words = words
    chronicle.evenings = [Evening(number, *each) for number, each in enumerate(evenings, 1)]
    chronicle.closest = [CloseGame(*each) for each in closest]
    return chronicle


def _person(each: Person) -> Told:
    return [
        each.name,
        [each.games, each.wins, each.streak, each.longest_streak, each.hosted, each.last],
        [each.rating.skill, each.rating.unsure],
        [each.course.games, each.course.every, each.course.values],
        {game: [of.games, of.wins, of.points, of.searches.tries] for game, of in each.records.items()},
        each.guessing.tries,
        [[of.tries, of.newest, of.word, of.owner] for of in each.best_words],
        each.fastest_row and [each.fastest_row.seconds, each.fastest_row.word, each.fastest_row.game],
        {other: [met.ahead, met.behind, met.level] for other, met in each.against.items()},
        each.secrets,
        each.hidden,
    ]


def _read_person(told: Told) -> Person:
    name, counts, rating, course, records, guessing, best, fastest, against, secrets, hidden = told
    games, wins, streak, longest, hosted, last = counts
    return Person(
        name=name,
        games=games,
        wins=wins,
        streak=streak,
        longest_streak=longest,
        rating=Rating(*rating),
        course=Course(*course),
        records={game: Record(of[0], of[1], of[2], Searches(of[3])) for game, of in records.items()},
        guessing=Searches(guessing),
        best_words=[FoundWord(*of) for of in best],
        fastest_row=FastRow(*fastest) if fastest else None,
        against={other: Meetings(*met) for other, met in against.items()},
        hosted=hosted,
        secrets=secrets,
        hidden=Counter(hidden),
        last=last,
    )
