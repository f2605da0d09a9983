"""One contract for keypads and buttons: the same tests for fakes and for drivers at the wire."""

import threading
from collections.abc import Callable, Iterator
from typing import Protocol

import luma.oled.device  # noqa: F401  # it starts four threads of its own when it is imported, for good
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware_host.texts.language import english
from hardware.clock import VirtualClock
from hardware.config.keymaps import BUILT_IN
from hardware.config.settings import ButtonSettings
from hardware.inbox import Inbox
from hardware.kinds.button import GpioButton
from hardware.kinds.keypad.driver import EvdevKeypads
from hardware.ports import ButtonPress, DeviceBack, DeviceGone, DeviceLost, Input, KeyPress
from hardware.simulated.button import SimulatedButton
from hardware.simulated.keypad import Habits, SimulatedKeypad, SimulatedKeypads, UnrulyKeypad
from tests.hardware.kinds.grid_table import open_files
from tests.hardware.kinds.keypad.keypad_table import SOCKET_1, SOCKET_2, two_seats
from tests.hardware.table_loop import LIMIT, TableLoop


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    files, threads = open_files(), set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - threads:
        thread.join(LIMIT)
        assert not thread.is_alive(), thread.name
    assert open_files() <= files  # fewer: something that an earlier test dropped has gone


# ── keypads ──────────────────────────────────────────────────────────────────────────────────────


class Keypads(Protocol):
    """Two seats with a keypad each, and everything that is heard of them."""

    heard: list[Input]

    def press(self, seat: int, letter: str, when: float) -> None: ...
    def let_go(self, seat: int, letter: str, when: float) -> None: ...
    def hold_on(self, seat: int, letter: str) -> None: ...  # for a second
    def unplug(self, seat: int) -> None: ...
    def plug(self, seat: int) -> None: ...
    def settle(self) -> None: ...
    def close(self) -> None: ...
    @property
    def keypads(self) -> "EvdevKeypads | SimulatedKeypads[SimulatedKeypad] | SimulatedKeypads[UnrulyKeypad]": ...


class StateKeypads:
    """Keypads that send what they are told, with the time they are told."""

    def __init__(self) -> None:
        self.heard: list[Input] = []
        self.clock = VirtualClock()
        inbox = Inbox(self.clock)
        inbox.listen(self.heard.append)
        self._pads = {seat: SimulatedKeypad(seat, inbox, self.clock) for seat in (1, 2)}
        self.keypads = SimulatedKeypads(self._pads)
        self.settle = self.clock.settle

    def press(self, seat: int, letter: str, when: float) -> None:
        self._pads[seat].press(letter, when)

    def let_go(self, seat: int, letter: str, when: float) -> None:
        self._pads[seat].let_go(letter, when)

    def hold_on(self, seat: int, letter: str) -> None:
        for _ in range(30):
            self._pads[seat].press(letter)

    def unplug(self, seat: int) -> None:
        self._pads[seat].unplug()

    def plug(self, seat: int) -> None:
        self._pads[seat].plug()

    def close(self) -> None:
        self.keypads.close()


class UnrulyKeypads:
    """Keypads that repeat themselves; their time is the clock's own."""

    def __init__(self) -> None:
        self.heard: list[Input] = []
        self.clock = VirtualClock()
        inbox = Inbox(self.clock)
        inbox.listen(self.heard.append)
        keys = BUILT_IN["qwerty"]
        self._pads = {seat: UnrulyKeypad(seat, keys, inbox, self.clock, Habits()) for seat in (1, 2)}
        self.keypads = SimulatedKeypads(self._pads)

    def press(self, seat: int, letter: str, when: float) -> None:
        self.clock.run_until(when)
        self._pads[seat].press(f"KEY_{letter}")

    def let_go(self, seat: int, letter: str, when: float) -> None:
        self.clock.run_until(when)
        self._pads[seat].let_go(f"KEY_{letter}")

    def hold_on(self, seat: int, letter: str) -> None:
        del seat, letter  # it repeats itself
        self.clock.advance(1)

    def unplug(self, seat: int) -> None:
        self._pads[seat].unplug()

    def plug(self, seat: int) -> None:
        self._pads[seat].plug()

    def settle(self) -> None:
        self.clock.settle()

    def close(self) -> None:
        self.keypads.close()


class WireKeypads:
    """The real driver, and bytes through pipes."""

    def __init__(self) -> None:
        self._table = two_seats()
        self.keypads = self._table.keypads
        self.heard = self._table.heard
        self._pads = {1: self._table.first, 2: self._table.second}

    def press(self, seat: int, letter: str, when: float) -> None:
        self._pads[seat].key(f"KEY_{letter}", 1, when)

    def let_go(self, seat: int, letter: str, when: float) -> None:
        self._pads[seat].key(f"KEY_{letter}", 0, when)

    def hold_on(self, seat: int, letter: str) -> None:
        for repeat in range(30):
            self._pads[seat].key(f"KEY_{letter}", 2, 10 + repeat / 30)

    def unplug(self, seat: int) -> None:
        self._table.nodes.unplug(self._pads[seat].called.path)

    def plug(self, seat: int) -> None:
        number, socket = {1: (3, SOCKET_1), 2: (5, SOCKET_2)}[seat]
        self._pads[seat] = self._table.plug(number, f"{socket}/input0")

    def settle(self) -> None:
        self._table.loop.turn_until_quiet()

    def close(self) -> None:
        self.keypads.close()
        for node in self._table.nodes.present():
            self._table.nodes.unplug(node.path)


KEYPADS: dict[str, Callable[[], Keypads]] = {"state": StateKeypads, "behaviour": UnrulyKeypads, "wire": WireKeypads}


@pytest.fixture(params=KEYPADS)
def pads(request: pytest.FixtureRequest) -> Iterator[Keypads]:
    pads = KEYPADS[request.param]()
    yield pads
    pads.close()


@pytest.fixture(params=["state", "wire"])
def pads_with_times(request: pytest.FixtureRequest) -> Iterator[Keypads]:
    """Those whose events can be late."""
    pads = KEYPADS[request.param]()
    yield pads
    pads.close()


def heard(pads: Keypads) -> list[str]:
    """In a word each: “1 A”, a key let go “1 a”, a keypad gone or back “1 gone”."""
    pads.settle()
    said = []
    for each in pads.heard:
        match each:
            case KeyPress(seat=seat, key=key, down=down):
                said.append(f"{seat} {key if down else key.lower()}")
            case DeviceGone(device=device) | DeviceBack(device=device):
                said.append(f"{device[4]} {'gone' if isinstance(each, DeviceGone) else 'back'}")
    return said


def test_a_key_is_pressed_and_let_go(pads: Keypads) -> None:
    pads.press(1, "A", 1.0)
    pads.settle()
    pads.let_go(1, "A", 1.5)
    assert heard(pads) == ["1 A", "1 a"]


def test_a_press_carries_its_time(pads: Keypads) -> None:
    pads.press(2, "A", 1.25)
    pads.settle()
    assert [press.when for press in pads.heard if isinstance(press, KeyPress)] == [1.25]


def test_presses_of_one_wake_up_come_in_the_order_of_their_times_across_seats(pads_with_times: Keypads) -> None:
    pads_with_times.press(1, "A", 1.2)
    pads_with_times.press(2, "B", 1.1)
    pads_with_times.let_go(2, "B", 1.3)
    pads_with_times.let_go(1, "A", 1.4)
    assert heard(pads_with_times) == ["2 B", "1 A", "2 b", "1 a"]


def test_a_key_that_is_held_on_is_pressed_once(pads: Keypads) -> None:
    pads.press(1, "A", 1.0)
    pads.hold_on(1, "A")
    assert heard(pads) == ["1 A"]


def test_unplugged_with_a_key_down_it_lets_go_and_then_is_gone(pads: Keypads) -> None:
    pads.press(1, "A", 1.0)
    pads.settle()
    pads.unplug(1)
    assert heard(pads) == ["1 A", "1 a", "1 gone"]


def test_plugged_in_again_it_is_back_and_types(pads: Keypads) -> None:
    pads.unplug(1)
    pads.settle()
    pads.plug(1)
    pads.settle()
    pads.press(1, "B", 2.0)
    assert heard(pads) == ["1 gone", "1 back", "1 B"]


def test_the_other_seat_types_on_while_one_is_gone(pads: Keypads) -> None:
    pads.unplug(1)
    pads.settle()
    pads.press(2, "B", 1.0)
    assert heard(pads) == ["1 gone", "2 B"]


def test_what_is_said_of_a_lost_keypad_is_a_sentence(pads: Keypads) -> None:
    pads.unplug(1)
    pads.settle()
    (lost,) = [each for each in pads.heard if isinstance(each, DeviceGone)]
    assert len(english(lost.say).split()) > 4
    assert english(lost.say).endswith(".")


def test_a_borrowed_keypad_types_for_whoever_borrowed_it_until_it_is_given_back(pads: Keypads) -> None:
    pads.keypads.borrow(of=2, by=1)
    pads.press(2, "A", 1.0)
    pads.settle()
    pads.let_go(2, "A", 1.2)
    pads.settle()
    pads.keypads.borrow(of=2, by=2)
    pads.press(2, "B", 2.0)
    assert heard(pads) == ["1 A", "1 a", "2 B"]


def test_a_key_held_while_its_keypad_changes_hands_is_let_go_by_who_pressed_it(pads: Keypads) -> None:
    pads.press(2, "A", 1.0)
    pads.settle()
    pads.keypads.borrow(of=2, by=1)
    assert heard(pads) == ["2 A", "2 a"]


def test_nobody_can_borrow_a_keypad_that_is_not_there(pads: Keypads) -> None:
    with pytest.raises(DeviceLost, match="seat9"):
        pads.keypads.borrow(of=9, by=1)


# ── buttons ──────────────────────────────────────────────────────────────────────────────────────


class PausePin(Protocol):
    heard: list[Input]

    def contact(self, closed: bool) -> None: ...
    def passes(self, seconds: float) -> None: ...
    def close(self) -> None: ...


class SimulatedPause:
    def __init__(self) -> None:
        self.heard: list[Input] = []
        self._clock = VirtualClock()
        self._button = SimulatedButton("pause", self.heard.append, self._clock)
        self.passes = self._clock.advance
        self.close = self._button.close

    def contact(self, closed: bool) -> None:
        (self._button.press if closed else self._button.let_go)()


class WiredPause:
    """The real driver on gpiozero's mock pins."""

    def __init__(self) -> None:
        self.heard: list[Input] = []
        self._loop = TableLoop()
        self._factory = Device.pin_factory = MockFactory(pin_class=MockPWMPin)
        self._button = GpioButton("pause", ButtonSettings(17), self.heard.append, self._loop)

    def contact(self, closed: bool) -> None:
        pin = self._factory.pin(17)
        (pin.drive_low if closed else pin.drive_high)()
        self._loop.fly(0)

    def passes(self, seconds: float) -> None:
        self._loop.fly(seconds)

    def close(self) -> None:
        self._button.close()
        self._loop.close()
        self._factory.reset()
        Device.pin_factory = None


@pytest.fixture(params=[SimulatedPause, WiredPause], ids=["behaviour", "wire"])
def pause(request: pytest.FixtureRequest) -> Iterator[PausePin]:
    pause: PausePin = request.param()
    yield pause
    pause.close()


def test_a_button_is_pressed_and_let_go(pause: PausePin) -> None:
    pause.contact(True)
    pause.passes(1.5)
    pause.contact(False)
    assert pause.heard == [ButtonPress("pause", 0.0), ButtonPress("pause", 1.5, down=False)]


def test_a_contact_that_bounces_is_one_press(pause: PausePin) -> None:
    for closed in (True, False, True, False, True):
        pause.contact(closed)
        pause.passes(0.002)
    pause.passes(1)
    assert pause.heard == [ButtonPress("pause", 0.0)]
