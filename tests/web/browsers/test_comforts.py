"""What a phone does for the people who hold it: a jump for a word found, keys as they know them, their own figures."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support.three_evenings import play_three_evenings
from tests.web.browsers.browser import Visitor, picture, table
from tests.web.browsers.test_phones import LOOKS, SMALL, SPEED, Player, an_evening, seats

pytestmark = pytest.mark.browser

MOVES = """() => [...document.querySelectorAll(".row .tile.turns.solved")].map((tile) => {
  const { animationName, animationDuration } = getComputedStyle(tile);
  return [animationName, animationDuration];
})"""
FIRST_KEYS = "() => [...document.querySelectorAll('.keys:first-child .key')].map((key) => key.dataset.key).join('')"


def solves(players: list[Player]) -> Page:
    """BOB finds the word, while CAT has not begun."""
    ann, bob, _cat = (player.phone for player in players)
    ann.page.tap('[data-id="start"]')
    ann.reads("hide a word")
    ann.spells("STONE")
    bob.reads("Guess 1")
    bob.page.wait_for_timeout(LOOKS)
    bob.spells("STONE")
    bob.page.wait_for_selector(".row .tile.solved")
    return bob.page


def test_a_word_that_was_found_jumps_when_its_tiles_have_turned_over(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        assert solves(players).evaluate(MOVES) == [["turn-over, jump", "0.5s, 0.7s"]] * 5


def test_nothing_jumps_for_those_who_want_less_movement(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        players[1].phone.page.emulate_media(reduced_motion="reduce")
        assert {duration for _, duration in solves(players).evaluate(MOVES)} == {"1e-05s"}


def test_keys_are_laid_out_as_somebody_has_chosen_also_after_a_reload(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        ann = players[0].phone
        ann.presses("Menu")
        for layout in ("QWERTZ", "AZERTY"):
            ann.presses("Keyboard: next")
            ann.reads(layout)
        ann.presses("Back")
        ann.presses("Start")
        ann.reads("hide a word")
        ann.page.reload()
        ann.page.wait_for_selector(".keyboard:not([hidden])")
        assert ann.page.evaluate(FIRST_KEYS) == "AZERTYUIOP"
        ann.page.wait_for_timeout(LOOKS)
        ann.spells("WALTZ")
        assert ann.reads("Hold to see your word")


@pytest.mark.parametrize(("language", "first"), [("de-AT", "QWERTZ"), ("fr-FR", "AZERTY"), ("en-GB", "QWERTY")])
def test_keys_begin_as_the_phone_has_them(browser: Browser, tmp_path: Path, language: str, first: str) -> None:
    (tmp_path / "table.toml").write_text(seats(""))
    with table(tmp_path / "journal.db", SPEED, config=tmp_path / "table.toml") as played:
        visitor = Visitor(browser, played)
        ann = visitor.opens("/seat/1", SMALL, locale=language)
        assert ann.page.evaluate(FIRST_KEYS) == f"{first}UIOP"
        visitor.leaves()


def test_the_menu_shows_your_own_figures_without_asking_for_a_code_again(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(seats(""))
    play_three_evenings(tmp_path / "journal.db")
    with table(tmp_path / "journal.db", SPEED, config=tmp_path / "table.toml", invites=True) as played:
        code = played.code("seat/1")
        played.address = played.address.replace("127.0.0.1", "localhost").replace("localhost", "phone.localhost")
        visitor = Visitor(browser, played)
        bob = visitor.opens(f"/seat/1#{code}", SMALL, has_touch=True, device_scale_factor=2)
        bob.presses("Join")
        bob.reads("Your name?")
        bob.spells("BOB")
        bob.reads("BOB: captain")
        bob.presses("Menu")
        bob.presses("My figures")
        bob.reads("Longest streak")
        bob.page.wait_for_timeout(LOOKS * 6)
        picture(bob, "phone-figures")
        written = bob.page.inner_text("dialog")
        assert ("As guesser" in written, "Change this name" in written, visitor.complaints) == (True, False, [])
        bob.presses("Close")
        bob.page.wait_for_selector("dialog", state="detached")
        visitor.leaves()


def test_whoever_scans_the_code_chooses_a_seat_types_a_name_and_sits_there(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party", people=2) as (visitor, players, television):
        ann = players[0].phone
        address = television.page.inner_text(".join .address")
        cat = visitor.opens(f"/j/{address.rpartition('/')[2]}", SMALL, has_touch=True, device_scale_factor=2)
        cat.presses("Ask for seat 3")
        cat.page.fill("dialog input", "Cät!")
        cat.page.tap("dialog button")
        ann.reads("CAT wants seat 3")
        ann.presses("Yes")
        cat.page.wait_for_url("**/seat/3")
        cat.reads("Hello CAT")
        assert visitor.complaints == []
