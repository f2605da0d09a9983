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
        self._urgent: deque[str] = deque()  # told once and to be seen nowhere else: nothing pushes them out
        self._until = float("-inf")  # what stands there now has been read by then
        self.now = ""

    def tell(self, say: str, *, urgent: bool = False) -> None:
        (self._urgent if urgent else self._waiting).append(say)
        if self._evening.now() >= self._until:
            self._next()
        else:
            self._evening.alarm("news", self._until, self._turn)

    def _next(self) -> None:
        now, urgent = self._evening.now(), bool(self._urgent)
        queue = self._urgent or self._waiting
        self.now = queue.popleft() if queue else ""
        self._until = now + (LASTS if urgent else AT_LEAST) if self.now else float("-inf")
        followed = self._urgent or self._waiting
        when = None if not self.now else self._until if followed else now + LASTS
        self._evening.alarm("news", when, self._turn)
        self._evening.put_up(self.now)

    def _turn(self) -> None:
        self._next()
        self._evening.draw()
