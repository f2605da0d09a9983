"""Choosing a home network on the page. The phone loses the page when the table leaves its own network, so it is told
before where to find the table again."""

import asyncio
from collections.abc import Callable, Coroutine

from firmware_host.texts.text import Text, say, verbatim
from hardware.ports import FoundNetwork, Network, NetworkError
from hardware.workbench.interview import Choice
from hardware.workbench.setup import Shown

MOST_LISTED = 8
TO_READ = 3.0  # seconds: then the phone loses the page
AGAIN = Choice(say("Look again"), "wifi again")
BACK = Choice(say("Back"), "wifi back")
LOOKING = say("Looking for networks …")
WHICH = say("Which is your home network?")
NONE_FOUND = say("No network found.")


class ChoosingNetwork:
    """One network being chosen. `ended` is told its name; empty if nobody wants one any more."""

    def __init__(
        self,
        network: Network,
        address: str,
        show: Callable[[Shown], None],
        ended: Callable[[str], None],
    ) -> None:
        self._network = network
        self._address = address
        self._show = show
        self._ended = ended
        self._found: tuple[FoundNetwork, ...] = ()
        self._chosen = ""  # a password is being typed for this one
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._show(Shown((LOOKING,)))
        self._do(self._look())

    def type(self, line: str) -> None:
        if self._task is not None and not self._task.done():
            return  # it is on its way
        if line == BACK.line:
            self._leave()
        elif line == AGAIN.line:
            self.begin()
        elif self._chosen:
            self._do(self._join(self._chosen, line))
        else:
            self._choose(line)

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _do(self, work: Coroutine[None, None, None]) -> None:
        self._task = asyncio.get_running_loop().create_task(work)

    def _leave(self) -> None:
        if self._chosen:
            self._list()
        else:
            self._ended("")

    async def _look(self) -> None:
        try:
            self._found = (await self._network.networks())[:MOST_LISTED]
        except NetworkError as trouble:
            self._show(Shown((trouble.say,), (AGAIN, BACK)))
        else:
            self._list()

    def _list(self, *before: Text) -> None:
        self._chosen = ""
        names = tuple(Choice(verbatim(each.name), each.name) for each in self._found)
        self._show(Shown((*before, WHICH if names else NONE_FOUND), (*names, AGAIN, BACK)))

    def _choose(self, line: str) -> None:
        for each in (each for each in self._found if each.name == line):
            if each.locked:
                self._chosen = each.name
                ask = say("The password of {name}", name=each.name)
                self._show(Shown((ask,), (BACK,), asks=ask))
            else:
                self._do(self._join(each.name, ""))

    async def _join(self, name: str, password: str) -> None:
        moves = say(
            "The table joins {name} now. Connect your phone to it, too, and open {address}",
            name=name,
            address=self._address,
        )
        self._show(Shown((moves,)))
        await asyncio.wait((asyncio.get_running_loop().create_future(),), timeout=TO_READ)
        try:
            await self._network.join(name, password)
        except NetworkError as trouble:
            self._list(trouble.say)
        else:
            self._ended(name)
