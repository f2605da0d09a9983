"""What BlueZ may ask while it pairs, and computers where Bluetooth cannot be used. On a real bus."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from hardware.kinds.keypad import troubles
from hardware.kinds.keypad.new_pads import NewPads
from hardware.kinds.keypad.pairing import BluezPairing
from hardware.ports import Passkey
from hardware.simulated.wire.keypad import PipedNodes
from tests.hardware.kinds.keypad.air import Air
from tests.hardware.kinds.keypad.bluez import DEVICE, FORBIDDEN, KEYBOARD, NUMPAD, OBJECTS, Bluez, path_of

pytestmark = pytest.mark.proof


@pytest.fixture
def air(tmp_path: Path) -> Iterator[Air]:
    made = Air(tmp_path)
    yield made
    made.close()


# ── the agent ────────────────────────────────────────────────────────────────────────────────────


def test_the_table_only_shows(air: Air) -> None:
    air.looks()
    assert air.bluez.agent is not None
    assert air.bluez.agent[2] == "DisplayOnly"


def test_the_tables_agent_answers_for_nobody_elses_pairing(air: Air) -> None:
    air.looks()
    assert "RequestDefaultAgent" not in air.bluez.called


@pytest.mark.parametrize(
    ("question", "signature", "more"),
    [
        ("DisplayPasskey", "ouq", (1, 0)),
        ("DisplayPinCode", "os", ("1234",)),
        ("RequestPinCode", "o", ()),
        ("RequestAuthorization", "o", ()),
        ("AuthorizeService", "os", ("00001124-0000-1000-8000-00805f9b34fb",)),
    ],
)
def test_what_is_asked_about_another_device_is_refused(
    air: Air, question: str, signature: str, more: tuple[object, ...]
) -> None:
    async def asks(bluez: Bluez, _path: str) -> str:
        await bluez.ask(question, signature, path_of(KEYBOARD), *more)
        return ""

    air.bluez.appears()
    air.bluez.asks = asks
    air.looks().pairs()
    assert air.bluez.answers[0].error_name == "org.bluez.Error.Rejected"


@pytest.mark.parametrize("question", ["RequestPasskey", "RequestConfirmation"])
def test_what_nobody_here_can_answer_is_refused(air: Air, question: str) -> None:
    async def asks(bluez: Bluez, path: str) -> str:
        more = (7,) if question == "RequestConfirmation" else ()
        await bluez.ask(question, "ou" if more else "o", path, *more)
        return ""

    air.bluez.appears()
    air.bluez.asks = asks
    air.looks().pairs()
    assert air.bluez.answers[0].error_name == "org.bluez.Error.Rejected"


@pytest.mark.parametrize("question", ["RequestAuthorization", "AuthorizeService", "Cancel", "Release"])
def test_what_the_captain_has_agreed_to_by_choosing_is_allowed(air: Air, question: str) -> None:
    async def asks(bluez: Bluez, path: str) -> str:
        body = {"AuthorizeService": ("os", path, "1124"), "RequestAuthorization": ("o", path)}.get(question, ("",))
        await bluez.ask(question, *body)
        return ""

    air.bluez.appears()
    air.bluez.asks = asks
    air.looks().pairs()
    assert air.bluez.answers[0].message_type is MessageType.METHOD_RETURN


def test_nobody_but_bluez_puts_digits_on_the_screen(air: Air) -> None:
    async def asks(bluez: Bluez, path: str) -> str:
        stranger = await MessageBus(bus_address=air.bus.address).connect()
        await bluez.ask("DisplayPasskey", "ouq", path, 666, 0, sender=stranger)
        stranger.disconnect()
        return ""

    air.bluez.appears()
    air.bluez.asks = asks
    air.looks().pairs()
    assert not [news for news in air.news if isinstance(news, Passkey)]


def test_nobody_but_bluez_puts_keypads_on_the_list(air: Air) -> None:
    air.looks()

    async def pretends() -> None:
        stranger = await MessageBus(bus_address=air.bus.address).connect()
        facts = {
            DEVICE: {"Address": Variant("s", NUMPAD), "Icon": Variant("s", "input-keyboard"), "RSSI": Variant("n", 1)}
        }
        added = Message.new_signal("/", OBJECTS, "InterfacesAdded", "oa{sa{sv}}", [path_of(NUMPAD), facts])
        assert air.bluez.agent is not None
        added.destination = air.bluez.agent[0]
        await stranger.send(added)
        stranger.disconnect()

    air.loop.run_until_complete(pretends())
    air.bluez.appears(KEYBOARD)
    air.hears(lambda: len(air.news) == 2)
    assert [pad.address for pad in air.in_reach] == [KEYBOARD]


# ── where it cannot be done ──────────────────────────────────────────────────────────────────────


def test_no_adapter(air: Air) -> None:
    air.bluez.adapter = None
    assert air.looks().said == troubles.NO_ADAPTER


def test_an_adapter_that_is_off_is_switched_on(air: Air) -> None:
    air.bluez.adapter = {"Powered": Variant("b", False)}
    air.looks()
    assert "Powered = True" in air.bluez.called


def test_an_adapter_that_is_blocked_is_said_to_be(air: Air) -> None:
    air.bluez.adapter = {"Powered": Variant("b", False)}
    air.bluez.refuses = {"Powered = True": "org.bluez.Error.Failed"}
    assert air.looks().said == troubles.SWITCHED_OFF


def test_bluez_is_not_running(tmp_path: Path) -> None:
    air = Air(tmp_path, bluez=False)
    assert air.looks().said == troubles.NOT_RUNNING
    air.close()


def test_bluez_may_not_be_asked(tmp_path: Path) -> None:
    air = Air(tmp_path, FORBIDDEN)
    assert air.looks().said == troubles.NOT_ALLOWED
    air.close()


def test_there_is_no_bus(air: Air, tmp_path: Path) -> None:
    pairing = BluezPairing(air.loop, {}, lambda *_: None, NewPads(PipedNodes()), f"unix:path={tmp_path}/nothing")
    pairing.look(air.news.append)
    air.ends()
    assert air.said == troubles.NO_BUS
