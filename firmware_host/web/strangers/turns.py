"""Strangers are dealt with one at a time, with a pause after each, so that hardly any key of a player meets one."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

Work = Callable[[], None]
Later = Callable[[float, Work], object]  # at a moment of the clock

PAUSE = 0.02  # seconds from one piece of work to the next: a page that is opened for the first time needs a dozen


class Turns:
    """Does one piece of work at a time. Whatever players send comes in between."""

    def __init__(self, now: Callable[[], float], later: Later, pause: float = PAUSE) -> None:
        self._now = now
        self._later = later
        self._pause = pause
        self._waiting: deque[Work] = deque()
        self._next_at = float("-inf")

    def wait(self, work: Work) -> None:
        self._waiting.append(work)
        if len(self._waiting) == 1:
            self._plan()

    def _plan(self) -> None:
        self._later(max(self._now(), self._next_at), self._next)

    def rests_until(self) -> float:
        return self._now() + self._pause

    async def mine(self) -> None:
        """Returns when it is the caller's turn."""
        turn = asyncio.get_running_loop().create_future()
        self.wait(lambda: None if turn.done() else turn.set_result(None))
        await turn

    def _next(self) -> None:
        work = self._waiting[0]
        try:
            work()
        finally:
            self._waiting.popleft()
            self._next_at = self.rests_until()
            if self._waiting:
                self._plan()


class Line(Protocol):
    """A connection, as asyncio has it."""

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def abort(self) -> None: ...


class InTurn:
    """What one connection sends: it is read at once if it is a player's, otherwise in turn with other strangers.

    A connection that waits is not read any further, so nothing piles up.
    """

    def __init__(self, turns: Turns, line: Line, is_stranger: Callable[[], bool]) -> None:
        self._turns = turns
        self._line = line
        self._is_stranger = is_stranger
        self._waiting: deque[Work] = deque()

    def do(self, work: Work) -> None:
        if not self._waiting and not self._is_stranger():
            work()
            return
        self._line.pause_reading()
        self._waiting.append(work)
        self._turns.wait(self._next)

    def drop(self) -> None:
        """The connection has ended: what has not had its turn by now is not read any more."""
        self._waiting.clear()

    def _next(self) -> None:
        if self._waiting:
            self._line.resume_reading()  # first, because the work may pause it for reasons of its own
            self._waiting.popleft()()
