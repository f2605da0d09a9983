"""A guesser for six-row boards, at three levels. It knows what a player can see. Pure, apart from its `Random`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from firmware_host.bots import Level
from firmware_host.bots.clues import Clues, possible
from firmware_host.bots.columns import Columns
from firmware_host.bots.lookahead import LOOKED_AHEAD, QUICK, THOROUGH, Lookahead
from firmware_host.games.shared.marks import mark
from firmware_host.games.shared.words import Dictionary

MOSTLY = 0.9  # a dictionary that calls this share of its words common does not tell them apart
CLEAR = 0.5  # how often a child looks at a row above the last one
SAMPLED = 4096  # of more words than this only a sample is weighed
PROBED = 16384  # of more words than this only a sample is probed with
RARE_WORDS_FROM = 30  # rare words come into it when no more plausible ones than this are left
RARE_WORDS_EACH = 4  # so many rare words to each plausible one, or the many of a huge dictionary would drown it
THOUGHT_TWICE = 60  # up to so many words it thinks again, thoroughly, when it might not find them all


class Solver:
    """Finds a hidden word of one length.

    `candidates` are the plausible secrets, `guesses` all words that may be guessed; both in capitals, common first.
    A secret outside the candidates is found too, a little later; for one outside the guesses it does what it can.
    """

    def __init__(
        self, candidates: Sequence[str], guesses: Sequence[str], level: Level = "strong", *, certain: bool = False
    ) -> None:
        """`certain` says that nothing but the candidates can be hidden: a table that plays with a list of secrets."""
        self.level = level
        self._candidates = candidates
        known = set(guesses) if certain else set(candidates)
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
        words = [*plausible, *rare[: RARE_WORDS_EACH * len(plausible) or LOOKED_AHEAD]]
        if not words:
            return self._nearest(clues)
        if len(words) <= 2 or rows_left <= 1:
            return words[0]
        if self._probes is None:
            self._probes = Columns(self._probe_words)
        pool = Columns(words)
        likely = (1 << len(plausible)) - 1
        guess, safe = Lookahead(pool, likely, self._probes, QUICK).best(rows_left)
        if not safe and len(words) <= THOUGHT_TWICE:
            guess, _ = Lookahead(pool, likely, self._probes, THOROUGH).best(rows_left)
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
        """Takes a common word that comes to mind; above the last row it often looks at no more than the greens."""
        clear = tuple(row for row in clues.rows[:-1] if rng.random() < CLEAR)
        greens = {(position, letter) for row in clues.rows for position, letter, tile in row.tiles() if tile == "G"}
        dim = Clues((*clear, *clues.rows[-1:]), clues.at | greens, clues.not_at, clues.out)
        written = {row.word for row in clues.rows}
        words = [word for word in self._fitting(dim) if word not in written] or self._fitting(clues)
        return words[int(len(words) * rng.random() ** 2)]

    def _fitting(self, clues: Clues) -> list[str]:
        return possible(self._candidates, clues) or possible(self._rare, clues) or [self._nearest(clues)]

    def _nearest(self, clues: Clues) -> str:
        """What contradicts the fewest rows, when nothing fits: a secret of no dictionary, or a slip of hand marking."""
        written = {row.word for row in clues.rows}
        words = [word for word in _sample([*self._candidates, *self._rare], SAMPLED) if word not in written]
        if not words:
            return clues.rows[-1].word if clues.rows else ""
        return max(words, key=lambda word: sum(mark(word, row.word) == row.marks for row in clues.rows))


def plausible_secrets(dictionary: Dictionary, letters: int, *, plurals: bool, lender: Dictionary) -> Sequence[str]:
    """The words somebody would hide, most common first.

    A plain list does not say which of its words are common: if the lender knows its language, the lender says it.
    """
    words, common = dictionary.words(letters), dictionary.common(letters, plurals=plurals)
    if len(common) < MOSTLY * len(words):
        return common
    lent = [word for word in lender.common(letters, plurals=plurals) if dictionary.may_guess(word)]
    same_language = len(lent) > len(lender.common(letters, plurals=plurals)) / 2
    return lent if same_language and len(lent) < MOSTLY * len(words) else common


def _sample(words: Sequence[str], most: int) -> Sequence[str]:
    """Every so many words, so that no more than `most` are left: common and rare ones alike."""
    return words[:: -(-len(words) // most)] if words else words
