"""What every display shows now, and the pages that look at it. A slow page misses frames; nobody waits for it."""

import asyncio
from collections import deque
from collections.abc import Iterator

from firmware_host.web import wire
from firmware_host.web.doors import Door
from hardware.ports import GridFrame, PanelFrame, Tone

MOST_UNSAID = 16  # sentences and tones that wait for a slow page


class Watcher:
    """One open page: what it has yet to be sent. Of each display only the newest frame waits."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self._face_down = set(door.turns)
        self._frames: dict[str, str] = {}
        self._said: deque[str] = deque(maxlen=MOST_UNSAID)
        self._something = asyncio.Event()

    def sees(self, device: str) -> bool:
        return device in self.door.sees and device not in self._face_down

    def turn(self, device: str, up: bool) -> None:
        (self._face_down.discard if up else self._face_down.add)(device)
        if not up:
            self._frames.pop(device, None)

    def show(self, device: str, message: str) -> None:
        self._frames[device] = message
        self._something.set()

    def hear(self, message: str) -> None:
        self._said.append(message)
        self._something.set()

    async def news(self) -> Iterator[str]:
        """Everything that waits, as soon as something does."""
        await self._something.wait()
        self._something.clear()
        return self.waiting()

    def waiting(self) -> Iterator[str]:
        """Taken one by one, so that a frame that changes while another is being sent is sent once."""
        while self._said:
            yield self._said.popleft()
        while self._frames:
            yield self._frames.pop(next(iter(self._frames)))


class Gallery:
    """Frames are put into words once, however many look at them."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._notices: dict[str, str] = {}
        self._watchers: set[Watcher] = set()

    def enter(self, watcher: Watcher) -> None:
        self._watchers.add(watcher)
        for device in watcher.door.sees:
            self.look_at(device, watcher)
        if watcher.door.breaks:
            for notice in self._notices.values():
                watcher.hear(notice)

    def leave(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)

    def watching(self, door: Door) -> int:
        return sum(watcher.door.name == door.name for watcher in self._watchers)

    def look_at(self, device: str, watcher: Watcher) -> None:
        if device in self._shown and watcher.sees(device):
            watcher.show(device, self._shown[device])

    def show(self, device: str, frame: GridFrame | PanelFrame | None) -> None:
        self._put(device, wire.shown(device, frame))

    def light(self, lamp: str, on: bool) -> None:
        self._put(lamp, wire.lit(lamp, on))

    def _put(self, device: str, message: str) -> None:
        if self._shown.get(device) == message:
            return
        self._shown[device] = message
        for watcher in self._watchers:
            if watcher.sees(device):
                watcher.show(device, message)

    def say(self, sentence: str) -> None:
        self._to_all(wire.said(sentence))

    def sound(self, tone: Tone) -> None:
        self._to_all(wire.sounded(tone))

    def tell(self, kind: str, message: str) -> None:
        """How the devices are and who sits where: for the page with the whole simulated table, when it changes."""
        if self._notices.get(kind) == message:
            return
        self._notices[kind] = message
        for watcher in self._watchers:
            if watcher.door.breaks:
                watcher.hear(message)

    def _to_all(self, message: str) -> None:
        for watcher in self._watchers:
            watcher.hear(message)
