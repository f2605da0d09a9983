"""A bus, BlueZ on it, and keypads in the air, for tests of pairing."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from firmware_host.texts.text import Text
from hardware.kinds.keypad.new_pads import NewPads
from hardware.kinds.keypad.pairing import BluezPairing
from hardware.ports import FoundPad, NotPaired, PadsInReach, Paired, PairingNews
from hardware.simulated.wire.keypad import PipedNodes
from tests.hardware.kinds.keypad.bluez import KEYBOARD, NUMPAD, Bluez, Bus
from tests.hardware.table_loop import TableLoop


class CountedPads(NewPads):
    """The kernel has a keypad's node when it has been connected so often."""

    def __init__(self, bluez: Bluez) -> None:
        self.nodes = PipedNodes()
        super().__init__(self.nodes)
        self._bluez = bluez
        self.nodes_after = 1
        self.looked_for_nodes = 0

    def is_there(self, _address: str) -> bool:
        self.looked_for_nodes += 1
        return self.nodes_after <= self._bluez.called.count("Connect")


class Air:
    """A bus, BlueZ on it, and the table's own port; files are real, time is not."""

    def __init__(self, folder: Path, rule: str = "", *, bluez: bool = True) -> None:
        self.loop = TableLoop()
        asyncio.set_event_loop(self.loop)
        self.bus = Bus(folder, rule)
        self.bluez = Bluez()
        self.news: list[PairingNews] = []
        self.given: list[tuple[str, int, str]] = []
        self.new_pads = CountedPads(self.bluez)
        self.pairing = BluezPairing(
            self.loop,
            {KEYBOARD.lower(): 2},
            lambda *given: self.given.append(given),
            self.new_pads,
            self.bus.address,
        )
        if bluez:
            self.loop.run_until_complete(self.bluez.come(self.bus.address))

    def looks(self) -> "Air":
        self.pairing.look(self.news.append)
        self.loop.wait(lambda: bool(self.news))
        return self

    def pairs(self, address: str = NUMPAD, *, chosen: bool = True) -> PairingNews:
        """Until it is over, one way or the other."""
        self.pairing.pair(address, chosen=chosen)
        return self.ends()

    def ends(self) -> PairingNews:
        self.loop.wait(lambda: isinstance(self.news[-1], Paired | NotPaired))
        return self.news[-1]

    def hears(self, done: Callable[[], bool]) -> None:
        self.loop.wait(done)

    @property
    def in_reach(self) -> tuple[FoundPad, ...]:
        return next(news.pads for news in reversed(self.news) if isinstance(news, PadsInReach))

    @property
    def said(self) -> Text:
        last = self.news[-1]
        assert isinstance(last, NotPaired)
        return last.say

    def close(self) -> None:
        self.pairing.close()
        self.bluez.go()
        self.bus.end()
        pending = asyncio.all_tasks(self.loop)
        for task in pending:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        asyncio.set_event_loop(None)
        self.loop.close()
