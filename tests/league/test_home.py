"""What Home Assistant is told of a table, and what its button does."""

import json

import pytest

from firmware_host.league.home import discovery
from firmware_host.league.service.acl import access_list
from firmware_host.league.teller import PRESSES, Teller
from firmware_host.league.topics import Message
from hardware.clock import VirtualClock
from hardware.config.settings import LeagueSettings
from tests.support.at_table import KINDS, AtTable
from tests.support.random_evening import seats_of

PRESS = "wordtable/home/table/table-1/press"


class NoOutbox:
    played = "0.0"

    def untold(self) -> dict[str, str]:
        return {}

    def taken(self, keys: object) -> None: ...


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


def test_home_assistant_is_in_the_access_list_only_if_asked_for() -> None:
    assert not any("homeassistant" in line for line in access_list("home", ["table-1"]))
    assert "topic write homeassistant/+/wordtable-home-table-1/+/config" in access_list("home", ["table-1"], home=True)
