"""What a guess will cost: how many rows the words that are still possible need in all, if play goes on well after it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import log

from firmware_host.bots.columns import Columns

LOST = 60.0  # a word not found within the rows costs as much as this many rows
UNLIKELY = 1 / 24  # how likely a rare word is to be the secret, beside a plausible one
SEARCHED = 40  # sets up to this size are looked into, larger ones estimated
LOOKED_AHEAD = 400  # with more words than this in play, the number of different marks decides
FINISHED_WITHIN = (0, 1, 6, 60, 700)  # so many words can usually all be found within 0, 1, 2… rows


@dataclass(frozen=True, slots=True)
class Breadth:
    """How much is tried: words of the set itself, probing words, and how many of the best of both are looked into."""

    own: int
    probes: int
    tried: int


INSIDE = Breadth(own=SEARCHED, probes=24, tried=3)
INSIDE_FEW = Breadth(own=SEARCHED, probes=24, tried=5)


@dataclass(frozen=True, slots=True)
class Option:
    """A guess, the sets into which it divides the words, and what it costs: all the rows until each word is found."""

    cost: float
    guess: str
    least: float  # the cost if nothing went wrong from here
    saved: float  # what need not be spent if the guess itself is the secret
    sets: list[int]


@lru_cache(maxsize=65536)
def estimate(plausible: int, rare: int, rows: int) -> float:
    """About how many rows it takes to find each of so many words, the ones that are lost dearly counted."""
    finished = FINISHED_WITHIN[rows] if rows < len(FINISHED_WITHIN) else plausible + rare
    lost = max(0, plausible + rare - finished)
    lost_rare = min(lost, rare)
    burden = LOST * (lost - lost_rare + UNLIKELY * lost_rare)
    if rows <= 1:
        found = rows if plausible else rows * UNLIKELY * min(rare, 1)
        return found + burden
    return plausible * _mean(plausible) + UNLIKELY * rare * _mean(plausible + rare) + 0.3 * burden


def _mean(words: int) -> float:
    """Rows needed for one of so many words, on average (a line through what was measured)."""
    return 0.5 + 0.5 * words if words <= 2 else 1.35 + 0.31 * log(words)


class Lookahead:
    """One move's thinking: the words in play, which of them are plausible, and the words to probe with."""

    def __init__(self, pool: Columns, plausible: int, probes: Columns) -> None:
        self.pool = pool
        self.plausible = plausible
        self.probes = probes
        self._own = {word: 1.0 if plausible >> i & 1 else UNLIKELY for i, word in enumerate(pool.words)}
        self._costs: dict[tuple[int, int], float] = {}

    def best(self, among: int, rows: int, breadth: Breadth) -> tuple[float, str]:
        """The guess with the lowest cost over the words of a set, and that cost."""
        options = self._options(among, rows, breadth)
        if among.bit_count() > LOOKED_AHEAD:
            richest = max(options, key=lambda option: _different_marks(option.sets))
            return richest.cost, richest.guess
        options.sort(key=lambda option: option.cost)
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

    def _least(self, among: int) -> float:
        """What finding each word of a set costs at least: one at once, all others with the next row."""
        size = among.bit_count()
        plausible = (among & self.plausible).bit_count()
        return 2 * (plausible + UNLIKELY * (size - plausible)) - (1.0 if plausible else UNLIKELY)

    def _cost(self, among: int, rows: int) -> float:
        size = among.bit_count()
        if size <= 2 or rows <= 1 or size > SEARCHED:
            plausible = (among & self.plausible).bit_count()
            return estimate(plausible, size - plausible, rows)
        cost = self._costs.get((among, rows))
        if cost is None:
            cost, _ = self.best(among, rows, INSIDE if size > 6 else INSIDE_FEW)
            self._costs[among, rows] = cost
        return cost

    def _weight(self, among: int) -> float:
        plausible = (among & self.plausible).bit_count()
        return plausible + UNLIKELY * (among.bit_count() - plausible)

    def _options(self, among: int, rows: int, breadth: Breadth) -> list[Option]:
        """The guesses worth a look; only one, if it tells all the words apart and may itself be the secret."""
        size, weight = among.bit_count(), self._weight(among)
        likeliest = 1.0 if among & self.plausible else UNLIKELY
        worth, worth_at = self._worth(among)
        own = among if size <= breadth.own else self.pool.richest(worth, worth_at, among, breadth.own)
        options: list[Option] = []
        seen = set()
        for guess in self.pool.named(own):
            seen.add(guess)
            option = self._option(guess, among, rows, weight)
            if len(option.sets) == size and option.saved == likeliest:
                return [option]
            options.append(option)
        if max(len(option.sets) for option in options) >= size - 1 and rows > 2:
            return options
        for guess in self.probes.named(self.probes.richest(worth, worth_at, self.probes.everyone, breadth.probes)):
            if guess not in seen:
                options.append(self._option(guess, among, rows, weight))
        return options

    def _option(self, guess: str, among: int, rows: int, weight: float) -> Option:
        sets = self.pool.split(guess, among)
        saved = self._own.get(guess, 0.0)
        cost = least = weight - saved
        for one in sets:
            plausible = (one & self.plausible).bit_count()
            rare = one.bit_count() - plausible
            cost += estimate(plausible, rare, rows - 1)
            least += 2 * (plausible + UNLIKELY * rare) - (1.0 if plausible else UNLIKELY)
        return Option(cost, guess, least, saved, sets)

    def _worth(self, among: int) -> tuple[dict[str, int], dict[tuple[int, str], int]]:
        """What each letter is worth, and more in its place: most if half of the words have it, nothing if all or none do."""
        size = among.bit_count()
        worth: dict[str, int] = {}
        worth_at: dict[tuple[int, str], int] = {}
        for letter, copies in self.pool.holding.items():
            holding = (copies[0] & among).bit_count()
            if not holding:
                continue
            worth[letter] = -(-40 * holding * (size - holding) // size**2)
            for i, column in enumerate(self.pool.at):
                here = (column[letter] & among).bit_count()
                if here:
                    worth_at[i, letter] = 20 * here * (size - here) // size**2
        return worth, worth_at


def _different_marks(sets: list[int]) -> float:
    """How many different marks a guess can get, the ones that many words share counting a little more."""
    return sum(one.bit_count() ** 0.25 for one in sets)
