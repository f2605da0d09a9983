"""A Pi made of folders, for tests of the doctor, of setup and of try."""

from pathlib import Path

import pytest

from hardware.simulated.wire.oled import Ssd1306
from tests.hardware.kinds.keypad.keypad_table import SOCKET_1
from tests.hardware.workbench.pi import FolderPi


@pytest.fixture
def pi(tmp_path: Path) -> FolderPi:
    return FolderPi(tmp_path)


@pytest.fixture
def healthy(pi: FolderPi) -> FolderPi:
    """A keypad in its socket, and a panel that answers."""
    pi.plug(3, f"{SOCKET_1}/input0", name="Maker's keyboard")
    pi.switch_i2c_on().solder(Ssd1306(), 1)
    return pi
