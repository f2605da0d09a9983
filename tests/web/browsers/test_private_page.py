"""The private screen on a tablet that is handed on: the Host hides a word there, and looks at all boards."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.web.browsers.browser import Opened, Visitor, picture, table
from tests.web.browsers.test_phones import LOOKS, SMALL, SPEED

pytestmark = pytest.mark.browser

TABLET: ViewportSize = {"width": 820, "height": 1180}
STILL = LOOKS * 12  # milliseconds until tiles have turned over
OPEN_SEATS = "simulated = true\n[private]\n" + "".join(
    f'[seat.{number}]\nkeypad = {{ usb = "simulated" }}\npanel = {{}}\n' for number in (1, 2)
)


def joins(visitor: Visitor, seat: int, name: str) -> Opened:
    phone = visitor.opens(f"/seat/{seat}", SMALL, has_touch=True)
    phone.presses("Join")
    phone.reads("Your name?")
    phone.spells(name)
    phone.reads(f"{name}: captain", f"Hello {name}")
    return phone


def test_the_host_hides_a_word_and_helps_on_the_private_page(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(OPEN_SEATS)
    with table(tmp_path / "journal.db", SPEED, config=tmp_path / "table.toml") as played:
        visitor = Visitor(browser, played)
        ann, bob = joins(visitor, 1, "ANN"), joins(visitor, 2, "BOB")
        private = visitor.opens("/host", TABLET, has_touch=True)
        ann.presses("Start")
        ann.presses("I have the screen")
        private.reads("hide a word")
        private.page.wait_for_timeout(LOOKS)
        private.page.tap(".idea")
        private.page.wait_for_function("() => document.querySelectorAll('.row.open .typed').length === 5")
        picture(private, "tablet-private-secret")
        for _ in "WORDS":
            private.page.tap('[data-key="DELETE"]')
        private.spells("STONE")
        bob.reads("Guess 1")
        bob.page.wait_for_timeout(LOOKS)
        bob.spells("CRANE")
        bob.reads("Guess 2")
        private.page.wait_for_selector(".tile.in-place >> nth=1")
        private.page.wait_for_timeout(STILL)
        picture(private, "tablet-private-host")
        private.presses("Menu")
        for name in ("Give a hint", "Correct my word"):
            private.page.get_by_role("button", name=name).wait_for()
        written = "".join((*ann.sent, *bob.sent))
        assert ("STONE" in written, visitor.complaints) == (False, [])
        visitor.leaves()
