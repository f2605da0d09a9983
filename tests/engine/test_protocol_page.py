"""docs/engine-protocol.md says what the engine does: its examples are replayed, its tables compared with the code."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

from firmware_host import games as folder
from firmware_host.games import registry as games
from firmware_host.games.party.rules import FAILED, SOLVED
from firmware_host.games.shared.table import Code
from tools.renew_examples import PAGE, SESSION, renewed

TEXT = PAGE.read_text()
RULES = [file.read_text() for file in Path(folder.__path__[0]).rglob("*.py")]


def section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> dict[str, str]:
    """The tables of a section: the name in the first column, and the rest."""
    return dict(re.findall(r"^\| `([\w-]+)` \|(.*)\|$", section(title), re.MULTILINE))


def announced() -> Iterator[tuple[str, set[str]]]:
    """Every event with a fixed name that the rules announce, with its fields."""
    for source in RULES:
        for call in ast.walk(ast.parse(source)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("announce", "Event"):
                name = call.args[0]
                facts = {keyword.arg for keyword in call.keywords if keyword.arg}
                for argument in call.args:
                    if isinstance(argument, ast.Dict):
                        facts |= {str(key.value) for key in argument.keys if isinstance(key, ast.Constant)}
                if isinstance(name, ast.Constant):
                    yield str(name.value), facts


def test_the_examples_are_what_the_engine_answers() -> None:
    assert renewed(TEXT) == TEXT, "the page is out of date: python -m tools.renew_examples"


def test_there_is_an_example_of_every_game_played_to_its_end() -> None:
    ended = [session for session in SESSION.findall(TEXT) if '"event":"game-ends"' in session]
    played = [game for session in ended for game in games.games() if f'"game": "{game}"' in session]
    assert played == ["party", "wqrdles", "three-words"]


def test_every_code_is_listed_in_its_order() -> None:
    assert list(rows("Errors")) == list(get_args(Code))


def test_every_event_is_listed_and_none_that_never_comes() -> None:
    assert set(rows("Events")) == {name for name, _ in announced()} | {SOLVED, FAILED}


def test_every_field_of_an_event_is_listed() -> None:
    listed = rows("Events")
    missing = {(name, fact) for name, facts in announced() for fact in facts if f"`{fact}`" not in listed[name]}
    assert missing == set()


def test_every_action_is_listed_with_its_fields() -> None:
    actions = section("Actions")
    forms = games.forms(None)
    fields_of_all = {field.name for form in forms.values() for field in form.fields}
    assert {name for name in (*forms, *fields_of_all) if f"`{name}`" not in actions} == set()


def test_every_option_is_listed() -> None:
    options = section("Options")
    assert {
        o.name for game in games.games().values() for o in fields(game.options) if f"`{o.name}`" not in options
    } == set()
