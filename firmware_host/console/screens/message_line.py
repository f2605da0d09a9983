"""What is said for a while, each time long enough to be read: news one after the other, and refusals."""

from collections import deque
from collections.abc import Callable, Collection

from firmware_host.console.alarms import Alarms
from firmware_host.console.seats import Seats
from firmware_host.games.shared.tasks import Desk
from firmware_host.texts.language import english
from firmware_host.texts.text import NOTHING, Text

LASTS = 4.0  # seconds, when nothing follows
AT_LEAST = 1.6  # seconds, when something does
AT_A_GLANCE, A_SECOND = 2.5, 20  # seconds to notice a refusal, and letters that are then read in each
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


class Refusals:
    """What seats are refused where everybody looks. It is taken away when it can have been read."""

    def __init__(self, seats: Seats, alarms: Alarms, draw: Callable[[], None]) -> None:
        self._seats = seats
        self._alarms = alarms
        self._draw = draw
        self._shown: dict[int, Desk] = {}

    def are_shown(self, seats: Collection[int]) -> None:
        """Everybody reads the pages of these seats now."""
        for seat in self._seats:
            desk = self._seats[seat].desk
            shown = desk if desk.refuses and seat in seats else None
            if self._shown.get(seat) is not shown:
                self._await(seat, shown)

    def _await(self, seat: int, shown: Desk | None) -> None:
        if shown is None:
            del self._shown[seat]
            self._alarms.set(f"refusal {seat}", None, self._draw)
            return
        self._shown[seat] = shown
        letters = len(english(shown.openly or shown.message))
        when = self._alarms.now() + AT_A_GLANCE + letters / A_SECOND
        self._alarms.set(f"refusal {seat}", when, lambda: self._was_read(seat))

    def _was_read(self, seat: int) -> None:
        self._seats.say_to(seat, NOTHING)
        self._draw()
