"""A lane in virtual time: work takes as long as its wire is said to take, and nothing really waits."""

from collections.abc import Callable
from functools import partial

from hardware.clock import LoopClock
from hardware.lanes import Done, Work, as_lost, nothing
from hardware.ports import Alarm, DeviceLost


class VirtualLane:
    """Each piece of work is done after the seconds that it takes, which are read when it begins."""

    def __init__(self, clock: LoopClock, seconds: Callable[[], float]) -> None:
        self._clock = clock
        self._seconds = seconds
        self._in_hand: Alarm | None = None

    @property
    def halfway(self) -> bool:
        return self._in_hand is not None

    def run(self, work: Work, done: Done) -> None:
        takes = self._seconds()
        if takes > 0:
            self._in_hand = self._clock.call_later(takes, partial(self._finish, work, done))
        else:
            self._clock.call_soon(partial(done, _outcome(work)))

    def _finish(self, work: Work, done: Done) -> None:
        self._in_hand = None
        done(_outcome(work))

    def close(self, last: Callable[[], None] = nothing) -> None:
        if self._in_hand is not None:
            self._in_hand.cancel()
        last()

    def wait(self, seconds: float) -> bool:
        del seconds  # closing it took none
        return True


def _outcome(work: Work) -> DeviceLost | None:
    try:
        unfinished = work()
    except Exception as error:
        return as_lost(error)
    assert unfinished is None, "nothing simulated waits for a file"
    return None
