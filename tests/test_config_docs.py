"""docs/config.md says what a table.toml may say: its examples are read, its tables compared with the settings."""

import re
import tomllib
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from firmware_host.rules import games
from hardware.checks import BUTTONS
from hardware.config import read_table
from hardware.keymaps import BUILT_IN, KEYS
from hardware.places import TABLE, TABLE_OF_THE_SERVICE
from hardware.settings import (
    ButtonSettings,
    GridSettings,
    KeypadSettings,
    PanelSettings,
    SeatSettings,
    TableSettings,
    WebSettings,
)

TEXT = (Path(__file__).parents[1] / "docs" / "config.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
SECTIONS: dict[str, Any] = {
    "The whole table": TableSettings,
    "A seat": SeatSettings,
    "A keypad": KeypadSettings,
    "An LED grid": GridSettings,
    "A panel": PanelSettings,
    "Buttons, buzzer, lamps": ButtonSettings,
    "Phones and a television": WebSettings,
}
ON_PAPER = {"seats": "seat"}
NOTHING, NEEDED = "—", "needed"

every_section = pytest.mark.parametrize("title", SECTIONS)


def section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> dict[str, tuple[str, str]]:
    """The settings of a section: each with its default and what is said of it."""
    found = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*) \|$", section(title), re.MULTILINE)
    return {name: (default.strip("`"), said) for name, default, said in found}


def is_default(written: str, field: "Field[object]") -> bool:
    if written == NEEDED:
        return field.default is MISSING and field.default_factory is MISSING
    if written == NOTHING:
        return field.default is None or field.default_factory is dict
    return bool(tomllib.loads(f"x = {written}")["x"] == field.default)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_is_a_table(example: str) -> None:
    assert read_table(example).seats


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 6


@every_section
def test_every_setting_has_a_line_and_no_other_has(title: str) -> None:
    assert list(rows(title)) == [ON_PAPER.get(field.name, field.name) for field in fields(SECTIONS[title])]


@every_section
def test_every_default_is_the_real_one(title: str) -> None:
    listed = rows(title)
    wrong = [
        field.name
        for field in fields(SECTIONS[title])
        if not is_default(listed[ON_PAPER.get(field.name, field.name)][0], field)
    ]
    assert wrong == []


@every_section
def test_every_choice_is_named(title: str) -> None:
    said = rows(title)
    hints = get_type_hints(SECTIONS[title])
    choices = [
        (name, choice) for name, hint in hints.items() if get_origin(hint) is Literal for choice in get_args(hint)
    ]
    assert [(name, choice) for name, choice in choices if f"`{choice}`" not in said[name][1]] == []


def test_every_setting_stands_in_an_example() -> None:
    """So that nobody has to guess how it is written. Left out: what the default is right for on nearly every table."""
    rare = {
        "baud",
        "width",
        "height",
        "brightness",
        "spi",
        "chip_select",
        "data_pin",
        "reset_pin",
        "contrast",
        "address",
    }
    names = {field.name for kind in SECTIONS.values() for field in fields(kind)} - {"seats", "dictionary", "simulated"}
    together = "\n".join(EXAMPLES)
    assert {name for name in names - rare if not re.search(rf"\b{name}\b", together)} == set()


def test_every_built_in_map_and_every_key_is_named() -> None:
    assert [name for name in BUILT_IN if f"`{name}`" not in section("A keypad")] == []
    assert [key for key in KEYS if len(key) > 1 and f"`{key}`" not in section("Key maps of your own")] == []


def test_every_button_is_named() -> None:
    assert [name for name in BUTTONS if f"`{name}`" not in section("Buttons, buzzer, lamps")] == []


def test_every_game_is_named_and_its_options_in_the_examples_exist() -> None:
    assert [name for name in games.NAMES if f"`[games.{name}]`" not in section("Games")] == []
    given = [
        (game, option) for text in EXAMPLES for game, chosen in read_table(text).games.items() for option in chosen
    ]
    known = {(game, option.name) for game, kind in games.OPTIONS.items() for option in fields(kind)}
    assert set(given) <= known


def test_where_the_file_is_looked_for_is_said() -> None:
    assert f"`{TABLE}`" in TEXT
    assert f"`{TABLE_OF_THE_SERVICE}`" in TEXT
