"""Whole games on three phones by touch alone, with a television watching, in a real Chromium."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize
from playwright.sync_api import TimeoutError as TookTooLong

from tests.web.browsers.browser import LIMIT, TELEVISION, Opened, Visitor, table

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 360, "height": 640}
ON_ITS_SIDE: ViewportSize = {"width": 640, "height": 360}
SPEED = 8.0  # the table's clock runs so many times as fast, and so does the time that people take to read
SOON = 3000  # milliseconds
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
  buttons: [...document.querySelectorAll(".choices button")]
    .map((each) => (each.querySelector(".label") ?? each).textContent),
  scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
})"""
MOST_TURNS = 150
REMEMBER_SOCKETS = """const Usual = WebSocket; window.sockets = [];
window.WebSocket = class extends Usual { constructor(...address) { super(...address); sockets.push(this); } };"""


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

    def plays(self) -> bool:
        """Does what their page asks for, if anything. Whether the game is over."""
        self.phone.page.wait_for_timeout(LOOKS)
        seen = self.phone.page.evaluate(SEEN)
        self.scrolled |= seen["scrolls"]
        buttons: list[str] = seen["buttons"]
        match seen["asked"]:
            case "word" if "hide a word" in seen["title"]:
                self.spells(self._secrets[self.name])
            case "word":
                self.spells(next(secret for name, secret in self._secrets.items() if name != self.name))
            case "list" if others := [name for name in self._secrets if name in buttons]:
                self.taps(buttons.index(others[0]))
                self.phone.page.wait_for_selector(".sheet.typing")
                self.spells(self._secrets[others[0]])
            case "list":
                self.taps(buttons.index("pass") if "pass" in buttons else 0)
            case "wait" if buttons == ["Lobby"]:
                return True
            case "wait" if buttons:
                self.taps(0)
        return False

    def spells(self, word: str) -> None:
        """Unless something else is asked meanwhile: then the keyboard goes."""
        for key in (*word, "ENTER"):
            if self.phone.page.locator(".keyboard").is_visible():
                self.phone.page.tap(f'.keyboard [data-key="{key}"]', timeout=LIMIT)

    def taps(self, place: int) -> None:
        """What somebody else has taken away meanwhile, nobody can tap: they look again."""
        with suppress(TookTooLong):
            self.phone.page.locator(".choices button").nth(place).tap(timeout=SOON)


@contextmanager
def an_evening(browser: Browser, folder: Path, game: str) -> Iterator[tuple[Visitor, list[Player], Opened]]:
    """All have joined, and the captain has chosen the game."""
    (folder / "table.toml").write_text(seats(SETTINGS[game]))
    with table(folder / "journal.db", SPEED, config=folder / "table.toml") as played:
        visitor = Visitor(browser, played)
        television = visitor.opens("/public", TELEVISION)
        phones = [visitor.opens(f"/seat/{seat}", SMALL, has_touch=True, device_scale_factor=2) for seat in (1, 2, 3)]
        players = [Player(name, phone, SECRETS[game]) for name, phone in zip(NAMES, phones, strict=True)]
        for player in players:
            player.joins()
        captain = players[0].phone.page
        for _ in range(list(SETTINGS).index(game)):
            captain.tap('[data-id="game more"]')
            captain.wait_for_timeout(LOOKS)
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
        bob.page.context.add_init_script(REMEMBER_SOCKETS)
        bob.page.reload()
        bob.reads("Guess 1")
        bob.page.wait_for_timeout(LOOKS)
        bob.page.evaluate("sockets.at(-1).close()")
        bob.reads("Looking for the table")
        bob.page.keyboard.type("cra")
        bob.page.wait_for_function("() => document.querySelector('.row.open')?.textContent.includes('CRA')")
