"""What to write instead of a setting or a value that does not fit: the name that was meant, the right section. Pure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches

from firmware_host.texts.text import NOTHING, Text, say
from hardware.config.settings import SeatSettings, TableSettings
from hardware.kinds import Place

_OF_A_SEAT = frozenset(field.name for field in fields(SeatSettings))
_OF_THE_TABLE = frozenset(field.name for field in fields(TableSettings))
_A_SEAT = re.compile(r"seat[ _-]?([1-9]\d?)", re.IGNORECASE)
_A_NUMBER = re.compile(r"(?:gpio|i2c-)?\s*(0x[0-9a-f]+|[0-9]+)", re.IGNORECASE)
_MUST_BE: Mapping[object, Text] = {
    int: say("must be a whole number"),
    str: say("must be text in quotes"),
    bool: say("must be true or false"),
}


def must_be(kind: object, value: object) -> Text:
    """What a value of the wrong type should have been."""
    if isinstance(value, str):
        if kind is int and (number := _A_NUMBER.fullmatch(value)):
            return say("must be a whole number, without quotes: write {number}", number=number[1])
        if kind is bool and value.lower() in ("true", "false"):
            return say("must be true or false, without quotes")
    return _MUST_BE.get(kind, say("has the wrong type"))


def meant(name: str, known: Iterable[str], place: Place) -> Text:
    """What somebody meant who wrote this unknown name at this place; nothing if nobody can tell."""
    if not place and (seat := _A_SEAT.fullmatch(name)):
        return say("no setting “{name}”; did you mean {near}?", name=name, near=f"seat.{seat[1]}")
    if is_a_seats((*place, name)):
        return say("“{name}” belongs to a seat. Move it below {seat}.", name=name, seat="[seat.1]")
    if place and name in _OF_THE_TABLE:
        return say("“{name}” belongs to the whole table. Move it to the top of the file.", name=name)
    if near := get_close_matches(name, known, 1):
        return say("no setting “{name}”; did you mean {near}?", name=name, near=near[0])
    return NOTHING


def is_a_seats(place: Place) -> bool:
    """Whether something stands on its own that every seat has for itself."""
    return len(place) == 1 and place[0] in _OF_A_SEAT
