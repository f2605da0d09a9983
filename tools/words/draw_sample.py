"""Draws the words that were labelled by hand in tests/rules/labelled_words.txt, from Debian's `scowl` package.

Prints one word a line: `draw_sample.py common` (300, up to level 50), `draw_sample.py ending-in-s` (200, up to 80).
"""

import random
import re
import sys
import unicodedata
from pathlib import Path

SCOWL = Path("/usr/share/dict/scowl")
DRAWS = {"common": (50, 300, r"[a-z]{5}"), "ending-in-s": (80, 200, r"[a-z]{4}s")}
SEED = 2022


def five_letter_words(highest_level: int) -> set[str]:
    words: set[str] = set()
    for path in SCOWL.glob("*-words.*"):
        if int(path.suffix[1:]) <= highest_level:
            words.update(path.read_text(encoding="utf-8").split())
    return {"".join(c for c in unicodedata.normalize("NFD", w) if not unicodedata.combining(c)) for w in words}


def draw(which: str) -> list[str]:
    level, count, shape = DRAWS[which]
    pool = sorted(word for word in five_letter_words(level) if re.fullmatch(shape, word))
    return sorted(random.Random(SEED).sample(pool, count))


if __name__ == "__main__":
    if sys.argv[1:2] == [] or sys.argv[1] not in DRAWS:
        sys.exit(f"Say which draw: {' or '.join(DRAWS)}.")
    print("\n".join(draw(sys.argv[1])))
