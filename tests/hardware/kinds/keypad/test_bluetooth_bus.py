"""Pairing as BlueZ does it, over a real bus: what is asked, what is shown, what is refused, and how it ends."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from hardware.drivers import bluetooth
from hardware.drivers.bluetooth import ANSWERS_WITHIN, CONNECTS_WITHIN, LOOKS_FOR, PAIRS_WITHIN, BluezPairing
from hardware.ports import FoundPad, NotPaired, PadsInReach, Paired, PairingNews, Passkey
from tests.hardware.bluez import DEVICE, FORBIDDEN, KEYBOARD, NUMPAD, OBJECTS, Bluez, Bus, path_of
from tests.hardware.table_loop import TableLoop


class Air:
    """A bus, BlueZ on it, and the table's own port; files are real, time is not."""

    def __init__(self, folder: Path, rule: str = "", *, bluez: bool = True) -> None:
        self.loop = TableLoop()
        asyncio.set_event_loop(self.loop)
        self.bus = Bus(folder, rule)
        self.bluez = Bluez()
        self.news: list[PairingNews] = []
        self.given: list[tuple[str, int, str]] = []
        self.pairing = BluezPairing(
            self.loop, {KEYBOARD.lower(): 2}, lambda *given: self.given.append(given), self.bus.address
        )
        if bluez:
            self.loop.run_until_complete(self.bluez.come(self.bus.address))

    def looks(self) -> "Air":
        self.pairing.look(self.news.append)
        self.loop.wait(lambda: bool(self.news))
        return self

    def pairs(self, address: str = NUMPAD) -> PairingNews:
        """Until it is over, one way or the other."""
        self.pairing.pair(address)
        return self.ends()

    def ends(self) -> PairingNews:
        self.loop.wait(lambda: isinstance(self.news[-1], Paired | NotPaired))
        return self.news[-1]

    def hears(self, done: Callable[[], bool]) -> None:
        self.loop.wait(done)

    @property
    def in_reach(self) -> tuple[FoundPad, ...]:
        return next(news.pads for news in reversed(self.news) if isinstance(news, PadsInReach))

    @property
    def said(self) -> str:
        last = self.news[-1]
        assert isinstance(last, NotPaired)
        return last.say

    def close(self) -> None:
        self.pairing.close()
        self.bluez.go()
        self.bus.end()
        pending = asyncio.all_tasks(self.loop)
        for task in pending:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        asyncio.set_event_loop(None)
        self.loop.close()


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
    assert air.said == bluetooth.TIRED


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
    assert air.said == bluetooth.GONE_AGAIN


@pytest.mark.parametrize("error", [name for name in bluetooth.SENTENCES if "bluez" in name])
def test_every_way_of_failing_is_a_sentence(air: Air, error: str) -> None:
    air.bluez.appears()
    air.bluez.asks = passkey(1, 0, error=error)
    assert air.looks().pairs() == NotPaired(bluetooth.SENTENCES[error])


def test_a_way_of_failing_that_nobody_foresaw_is_a_sentence_too(air: Air) -> None:
    air.bluez.appears()
    air.bluez.asks = passkey(1, 0, error="org.bluez.Error.MoonInTheWrongPhase")
    assert air.looks().pairs() == NotPaired(bluetooth.OTHERWISE)


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
    assert air.said == bluetooth.TOO_SLOW


@pytest.mark.parametrize("question", ["GetManagedObjects", "RegisterAgent", "StartDiscovery"])
def test_a_bluetooth_that_answers_no_more_is_not_waited_for_any_longer(air: Air, question: str) -> None:
    air.bluez.silent_at = question
    air.pairing.look(air.news.append)
    air.hears(lambda: question in air.bluez.called)
    air.loop.fly(ANSWERS_WITHIN + 1)
    assert air.said == bluetooth.NO_ANSWER


@pytest.mark.parametrize("question", ["RemoveDevice", "StopDiscovery", "Trusted = True"])
def test_nor_is_one_that_falls_silent_while_it_pairs(air: Air, question: str) -> None:
    air.bluez.silent_at = question
    air.bluez.appears(Paired=Variant("b", question == "RemoveDevice"))
    air.looks().pairing.pair(NUMPAD)
    air.hears(lambda: question in air.bluez.called)
    air.loop.fly(ANSWERS_WITHIN + 1)
    assert air.said == bluetooth.NO_ANSWER


def test_whoever_types_the_digits_has_a_minute_for_it(air: Air) -> None:
    air.bluez.silent_at = "Pair"
    air.bluez.appears()
    air.looks().pairing.pair(NUMPAD)
    air.hears(lambda: "Pair" in air.bluez.called)
    air.loop.fly(PAIRS_WITHIN - 1)
    assert len(air.news) == 1
    air.loop.fly(2)
    assert air.said == bluetooth.TOO_SLOW


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
    assert air.said == bluetooth.STOPPED


def test_a_bus_that_ends_in_the_middle_is_told(air: Air) -> None:
    air.looks()
    air.bus.end()
    air.ends()
    assert air.said == bluetooth.STOPPED


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
    assert air.looks().said == bluetooth.NO_ADAPTER


def test_an_adapter_that_is_off_is_switched_on(air: Air) -> None:
    air.bluez.adapter = {"Powered": Variant("b", False)}
    air.looks()
    assert "Powered = True" in air.bluez.called


def test_an_adapter_that_is_blocked_is_said_to_be(air: Air) -> None:
    air.bluez.adapter = {"Powered": Variant("b", False)}
    air.bluez.refuses = {"Powered = True": "org.bluez.Error.Failed"}
    assert air.looks().said == bluetooth.SWITCHED_OFF


def test_bluez_is_not_running(tmp_path: Path) -> None:
    air = Air(tmp_path, bluez=False)
    assert air.looks().said == bluetooth.NOT_RUNNING
    air.close()


def test_bluez_may_not_be_asked(tmp_path: Path) -> None:
    air = Air(tmp_path, FORBIDDEN)
    assert air.looks().said == bluetooth.NOT_ALLOWED
    air.close()


def test_there_is_no_bus(air: Air, tmp_path: Path) -> None:
    pairing = BluezPairing(air.loop, {}, lambda *_: None, f"unix:path={tmp_path}/nothing")
    pairing.look(air.news.append)
    air.ends()
    assert air.said == bluetooth.NO_BUS
