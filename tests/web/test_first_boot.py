"""A card's first start, with no table yet: what its television shows, and how it goes on when nobody has a phone."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from firmware_host.drawing.codes import code_rows
from firmware_host.texts.language import english
from firmware_host.texts.text import Text, verbatim
from firmware_host.web.setup import keys_alone, phone
from hardware.config.reading import read_table
from hardware.kinds.keypad.troubles import GONE_AGAIN, NO_ADAPTER
from hardware.ports import FoundPad, NotPaired, PadsInReach, Paired, PairingNews, Passkey
from hardware.simulated.network import OWN, SimulatedNetwork
from hardware.simulated.wire.oled import Ssd1306
from hardware.workbench import pad_search
from hardware.workbench.doctor import Diagnosis
from hardware.workbench.findings import note
from hardware.workbench.machine import Machine
from hardware.workbench.setup import a_keypad_is_there
from tests.hardware.kinds.keypad.keypad_table import SOCKET_1
from tests.hardware.workbench.pi import NUMBER_PAD
from tests.support.evening import Evening
from tests.support.night import Night
from tests.web.pages import LIMIT, really
from tests.web.test_messages import undeclared
from tests.web.test_setup_on_a_phone import Room, room, seen

ADDRESS = "http://wordtable.local:8377"


def test_a_television_shows_the_question_and_where_to_answer_it(tmp_path: Path) -> None:
    async def evening() -> None:
        async with room(tmp_path) as here, here.phone(page="public") as television:
            here.pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
            here.setup.begin(ADDRESS)
            await television.until("Seat 1: press any key")
            frame = television.told
            assert undeclared("PublicFrame", frame) == set()
            assert frame["share"]["address"] == ADDRESS
            assert frame["share"]["code"]["rows"] == list(code_rows(ADDRESS))
            assert frame["news"] == f"Code {here.setup.code}"

    really(evening())


def test_a_television_shows_how_to_join_the_tables_own_wifi(tmp_path: Path) -> None:
    async def evening() -> None:
        async with room(tmp_path, SimulatedNetwork({})) as here, here.phone(page="public") as television:
            here.setup.begin(ADDRESS)
            await television.until_told(OWN.password)
            frame = television.told
            assert frame["share"]["code"]["rows"] == list(code_rows(OWN.code))
            assert frame["share"]["told"] == f"Wi-Fi {OWN.name}, password {OWN.password}"

    really(evening())


def test_from_elsewhere_nobody_sees_what_the_television_shows(tmp_path: Path) -> None:
    """It has the captain's code."""

    async def evening() -> None:
        async with room(tmp_path) as here:
            here.setup.begin(ADDRESS)
            with pytest.raises(InvalidStatus):
                async with here.phone("wordtable.local", "public"):
                    pass

    really(evening())


async def sets_up_with_keys_alone(here: Room) -> None:
    """Stops once, and then goes on to the end."""
    first = here.pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
    for moment, (said, times, key) in enumerate(
        (
            ("Seat 1: press any key", 1, "KEY_KP1"),
            ("A panel now shows 1", 1, "KEY_KPMINUS"),
            ("Seat 1: press any key", 2, "KEY_KP1"),
            ("A panel now shows 1", 2, "KEY_KP1"),
            ("Can you read the 1", 1, "KEY_KPENTER"),
            ("Does every panel have a hood", 1, "KEY_KPENTER"),
            ("Enter writes this", 1, "KEY_KPENTER"),
        )
    ):
        await seen(lambda said=said, times=times: here.paper.getvalue().count(said) == times)  # type: ignore[misc]
        first.tap(key, float(moment))
    async with asyncio.timeout(LIMIT):
        await here.setup.done.wait()


def test_keypads_that_are_plugged_in_late_and_esc_need_no_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys_alone, "STARTS_AGAIN_AFTER", 0.05)

    async def evening() -> None:
        async with room(tmp_path) as here:
            here.pi.switch_i2c_on().solder(Ssd1306(), 1)
            with here.pi.i2c.fitted():
                here.setup.begin(ADDRESS)
                assert "No keypad found." in here.paper.getvalue()
                await sets_up_with_keys_alone(here)
        assert read_table((tmp_path / "table.toml").read_text()).seats[1].hooded

    really(evening())


# ── only Bluetooth ───────────────────────────────────────────────────────────────────────────────


class Air:
    """Two keypads in pairing mode, one after the other; what is told about them is what a real search tells."""

    def __init__(self) -> None:
        self._told: Callable[[PairingNews], None] = lambda _news: None
        self.pairs: list[str] = []
        self.looks = 0

    def look(self, told: Callable[[PairingNews], None]) -> None:
        self.looks += 1
        self._told = told

    def pair(self, address: str, *, chosen: bool = True) -> None:
        assert not chosen, "nobody has a list to choose from"
        self.pairs.append(address)

    def stop(self) -> None:
        self._told = lambda _news: None

    def give(self, address: str, seat: int, keys: str) -> None:
        raise AssertionError(f"the interview gives {address} ({keys}) to seat {seat}")

    def tells(self, news: PairingNews) -> None:
        self._told(news)


ONE, OTHER = (FoundPad(f"DC:2C:26:0A:0B:0{number}", f"Pad {number}") for number in (1, 2))


def test_a_table_with_only_bluetooth_pads_is_set_up_without_any_key_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pad_search, "AGAIN_AFTER", 0.01)

    async def evening() -> None:
        air = Air()
        async with room(tmp_path, pairing=air) as here, here.phone(page="public") as television:
            radio = here.pi.sys / "class" / "rfkill" / "rfkill0"
            radio.mkdir(parents=True)
            for fact, value in (("type", "bluetooth"), ("soft", "1")):
                (radio / fact).write_text(f"{value}\n")
            here.setup.begin(ADDRESS)
            await television.until("put a Bluetooth keypad into pairing mode")
            assert (radio / "soft").read_text() == "0"
            nodes = []
            for number, pad in enumerate((ONE, OTHER), 1):
                await seen(lambda number=number: air.looks == number)  # type: ignore[misc]
                air.tells(PadsInReach((pad,)))
                air.tells(Passkey("123456"))
                await television.until(f"Type 123456 on {pad.name}, then Enter.")
                nodes.append(here.pi.plug(number, uniq=pad.address, name=pad.name, keys=NUMBER_PAD))
                air.tells(Paired(pad.address))
                await television.until(f"Found {number} keypad")
            nodes[1].tap("KEY_KP1", 1.0)
            await television.until("Seat 2: press any key")
            looks = air.looks
            nodes[0].tap("KEY_KP1", 2.0)
            await television.until("Your table has 2 seats.")
            nodes[0].tap("KEY_KPENTER", 3.0)
            await television.until("Written to")
            assert (air.pairs, air.looks) == ([ONE.address, OTHER.address], looks)
        seats = read_table((tmp_path / "table.toml").read_text() + "\n[private]\n[web]\n").seats
        assert [seats[number].keypad.bluetooth for number in (1, 2)] == [OTHER.address, ONE.address]  # type: ignore[union-attr]

    really(evening())


def test_a_pad_that_does_not_pair_is_told_and_another_gets_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pad_search, "AGAIN_AFTER", 0.01)

    async def evening() -> None:
        air = Air()
        async with room(tmp_path, pairing=air) as here, here.phone(page="public") as television:
            here.setup.begin(ADDRESS)
            await seen(lambda: air.looks == 1)
            air.tells(PadsInReach((ONE, OTHER)))
            air.tells(NotPaired(GONE_AGAIN))
            await television.until("It has left pairing mode.")
            await seen(lambda: air.looks == 2)
            air.tells(PadsInReach((ONE, OTHER)))
            assert air.pairs == [ONE.address, OTHER.address]

    really(evening())


def test_a_pad_on_which_digits_are_typed_begins_no_interview(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that pairs without digits has its node already, while the table still asks who holds it."""
    looked: list[bool] = []

    def look(machine: Machine) -> bool:
        looked.append(a_keypad_is_there(machine))
        return looked[-1]

    monkeypatch.setattr(keys_alone, "STARTS_AGAIN_AFTER", 0.01)
    monkeypatch.setattr(keys_alone, "a_keypad_is_there", look)

    async def evening() -> None:
        air = Air()
        async with room(tmp_path, pairing=air) as here, here.phone(page="public") as television:
            here.setup.begin(ADDRESS)
            await seen(lambda: air.looks == 1)
            air.tells(PadsInReach((ONE,)))
            here.pi.plug(1, uniq=ONE.address, name=ONE.name, keys=NUMBER_PAD)
            air.tells(Passkey("123456"))
            await television.until("Type 123456 on Pad 1, then Enter.")
            looked.clear()
            await seen(lambda: len(looked) > 2)
            assert "Type 123456" in english(here.setup.shown.lines[0])
            air.tells(Paired(ONE.address))
            await television.until("Found 1 keypad")

    really(evening())


def test_a_search_that_always_fails_alike_draws_nothing_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tap would be lost, and panels would never turn to their last page."""
    monkeypatch.setattr(pad_search, "AGAIN_AFTER", 0.01)

    async def evening() -> None:
        air = Air()
        drawn: list[tuple[Text, ...]] = []
        async with room(tmp_path, pairing=air) as here:
            here.setup.begin(ADDRESS)
            here.setup.session.watch(lambda: drawn.append(here.setup.shown.lines))
            for looks in range(1, 5):
                await seen(lambda looks=looks: air.looks == looks)  # type: ignore[misc]
                air.tells(NotPaired(NO_ADAPTER))
        assert drawn.count((pad_search.LOOKING, NO_ADAPTER)) == 1

    really(evening())


def test_a_table_with_keypads_searches_for_none(tmp_path: Path) -> None:
    async def evening() -> None:
        air = Air()
        async with room(tmp_path, pairing=air) as here, here.phone(page="public") as television:
            here.pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
            here.setup.begin(ADDRESS)
            await television.until("Seat 1: press any key")
            assert air.looks == 0

    really(evening())


# ── in two worlds ────────────────────────────────────────────────────────────────────────────────


async def everything_told(folder: Path, name: str, secret: str) -> list[str]:
    """What a phone and the television are told, on all of these pages, while a table has a secret in its journal."""
    folder.mkdir()
    (folder / "table.toml").write_text("simulated = true\n\n[seat.1]\npanel = {}\nhooded = true\n")
    async with room(folder, SimulatedNetwork({"Attic": "longenough"})) as here:
        here.setup.code = "ABC234"
        night = Night(here.pi.machine.journal / "journal.db").begins(Evening("party", name, "Bob"))
        night.plays(name, "secret", word=secret)
        here.pi.plug(3, f"{SOCKET_1}/input0", keys=NUMBER_PAD)
        async with here.phone() as page, here.phone(page="public") as television:
            here.setup.begin(ADDRESS)
            await page.until_offered("Choose a Wi-Fi network")
            for tapped, then in (
                ("Change settings", "What do you want to change?"),
                ("Language: en", "Language"),
                ("Back", "What do you want to change?"),
                ("Stop", "Nothing was written."),
                ("Start again", "Seat 1: press any key"),
                ("Stop", "Nothing was written."),
                ("Choose a Wi-Fi network", "Which is your home network?"),
                ("Attic", "The password of Attic"),
                ("Back", "Which is your home network?"),
            ):
                await page.taps(tapped)
                await page.until(then)
            await television.until("Which is your home network?")
            told = (*page.all_told, json.dumps(television.told), here.paper.getvalue())
            return [each.replace(str(folder), "") for each in told]


async def two_worlds(folder: Path) -> tuple[list[str], list[str]]:
    """They differ in a secret and in a name, which are in the table's journal."""
    one = await everything_told(folder / "one", "Ann", "STONE")
    return one, await everything_told(folder / "two", "Zoe", "SHONE")


def test_no_page_of_the_setup_tells_two_worlds_apart(tmp_path: Path) -> None:
    async def evening() -> None:
        one, other = await two_worlds(tmp_path)
        assert len(one) > 10
        assert one == other

    really(evening())


def test_a_doctor_that_told_a_secret_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def tells(_file: Path | None, machine: Machine, more: object) -> Diagnosis:
        del more
        journal = b"".join(file.read_bytes() for file in sorted(machine.journal.iterdir()))
        return Diagnosis(None, (note("journal", verbatim(f"{b'STONE' in journal}")),))

    monkeypatch.setattr(phone, "diagnose", tells)

    async def evening() -> None:
        one, other = await two_worlds(tmp_path)
        assert one != other

    really(evening())
