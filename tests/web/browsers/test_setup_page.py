"""The page on which a table is set up, as somebody opens it on a phone: the real command, and a real browser."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from hardware.config.reading import read_table
from hardware.simulated.network import OWN
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


# The command's own page, but with networks that are only names.
WITH_NETWORKS = """
import asyncio, sys
from pathlib import Path
from firmware_host.drawing import patterns
from firmware_host.texts.language import language
from firmware_host.web.setup import phone, wifi
from hardware.simulated.network import SimulatedNetwork
from hardware.workbench.machine import Machine

wifi.TO_READ = 0.05
networks = SimulatedNetwork({"Attic": "longenough", "Café Kiwi": ""})
place = phone.Place(Path(sys.argv[1]), port=0)
asyncio.run(phone.set_up_with_a_phone(Machine(), place, patterns, sys.stdout, language("en"), networks))
"""


def test_a_home_network_is_chosen_by_tapping_and_a_picture_is_taken(browser: Browser, tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITH_NETWORKS, str(tmp_path / "table.toml")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as setup:
        assert setup.stdout is not None
        _, address, code = (setup.stdout.readline().split()[-1] for _ in range(3))
        page = browser.new_page(viewport=PHONE, device_scale_factor=2)
        page.set_default_timeout(LIMIT)
        page.goto(f"http://localhost:{urlsplit(address).port}/#{code}")
        page.get_by_role("button", name="Choose a Wi-Fi network").click()
        page.get_by_role("button", name="Café Kiwi").wait_for()
        picture_of(page, "wifi-on-a-phone")
        page.get_by_role("button", name="Attic").click()
        page.get_by_label("The password of Attic").first.fill("longenough")
        page.keyboard.press("Enter")
        page.get_by_text("The table has joined Attic.").wait_for()
        setup.terminate()


# And with a keypad and a panel that are made of pipes: every line that arrives presses a key.
WITH_A_KEYPAD = """
import asyncio, sys
from itertools import count
from pathlib import Path
from firmware_host.drawing import patterns
from firmware_host.texts.language import language
from firmware_host.web.setup import phone
from hardware.simulated.wire.oled import Ssd1306
from tests.hardware.workbench.pi import NUMBER_PAD, FolderPi

async def main():
    pi = FolderPi(Path(sys.argv[1]))
    pad, moments = pi.plug(3, "usb-1.4/input0", name="Numpad", keys=NUMBER_PAD), count(1.0)
    asyncio.get_running_loop().add_reader(0, lambda: (sys.stdin.readline(), pad.tap("KEY_KP5", next(moments))))
    pi.switch_i2c_on().solder(Ssd1306(), 1)
    place = phone.Place(Path(sys.argv[1], "table.toml"), port=0)
    with pi.i2c.fitted():
        await phone.set_up_with_a_phone(pi.machine, place, patterns, sys.stdout, language("en"))

asyncio.run(main())
"""


def test_questions_are_answered_by_tapping_and_a_picture_is_taken(browser: Browser, tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITH_A_KEYPAD, str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as setup:
        assert setup.stdout is not None
        assert setup.stdin is not None
        _, address, code = (setup.stdout.readline().split()[-1] for _ in range(3))
        page = browser.new_page(viewport=PHONE, device_scale_factor=2)
        page.set_default_timeout(LIMIT)
        page.goto(f"http://localhost:{urlsplit(address).port}/#{code}")
        page.get_by_text("Seat 1: press any key on its keypad.").wait_for()
        setup.stdin.write("\n")
        setup.stdin.flush()
        page.get_by_role("button", name="Seat 1").wait_for()
        picture_of(page, "questions-on-a-phone")
        for tapped in ("Seat 1", "Yes", "Yes", "Write it"):
            page.get_by_role("button", name=tapped, exact=True).click()
        page.locator("#said").get_by_text("Written to").wait_for()
        page.close()
        setup.terminate()
    assert read_table((tmp_path / "table.toml").read_text()).seats[1].hooded


def test_a_television_shows_how_to_begin(browser: Browser, tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITH_NETWORKS, str(tmp_path / "table.toml")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as setup:
        assert setup.stdout is not None
        _, address, code = (setup.stdout.readline().split()[-1] for _ in range(3))
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.set_default_timeout(LIMIT)
        page.goto(f"http://localhost:{urlsplit(address).port}/public")
        page.get_by_text(f"Wi-Fi {OWN.name}, password {OWN.password}").wait_for()
        page.get_by_text(f"Code {code}").wait_for()
        page.get_by_text("No keypad found.").wait_for()
        assert page.locator(".join .scannable").is_visible()
        page.close()
        setup.terminate()
