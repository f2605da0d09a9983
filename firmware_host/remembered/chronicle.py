"""Everything that is counted over all finished games: of each person, of each word, of the evenings. Pure.

Games are taken in one after the other, oldest first, so that a new one costs only itself. `docs/evenings.md` says what
each figure means.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nsmallest

from firmware_host.frozen import frozen, replace
from firmware_host.games.shared.declaration import Find
from firmware_host.remembered.played import Played
from firmware_host.remembered.rating import Rating, rated
from firmware_host.remembered.rounds import Round, Row

SAME_EVENING = 6 * 3600.0  # seconds between the ends of two games, at most
SHOWN = 10  # of the hardest words, the closest games
BEST_SHOWN = 5  # of somebody's best and favourite words
PLOTTED = 200  # points, at most
FEWEST_SEARCHES = 2  # of a word, before it can be called hard


Tries = list[int]  # how often nobody found something, and then how often at the first try, at the second, and so on


@frozen
class Searches:
    """How people looked for something: at which try they found it, 0 for not at all."""

    tries: Tries = field(default_factory=list)

    def at(self, tries: int) -> int:
        return self.tries[tries] if tries < len(self.tries) else 0

    def add(self, tries: int) -> None:
        self.tries.extend([0] * (tries + 1 - len(self.tries)))
        self.tries[tries] += 1

    @property
    def times(self) -> int:
        return sum(self.tries)

    @property
    def missed(self) -> int:
        return self.at(0)

    @property
    def found(self) -> int:
        return self.times - self.missed

    @property
    def average(self) -> float | None:
        """Of those that were found."""
        return sum(tries * times for tries, times in enumerate(self.tries)) / self.found if self.found else None

    @property
    def hardness(self) -> tuple[float, float]:
        """The larger, the harder: first the share that nobody found, then the tries of the others."""
        return self.missed / self.times if self.times else 0.0, self.average or 0.0


@dataclass
class Record:
    """How somebody has done at one kind of game."""

    games: int = 0
    wins: int = 0
    points: int = 0
    searches: Searches = field(default_factory=Searches)


@dataclass
class Meetings:
    """Two persons in the same games, on different sides: how often which was ahead."""

    ahead: int = 0
    behind: int = 0
    level: int = 0


@frozen(order=True)
class FoundWord:
    tries: int
    newest: int  # the number of the game, below zero: of equal ones the newest comes first
    word: str
    owner: str


@frozen(order=True)
class FastRow:
    seconds: float
    word: str
    game: int


@dataclass
class Course:
    """A number after each game, for a plot. Of a long one every second is kept, then every fourth, and so on."""

    games: int = 0
    every: int = 1
    values: list[float] = field(default_factory=list)

    def add(self, value: float) -> None:
        self.games += 1
        if self.games % self.every == 0:
            self.values.append(round(value, 2))
        if len(self.values) > PLOTTED:
            self.values, self.every = self.values[1::2], 2 * self.every


@dataclass
class Person:
    """One person in all their games."""

    name: str
    games: int = 0
    wins: int = 0
    streak: int = 0  # of wins, up to now
    longest_streak: int = 0
    rating: Rating = field(default_factory=Rating)
    course: Course = field(default_factory=Course)  # of the rating
    records: dict[str, Record] = field(default_factory=dict)
    guessing: Searches = field(default_factory=Searches)
    best_words: list[FoundWord] = field(default_factory=list)
    fastest_row: FastRow | None = None
    against: dict[str, Meetings] = field(default_factory=dict)
    hosted: int = 0  # rounds
    secrets: dict[str, Tries] = field(default_factory=dict)  # words that they hid, and how others looked for them
    hidden: Counter[str] = field(default_factory=Counter)
    last: float = 0.0  # when they last finished a game

    @property
    def favourite_secrets(self) -> list[tuple[str, int, Searches]]:
        """Their words, those that they hid most often first, and of equal ones the hardest."""
        often = sorted(self.hidden.values())[-BEST_SHOWN:][:1]  # fewer times need no closer look
        near = (word for word, times in self.hidden.items() if times >= often[0])
        first = nsmallest(BEST_SHOWN, near, key=lambda word: (-self.hidden[word], *_hardest(word, self.secrets[word])))
        return [(word, self.hidden[word], Searches(self.secrets[word])) for word in first]


@dataclass
class Evening:
    """Games that were played one after the other. Of an evening long ago only the numbers are known at first."""

    number: int  # from 1
    began: float
    ended: float
    numbers: list[int] = field(default_factory=list)  # of its games
    games: list[Played] = field(default_factory=list)  # without their rounds

    @property
    def wins(self) -> Counter[str]:
        """Of everybody who played, the most first."""
        wins = Counter(person for played in self.games for person in played.won)
        everybody = dict.fromkeys(person for played in self.games for person in played.people)
        return Counter({person: wins[person] for person in sorted(everybody, key=lambda each: (-wins[each], each))})

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """As if nobody had played before."""
        ratings: dict[str, Rating] = {}
        for played in self.games:
            ratings |= rate(played, ratings)
        return ratings


@frozen(order=True)
class CloseGame:
    margin: int
    newest: int  # the number of the game, below zero

    @property
    def number(self) -> int:
        return -self.newest


class Chronicle:
    """All that is known about the past. Whoever reads it must not change it."""

    def __init__(self, games: Iterable[Played] = ()) -> None:
        self.people: dict[str, Person] = {}
        self.words: dict[str, Tries] = {}
        self.evenings: list[Evening] = []
        self.closest: list[CloseGame] = []
        self.games = 0
        for played in games:
            self.take_in(played)

    def take_in(self, played: Played) -> None:
        """A game that ended after all that are here already."""
        self.games += 1
        self._to_an_evening(replace(played, rounds=()))
        for person in played.people:
            self._count(self._person(person), played)
        self._meet(played)
        for name, rating in rate(played, {name: self._person(name).rating for name in played.people}).items():
            self.people[name].rating = rating
            self.people[name].course.add(rating.skill)
        for each in played.rounds:
            self._take_in_round(played, each)
        if (margin := margin_of(played)) is not None:
            self.closest = sorted([*self.closest, CloseGame(margin, -played.number)])[:SHOWN]

    def hardest_words(self) -> list[tuple[str, Searches]]:
        often = [(word, tries) for word, tries in self.words.items() if sum(tries) >= FEWEST_SEARCHES]
        hardest = nsmallest(SHOWN, often, key=lambda each: _hardest(*each))
        return [(word, Searches(tries)) for word, tries in hardest]

    def standing(self) -> list[Person]:
        """Everybody, whoever has won most first."""
        return sorted(self.people.values(), key=lambda each: (-each.wins, -each.games, each.name))

    def _person(self, name: str) -> Person:
        person = self.people.get(name)
        if person is None:
            person = self.people[name] = Person(name)
        return person

    def _to_an_evening(self, played: Played) -> None:
        evenings = self.evenings
        if not evenings or played.ended - evenings[-1].ended > SAME_EVENING:
            evenings.append(Evening(len(evenings) + 1, played.ended, played.ended))
        evening = evenings[-1]
        evening.ended = played.ended
        evening.numbers.append(played.number)
        evening.games.append(played)
        evening.__dict__.pop("ratings", None)  # they are worked out again

    def _count(self, person: Person, played: Played) -> None:
        won = person.name in played.won
        person.games += 1
        person.wins += won
        person.last = played.ended
        if played.winners:
            person.streak = person.streak + 1 if won else 0
            person.longest_streak = max(person.streak, person.longest_streak)
        record = person.records.setdefault(played.game, Record())
        record.games += 1
        record.wins += won
        record.points += played.points[person.name]

    def _meet(self, played: Played) -> None:
        places = {person: place for side, place in played.places.items() for person in played.sides.get(side, ())}
        side_of = {person: side for side, who in played.sides.items() for person in who}
        for one, place in places.items():
            for other, theirs in places.items():
                if side_of[one] != side_of[other]:
                    meetings = self._person(one).against.setdefault(other, Meetings())
                    meetings.ahead += place < theirs
                    meetings.behind += place > theirs
                    meetings.level += place == theirs

    def _take_in_round(self, played: Played, each: Round) -> None:
        people = frozenset(played.people)
        for host, word in each.hosts.items():
            if host in people:
                person = self._person(host)
                person.hosted += 1
                person.hidden[word] += 1
                person.secrets.setdefault(word, [])
        for find in each.found:
            if find.person in people:
                self._take_in_find(played, each, find)
        for side, row in own_rows(each):
            for name in people.intersection(each.people(side)):
                person = self._person(name)
                fast = FastRow(row.seconds, row.word, played.number)
                person.fastest_row = min(person.fastest_row or fast, fast)

    def _take_in_find(self, played: Played, each: Round, find: Find) -> None:
        person, word = self._person(find.person), each.words.get(find.owner, "")
        person.guessing.add(find.tries)
        person.records[played.game].searches.add(find.tries)
        if find.tries and word:
            best = FoundWord(find.tries, -played.number, word, find.owner)
            person.best_words = sorted([*person.best_words, best])[:BEST_SHOWN]
        if word:
            Searches(self.words.setdefault(word, [])).add(find.tries)
            for host in each.people(find.owner):
                if host in played.people:
                    Searches(self._person(host).secrets.setdefault(word, [])).add(find.tries)


def _hardest(word: str, tries: Tries) -> tuple[float, float, str]:
    missed, average = Searches(tries).hardness
    return -missed, -average, word


def own_rows(each: Round) -> Iterator[tuple[str, Row]]:
    """Rows that somebody filled on a board of their own."""
    for board in each.boards:
        if board.side:
            yield from ((board.side, row) for row in board.rows if row.word)


def margin_of(played: Played) -> int | None:
    """By how many points the second was behind; None where nobody won, or nobody was second."""
    if not played.winners or not played.best or len(played.scores) < 2:
        return None
    best, second, *_ = sorted(played.scores.values(), reverse=played.best == "most")
    return abs(best - second)


def rate(played: Played, before: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings after this game of those who have a place in it, if there are two sides with people."""
    places = played.places
    sides = [(who, places[side]) for side, who in played.sides.items() if who and side in places]
    if len(sides) < 2:
        return {}
    after = rated([[before.get(name, Rating()) for name in who] for who, _ in sides], [place for _, place in sides])
    return {
        name: rating
        for (who, _), ratings in zip(sides, after, strict=True)
        for name, rating in zip(who, ratings, strict=True)
    }
