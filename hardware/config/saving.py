"""Writes settings as the text of a `table.toml`, with only what differs from its default.

The file is replaced in one step, so there is always a complete one.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, fields
from pathlib import Path
from stat import S_IMODE
from typing import Any

from hardware.config.settings import GridSettings, PanelSettings, SeatSettings, TableSettings
from hardware.kinds import GRIDS, PANELS, Kinds

BY_HEX = ("address", "multiplexer")  # as data sheets write them
FOR_EVERYBODY = 0o644  # a new table has no join codes yet, and the service's own user must be able to read it
SHORT = ("simulated", "language", "palette", "pulse", "teach", "dictionary", "words")


def save(text: str, file: Path) -> None:
    """Replaces a file, and keeps the old one as `.bak`. After a full disk or a power cut the old one is still there."""
    new, copy, kept = (file.with_name(f"{file.name}.{end}") for end in ("new", "old", "bak"))
    try:
        _write(new, text.encode(), like=file)
        if file.exists():
            _write(copy, file.read_bytes(), like=file)
            copy.replace(kept)
        new.replace(file)
    except OSError:
        for unfinished in (new, copy):
            unfinished.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # not every file system can do this to a folder
        _flush(file.parent)


def _write(path: Path, content: bytes, like: Path) -> None:
    """Writes a file for the same people as another one: a table can hold join codes, which are not for everybody."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:
        if like.exists():
            state = like.stat()
            with suppress(PermissionError):  # only root may give files away
                os.fchown(file.fileno(), state.st_uid, state.st_gid)
            os.fchmod(file.fileno(), S_IMODE(state.st_mode))
        else:
            os.fchmod(file.fileno(), FOR_EVERYBODY)
        file.write(content)
    _flush(path)


def _flush(path: Path) -> None:
    """Makes sure that what was written to this file or folder is on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def as_toml(table: TableSettings) -> str:
    """What `read_table` reads as the same table again."""
    changed = _changed(table)
    lines = [f"{name} = {_value(name, changed[name])}" for name in SHORT if name in changed]
    for number, seat in table.seats.items():
        lines += ["", f"[seat.{number}]", *_seat(seat)]
    for name, screen in (("private", table.private), ("public", table.public)):
        if screen is not None:
            lines += ["", f"[{name}]", *_entries(_display(screen, PANELS, PanelSettings))]
    if table.buttons:
        pins = {name: _changed(b) if b.active_high else b.pin for name, b in table.buttons.items()}
        lines += ["", "[buttons]", *_entries(pins)]
    if table.buzzer is not None:
        lines += ["", "[buzzer]", f"pin = {table.buzzer}"]
    if table.speaker is not None:
        lines += ["", "[speaker]", *_entries(_changed(table.speaker))]
    for kind, sections in (("keymaps", table.keymaps), ("games", table.games)):
        for name, entries in sections.items():
            lines += ["", f"[{kind}.{_key(name)}]", *_entries(entries)]
    if table.web is not None:
        web = {name: value for name, value in _changed(table.web).items() if value != {}}
        lines += ["", "[web]", *_entries(web)]
    if table.league is not None:
        lines += ["", "[league]", *_entries(_changed(table.league))]
    return "\n".join(lines).lstrip("\n") + "\n"


def _seat(seat: SeatSettings) -> list[str]:
    lines = ["hooded = true"] if seat.hooded else []
    if seat.keypad is not None:
        lines.append(f"keypad = {_value('keypad', _changed(seat.keypad))}")
    if seat.grid is not None:
        lines.append(f"grid = {_value('grid', _display(seat.grid, GRIDS, GridSettings))}")
    if seat.panel is not None:
        lines.append(f"panel = {_value('panel', _display(seat.panel, PANELS, PanelSettings))}")
    return lines if seat.lamp is None else [*lines, f"lamp = {seat.lamp}"]


def _display(settings: GridSettings | PanelSettings, kinds: Kinds[Any], every: type) -> dict[str, object]:
    """Its kind, unless it is the usual one; then what is special to this kind, and last what every display has."""
    named = getattr(settings, kinds.setting)
    kind = {} if named == kinds.default else {kinds.setting: named}
    common = {each.name for each in fields(every)}
    rest = {name: value for name, value in _changed(settings).items() if name != kinds.setting}
    return {**kind, **dict(sorted(rest.items(), key=lambda entry: entry[0] in common))}


def _changed(settings: Any) -> dict[str, object]:
    """The settings of a dataclass that differ from their defaults."""
    return {
        each.name: getattr(settings, each.name)
        for each in fields(settings)
        if each.default is MISSING or getattr(settings, each.name) != each.default
    }


def _entries(entries: Mapping[str, object]) -> list[str]:
    return [f"{_key(name)} = {_value(name, value)}" for name, value in entries.items()]


def _key(name: str) -> str:
    plain = name and name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if plain else json.dumps(name, ensure_ascii=False)


def _value(name: str, value: object) -> str:
    match value:
        case int() if name in BY_HEX and not isinstance(value, bool):
            return f"0x{value:02X}"
        case Mapping():
            inside = ", ".join(_entries(value))
            return f"{{ {inside} }}" if inside else "{}"
        case list() | tuple():
            return f"[{', '.join(_value('', each) for each in value)}]"
    return json.dumps(value, ensure_ascii=False)
