"""Keypads that are paired at the table: how simulated ones behave, and how a given pad types beside a seat's own."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.texts.language import english
from hardware.clock import VirtualClock
from hardware.config.settings import KeypadSettings, SeatSettings, TableSettings
from hardware.kinds.keypad import troubles
from hardware.kinds.keypad.new_pads import NewPads
from hardware.kinds.keypad.pairing import LOOKS_FOR, PAIRS_WITHIN, BluezPairing
from hardware.kinds.keypad.troubles import NO_LIBRARY, NOT_KNOWN, TIRED, TOO_SLOW
from hardware.ports import FoundPad, Input, KeyPress, NotPaired, PadsInReach, Paired, PairingNews, Passkey
from hardware.simulated.pairing import OTHER_DIGITS, SimulatedPad, SimulatedPairing
from hardware.simulated.wire.keypad import PipedNodes
from hardware.table import open_table
from tests.hardware.kinds.keypad.keypad_table import ADDRESS, SOCKET_1, KeypadTable, closed_in_the_end, two_seats
from tests.hardware.table_loop import TableLoop

PAD = KeypadSettings(bluetooth=ADDRESS)


@pytest.fixture
def loop() -> Iterator[TableLoop]:
    loop = TableLoop()
    yield loop
    loop.close()


# ── a pad that a seat was given ──────────────────────────────────────────────────────────────────


@pytest.fixture
def table() -> Iterator[KeypadTable]:
    """Two seats, both with their keypads on USB."""
    with closed_in_the_end() as opened:
        opened.append(two_seats())
        yield opened[0]


def test_a_given_pad_types_for_its_seat(table: KeypadTable) -> None:
    table.keypads.give(PAD, 2)
    table.plug(9, "", ADDRESS.lower()).tap("KEY_B", 10)
    assert table.typed(seat=2) == "B"


def test_a_pad_that_is_there_already_types_at_once(table: KeypadTable) -> None:
    pad = table.plug(9, "", ADDRESS)
    table.keypads.give(PAD, 1)
    pad.tap("KEY_B", 10)
    assert table.typed(seat=1) == "B"


def test_the_seats_own_keypad_types_on_beside_it(table: KeypadTable) -> None:
    table.keypads.give(PAD, 1)
    table.plug(9, "", ADDRESS)
    table.first.tap("KEY_A", 10)
    assert table.typed(seat=1) == "A"


def test_each_has_its_own_keys(table: KeypadTable) -> None:
    table.keypads.give(KeypadSettings(bluetooth=ADDRESS, keys="azerty"), 1)
    table.plug(9, "", ADDRESS).tap("KEY_Q", 10)
    table.first.tap("KEY_Q", 20)
    assert table.typed(seat=1) == "AQ"


def test_nobody_misses_a_given_pad_while_the_seats_own_is_there(table: KeypadTable) -> None:
    table.keypads.give(PAD, 1)
    table.plug(9, "", ADDRESS)
    table.nodes.unplug("/dev/input/event9")
    assert table.news() == []


def test_a_given_pad_stands_in_for_a_keypad_that_is_gone(table: KeypadTable) -> None:
    table.nodes.unplug("/dev/input/event3")
    assert table.news() == ["seat1.keypad gone"]
    table.keypads.give(PAD, 1)
    table.plug(9, "", ADDRESS)
    assert table.news() == ["seat1.keypad gone", "seat1.keypad back"]


def test_given_to_another_seat_it_types_there_only(table: KeypadTable) -> None:
    pad = table.plug(9, "", ADDRESS)
    table.keypads.give(PAD, 1)
    table.keypads.give(PAD, 2)
    pad.tap("KEY_B", 10)
    assert (table.typed(seat=1), table.typed(seat=2)) == ("", "B")


def test_a_key_that_is_down_when_a_pad_is_taken_away_goes_up(table: KeypadTable) -> None:
    pad = table.plug(9, "", ADDRESS)
    table.keypads.give(PAD, 1)
    pad.key("KEY_B", 1, 10)
    table.typed()
    table.keypads.give(PAD, 2)
    assert [(press.seat, press.down) for press in table.presses()] == [(1, True), (1, False)]


def test_a_seat_without_a_keypad_is_told_of_its_pad(table: KeypadTable) -> None:
    table.keypads.give(PAD, 3)
    table.plug(9, "", ADDRESS)
    assert table.news() == ["seat3.keypad gone", "seat3.keypad back"]


def test_a_seat_whose_only_pad_was_given_away_is_waited_for_no_more(table: KeypadTable) -> None:
    table.keypads.give(PAD, 3)
    table.keypads.give(PAD, 2)
    assert table.news() == ["seat3.keypad gone", "seat3.keypad back"]


def test_a_pad_that_a_seat_gets_while_its_keypad_is_lent_is_its_own(table: KeypadTable) -> None:
    table.keypads.borrow(of=1, by=2)
    table.keypads.give(PAD, 1)
    table.plug(9, "", ADDRESS).tap("KEY_B", 10)
    table.first.tap("KEY_A", 20)
    assert (table.typed(seat=1), table.typed(seat=2)) == ("B", "A")


def test_a_given_pad_is_lent_with_the_seats_own_keypad(table: KeypadTable) -> None:
    table.keypads.give(PAD, 1)
    table.keypads.borrow(of=1, by=2)
    table.plug(9, "", ADDRESS).tap("KEY_B", 10)
    assert table.typed(seat=2) == "B"


def test_a_pad_asleep_is_said_to_be_asleep(table: KeypadTable) -> None:
    table.keypads.give(PAD, 3)
    table.plug(9, "", ADDRESS)
    table.nodes.unplug("/dev/input/event9")
    assert table.gone()[-1].asleep


def test_a_lost_socket_is_still_named_by_its_sentence(table: KeypadTable) -> None:
    table.keypads.give(PAD, 1)
    table.nodes.unplug("/dev/input/event3")
    assert SOCKET_1 in english(table.gone()[-1].say)


@pytest.mark.parametrize(
    "seats", [{1: SeatSettings()}, {1: SeatSettings(), 2: SeatSettings(KeypadSettings(usb=SOCKET_1))}]
)
def test_a_real_table_gives_a_pad_to_a_seat_that_has_none(loop: TableLoop, seats: dict[int, SeatSettings]) -> None:
    nodes = PipedNodes()
    pad = nodes.plug("/dev/input/event9", uniq=ADDRESS)
    table = open_table(TableSettings(seats), loop, nodes=nodes)
    heard: list[Input] = []
    table.listen(heard.append)
    assert table.pairing is not None
    table.pairing.give(ADDRESS, 1, "qwerty")
    pad.tap("KEY_B", 10)
    loop.wait(lambda: any(isinstance(each, KeyPress) for each in heard))
    assert KeyPress(1, "B", 10.0) in heard
    table.close()
    nodes.unplug("/dev/input/event9")


# ── simulated ────────────────────────────────────────────────────────────────────────────────────


class Air:
    """A simulated radio in virtual time, and all that is told about it."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.given: list[tuple[str, int, str]] = []
        self.radio = SimulatedPairing(self.clock, {ADDRESS.lower(): 4}, lambda *given: self.given.append(given))
        self.news: list[PairingNews] = []

    def looks(self, *pads: SimulatedPad) -> "Air":
        for pad in pads:
            self.radio.switch_on(pad)
        self.radio.look(self.news.append)
        self.clock.settle()
        return self

    def pairs(self, seconds: float, address: str = ADDRESS) -> "Air":
        self.radio.pair(address)
        self.clock.advance(seconds)
        return self


@pytest.fixture
def air() -> Air:
    return Air()


QUICK, SLOW = SimulatedPad("Numpad", ADDRESS), SimulatedPad("Numpad", ADDRESS, by_itself=False)


def test_nothing_is_told_from_within_a_call(air: Air) -> None:
    air.radio.switch_on(QUICK)
    air.radio.look(air.news.append)
    assert air.news == []


def test_a_pad_that_the_file_names_is_found_with_its_seat(air: Air) -> None:
    assert air.looks(QUICK).news == [PadsInReach((FoundPad(ADDRESS, "Numpad", 4),))]


def test_a_pad_in_good_hands_is_paired(air: Air) -> None:
    air.looks(QUICK).pairs(10)
    digits = [news for news in air.news if isinstance(news, Passkey)]
    assert [each.typed for each in digits] == [0, 1, 2, 3, 4, 5, 6]
    assert air.news[-1] == Paired(ADDRESS)


def test_other_digits_do_not_pair(air: Air) -> None:
    air.looks(SLOW).pairs(2)
    air.radio.type_on_it(*"999999", "ENTER")
    air.clock.settle()
    assert air.news[-1] == NotPaired(OTHER_DIGITS)


def test_it_ends_by_itself(air: Air) -> None:
    air.looks().clock.advance(LOOKS_FOR)
    assert air.news[-1] == NotPaired(TIRED)
    air.looks(SLOW).pairs(PAIRS_WITHIN + 1)
    assert air.news[-1] == NotPaired(TOO_SLOW)


def test_a_pad_switched_off_in_the_middle_is_told(air: Air) -> None:
    air.looks(SLOW).pairs(2)
    air.radio.switch_off("Numpad")
    air.clock.settle()
    assert air.news[-1] == NotPaired(troubles.GONE_AGAIN)


def test_after_stopping_nothing_is_told(air: Air) -> None:
    air.looks(QUICK).radio.pair(ADDRESS)
    told = len(air.news)
    air.radio.stop()
    air.clock.advance(LOOKS_FOR + PAIRS_WITHIN)
    assert len(air.news) == told


def test_a_pad_that_the_file_names_stays_where_the_file_says(air: Air) -> None:
    air.radio.give(ADDRESS, 2, "qwerty")
    air.radio.give("AA:BB:CC:DD:EE:FF", 2, "qwerty")
    assert air.given == [("AA:BB:CC:DD:EE:FF", 2, "qwerty")]


def test_digits_are_in_no_repr() -> None:
    assert "271828" not in repr(Passkey("271828", 3))


# ── where nothing can be asked ───────────────────────────────────────────────────────────────────


def told_by(loop: TableLoop, bus: str) -> list[PairingNews]:
    news: list[PairingNews] = []
    pairing = BluezPairing(loop, {}, lambda *_: None, NewPads(PipedNodes()), bus)
    pairing.look(news.append)
    loop.wait(lambda: bool(news))
    pairing.close()
    return news


def test_without_its_library_it_says_which(loop: TableLoop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dbus_fast", None)
    assert told_by(loop, "unix:path=/nowhere") == [NotPaired(NO_LIBRARY)]


def test_a_bus_that_sends_strangers_away_is_told(loop: TableLoop, tmp_path: Path) -> None:
    def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = loop.run_until_complete(asyncio.start_unix_server(hang_up, tmp_path / "bus"))
    assert told_by(loop, f"unix:path={tmp_path}/bus") == [NotPaired(NOT_KNOWN)]
    server.close()
    loop.run_until_complete(server.wait_closed())


def test_the_library_is_not_imported_until_somebody_looks() -> None:
    program = "import sys, hardware.kinds.keypad.pairing; print('dbus_fast' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
