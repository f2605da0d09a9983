"""Choosing a home network with a phone that is in the table's own: over a real socket, with networks made of names."""

from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from firmware_host.web.setup import wifi
from hardware.simulated.network import OWN, SimulatedNetwork
from tests.web.pages import really
from tests.web.test_setup_on_a_phone import Phone, room

ADDRESS = "http://wordtable.local:8377"
HOME, PASSWORD = "Attic & Sons", "longenough"


@pytest.fixture(autouse=True)
def _quick_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wifi, "TO_READ", 0.05)


def with_a_phone(folder: Path, does: Callable[[Phone], Coroutine[None, None, None]]) -> SimulatedNetwork:
    """A table in its own network, and what somebody does with a phone there."""
    network = SimulatedNetwork({HOME: PASSWORD, "café": ""})

    async def visit() -> None:
        async with room(folder, network) as table, table.phone() as phone:
            table.setup.begin(ADDRESS)
            await phone.until_offered("Choose a Wi-Fi network")
            await phone.taps("Choose a Wi-Fi network")
            await phone.until("Which is your home network?")
            await does(phone)

    really(visit())
    return network


async def types_the_password(phone: Phone, password: str) -> None:
    await phone.taps(HOME)
    await phone.until(f"The password of {HOME}")
    assert phone.told["asks"] == f"The password of {HOME}"
    await phone.types(password)


def test_the_table_joins_the_network_that_was_chosen(tmp_path: Path) -> None:
    async def does(phone: Phone) -> None:
        await types_the_password(phone, PASSWORD)
        await phone.until(f"The table has joined {HOME}.")

    assert with_a_phone(tmp_path, does).joined == HOME


def test_a_network_without_a_password_is_joined_at_once(tmp_path: Path) -> None:
    async def does(phone: Phone) -> None:
        await phone.taps("café")
        await phone.until("The table has joined café.")

    assert with_a_phone(tmp_path, does).joined == "café"


def test_whoever_loses_the_page_was_told_where_it_is(tmp_path: Path) -> None:
    async def does(phone: Phone) -> None:
        await types_the_password(phone, PASSWORD)
        await phone.until(f"The table joins {HOME} now. Connect your phone to it, too")

    with_a_phone(tmp_path, does)


def test_a_wrong_password_leads_back_to_the_list(tmp_path: Path) -> None:
    async def does(phone: Phone) -> None:
        await types_the_password(phone, "wrongenough")
        await phone.until(f"{HOME} could not be joined. Check its password, then try again.")
        assert HOME in phone.offered

    assert with_a_phone(tmp_path, does).joined == ""


def test_a_password_is_never_told_to_a_page(tmp_path: Path) -> None:
    async def does(phone: Phone) -> None:
        await types_the_password(phone, PASSWORD)
        await phone.until(f"The table has joined {HOME}.")
        assert not any(PASSWORD in told for told in phone.all_told)

    with_a_phone(tmp_path, does)


def test_going_back_changes_nothing(tmp_path: Path) -> None:
    async def does(phone: Phone) -> None:
        await phone.taps("Back")
        await phone.until("Set up this table with a phone:")
        assert "Start again" in phone.offered

    assert with_a_phone(tmp_path, does).joined == ""


def test_a_table_without_a_network_of_its_own_offers_none(tmp_path: Path) -> None:
    async def visit() -> None:
        async with room(tmp_path, SimulatedNetwork({HOME: PASSWORD}, own=None)) as table, table.phone() as phone:
            table.setup.begin(ADDRESS)
            await phone.until("")
            assert "Choose a Wi-Fi network" not in phone.offered

    really(visit())


def test_the_panels_say_how_to_join(tmp_path: Path) -> None:
    async def visit() -> None:
        async with room(tmp_path, SimulatedNetwork({})) as table, table.phone() as phone:
            table.setup.begin(ADDRESS)
            await phone.until_offered("Choose a Wi-Fi network")
            told = [str(each.facts) for each in table.setup.told]
            assert any(OWN.name in each and OWN.password in each for each in told)

    really(visit())
