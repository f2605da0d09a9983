"""A game from outside in a real Chromium, from the lobby to the winner."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browsers.browser import Visitor, browser, plays_to_the_end, table

__all__ = ["browser"]
pytestmark = pytest.mark.browser


def test_it_is_played_in_a_browser(browser: Browser, installed_game: Path, tmp_path: Path) -> None:
    with table(tmp_path / "journal.db", speed=16.0, packages=installed_game) as at_table:
        visitor = Visitor(browser, at_table)
        you = visitor.opens("/")
        you.types("")
        you.waits_for("Your name?")
        you.types("you")
        you.waits_for("captain")
        for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
            you.page.keyboard.press(key)
        you.waits_for("Game: Between")
        for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp", "Enter"):
            you.page.keyboard.press(key)
        came = plays_to_the_end(you)
        visitor.leaves()
    assert came.count("hide a word") == 1
    assert visitor.complaints == []
