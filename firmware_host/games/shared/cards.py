"""Query cards for wqrdles, and the face-up pile they lie on. Each side has twelve words with every letter A–Z.

Pure: the only randomness is the one passed in, and the same seed makes the same cards on every machine.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from string import ascii_uppercase
from typing import NamedTuple, TypeVar

from firmware_host.frozen import frozen
from firmware_host.games.shared.table import Words
from firmware_host.games.shared.words import WELL_KNOWN
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import Text, one_of, say, say_count

Side = tuple[str, ...]  # the twelve words on one side of a card

WORDS_ON_A_CARD = 12

_A_DOZEN = 12  # words looked at for each place on a card: enough to choose from, few enough to surprise
# For all cards together. A full dictionary succeeds on the first try, a list of a few dozen words may need some.
_TRIES, _TRIES_A_CARD = 200, 10

_Thing = TypeVar("_Thing")


class Card(NamedTuple):
    """A card lies with its front up, for everybody to read. Whoever it belongs to may turn it over."""

    front: Side
    back: Side = ()  # cards of older saves have one side

    @property
    def words(self) -> tuple[str, ...]:
        return self.front + self.back


class CardError(TextError, ValueError):
    """The words at hand do not make the cards that were asked for."""


PRINTED: tuple[Side, ...] = tuple(
    tuple(block.split())
    for block in (
        "CRAWL SAVER FIXER BADGE COUNT AXING PITCH SPADE FOAMY JOKER ZINGS QUACK",
        "BREAK AXING PHONE CHINA FOAMY JAILS TOWER SLOPE PRIZE CIVET BORED EQUIP",
        "EXITS HYENA QUIPS TIGER RIVET BEARD WOMAN ENJOY BLACK AFTER GLAZE MARCH",
        "POWER MOUTH KNIFE BLACK WALTZ GLADE JOWLS EXIST KINGS RAVES CANDY QUAKE",
    )
)


def make_side(words: Sequence[str], rng: Random) -> Side:
    """A side of a card of these words, or a `CardError` that says what the words lack."""
    return make_sides(words, 1, rng)[0]


def sides_of(words: Words, letters: int, count: int, rng: Random) -> tuple[Side, ...]:
    """That many sides of words that everybody knows; of all common words where those are too few."""
    try:
        return make_sides(words.common(letters, plurals=True, grade=WELL_KNOWN), count, rng)
    except CardError:
        return make_sides(words.common(letters, plurals=True), count, rng)


def make_sides(words: Sequence[str], count: int, rng: Random) -> tuple[Side, ...]:
    """That many sides, no two with the same twelve words; words that earlier ones used stand back for fresh ones."""
    index = _index(tuple(words))
    cards: list[Side] = []
    seen: set[frozenset[str]] = set()
    used: Counter[str] = Counter()
    tries = _tries(index, used, rng, _TRIES + _TRIES_A_CARD * count)
    for _ in range(count):
        card = next((card for card in tries if frozenset(card) not in seen), None)
        if card is None:
            raise CardError(_why_not(index, len(cards)))
        cards.append(card)
        seen.add(frozenset(card))
        used.update(card)
    return tuple(cards)


@frozen
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
            raise CardError(say("The pile is empty: the players hold all the cards."))
        return self.pile[0], Deck(self.pile[1:])

    def under(self, card: Card) -> "Deck":
        """The pile with a card put back under it."""
        return Deck((*self.pile, card))

    def swap(self, card: Card) -> tuple[Card, "Deck"]:
        """The top card for this one, which goes under the pile."""
        new, rest = self.deal()
        return new, rest.under(card)


def shuffled(things: Sequence[_Thing], rng: Random) -> tuple[_Thing, ...]:
    """These in random order."""
    return tuple(_shuffle(things, rng))


@frozen
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
            say(
                "A card needs {needed} different words, and this list has {there}. Add words.",
                needed=WORDS_ON_A_CARD,
                there=len(different),
            )
        )
    if nowhere:
        raise CardError(
            say(
                "A card has every letter A–Z, and no word in this list has {letters}. Add one.",
                letters=one_of(nowhere),
            )
        )
    rarest_first = tuple(sorted(ascii_uppercase, key=lambda letter: len(holding[letter])))
    return _Index(different, letters, holding, rarest_first)


def _tries(index: _Index, used: Counter[str], rng: Random, most: int) -> Iterator[Side]:
    for _ in range(most):
        if card := _try_a_card(index, used, rng):
            yield card


def _try_a_card(index: _Index, used: Counter[str], rng: Random) -> Side | None:
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


def _why_not(index: _Index, made: int) -> Text:
    if made:
        return say(
            "Only {cards} could be made from these {words} words. Ask for fewer, or add words.",
            words=len(index.words),
            cards=say_count("one card", "{count} different cards", made),
        )
    return say(
        "No {needed} of these {words} words together have every letter A–Z. "
        "Add words with the rarest letters: {letters}.",
        needed=WORDS_ON_A_CARD,
        words=len(index.words),
        letters=", ".join(index.rarest_first[:4]),
    )


# Of a seeded `Random`, Python promises the same numbers in every version for `random()` alone; `choice`, `sample` and
# `shuffle` may change. So draws and shuffles are made of it here, and a game replayed elsewhere has the same cards.
def _draw(things: Sequence[_Thing], rng: Random) -> _Thing:
    return things[int(rng.random() * len(things))]


def _shuffle(things: Sequence[_Thing], rng: Random) -> list[_Thing]:
    left = list(things)
    return [left.pop(int(rng.random() * len(left))) for _ in range(len(left))]
