"""Estimates the cost of a guess: how many rows all remaining words need after it, with good play. Pure."""

from __future__ import annotations

from functools import cache, lru_cache
from math import log, sqrt

from firmware_host.bots.columns import Columns, Worth
from firmware_host.frozen import frozen

LOST = 60.0  # a word not found within the rows costs as much as this many rows
UNLIKELY = 1 / 100  # how likely a rare word is to be the secret, beside a plausible one
MANY = 60  # so many words of the pool and so many probes are weighed when very many words are possible
LOOKED_AHEAD = 400  # with more words than this in play, the number of different marks decides
FINISHED_WITHIN = (0, 1, 6, 60, 700)  # so many words can usually all be found within 0, 1, 2… rows


@frozen
class Breadth:
    """How many guesses are weighed: words of the set itself, probing words, and the best of both that are tried out."""

    own: int
    probes: int
    tried: int


@frozen
class Effort:
    """How hard to think about the guess itself, and about the sets of words that it may leave."""

    now: Breadth
    later: Breadth
    later_few: Breadth  # for a set of up to six words
    searched: int  # larger sets are only estimated


QUICK = Effort(Breadth(60, 160, 6), Breadth(24, 24, 1), Breadth(24, 24, 2), searched=24)
THOROUGH = Effort(Breadth(120, 300, 20), Breadth(60, 60, 4), Breadth(60, 60, 6), searched=60)


@frozen
class Option:
    """A guess, the sets into which its marks divide the words, and the rows that all of them will take with it."""

    guess: str
    sets: list[int]
    cost: float  # estimated
    least: float  # if every set were told apart by the guess after it


@lru_cache(maxsize=65536)
def estimate(plausible: int, rare: int, rows: int) -> float:
    """About how many rows it takes to find each of so many words; the ones that would be lost count dearly."""
    finished = FINISHED_WITHIN[rows] if rows < len(FINISHED_WITHIN) else plausible + rare
    lost = max(0, plausible + rare - finished)
    lost_rare = min(lost, rare)
    burden = LOST * (lost - lost_rare + UNLIKELY * lost_rare)
    if rows <= 1:
        return rows * _likeliest(plausible, rare) + burden
    return plausible * _mean(plausible) + UNLIKELY * rare * _mean(plausible + rare) + 0.3 * burden


@cache
def _estimates(rows: int) -> list[float]:
    """The estimates for any number of plausible words that is looked into."""
    return [estimate(words, 0, rows) for words in range(LOOKED_AHEAD + 1)]


def _mean(words: int) -> float:
    """Rows needed for one of so many words, on average (a line through what was measured)."""
    return 0.5 + 0.5 * words if words <= 2 else 1.2 + 0.38 * log(words)


def _likeliest(plausible: int, rare: int) -> float:
    return 1.0 if plausible else UNLIKELY if rare else 0.0


class Lookahead:
    """One move's thinking: the words in play, which of them are plausible, and the words to probe with."""

    def __init__(self, pool: Columns, plausible: int, probes: Columns, effort: Effort) -> None:
        self.pool = pool
        self.plausible = plausible
        self.probes = probes
        self.effort = effort
        self._own = {word: 1.0 if plausible >> i & 1 else UNLIKELY for i, word in enumerate(pool.words)}
        self._costs: dict[tuple[int, int], float] = {}

    def best(self, rows: int) -> tuple[str, bool]:
        """The guess to make with so many rows left, and whether every word can then be found as far as one can see."""
        everyone = self.pool.everyone
        if everyone.bit_count() > LOOKED_AHEAD:
            return self._most_different_marks(), True
        cost, guess = self._best(everyone, rows, self.effort.now)
        return guess, cost < rows * self._weight(everyone)

    def _most_different_marks(self) -> str:
        """For very many words: the guess that can get the most different marks, those that many share counting more."""
        pool, worth = self.pool, self._worth(self.pool.everyone)
        guesses = dict.fromkeys(pool.named(pool.richest(worth, pool.everyone, MANY)))
        guesses |= dict.fromkeys(self.probes.named(self.probes.richest(worth, self.probes.everyone, MANY)))

        def different_marks(guess: str) -> float:
            return sum(sqrt(sqrt(size)) for size in map(int.bit_count, pool.split(guess, pool.everyone)))

        return max(guesses, key=different_marks)

    def _best(self, among: int, rows: int, breadth: Breadth) -> tuple[float, str]:
        """The lowest cost over the words of a set, and the guess that has it."""
        options = sorted(self._options(among, rows, breadth), key=lambda option: option.cost)
        if len(options[0].sets) == among.bit_count():
            return options[0].cost, options[0].guess
        best, guess = float("inf"), options[0].guess
        for option in options[: breadth.tried]:
            cost = option.least
            for one in option.sets:
                if cost >= best:
                    break
                cost += self._cost(one, rows - 1) - self._least(one)
            if cost < best:
                best, guess = cost, option.guess
        return best, guess

    def _cost(self, among: int, rows: int) -> float:
        size = among.bit_count()
        if size <= 2 or rows <= 1 or size > self.effort.searched:
            return estimate(*self._kinds(among), rows)
        cost = self._costs.get((among, rows))
        if cost is None:
            cost, _ = self._best(among, rows, self.effort.later if size > 6 else self.effort.later_few)
            self._costs[among, rows] = cost
        return cost

    def _options(self, among: int, rows: int, breadth: Breadth) -> list[Option]:
        """The guesses worth a look; only one, if that is as likely as any to be right and tells all the words apart."""
        size, likeliest = among.bit_count(), _likeliest(*self._kinds(among))
        own = among if size <= breadth.own else self.pool.richest(self._worth(among), among, breadth.own)
        options: dict[str, Option] = {}
        for guess in self.pool.named(own):
            option = options[guess] = self._option(guess, among, rows)
            if len(option.sets) == size and self._own[guess] == likeliest:
                return [option]
        # A guess that may be right and leaves only two words together is as good as a probe that leaves none.
        if rows <= 2 or max(len(option.sets) for option in options.values()) < size - 1:
            probes = self.probes.richest(self._worth(among), self.probes.everyone, breadth.probes)
            for guess in self.probes.named(probes):
                if guess not in options:
                    options[guess] = self._option(guess, among, rows)
        return list(options.values())

    def _option(self, guess: str, among: int, rows: int) -> Option:
        sets = self.pool.split(guess, among)
        cost = self._weight(among) - self._own.get(guess, 0.0)
        if among & self.plausible == among:  # no rare words: the busiest loop of all is left to `sum` and `map`
            least = cost + 2 * among.bit_count() - len(sets)
            cost += sum(map(_estimates(rows - 1).__getitem__, map(int.bit_count, sets)))
        else:
            least = cost + sum(map(self._least, sets))
            cost += sum([estimate(*self._kinds(one), rows - 1) for one in sets])
        return Option(guess, sets, cost, least)

    def _kinds(self, among: int) -> tuple[int, int]:
        plausible = (among & self.plausible).bit_count()
        return plausible, among.bit_count() - plausible

    def _weight(self, among: int) -> float:
        plausible, rare = self._kinds(among)
        return plausible + UNLIKELY * rare

    def _least(self, among: int) -> float:
        """What finding each word of a set costs at least: one word at once, all the others with the row after."""
        return 2 * self._weight(among) - _likeliest(*self._kinds(among))

    def _worth(self, among: int) -> Worth:
        """What each letter is worth, and more in its place: most if half the words have it, nothing if all do."""
        size = among.bit_count()
        worth: Worth = {}
        for letter, copies in self.pool.holding.items():
            holding = (copies[0] & among).bit_count()
            if holding:
                worth[None, letter] = -(-40 * holding * (size - holding) // size**2)
                for i, column in enumerate(self.pool.at):
                    here = (column[letter] & among).bit_count()
                    if here:
                        worth[i, letter] = 20 * here * (size - here) // size**2
        return worth
