"""Announcements for everybody at the table: on the message line of every display, the buzzer and the speaker.

They are made from events addressed to all, so no sentence can hold more than the rules have published.
"""

from collections.abc import Iterable, Iterator, Mapping

from firmware_host.console.screens.message_line import MessageLine
from firmware_host.frozen import frozen
from firmware_host.games import registry as games
from firmware_host.games.shared.declaration import Announcement
from firmware_host.games.shared.table import Event
from firmware_host.games.shared.views import View
from firmware_host.kept import Watched
from firmware_host.texts.language import Language
from firmware_host.texts.text import Text
from hardware.ports import Table, Tone

GOOD = Tone("good", ((72, 0.08), (76, 0.08), (79, 0.16)))
PLAIN = Tone("plain", ((69, 0.06),))
BAD = Tone("bad", ((64, 0.12), (60, 0.2)))
CALL = Tone("call", ((76, 0.1), (None, 0.05), (76, 0.1)))
LAST_SECONDS = Tone("last seconds", ((81, 0.05),))
FANFARE = Tone("fanfare", ((67, 0.12), (72, 0.12), (76, 0.12), (79, 0.3)))
TONES: Mapping[str, Tone] = {"good": GOOD, "plain": PLAIN, "bad": BAD, "call": CALL, "fanfare": FANFARE}


@frozen
class News:
    """One announcement. If it is not `spoken`, it is only shown. `cheers` is the side that celebrates, or the table."""

    say: Text
    tone: Tone | None = None
    spoken: bool = True
    cheers: str = ""


def news_of(view: View, events: Iterable[Event]) -> Iterator[News]:
    """The announcements of what happened together; events that are not for everybody have none."""
    announces = games.of(view).announces
    for_all = [event for event in events if event.to == "all"]
    for event in for_all:
        announcement = announces[event.name](event, for_all)
        if announcement is not None:
            yield _news(announcement)


def _news(announcement: Announcement) -> News:
    return News(announcement.say, TONES.get(announcement.tone), cheers=announcement.cheers)


class Announcer(Watched):
    def __init__(self, table: Table, line: MessageLine, spoken: Language) -> None:
        self._table = table
        self._line = line
        self._language = spoken
        self.muted = False  # the buzzer and the speaker, for the whole table

    def tell(self, news: News) -> None:
        self._line.tell(news.say)
        if news.tone is not None:
            self._play(news.tone)
        if news.spoken and self._table.speaker is not None and not self.muted:
            self._table.speaker.say(self._language.read(news.say))

    def report(self, trouble: Text) -> None:
        """Shows a problem to everybody, without sound: the disk is full, a damaged file was set aside."""
        self._line.tell(trouble, urgent=True)

    def count_down(self) -> None:
        """One of the last seconds of a clock."""
        self._play(LAST_SECONDS)

    def _play(self, tone: Tone) -> None:
        if self._table.buzzer is not None and not self.muted:
            self._table.buzzer.play(tone)
