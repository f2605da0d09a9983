"""Builds firmware_host/data/en.meanings: what each word means, in one line, from WordNet's glosses.

`tools.build_words` calls it. It only reads WordNet's own files.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

LONGEST = 72  # characters: three lines of a small panel
KINDS = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}  # as WordNet numbers them; 5 is an adj too
FAVOURS = {
    "noun": 5,
    "verb": 0,
    "adj": 1,
    "adv": 0,
}  # counts that a rarer sense of this kind is given, for people think of nouns

# What an inflected form can end in, and how its base ends.
ENDINGS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "noun": (("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("ies", "y")),
    "verb": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e"), ("ier", "y")),
    "adv": (),
}


@dataclass(frozen=True)
class Glosses:
    """WordNet: of each word its senses, the most usual first, and how often each was counted."""

    senses: Mapping[str, Mapping[str, tuple[str, ...]]]  # by kind, then by word: glosses
    counts: Counter[tuple[str, str, int]]  # by kind, word and number of the sense
    irregular: Mapping[str, Mapping[str, str]]  # by kind: geese: goose


def read_glosses(folder: Path, words: frozenset[str]) -> Glosses:
    """What WordNet says about these words, and about what they can be forms of."""
    irregular = {kind: _read_irregular(folder / f"{kind}.exc") for kind in ENDINGS}
    wanted = words | {base for word in words for kind in ENDINGS for base in bases(word, kind, irregular[kind])}
    senses = {kind: dict(_read_senses(folder, kind, wanted)) for kind in ENDINGS}
    return Glosses(senses, _read_counts(folder / "cntlist.rev", wanted), irregular)


def _read_irregular(file: Path) -> dict[str, str]:
    lines = (line.split() for line in file.read_text(encoding="utf-8").splitlines())
    return {form: base for form, base, *_ in lines}


def _read_senses(folder: Path, kind: str, wanted: frozenset[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    data = (folder / f"data.{kind}").read_bytes()
    for line in (folder / f"index.{kind}").read_text(encoding="utf-8").splitlines():
        word, *fields = line.split()
        if word in wanted and not line.startswith(" "):
            offsets = fields[-int(fields[1]) :]
            yield word, tuple(_gloss(data, int(offset), word) for offset in offsets)


def _gloss(data: bytes, offset: int, word: str) -> str:
    """Empty for a sense in which the word is a name: it is spelled with a capital, or stands for one single thing."""
    synset, _, gloss = data[offset : data.index(b"\n", offset)].decode().partition(" | ")
    spelled = {re.sub(r"\(.*", "", part) for part in synset.split()[4::2]}
    return "" if word not in spelled or " @i " in synset else gloss


def _read_counts(file: Path, wanted: frozenset[str]) -> Counter[tuple[str, str, int]]:
    counts: Counter[tuple[str, str, int]] = Counter()
    for line in file.read_text(encoding="utf-8").splitlines():
        sense, number, count = line.split()
        word, _, key = sense.partition("%")
        if word in wanted:
            counts[KINDS[key[0]], word, int(number)] += int(count)
    return counts


# ── choosing ─────────────────────────────────────────────────────────────────────────────────────


def bases(word: str, kind: str, irregular: Mapping[str, str]) -> list[str]:
    """What a word could be a form of."""
    if word in irregular:
        return [irregular[word]]
    return [word.removesuffix(end) + base for end, base in ENDINGS[kind] if word.endswith(end) and len(word) > len(end)]


def meaning(word: str, glosses: Glosses) -> str:
    """The most usual meaning in one line; for a form of a word that word and its meaning; empty if there is none."""
    own = best_sense(word, ENDINGS, glosses)
    if own:
        return own
    for kind in ENDINGS:
        for base in bases(word, kind, glosses.irregular[kind]):
            if found := best_sense(base, (kind,), glosses):
                return f"{base}: {found}"
    return ""


def best_sense(word: str, kinds: Iterable[str], glosses: Glosses) -> str:
    senses = [
        (glosses.counts[kind, word, number] + FAVOURS[kind], -number, in_one_line(gloss))
        for kind in kinds
        for number, gloss in enumerate(glosses.senses[kind].get(word, ()), 1)
        if gloss
    ]
    return max(senses, default=(0, 0, ""))[2]


def in_one_line(gloss: str) -> str:
    """The first part of a gloss, without its examples; if it is still too long, cut between two words."""
    text = gloss.partition(' "')[0].partition(";")[0].strip(" :;,")
    if len(text) > LONGEST:
        text = re.sub(r" ?\([^)]*\)", "", text).strip()
    if len(text) <= LONGEST:
        return text
    return text[:LONGEST].rpartition(" ")[0].rstrip(" ,;:(") + " …"


def build_meanings(folder: Path, words: Iterable[str], by_hand: Path) -> str:
    """A line for each word that has a meaning, from A to Z: a search can jump in it."""
    wanted = frozenset(words)
    glosses = read_glosses(folder, wanted)
    told = {word: meaning(word, glosses) for word in wanted} | read_by_hand(by_hand)
    return "".join(f"{word} {told[word]}\n" for word in sorted(wanted) if told[word])


def read_by_hand(file: Path) -> dict[str, str]:
    """What WordNet leaves out: it has only nouns, verbs, adjectives and adverbs."""
    lines = (line.partition(" ") for line in file.read_text(encoding="utf-8").splitlines())
    return {word: told for word, _, told in lines}
