"""The card's first evening in a strange house: the table's own Wi-Fi, a phone in it, and the way to the home network.

The radios are the kernel's mac80211_hwsim, on the booted card; guest_wifi.py plays the phone and the home.
"""

from pathlib import Path

import pytest

from tests.image.contents import image
from tests.image.raspberry import new_card
from tests.image.test_boot import CARD, boot, put, tell, waits_until_all_is_started

pytestmark = pytest.mark.image


def test_a_phone_takes_the_table_from_its_own_wifi_to_the_home_network(tmp_path: Path) -> None:
    pi = boot(new_card(image(), tmp_path / "card.img", CARD), tmp_path / "pi")
    try:
        waits_until_all_is_started(pi)
        put(pi, "/run/wifi.py", Path(__file__).with_name("guest_wifi.py").read_text())
        said = pi.run("python3 /run/wifi.py", 3600)
        tell(said)
        assert said.splitlines()[-1] == "the phone has found wordtable.local"
    finally:
        pi.cut_power()
