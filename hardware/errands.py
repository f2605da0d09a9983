"""Work that may hang in the kernel, done on a thread of its own: opening and closing the port of a board that hangs."""

import os
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

AT_ONCE = 0.02  # seconds that whoever starts an errand waits for it: a healthy port takes a millisecond


class Errand(Generic[T]):
    """One piece of work. Its result belongs to whoever takes it; if nobody wants it any more, it is undone.

    Python does not wait for its thread when it ends.
    """

    def __init__(self, name: str, work: Callable[[], T], undo: Callable[[T], object] = lambda _result: None) -> None:
        self._work = work
        self._undo = undo
        self._results: list[T] = []  # one, until it is taken or undone
        self._error: Exception | None = None
        self._lock = threading.Lock()
        self._wanted = True
        self._ended = threading.Event()
        self._bell, self._rope = os.pipe()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def ended(self, seconds: float = 0.0) -> bool:
        """Whether it has ended, or does within this time."""
        return self._ended.wait(seconds) if seconds else self._ended.is_set()

    def fileno(self) -> int:
        """Can be read from when the work is done."""
        return self._bell

    def take(self) -> T:
        """Its result, or its error. It has ended."""
        os.close(self._bell)
        if self._error is not None:
            raise self._error
        return self._results.pop()

    def forget(self) -> None:
        """Nobody wants its result any more. Nobody waits for its end either."""
        os.close(self._bell)
        with self._lock:
            self._wanted = False
            self._undo_unwanted()

    def _run(self) -> None:
        try:
            result = self._work()
        except Exception as error:
            self._error = error
        else:
            with self._lock:
                self._results.append(result)
                self._undo_unwanted()
        os.close(self._rope)
        self._ended.set()

    def _undo_unwanted(self) -> None:
        while self._results and not self._wanted:
            self._undo(self._results.pop())
