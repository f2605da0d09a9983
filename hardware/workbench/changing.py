"""Changes the settings of a table that is set up already, one after the other, and keeps the comments in its file.

The questions are those of an interview, so they are answered on the same page.
"""

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

from firmware_host.frozen import frozen
from firmware_host.texts.language import names
from firmware_host.texts.text import Text, say, verbatim
from hardware.config.checks import remarks
from hardware.config.editing import changed, value_at
from hardware.config.reading import Check, ConfigError, read_table
from hardware.config.saving import save
from hardware.config.settings import TableSettings
from hardware.files import read_file
from hardware.kinds import Place
from hardware.kinds.kind import SAFE_BRIGHTNESS
from hardware.workbench.interview import Ask, Choice, Event, Stopped, Talk, Typed
from hardware.workbench.setup import Shown

SAVE = Choice(say("Save"), "save")
BACK = Choice(say("Back"), "back")
STOP = "q"
ON, OFF = say("on"), say("off")
PINS = range(4, 28)  # GPIO 0 to 3 are for add-on boards and I²C
BRIGHTNESS = (32, SAFE_BRIGHTNESS, 128, 255)


@frozen
class Setting:
    """Something that can be changed: its name, its place in the file, and its values with their names."""

    name: Text
    place: Place
    values: tuple[tuple[object, Text], ...]
    usual: object = None  # what it is if the file says nothing

    def named(self, value: object) -> Text:
        """The name of this value. A section says that something is on, whatever is in it."""
        is_section = isinstance(value, dict)
        for each, name in self.values:
            if each == value or (is_section and isinstance(each, dict)):
                return name
        return verbatim(str(value))


def settings_of(table: TableSettings) -> tuple[Setting, ...]:
    """What every table has."""
    switch = ((False, OFF), (True, ON))
    languages = tuple((name, verbatim(name)) for name in names())
    palettes = (("green-yellow", say("green and yellow")), ("orange-blue", say("orange and blue")))
    lights = tuple((value, say("{percent} %", percent=round(value / 2.55))) for value in BRIGHTNESS)
    pins = ((None, say("none")), *((pin, say("GPIO {pin}", pin=pin)) for pin in PINS))
    return (
        Setting(say("Language"), ("language",), languages, "en"),
        Setting(say("Colours"), ("palette",), palettes, "green-yellow"),
        Setting(say("Yellow pulses on grids"), ("pulse",), switch, False),
        Setting(say("Teach the rules"), ("teach",), switch, True),
        Setting(say("Speaker"), ("speaker",), ((None, OFF), ({}, ON))),
        Setting(say("Buzzer"), ("buzzer", "pin"), pins),
        Setting(say("Pause button"), ("buttons", "pause"), pins),
        Setting(say("Power button"), ("buttons", "power"), pins),
        *(
            Setting(
                say("Brightness of seat {seat}", seat=number),
                ("seat", str(number), "grid", "brightness"),
                lights,
                SAFE_BRIGHTNESS,
            )
            for number, seat in table.seats.items()
            if seat.grid is not None
        ),
    )


def change_settings(text: str, settings: tuple[Setting, ...], check: Check | None) -> Talk[str]:
    """The new text of the file, when somebody has saved it."""
    news: tuple[Text, ...] = ()
    while True:
        content = tomllib.loads(text)
        event = yield Ask((*news, say("What do you want to change?")), choices=(*_offered(settings, content), SAVE))
        setting = _chosen(settings, event)
        news = ()
        if _line(event) == SAVE.line:
            return text
        if setting is not None:
            value = yield from _value(setting)
            text, news = _with(text, setting, value, check)


def _offered(settings: tuple[Setting, ...], content: object) -> Iterable[Choice]:
    for number, setting in enumerate(settings):
        now = value_at(content, setting.place)
        value = setting.named(setting.usual if now is None else now)
        yield Choice(say("{setting}: {value}", setting=setting.name, value=value), str(number))


def _value(setting: Setting) -> Talk[int | None]:
    """Which of the values; None for none of them."""
    choices = tuple(Choice(name, str(number)) for number, (_, name) in enumerate(setting.values))
    event = yield Ask((setting.name,), choices=(*choices, BACK))
    line = _line(event)
    return int(line) if line.isdecimal() and int(line) < len(setting.values) else None


def _with(text: str, setting: Setting, number: int | None, check: Check | None) -> tuple[str, tuple[Text, ...]]:
    """The changed text, or the old one with what would be wrong with the new one."""
    if number is None:
        return text, ()
    value = setting.values[number][0]
    is_on_already = isinstance(value, dict) and value_at(tomllib.loads(text), setting.place) is not None
    if is_on_already:
        return text, ()
    new = changed(text, setting.place, None if value == setting.usual else value)
    try:
        table = read_table(new, more=check)
    except ConfigError as error:
        return text, (say("That is not possible:"), *(mistake.say for mistake in error.mistakes))
    known = remarks(read_table(text, more=check))
    return new, tuple(remark for remark in remarks(table) if remark not in known)


def _chosen(settings: tuple[Setting, ...], event: Event) -> Setting | None:
    line = _line(event)
    return settings[int(line)] if line.isdecimal() and int(line) < len(settings) else None


def _line(event: Event) -> str:
    line = event.line if isinstance(event, Typed) else ""
    if line == STOP:
        raise Stopped
    return line


class ChangingSettings:
    """One visit: `begin` it, tell it what was tapped. `ended` is called with 0 when the file is written."""

    def __init__(
        self, file: Path, settings: tuple[Setting, ...], check: Check | None,
        ended: Callable[[int], None], show: Callable[[Shown], None],
    ) -> None:  # fmt: skip
        self._file = file
        self._ended = ended
        self._show = show
        self._talk = change_settings(read_file(file).decode("utf-8-sig"), settings, check)

    def begin(self) -> None:
        self._put(next(self._talk))

    def type(self, line: str) -> None:
        try:
            self._put(self._talk.send(Typed(line)))
        except StopIteration as agreed:
            self._write(agreed.value)
        except Stopped:
            self._end(1, say("Stopped. Nothing was written."))

    def close(self) -> None:
        self._talk.close()

    def _put(self, ask: Ask) -> None:
        self._show(Shown(ask.lines, ask.choices))

    def _write(self, text: str) -> None:
        try:
            save(text, self._file)
        except OSError as error:
            reason = error.strerror or "?"
            self._end(1, say("{file} cannot be written ({error}).", file=str(self._file), error=reason))
            return
        self._end(0, say("Written to {file}. The old file is kept in the same folder.", file=str(self._file)))

    def _end(self, code: int, sentence: Text) -> None:
        self._show(Shown((sentence,), over=True))
        self._ended(code)
