"""Reads a `table.toml` into settings, and tells all its mistakes at once, each with its line and a next step."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hardware.checks import Complaint, Place, check
from hardware.settings import GridSettings, KeypadSettings, PanelSettings, SeatSettings, TableSettings

Check = Callable[[TableSettings], Iterable[Complaint]]
SIMULATED_SEATS = 6


class ConfigError(Exception):
    """Everything that is wrong with a config, as `file:line: sentence`, a line each."""


@dataclass(frozen=True, slots=True)
class _Mistake:
    line: int
    place: Place
    say: str


class _Wrong:
    """Stands for a value that could not be read; its setting keeps its default."""


_WRONG = _Wrong()


def simulated_table(seats: int = SIMULATED_SEATS) -> TableSettings:
    """The table that needs no file: every seat has a keypad, a grid and a hooded panel, all simulated."""
    seat = SeatSettings(KeypadSettings(usb="simulated"), GridSettings(), PanelSettings(), hooded=True)
    return TableSettings(dict.fromkeys(range(1, seats + 1), seat), simulated=True, private=PanelSettings())


def load_table(file: Path, more: Check | None = None) -> TableSettings:
    try:
        return read_table(file.read_text(encoding="utf-8"), str(file), more)
    except FileNotFoundError:
        raise ConfigError(f"{file}: there is no such file. `wordtable setup` makes one.") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file}: this is not UTF-8 text. Save the file as UTF-8.") from None
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read ({error.strerror}).") from None


def read_table(text: str, where: str = "table.toml", more: Check | None = None) -> TableSettings:
    """The settings of a table, or a `ConfigError` with all that is wrong: here, and for whoever knows `more` of it."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        number = int(line[1]) if line else text.count("\n") + 1
        what = re.sub(r" \(at .*\)$", "", str(error))
        raise ConfigError(f"{where}:{number}: this is not TOML: {what[:1].lower()}{what[1:]}.") from None
    reading = _Reading(_lines(text))
    table = reading.table(content)
    if isinstance(table, TableSettings):
        reading.complain([*check(table), *(more(table) if more else ())])
        if not reading.mistakes:
            return table
    in_order = sorted(reading.mistakes, key=lambda mistake: mistake.line)
    raise ConfigError("\n".join(f"{where}:{mistake.line}: {mistake.say}" for mistake in in_order))


def _lines(text: str) -> dict[Place, int]:
    """On which line each section and each key stands; keys of an inline table are on the line of their table."""
    lines: dict[Place, int] = {}
    section: Place = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\s*([^\]]+?)\s*\]", line):
            section = _dotted(header[1])
            lines.setdefault(section, number)
        elif key := re.match(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""", line):
            lines.setdefault(section + _dotted(key[1]), number)
    return lines


def _dotted(name: str) -> Place:
    return tuple(part.strip().strip("\"'") for part in name.split("."))


class _Reading:
    """One file being read: walks the content beside the settings' own types, and notes whatever does not fit."""

    def __init__(self, lines: Mapping[Place, int]) -> None:
        self._lines = lines
        self.mistakes: list[_Mistake] = []

    def line(self, place: Place) -> int:
        """The line of this place, or of the nearest thing around it that has one."""
        while place and place not in self._lines:
            place = place[:-1]
        return self._lines.get(place, 1)

    def table(self, content: Mapping[str, Any]) -> object:
        """The file says a few things more shortly than the settings do."""
        known = {"seat": "seats"}
        content = {known.get(name, name): value for name, value in content.items()}
        for name, inner in (("buzzer", "pin"), ("speaker", "voice")):
            section = content.get(name)
            if isinstance(section, dict) and section.keys() <= {inner}:
                content[name] = section.get("pin") if name == "buzzer" else True
                if "voice" in section:
                    content["voice"] = section["voice"]
        buttons = content.get("buttons")
        if isinstance(buttons, dict):
            content["buttons"] = {b: {"pin": pin} if isinstance(pin, int) else pin for b, pin in buttons.items()}
        return self._value(content, TableSettings, ())

    def _value(self, value: object, kind: Any, place: Place) -> object:
        origin, choices = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):
            inner = next(choice for choice in choices if choice is not type(None))
            return self._value(value, inner, place)
        if origin is Literal:
            return value if value in choices else self._wrong(place, f"must be {_either(choices)}")
        if isinstance(kind, type) and is_dataclass(kind):
            return self._section(value, kind, place)
        if origin is not None and issubclass(origin, Mapping):
            return self._mapping(value, choices, place)
        if kind is object or (isinstance(value, kind) and not (kind is int and isinstance(value, bool))):
            return value
        names = {int: "a whole number", str: "text in quotes", bool: "true or false"}
        return self._wrong(place, f"must be {names.get(kind, 'something else')}")

    def _section(self, value: object, kind: Any, place: Place) -> object:
        if not isinstance(value, dict):
            return self._wrong(place, "must be a section with settings of its own, { … }")
        hints = get_type_hints(kind)
        given = {}
        for name, content in value.items():
            if name in hints:
                given[name] = self._value(content, hints[name], (*place, name))
            else:
                self._unknown(name, hints, place)
        for field in fields(kind):
            if field.name not in given and field.default is MISSING and field.default_factory is MISSING:
                missing = "seat" if field.name == "seats" else field.name
                return self._wrong(place, f"needs a {missing}")
        return kind(**{name: content for name, content in given.items() if content is not _WRONG})

    def _mapping(self, value: object, choices: tuple[Any, ...], place: Place) -> object:
        key_kind, content_kind = choices
        if not isinstance(value, dict):
            return self._wrong(place, "must be a section")
        read: dict[object, object] = {}
        for name, content in value.items():
            if key_kind is int and not re.fullmatch(r"[1-9]\d?", name):
                self._wrong((*place, name), "must be a number: write [seat.1], [seat.2] and so on")
                continue
            read[int(name) if key_kind is int else name] = self._value(content, content_kind, (*place, name))
        return {name: content for name, content in read.items() if content is not _WRONG}

    def _unknown(self, name: str, known: Mapping[str, object], place: Place) -> None:
        names = ["seat" if each == "seats" else each for each in known]
        near = get_close_matches(name, names, 1)
        hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(names)}."
        self._note((*place, name), f"{_spoken(place)}there is no setting «{name}»; {hint}")

    def _wrong(self, place: Place, say: str) -> _Wrong:
        self._note(place, f"{_spoken(place)}{say}." if place else f"the table {say}.")
        return _WRONG

    def _note(self, place: Place, say: str) -> None:
        in_file = tuple("seat" if part == "seats" else part for part in place)
        self.mistakes.append(_Mistake(self.line(in_file), in_file, say))

    def complain(self, complaints: Iterable[Complaint]) -> None:
        """Adds what the whole table is wrong about, except where it may only come from a value that was not read."""
        unread = {_device(mistake.place) for mistake in self.mistakes}
        for complaint in complaints:
            if not {_device(place) for place in (complaint.place, *complaint.others)} & unread:
                self.mistakes.append(_Mistake(self.line(complaint.place), complaint.place, complaint.say))


def _device(place: Place) -> Place:
    """The device that a setting belongs to: a seat's keypad, a seat's panel, the private screen."""
    return place[:3] if place[:1] == ("seat",) else place[:1]


def _spoken(place: Place) -> str:
    """A place as a person says it: «seat 2, panel, address: »."""
    words = ", ".join(place).replace("seats, ", "seat ")
    return f"{words}: " if words else ""


def _either(choices: tuple[object, ...]) -> str:
    shown = [str(choice) for choice in choices]
    return f"{', '.join(shown[:-1])} or {shown[-1]}"
