"""The options of a game: each a field that knows what it may be, read from what a front end sent."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields
from difflib import get_close_matches
from typing import Any, TypeVar

from firmware_host.frozen import frozen
from firmware_host.games.shared.table import RuleError
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import Text, say, say_count, verbatim
from firmware_host.texts.text import one_of as one_of_these

# A check takes a value and returns it as the game wants it, or raises a MustBe.
Check = Callable[[object], object]


class MustBe(TextError):
    """An option has a wrong value; its text is what it must be."""


def one_of(*values: Any) -> Any:
    """An option with a few values; the first is the default."""

    def check(value: object) -> object:
        for allowed in values:
            if value == allowed and type(value) is type(allowed):
                return allowed
        raise MustBe(one_of_these(json.dumps(allowed) for allowed in values))

    return field(default=values[0], metadata={"check": check, "values": values})


def number(low: int, high: int, *, default: int) -> Any:
    """A whole number in a range."""
    return field(default=default, metadata={"check": _in_range(low, high, int)})


def seconds(low: int, high: int, *, default: int | None) -> Any:
    """A time in a range, or None for no limit."""
    in_range = _in_range(low, high, int | float)

    def check(value: object) -> object:
        return None if value is None else in_range(value)

    return field(default=default, metadata={"check": check})


def words() -> Any:
    """A list of words that the table has agreed on."""

    def check(value: object) -> object:
        if isinstance(value, list | tuple) and all(isinstance(w, str) and w.isascii() and w.isalpha() for w in value):
            return tuple(word.upper() for word in value)
        raise MustBe(say("a list of words of the letters A to Z"))

    return field(default=(), metadata={"check": check})


def name(default: str) -> Any:
    def check(value: object) -> object:
        if isinstance(value, str):
            return value
        raise MustBe(say("a name"))

    return field(default=default, metadata={"check": check})


def _in_range(low: int, high: int, kind: Any) -> Check:
    def check(value: object) -> object:
        if isinstance(value, kind) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise MustBe(say("a number from {low} to {high}", low=low, high=high))

    return check


@frozen
class Options:
    """What every game lets the table choose."""

    dictionary: str = name("en")
    allow: tuple[str, ...] = words()
    bar: tuple[str, ...] = words()


O = TypeVar("O", bound=Options)  # noqa: E741  # the usual name for it here


def read(kind: type[O], given: Mapping[str, object]) -> O:
    """The options of a game from what was sent; a RuleError `bad-option` says what one of them must be."""
    checks: dict[str, Check] = {option.name: option.metadata["check"] for option in fields(kind)}
    chosen: dict[str, Any] = {}
    for option, value in given.items():
        if option not in checks:
            near = get_close_matches(option, checks, 1)
            raise RuleError("bad-option", _no_such(near, checks))
        try:
            chosen[option] = checks[option](value)
        except MustBe as must:
            wanted = say("The option {option} must be {value}.", option=option, value=must.say)
            raise RuleError("bad-option", wanted) from None
    return kind(**chosen)


def _no_such(near: list[str], known: Iterable[str]) -> Text:
    if near:
        return say("This game has no such option: did you mean {option}?", option=near[0])
    return say("This game has no such option. It has {options}.", options=", ".join(known))


# ── what a lobby offers ──────────────────────────────────────────────────────────────────────────

MINUTES = (120, 60, 180, 300)  # seconds


def time(seconds: int) -> Text:
    minutes, rest = divmod(seconds, 60)
    if rest:
        return say_count("{count} second", "{count} seconds", seconds)
    return say_count("{count} minute", "{count} minutes", minutes)


TIMES: Mapping[Any, Text] = {None: say("no limit")} | {each: time(each) for each in (30, 60, 90, 120, 180, 300)}


def numbers(*offered: int) -> Mapping[Any, Text]:
    return {each: verbatim(str(each)) for each in offered}
