"""A real Firefox, spoken to over its own socket in WebDriver BiDi; Playwright would bring one of its own."""

import asyncio
import json
import re
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.web.browsers.whole_games import middle_of, tapped

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
NO_FIREFOX = "there is no Firefox here: `sudo apt install firefox-esr` brings one"
LIMIT = 120.0  # real seconds, generous: only a failure comes near it
ENTER = "\ue007"  # as WebDriver writes it


class Tab:
    """One page in Firefox."""

    def __init__(self, socket: ClientConnection, context: str, asked: Iterator[int] | None = None) -> None:
        self._socket = socket
        self._context = context
        self._asked = asked or count(1)
        self.complaints: list[str] = []

    async def another(self, width: int, height: int) -> "Tab":
        """A window of its own, of this size: pages in the background would be covered."""
        opened = await self.does("browsingContext.create", type="window")
        tab = Tab(self._socket, opened["context"], self._asked)
        tab.complaints = self.complaints
        await tab.does("browsingContext.setViewport", context=tab._context, viewport={"width": width, "height": height})
        return tab

    async def sees(self, look: str) -> Any:
        """What a function of the page returns."""
        asked = {
            "expression": f"JSON.stringify(({look})())",
            "target": {"context": self._context},
            "awaitPromise": True,
        }
        came = await self.does("script.evaluate", **asked)
        assert came["type"] == "success", came
        return json.loads(came["result"].get("value", "null"))

    async def taps(self, selector: str) -> None:
        """With a finger, in the middle of it; nothing where it is not in sight."""
        place = await middle_of(self, selector)
        if place is not None:
            await self.does("input.performActions", context=self._context, actions=[tapped(place)])

    async def opens(self, address: str) -> None:
        await self.does("session.subscribe", events=["log.entryAdded"])
        await self.does("browsingContext.navigate", context=self._context, url=address, wait="complete")

    async def clicks(self, selector: str) -> None:
        button = f"document.querySelector('{selector}')"
        await self.waits_until(f"!{button}.disabled && ({button}.click(), true)")

    async def types(self, keys: str) -> None:
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": strokes}
        await self.does("input.performActions", context=self._context, actions=[source])

    async def says(self, words: str) -> None:
        await self.waits_until(f"document.querySelector('.at-place canvas')?.ariaLabel?.includes('{words}') ?? false")

    async def waits_until(self, true: str) -> None:
        """The page itself looks, now and then."""
        look = f"new Promise(done => {{ (function look() {{ ({true}) ? done() : setTimeout(look, 100); }})(); }})"
        target = {"context": self._context}
        came = await self.does("script.evaluate", expression=look, target=target, awaitPromise=True)
        assert came["type"] == "success", came

    async def does(self, method: str, **parameters: object) -> dict[str, Any]:
        number = next(self._asked)
        await self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        async with asyncio.timeout(LIMIT):
            while True:
                answer: dict[str, Any] = json.loads(await self._socket.recv())
                if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                    self.complaints.append(str(answer["params"]["text"]))
                if answer.get("id") == number:
                    assert answer["type"] == "success", answer
                    return dict(answer["result"])


@asynccontextmanager
async def firefox(profile: Path) -> AsyncIterator[Tab]:
    assert FIREFOX is not None
    process = await asyncio.create_subprocess_exec(
        FIREFOX,
        "--headless",
        "--no-remote",
        "--profile",
        str(profile),
        "--remote-debugging-port",
        "0",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with connect(f"{await _address(process)}/session", max_size=None, open_timeout=LIMIT) as socket:
            tab = Tab(socket, "")
            await tab.does("session.new", capabilities={})
            tree = await tab.does("browsingContext.getTree")
            tab._context = tree["contexts"][0]["context"]
            yield tab
            await tab.does("session.end")
    finally:
        process.kill()
        await process.communicate()


async def _address(process: asyncio.subprocess.Process) -> str:
    """Firefox says where it listens, among much else."""
    assert process.stderr is not None
    async with asyncio.timeout(LIMIT):
        async for line in process.stderr:
            if found := re.search(rb"ws://[\w.:\[\]]+", line):
                return found[0].decode()
    raise AssertionError("Firefox has ended before it listened")
