"""What Home Assistant is told so that it finds the table by itself: one message for each thing it shows. Pure.

https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
"""

import json
from collections.abc import Iterator

from firmware_host.league.topics import Message, Topics

PREFIX = "homeassistant"
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
    topics, node = Topics(league), f"wordtable-{league}-{table}"

    def found(component: str, thing: str, **settings: object) -> Message:
        config = {
            "unique_id": f"{node}-{thing}",
            "object_id": f"{table}_{thing}".replace("-", "_"),
            "availability": [
                {
                    "topic": topics.of_table(table, "here"),
                    "value_template": "{{ 'online' if value_json.here else 'offline' }}",
                }
            ],
            "device": {"identifiers": [node], "name": table, "manufacturer": "wordtable", "model": "table"},
            **settings,
        }
        return Message(f"{PREFIX}/{component}/{node}/{thing}/config", json.dumps(config), kept=True)

    for name, (component, called, template) in VALUES.items():
        view = topics.of_table(table, "view")
        yield found(component, name, name=called, state_topic=view, value_template=template)
    yield found(
        "event", "event", name="Event", state_topic=topics.of_table(table, "event"),
        event_types=list(EVENTS), value_template=EVENT,
    )  # fmt: skip
    yield found("button", "pause", name="Pause", command_topic=topics.of_table(table, "press"), payload_press=PAUSE)
