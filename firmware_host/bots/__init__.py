"""What computer players of all games share: they are given views and clues, never a secret."""

from typing import Literal

Level = Literal["easy", "fair", "strong"]
LEVELS: tuple[Level, ...] = ("easy", "fair", "strong")


def level_named(name: str) -> Level:
    """The level of that name; fair if there is none."""
    return next((level for level in LEVELS if level == name), "fair")
