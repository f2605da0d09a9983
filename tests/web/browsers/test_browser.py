"""The table in a real Chromium: played, looked at on a phone and on a television, broken, and found again."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browsers.browser import (
    PHONE,
    READS,
    SPEED,
    TELEVISION,
    Opened,
    Table,
    Visitor,
    picture,
    plays_to_the_end,
    table,
)

pytestmark = pytest.mark.browser


@pytest.fixture
def at_table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Table]:
    with table(tmp_path / "journal.db", getattr(request, "param", SPEED)) as played:
        yield played


# Where computer players are waited for, they think quickly.
hurried = pytest.mark.parametrize("at_table", [16.0], indirect=True)


@pytest.fixture
def visitor(browser: Browser, at_table: Table) -> Iterator[Visitor]:
    somebody = Visitor(browser, at_table)
    yield somebody
    somebody.leaves()


# ── playing ──────────────────────────────────────────────────────────────────────────────────────


@hurried
def test_a_newcomer_plays_a_whole_game_with_two_computer_players(visitor: Visitor) -> None:
    you = visitor.opens("/")
    you.page.click("#quick")
    came = plays_to_the_end(you)
    rounds = [number for number in (1, 2, 3) if any(f"Round {number} of 3" in text for text in you.sent)]
    assert (came.count("hide a word"), rounds, visitor.complaints) == (1, [1, 2, 3], [])


def test_a_click_on_another_seat_sits_there(visitor: Visitor) -> None:
    you = visitor.opens("/")
    you.page.click("text=Seat 4")
    you.types("x")
    you.waits_for("Your name?")
    assert you.page.inner_text(".at-place .plate") == "Seat 4"


def test_a_keyboard_is_enough(visitor: Visitor) -> None:
    """From the address bar: Tab to the button, Enter, and type."""
    you = visitor.opens("/")
    while you.page.evaluate("document.activeElement.id") != "quick":
        you.page.keyboard.press("Tab")
    you.page.keyboard.press("Enter")
    you.waits_for("Guess 1")
    you.types("piano")
    you.waits_for("Guess 2")


def test_every_control_has_a_name(visitor: Visitor) -> None:
    you = visitor.opens("/")
    you.page.click("#mischief")
    unnamed = you.page.evaluate(
        "[...document.querySelectorAll('button, [role=img], [role=group], section, aside')]"
        ".filter(e => !(e.ariaLabel || e.textContent.trim())).map(e => e.outerHTML)"
    )
    assert unnamed == []


def test_what_happens_is_told_to_those_who_listen(visitor: Visitor) -> None:
    you = visitor.opens("/")
    you.page.click("#quick")
    you.page.wait_for_function("() => document.querySelector('.at-place [aria-live]').textContent.includes('Guess 1')")
    assert you.page.get_attribute("#announcement", "role") == "status"


def test_computer_players_have_their_names_at_their_seats(visitor: Visitor) -> None:
    you = visitor.opens("/")
    you.page.click("#quick")
    you.waits_for("Guess 1")
    you.page.wait_for_selector(".turn.yours")
    assert you.page.locator(".guest b").all_inner_texts() == ["ADA", "BO"]


# ── other pages ──────────────────────────────────────────────────────────────────────────────────


def test_a_phone_is_a_whole_seat(visitor: Visitor) -> None:
    phone = visitor.opens("/seat/2", PHONE, has_touch=True, device_scale_factor=2)
    phone.presses("Join")
    phone.reads("Your name?")
    phone.spells("BOB")
    phone.reads("BOB: captain")
    room = phone.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert (room, visitor.complaints) == ([PHONE["width"], PHONE["height"]], [])


def test_a_phone_on_its_side_fits_too(visitor: Visitor) -> None:
    phone = visitor.opens("/seat/2", {"width": 844, "height": 390}, has_touch=True)
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= 390


def test_a_television_is_filled_with_the_score(visitor: Visitor) -> None:
    you, television = visitor.opens("/"), visitor.opens("/public", TELEVISION)
    you.page.click("#quick")
    television.reads("Round 1")
    width, height = television.page.evaluate("(c => [c.scrollWidth, c.scrollHeight])(document.documentElement)")
    cards = television.page.locator(".player h2").all_inner_texts()
    assert (width, height, len(cards)) == (TELEVISION["width"], TELEVISION["height"], 3)


REVEALED = ("was PIANO", '"phase":"result"', '"phase":"over"')  # the word lies open


@hurried
def test_no_other_page_is_sent_a_hidden_word(visitor: Visitor) -> None:
    pages = {path: visitor.opens(path) for path in ("/seat/2", "/public", "/private")}
    you = visitor.opens("/")
    you.page.click("#quick")
    plays_to_the_end(you)
    shown = {
        path: [text for text in opened.sent if "PIANO" in text and not any(told in text for told in REVEALED)]
        for path, opened in pages.items()
    }
    assert (shown, bool(pages["/public"].sent)) == ({path: [] for path in pages}, True)


def test_a_second_tab_of_a_seat_sees_and_types_too(visitor: Visitor) -> None:
    one, other = (visitor.opens("/seat/1", PHONE, has_touch=True) for _ in range(2))
    one.presses("Join")
    other.reads("Your name?")
    other.types("ANN")
    one.reads("ANN: captain")


# ── other languages ──────────────────────────────────────────────────────────────────────────────

IN_NONSENSE = """
simulated = true
language = "nonsense"
[seat.1]
hooded = true
keypad = { usb = "simulated" }
panel = {}
[seat.2]
hooded = true
keypad = { usb = "simulated" }
grid = { port = "simulated" }
panel = {}
[seat.3]
hooded = true
keypad = { usb = "simulated" }
panel = {}
"""
WRITTEN = """[document.body.innerText, document.title,
  ...[...document.querySelectorAll("[aria-label]:not(canvas), [title]")].flatMap((e) => [e.ariaLabel, e.title]),
].join(" ")"""


def test_in_another_language_no_english_is_left_on_a_page(browser: Browser, tmp_path: Path) -> None:
    """On the table, a phone, the television and the page to join. What panels show is looked at elsewhere."""
    (tmp_path / "table.toml").write_text(IN_NONSENSE)
    with table(tmp_path / "journal.db", config=tmp_path / "table.toml") as at_table:
        visitor = Visitor(browser, at_table)
        you, phone, television = (
            visitor.opens("/"),
            visitor.opens("/seat/2", PHONE),
            visitor.opens("/public", TELEVISION),
        )
        written = str(television.page.evaluate(WRITTEN))  # the lobby, with the rules
        you.page.click("#quick")
        you.page.wait_for_selector(".turn.yours")
        you.page.click("#mischief")
        you.page.click('[data-device="seat3.keypad"]')
        you.page.wait_for_selector(".no-keypad")
        you.page.evaluate("document.querySelectorAll('[aria-live], #announcement').forEach((e) => e.remove())")
        pages = [you, phone, television, visitor.opens("/join", PHONE)]
        written += " ".join(str(each.page.evaluate(WRITTEN)) for each in pages)
        speaks = you.page.get_attribute("html", "lang")
        visitor.leaves()
    assert (set(re.findall(r"\b[a-z]{3,}\b", written)), speaks, visitor.complaints) == ({"wordtable"}, "nonsense", [])


# ── breaking things ──────────────────────────────────────────────────────────────────────────────


def test_a_page_finds_its_table_again_after_a_restart(visitor: Visitor, at_table: Table) -> None:
    you = visitor.opens("/")
    you.page.click("#quick")
    you.waits_for("Guess 1")
    at_table.stop()
    you.page.wait_for_selector("text=Looking for the table")
    at_table.start()
    you.waits_for("Go on?")
    you.types("")
    you.waits_for("Guess 1")


def test_an_unplugged_panel_is_dark_and_comes_back(visitor: Visitor) -> None:
    you = visitor.opens("/")
    you.page.click("#mischief")
    you.page.click('[aria-label^="seat 1, panel"]')
    you.page.wait_for_selector(".at-place .panel.dark")
    you.page.click('[aria-label^="seat 1, panel"]')
    you.waits_for("Press a key to join.")
    assert visitor.complaints == []


def test_after_a_power_cut_the_game_is_still_there(visitor: Visitor) -> None:
    you = visitor.opens("/")
    you.page.click("#quick")
    you.waits_for("Guess 1")
    you.page.click("#mischief")
    you.page.click("#power")
    you.page.wait_for_selector(".at-place .panel.dark")
    you.page.click("#power")
    you.waits_for("Go on?")


def test_the_private_screen_shows_itself_only_when_turned_over(visitor: Visitor) -> None:
    you = visitor.opens("/")
    before = [text for text in you.sent if '"private","mode"' in text]
    you.page.click('[aria-label="Turn over the private screen"]')
    you.page.wait_for_selector("#private .panel:not(.dark)")
    assert before == []


def test_a_button_is_let_go_when_the_browser_takes_the_touch_away(visitor: Visitor) -> None:
    """As when a finger begins to scroll: a power button that stayed pressed would switch the table off."""
    you = visitor.opens("/")
    you.page.evaluate(
        "() => { window.told = []; const send = WebSocket.prototype.send;"
        "WebSocket.prototype.send = function (text) { told.push(JSON.parse(text)); send.call(this, text); }; }"
    )
    for happens in ("pointerdown", "pointercancel", "pointerleave"):
        you.page.dispatch_event(".push.power", happens)
    assert you.page.evaluate("told") == [{"button": "power", "down": down} for down in (True, False)]


# ── pictures ─────────────────────────────────────────────────────────────────────────────────────


def three_play(you: Opened) -> None:
    """Three people at one page, late in a round."""
    for seat, name in {1: "ANN", 2: "BOB", 3: "CAT"}.items():
        you.page.click(f"text=Seat {seat}")
        you.types("")
        you.waits_for("Your name?")
        you.types(name)
        you.waits_for(f"{name}: captain", f"Hello {name}")
    you.page.click("text=Seat 1")
    you.waits_for("chosen: Start", "> Start")
    you.types("")
    you.waits_for("hide a word")
    you.types("stone")
    you.waits_for("ANN: STONE", "ANN has hidden a word.")
    you.page.wait_for_timeout(READS)
    for seat, guesses in {2: ("crane", "stony", "stove"), 3: ("moist", "shout")}.items():
        you.page.click(f"text=Seat {seat}")
        for row, guess in enumerate(guesses, 1):
            you.waits_for(f"Guess {row}")
            you.types(guess)
        you.waits_for(f"Guess {len(guesses) + 1}")
    you.page.keyboard.type("sto")
    you.waits_for("S  T  O", "STO")


def test_pictures_of_three_people_at_play(visitor: Visitor) -> None:
    """`make pictures` takes those of the guide here."""
    you = visitor.opens("/", scheme="dark")
    three_play(you)
    picture(you, "table-evening")
    lit = you.page.evaluate("document.querySelectorAll('.seats .leds .on').length")
    if os.environ.get("PICTURES"):
        picture(visitor.opens("/"), "table-day")
    assert (lit > 4, visitor.complaints) == (True, [])
