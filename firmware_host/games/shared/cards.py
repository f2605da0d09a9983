"""Query cards for wqrdles: twelve words that hold every letter A–Z between them, and the face-up pile they lie on.

Pure: the only randomness is the one passed in, and the same seed makes the same cards on every machine.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from string import ascii_uppercase
from typing import TypeVar

Card = tuple[str, ...]

WORDS_ON_A_CARD = 12

_A_DOZEN = 12  # words looked at for each place on a card: enough to choose from, few enough to surprise
_TRIES = 200  # a full dictionary succeeds on the first, a list of a few dozen words may need some

_Thing = TypeVar("_Thing")


class CardError(ValueError):
    """The words at hand do not make the cards that were asked for."""


PRINTED: tuple[Card, ...] = tuple(
    tuple(block.split())
    for block in (
        "CRAWL SAVER FIXER BADGE COUNT AXING PITCH SPADE FOAMY JOKER ZINGS QUACK",
        "BREAK AXING PHONE CHINA FOAMY JAILS TOWER SLOPE PRIZE CIVET BORED EQUIP",
        "EXITS HYENA QUIPS TIGER RIVET BEARD WOMAN ENJOY BLACK AFTER GLAZE MARCH",
        "POWER MOUTH KNIFE BLACK WALTZ GLADE JOWLS EXIST KINGS RAVES CANDY QUAKE",
    )
)


def make_card(words: Sequence[str], rng: Random) -> Card:
    """A card of these words, or a `CardError` that says what the words lack."""
    return make_cards(words, 1, rng)[0]


def make_cards(words: Sequence[str], count: int, rng: Random) -> tuple[Card, ...]:
    """That many cards, no two with the same twelve words; words that earlier cards used stand back for fresh ones."""
    index = _index(tuple(words))
    cards: list[Card] = []
    seen: set[frozenset[str]] = set()
    used: Counter[str] = Counter()
    for _ in range(count):
        card = next((card for card in _tries(index, used, rng) if frozenset(card) not in seen), None)
        if card is None:
            raise CardError(_why_not(index, len(cards)))
        cards.append(card)
        seen.add(frozenset(card))
        used.update(card)
    return tuple(cards)


@dataclass(frozen=True, slots=True)
class Deck:
    """The pile of cards, face up, so that everybody sees its top card."""

    pile: tuple[Card, ...]

    @property
    def top(self) -> Card | None:
        """The card that everybody sees; none when all are in somebody's hand."""
        return self.pile[0] if self.pile else None

    def deal(self) -> tuple[Card, "Deck"]:
        """The top card, and the pile without it."""
        if not self.pile:
            raise CardError("The pile is empty: every card is in somebody's hand.")
        return self.pile[0], Deck(self.pile[1:])

    def under(self, card: Card) -> "Deck":
        """The pile with a card put back under it."""
        return Deck((*self.pile, card))

    def swap(self, card: Card) -> tuple[Card, "Deck"]:
        """The top card for this one, which goes under the pile."""
        new, rest = self.deal()
        return new, rest.under(card)


def shuffled(cards: Sequence[Card], rng: Random) -> Deck:
    """A pile of these cards in random order."""
    return Deck(tuple(_shuffle(cards, rng)))


@dataclass(frozen=True, slots=True)
class _Index:
    """A list of words, sorted out once so that a card costs next to nothing."""

    words: tuple[str, ...]
    letters: dict[str, frozenset[str]]
    holding: dict[str, tuple[str, ...]]
    rarest_first: tuple[str, ...]


@lru_cache(maxsize=4)
def _index(words: tuple[str, ...]) -> _Index:
    different = tuple(dict.fromkeys(words))
    letters = {word: frozenset(word) for word in different}
    holding = {letter: tuple(word for word in different if letter in word) for letter in ascii_uppercase}
    nowhere = [letter for letter in ascii_uppercase if not holding[letter]]
    if len(different) < WORDS_ON_A_CARD:
        raise CardError(
            f"A card needs {WORDS_ON_A_CARD} different words, and this list has {len(different)}. "
            "Add words, or play without cards."
        )
    if nowhere:
        raise CardError(
            f"A card holds every letter A–Z, and no word of this list has {' or '.join(nowhere)}. "
            "Add one, or play without cards."
        )
    rarest_first = tuple(sorted(ascii_uppercase, key=lambda letter: len(holding[letter])))
    return _Index(different, letters, holding, rarest_first)


def _tries(index: _Index, used: Counter[str], rng: Random) -> Iterator[Card]:
    for _ in range(_TRIES):
        if card := _try_a_card(index, used, rng):
            yield card


def _try_a_card(index: _Index, used: Counter[str], rng: Random) -> Card | None:
    """Hunt the rarest letters first, each with the word that brings most others along; then fill up and shuffle."""
    card: list[str] = []
    missing = frozenset(ascii_uppercase)
    while missing:
        if len(card) == WORDS_ON_A_CARD:
            return None
        rare = [letter for letter in index.rarest_first if letter in missing][:3]
        pool = index.holding[_draw(rare, rng)]
        dozen = [_draw(pool, rng) for _ in range(_A_DOZEN)]
        word = max(dozen, key=lambda word: len(index.letters[word] & missing) - used[word])
        card.append(word)
        missing -= index.letters[word]
    while len(card) < WORDS_ON_A_CARD:
        word = _draw(index.words, rng)
        if word not in card:
            card.append(word)
    return tuple(_shuffle(card, rng))


def _why_not(index: _Index, made: int) -> str:
    if made:
        cards = "one card" if made == 1 else f"{made} different cards"
        return f"These {len(index.words)} words make {cards} and no more were found. Ask for fewer, or add words."
    rare = ", ".join(index.rarest_first[:4])
    return (
        f"No {WORDS_ON_A_CARD} of these {len(index.words)} words were found to hold every letter A–Z. "
        f"Add words with its rarest letters: {rare}."
    )


# Of a seeded `Random`, Python promises the same numbers in every version for `random()` alone; `choice`, `sample` and
# `shuffle` may change. So draws and shuffles are made of it here, and a game replayed elsewhere has the same cards.
def _draw(things: Sequence[_Thing], rng: Random) -> _Thing:
    return things[int(rng.random() * len(things))]


def _shuffle(things: Sequence[_Thing], rng: Random) -> list[_Thing]:
    left = list(things)
    return [left.pop(int(rng.random() * len(left))) for _ in range(len(left))]
