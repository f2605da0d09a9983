"""Draws the words that were labelled by hand in tests/games/shared/labelled_words.txt, from Debian's `scowl` package.

Prints one word a line: `draw_sample.py common` or `draw_sample.py ending-in-s`; with `again`, the second draw of each.
"""

import random
import re
import sys
import unicodedata
from pathlib import Path

SCOWL = Path("/usr/share/dict/scowl")
SHAPES = {"common": (50, r"[a-z]{5}"), "ending-in-s": (80, r"[a-z]{4}s")}
FIRST = {"common": 300, "ending-in-s": 200}
SECOND = {"common": 200, "ending-in-s": 100}


def words(highest_level: int) -> set[str]:
    found: set[str] = set()
    for path in SCOWL.glob("*-words.*"):
        if int(path.suffix[1:]) <= highest_level:
            found.update(path.read_text(encoding="utf-8").split())
    return {"".join(c for c in unicodedata.normalize("NFD", w) if not unicodedata.combining(c)) for w in found}


def pool(which: str) -> set[str]:
    level, shape = SHAPES[which]
    return {word for word in words(level) if re.fullmatch(shape, word)}


def draw(which: str) -> list[str]:
    return sorted(random.Random(2022).sample(sorted(pool(which)), FIRST[which]))


def draw_again(which: str) -> list[str]:
    drawn = {word for first in FIRST for word in draw(first)}
    return sorted(random.Random(2023).sample(sorted(pool(which) - drawn), SECOND[which]))


if __name__ == "__main__":
    if sys.argv[1:2] == [] or sys.argv[1] not in SHAPES:
        sys.exit(f"Say which draw: {' or '.join(SHAPES)}.")
    print("\n".join((draw_again if sys.argv[2:] == ["again"] else draw)(sys.argv[1])))
