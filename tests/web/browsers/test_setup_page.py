"""The page on which a table is set up, as somebody opens it on a phone: the real command, and a real browser."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from hardware.config.reading import read_table
from tests.web.browsers.browser import LIMIT, PHONE, ROOT, picture_of

pytestmark = pytest.mark.browser

TABLE = "# ours\nsimulated = true\n\n[seat.1]\nhooded = true\npanel = {}\n"


def test_settings_are_changed_by_tapping_and_pictures_are_taken(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(TABLE)
    command = [sys.executable, "-m", "firmware_host", "setup", "--phone", "--port", "0", "--config", str(file)]
    surroundings = {**os.environ, "LANG": "C.UTF-8"}
    with subprocess.Popen(command, cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, text=True) as setup:
        assert setup.stdout is not None
        _, address, code = (setup.stdout.readline().split()[-1] for _ in range(3))
        page = browser.new_page(viewport=PHONE, device_scale_factor=2)
        page.set_default_timeout(LIMIT)
        page.goto(f"http://localhost:{urlsplit(address).port}/#{code}")
        page.get_by_role("button", name="Change settings").click()
        page.get_by_role("button", name="Save").wait_for()
        picture_of(page, "settings-on-a-phone")
        for tapped in ("Colours: green and yellow", "orange and blue", "Save"):
            page.get_by_role("button", name=tapped).click()
        page.locator("#said").get_by_text("Written to").wait_for()
        page.close()
        assert setup.wait(LIMIT / 1000) == 0
    assert file.read_text().startswith("# ours\n")
    assert read_table(file.read_text()).palette == "orange-blue"
