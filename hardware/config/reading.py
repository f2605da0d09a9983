"""Reads a `table.toml` into settings, and reports all its mistakes at once, each with its line and a next step."""

import logging
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from firmware_host.frozen import frozen
from firmware_host.texts.language import Language
from firmware_host.texts.language import language as language_named
from firmware_host.texts.text import Fact, Text, all_of, one_of, say
from hardware.config.checks import NO_SEATS, Complaint, about, check, spoken
from hardware.config.instead import is_a_seats, meant, must_be
from hardware.config.not_toml import why_not_toml
from hardware.config.settings import (
    GridSettings,
    I2cPanelSettings,
    KeypadSettings,
    PanelSettings,
    SeatSettings,
    SerialGridSettings,
    TableSettings,
)  # fmt: skip
from hardware.files import KILOBYTE, NotAFile, read_file
from hardware.kinds import GRIDS, PANELS, Kinds, Place

log = logging.getLogger(__name__)

Check = Callable[[TableSettings], Iterable[Complaint]]
SIMULATED_SEATS = 6
ONLY_SETTINGS = (("buzzer", "pin"),)  # sections with one setting, which stands for the device
LARGEST = 256 * KILOBYTE  # bytes; the longest of our own examples has six thousand
LONGEST_NAME = 300  # characters in which a line names its section or its setting
LARGEST_NUMBER = 63  # bits
ENGLISH = language_named("en")
CHOSEN_BY_NAME: Mapping[object, Kinds[Any]] = {GridSettings: GRIDS, PanelSettings: PANELS}  # what names the kind
RENAMED: Mapping[Place, str] = {("web", "codes", "host"): "private"}  # names of older files, which are still read


@frozen
class ConfigMistake:
    """What is wrong, and in which line; 0 if it is about the whole file."""

    line: int
    say: Text


class ConfigError(Exception):
    """Everything that is wrong with a config. As text: `file:line: sentence`, one line each."""

    def __init__(self, where: str, mistakes: Sequence[ConfigMistake]) -> None:
        self.where = where
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(self.lines()))

    def lines(self, language: Language = ENGLISH) -> list[str]:
        """Each mistake, in somebody's language."""
        return [
            f"{self.where}:{mistake.line}: {language.read(mistake.say)}"
            if mistake.line
            else f"{self.where}: {language.read(mistake.say)}"
            for mistake in self.mistakes
        ]


@frozen
class _Mistake:
    line: int
    place: Place
    say: Text


class _Wrong:
    """Stands for a value that could not be read; its setting keeps its default."""


_WRONG = _Wrong()


def simulated_table(seats: int = SIMULATED_SEATS) -> TableSettings:
    """The table that needs no file: every seat has a keypad, a grid and a hooded panel, all simulated."""
    seat = SeatSettings(KeypadSettings(usb="simulated"), SerialGridSettings(), I2cPanelSettings(), hooded=True)
    return TableSettings(dict.fromkeys(range(1, seats + 1), seat), simulated=True, private=I2cPanelSettings())


def load_table(file: Path, more: Check | None = None) -> TableSettings:
    try:
        return read_table(read_file(file, LARGEST).decode("utf-8-sig"), str(file), more)
    except FileNotFoundError:
        wrong = say("no such file. `wordtable setup` makes one.")
    except NotAFile as sorry:
        wrong = sorry.say
    except UnicodeDecodeError:
        wrong = say("this is not UTF-8 text. Save the file as UTF-8.")
    except OSError as error:
        wrong = say("cannot be read ({error}).", error=error.strerror or "?")
    raise ConfigError(str(file), [ConfigMistake(0, wrong)])


def read_table(text: str, where: str = "table.toml", more: Check | None = None) -> TableSettings:
    """The settings of a table, or a `ConfigError` with all that is wrong. `more` checks what is not known here."""
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(where, [ConfigMistake(*why_not_toml(text, error))]) from None
    reading = _Reading(_lines(text))
    table = reading.table(content)
    if isinstance(table, TableSettings):
        reading.complain([*check(table), *(more(table) if more else ())])
        if not reading.mistakes:
            for place in reading.old_names:
                new = ".".join((*place[:-1], RENAMED[place]))
                log.warning("%s:%d: %s is now called %s.", where, reading.line(place), ".".join(place), new)
            return table
    in_order = sorted(reading.mistakes, key=lambda mistake: mistake.line)
    raise ConfigError(where, [ConfigMistake(mistake.line, mistake.say) for mistake in in_order])


def _lines(text: str) -> dict[Place, int]:
    """The line of each section and each key; keys of an inline table are on the line of their table."""
    lines: dict[Place, int] = {}
    section: Place = ()
    for number, whole_line in enumerate(text.splitlines(), 1):
        line = whole_line[:LONGEST_NAME]
        if header := re.match(r"\s*\[\s*([^\]]+?)\s*\]", line):
            section = _dotted(header[1])
            lines.setdefault(section, number)
        elif key := re.match(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""", line):
            lines.setdefault(section + _dotted(key[1]), number)
    return lines


def _dotted(name: str) -> Place:
    return tuple(part.strip().strip("\"'") for part in name.split("."))


class _Reading:
    """One file being read: compares its content with the types of the settings, and notes whatever does not fit."""

    def __init__(self, lines: Mapping[Place, int]) -> None:
        self._lines = lines
        self.mistakes: list[_Mistake] = []
        self.old_names: list[Place] = []

    def line(self, place: Place) -> int:
        """The line of this place, or of the nearest thing around it that has one."""
        place = next((inner for inner in ONLY_SETTINGS if inner[:-1] == place and inner in self._lines), place)
        while place and place not in self._lines:
            place = place[:-1]
        return self._lines.get(place, 1)

    def table(self, content: Mapping[str, Any]) -> object:
        """The file may write a few things in a shorter way than the settings."""
        for place, new in RENAMED.items():
            content = self._renamed(content, place, new)
        known = {"seat": "seats"}
        content = {known.get(name, name): value for name, value in content.items()}
        for name, inner in ONLY_SETTINGS:
            section = content.get(name)
            if isinstance(section, dict):
                for other in section.keys() - {inner}:
                    self._unknown(other, {inner: int}, (name,))
                content[name] = section.get(inner)
        buttons = content.get("buttons")
        if isinstance(buttons, dict):
            content["buttons"] = {b: pin if isinstance(pin, dict) else {"pin": pin} for b, pin in buttons.items()}
        return self._value(content, TableSettings, ())

    def _renamed(self, content: Mapping[str, Any], place: Place, new: str) -> dict[str, Any]:
        """The same content, with the new name for what stands at this place."""
        old, seen = place[-1], dict(content)
        inner = seen
        for part in place[:-1]:
            if not isinstance(inner.get(part), dict):
                return seen
            inner[part] = dict(inner[part])
            inner = inner[part]
        if old in inner and new not in inner:
            inner[new] = inner.pop(old)
            self.old_names.append(place)
        return seen

    def _value(self, value: object, kind: Any, place: Place) -> object:
        origin, choices = get_origin(kind), get_args(kind)
        if isinstance(value, int) and value.bit_length() > LARGEST_NUMBER:
            return self._wrong(place, say("is too large a number"))
        if origin in (Union, UnionType):
            inner = next(choice for choice in choices if choice is not type(None))
            return self._value(value, inner, place)
        if origin is Literal:
            return value if value in choices else self._wrong(place, _must_be_one_of(choices))
        if kind in CHOSEN_BY_NAME:
            return self._display(value, CHOSEN_BY_NAME[kind], place)
        if isinstance(kind, type) and is_dataclass(kind):
            return self._section(value, kind, place)
        if origin is not None and issubclass(origin, Mapping):
            return self._mapping(value, choices, place)
        if kind is object or (isinstance(value, kind) and not (kind is int and isinstance(value, bool))):
            return value
        return self._wrong(place, must_be(kind, value))

    def _display(self, value: object, kinds: Kinds[Any], place: Place) -> object:
        """The settings of a grid or a panel, which are those of its kind."""
        if not isinstance(value, dict):
            return self._wrong(place, MUST_BE_A_SECTION)
        named = value.get(kinds.setting, kinds.default)
        kind = kinds.get(named) if isinstance(named, str) else None
        if kind is None:
            return self._wrong((*place, kinds.setting), _must_be_one_of(tuple(kinds.every())))
        own = _types_of(kind.settings)
        # A file may keep what another kind needs: then only one setting has to be changed back.
        others = {name for other in kinds.built_in.values() for name in _types_of(other.settings)} - own.keys()
        return self._section({name: each for name, each in value.items() if name not in others}, kind.settings, place)

    def _section(self, value: object, kind: Any, place: Place) -> object:
        if not isinstance(value, dict):
            return self._wrong(place, MUST_BE_A_SECTION)
        hints = _types_of(kind)
        given = {}
        for name, content in value.items():
            if name in hints:
                given[name] = self._value(content, hints[name], (*place, name))
            else:
                self._unknown(name, hints, place)
        for field in fields(kind):
            if field.default is MISSING and field.default_factory is MISSING:
                if field.name not in given:
                    return self._missing(_in_file(field.name), value.keys() - hints.keys(), place)
                if given[field.name] is _WRONG:
                    return _WRONG
        return kind(**{name: content for name, content in given.items() if content is not _WRONG})

    def _mapping(self, value: object, choices: tuple[Any, ...], place: Place) -> object:
        key_kind, content_kind = choices
        if not isinstance(value, dict):
            return self._wrong(place, say("must be a section") if key_kind is str else NUMBERED)
        read: dict[object, object] = {}
        for name, content in value.items():
            if key_kind is int and not re.fullmatch(r"[1-9]\d?", name):
                self._wrong((*place, name), say("must be a number: write [seat.1], [seat.2] and so on"))
                continue
            read[int(name) if key_kind is int else name] = self._value(content, content_kind, (*place, name))
        return {name: content for name, content in read.items() if content is not _WRONG}

    def _missing(self, setting: str, unknown: Iterable[str], place: Place) -> _Wrong:
        """If its name was only misspelt, that has been told already."""
        if any(meant(name, (setting,), place) for name in unknown):
            return _WRONG
        if not place:
            self._note(("seat",), NO_SEATS)
            return _WRONG
        return self._wrong(place, say("needs a {setting}", setting=setting))

    def _unknown(self, name: str, known: Mapping[str, object], place: Place) -> None:
        names, inside = [_in_file(each) for each in known], _written(place)
        unknown = meant(name, names, inside) or say(
            "no setting “{name}”; available: {known}.", name=name, known=all_of(names)
        )
        self._note((*place, name), about(inside, unknown) if place else unknown)

    def _wrong(self, place: Place, what: Text) -> _Wrong:
        where: Text = spoken(_written(place)) if place else say("the table")
        self._note(place, say("{where}: {what}.", where=where, what=what))
        return _WRONG

    def _note(self, place: Place, sentence: Text) -> None:
        in_file = _written(place)
        self.mistakes.append(_Mistake(self.line(in_file), in_file, sentence))

    def complain(self, complaints: Iterable[Complaint]) -> None:
        """Adds what is wrong with the whole table, except where it may only come from a value that was not read."""
        unread = {("seat",) if is_a_seats(mistake.place) else _device(mistake.place) for mistake in self.mistakes}
        for complaint in complaints:
            about_it = {_device(place) for place in (complaint.place, *complaint.others)}
            if not any(_within(place, other) or _within(other, place) for place in about_it for other in unread):
                self.mistakes.append(_Mistake(self.line(complaint.place), complaint.place, complaint.say))


NUMBERED = say("write [seat.1], [seat.2] and so on, each with its own settings")
MUST_BE_A_SECTION = say("must be a section with settings of its own, {example}", example="{ … }")


def _must_be_one_of(choices: tuple[Fact, ...]) -> Text:
    return say("must be {choices}", choices=one_of(choices))


def _in_file(setting: str) -> str:
    """What a setting of the table is called in table.toml."""
    return "seat" if setting == "seats" else setting


def _written(place: Place) -> Place:
    return tuple(_in_file(part) for part in place)


def _device(place: Place) -> Place:
    """The device that a setting belongs to: a seat's keypad, a seat's panel, the private screen."""
    return place[:3] if place[:1] == ("seat",) else place[:1]


def _within(place: Place, other: Place) -> bool:
    """Whether one place is in another: a seat's panel in its seat, and everything in the whole table."""
    return place[: len(other)] == other


@cache
def _types_of(settings: type) -> dict[str, Any]:
    """The type of each field. Asked once: Python works it out from the source of the annotations."""
    return get_type_hints(settings)
