"""The table in a real Firefox: opened, and played at."""

import os
from pathlib import Path

import pytest

from tests.web.browser import table
from tests.web.firefox import ENTER, FIREFOX, NO_FIREFOX, firefox
from tests.web.pages import really


@pytest.fixture(autouse=True)
def browser() -> None:
    if FIREFOX is None:
        (pytest.fail if os.environ.get("NEEDS_BROWSERS") else pytest.skip)(NO_FIREFOX)


def test_a_newcomer_hides_a_word_and_computer_players_guess_at_it(tmp_path: Path) -> None:
    async def evening(address: str) -> None:
        async with firefox(tmp_path) as tab:
            await tab.opens(address)
            await tab.clicks("#quick")
            await tab.says("hide a word")
            await tab.types(f"piano{ENTER}")
            await tab.says("PIANO")
            await tab.waits_until("document.querySelector('.pegs')")
            assert tab.complaints == []

    with table(tmp_path / "journal.db") as played:
        really(evening(played.address))
