"""A whole game on three phones in a real WebKit, the engine of iPhones."""

import os
import socket
from pathlib import Path

import pytest

from firmware_host.web.invitation import lan_name
from tests.web.browsers.browser import table
from tests.web.browsers.test_phones import SETTINGS, SPEED, seats
from tests.web.browsers.webkit import NO_WEBKIT, SCREEN, WEBKIT, webkit
from tests.web.browsers.whole_games import plays_a_whole_game
from tests.web.pages import really

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def browser() -> None:
    if WEBKIT is None or SCREEN is None:
        (pytest.fail if os.environ.get("NEEDS_BROWSERS") else pytest.skip)(NO_WEBKIT)


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


@pytest.mark.parametrize("game", ["party", "three-words"])
def test_a_whole_game_is_played_with_a_pointer_alone(tmp_path: Path, game: str) -> None:
    async def evening(address: str) -> None:
        async with webkit(free_port()) as window:
            await plays_a_whole_game(window, address, game)

    (tmp_path / "table.toml").write_text(seats(SETTINGS[game]))
    with table(tmp_path / "journal.db", SPEED, config=tmp_path / "table.toml") as played:
        really(evening(played.address))


def test_without_wake_lock_a_film_plays_from_the_first_tap_on(tmp_path: Path) -> None:
    async def evening(address: str) -> None:
        async with webkit(free_port()) as window:
            await window.opens(address)
            await window.waits_until("document.querySelector('.go')")
            assert await window.sees("() => ['wakeLock' in navigator, isSecureContext]") == [False, False]
            await window.taps(".go")
            await window.waits_until("document.querySelector('.film')?.paused === false")
            assert window.complaints == []

    (tmp_path / "table.toml").write_text(seats(""))
    with table(tmp_path / "journal.db", SPEED, config=tmp_path / "table.toml", invites=True) as played:
        there = played.address.replace("localhost", lan_name("0.0.0.0"))  # as a phone opens it
        really(evening(f"{there}seat/1#{played.code('seat/1')}"))
