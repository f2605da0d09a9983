"""How common each word is: a grade from 1 (everybody uses it) to 8 (few know it), from two kinds of evidence.

SCOWL's level says how many dictionaries have a word. The counts of the Python package `wordsegment` say how often it is
written: they come from a trillion words of web pages. The grade lies between the two.
"""

import importlib.util
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

GRADES = {10: 1, 20: 2, 35: 3, 40: 4, 50: 5, 55: 6, 60: 6, 70: 7, 80: 8}  # of SCOWL's levels
RAREST = 8
WELL_KNOWN = 3  # of a word that the lists in tools/words call known
# A word that is written at least so often in a million words has the first grade, the second, and so on.
PER_MILLION = (30.0, 10.0, 3.0, 1.0, 0.3, 0.1, 0.03)
A_MILLION = 1_024_908  # as the whole of the web pages is counted: 1,024,908,267,229 words

COUNTS_NOTICE = """\
How common the words are was decided with the counts of wordsegment 1.3.1, https://github.com/grantjenks/python-wordsegment

Copyright 2018 Grant Jenks

Licensed under the Apache License, Version 2.0. Its text is below. The counts were not copied: each word has a grade
from 1 to 8, which lies between the grade of its count and that of its level in SCOWL.

The counts come from the Google Web Trillion Word Corpus, as described by Thorsten Brants and Alex Franz, and
distributed by the Linguistic Data Consortium. Peter Norvig published the part that wordsegment uses.
"""


@dataclass(frozen=True)
class Evidence:
    """What the sources say of one word."""

    level: int  # SCOWL's
    written: int = 0  # times on the web pages
    variant: bool = False  # SCOWL has it only as another spelling of a word, and then with the level of that word
    name: bool = False  # it is a name too, so that nobody can say which of the two was written


def grade(word: Evidence) -> int:
    """Both kinds of evidence count the same; where only one speaks of the word itself, it decides."""
    by_dictionaries, by_writing = GRADES[word.level], grade_of_count(word.written)
    if word.name:
        return by_dictionaries
    between = (by_dictionaries + by_writing + 1) // 2
    return min(RAREST, max(between, by_writing) + 1) if word.variant else between


def grade_of_count(written: int) -> int:
    return 1 + sum(written < often * A_MILLION for often in PER_MILLION)


def counts_file() -> Path | None:
    """Where the counts of `wordsegment` are, or None if it is not installed. The package itself is not loaded."""
    package = importlib.util.find_spec("wordsegment")
    return Path(package.origin).with_name("unigrams.txt") if package and package.origin else None


def read_counts(file: Path) -> Counter[str]:
    counts: Counter[str] = Counter()
    for line in file.read_text(encoding="utf-8").splitlines():
        word, _, count = line.partition("\t")
        if len(word) in (4, 5):
            counts[word] = int(float(count))
    return counts
