"""What Home Assistant is told of a table, and what its button does."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.journal.journal import Journal
from firmware_host.league.home import PRESSES, discovery
from firmware_host.league.joining import Membership
from firmware_host.league.service.acl import access_list
from firmware_host.league.teller import Teller
from firmware_host.league.topics import Message
from hardware.batteries import batteries
from hardware.clock import VirtualClock, wall_clock
from hardware.config.settings import LeagueSettings
from tests.support.at_table import KINDS, AtTable
from tests.support.random_evening import seats_of

PRESS = "wordtable/home/table/table-1/press"


class NoOutbox:
    played = "0.0"

    def untold(self) -> dict[str, str]:
        return {}

    def taken(self, keys: object) -> None: ...
    def pledges(self) -> dict[str, str]:
        return {}

    def pledge(self, pledges: object) -> None: ...


class House:
    """A table with a broker, and what it tells."""

    def __init__(self, *, home: bool) -> None:
        self.clock = VirtualClock()
        self.told: list[Message] = []
        self.pauses = 0
        settings = LeagueSettings("mqtt://127.0.0.1", "home", "table-1", home=home)
        self.teller = Teller(settings, self.clock, NoOutbox(), self.told.append)
        at = AtTable(seats_of(KINDS, 5, 5))
        self.teller.follow(at.console.words, at.console.report, self._pause)
        self.teller.up(True)

    def _pause(self) -> None:
        self.pauses += 1


def test_every_entity_has_its_own_name_and_one_device() -> None:
    told = [json.loads(message.payload) for message in discovery("home", "table-1")]
    assert len({each["unique_id"] for each in told}) == len(told) == 9
    assert {str(each["device"]) for each in told} == {str(told[0]["device"])}
    assert all(message.kept for message in discovery("home", "table-1"))


def test_only_a_table_that_wants_to_be_found_is_found() -> None:
    found = [message.topic for message in House(home=True).told if message.topic.startswith("homeassistant/")]
    assert len(found) == 9
    assert not any(message.topic.startswith("homeassistant/") for message in House(home=False).told)


def test_the_button_pauses_once_however_often_it_is_pressed() -> None:
    house = House(home=True)
    for _ in range(100):
        house.teller.heard(PRESS, '{"button":"pause"}')
    assert house.pauses == 1
    house.clock.advance(PRESSES)
    house.teller.heard(PRESS, '{"button":"pause"}')
    assert house.pauses == 2


@pytest.mark.parametrize("payload", ["PRESS", '{"button":"power"}', "[]", ""])
def test_no_other_button_can_be_pressed_from_outside(payload: str) -> None:
    house = House(home=True)
    house.teller.heard(PRESS, payload)
    assert house.pauses == 0


@pytest.mark.parametrize("table", ["home", "homeassistant", "Table 1"])
def test_no_table_is_called_like_another_user_of_the_broker(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["league", "acl", "--name", "home", "table-1", table]) != 0
    assert "topic" not in capsys.readouterr().out


def test_home_assistant_is_in_the_access_list_only_if_asked_for() -> None:
    assert not any("homeassistant" in line for line in access_list("home", ["table-1"]))
    assert "topic write homeassistant/+/wordtable-home-table-1/+/config" in access_list("home", ["table-1"], home=True)


# ── batteries ────────────────────────────────────────────────────────────────────────────────────


def supply(sysfs: Path, name: str, capacity: str) -> None:
    (sysfs / name).mkdir(parents=True)
    (sysfs / name / "capacity").write_text(capacity)


def test_the_kernel_says_how_full_a_wireless_keypad_is(tmp_path: Path) -> None:
    supply(tmp_path, "hid-dc:2c:26:01:02:03-battery", "80\n")
    supply(tmp_path, "hid-dc:2c:26:01:02:04-battery-1", "7\n")
    supply(tmp_path, "hid-0003:046D:C52B.0001-battery", "50\n")  # of something that is not on Bluetooth
    supply(tmp_path, "hid-dc:2c:26:01:02:05-battery", "unknown\n")
    supply(tmp_path, "AC", "100\n")
    (tmp_path / "hid-dc:2c:26:01:02:06-battery").mkdir()  # is just going away
    assert batteries(tmp_path) == {"DC:2C:26:01:02:03": 80, "DC:2C:26:01:02:04": 7}
    assert batteries(tmp_path / "missing") == {}


def test_a_battery_is_found_when_it_is_known() -> None:
    house = House(home=True)
    house.teller.batteries({2: 80})
    house.clock.advance(1)
    (found,) = (json.loads(each.payload) for each in house.told if each.topic.endswith("/battery-2/config"))
    assert (found["device_class"], found["object_id"]) == ("battery", "table_1_battery_2")
    view = json.loads([each.payload for each in house.told if each.topic.endswith("/view")][-1])
    assert view["batteries"] == {"2": 80}


def test_a_battery_is_found_again_when_the_line_was_down() -> None:
    house = House(home=True)
    house.teller.batteries({2: 80})
    house.told.clear()
    house.teller.up(False)
    house.teller.up(True)
    assert [each.topic for each in house.told if "/battery-2/" in each.topic] != []


def test_a_battery_that_stays_as_it_was_is_not_told_again() -> None:
    house = House(home=True)
    house.teller.batteries({2: 80})
    house.clock.advance(1)
    house.told.clear()
    house.teller.batteries({2: 80})
    house.teller.batteries({})
    house.clock.advance(1)
    assert house.told == []


def test_the_seats_of_keypads_are_known_by_their_addresses(tmp_path: Path) -> None:
    async def evening() -> dict[int, int]:
        loop, told = asyncio.get_running_loop(), asyncio.Event()
        settings = LeagueSettings("mqtt://127.0.0.1:1", "home", "table-1", home=True)
        journal = Journal.open(tmp_path / "journal.db", loop, wall_clock)
        joined = Membership(settings, journal, loop, {"dc-2c-26-01-02-03": 2})
        found: dict[int, int] = {}

        def note(percent: Mapping[int, int]) -> None:
            found.update(percent)
            told.set()

        joined.teller.batteries = note  # type: ignore[method-assign]  # what the teller does with it is tested above
        joined.watch_batteries(lambda: {"DC:2C:26:01:02:03": 80, "AA:AA:AA:AA:AA:AA": 5})
        await told.wait()
        await joined.close()
        journal.close()
        return found

    assert asyncio.run(evening()) == {2: 80}
