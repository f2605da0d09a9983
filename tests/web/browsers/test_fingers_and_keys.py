"""What is easy to do with fingers is as easy with a keyboard, with a screen reader, and with large text."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browsers.browser import Opened
from tests.web.browsers.test_phones import LOOKS, Player, an_evening

pytestmark = pytest.mark.browser

STRUCK_THROUGH = """() => {
  window.seen = [];
  const key = document.querySelector('[data-key="C"]');
  new MutationObserver(() => seen.push(getComputedStyle(key).textDecorationColor)).observe(key, { attributes: true });
}"""
CUT_OFF = """() => [...document.querySelectorAll(".sheet :is(.button, .setting, .step, .value)")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.textContent)"""
TYPES = "(key) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))"


def hides(players: list[Player]) -> Opened:
    ann = players[0].phone
    ann.page.tap('[data-id="start"]')
    ann.reads("hide a word")
    ann.page.wait_for_timeout(LOOKS)
    return ann


def guesses(players: list[Player], *words: str) -> Opened:
    hides(players).spells("STONE")
    bob = players[1].phone
    for number, word in enumerate(words, 1):
        bob.reads(f"Guess {number}")
        bob.page.wait_for_timeout(LOOKS)
        bob.spells(word)
    bob.reads(f"Guess {len(words) + 1}")
    bob.page.wait_for_timeout(LOOKS)
    return bob


@pytest.mark.parametrize("key", [" ", "Enter"])
def test_the_button_of_a_secret_can_be_held_with_a_keyboard(browser: Browser, tmp_path: Path, key: str) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        ann = hides(players)
        ann.spells("STONE")
        ann.reads("Hold to see your word")
        ann.page.focus(".secret")
        ann.page.keyboard.down(key)
        ann.reads("STONE")
        ann.page.keyboard.up(key)
        ann.reads("Hold to see your word")
        assert "STONE" not in str(ann.page.evaluate("document.body.textContent"))


def test_a_screen_reader_lifts_the_cover_with_a_click_and_is_told_the_word(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        ann = hides(players)
        ann.spells("STONE")
        ann.reads("Hold to see your word")
        ann.page.evaluate("document.querySelector('.secret').click()")
        ann.page.wait_for_selector("[aria-live=assertive] >> text=STONE", state="attached")
        ann.page.evaluate("document.querySelector('.secret').click()")
        ann.reads("Hold to see your word")
        assert "STONE" not in str(ann.page.evaluate("document.body.textContent"))


def test_after_a_click_on_a_button_enter_is_for_the_word(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        ann = hides(players)
        ann.page.click(".idea")
        ann.page.wait_for_function("() => document.querySelectorAll('.row.open .typed').length === 5")
        ann.page.wait_for_timeout(LOOKS)
        ann.page.keyboard.press("Enter")
        players[1].phone.reads("Guess 1")


def test_whoever_closes_the_menu_with_a_key_is_where_they_opened_it_and_types_on(
    browser: Browser, tmp_path: Path
) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        bob = guesses(players, "CRANE")
        bob.page.focus(".menu")
        bob.page.keyboard.press("Enter")
        bob.page.wait_for_selector(".sheet:not([hidden])")
        bob.page.wait_for_timeout(LOOKS)
        bob.page.keyboard.press("Escape")
        bob.page.wait_for_selector(".sheet", state="hidden")
        assert bob.page.evaluate("document.activeElement.className") == "icon menu"
        bob.page.wait_for_timeout(LOOKS)
        bob.page.keyboard.type("stone")
        bob.page.keyboard.press("Enter")
        bob.reads("Solved!")


@pytest.mark.parametrize(("typed", "letters"), [("é", "E"), ("Ü", "U"), ("ß", "SS"), ("7", "")])
def test_an_accent_is_no_obstacle_on_a_keyboard(browser: Browser, tmp_path: Path, typed: str, letters: str) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        bob = guesses(players, "CRANE")
        bob.page.evaluate(TYPES, typed)
        bob.page.keyboard.type("x")
        bob.page.wait_for_function("() => document.querySelector('.row.open').textContent.includes('X')")
        assert bob.page.evaluate(
            "[...document.querySelectorAll('.row.open .tile')].map((tile) => tile.textContent).join('')"
        ) == (f"{letters}X")


def test_keys_tell_what_is_known_of_their_letters_and_not_before_the_tiles(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        bob = guesses(players)
        bob.page.evaluate(STRUCK_THROUGH)
        bob.spells("CRANE")
        bob.reads("Guess 2")
        told = [bob.page.get_attribute(f'[data-key="{letter}"]', "aria-description") for letter in "CEZ"]
        assert (told, bob.page.evaluate("seen[0]")) == (["not in it", "in place", ""], "rgba(0, 0, 0, 0)")


def test_with_text_twice_as_large_the_menu_is_not_cut_off(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        bob = players[1].phone
        bob.page.evaluate("document.documentElement.style.fontSize = '200%'")
        bob.presses("Menu")
        bob.page.wait_for_selector(".sheet .step")
        assert bob.page.evaluate(CUT_OFF) == []


def test_notes_are_tapped_on_one_alphabet_and_told(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        bob = guesses(players, "CRANE")
        bob.presses("Menu")
        bob.presses("My notes")
        bob.presses("K")
        bob.page.wait_for_selector('.note-tile[aria-description="yes"]')
        assert (bob.page.inner_text('.note-tile[aria-description="yes"]'), bob.page.is_visible(".keyboard")) == (
            "K",
            False,
        )
