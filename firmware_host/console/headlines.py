"""The message line: what has happened, one sentence after the other, each long enough to be read."""

from collections import deque

from firmware_host.console.evening import Evening

LASTS = 4.0  # seconds, when nothing follows
AT_LEAST = 1.6  # seconds, when something does
MOST_WAITING = 4  # what is older has been spoken, and can be seen on the boards


class Headlines:
    """The sentence that stands on every display now, and those that wait for their turn."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._since = float("-inf")
        self.now = ""

    def tell(self, say: str) -> None:
        self._waiting.append(say)
        if self._evening.now() >= self._since + AT_LEAST:
            self._next()
        else:
            self._evening.alarm("news", self._since + AT_LEAST, self._turn)

    def _next(self) -> None:
        now = self._evening.now()
        self.now = self._waiting.popleft() if self._waiting else ""
        self._since = now if self.now else float("-inf")
        when = None if not self.now else now + (AT_LEAST if self._waiting else LASTS)
        self._evening.alarm("news", when, self._turn)
        self._evening.put_up(self.now)

    def _turn(self) -> None:
        self._next()
        self._evening.draw()
