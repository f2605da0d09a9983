"""Wi-Fi as NetworkManager has it, over a real bus; and its simulated twin, which must answer the same."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from firmware_host.texts.language import english
from hardware import network
from hardware.network import NetworkManager
from hardware.ports import FoundNetwork, Hotspot, Network, NetworkError
from hardware.simulated.network import SimulatedNetwork
from tests.hardware.kinds.keypad.bluez import Bus
from tests.hardware.network.manager import StandIn

pytestmark = pytest.mark.proof

PASSWORDS = {"home": "longenough", "café": ""}
Told = TypeVar("Told")


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[Bus]:
    made = Bus(tmp_path)
    yield made
    made.end()


def asked(bus: Bus, stand_in: StandIn, question: Callable[[NetworkManager], Awaitable[Told]]) -> Told:
    async def talk() -> Told:
        await stand_in.come(bus.address)
        try:
            return await question(NetworkManager(bus.address))
        finally:
            stand_in.go()

    return asyncio.run(talk())


def test_the_tables_own_network_is_told_with_its_password(bus: Bus) -> None:
    assert asked(bus, StandIn(), lambda nm: nm.hotspot()) == Hotspot("wordtable-xyz", "kiwi;bird")


def test_a_network_of_the_table_that_everybody_may_join_has_no_password(bus: Bus) -> None:
    found = asked(bus, StandIn(is_open=True), lambda nm: nm.hotspot())
    assert found is not None
    assert (english(found.say), found.code) == ("Wi-Fi wordtable-xyz, no password", "WIFI:T:nopass;S:wordtable-xyz;;")


def test_a_table_in_a_home_network_has_none_of_its_own(bus: Bus) -> None:
    assert asked(bus, StandIn(has_hotspot=False), lambda nm: nm.hotspot()) is None


def test_each_network_in_reach_is_listed_once_the_strongest_first(bus: Bus) -> None:
    found = asked(bus, StandIn(PASSWORDS), lambda nm: nm.networks())
    assert found == (FoundNetwork("home", 80, True), FoundNetwork("café", 78, False))


def test_the_tables_own_network_is_nobodys_home(bus: Bus) -> None:
    found = asked(bus, StandIn({"wordtable-xyz": "kiwi;bird", "home": "longenough"}), lambda nm: nm.networks())
    assert [each.name for each in found] == ["home"]


@pytest.mark.parametrize(("name", "password"), PASSWORDS.items())
def test_a_network_that_was_joined_is_remembered(bus: Bus, name: str, password: str) -> None:
    stand_in = StandIn(PASSWORDS)
    asked(bus, stand_in, lambda nm: nm.join(name, password))
    assert (stand_in.joined, stand_in.profiles) == (name, ["hotspot", f"wordtable {name}"])


def test_a_wrong_password_is_said_and_forgotten(bus: Bus) -> None:
    stand_in = StandIn(PASSWORDS)
    with pytest.raises(NetworkError, match="home could not be joined"):
        asked(bus, stand_in, lambda nm: nm.join("home", "wrongenough"))
    assert stand_in.profiles == ["hotspot"]


def test_a_password_that_none_can_be_is_not_tried(bus: Bus) -> None:
    stand_in = StandIn(PASSWORDS)
    with pytest.raises(NetworkError, match="at least 8 characters"):
        asked(bus, stand_in, lambda nm: nm.join("home", "short"))
    assert stand_in.profiles == ["hotspot"]


def test_a_computer_without_wifi_says_so(bus: Bus) -> None:
    with pytest.raises(NetworkError, match="no Wi-Fi"):
        asked(bus, StandIn(has_radio=False), lambda nm: nm.networks())


def test_a_manager_that_is_not_there_is_said(bus: Bus) -> None:
    with pytest.raises(NetworkError, match="not running"):
        asyncio.run(NetworkManager(bus.address).networks())


def test_a_bus_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match="not running"):
        asyncio.run(NetworkManager(f"unix:path={tmp_path / 'nothing'}").networks())


def test_a_manager_that_never_answers_is_not_waited_for(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "ANSWERS_WITHIN", 0.1)
    with pytest.raises(NetworkError, match="does not answer"):
        asked(bus, StandIn(silent=True), lambda nm: nm.networks())


def test_a_bus_that_goes_away_before_the_answer_is_said(bus: Bus) -> None:
    async def talk() -> None:
        stand_in = await StandIn(silent=True, asked=bus.end).come(bus.address)
        try:
            await NetworkManager(bus.address).networks()
        finally:
            stand_in.go()

    with pytest.raises(NetworkError, match="does not answer"):
        asyncio.run(talk())


def test_the_simulated_twin_answers_the_same() -> None:
    twin: Network = SimulatedNetwork(PASSWORDS)
    found = asyncio.run(twin.networks())
    assert [(each.name, each.locked) for each in found] == [("home", True), ("café", False)]
    with pytest.raises(NetworkError) as refused:
        asyncio.run(twin.join("home", "wrongenough"))
    assert english(refused.value.say).startswith("home could not be joined.")
    asyncio.run(twin.join("home", "longenough"))
    assert asyncio.run(twin.hotspot()) is None


def test_a_phone_that_scans_the_code_gets_name_and_password_as_they_are() -> None:
    assert Hotspot('my;table:"1"', "a,b\\c").code == r"WIFI:T:WPA;S:my\;table\:\"1\";P:a\,b\\c;;"
