"""Tests and tools look at the console through its snapshot, and at nothing inside it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.at_table import KINDS, AtTable

ROOT = Path(__file__).parents[2]
MENTIONED = re.compile(r"console(\(\))?\s*\.\s*_|_console", re.IGNORECASE)  # parsing them all takes long
OUTSIDE = [file for folder in ("tests", "tools") for file in sorted((ROOT / folder).rglob("*.py"))]


def reached_into(source: str) -> Iterator[str]:
    """Every private attribute of something called a console, and every console kept as a private attribute."""
    if not MENTIONED.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            owner = ast.unparse(node.value)
            if owner.rpartition(".")[2].lower() in ("console", "console()") or node.attr == "_console":
                yield f"line {node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("source", ["at.console._seats", "console._lobby.game", "evening._console", "Console._key"])
def test_reaching_into_the_console_is_noticed(source: str) -> None:
    assert list(reached_into(source))


def test_nothing_outside_reaches_into_the_console() -> None:
    reached = {str(file.relative_to(ROOT)): list(reached_into(file.read_text())) for file in OUTSIDE}
    assert {name: places for name, places in reached.items() if places} == {}


def test_a_snapshot_shows_the_evening() -> None:
    at = AtTable(KINDS)
    at.press(2, "ENTER")
    at.types(2, "ANN")
    snapshot = at.console.snapshot()
    assert (dict(snapshot.lobby.joined), snapshot.playing, snapshot.phase) == ({2: "ANN"}, False, "")
    assert (snapshot.seats[2].name, snapshot.seats[2].task.name) == ("ANN", "captain")
    assert snapshot.seats[1].name == ""


def test_a_snapshot_stays_as_it_was() -> None:
    at = AtTable(KINDS)
    at.press(2, "ENTER")
    before = at.console.snapshot()
    at.types(2, "ANN")
    assert (dict(before.lobby.joined), before.seats[2].task.name) == ({}, "name")


def test_a_snapshot_prints_nothing_that_was_typed() -> None:
    at = AtTable(KINDS)
    at.press(2, "ENTER", *"ANN")
    assert "ANN" not in repr(at.console.snapshot())
