"""docs/config.md says what a table.toml may say: its examples are read, its tables compared with the settings."""

import re
import tomllib
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from firmware_host.games import registry as games
from hardware.config.keymaps import BUILT_IN, KEYS
from hardware.config.places import TABLE, TABLE_OF_THE_SERVICE
from hardware.config.reading import read_table
from hardware.config.settings import (
    ButtonSettings,
    DdpGridSettings,
    I2cPanelSettings,
    KeypadSettings,
    SeatSettings,
    SerialGridSettings,
    SpeakerSettings,
    SpiPanelSettings,
    TableSettings,
    WebSettings,
    Ws2812GridSettings,
)
from hardware.kinds.button import BUTTONS

TEXT = (Path(__file__).parents[1] / "docs" / "config.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
SECTIONS: dict[str, tuple[Any, ...]] = {  # and whose settings they have
    "The whole table": (TableSettings,),
    "A seat": (SeatSettings,),
    "A keypad": (KeypadSettings,),
    "An LED grid": (SerialGridSettings, DdpGridSettings, Ws2812GridSettings),
    "A panel": (I2cPanelSettings, SpiPanelSettings),
    "Buttons, buzzer, lamps": (ButtonSettings,),
    "The speaker": (SpeakerSettings,),
    "Phones and a television": (WebSettings,),
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


def settings(title: str) -> "dict[str, Field[object]]":
    """By the names they have on paper. Where kinds have the same setting, the first one's default counts."""
    return {ON_PAPER.get(each.name, each.name): each for kind in reversed(SECTIONS[title]) for each in fields(kind)}


@every_section
def test_every_setting_has_a_line_and_no_other_has(title: str) -> None:
    assert sorted(rows(title)) == sorted(settings(title))


@every_section
def test_every_default_is_the_real_one(title: str) -> None:
    listed = rows(title)
    assert [name for name, field in settings(title).items() if not is_default(listed[name][0], field)] == []


@every_section
def test_every_choice_is_named(title: str) -> None:
    said = rows(title)
    hints = [each for kind in SECTIONS[title] for each in get_type_hints(kind).items()]
    choices = [(name, choice) for name, hint in hints if get_origin(hint) is Literal for choice in get_args(hint)]
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
    names = {name for title in SECTIONS for name in settings(title)} - {"seat", "dictionary", "simulated", "language"}
    together = "\n".join(EXAMPLES)
    assert {name for name in names - rare if not re.search(rf"\b{name}\b", together)} == set()


def test_every_built_in_map_and_every_key_is_named() -> None:
    assert [name for name in BUILT_IN if f"`{name}`" not in section("A keypad")] == []
    assert [key for key in KEYS if len(key) > 1 and f"`{key}`" not in section("Key maps of your own")] == []


def test_every_button_is_named() -> None:
    assert [name for name in BUTTONS if f"`{name}`" not in section("Buttons, buzzer, lamps")] == []


def test_every_game_is_named_and_its_options_in_the_examples_exist() -> None:
    assert [name for name in games.games() if f"`[games.{name}]`" not in section("Games")] == []
    given = [
        (game, option) for text in EXAMPLES for game, chosen in read_table(text).games.items() for option in chosen
    ]
    known = {(game, option.name) for game, declared in games.games().items() for option in fields(declared.options)}
    assert set(given) <= known


def test_where_the_file_is_looked_for_is_said() -> None:
    assert f"`{TABLE}`" in TEXT
    assert f"`{TABLE_OF_THE_SERVICE}`" in TEXT
