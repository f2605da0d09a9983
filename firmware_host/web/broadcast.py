"""What every display shows now, sent to every page that may see it. A slow page misses frames; nobody waits for it."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from functools import cached_property, partial

from firmware_host.web import wire
from firmware_host.web.pages import WebPage
from hardware.names import PRIVATE_PAGE, PUBLIC_PAGE, DeviceName
from hardware.ports import GridFrame, PageDisplay, PageFrame, PanelFrame, Table, Tone

MOST_WAITING = 16  # sentences and tones that wait for a slow page


class Watcher:
    """One open page and what it has yet to be sent. Of each display only the newest frame waits."""

    def __init__(self, page: WebPage) -> None:
        self.page = page
        self.language: str | None = None  # in which it was told to speak
        self._face_down = set(page.turns)
        self._frames: dict[str, str] = {}
        self._messages: deque[str] = deque(maxlen=MOST_WAITING)
        self._something = asyncio.Event()

    def sees(self, device: str) -> bool:
        return device in self.page.sees and device not in self._face_down

    def turn(self, device: str, up: bool) -> None:
        (self._face_down.discard if up else self._face_down.add)(device)
        if not up:
            self._frames.pop(device, None)

    def show(self, device: str, message: str) -> None:
        self._frames[device] = message
        self._something.set()

    def hear(self, message: str) -> None:
        self._messages.append(message)
        self._something.set()

    async def news(self) -> Iterator[str]:
        """Everything that waits, as soon as something does."""
        await self._something.wait()
        self._something.clear()
        return self.waiting()

    def waiting(self) -> Iterator[str]:
        """One message at a time: a frame that changes while another is being sent is sent only once."""
        while self._messages:
            yield self._messages.popleft()
        while self._frames:
            yield self._frames.pop(next(iter(self._frames)))


class BrowserPage:
    """A display that draws pages itself: every browser that has the page of this name open."""

    def __init__(self, name: str, broadcast: "Broadcast") -> None:
        self._name = name
        self._broadcast = broadcast

    def show(self, frame: PageFrame) -> None:
        self._broadcast.show(self._name, frame)


class Message:
    """What a display shows now. It is put into words for a page only when there is a page that sees it."""

    def __init__(self, what: object, write: Callable[[], str]) -> None:
        self.what = what
        self._write = write

    @cached_property
    def text(self) -> str:
        return self._write()


class Broadcast:
    """Turns each frame into a message once, however many pages receive it, and not at all if none does."""

    def __init__(self, language_of: Callable[[WebPage], str]) -> None:
        self.language_of = language_of
        self._shown: dict[str, Message] = {}
        self._notices: dict[str, Callable[[], str]] = {}
        self._told: dict[str, str] = {}  # the notices as they were last sent
        self._watchers: set[Watcher] = set()
        self._readers: dict[str, frozenset[int]] = {}  # of displays that are handed on: whose page they show

    def enter(self, watcher: Watcher) -> None:
        self._watchers.add(watcher)
        self._check_language(watcher)
        for device in watcher.page.sees:
            self.look_at(device, watcher)
        if watcher.page.breaks:
            self._tell_all(watcher)

    def _tell_all(self, newcomer: Watcher) -> None:
        """Everything that is told, to somebody who has just come; to the others only what is news to them."""
        for kind, write in self._notices.items():
            before = self._told.get(kind)
            self.tell(kind, write)
            if self._told[kind] == before:
                newcomer.hear(before)

    def leave(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)

    def is_open(self, watcher: Watcher) -> bool:
        return watcher in self._watchers

    def watching(self, page: WebPage) -> int:
        return sum(watcher.page.name == page.name for watcher in self._watchers)

    def look_at(self, device: str, watcher: Watcher) -> None:
        if device in self._shown and watcher.sees(device):
            watcher.show(device, self._shown[device].text)

    def show(self, device: str, frame: GridFrame | PanelFrame | PageFrame | None) -> None:
        self._put(device, frame, partial(wire.shown, device, frame))
        seat = frame.content.get("seat") if isinstance(frame, PageFrame) else None
        self._readers[device] = frozenset({seat} if isinstance(seat, int) else ())
        if isinstance(frame, PanelFrame | PageFrame):  # a seat that chooses another language sees it there
            for watcher in self._watchers:
                if watcher.sees(device):
                    self._check_language(watcher)

    def plays(self, page: WebPage) -> frozenset[int]:
        """The seats whose keys this page presses now."""
        return page.plays | self._readers.get(page.follows, frozenset())

    def light(self, lamp: str, on: bool) -> None:
        self._put(lamp, on, partial(wire.lit, lamp, on))

    def announce(self, sentence: str) -> None:
        self._to_all(wire.announced(sentence))

    def sound(self, tone: Tone) -> None:
        self._to_all(wire.sounded(tone))

    def tell(self, kind: str, write: Callable[[], str]) -> None:
        """For the page with the whole simulated table: what is broken and who sits where, whenever it changes.

        `write` says how it is now. It is asked only while such a page is open, and when one opens.
        """
        self._notices[kind] = write
        listening = [watcher for watcher in self._watchers if watcher.page.breaks]
        if not listening:
            return
        message = write()
        if self._told.get(kind) == message:
            return
        self._told[kind] = message
        for watcher in listening:
            watcher.hear(message)

    def _put(self, device: str, what: object, write: Callable[[], str]) -> None:
        before = self._shown.get(device)
        if before is not None and before.what == what:
            return
        self._shown[device] = message = Message(what, write)
        for watcher in self._watchers:
            if watcher.sees(device):
                watcher.show(device, message.text)

    def _check_language(self, watcher: Watcher) -> None:
        """A page is loaded again when its seat has chosen another language."""
        language = self.language_of(watcher.page)
        if language != watcher.language:
            watcher.language = language
            watcher.hear(wire.speaks(language))

    def _to_all(self, message: str) -> None:
        for watcher in self._watchers:
            watcher.hear(message)


def page_displays(table: Table, broadcast: Broadcast) -> dict[str, PageDisplay]:
    """The displays in browsers: one for each seat, and one for each shared screen that the table has."""
    names = [*(DeviceName("page", number) for number in table.seats), PUBLIC_PAGE]
    names += [PRIVATE_PAGE] if table.private is not None else []
    return {name: BrowserPage(name, broadcast) for name in names}
