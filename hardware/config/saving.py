"""Settings as the text of a `table.toml`: what differs from its default, in the order in which a table is built.

And that text in its file, in such a way that there is always a whole one.
"""

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from hardware.settings import SeatSettings, TableSettings

BY_HEX = ("address", "multiplexer")  # as data sheets write them
SHORT = ("simulated", "palette", "pulse", "dictionary")


def save(text: str, file: Path) -> None:
    """Writes a file anew, and keeps the old one as `.bak`. A full disk or a pulled plug leaves the old one in place."""
    new, copy, kept = (file.with_name(f"{file.name}.{end}") for end in ("new", "old", "bak"))
    try:
        new.write_text(text, encoding="utf-8")
        _flush(new)
        if file.exists():
            shutil.copy2(file, copy)
            _flush(copy)
            copy.replace(kept)
        new.replace(file)
    except OSError:
        for unfinished in (new, copy):
            unfinished.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # not every kind of disk can be asked this of a folder
        _flush(file.parent)


def _flush(path: Path) -> None:
    """What was written there, or to that folder, is on the disk from now on."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def as_toml(table: TableSettings) -> str:
    """What `read_table` reads as the same table again."""
    changed = _changed(table)
    lines = [f"{name} = {_value(name, changed[name])}" for name in SHORT if name in changed]
    if not table.speaker and "voice" in changed:
        lines.append(f"voice = {_value('voice', table.voice)}")
    for number, seat in table.seats.items():
        lines += ["", f"[seat.{number}]", *_seat(seat)]
    for name, screen in (("private", table.private), ("public", table.public)):
        if screen is not None:
            lines += ["", f"[{name}]", *_entries(_changed(screen))]
    if table.buttons:
        pins = {name: _changed(b) if b.active_high else b.pin for name, b in table.buttons.items()}
        lines += ["", "[buttons]", *_entries(pins)]
    if table.buzzer is not None:
        lines += ["", "[buzzer]", f"pin = {table.buzzer}"]
    if table.speaker:
        lines += ["", "[speaker]", *_entries({name: changed[name] for name in ("voice",) if name in changed})]
    for kind, sections in (("keymaps", table.keymaps), ("games", table.games)):
        for name, entries in sections.items():
            lines += ["", f"[{kind}.{_key(name)}]", *_entries(entries)]
    if table.web is not None:
        web = {name: value for name, value in _changed(table.web).items() if value != {}}
        lines += ["", "[web]", *_entries(web)]
    return "\n".join(lines).lstrip("\n") + "\n"


def _seat(seat: SeatSettings) -> list[str]:
    lines = ["hooded = true"] if seat.hooded else []
    devices = (("keypad", seat.keypad), ("grid", seat.grid), ("panel", seat.panel))
    lines += [f"{name} = {_value(name, _changed(device))}" for name, device in devices if device is not None]
    return lines if seat.lamp is None else [*lines, f"lamp = {seat.lamp}"]


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
