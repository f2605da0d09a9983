"""Pairing as BlueZ does it, over a real bus: what is asked, what is shown, what is refused, and how it ends."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from dbus_fast import Variant

from hardware.kinds.keypad import pairing as bluetooth
from hardware.kinds.keypad import troubles
from hardware.kinds.keypad.new_pads import LOOKS_EVERY, NODE_WITHIN
from hardware.kinds.keypad.pairing import ANSWERS_WITHIN, CONNECTS_WITHIN, LOOKS_FOR, PAIRS_WITHIN
from hardware.ports import FoundPad, NotPaired, Paired, Passkey
from tests.hardware.kinds.keypad.air import Air
from tests.hardware.kinds.keypad.bluez import KEYBOARD, NUMPAD, Bluez

pytestmark = pytest.mark.proof


@pytest.fixture
def air(tmp_path: Path) -> Iterator[Air]:
    made = Air(tmp_path)
    yield made
    made.close()


def passkey(digits: int, *typed: int, error: str = "") -> Callable[[Bluez, str], object]:
    """The keypad wants these digits, and tells how many of them it has."""

    async def asks(bluez: Bluez, path: str) -> str:
        for count in typed:
            await bluez.ask("DisplayPasskey", "ouq", path, digits, count)
        return error

    return asks


# ── looking ──────────────────────────────────────────────────────────────────────────────────────


def test_keypads_in_reach_are_found_by_name(air: Air) -> None:
    air.bluez.appears()
    assert air.looks().in_reach == (FoundPad(NUMPAD, "Numpad"),)


def test_one_that_comes_later_is_found_too(air: Air) -> None:
    air.looks()
    air.bluez.appears()
    air.hears(lambda: len(air.news) == 2)
    assert [pad.name for pad in air.in_reach] == ["Numpad"]


@pytest.mark.parametrize("goes", ["vanishes", "falls_silent"])
def test_one_that_goes_is_shown_no_more(air: Air, goes: str) -> None:
    air.bluez.appears()
    air.looks()
    getattr(air.bluez, goes)()
    air.hears(lambda: len(air.news) == 2)
    assert air.in_reach == ()


def test_one_that_the_tables_file_names_is_known_by_its_seat(air: Air) -> None:
    air.bluez.appears(KEYBOARD)
    assert [pad.seat for pad in air.looks().in_reach] == [2]


STRANGERS: dict[str, dict[str, Variant | None]] = {
    "a mouse": {"Icon": Variant("s", "input-mouse")},
    "headphones": {"Icon": Variant("s", "audio-headset")},
    "something that says nothing of itself": {"Icon": None},
    "a keypad of another evening": {"RSSI": None},
    "a keypad that is at the table already": {"Connected": Variant("b", True)},
}


@pytest.mark.parametrize("who", STRANGERS)
def test_what_is_no_keypad_in_pairing_mode_is_not_shown(air: Air, who: str) -> None:
    air.bluez.appears(KEYBOARD, **STRANGERS[who])
    air.bluez.appears(NUMPAD)
    assert [pad.address for pad in air.looks().in_reach] == [NUMPAD]


@pytest.mark.parametrize("service", ["00001124-0000-1000-8000-00805f9b34fb", "00001812-0000-1000-8000-00805f9b34fb"])
def test_a_keypad_without_an_icon_is_known_by_what_it_does(air: Air, service: str) -> None:
    air.bluez.appears(Icon=None, UUIDs=Variant("as", [service]))
    assert len(air.looks().in_reach) == 1


def test_one_without_a_name_is_called_by_its_address(air: Air) -> None:
    air.bluez.appears(Name=None)
    assert air.looks().in_reach[0].name == "Keypad 0B:0C"


def test_a_name_from_the_air_is_short_and_can_be_printed(air: Air) -> None:
    air.bluez.appears(Name=Variant("s", "\x1b[2JNum\npad" + "!" * 200))
    assert air.looks().in_reach[0].name == "[2JNumpad!!!!!!!!!!!!!!!"


def test_two_minutes_are_long_enough(air: Air) -> None:
    air.looks()
    air.loop.fly(LOOKS_FOR + 1)
    assert air.said == troubles.TIRED


# ── pairing ──────────────────────────────────────────────────────────────────────────────────────


def test_the_digits_are_shown_and_counted_and_then_it_is_paired(air: Air) -> None:
    air.bluez.appears()
    air.bluez.asks = passkey(42, 0, 1, 6)
    air.looks().pairs()
    assert air.news[1:] == [Passkey("000042"), Passkey("000042", 1), Passkey("000042", 6), Paired(NUMPAD)]


def test_a_paired_keypad_is_trusted_and_connected(air: Air) -> None:
    air.bluez.appears()
    air.looks().pairs()
    assert air.bluez.called[-3:] == ["Pair", "Trusted = True", "Connect"]


def test_a_paired_keypad_without_an_input_node_is_connected_anew(air: Air) -> None:
    """BlueZ may connect it before it has noted the bond: “input-hog profile accept failed”, and no key arrives."""
    air.new_pads.nodes_after = 2
    air.bluez.appears()
    air.looks()
    air.pairing.pair(NUMPAD)
    air.hears(lambda: air.new_pads.looked_for_nodes == 1)
    air.loop.fly(NODE_WITHIN + 1)
    assert air.ends() == Paired(NUMPAD)
    assert air.bluez.called[-3:] == ["Connect", "Disconnect", "Connect"]


def test_a_keypad_that_refuses_to_be_connected_anew_is_tried_again(air: Air) -> None:
    air.new_pads.nodes_after = 3
    air.bluez.appears()
    air.looks()
    air.pairing.pair(NUMPAD)
    air.hears(lambda: air.new_pads.looked_for_nodes >= 1)
    air.loop.fly(NODE_WITHIN)
    given_up_after = round(NODE_WITHIN / LOOKS_EVERY) + 1
    air.hears(lambda: air.new_pads.looked_for_nodes > given_up_after)
    air.loop.fly(NODE_WITHIN)
    assert air.ends() == Paired(NUMPAD)
    assert air.bluez.called[-3:] == ["Disconnect", "Connect", "Connect"]


def test_a_keypad_is_connected_anew_only_when_it_is_apart(air: Air) -> None:
    air.new_pads.nodes_after = 2
    air.bluez.appears()
    air.looks()
    air.pairing.pair(NUMPAD)
    air.hears(lambda: air.new_pads.looked_for_nodes == 1)
    air.bluez.becomes(Connected=Variant("b", True))
    air.loop.fly(NODE_WITHIN + 1)
    air.hears(lambda: "Disconnect" in air.bluez.called)
    assert air.bluez.called[-1] == "Disconnect"
    air.bluez.becomes(Connected=Variant("b", False))
    assert air.ends() == Paired(NUMPAD)


def test_nothing_is_looked_for_while_it_is_paired(air: Air) -> None:
    air.bluez.appears()
    air.looks().pairs()
    assert (
        air.bluez.called.index("StartDiscovery")
        < air.bluez.called.index("StopDiscovery")
        < air.bluez.called.index("Pair")
    )


def test_one_that_connects_later_is_paired_all_the_same(air: Air) -> None:
    air.bluez.appears()
    air.bluez.refuses = {"Connect": "org.bluez.Error.Failed"}
    assert air.looks().pairs() == Paired(NUMPAD)


def test_an_old_keypads_code_is_shown(air: Air) -> None:
    async def asks(bluez: Bluez, path: str) -> str:
        await bluez.ask("DisplayPinCode", "os", path, "271828")
        return ""

    air.bluez.appears()
    air.bluez.asks = asks
    air.looks().pairs()
    assert air.news[1] == Passkey("271828")


def test_an_old_keypad_that_has_no_code_is_given_the_one_that_is_shown(air: Air) -> None:
    async def asks(bluez: Bluez, path: str) -> str:
        await bluez.ask("RequestPinCode", "o", path)
        return ""

    air.bluez.appears()
    air.bluez.asks = asks
    air.looks().pairs()
    shown = air.news[1]
    assert isinstance(shown, Passkey)
    assert air.bluez.answers[0].body == [shown.digits]


def test_one_that_bluez_still_knows_begins_anew(air: Air) -> None:
    air.bluez.appears(Paired=Variant("b", True))
    air.looks()
    air.pairing.pair(NUMPAD)
    air.hears(lambda: "RemoveDevice" in air.bluez.called)
    air.bluez.appears()
    assert air.ends() == Paired(NUMPAD)
    assert air.bluez.called.index("RemoveDevice") < air.bluez.called.index("Pair")


def test_one_that_was_forgotten_and_does_not_come_back_is_said_to_have_gone(air: Air) -> None:
    air.bluez.appears(Paired=Variant("b", True))
    air.looks()
    air.pairing.pair(NUMPAD)
    air.hears(lambda: not air.bluez.devices)
    air.loop.run_until_complete(air.bluez.is_heard())
    air.loop.fly(bluetooth.COMES_BACK_IN + 1)
    assert air.said == troubles.GONE_AGAIN


@pytest.mark.parametrize("error", [name for name in troubles.SENTENCES if "bluez" in name])
def test_every_way_of_failing_is_a_sentence(air: Air, error: str) -> None:
    air.bluez.appears()
    air.bluez.asks = passkey(1, 0, error=error)
    assert air.looks().pairs() == NotPaired(troubles.SENTENCES[error])


def test_a_way_of_failing_that_nobody_foresaw_is_a_sentence_too(air: Air) -> None:
    air.bluez.appears()
    air.bluez.asks = passkey(1, 0, error="org.bluez.Error.MoonInTheWrongPhase")
    assert air.looks().pairs() == NotPaired(troubles.OTHERWISE)


def test_a_minute_is_long_enough_for_six_digits(air: Air) -> None:
    async def asks(_bluez: Bluez, _path: str) -> str:
        await asyncio.Event().wait()
        return ""

    air.bluez.appears()
    air.bluez.asks = asks
    air.looks()
    air.pairing.pair(NUMPAD)
    air.hears(lambda: "Pair" in air.bluez.called)
    air.loop.fly(PAIRS_WITHIN + 1)
    assert air.said == troubles.TOO_SLOW


@pytest.mark.parametrize("question", ["GetManagedObjects", "RegisterAgent", "StartDiscovery"])
def test_a_bluetooth_that_answers_no_more_is_not_waited_for_any_longer(air: Air, question: str) -> None:
    air.bluez.silent_at = question
    air.pairing.look(air.news.append)
    air.hears(lambda: question in air.bluez.called)
    air.loop.fly(ANSWERS_WITHIN + 1)
    assert air.said == troubles.NO_ANSWER


@pytest.mark.parametrize("question", ["RemoveDevice", "StopDiscovery", "Trusted = True"])
def test_nor_is_one_that_falls_silent_while_it_pairs(air: Air, question: str) -> None:
    air.bluez.silent_at = question
    air.bluez.appears(Paired=Variant("b", question == "RemoveDevice"))
    air.looks().pairing.pair(NUMPAD)
    air.hears(lambda: question in air.bluez.called)
    air.loop.fly(ANSWERS_WITHIN + 1)
    assert air.said == troubles.NO_ANSWER


def test_whoever_types_the_digits_has_a_minute_for_it(air: Air) -> None:
    air.bluez.silent_at = "Pair"
    air.bluez.appears()
    air.looks().pairing.pair(NUMPAD)
    air.hears(lambda: "Pair" in air.bluez.called)
    air.loop.fly(PAIRS_WITHIN - 1)
    assert len(air.news) == 1
    air.loop.fly(2)
    assert air.said == troubles.TOO_SLOW


def test_a_keypad_that_does_not_connect_is_paired_all_the_same(air: Air) -> None:
    air.bluez.silent_at = "Connect"
    air.bluez.appears()
    air.looks().pairing.pair(NUMPAD)
    air.hears(lambda: "Connect" in air.bluez.called)
    air.loop.fly(CONNECTS_WITHIN + 1)
    assert air.news[-1] == Paired(NUMPAD)


# ── stopping ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("chosen", [False, True])
def test_stopping_leaves_the_bus_and_says_nothing(air: Air, chosen: bool) -> None:
    async def asks(_bluez: Bluez, _path: str) -> str:
        await asyncio.Event().wait()
        return ""

    air.bluez.appears()
    air.bluez.asks = asks
    air.looks()
    if chosen:
        air.pairing.pair(NUMPAD)
        air.hears(lambda: "Pair" in air.bluez.called)
    told = len(air.news)
    air.pairing.stop()
    assert air.bluez.agent is not None
    client = air.bluez.agent[0]
    air.hears(lambda: client in air.bluez.gone)
    assert len(air.news) == told


def test_a_pairing_that_is_done_leaves_the_bus_too(air: Air) -> None:
    air.bluez.appears()
    air.looks().pairs()
    assert air.bluez.agent is not None
    client = air.bluez.agent[0]
    air.hears(lambda: client in air.bluez.gone)


def test_bluetooth_that_stops_in_the_middle_is_told(air: Air) -> None:
    air.looks()
    air.bluez.go()
    air.ends()
    assert air.said == troubles.STOPPED


def test_a_bus_that_ends_in_the_middle_is_told(air: Air) -> None:
    air.looks()
    air.bus.end()
    air.ends()
    assert air.said == troubles.STOPPED
