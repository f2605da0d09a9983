"""What everybody at the table is told about its league: that it is not honest, or that somebody else has the password.

Whoever has the table's password can speak for it, but not unheard: the league answers on the table's own topics. So the
table notices an answer to something that it did not say.
"""

import logging
from collections.abc import Callable

from firmware_host.texts.language import english
from firmware_host.texts.text import Text, say
from hardware.clock import LoopClock

log = logging.getLogger(__name__)

TOLD_AGAIN = 60.0  # seconds, if it happens again: somebody may have pressed a key at that moment
FIRST_ANSWERS = 60.0  # seconds in which an answer may still be to what was said before a power cut
MOST_SAID = 10_000  # that are remembered


class Complaints:
    def __init__(self, clock: LoopClock) -> None:
        self._clock = clock
        self.report: Callable[[Text], None] = lambda _text: None
        self._quiet_until: dict[Text, float] = {}
        self._sure_from = clock.time() + FIRST_ANSWERS
        self._said: dict[tuple[str, str], None] = {}

    def tell(self, text: Text) -> None:
        if self._clock.time() >= self._quiet_until.get(text, float("-inf")):
            self._quiet_until[text] = self._clock.time() + TOLD_AGAIN
            self.report(text)
            log.warning("%s", english(text))

    def says(self, what: str, key: str) -> None:
        """This table asks about a round, or tells its result. `key` names the round."""
        self._said[what, key] = None
        if len(self._said) > MOST_SAID:
            del self._said[next(iter(self._said))]

    def is_answered(self, what: str, key: str) -> None:
        if (what, key) not in self._said and self._clock.time() >= self._sure_from:
            self.tell(say("Another computer seems to be using this table's password in the league. Ask for a new one."))
