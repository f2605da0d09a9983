"""Builds firmware_host/data/en.words from Debian's `scowl` and `wordnet-base`, and hand-written lists in tools/words.

`tools.word_grades` says how common a word is, and the meanings beside the words come from `tools.build_meanings`. The
same inputs give the same bytes; `--check` only says whether the committed data is what would be built.
"""

import argparse
import gzip
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.build_meanings import build_meanings
from tools.word_grades import COUNTS_NOTICE, WELL_KNOWN, Evidence, counts_file, grade, read_counts

ROOT = Path(__file__).parent.parent
DATA = ROOT / "firmware_host" / "data"
HAND = ROOT / "tools" / "words"
BY_HAND = "by_hand.meanings"

HIGHEST_LEVEL = 80  # three quarters of SCOWL's level 95 are junk
NAME_LEVEL = 60  # up to this level a name is well known; a word of a higher level with that name counts as a name
NEW_LEVEL = 50  # of a word that SCOWL does not have and the lists call fine
COMMON = 5  # up to this grade a word is fit for suggestions
REFUSALS = ("name", "abbreviation", "acronym", "contraction", "hyphenated", "prefix", "suffix", "foreign", "slang")
NOTES = ("offered", "offensive", "known")  # can be added to the verdict of a word
VERDICTS = ("fine", "plural", "unknown", *NOTES, *REFUSALS)

HEADER = """\
# wordtable words 1
#
# English words of five and four letters, the most common first; then words that are no words to play, with the reason.
# Built by tools/build_words.py from SCOWL, WordNet and the counts of wordsegment, chosen, judged and changed for this
# game: do not edit by hand. The notices of all sources are in the files NOTICE.*.txt beside this file.
#
# The words of grade 8 are partly those of the UK Advanced Cryptics Dictionary:
# Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved. Its whole notice is in NOTICE.scowl.txt.
"""


class BuildError(Exception):
    """Something that the user has to fix; the message says what."""


@dataclass(frozen=True)
class Sources:
    """Where the two Debian packages have their files, and the Python package `wordsegment` its counts."""

    scowl: Path = Path("/usr/share/dict/scowl")
    wordnet: Path = Path("/usr/share/wordnet")
    notices: Path = Path("/usr/share/doc")
    licences: Path = Path("/usr/share/common-licenses")
    counts: Path | None = field(default_factory=counts_file)

    def missing(self) -> list[str]:
        wanted = {
            "scowl": [
                self.scowl / "english-words.10",
                self.notices / "scowl/copyright",
                self.notices / "scowl/README.gz",
            ],
            "wordnet-base": [self.wordnet / "index.noun", self.notices / "wordnet-base/copyright"],
        }
        return [package for package, files in wanted.items() if not all(file.exists() for file in files)]


@dataclass(frozen=True)
class Scowl:
    """The word lists, reduced to a-z: each word with its lowest level."""

    words: dict[str, int]
    owners: frozenset[str]  # words with a possessive (crane's), so they are nouns
    names: dict[str, int]
    acronyms: dict[str, int]
    abbreviations: dict[str, int]
    contractions: frozenset[str]
    variants: frozenset[str] = frozenset()  # other spellings: altho, donut


@dataclass(frozen=True)
class WordNet:
    """What kind of word each word is."""

    nouns: frozenset[str]
    verbs: frozenset[str]
    irregular: dict[str, tuple[str, ...]]  # geese: (goose,)
    hyphenated: frozenset[str]  # x-ray, without the hyphen


@dataclass(frozen=True)
class Hand:
    """Exceptions that were decided by hand, each with its reason in the file."""

    verdicts: dict[str, str]
    offensive: frozenset[str]
    offered: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()


# ── reading the sources ──────────────────────────────────────────────────────────────────────────


def fold(word: str) -> str:
    if word.isascii():
        return word
    return "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))


def scowl_lists(folder: Path, category: str, highest: int, *, variants: bool = True) -> Iterator[tuple[int, str]]:
    """Every word of a category with its level, in all spellings or without the variants, lowest level first."""
    found = [(int(path.suffix[1:]), path) for path in folder.glob(f"*-{category}.*")]
    for level, path in sorted(found):
        if level <= highest and (variants or "variant" not in path.stem):
            for word in path.read_text(encoding="utf-8").split():
                yield level, fold(word)


def read_scowl(folder: Path) -> Scowl:
    words: dict[str, int] = {}
    owners = set()
    for level, word in scowl_lists(folder, "words", HIGHEST_LEVEL):
        if word.isalpha() and word.islower():
            words.setdefault(word, level)
        elif word.endswith("'s"):
            owners.add(word.removesuffix("'s"))
    usual = {word for _, word in scowl_lists(folder, "words", HIGHEST_LEVEL, variants=False)}
    names: dict[str, int] = {}
    acronyms: dict[str, int] = {}
    abbreviations: dict[str, int] = {}
    for category in ("upper", "proper-names", "abbreviations"):
        for level, word in scowl_lists(folder, category, HIGHEST_LEVEL):
            in_capitals = acronyms if word.removesuffix("s").isupper() else names
            kind = abbreviations if category == "abbreviations" and in_capitals is names else in_capitals
            kind[word.lower()] = min(level, kind.get(word.lower(), level))
    contractions = {word.replace("'", "") for _, word in scowl_lists(folder, "contractions", HIGHEST_LEVEL)}
    variants = frozenset(words.keys() - usual)
    return Scowl(words, frozenset(owners), names, acronyms, abbreviations, frozenset(contractions), variants)


def read_wordnet(folder: Path) -> WordNet:
    lemmas = {kind: wordnet_lemmas(folder / f"index.{kind}") for kind in ("noun", "verb", "adj", "adv")}
    irregular: dict[str, tuple[str, ...]] = {}
    for line in (folder / "noun.exc").read_text(encoding="utf-8").splitlines():
        plural, *singulars = line.split()
        irregular[plural] = tuple(singulars)
    hyphenated = {lemma.replace("-", "") for kind in lemmas.values() for lemma in kind if "-" in lemma}
    hyphenated |= {lemma.replace("-", "") + "s" for lemma in lemmas["noun"] if "-" in lemma}
    return WordNet(lemmas["noun"], lemmas["verb"], irregular, frozenset(hyphenated))


def wordnet_lemmas(index: Path) -> frozenset[str]:
    lines = index.read_text(encoding="utf-8").splitlines()
    return frozenset(line.partition(" ")[0] for line in lines if not line.startswith(" "))


def read_hand(folder: Path) -> Hand:
    """The hand-written lists: `word verdict  # reason` on each line."""
    settled: dict[str, dict[str, str]] = {"verdicts": {}, **{note: {} for note in NOTES}}
    for path in sorted(folder.glob("*.txt")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line or line.startswith("#"):
                continue
            where = f"{path.name}:{number}"
            entry = re.fullmatch(r"([a-z]{4,5}) ([a-z]+) +# (\S.*)", line)
            if not entry:
                raise BuildError(
                    f"{where}: write `word verdict  # reason`, the word in four or five lower-case letters."
                )
            word, verdict, _ = entry.groups()
            if verdict not in VERDICTS:
                raise BuildError(f"{where}: “{verdict}” is not a verdict. Verdicts: {', '.join(VERDICTS)}.")
            kind = settled[verdict if verdict in NOTES else "verdicts"]
            if word in kind:
                raise BuildError(f"{where}: “{word}” is already listed. Remove one of the lines.")
            kind[word] = verdict
    offensive, offered, known = (frozenset(settled[note]) for note in ("offensive", "offered", "known"))
    return Hand(settled["verdicts"], offensive, offered, known)


# ── judging ──────────────────────────────────────────────────────────────────────────────────────


def is_plural(word: str, scowl: Scowl, wordnet: WordNet) -> bool:
    """Whether it is a plural, by its form and its singular. A form of a verb does not count."""
    if word in wordnet.irregular and word not in wordnet.irregular[word]:
        return True
    if any(is_noun(singular, scowl, wordnet) for singular in borrowed_singulars(word)):
        return word not in scowl.owners or word.endswith("men")  # TAXI has its own entry
    if not word.endswith("s") or word.endswith("ss"):
        return False
    stems = [stem for stem in s_stems(word) if stem in scowl.words]
    if any(is_noun(stem, scowl, wordnet) for stem in stems):
        return True
    if word in scowl.owners:
        return False  # BASIS and CHAOS have their own entries
    if not stems:
        return word[-2] not in "aiouy"  # STATS, but not PIOUS
    return not any(is_verb(stem, scowl, wordnet) for stem in stems)


def borrowed_singulars(word: str) -> list[str]:
    """What CACTI, TEMPI, LARVAE, MEDIA and WOMEN could be the plural of."""
    endings = (("i", "us"), ("i", "o"), ("ae", "a"), ("a", "um"), ("men", "man"))
    return [word.removesuffix(plural) + singular for plural, singular in endings if word.endswith(plural)]


def s_stems(word: str) -> list[str]:
    """What a word ending in S could be the plural of: ROSE, TAX, STY."""
    stems = [word[:-1]]
    if word.endswith("ies"):
        stems.append(word[:-3] + "y")
    if re.search("(s|x|z|ch|sh|o)es$", word):
        stems.append(word[:-2])
    return stems


def is_noun(word: str, scowl: Scowl, wordnet: WordNet) -> bool:
    return word in scowl.words and (word in wordnet.nouns or word in scowl.owners)


def is_verb(word: str, scowl: Scowl, wordnet: WordNet) -> bool:
    stem = word.removesuffix("e")
    return word in wordnet.verbs or any(form in scowl.words for form in (stem + "ed", stem + word[-1] + "ed"))


def refusal(word: str, scowl: Scowl, wordnet: WordNet) -> str | None:
    """Why this word cannot be played, or an empty string."""
    level = scowl.words.get(word)
    if level is not None:
        is_name = level > NAME_LEVEL and scowl.names.get(word, HIGHEST_LEVEL) <= NAME_LEVEL
        return "name" if is_name else None
    if word in scowl.contractions:
        return "contraction"
    if word in scowl.acronyms:
        return "acronym"
    if word in scowl.names:
        return "name"
    if word in scowl.abbreviations:
        return "abbreviation"
    return "hyphenated" if word in wordnet.hyphenated else None


def entries(scowl: Scowl, wordnet: WordNet, hand: Hand, counts: Counter[str]) -> list[str]:
    """The lines of the file: first the words that can be played, the most common first, then the others from A to Z."""
    levels = scowl.words | {word: scowl.abbreviations.get(word, NEW_LEVEL) for word in taken_in(scowl, hand, counts)}
    to_play: list[tuple[int, int, str, str]] = []
    refused: list[str] = []
    for word in all_words(scowl, wordnet, hand):
        verdict = hand.verdicts.get(word) or refusal(word, scowl, wordnet)
        level = levels.get(word)
        common = 0 if level is None else grade_of(word, level, scowl, hand, counts[word])
        marks = [str(common)] if common else []
        if verdict in REFUSALS:
            marks.append(verdict)
        elif verdict == "plural" or (verdict is None and is_plural(word, scowl, wordnet)):
            marks.append("plural")
        if word in hand.offensive:
            marks.append("offensive")
        if word in hand.offered:
            marks.append("offered")
        line = " ".join([word, *marks])
        if verdict in REFUSALS:
            refused.append(line)
        elif common and verdict != "unknown":
            to_play.append((common, -counts[word], word, line))
    return [line for *_, line in sorted(to_play)] + sorted(refused)


def grade_of(word: str, level: int, scowl: Scowl, hand: Hand, written: int) -> int:
    is_name = scowl.names.get(word, HIGHEST_LEVEL) <= NAME_LEVEL
    found = grade(Evidence(level, written, variant=word in scowl.variants, name=is_name))
    return min(found, WELL_KNOWN) if word in hand.known else found


def all_words(scowl: Scowl, wordnet: WordNet, hand: Hand) -> set[str]:
    sources: list[Iterable[str]] = [scowl.words, scowl.names, scowl.acronyms, scowl.abbreviations, scowl.contractions]
    sources += [wordnet.hyphenated, hand.verdicts]
    return {word for source in sources for word in source if len(word) in (4, 5) and re.fullmatch("[a-z]+", word)}


def taken_in(scowl: Scowl, hand: Hand, counts: Counter[str]) -> list[str]:
    """Words that the lists call fine although SCOWL calls them abbreviations, or has only names or nothing."""
    fine = [
        word for word, verdict in hand.verdicts.items() if verdict in ("fine", "plural") and word not in scowl.words
    ]
    for word in fine:
        if word not in scowl.abbreviations and word not in counts:
            raise BuildError(
                f"tools/words calls “{word}” {hand.verdicts[word]}, but no source has such a word. Is it spelled right?"
            )
    return fine


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def notices(folder: Path, licences: Path) -> dict[str, bytes]:
    """The complete notices of all sources. SCOWL's README is newer than Debian's copy of its notice: include both."""
    debian = (folder / "scowl/copyright").read_bytes()
    with gzip.open(folder / "scowl/README.gz") as readme:
        text = readme.read()
    own = text[text.index(b"COPYRIGHT, SOURCES, and CREDITS:") : text.index(b"FUTURE PLANS:")]
    rule = b"\n" + b"-" * 72 + b"\n\n"
    return {
        "NOTICE.scowl.txt": debian + rule + own.rstrip() + b"\n",
        "NOTICE.wordnet.txt": (folder / "wordnet-base/copyright").read_bytes(),
        "NOTICE.wordsegment.txt": COUNTS_NOTICE.encode() + rule + (licences / "Apache-2.0").read_bytes(),
    }


def build(sources: Sources, hand_folder: Path = HAND, say: bool = False) -> dict[str, bytes]:
    """Every file that is built: its name and its bytes."""
    if sources.missing():
        packages = " ".join(sources.missing())
        raise BuildError(f"The word sources are not installed. On Debian: sudo apt install {packages}")
    if sources.counts is None:
        raise BuildError("The counts of words are not installed. Install them: pip install wordsegment")
    progress = print if say else lambda _: None
    progress(f"reading {hand_folder.name}")
    hand = read_hand(hand_folder)
    progress(f"reading {sources.scowl}")
    scowl = read_scowl(sources.scowl)
    progress(f"reading {sources.wordnet}")
    wordnet = read_wordnet(sources.wordnet)
    progress(f"reading {sources.counts}")
    counts = read_counts(sources.counts)
    progress("judging")
    lines = entries(scowl, wordnet, hand, counts)
    progress("explaining")
    explained = build_meanings(sources.wordnet, (word for word in map(to_explain, lines) if word), HAND / BY_HAND)
    return {
        "en.words": (HEADER + "\n".join(lines) + "\n").encode(),
        "en.meanings": explained.encode(),
        **notices(sources.notices, sources.licences),
    }


def to_explain(line: str) -> str:
    """The word of a line if it can be hidden and may be talked about."""
    word, *marks = line.split()
    return "" if {"offensive", *REFUSALS} & set(marks) else word


def summary(text: str) -> str:
    """A small table with the number of words of each kind and length."""
    counts: Counter[tuple[str, int]] = Counter()
    for word, *marks in (line.split() for line in text.splitlines() if not line.startswith("#")):
        refused = [mark for mark in marks if mark in REFUSALS]
        kinds = [f"refused: {refused[0]}"] if refused else ["may be guessed"]
        if not refused and "plural" not in marks:
            kinds.append("may be a party secret")
        if not refused and int(marks[0]) <= COMMON and "offensive" not in marks:
            kinds.append("common, with plurals")
            if "plural" not in marks:
                kinds.append("common")
        counts.update((kind, len(word)) for kind in kinds)
    kinds = sorted({kind for kind, _ in counts}, key=lambda kind: (kind.startswith("refused"), -counts[kind, 5]))
    rows = [f"{kind:24}{counts[kind, 5]:8,}{counts[kind, 4]:8,}" for kind in kinds]
    return "\n".join([f"{'letters':24}{5:8}{4:8}", *rows])


def differing(built: dict[str, bytes], folder: Path) -> Iterable[str]:
    for name, content in built.items():
        if not (folder / name).exists() or (folder / name).read_bytes() != content:
            yield name


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Build the word data from Debian's scowl and wordnet-base.")
    parser.add_argument("--check", action="store_true", help="write nothing; only check that the data is up to date")
    parser.add_argument("--scowl", type=Path, default=Sources.scowl, help="where scowl is (default: %(default)s)")
    parser.add_argument("--wordnet", type=Path, default=Sources.wordnet, help="where wordnet is (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=DATA, help="where to write the data (default: the package's data)")
    chosen = parser.parse_args(arguments)
    try:
        built = build(Sources(chosen.scowl, chosen.wordnet), say=True)
    except BuildError as error:
        print(f"build_words: {error}", file=sys.stderr)
        return 2
    print(summary(built["en.words"].decode()))
    changed = list(differing(built, chosen.out))
    if chosen.check:
        print(f"would change: {', '.join(changed)}" if changed else "the data is up to date")
        return 1 if changed else 0
    for name in changed:
        (chosen.out / name).write_bytes(built[name])
    print(f"wrote {', '.join(changed)}" if changed else "nothing to change")
    return 0


if __name__ == "__main__":
    sys.exit(main())
