"""A real Chromium at a real server: `wordtable play` as its own process, and pages as people open them."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLong

ROOT = Path(__file__).parents[3]
LIMIT = 60_000  # milliseconds, generous: only a failure comes near it
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SPEED = 2.0  # the table's clock runs so many times as fast
GUESSES = ("crane", "moist", "bulky", "flown", "hedge", "party") * 3
NO_CHROMIUM = "there is no Chromium here: `sudo apt install chromium` brings one"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}


class Table:
    """`wordtable play`, which can be killed and started again at the same port."""

    def __init__(
        self,
        journal: Path,
        speed: float = SPEED,
        config: Path | None = None,
        packages: Path | None = None,
        *,
        invites: bool = False,
    ) -> None:
        self._arguments = ["play", "--no-browser", "--seed", "7", "--speed", str(speed), "--journal", str(journal)]
        if config is not None:
            self._arguments += ["--config", str(config)]
        if invites:
            self._arguments += ["--host", "0.0.0.0"]  # phones may join
        self._environment = {**os.environ, "PYTHONPATH": "" if packages is None else str(packages)}
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        port = re.search(r":(\d+)/", self.address)
        command = [sys.executable, "-m", "firmware_host", *self._arguments, "--port", port[1] if port else "0"]
        self._process = subprocess.Popen(command, cwd=ROOT, env=self._environment, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        self.address = said.split()[-1]

    def code(self, page: str) -> str:
        """The join code of this page, as the command prints it for a table that invites phones."""
        assert self._process is not None
        assert self._process.stdout is not None
        return next(found[1] for line in self._process.stdout if (found := re.search(rf"/{page}#(\w+)", line)))

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.communicate(timeout=LIMIT / 1000)
        return self._process.returncode


@contextmanager
def table(
    journal: Path,
    speed: float = SPEED,
    config: Path | None = None,
    packages: Path | None = None,
    *,
    invites: bool = False,
) -> Iterator[Table]:
    """`packages` is a folder of somebody else's, such as a game from outside. With `invites`, phones may join."""
    played = Table(journal, speed, config, packages, invites=invites)
    played.start()
    try:
        yield played
    finally:
        played.stop(signal.SIGKILL)


class Visitor:
    """Somebody with a browser. Whatever a page complains of is remembered, and every message it was sent."""

    def __init__(self, browser: Browser, table: Table) -> None:
        self._browser = browser
        self._table = table
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def opens(self, path: str, size: ViewportSize = DESK, scheme: str = "light", **more: object) -> "Opened":
        context = self._browser.new_context(viewport=size, color_scheme=scheme, **more)  # type: ignore[arg-type]  # by name
        context.set_default_timeout(LIMIT)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        opened = Opened(page)
        page.goto(self._table.address.rstrip("/") + path)
        page.wait_for_selector(".panel:not(.dark), .seat .bar .plate, .joining .free, .television .title:not(:empty)")
        page.wait_for_selector("body:not(.away)")  # no key can reach a table that has not answered yet
        return opened

    def leaves(self) -> None:
        for context in self._contexts:
            context.close()


SOON = 3000  # milliseconds in which something comes of a key
MOST_TRIES = 20
READS = 600  # milliseconds: before that, nobody can have read what is new, and what they press does nothing


class Opened:
    """One page: what it was sent, what its panel says, and hands to use it with."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: self.sent.append(str(text))))

    @property
    def says(self) -> str:
        """What the panel of this place says to those who cannot see it."""
        return self.page.get_attribute(".at-place canvas", "aria-label") or ""

    def reads(self, *words: str) -> str:
        """Until a page that draws itself shows one of these; which one."""
        found = self.page.wait_for_function(
            "words => words.find(word => document.body.innerText.includes(word))", arg=list(words)
        )
        return str(found.json_value())

    def presses(self, name: str) -> None:
        """A button of this name, by touch, after a look at it."""
        button = self.page.get_by_role("button", name=name, exact=True).first
        button.wait_for()
        self.page.wait_for_timeout(READS)
        button.tap()

    def enters_until(self, true: str) -> None:
        """Presses Enter, and again if nothing has come of it: something else may have changed at that moment."""
        for _ in range(MOST_TRIES):
            self.types("")
            with suppress(TookTooLong):
                self.page.wait_for_function(true, timeout=SOON)
                return
        raise AssertionError(f"{MOST_TRIES} times Enter, and never: {true}")

    def spells(self, word: str) -> None:
        """On the keyboard of the page, by touch."""
        for key in (*word, "ENTER"):
            self.page.tap(f'.keyboard [data-key="{key}"]')

    def waits_for(self, *words: str) -> str:
        """Until the panel says one of these; which one."""
        found = self.page.wait_for_function(
            "words => words.find(w => document.querySelector('.at-place canvas')?.ariaLabel?.includes(w))",
            arg=list(words),
        )
        return str(found.json_value())

    def says_no_more(self, words: str) -> None:
        self.page.wait_for_function(
            "words => !document.querySelector('.at-place canvas').ariaLabel.includes(words)", arg=words
        )

    def types(self, word: str) -> None:
        """After a look at what is asked, which may have changed this very moment."""
        self.page.wait_for_timeout(READS)
        self.page.keyboard.type(word)
        self.page.keyboard.press("Enter")

    def clicks(self, word: str) -> None:
        for key in (*word, "ENTER"):
            self.page.click(f'.at-place [data-key="{key}"]')


def picture(opened: Opened, name: str) -> None:
    """Into the folder that PICTURES names."""
    picture_of(opened.page, name)


def picture_of(page: Page, name: str) -> None:
    taken = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    if folder := os.environ.get("PICTURES"):
        taken.save(Path(folder, f"{name}.webp"), quality=92, method=6)


def plays_to_the_end(you: Opened) -> list[str]:
    """One person's part of a whole game: hides a word by clicking, guesses by typing. What came, in order."""
    guesses = iter(GUESSES)
    came: list[str] = []
    while not came or came[-1] != " won":
        came.append(you.waits_for(" won", "hide a word", "ENTER next", "type, ENTER"))
        match came[-1]:
            case "hide a word":
                you.clicks("PIANO")
                you.says_no_more("hide a word")
            case "type, ENTER":
                row = you.says.partition(": ")[2].partition(".")[0]
                you.types(next(guesses))
                you.says_no_more(f"{row}.")
            case "ENTER next":
                you.enters_until("() => !document.querySelector('.at-place canvas').ariaLabel.includes('ENTER next')")
    return came


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        (pytest.fail if os.environ.get("NEEDS_BROWSERS") else pytest.skip)(NO_CHROMIUM)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()
