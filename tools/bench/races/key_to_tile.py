"""Key to tile: from a touch on a phone to its tile and to the television in a browser, compared with an echo."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from importlib.util import find_spec
from statistics import median
from typing import TYPE_CHECKING

from tools.bench.limits import Limit, Limits
from tools.bench.races.key_to_page import BARE, OURS, PLAY, Rounds, Took, in_each_round, milliseconds, server, times

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

TAKES = 20
ROUNDS, KEYS = 3, 20  # keys of each kind, in each round, at each server
PACE, NOTICED = 0.06, 1.0  # seconds between two keys, and until a menu can have been read
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PHONE: "ViewportSize" = {"width": 360, "height": 640}
SCREEN: "ViewportSize" = {"width": 1280, "height": 720}
NOTE = (
    "Real pages in Chromium. “Same phone” is the time from a touch on a key of a seat's page until its tile has "
    "changed there. “Television” is the time from a touch on the captain's phone until the page of the television "
    "has changed. Ours is `wordtable play` with the whole console. The bare echo is a page with one key and one "
    "tile, on the same starlette and uvicorn, which sends as many bytes. Both are measured in turn, in the same "
    "browser. Painting is not counted: it is the same for both, and would make the ratios smaller."
)
MOST = {"same phone": 5, "television": 12}  # times as long as the bare echo
ARM = """(shown) => { window.seen = 0;
  const eyes = new MutationObserver(() => {
    eyes.disconnect();
    window.seen = performance.timeOrigin + performance.now();
  });
  eyes.observe(document.querySelector(shown), { childList: true, subtree: true, characterData: true }); }"""
TOUCH = """(key) => { const began = performance.timeOrigin + performance.now(), found = document.querySelector(key);
  if (found.onpointerdown) found.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
  else found.click();
  return began; }"""
Table = Callable[[], Took]


def race() -> Limits:
    if CHROMIUM is None or find_spec("playwright") is None:
        return Limits("Key to tile", "Not measured: this needs playwright and Chromium.", ())
    asked = cache(ask_both)
    rows = []
    for kind, most in MOST.items():
        rounds: Rounds = partial(in_each_round, asked, kind, median)
        rows += [
            Limit(f"{kind}, bare", partial(milliseconds, rounds, BARE), "ms", None, "an echo"),
            Limit(f"{kind}, ours", partial(milliseconds, rounds, OURS), "ms", None, "the whole console"),
            Limit(kind, partial(times, rounds), "×", most, "the echo's time"),
        ]
    return Limits("Key to tile", NOTE, tuple(rows))


def took(phone: "Page", key: str, watched: "Page", shown: str) -> float:
    """Seconds from this key until something changes on the page that is watched. All pages have one clock."""
    watched.evaluate(ARM, shown)
    began = float(phone.evaluate(TOUCH, key))
    watched.wait_for_function("() => window.seen")
    seconds = (float(watched.evaluate("() => window.seen")) - began) / 1000
    time.sleep(PACE)
    return seconds


@contextmanager
def bare(browser: "Browser") -> Iterator[Table]:
    with server(["tools/bench/echo_pages.py"]) as address:
        seat, captain, watch = (browser.new_page() for _ in range(3))
        for page, name in ((seat, "seat"), (captain, "captain"), (watch, "watch")):
            page.goto(f"{address}page/{name}")
        time.sleep(NOTICED)
        yield lambda: {
            "same phone": [took(seat, "#key", seat, "#tile") for _ in range(KEYS)],
            "television": [took(captain, "#key", watch, "#tile") for _ in range(KEYS)],
        }


@contextmanager
def ours(browser: "Browser") -> Iterator[Table]:
    """The captain is in the lobby, and somebody else is about to type a name."""
    with server(PLAY) as address:
        captain, seat = (browser.new_page(viewport=PHONE) for _ in range(2))
        television = browser.new_page(viewport=SCREEN)
        television.goto(f"{address}public")
        for page, number in ((captain, 1), (seat, 2)):
            page.goto(f"{address}seat/{number}")
            page.click(".go")
            page.wait_for_selector(".keyboard:not([hidden])")
        time.sleep(NOTICED)
        for key in (*"ANN", "ENTER"):
            captain.evaluate(TOUCH, f'.keyboard [data-key="{key}"]')
        captain.wait_for_selector('[data-id="computers more"]')
        time.sleep(NOTICED)
        letters = ["A", "DELETE"] * (KEYS // 2)
        yield lambda: {
            "same phone": [took(seat, f'.keyboard [data-key="{key}"]', seat, ".boards") for key in letters],
            "television": [
                took(captain, '[data-id="computers more"]', television, "#television .body") for _ in range(KEYS)
            ],
        }


def ask_both() -> list[list[Took]]:
    """For each round and each server, how long every key took."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with bare(browser) as theirs, ours(browser) as mine:
            return [[theirs(), mine()] for _ in range(ROUNDS)]
