"""What a row says: a JSON list, read part by part. Pure. A ValueError where it makes no sense."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from firmware_host.frozen import frozen

text_of: Callable[[object], str] = json.JSONEncoder(separators=(",", ":")).encode  # made once: it takes a while


@frozen
class Finished:
    """A game that was played to its end, or ended."""

    number: int
    began: float
    ended: float
    save: Mapping[str, object] = field(repr=False)  # with its log, or None in its place if a part of that is lost
    result: Mapping[str, object]
    computers: Mapping[str, str]


@frozen
class Ended:
    """The result of a game: its row, the game that it is about, when it ended and how."""

    row: int
    game: int
    ended: float
    result: Mapping[str, object] = field(repr=False)


def list_of(text: str, parts: int) -> list[object]:
    """A row as a list of so many parts, or more."""
    try:
        read = json.loads(text)
    except RecursionError:  # no row of ours is nested so deeply
        read = None
    if not isinstance(read, list) or len(read) < parts:
        raise ValueError("A row of the journal makes no sense.")
    return read


def object_of(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError("A row of the journal makes no sense.")
    return value


def names_of(value: object) -> dict[str, str]:
    return {name: str(text) for name, text in object_of(value).items()}


def strings_of(value: object) -> list[str]:
    if not isinstance(value, list):
        raise ValueError("A row of the journal makes no sense.")
    return [str(each) for each in value]


def real(value: object) -> float:
    if not isinstance(value, int | float):
        raise ValueError("A row of the journal makes no sense.")
    return float(value)


def whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def moment_of(entry: Mapping[str, object]) -> float:
    """When it was: each kind of entry says it in its own way."""
    moments: Iterable[object] = (entry.get(name) for name in ("at", "time", "loaded"))
    return next((float(moment) for moment in moments if isinstance(moment, int | float)), 0.0)
