"""A real WebKit, the engine of iPhones: WebKitGTK's small browser on a screen that nobody sees, told by WebDriver."""

import asyncio
import json
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from tests.web.browsers.whole_games import middle_of, tapped

WEBKIT, SCREEN = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
NO_WEBKIT = "there is no WebKit here: `sudo apt install webkit2gtk-driver xvfb` brings one"
LIMIT = 120.0  # real seconds, generous: only a failure comes near it
LOOKS_AGAIN = 0.1  # seconds
REMEMBERS = """window.complaints = [];
addEventListener("error", ({ message }) => complaints.push(String(message)));
addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));"""


class Window:
    """One page in WebKit. All windows belong to one session, so each call names its window first."""

    def __init__(self, driver: "Driver", handle: str) -> None:
        self._driver = driver
        self._handle = handle
        self.complaints: list[str] = []

    async def another(self, width: int, height: int) -> "Window":
        opened = await self._driver.does("POST", "/window/new", {"type": "window"})
        window = Window(self._driver, opened["handle"])
        window.complaints = self.complaints
        await window._does("/window/rect", {"x": 0, "y": 0, "width": width, "height": height})
        return window

    async def opens(self, address: str) -> None:
        await self._does("/url", {"url": address})
        await self._does("/execute/sync", {"script": REMEMBERS, "args": []})

    async def sees(self, look: str) -> Any:
        """What a function of the page returns."""
        script = f"return JSON.stringify([({look})(), window.complaints?.splice(0) ?? []])"
        seen, complaints = json.loads(await self._does("/execute/sync", {"script": script, "args": []}))
        self.complaints += complaints
        return seen

    async def taps(self, selector: str) -> None:
        place = await middle_of(self, selector)
        if place is not None:
            await self._does("/actions", {"actions": [tapped(place, "mouse")]})  # it takes a finger for a mouse

    async def waits_until(self, true: str) -> None:
        async with asyncio.timeout(LIMIT):
            while not await self.sees(f"() => Boolean({true})"):
                await asyncio.sleep(LOOKS_AGAIN)  # noqa: TID251  # a real page takes real time

    async def _does(self, path: str, body: dict[str, Any]) -> Any:
        await self._driver.does("POST", "/window", {"handle": self._handle})
        return await self._driver.does("POST", path, body)


class Driver:
    def __init__(self, address: str) -> None:
        self._address = address

    async def does(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        return await asyncio.to_thread(self._does, method, path, body)

    def _does(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self._address + path, data, method=method), timeout=LIMIT) as answer:  # ours
            return json.loads(answer.read())["value"]

    async def begins(self) -> None:
        """As soon as it answers."""
        async with asyncio.timeout(LIMIT):
            while True:
                try:
                    session = await self.does("POST", "/session", {"capabilities": {"alwaysMatch": {}}})
                    break
                except URLError:
                    await asyncio.sleep(LOOKS_AGAIN)  # noqa: TID251  # it starts in real time
        self._address += f"/session/{session['sessionId']}"


@asynccontextmanager
async def webkit(port: int) -> AsyncIterator[Window]:
    """`port` is a free one."""
    assert WEBKIT is not None
    assert SCREEN is not None
    taken = asyncio.subprocess.PIPE
    screen = await asyncio.create_subprocess_exec(
        SCREEN, "-displayfd", "1", "-screen", "0", "1280x1024x24", stdout=taken, stderr=asyncio.subprocess.DEVNULL
    )
    assert screen.stdout is not None
    number = (await screen.stdout.readline()).decode().strip()
    seen = {
        **os.environ,
        "DISPLAY": f":{number}",
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    }  # as root, in a test
    process = await asyncio.create_subprocess_exec(
        WEBKIT, f"--port={port}", env=seen, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    driver = Driver(f"http://127.0.0.1:{port}")
    try:
        await driver.begins()
        yield Window(driver, await driver.does("GET", "/window"))
        await driver.does("DELETE", "")
    finally:
        for each in (process, screen):
            each.kill()
            await each.wait()
