"""The table in a real Firefox: opened, and played at."""

import os
from pathlib import Path

import pytest

from tests.web.browsers.browser import table
from tests.web.browsers.firefox import FIREFOX, NO_FIREFOX, firefox
from tests.web.pages import really

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def browser() -> None:
    if FIREFOX is None:
        (pytest.fail if os.environ.get("NEEDS_BROWSERS") else pytest.skip)(NO_FIREFOX)


def test_a_newcomer_guesses_and_computer_players_do_too(tmp_path: Path) -> None:
    async def evening(address: str) -> None:
        async with firefox(tmp_path) as tab:
            await tab.opens(address)
            await tab.clicks("#quick")
            await tab.says("Guess 1")
            await tab.types("piano")
            await tab.says("PIANO")
            await tab.waits_until("document.querySelector('.pegs')")
            assert tab.complaints == []

    with table(tmp_path / "journal.db") as played:
        really(evening(played.address))
