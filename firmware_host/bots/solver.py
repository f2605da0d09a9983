"""A guesser for six-row boards, at three levels. It is told what a player can see and nothing else; pure but for the dice it is given."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal

from firmware_host.bots.clues import Clues, possible
from firmware_host.bots.columns import Columns
from firmware_host.bots.lookahead import Breadth, Lookahead
from firmware_host.rules.marks import mark

Level = Literal["easy", "fair", "strong"]

SAMPLED = 4096  # of more words than this only a sample is weighed
PROBED = 16384  # of more words than this only a sample is probed with
RARE_WORDS_FROM = 100  # rare words come into it when no more plausible ones than this are left


class Solver:
    """Finds a hidden word of one length.

    `candidates` are the plausible secrets, `guesses` all words that may be guessed, both most common first and in capitals.
    A secret outside the candidates is found too, a little later; one outside the guesses gets a guess that makes sense.
    """

    def __init__(self, candidates: Sequence[str], guesses: Sequence[str], level: Level = "strong") -> None:
        self.level = level
        self._candidates = candidates
        known = set(candidates)
        self._rare = [word for word in guesses if word not in known]
        self._probe_words = _sample(guesses, PROBED)
        self._probes: Columns | None = None
        self._opening: str | None = None

    def next_guess(self, clues: Clues, rows_left: int, rng: Random) -> str:
        """The next word to write, with so many rows open (this one among them)."""
        match self.level:
            case "strong":
                return self._strong(clues, rows_left)
            case "fair":
                return self._fair(clues, rng)
            case "easy":
                return self._easy(clues, rng)

    def _strong(self, clues: Clues, rows_left: int) -> str:
        """Weighs the words still possible, and words that tell them apart, by the rows that each would cost."""
        if clues == Clues() and self._opening:
            return self._opening
        plausible = _sample(possible(self._candidates, clues), SAMPLED)
        rare = possible(self._rare, clues) if len(plausible) <= RARE_WORDS_FROM else []
        words = [*plausible, *rare[: SAMPLED - len(plausible)]]
        if not words:
            return self._nearest(clues)
        if len(words) <= 2 or rows_left <= 1:
            return words[0]
        if self._probes is None:
            self._probes = Columns(self._probe_words)
        pool = Columns(words)
        ahead = Lookahead(pool, (1 << len(plausible)) - 1, self._probes)
        _, guess = ahead.best(pool.everyone, rows_left, _breadth(len(words)))
        if clues == Clues():
            self._opening = guess
        return guess

    def _fair(self, clues: Clues, rng: Random) -> str:
        """Thinks of three words that fit, the common ones first, and takes the one with the most promising letters."""
        words = self._fitting(clues)
        picks = [words[int(len(words) * rng.random() ** 1.5)] for _ in range(3)]
        some = _sample(words, 200)
        return max(picks, key=lambda word: sum(letter in other for letter in set(word) for other in some))

    def _easy(self, clues: Clues, rng: Random) -> str:
        """Takes a common word that comes to mind, and may have forgotten one row that is not the last."""
        rows = clues.rows
        if len(rows) > 1 and rng.random() < 0.5:
            forgotten = rng.randrange(len(rows) - 1)
            clues = Clues((*rows[:forgotten], *rows[forgotten + 1 :]), clues.at, clues.not_at, clues.out)
        written = {row.word for row in rows}
        words = [word for word in self._fitting(clues) if word not in written] or self._fitting(clues)
        return words[int(len(words) * rng.random() ** 2)]

    def _fitting(self, clues: Clues) -> list[str]:
        return possible(self._candidates, clues) or possible(self._rare, clues) or [self._nearest(clues)]

    def _nearest(self, clues: Clues) -> str:
        """When nothing fits (a word outside the dictionary, or a row marked wrongly by hand): what contradicts the fewest rows."""
        written = {row.word for row in clues.rows}
        words = [word for word in _sample([*self._candidates, *self._rare], SAMPLED) if word not in written]
        if not words:
            return clues.rows[-1].word
        return max(words, key=lambda word: sum(mark(word, row.word) == row.marks for row in clues.rows))


def _breadth(size: int) -> Breadth:
    return Breadth(own=60, probes=100, tried=10)


def _sample(words: Sequence[str], most: int) -> Sequence[str]:
    """Every so many words, so that no more than `most` are left: common and rare ones alike."""
    return words[:: -(-len(words) // most)] if words else words
