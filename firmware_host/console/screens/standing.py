"""What the table waits for. It stands on every display until that is over."""

from collections.abc import Iterable

from firmware_host.console.keypads.lost import LostKeypads
from firmware_host.console.players import Players
from firmware_host.games.shared.table import Event
from firmware_host.texts.text import NOTHING, Keys, Text, say


class Standing:
    def __init__(self, players: Players, lost_keypads: LostKeypads) -> None:
        self._players = players
        self._lost_keypads = lost_keypads
        self._paused_by = ""

    def hear(self, events: Iterable[Event]) -> None:
        """These events have happened. After a power cut nobody knows who had paused."""
        for event in events:
            if event.name == "paused":
                self._paused_by = str(event.facts.get("player", ""))

    @property
    def text(self) -> Text:
        """Empty while the game goes on."""
        table = self._players.table
        if table is None or not table.paused:
            return NOTHING
        if waits_for := self._lost_keypads.waits_for:
            return say("Waiting for {name}'s keypad.", name=waits_for)
        if self._paused_by:
            return say("Paused by {name}. {menu}: go on.", name=self._paused_by, menu=Keys.MENU)
        return say("Paused. {menu}: go on.", menu=Keys.MENU)
