"""The message line: news one after the other, each long enough to be read."""

from collections import deque
from collections.abc import Callable

from firmware_host.console.alarms import Alarms
from firmware_host.console.seats import Seats
from firmware_host.texts.text import NOTHING, Text

LASTS = 4.0  # seconds, when nothing follows
AT_LEAST = 1.6  # seconds, when something does
MOST_WAITING = 4  # older news has been spoken, and the boards show it


class MessageLine:
    """What every display says now, and what is waiting to be said."""

    def __init__(self, seats: Seats, alarms: Alarms, draw: Callable[[], None]) -> None:
        self._seats = seats
        self._alarms = alarms
        self._draw = draw
        self._waiting: deque[Text] = deque(maxlen=MOST_WAITING)
        self._urgent: deque[Text] = deque()  # shown nowhere else, so newer ones do not replace them
        self._until = float("-inf")  # when the current message has been read
        self.now = NOTHING

    def tell(self, text: Text, *, urgent: bool = False) -> None:
        (self._urgent if urgent else self._waiting).append(text)
        if self._alarms.now() >= self._until:
            self._next()
        else:
            self._alarms.set("news", self._until, self._turn)

    def _next(self) -> None:
        now, urgent = self._alarms.now(), bool(self._urgent)
        queue = self._urgent or self._waiting
        self.now = queue.popleft() if queue else NOTHING
        self._until = now + (LASTS if urgent else AT_LEAST) if self.now else float("-inf")
        followed = self._urgent or self._waiting
        when = None if not self.now else self._until if followed else now + LASTS
        self._alarms.set("news", when, self._turn)
        self._seats.show_news(self.now)

    def _turn(self) -> None:
        self._next()
        self._draw()
