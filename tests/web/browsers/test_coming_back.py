"""A phone that slept, a lost line, a wrong code: a page finds its table again, and loses no letter."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browsers.browser import Opened, Table, Visitor, table
from tests.web.browsers.test_phones import CUT_OFF, LOOKS, SMALL, SPEED, Player, an_evening, seats

pytestmark = pytest.mark.browser

SLEEPS = """const Usual = WebSocket, sockets = [];
window.WebSocket = class extends Usual {
  constructor(address) { super(address); sockets.push(this); }
  send(message) { this.dead || super.send(message); }
};
window.sleep = (seconds) => {
  const look = (hidden) => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  look(true);
  for (const each of sockets) { each.dead = true; each.onmessage = null; }
  const now = Date.now;
  Date.now = () => now() + seconds * 1000;
  look(false);
};"""
TYPES_AT_ONCE = """const Usual = WebSocket;
window.WebSocket = class extends Usual {
  constructor(address) {
    super(address);
    const key = new KeyboardEvent("keydown", { key: "c", bubbles: true });
    this.addEventListener("open", () => document.dispatchEvent(key));
  }
};"""
ROW = "(typed) => document.querySelector('.row.open')?.textContent.includes(typed)"
OVER_THE_KEYS = """() => document.querySelector(".notice").getBoundingClientRect().bottom
  > document.querySelector(".keyboard").getBoundingClientRect().top"""


def guessing(players: list[Player], script: str) -> Opened:
    """BOB's phone, at his first guess, with this script in his page."""
    ann, bob = players[0].phone, players[1].phone
    ann.page.tap('[data-id="start"]')
    ann.reads("hide a word")
    ann.spells("STONE")
    bob.page.context.add_init_script(script)
    bob.page.reload()
    bob.reads("Guess 1")
    bob.page.wait_for_timeout(LOOKS)
    return bob


def test_letters_typed_while_the_table_is_away_are_seen_at_once_and_no_notice_covers_the_keys(
    browser: Browser, tmp_path: Path
) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        bob = guessing(players, CUT_OFF)
        bob.page.evaluate("cut()")
        bob.reads("Looking for the table")
        bob.page.keyboard.type("crx")
        bob.page.keyboard.press("Backspace")
        bob.page.keyboard.type("a")
        bob.page.wait_for_function(ROW, arg="CRA")
        assert bob.page.evaluate(OVER_THE_KEYS) is False
        bob.page.evaluate("isCut = false")
        bob.page.wait_for_selector("body:not(.away)")
        bob.page.keyboard.type("ne")
        bob.page.keyboard.press("Enter")
        bob.reads("Guess 2")


def test_a_phone_that_slept_takes_a_new_line_and_loses_no_letter(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        bob = guessing(players, SLEEPS)
        bob.page.evaluate("sleep(60)")
        bob.page.keyboard.type("cra")
        bob.page.wait_for_function(ROW, arg="CRA")
        bob.page.wait_for_selector("body:not(.away)")
        bob.page.keyboard.type("ne")
        bob.page.keyboard.press("Enter")
        bob.reads("Guess 2")


@contextmanager
def elsewhere(browser: Browser, folder: Path) -> Iterator[tuple[Table, Visitor, dict[str, str]]]:
    """A table for phones that are not its own computer: they need the codes of their seats."""
    (folder / "table.toml").write_text(seats(""))
    with table(folder / "journal.db", SPEED, config=folder / "table.toml", invites=True) as played:
        codes = {page: played.code(page) for page in ("seat/1", "seat/2")}
        played.address = played.address.replace("127.0.0.1", "localhost").replace("localhost", "phone.localhost")
        visitor = Visitor(browser, played)
        yield played, visitor, codes
        visitor.leaves()


def test_a_key_before_the_table_has_answered_does_not_end_the_line(browser: Browser, tmp_path: Path) -> None:
    with elsewhere(browser, tmp_path) as (_, visitor, codes):
        ann = visitor.opens(f"/seat/1#{codes['seat/1']}", SMALL, has_touch=True)
        ann.presses("Join")
        ann.reads("Your name?")
        ann.page.context.add_init_script(TYPES_AT_ONCE)
        ann.page.reload()
        ann.page.wait_for_selector("body:not(.away)")
        ann.reads("Your name?")
        ann.page.wait_for_timeout(LOOKS)
        ann.spells("ANN")
        assert ann.reads("ANN: captain")


def test_whoever_types_a_wrong_code_is_told_so(browser: Browser, tmp_path: Path) -> None:
    with elsewhere(browser, tmp_path) as (played, _, codes):
        page = browser.new_context(viewport=SMALL).new_page()
        page.goto(f"{played.address}seat/1")
        page.fill("dialog input", "WRONG1")
        page.click("dialog button")
        page.wait_for_selector("dialog >> text=That is not the code for this page.")
        page.fill("dialog input", codes["seat/1"])
        page.click("dialog button")
        page.wait_for_selector("body:not(.away) .go")
        page.context.close()


def test_whoever_asks_for_a_seat_asks_again_when_the_line_is_back(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party", people=2) as (visitor, players, television):
        ann = players[0].phone
        address = television.page.inner_text(".join .address")
        cat = visitor.opens(f"/j/{address.rpartition('/')[2]}", SMALL, has_touch=True)
        cat.page.context.add_init_script(CUT_OFF)
        cat.page.reload()
        cat.presses("Ask for seat 3")
        cat.page.fill("dialog input", "Cat")
        cat.page.tap("dialog button")
        cat.reads("Asking the captain")
        cat.page.evaluate("cut()")
        cat.reads("Looking for the table")
        assert cat.page.inner_text("#said") == ""
        ann.presses("Yes")  # which nobody hears
        cat.page.evaluate("isCut = false")
        cat.reads("Asking the captain")
        ann.presses("Yes")
        cat.page.wait_for_url("**/seat/3")
        cat.reads("Hello CAT")
