"""The figures of the chronicle as JSON, the same in the terminal, in exported files and for other programs. Pure."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from firmware_host.games import registry as games
from firmware_host.remembered.chronicle import Chronicle, Evening, Person, Record, Searches
from firmware_host.remembered.played import Played
from firmware_host.remembered.rating import Rating
from firmware_host.remembered.rounds import as_json as round_as_json
from firmware_host.texts.text import Text, say

Figures = dict[str, object]


def date(moment: float) -> datetime:
    return datetime.fromtimestamp(moment).astimezone()


def in_order(records: Mapping[str, Record]) -> Iterator[tuple[str, Record]]:
    """By kind of game; those that are not installed any more are left out."""
    return ((game, records[game]) for game in games.games() if game in records)


def game_figures(played: Played) -> Figures:
    return {
        "game": played.game,
        "number": played.number,
        "ended": date(played.ended).isoformat(timespec="seconds"),
        "players": list(played.people),
        "computers": list(played.computers),
        "winners": list(played.winners),
        "scores": dict(played.scores),
        "rounds": played.rounds_played,
        "tries": {person: list(tries) for person, tries in played.tries.items()},
    }


def game_with_rounds(played: Played) -> Figures:
    """Everything that is remembered of a game."""
    return {**game_figures(played), "played": [round_as_json(each) for each in played.rounds]}


def person_figures(person: Person) -> Figures:
    fastest = person.fastest_row
    return {
        "player": person.name,
        "games": person.games,
        "wins": person.wins,
        "streak": person.streak,
        "longest_streak": person.longest_streak,
        "rating": rating_figures(person.rating),
        "guessing": searches_figures(person.guessing),
        "best_words": [{"word": each.word, "tries": each.tries, "owner": each.owner} for each in person.best_words],
        "fastest_row": None if fastest is None else {"word": fastest.word, "seconds": fastest.seconds},
        "head_to_head": {
            other: {"ahead": met.ahead, "behind": met.behind, "level": met.level}
            for other, met in sorted(person.against.items())
        },
        "hosted": person.hosted,
        "secrets": [
            {"word": word, "times": times, **searches_figures(searches)}
            for word, times, searches in person.favourite_secrets
        ],
        "by_game": {game: _record(game, record) for game, record in in_order(person.records)},
    }


def rating_figures(rating: Rating) -> Figures:
    return {"skill": round(rating.skill, 2), "unsure": round(rating.unsure, 2), "low": rating.low, "high": rating.high}


def searches_figures(searches: Searches) -> Figures:
    average = searches.average
    return {
        "searched": searches.times,
        "found": searches.found,
        "average": None if average is None else round(average, 2),
    }


def _record(game: str, record: Record) -> Figures:
    most = games.named(game).history.most_tries
    return {
        "games": record.games,
        "wins": record.wins,
        **averages(game, record),
        "tries": {str(tries): record.searches.at(tries) for tries in range(1, most + 1)},
        "not_found": record.searches.missed,
    }


def averages(game: str, record: Record) -> dict[str, float]:
    """Tries where they decide the game; elsewhere points."""
    missed_counts, searches = games.named(game).history.missed_counts, record.searches
    if missed_counts is None:
        return {"average_points": round(record.points / record.games, 2)}
    if not searches.times:
        return {}
    spent = sum((tries or missed_counts) * times for tries, times in enumerate(searches.tries))
    return {"average_tries": round(spent / searches.times, 2)}


def averages_told(game: str, record: Record) -> Iterator[Text]:
    told = averages(game, record)
    if "average_tries" in told:
        yield say("{average:.1f} tries on average", average=told["average_tries"])
    if "average_points" in told:
        yield say("{average:.1f} points on average", average=told["average_points"])


def evening_figures(evening: Evening) -> Figures:
    return {
        "evening": evening.number,
        "began": date(evening.began).isoformat(timespec="seconds"),
        "games": list(evening.numbers),
        "wins": dict(evening.wins),
        "ratings": {name: rating_figures(rating) for name, rating in sorted(evening.ratings.items())},
    }


def table_figures(chronicle: Chronicle) -> Figures:
    return {
        "games": chronicle.games,
        "evenings": len(chronicle.evenings),
        "people": len(chronicle.people),
        "hardest_words": [{"word": word, **searches_figures(searches)} for word, searches in chronicle.hardest_words()],
        "closest_games": [{"number": close.number, "margin": close.margin} for close in chronicle.closest],
    }
