"""What Home Assistant is told so that it finds the table by itself: one message for each thing it shows. Pure.

https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
"""

import json
from collections.abc import Iterator, Mapping

from firmware_host.league.topics import Message, Topics

PREFIX = "homeassistant"
PRESSES = 2.0  # seconds between two presses of a button
EVENTS = ("solved", "time-is-running-out", "winner", "round-begins", "round-ends", "paused", "resumed")
PAUSE = '{"button":"pause"}'
# By name: what it is, what to call it, and where its value is in the table's view.
VALUES = {
    "game": ("sensor", "Game", "{{ value_json.game or 'lobby' }}"),
    "state": ("sensor", "State", "{{ 'paused' if value_json.paused else value_json.phase or 'lobby' }}"),
    "round": ("sensor", "Round", "{{ value_json.round | default(0) }}"),
    "turn": ("sensor", "Turn", "{{ value_json.turn or 'nobody' }}"),
    "leader": ("sensor", "Leader", "{{ value_json.leaders | default([]) | join(', ') or 'nobody' }}"),
    "lost": ("sensor", "Lost devices", "{{ value_json.lost | default([]) | count }}"),
    "paused": ("binary_sensor", "Paused", "{{ 'ON' if value_json.paused else 'OFF' }}"),
}
EVENT = (
    "{{ {'event_type': value_json.event, 'player': value_json.player | default('', true), "
    "'winners': (value_json.winners | default([], true)) | join(', ')} | tojson }}"
)


def discovery(league: str, table: str) -> Iterator[Message]:
    """Kept by the broker, so that Home Assistant may start later than the table."""
    topics = Topics(league)
    view = topics.of_table(table, "view")
    for name, (component, called, template) in VALUES.items():
        yield _found(league, table, component, name, name=called, state_topic=view, value_template=template)
    yield _found(
        league, table, "event", "event", name="Event", state_topic=topics.of_table(table, "event"),
        event_types=list(EVENTS), value_template=EVENT,
    )  # fmt: skip
    press = topics.of_table(table, "press")
    yield _found(league, table, "button", "pause", name="Pause", command_topic=press, payload_press=PAUSE)


def battery(league: str, table: str, seat: int) -> Message:
    """Of a seat's Bluetooth keypad. Told when it is known for the first time: many keypads do not say."""
    return _found(
        league, table, "sensor", f"battery-{seat}", name=f"Battery of seat {seat}", device_class="battery",
        unit_of_measurement="%", state_topic=Topics(league).of_table(table, "view"),
        value_template=f"{{{{ (value_json.batteries | default({{}})).get('{seat}') }}}}",
    )  # fmt: skip


def _found(league: str, table: str, component: str, thing: str, **settings: object) -> Message:
    node = f"wordtable-{league}-{table}"
    config = {
        "unique_id": f"{node}-{thing}",
        "object_id": f"{table}_{thing}".replace("-", "_"),
        "availability": [
            {
                "topic": Topics(league).of_table(table, "here"),
                "value_template": "{{ 'online' if value_json.here else 'offline' }}",
            }
        ],
        "device": {"identifiers": [node], "name": table, "manufacturer": "wordtable", "model": "table"},
        **settings,
    }
    return Message(f"{PREFIX}/{component}/{node}/{thing}/config", json.dumps(config), kept=True)


class Household:
    """What Home Assistant knows of a table, and whether its button is pressed too often."""

    def __init__(self, league: str, table: str, *, wanted: bool) -> None:
        self.wanted = wanted
        self._league, self._table = league, table
        self._batteries: dict[int, int] = {}  # in percent, by seat
        self._pressed = float("-inf")

    @property
    def introduction(self) -> Iterator[Message]:
        if self.wanted:
            yield from discovery(self._league, self._table)
            yield from (battery(self._league, self._table, seat) for seat in sorted(self._batteries))

    @property
    def facts(self) -> dict[str, object]:
        told = {str(seat): percent for seat, percent in sorted(self._batteries.items())}
        return {"batteries": told} if told else {}

    def learns(self, batteries: Mapping[int, int]) -> bool:
        """Whether anything of it is new. A keypad that is asleep says nothing, and is as full as before."""
        before = dict(self._batteries)
        self._batteries.update(batteries)
        return self.wanted and self._batteries != before

    def is_pressed(self, now: float) -> bool:
        """Whoever presses it again and again does not stop the game again and again."""
        if not self.wanted or now < self._pressed + PRESSES:
            return False
        self._pressed = now
        return True
