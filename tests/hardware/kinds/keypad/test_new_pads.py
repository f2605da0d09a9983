"""A keypad that nobody has chosen is kept only if the digits on the table's screen are typed on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.kinds.keypad.pairing import DIGITS, PAIRS_WITHIN
from hardware.kinds.keypad.troubles import TOO_SLOW
from hardware.ports import Paired, Passkey
from hardware.simulated.wire.keypad import PipedNode
from tests.hardware.kinds.keypad.air import Air
from tests.hardware.kinds.keypad.bluez import NUMPAD
from tests.hardware.kinds.keypad.test_bluetooth_bus import passkey

pytestmark = pytest.mark.proof
NODE = "/dev/input/event7"


class Stranger:
    """A keypad in pairing mode that asks for no digits. The table takes it without having been told to."""

    def __init__(self, folder: Path) -> None:
        self.air = Air(folder)
        self.air.bluez.appears()
        self.pad = self.comes()
        self._time = 1.0

    def comes(self) -> PipedNode:
        self.pad = self.air.new_pads.nodes.plug(NODE, uniq=NUMPAD.lower())
        return self.pad

    def goes(self) -> None:
        self.air.new_pads.nodes.unplug(NODE)

    def is_found(self) -> "Stranger":
        self.air.looks().pairing.pair(NUMPAD, chosen=False)
        self.air.hears(lambda: isinstance(self.air.news[-1], Passkey))
        self.air.loop.fly(0.5)
        return self

    @property
    def shown(self) -> Passkey:
        last = self.air.news[-1]
        assert isinstance(last, Passkey)
        return last

    def types(self, keys: str) -> "Stranger":
        for key in keys:
            self._time += 1.0
            self.pad.tap("KEY_KPENTER" if key == "\n" else f"KEY_KP{key}", self._time)
        self.air.loop.fly(0.5)
        return self


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[Stranger]:
    made = Stranger(tmp_path)
    yield made
    made.goes()
    made.air.close()


def test_it_is_shown_digits_of_the_tables_own(stranger: Stranger) -> None:
    digits = stranger.is_found().shown.digits
    assert len(digits) == DIGITS
    assert digits.isdigit()


def test_with_these_digits_it_is_paired(stranger: Stranger) -> None:
    digits = stranger.is_found().shown.digits
    stranger.types(digits[:2])
    assert stranger.shown.typed == 2
    stranger.types(digits[2:] + "\n")
    assert stranger.air.ends() == Paired(NUMPAD)
    assert "RemoveDevice" not in stranger.air.bluez.called


def test_wrong_digits_can_be_typed_again(stranger: Stranger) -> None:
    digits = stranger.is_found().shown.digits
    stranger.types(digits[::-1] + "0\n")
    assert stranger.shown == Passkey(digits, 0)
    stranger.types(digits + "\n")
    assert stranger.air.ends() == Paired(NUMPAD)


def test_a_neighbours_is_forgotten_whatever_the_neighbour_types(stranger: Stranger) -> None:
    stranger.is_found().types("1\n2\n")
    stranger.air.loop.fly(PAIRS_WITHIN)
    stranger.air.ends()
    assert stranger.air.said == TOO_SLOW
    assert stranger.air.bluez.called[-1] == "RemoveDevice"


def test_one_that_is_away_for_a_moment_goes_on_where_it_was(stranger: Stranger) -> None:
    digits = stranger.is_found().shown.digits
    stranger.types(digits[:3])
    stranger.goes()
    stranger.air.loop.fly(1.0)
    stranger.comes()
    stranger.air.loop.fly(1.0)
    stranger.types(digits[3:] + "\n")
    assert stranger.air.ends() == Paired(NUMPAD)


def test_it_is_forgotten_too_if_the_search_is_ended(stranger: Stranger) -> None:
    stranger.is_found().air.pairing.stop()
    stranger.air.hears(lambda: stranger.air.bluez.called[-1] == "RemoveDevice")


def test_one_that_was_chosen_from_a_list_is_asked_for_nothing(stranger: Stranger) -> None:
    assert stranger.air.looks().pairs() == Paired(NUMPAD)


def test_one_that_asks_for_digits_itself_is_not_asked_twice(stranger: Stranger) -> None:
    stranger.air.bluez.asks = passkey(42, 0, 6)
    assert stranger.air.looks().pairs(chosen=False) == Paired(NUMPAD)
    assert {news.digits for news in stranger.air.news if isinstance(news, Passkey)} == {"000042"}
