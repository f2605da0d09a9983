"""What a table lacks for each game: without it, somebody could not read what the game shows."""

from collections.abc import Mapping

from firmware_host.games import registry as games
from firmware_host.games.shared.declaration import Need
from firmware_host.texts.text import NOTHING, Text, say
from hardware.ports import Table


def table_lacks(table: Table) -> Mapping[str, Text]:
    """By game: why it cannot be played at this table. Games that can be played are left out."""
    sentences = {name: _lacking(game.needs, table) for name, game in games.games().items()}
    return {name: sentence for name, sentence in sentences.items() if sentence}


def _lacking(needs: frozenset[Need], table: Table) -> Text:
    seats = table.seats.values()
    panels = all(seat.panel for seat in seats)
    if Need.PANELS in needs and not panels:
        return say("This game needs a panel at every seat.")
    if Need.OPEN_TEXT in needs and not table.public_is_seen and not panels:
        if table.public is not None:
            return say("This game needs the public page: open it on a television or a tablet.")
        return say("This game needs a public screen, or a panel at every seat.")
    if Need.PRIVATE_SCREEN in needs and table.private is None and not all(seat.hooded and seat.panel for seat in seats):
        return say("This game needs a private screen, or a hooded panel at every seat.")
    return NOTHING
