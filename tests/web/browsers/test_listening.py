"""Whole games by those who listen: they know only the accessibility tree, and what a live region tells them."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator
from playwright.sync_api import TimeoutError as TookTooLong

from tests.web.browsers.browser import SOON, Opened
from tests.web.browsers.test_care import found_in
from tests.web.browsers.test_phones import LOOKS, MOST_TURNS, SECRETS, SETTINGS, Player, an_evening

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden" / "listening"
OTHERS = re.compile(r"^([A-Z]|Enter|Delete|Space|Menu|Share|Back|Suggest a word|Hold to .*)$")
OVER = ("Lobby", "Play again")
NOTE_WHAT_IS_TOLD = """() => {
  window.told = [];
  const note = (box) => { const text = box.innerText.trim(); if (text && told.at(-1) !== text) told.push(text); };
  for (const box of document.querySelectorAll("[role=status], [aria-live]"))
    new MutationObserver(() => note(box)).observe(box, { childList: true, characterData: true, subtree: true });
}"""


class Listener:
    """Somebody who sees nothing of a page."""

    def __init__(self, player: Player, secrets: dict[str, str]) -> None:
        self.name = player.name
        self._page = player.phone.page
        self._secrets = secrets

    @property
    def tree(self) -> str:
        return self._page.locator("body").aria_snapshot()

    def plays(self) -> bool:
        """Does what is asked, if anything. Whether the game is over."""
        self._page.wait_for_timeout(LOOKS)
        tree = self.tree
        names = [name for name in re.findall(r'button "([^"]+)"', tree) if not OTHERS.match(name)]
        others = [name for name in self._secrets if name != self.name]
        if any(name in OVER for name in names):
            return True
        if 'button "Q"' in tree:
            self._spells(self._word(tree, others))
        elif named := [name for name in names if name.partition(" ")[0] in others]:
            self._presses(named[0])
        elif "pass" in names:
            self._presses("pass")
        elif names:
            self._presses(names[0])
        return False

    def _word(self, tree: str, others: list[str]) -> str:
        if "hide a word" in tree:
            return self._secrets[self.name]
        asked = re.search(r'dialog "(\w+)', tree)
        return self._secrets[asked[1] if asked and asked[1] in others else others[0]]

    def _spells(self, word: str) -> None:
        for key in (*word, "Enter"):
            button = self._page.get_by_role("button", name=key, exact=True)
            if button.count():
                press_if_there(button.first)

    def _presses(self, name: str) -> None:
        press_if_there(self._page.get_by_role("button", name=name, exact=True).first)


def press_if_there(button: Locator) -> None:
    """Others may just have ended what was asked. Then the button is gone, and the next look tells what to do."""
    with suppress(TookTooLong):
        button.press("Enter", timeout=SOON)


@pytest.mark.parametrize("game", SETTINGS)
def test_a_whole_game_is_played_by_its_accessibility_tree_alone(browser: Browser, tmp_path: Path, game: str) -> None:
    with an_evening(browser, tmp_path, game) as (visitor, players, television):
        listeners = [Listener(player, SECRETS[game]) for player in players]
        players[0].phone.page.get_by_role("button", name="Start", exact=True).press("Enter")
        looked_at: dict[str, list[str]] = {}
        over = False
        for turn in range(MOST_TURNS):
            at = turn % len(players)
            look_closely(looked_at, players[at].phone)
            over = listeners[at].plays()
            if over:
                break
        look_closely(looked_at, players[0].phone)
        looked_at["television"] = found_in(television)
        assert (over, visitor.complaints) == (True, [])
        assert {where: what for where, what in looked_at.items() if what} == {}


def look_closely(looked_at: dict[str, list[str]], phone: Opened) -> None:
    """axe-core, once for each kind of page."""
    kind = str(phone.page.evaluate("document.querySelector('main').dataset.asked + !!document.querySelector('.tile')"))
    if kind not in looked_at:
        looked_at[kind] = found_in(phone)


def test_one_round_sounds_as_it_did(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """What a screen reader tells Bob, who guesses, in order."""
    with an_evening(browser, tmp_path, "party") as (_, players, _television):
        ann, bob, cat = players
        bob.phone.page.evaluate(NOTE_WHAT_IS_TOLD)
        ann.phone.page.tap('[data-id="start"]')
        ann.phone.reads("hide a word")
        ann.phone.spells("STONE")
        for player, words in ((bob, ("ZZZZZ", "CRANE", "STONE")), (cat, ("STONE",))):
            player.phone.reads("Guess 1")
            for number, word in enumerate(words):
                player.phone.page.wait_for_timeout(LOOKS * 12)
                if number and words[number - 1] == "ZZZZZ":
                    for _ in range(5):
                        player.phone.page.tap('[data-key="DELETE"]')
                player.phone.spells(word)
        bob.phone.reads("It was STONE", "STONE")
        bob.phone.page.wait_for_timeout(LOOKS * 12)
        told = "\n".join(bob.phone.page.evaluate("told")) + "\n"
    golden = GOLDEN / "party-round.txt"
    if request.config.getoption("--renew-goldens"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(told)
    assert told == golden.read_text()
