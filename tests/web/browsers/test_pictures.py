"""The main moments of each game on phones and a television. `make pictures` keeps what is seen here for the docs."""

import os
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, ViewportSize

from tests.support.three_evenings import play_three_evenings
from tests.web.browsers.browser import DESK, PHONE, TELEVISION, Opened, picture, table
from tests.web.browsers.test_phones import LOOKS, MOST_TURNS, ON_ITS_SIDE, SMALL, Player, an_evening, button

pytestmark = pytest.mark.browser

TABLET: ViewportSize = {"width": 820, "height": 1180}
HD: ViewportSize = {"width": 1280, "height": 720}
GAP = 8  # pixels between two pages on one picture
STILL = LOOKS * 12  # milliseconds until tiles have turned over


def seen(opened: Opened, name: str, size: ViewportSize = SMALL) -> None:
    """A picture of this page at this size."""
    opened.page.set_viewport_size(size)
    opened.page.wait_for_timeout(STILL)
    picture(opened, name)
    opened.page.set_viewport_size(SMALL)


def begins(players: list[Player]) -> None:
    players[0].phone.page.wait_for_timeout(LOOKS)
    players[0].phone.page.tap('[data-id="start"]')
    players[0].phone.reads("hide a word")


def hides(player: Player, word: str) -> None:
    player.phone.page.wait_for_timeout(LOOKS)
    player.spells(word)


def guesses(player: Player, *words: str) -> None:
    for word in words:
        player.phone.page.wait_for_timeout(LOOKS * 4)
        player.spells(word)
    player.phone.page.wait_for_timeout(STILL)


def test_pictures_of_a_party(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (visitor, players, television):
        ann, bob, cat = players
        seen(ann.phone, "phone-captain")
        seen(television, "television-lobby", HD)
        begins(players)
        for key in "STO":
            ann.phone.page.tap(f'.keyboard [data-key="{key}"]')
        seen(ann.phone, "phone-secret")
        hides(ann, "NE")
        bob.phone.reads("Guess 1")
        guesses(cat, "MOIST", "SHOUT")
        guesses(bob, "CRANE", "STONY")
        bob.phone.page.keyboard.type("st")
        seen(bob.phone, "phone-guess")
        seen(bob.phone, "phone-on-its-side", ON_ITS_SIDE)
        seen(bob.phone, "tablet-guess", TABLET)
        seen(ann.phone, "phone-host")
        seen(television, "television-party", HD)
        bob.phone.page.tap(".menu")
        seen(bob.phone, "phone-menu")
        bob.phone.page.tap('[data-id="pause"]')
        bob.phone.reads("Go on")
        seen(bob.phone, "phone-pause")
        bob.phone.page.tap(".go")
        bob.phone.reads("Guess 3")
        guesses(bob, "ONE")
        guesses(cat, "STONE")
        television.reads("It was STONE")
        seen(bob.phone, "phone-result")
        seen(television, "television-result", HD)
        assert visitor.complaints == []


def test_pictures_of_wqrdles(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "wqrdles") as (visitor, players, television):
        ann, bob, cat = players
        begins(players)
        for player, word in zip(players, ("HOUSE", "NEWTS", "ROAST"), strict=True):
            player.phone.reads("hide a word")
            hides(player, word)
        ann.phone.reads("Call a word")
        seen(ann.phone, "phone-card")
        ann.taps(button(0))
        bob.phone.reads("Guess a word")
        seen(cat.phone, "phone-boards")
        seen(television, "television-wqrdles", HD)
        bob.phone.page.tap('[data-id="ANN"]')
        bob.phone.page.wait_for_selector(".sheet.typing")
        bob.phone.page.keyboard.type("hou")
        seen(bob.phone, "phone-attempt")
        assert visitor.complaints == []


def test_pictures_of_what_comes_between_two_games(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "three-words") as (visitor, players, television):
        players[0].phone.page.tap('[data-id="start"]')
        for turn in range(MOST_TURNS):
            if players[turn % 3].plays():
                break
        players[0].phone.page.wait_for_timeout(STILL)
        players[0].phone.page.tap(".menu")
        players[0].phone.page.wait_for_timeout(STILL)
        players[0].phone.page.tap('[data-id="lobby"]')
        television.page.wait_for_selector(".standing")
        seen(television, "television-between-games", HD)
        assert visitor.complaints == []


def test_pictures_of_three_words(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "three-words") as (visitor, players, television):
        ann, bob, cat = players
        begins(players)
        hides(ann, "SOLVE")
        bob.phone.reads("ANN has hidden a word")
        bob.phone.page.tap(".menu")
        seen(bob.phone, "phone-lifelines")
        bob.phone.page.tap(".sheet .icon")
        guesses(bob, "SMILE")
        seen(cat.phone, "phone-agree")
        cat.phone.page.tap('[data-id="agree"]')
        bob.phone.reads("Guess 2")
        seen(television, "television-three-words", HD)
        assert visitor.complaints == []


PAST = ("/evenings", "/evenings/person/BOB", "/evenings/table", "/evenings/game/2")


@pytest.mark.parametrize(
    ("name", "size", "width", "beside"),
    [("phone", PHONE, 270, 4), ("laptop", DESK, 540, 2), ("television", TELEVISION, 600, 2)],
)
def test_pictures_of_past_evenings(
    name: str, size: ViewportSize, width: int, beside: int, browser: Browser, tmp_path: Path
) -> None:
    """All four pages on one picture, so many beside each other. Light or dark, nothing is cut off."""
    play_three_evenings(tmp_path / "journal.db")
    taken = []
    with table(tmp_path / "journal.db") as played:
        for scheme in ("dark", "light"):
            page = browser.new_context(viewport=size, color_scheme=scheme).new_page()
            for path in PAST:
                page.goto(played.address.rstrip("/") + path)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
                taken.append(Image.open(BytesIO(page.screenshot())).convert("RGB"))
            page.context.close()
    if folder := os.environ.get("PICTURES"):
        height = size["height"] * width // size["width"]
        sheet = Image.new("RGB", (beside * (width + GAP), len(PAST) // beside * (height + GAP)), "white")
        for place, each in enumerate(taken[-len(PAST) :]):
            down, across = divmod(place, beside)
            small = each.resize((width, height), Image.Resampling.LANCZOS)
            sheet.paste(small, (across * (width + GAP), down * (height + GAP)))
        sheet.save(Path(folder, f"evenings-{name}.webp"), quality=92, method=6)
