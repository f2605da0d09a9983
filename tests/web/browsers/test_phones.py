"""Whole games on three phones by touch alone, with a television watching, in a real Chromium."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize
from playwright.sync_api import TimeoutError as TookTooLong

from tests.web.browsers.browser import SOON, TELEVISION, Opened, Visitor, table

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 360, "height": 640}
ON_ITS_SIDE: ViewportSize = {"width": 640, "height": 360}
SPEED = 8.0  # the table's clock runs so many times as fast, and so does the time that people take to read
LOOKS = 110  # milliseconds: by then they have read what is new
NAMES = ("ANN", "BOB", "CAT")
SETTINGS = {
    "party": "",
    "wqrdles": "[games.wqrdles]\nrounds = 1\n",
    "three-words": "[games.three-words]\ntie = 'share'\n",
}
SECRETS = {
    "party": dict.fromkeys(NAMES, "STONE"),
    "wqrdles": {"ANN": "HOUSE", "BOB": "NEWTS", "CAT": "ROAST"},
    "three-words": dict.fromkeys(NAMES, "SOLVE"),
}
SEEN = """() => ({
  asked: document.querySelector("main").dataset.asked,
  title: document.querySelector(".title").textContent,
  sheet: document.querySelector(".sheet:not([hidden]) h2")?.textContent ?? "",
  buttons: [...document.querySelectorAll(".choices button:not(.share)")]
    .map((each) => (each.querySelector(".label") ?? each).textContent),
  scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
})"""
CHOSEN_GAME = """() => document.querySelector('.setting:has([data-id="game more"]) .value').textContent"""
MOVES = "() => getComputedStyle(document.querySelector('.title')).animationName"
HAS_A_USED_LAST_ROW = """() => [...document.querySelectorAll(".rows")]
  .some((rows) => rows.lastElementChild.querySelector(".tile:not(.empty)"))"""
MOST_TURNS = 220
OVER = ("Lobby", "Play again")
CUT_OFF = """const Usual = WebSocket, sockets = [];
window.cut = () => { window.isCut = true; sockets.forEach((each) => each.close()); };
window.WebSocket = class extends Usual {
  constructor(address) { super(window.isCut ? address.replace("live", "nowhere") : address); sockets.push(this); }
};"""


def seats(settings: str) -> str:
    seat = 'hooded = true\nkeypad = { usb = "simulated" }\npanel = {}\n'
    return f"simulated = true\n{settings}" + "".join(f"[seat.{number}]\n{seat}" for number in (1, 2, 3))


class Player:
    """Somebody with a phone in their hand."""

    def __init__(self, name: str, phone: Opened, secrets: Mapping[str, str]) -> None:
        self.name = name
        self.phone = phone
        self._secrets = secrets
        self.scrolled = False

    def joins(self) -> None:
        self.phone.page.tap(".go")
        self.phone.reads("Your name?")
        self.phone.spells(self.name)
        self.phone.reads(f"{self.name}: captain", f"Hello {self.name}")

    def goes_to_the_next_game(self) -> None:
        before = self.phone.page.evaluate(CHOSEN_GAME)
        self.phone.page.tap('[data-id="game more"]')
        self.phone.page.wait_for_function(f"before => ({CHOSEN_GAME})() !== before", arg=before)
        self.phone.page.wait_for_timeout(LOOKS)

    def plays(self) -> bool:
        """Does what their page asks for, if anything. Whether the game is over."""
        self.phone.page.wait_for_timeout(LOOKS)
        seen = self.phone.page.evaluate(SEEN)
        self.scrolled |= seen["scrolls"]
        taps = to_tap(seen, self.name, self._secrets)
        for selector in taps or ():
            self.taps(selector)
        return taps is None

    def spells(self, word: str) -> None:
        for selector in spelt(word):
            self.taps(selector)

    def taps(self, selector: str) -> None:
        """What somebody else has taken away meanwhile, nobody can tap: they look again."""
        with suppress(TookTooLong):
            if self.phone.page.locator(selector).first.is_visible():
                self.phone.page.tap(selector, timeout=SOON)


def spelt(word: str) -> tuple[str, ...]:
    return tuple(f'.keyboard [data-key="{key}"]' for key in (*word, "ENTER"))


def to_tap(seen: Mapping[str, Any], name: str, secrets: Mapping[str, str]) -> tuple[str, ...] | None:
    """What somebody taps who sees this; None when the game is over."""
    buttons, others = list(seen["buttons"]), [other for other in secrets if other != name]
    match seen["asked"]:
        case "word" if "hide a word" in seen["title"]:
            return spelt(secrets[name])
        case "word":
            whose = next((other for other in others if other in seen["sheet"]), others[0])
            return spelt(secrets[whose])
        case "list" if named := [other for other in others if other in buttons]:
            return (button(buttons.index(named[0])),)
        case "list":
            return (button(buttons.index("pass") if "pass" in buttons else 0),)
        case "wait" if buttons and buttons[0] in OVER:
            return None
        case "wait" if buttons:
            return (button(0),)
    return ()


def button(place: int) -> str:
    return f":nth-match(.choices button:not(.share), {place + 1})"


@contextmanager
def an_evening(
    browser: Browser, folder: Path, game: str, *, people: int = 3
) -> Iterator[tuple[Visitor, list[Player], Opened]]:
    """So many have joined, and the captain has chosen the game."""
    (folder / "table.toml").write_text(seats(SETTINGS[game]))
    with table(folder / "journal.db", SPEED, config=folder / "table.toml", invites=True) as played:
        visitor = Visitor(browser, played)
        television = visitor.opens("/public", TELEVISION)
        phones = [
            visitor.opens(f"/seat/{seat}", SMALL, has_touch=True, device_scale_factor=2)
            for seat in range(1, people + 1)
        ]
        players = [Player(name, phone, SECRETS[game]) for name, phone in zip(NAMES, phones, strict=False)]
        for player in players:
            player.joins()
        for _ in range(list(SETTINGS).index(game)):
            players[0].goes_to_the_next_game()
        yield visitor, players, television
        visitor.leaves()


@pytest.mark.parametrize("game", SETTINGS)
def test_a_whole_game_is_played_by_touch_alone(browser: Browser, tmp_path: Path, game: str) -> None:
    with an_evening(browser, tmp_path, game) as (visitor, players, television):
        players[0].phone.page.tap('[data-id="start"]')
        over = False
        for turn in range(MOST_TURNS):
            over = players[turn % len(players)].plays()
            if over:
                break
        winners = television.reads(" won!", "No winner")
        scrolled = [player.name for player in players if player.scrolled]
        assert (over, scrolled, visitor.complaints) == (True, [], [])
        assert winners
        assert television.page.evaluate(HAS_A_USED_LAST_ROW) is True
        assert "To share" not in players[0].phone.page.inner_text("body")  # it has a button for that
        if game == "party":
            for page in (television.page, *(player.phone.page for player in players)):
                page.wait_for_selector("body.cheers")
                assert page.evaluate(MOVES) == "cheer"
            television.page.wait_for_selector(".lines .line:visible >> text=Won:")  # it turns to the evening's score


def test_a_phone_on_its_side_needs_no_scrolling_either(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        players[0].phone.page.tap('[data-id="start"]')
        players[1].phone.reads("is choosing")
        for player in players:
            player.phone.page.set_viewport_size(ON_ITS_SIDE)
        for turn in range(9):
            players[turn % 3].plays()
        assert [player.scrolled for player in players] == [False, False, False]


def test_a_secret_is_seen_only_while_it_is_held(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        ann = players[0].phone
        ann.page.tap('[data-id="start"]')
        ann.reads("hide a word")
        ann.spells("STONE")
        ann.reads("Hold to see your word")
        before = ann.page.inner_text("body")
        button = ann.page.locator(".secret").bounding_box()
        assert button is not None
        ann.page.mouse.move(button["x"] + 9, button["y"] + 9)
        ann.page.mouse.down()
        ann.reads("STONE")
        ann.page.mouse.up()
        ann.reads("Hold to see your word")
        written = f"{before} {ann.page.inner_text('body')} {ann.page.title()} {ann.page.url}"
        assert "STONE" not in written


def test_a_page_that_is_left_is_covered(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        page = players[0].phone.page
        page.evaluate("dispatchEvent(new Event('pagehide'))")
        assert page.evaluate("getComputedStyle(document.querySelector('main')).visibility") == "hidden"


def test_letters_typed_while_the_table_is_away_are_not_lost(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        ann, bob = players[0].phone, players[1].phone
        ann.page.tap('[data-id="start"]')
        ann.reads("hide a word")
        ann.spells("STONE")
        bob.page.context.add_init_script(CUT_OFF)
        bob.page.reload()
        bob.reads("Guess 1")
        bob.page.wait_for_timeout(LOOKS)
        bob.page.evaluate("cut()")
        bob.reads("Looking for the table")
        bob.page.keyboard.type("cra")
        bob.page.evaluate("isCut = false")
        bob.page.wait_for_function("() => document.querySelector('.row.open')?.textContent.includes('CRA')")


def test_what_is_shared_after_a_round_has_squares_and_no_letter_of_a_word(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        ann, bob, cat = (player.phone for player in players)
        ann.page.tap('[data-id="start"]')
        ann.reads("hide a word")
        ann.spells("STONE")
        for phone in (bob, cat):
            phone.reads("Guess 1")
            phone.page.wait_for_timeout(LOOKS)
            phone.spells("STONE")
        bob.reads("It was STONE")
        bob.page.wait_for_timeout(LOOKS)
        bob.page.tap(".share")
        shared = bob.page.locator(".squares textarea").input_value()
        assert shared == "wordtable\n\nBOB\n🟩🟩🟩🟩🟩\n\nCAT\n🟩🟩🟩🟩🟩"
        assert bob.page.get_attribute(".squares a", "download") == "wordtable.png"


def test_a_pause_ends_with_a_button_that_everybody_has(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (visitor, players, television):
        ann, bob, cat = (player.phone for player in players)
        ann.page.tap('[data-id="start"]')
        ann.reads("hide a word")
        ann.spells("STONE")
        bob.reads("Guess 1")
        bob.page.wait_for_timeout(LOOKS)
        bob.page.tap(".menu")
        bob.page.wait_for_timeout(LOOKS)
        bob.page.tap('[data-id="pause"]')
        television.reads("Paused by BOB.")
        ann.reads("Go on")
        cat.reads("Go on")
        cat.page.wait_for_timeout(LOOKS)
        cat.page.tap(".go")
        bob.reads("Guess 1")
        bob.page.wait_for_selector(".keyboard:visible")
        assert visitor.complaints == []
