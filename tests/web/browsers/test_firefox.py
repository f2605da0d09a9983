"""The table in a real Firefox: opened and played at, and whole games on phones by touch alone."""

import os
from pathlib import Path

import pytest

from tests.web.browsers.browser import table
from tests.web.browsers.firefox import FIREFOX, NO_FIREFOX, firefox
from tests.web.browsers.test_phones import SETTINGS, SPEED, seats
from tests.web.browsers.whole_games import plays_a_whole_game
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
            await tab.waits_until("/PIANO|Guess 2/.test(document.querySelector('.at-place canvas').ariaLabel)")
            await tab.waits_until("document.querySelector('.pegs')")
            assert tab.complaints == []

    with table(tmp_path / "journal.db") as played:
        really(evening(played.address))


@pytest.mark.parametrize("game", SETTINGS)
def test_a_whole_game_is_played_by_touch_alone(tmp_path: Path, game: str) -> None:
    async def evening(address: str) -> None:
        async with firefox(tmp_path / "profile") as tab:
            await plays_a_whole_game(tab, address, game)

    (tmp_path / "profile").mkdir()
    (tmp_path / "profile" / "user.js").write_text('user_pref("dom.w3c_touch_events.enabled", 1);\n')
    (tmp_path / "table.toml").write_text(seats(SETTINGS[game]))
    with table(tmp_path / "journal.db", SPEED, config=tmp_path / "table.toml") as played:
        really(evening(played.address))
