"""The words of a table: what may be guessed, what may be hidden, why not, and how common a word is.

Pure: a `Dictionary` is built from text that somebody else has read. `firmware_host.dictionaries` does the reading.
"""

import hashlib
import random
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property

from firmware_host.frozen import frozen
from firmware_host.texts.errors import TextError
from firmware_host.texts.language import english
from firmware_host.texts.text import Text, say

FORMAT = "wordtable words"
FORMAT_VERSION = 1

# Why a word may be neither guessed nor hidden, as a file says it after the word.
REFUSALS = ("name", "abbreviation", "acronym", "contraction", "hyphenated", "prefix", "suffix", "foreign", "slang")
NOTES = ("plural", "offensive", "offered", *REFUSALS)

COMMONEST, RAREST = 1, 9
WELL_KNOWN = 4  # up to this grade a word is fit for cards, which are read by everybody
COMMON = 5  # up to this grade a word is fit for suggestions and bots
RARE = 8  # from this grade on the Host is told that a secret is rare
UNGRADED = 3  # a plain list of words counts as common

# A word's entry is one number: its grade in the low four bits, then the three flags, then the place of its refusal.
_GRADE = 15
_PLURAL = 16
_OFFENSIVE = 32
_OFFERED = 64
_REFUSAL_SHIFT = 7


@frozen
class Verdict:
    """What a dictionary says of one word."""

    guess: bool
    secret: bool  # where plurals may not be hidden
    secret_with_plurals: bool
    why: str | None  # something above is false: `plural`, `unlisted`, one of REFUSALS, `barred` or `unknown`
    common: int  # 1 very common … 9 rare or unknown

    @property
    def rare(self) -> bool:
        """It may be played, but whoever hides it should know that few will know it."""
        return self.guess and self.common >= RARE


@frozen
class Mistake:
    """One thing wrong in the text of a dictionary."""

    line: int
    say: Text


class WordsError(ValueError):
    """The text of a dictionary has mistakes; all of them are here, in the order of the lines."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(f"line {mistake.line}: {english(mistake.say)}" for mistake in self.mistakes))


class HouseWordError(TextError, ValueError):
    """What can be no house word."""


class Dictionary:
    """The words of one language or one table, all in memory; asking costs a set lookup or two.

    `with_house_words` lays a table's own agreements on top; the big tables underneath are shared. With a list of
    secrets only those are hidden, offered and dealt; every word may still be guessed.
    """

    def __init__(
        self,
        name: str,
        entries: "_Entries",
        allowed: frozenset[str] = frozenset(),
        barred: frozenset[str] = frozenset(),
        secrets: Mapping[str, None] | None = None,  # in their order
    ) -> None:
        self.name = name
        self._entries = entries
        self._guesses = entries.guesses
        self._singulars = entries.singulars
        self._allowed = allowed
        self._barred = barred
        self._secrets = secrets
        self._lists: dict[tuple[str, int], tuple[str, ...]] = {}

    def __repr__(self) -> str:
        house = f", {len(self._allowed)} allowed, {len(self._barred)} barred" if self._allowed or self._barred else ""
        return f"<Dictionary {self.name}: {len(self._guesses)} words{house}>"

    @property
    def digest(self) -> str:
        """A hash of the words, their order and their entries; not of house words, which are a game's options."""
        return self._entries.digest

    def judge(self, word: str) -> Verdict:
        """Everything about one word, however it was typed."""
        word = fold(word)
        entry = self._entries.of.get(word)
        grade = RAREST if entry is None else entry & _GRADE
        if word in self._barred:
            return _refused("barred", grade)
        if word in self._allowed:
            return Verdict(guess=True, secret=True, secret_with_plurals=True, why=None, common=grade)
        if entry is None:
            return _refused("unknown", grade)
        if entry >> _REFUSAL_SHIFT:
            return _refused(REFUSALS[(entry >> _REFUSAL_SHIFT) - 1], grade)
        if self._secrets is not None and word not in self._secrets:
            return Verdict(guess=True, secret=False, secret_with_plurals=False, why="unlisted", common=grade)
        if entry & _PLURAL:
            return Verdict(guess=True, secret=False, secret_with_plurals=True, why="plural", common=grade)
        return Verdict(guess=True, secret=True, secret_with_plurals=True, why=None, common=grade)

    def may_guess(self, word: str) -> bool:
        """The short answer, for a word in capitals."""
        return (word in self._guesses and word not in self._barred) or word in self._allowed

    def may_hide(self, word: str, *, plurals: bool) -> bool:
        """The short answer, for a word in capitals; `plurals` where a plural may be a secret."""
        hidden = self._guesses if plurals else self._singulars
        listed = self._secrets is None or word in self._secrets
        return (listed and word in hidden and word not in self._barred) or word in self._allowed

    def words(self, letters: int) -> tuple[str, ...]:
        """Every word of so many letters that may be guessed, the most common first."""

        def make() -> Iterator[str]:
            for word in self._entries.of:
                if len(word) == letters and self.may_guess(word):
                    yield word
            for word in sorted(self._allowed):
                if len(word) == letters and word not in self._entries.of:
                    yield word

        return self._kept("words", letters, make)

    def common(self, letters: int, *, plurals: bool = False, grade: int = COMMON) -> tuple[str, ...]:
        """The words that anybody may be offered: common, not offensive, and fit to be hidden; the most common first."""

        def make() -> Iterator[str]:
            if self._secrets is not None:
                listed = (word for word in self._secrets if len(word) == letters)
                yield from (word for word in listed if self.may_hide(word, plurals=plurals))
                return
            for word, entry in self._entries.of.items():
                fair = len(word) == letters and entry & _GRADE <= grade and not entry & _OFFENSIVE
                if fair and self.may_hide(word, plurals=plurals):
                    yield word

        return self._kept(f"{'plurals' if plurals else 'common'} up to {grade}", letters, make)

    def suggest(self, letters: int, rng: random.Random, count: int = 1) -> tuple[str, ...]:
        """Fair secrets for a Host, all different: those marked `offered` first, then common ones, while there are."""
        offered = self._offered(letters)
        first = rng.sample(offered, min(count, len(offered)))
        others = [word for word in self.common(letters) if word not in offered] if count > len(first) else []
        return (*first, *rng.sample(others, min(count - len(first), len(others))))

    def _offered(self, letters: int) -> tuple[str, ...]:
        def make() -> list[str]:
            return [word for word in self.offered if len(word) == letters and self.may_hide(word, plurals=False)]

        return self._kept("offered", letters, make)

    def with_house_words(self, allow: Iterable[str] = (), bar: Iterable[str] = ()) -> "Dictionary":
        """This dictionary with a table's own agreements on top: `allow` lifts every bar, `bar` beats `allow`."""
        barred = self._barred | _house_words(bar)
        allowed = (self._allowed | _house_words(allow)) - barred
        if allowed == self._allowed and barred == self._barred:
            return self
        return Dictionary(self.name, self._entries, allowed, barred, self._secrets)

    def hiding(self, secrets: Iterable[str]) -> "Dictionary":
        """This dictionary where only these words are hidden. Those that it does not have may be played too."""
        listed = dict.fromkeys(fold(word) for word in secrets)
        unknown = [word for word in listed if word not in self._entries.of]
        allowed = (self._allowed | _house_words(unknown)) - self._barred
        return Dictionary(self.name, self._entries, allowed, self._barred, listed)

    def up_to_grade(self, grade: int) -> tuple[str, ...]:
        """The words that are this common, or more, and not offensive; the most common first."""
        fair = (word for word, entry in self._entries.of.items() if entry & _GRADE <= grade and not entry & _OFFENSIVE)
        return tuple(word for word in fair if word in self._guesses)

    @property
    def offered(self) -> tuple[str, ...]:
        """The words that are marked as such: Hosts are suggested these first."""
        return tuple(word for word, entry in self._entries.of.items() if entry & _OFFERED and word in self._guesses)

    def hides(self, letters: int) -> bool:
        """Whether there is anything of so many letters to hide."""
        return self._secrets is None or bool(self.common(letters, plurals=True))

    @property
    def hides_only_a_list(self) -> bool:
        """Whether nothing but the words of a list can be hidden."""
        return self._secrets is not None and self._allowed <= self._secrets.keys()

    @property
    def listed(self) -> tuple[str, ...]:
        """The words of the list, where there is one; otherwise every word."""
        return tuple(self._entries.of if self._secrets is None else self._secrets)

    def _kept(self, kind: str, letters: int, make: Callable[[], Iterable[str]]) -> tuple[str, ...]:
        """A list that is made when it is first asked for, and kept."""
        if (kind, letters) not in self._lists:
            self._lists[kind, letters] = tuple(make())
        return self._lists[kind, letters]


def why_not_played(verdict: Verdict) -> Text:
    """For whoever typed the word, which is not repeated."""
    reason = why(verdict)
    if reason == "unknown":
        return say("That is not in the dictionary: try another word.")
    if reason == "barred":
        return say("This table does not allow that word.")
    return say("That {why}, which is not allowed: try another word.", why=WHY[reason])


def why(verdict: Verdict) -> str:
    """Why a word is not played, as a key of WHY."""
    return verdict.why if verdict.why is not None and verdict.why in WHY else "unknown"


def fold(word: str) -> str:
    """A word as the games hold it: in capitals, without accents, without the space around it."""
    word = word.strip()
    if not word.isascii():
        word = "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))
    return word.upper()


def read_dictionary(name: str, text: str) -> Dictionary:
    """A dictionary from the text of its file (docs/dictionaries.md); `WordsError` lists everything wrong with it."""
    version = re.match(rf"#\s*{FORMAT}\s+(\d{{1,9}})\b", text)
    if version and int(version[1]) != FORMAT_VERSION:
        other = say(
            "this is version {version} of the format; this wordtable reads version {ours}. Update wordtable.",
            version=version[1],
            ours=FORMAT_VERSION,
        )
        raise WordsError([Mistake(1, other)])
    entries = _read_quickly(text)
    return Dictionary(name, _Entries(_read_carefully(text) if entries is None else entries))


class _Entries:
    """The big tables of a dictionary: made once, shared by every table that lays house words on top."""

    def __init__(self, of: dict[str, int]) -> None:
        self.of = of
        self.guesses = frozenset([word for word, entry in of.items() if entry < 1 << _REFUSAL_SHIFT])
        self.singulars = frozenset([word for word, entry in of.items() if not entry & _PLURAL]) & self.guesses

    @cached_property
    def digest(self) -> str:
        text = "\n".join(f"{word} {entry}" for word, entry in self.of.items())
        return hashlib.sha256(text.encode()).hexdigest()


class _WrongNote(TextError, ValueError):
    """What stands after a word makes no sense."""


class _Tails(dict[str, int]):
    """What may follow a word on its line, and the entry it stands for; each different tail is worked out once."""

    def __missing__(self, tail: str) -> int:
        entry = self[tail] = _entry(tail.lower().split())
        return entry


def _entry(notes: list[str]) -> int:
    """The entry for what stands after a word; a ValueError says what is wrong with it."""
    grade = 0
    entry = 0
    for note in notes:
        if note.isdecimal():
            if grade or len(note) > 1 or not COMMONEST <= int(note) <= RAREST:
                raise _WrongNote(say("the grade must be one number from 1 (very common) to 9 (rare)."))
            grade = int(note)
        elif note == "plural":
            entry |= _PLURAL
        elif note == "offensive":
            entry |= _OFFENSIVE
        elif note == "offered":
            entry |= _OFFERED
        elif note in REFUSALS:
            if entry >> _REFUSAL_SHIFT:
                raise _WrongNote(say("one reason to refuse a word is enough. Leave the others out."))
            entry |= (REFUSALS.index(note) + 1) << _REFUSAL_SHIFT
        else:
            raise _WrongNote(_no_such_note(note))
    return entry | (grade or (RAREST if entry >> _REFUSAL_SHIFT else UNGRADED))


def _no_such_note(note: str) -> Text:
    near = get_close_matches(note, NOTES, 1)
    if near:
        return say("“{note}” cannot follow a word; did you mean “{near}”?", note=note, near=near[0])
    return say("“{note}” cannot follow a word; use a grade, {notes}.", note=note, notes=", ".join(NOTES))


def _read_quickly(text: str) -> dict[str, int] | None:
    """The entries of a file in its plainest form, or None when anything about it calls for a closer look."""
    if not text.isascii():
        return None
    lines = [line for line in text.upper().split("\n") if line and line[0] != "#"]
    tails = _Tails()
    entries: dict[str, int] = {}
    try:
        for line in lines:
            word, _, tail = line.partition(" ")
            entries[word] = tails[tail]
    except ValueError:
        return None
    return entries if len(entries) == len(lines) and "".join(entries).isalpha() and "" not in entries else None


def _read_carefully(text: str) -> dict[str, int]:
    """The entries of any file, or everything that is wrong with it."""
    entries: dict[str, int] = {}
    first_seen: dict[str, int] = {}
    mistakes: list[Mistake] = []
    for number, line in enumerate(text.splitlines(), 1):
        written, *notes = line.partition("#")[0].split() or [""]
        word = fold(written)
        if not written:
            continue
        if not (word.isascii() and word.isalpha()):
            mistakes.append(Mistake(number, _not_a_word(written)))
        elif word in entries:
            mistakes.append(Mistake(number, _there_already(written, first_seen[word])))
        else:
            first_seen[word] = number
            try:
                entries[word] = _entry([note.lower() for note in notes])
            except _WrongNote as wrong:
                entries[word] = 0
                mistakes.append(Mistake(number, say("“{word}”: {wrong}", word=written, wrong=wrong.say)))
    if not entries and not mistakes:
        mistakes.append(Mistake(1, say("this file has no words. Write one word on each line.")))
    if mistakes:
        raise WordsError(mistakes)
    return entries


def _not_a_word(written: str) -> Text:
    return say("“{word}” is not a word of the letters A to Z. Leave it out.", word=written)


def _there_already(written: str, line: int) -> Text:
    return say("“{word}” is already on line {line}. Remove one.", word=written, line=line)


def _house_words(words: Iterable[str]) -> frozenset[str]:
    folded = frozenset(fold(word) for word in words)
    for word in sorted(folded):
        if not (word.isascii() and word.isalpha()):
            raise HouseWordError(
                say("“{word}” cannot be a house word: write it with the letters A to Z only.", word=word)
            )
    return folded


def _refused(why: str, grade: int) -> Verdict:
    return Verdict(guess=False, secret=False, secret_with_plurals=False, why=why, common=grade)


# What follows “FRIDAY” or “That” in a sentence.
WHY: Mapping[str, Text] = {
    "name": say("is a name"),
    "abbreviation": say("is an abbreviation"),
    "acronym": say("is an acronym"),
    "contraction": say("is a contraction"),
    "hyphenated": say("is written with a hyphen"),
    "prefix": say("is only a prefix"),
    "suffix": say("is only a suffix"),
    "foreign": say("is a word of another language"),
    "slang": say("is slang"),
    "barred": say("is barred at this table"),
    "unknown": say("is not in the dictionary"),
}
