"""Pages for everybody: what axe-core finds, the keyboard alone, large text, less movement."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.web.browsers.browser import TELEVISION, Opened, Visitor, table
from tests.web.browsers.test_phones import LOOKS, SMALL, SPEED, an_evening, seats

pytestmark = pytest.mark.browser

AWAY = """() => ["[data-key=ENTER]", "[data-key=DELETE]", ".menu", ".row.open"]
  .filter((name) => { const box = document.querySelector(name)?.getBoundingClientRect();
    return !box || box.width === 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.top < 0; })"""


CHANGES_COLOURS = "moves => moves.playState === 'running' && moves.transitionProperty !== 'stroke-dasharray'"  # a clock


def found_in(opened: Opened) -> list[str]:
    """What axe-core finds wrong, each with where it is."""
    opened.page.wait_for_timeout(LOOKS * 6)
    opened.page.wait_for_function(f"() => !document.getAnimations().some({CHANGES_COLOURS})")
    violations = Axe().run(opened.page).response["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in violations for node in each["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_phone_or_a_television(browser: Browser, tmp_path: Path, scheme: str) -> None:
    (tmp_path / "table.toml").write_text(seats(""))
    with table(tmp_path / "journal.db", SPEED, config=tmp_path / "table.toml") as played:
        visitor = Visitor(browser, played)
        television = visitor.opens("/public", TELEVISION)
        ann, bob = (visitor.opens(f"/seat/{seat}", SMALL, scheme, has_touch=True) for seat in (1, 2))
        found = {"join": found_in(ann), "choosing a seat": found_in(visitor.opens("/join", SMALL, scheme))}
        for phone, name in ((ann, "ANN"), (bob, "BOB")):
            phone.presses("Join")
            phone.reads("Your name?")
            phone.spells(name)
        found["captain"], found["lobby"] = found_in(ann), found_in(television)
        ann.presses("Menu")
        found["menu"] = found_in(ann)
        ann.presses("Back")
        ann.presses("Start")
        ann.reads("hide a word")
        found["secret"] = found_in(ann)
        ann.spells("STONE")
        bob.reads("Guess 1")
        bob.page.wait_for_timeout(LOOKS)
        bob.spells("STOVE")
        bob.reads("Guess 2")
        found |= {"host": found_in(ann), "guess": found_in(bob), "television": found_in(television)}
        visitor.leaves()
    assert {where: what for where, what in found.items() if what} == {}


def test_with_text_twice_as_large_everything_to_press_is_in_sight(browser: Browser, tmp_path: Path) -> None:
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        ann, bob = players[0].phone, players[1].phone
        ann.presses("Start")
        ann.reads("hide a word")
        ann.spells("STONE")
        bob.reads("Guess 1")
        bob.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert bob.page.evaluate(AWAY) == []


def test_a_keyboard_alone_is_enough_on_a_page(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(seats(""))
    with table(tmp_path / "journal.db", SPEED, config=tmp_path / "table.toml") as played:
        visitor = Visitor(browser, played)
        ann = visitor.opens("/seat/1")
        ann.types("")
        ann.reads("Your name?")
        ann.types("ann")
        ann.reads("ANN: captain")
        while ann.page.evaluate("document.activeElement.dataset.id") != "computers more":
            ann.page.keyboard.press("Tab")
        ann.page.keyboard.press("Enter")
        ann.page.wait_for_function("() => document.querySelector('[data-id=\"computers more\"]').matches(':focus')")
        while ann.page.evaluate("document.activeElement.dataset.id") != "start":
            ann.page.keyboard.press("Shift+Tab")
        ann.types("")
        assert ann.reads("hide a word", "is choosing", "Guess 1")
        visitor.leaves()


CUT_OFF = """() => [...document.querySelectorAll(".name, .owner")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""
SCREENS = ((1280, 720), (1024, 768), (3840, 2160))


def cut_off(television: Opened) -> list[str]:
    """Names that are, on a television of any shape."""
    found = []
    for width, height in SCREENS:
        television.page.set_viewport_size({"width": width, "height": height})
        television.page.wait_for_timeout(LOOKS)
        found += television.page.evaluate(CUT_OFF)
    return found


def test_a_television_says_whom_it_waits_for_and_cuts_off_no_name(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(seats(""))
    names = ("GRANDMAS", "CHARLOTT", "THEODORE")
    with table(tmp_path / "journal.db", SPEED, config=tmp_path / "table.toml") as played:
        visitor = Visitor(browser, played)
        television = visitor.opens("/public", TELEVISION)
        phones = [visitor.opens(f"/seat/{seat}", SMALL, has_touch=True) for seat in (1, 2, 3)]
        for phone, name in zip(phones, names, strict=True):
            phone.presses("Join")
            phone.reads("Your name?")
            phone.spells(name)
            phone.reads(f"{name}: captain", f"Hello {name}")
        phones[0].presses("Start")
        television.reads("GRANDMAS is choosing a word.")
        playing = cut_off(television)
        phones[0].spells("STONE")
        for phone in phones[1:]:
            phone.reads("Guess 1")
            phone.page.wait_for_timeout(LOOKS)
            phone.spells("STONE")
        television.reads("It was STONE")
        after = cut_off(television)
        visitor.leaves()
    assert (playing, after) == ([], [])
