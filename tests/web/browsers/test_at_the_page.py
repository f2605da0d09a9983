"""Where keys go on a page, what it tells those who listen, and that nothing overlaps."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browsers.browser import PHONE, Opened, Visitor, table

pytestmark = pytest.mark.browser

OVERLAPPING = """() => {
  const things = [...document.querySelectorAll(".seat, .middle .panel, .push")];
  const boxes = things.map((each) => each.getBoundingClientRect());
  const overlap = (one, other) => one !== other
    && one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  return boxes.filter((one) => boxes.some((other) => overlap(one, other))).length;
}"""
HEARD = "document.querySelector('body > [aria-live]')"
LISTEN = """() => {
  window.heard = [];
  const region = document.querySelector("body > [aria-live]");
  new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true, subtree: true });
}"""


@pytest.fixture
def visitor(browser: Browser, tmp_path: Path) -> Iterator[Visitor]:
    with table(tmp_path / "journal.db") as at_table:
        somebody = Visitor(browser, at_table)
        yield somebody
        somebody.leaves()


def joined(you: Opened) -> Opened:
    """Asked for a name, with two letters of it typed."""
    you.page.click("text=Seat 2")
    you.types("x")
    you.waits_for("Your name?")
    you.page.keyboard.type("bo")
    return you


@pytest.mark.parametrize(
    "clicked",
    ["#sound", "#shapes", "#mischief", "#shut", ".push.pause", '[aria-label="Turn over the panel of seat 3"]'],
)
def test_after_a_click_on_a_button_the_keyboard_plays_on_at_the_seat(visitor: Visitor, clicked: str) -> None:
    you = joined(visitor.opens("/"))
    if clicked == "#shut":
        you.page.click("#mischief")
    you.page.click(clicked)
    you.types("b")
    you.waits_for("BOB: captain")


def test_whoever_uses_the_keyboard_alone_can_press_the_same_button_twice(visitor: Visitor) -> None:
    you = visitor.opens("/")
    while you.page.evaluate("document.activeElement.id") != "shapes":
        you.page.keyboard.press("Tab")
    you.page.keyboard.press("Enter")
    you.page.keyboard.press("Enter")
    assert you.page.get_attribute("#shapes", "aria-pressed") == "false"


def test_whoever_listens_is_told_only_what_is_new(visitor: Visitor) -> None:
    phone = visitor.opens("/seat/2", PHONE, has_touch=True)
    phone.presses("Join")
    phone.page.wait_for_function(f"() => {HEARD}.textContent.includes('Your name?')")
    phone.page.evaluate(LISTEN)
    phone.types("bob")
    phone.page.wait_for_function("() => heard.some((each) => each.includes('BOB: captain'))")
    phone.page.evaluate("heard.length = 0")
    phone.presses("Menu")
    phone.page.wait_for_function("() => heard.length")
    assert phone.page.evaluate("heard") == ["Menu"]


def test_a_page_that_waits_for_its_table_says_so(visitor: Visitor) -> None:
    phone = visitor.opens("/seat/2", PHONE, has_touch=True)
    phone.page.route_web_socket("**/live/*", lambda _: None)  # it is opened, and nobody answers
    phone.page.reload()
    assert phone.reads("Looking for the table")
    assert phone.page.get_attribute("body", "class") == "look seat away"


WITH_A_CLOCK = """
simulated = true
[games.party]
timer = 60
[seat.1]
hooded = true
keypad = { usb = "simulated" }
panel = {}
[seat.2]
hooded = true
keypad = { usb = "simulated" }
panel = {}
"""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("> seven wrong (1)", "chosen: seven wrong (1)"),
        ("[S] M  I (L)[E]", "S in place,  M  I L elsewhere, E in place,"),
        ("CLOS_", "CLOS"),
    ],
)
def test_only_the_marks_of_a_board_are_told_as_marks(visitor: Visitor, line: str, told: str) -> None:
    page = visitor.opens("/").page
    assert page.evaluate("(line) => import('/static/displays.js').then((it) => it.spokenLine(line))", line) == told


def test_a_clock_that_ticks_is_not_told(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(WITH_A_CLOCK)
    with table(tmp_path / "journal.db", config=tmp_path / "table.toml") as at_table:
        visitor = Visitor(browser, at_table)
        ann, bob = (visitor.opens(f"/seat/{seat}", PHONE, has_touch=True) for seat in (1, 2))
        for phone, name, greeting in ((ann, "ANN", "ANN: captain"), (bob, "BOB", "Hello BOB")):
            phone.presses("Join")
            phone.reads("Your name?")
            phone.types(name)
            phone.reads(greeting)
        ann.presses("Start")
        ann.reads("hide a word")
        ann.types("piano")
        bob.page.wait_for_function(f"() => {HEARD}.textContent.includes('Guess 1')")
        bob.page.evaluate(LISTEN)
        before = bob.page.inner_text(".clock")
        bob.page.wait_for_function("before => document.querySelector('.clock').innerText !== before", arg=before)
        heard = bob.page.evaluate("heard")
        visitor.leaves()
    assert heard == []


def test_at_the_whole_table_too_a_clock_that_ticks_is_not_told(browser: Browser, tmp_path: Path) -> None:
    third = '[seat.3]\nhooded = true\nkeypad = { usb = "simulated" }\npanel = {}\n'
    (tmp_path / "table.toml").write_text(WITH_A_CLOCK + third)
    with table(tmp_path / "journal.db", config=tmp_path / "table.toml") as at_table:
        visitor = Visitor(browser, at_table)
        you = visitor.opens("/")
        you.page.click("#quick")
        region, label = (
            "document.querySelector('.at-place [aria-live]')",
            "document.querySelector('.at-place canvas').ariaLabel",
        )
        you.page.wait_for_function(f"() => {region}.textContent.includes('Guess 1')")
        you.page.evaluate(LISTEN.replace("body > [aria-live]", ".at-place [aria-live]"))
        for _ in range(3):
            ticked = you.page.evaluate(f"() => {label}.match(/[0-9]:[0-9][0-9]/)[0]")
            you.page.wait_for_function(f"before => !{label}.includes(before)", arg=ticked)
        heard = you.page.evaluate("heard")
        visitor.leaves()
    assert [each for each in heard if "Guess 1" in each] == []


def many(seats: int) -> str:
    return "simulated = true\n[private]\n" + "".join(
        f'[seat.{number}]\nhooded = true\nkeypad = {{ usb = "simulated" }}\n'
        'grid = { port = "simulated" }\npanel = {}\n'
        for number in range(1, seats + 1)
    )


@pytest.mark.parametrize("seats", [4, 8, 24])
def test_no_seat_overlaps_another_however_many_there_are(browser: Browser, tmp_path: Path, seats: int) -> None:
    (tmp_path / "table.toml").write_text(many(seats))
    with table(tmp_path / "journal.db", config=tmp_path / "table.toml") as at_table:
        visitor = Visitor(browser, at_table)
        you = visitor.opens("/")
        for width, height in ((1440, 900), (1280, 720), (800, 1000)):
            you.page.set_viewport_size({"width": width, "height": height})
            you.page.wait_for_function(f"() => ({OVERLAPPING})() === 0")
        visitor.leaves()
