"""Connects a table with its league, if its settings name one: used by the service and by a table in a browser."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from importlib.util import find_spec

from firmware_host.console.console import Console
from firmware_host.journal.journal import Journal
from firmware_host.league.process import LineProcess, pause
from firmware_host.league.teller import Teller
from hardware.batteries import batteries
from hardware.clock import LoopClock
from hardware.config.settings import LeagueSettings
from hardware.ports import ButtonPress

log = logging.getLogger(__name__)

BATTERIES = 600.0  # seconds between two looks
NO_PADS: Mapping[str, int] = {}


class Membership:
    """Create it inside the loop that the table runs on."""

    def __init__(self, settings: LeagueSettings, journal: Journal, clock: LoopClock, pads: Mapping[str, int]) -> None:
        self._clock = clock
        self._pads = {address.replace("-", ":").upper(): seat for address, seat in pads.items()}
        self._looking: asyncio.Task[None] | None = None
        self._line = LineProcess(settings)
        self.teller = Teller(settings, clock, journal, self._line.send)
        self._line.start(self.teller)
        log.info("The table is %s of the league %s.", settings.table, settings.name)

    def follow(self, console: Console) -> None:
        """From now on this console's words may come from the league."""
        self.teller.follow(console.words, console.report, lambda: self._press(console))

    def _press(self, console: Console) -> None:
        console.hear(ButtonPress("pause", self._clock.time()))

    def watch_batteries(self, read: Callable[[], Mapping[str, int]] = batteries) -> None:
        """Looks now and then how full those of Bluetooth keypads are, if anybody wants to know."""
        if self._pads and self.teller.home.wanted:
            self._looking = asyncio.create_task(self._look_at_batteries(read))

    async def _look_at_batteries(self, read: Callable[[], Mapping[str, int]]) -> None:
        while True:
            found = await asyncio.to_thread(read)
            self.teller.batteries({self._pads[each]: percent for each, percent in found.items() if each in self._pads})
            await pause(BATTERIES)

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
        await self._line.close()


def join(
    settings: LeagueSettings, journal: Journal, clock: LoopClock, pads: Mapping[str, int] = NO_PADS
) -> Membership | None:
    """None if a library is missing. Nothing of the evening depends on it. `pads` are seats by Bluetooth address."""
    if find_spec("paho") is None:
        log.warning("No league: a library is missing. Install python3-paho-mqtt, or run `sudo make install` again.")
        return None
    joined = Membership(settings, journal, clock, pads)
    joined.watch_batteries()
    return joined
