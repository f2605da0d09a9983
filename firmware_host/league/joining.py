"""Connects a table with its league, if its settings name one: used by the service and by a table in a browser."""

import logging
from importlib.util import find_spec

from firmware_host.console.console import Console
from firmware_host.journal.journal import Journal
from firmware_host.league.process import LineProcess
from firmware_host.league.teller import Teller
from hardware.clock import LoopClock
from hardware.config.settings import LeagueSettings
from hardware.ports import ButtonPress

log = logging.getLogger(__name__)


class Membership:
    """Create it inside the loop that the table runs on."""

    def __init__(self, settings: LeagueSettings, journal: Journal, clock: LoopClock) -> None:
        self._clock = clock
        self._line = LineProcess(settings)
        self.teller = Teller(settings, clock, journal, self._line.send)
        self._line.start(self.teller)
        log.info("The table is %s of the league %s.", settings.table, settings.name)

    def follow(self, console: Console) -> None:
        """From now on this console's words may come from the league."""
        self.teller.follow(console.words, console.report, lambda: self._press(console))

    def _press(self, console: Console) -> None:
        console.hear(ButtonPress("pause", self._clock.time()))

    async def close(self) -> None:
        await self._line.close()


def join(settings: LeagueSettings, journal: Journal, clock: LoopClock) -> Membership | None:
    """None if a library is missing. Nothing of the evening depends on it."""
    if find_spec("paho") is None:
        log.warning("No league: a library is missing. Install python3-paho-mqtt, or run `sudo make install` again.")
        return None
    return Membership(settings, journal, clock)
