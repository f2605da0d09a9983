"""A button without a pin, which may bounce as real ones do."""

from collections.abc import Callable
from functools import partial

from hardware.kinds.button import Contact
from hardware.ports import ButtonPress, Clock, Input


class SimulatedButton:
    """The driver's own code removes its bounces."""

    def __init__(self, name: str, put: Callable[[Input], None], clock: Clock, *, bounces: int = 0) -> None:
        self.bounces = bounces
        self.bounce_every = 0.002
        self._clock = clock
        self._contact = Contact(clock, lambda down, when: put(ButtonPress(name, when, down)))

    def press(self) -> None:
        self._touch(True)

    def let_go(self) -> None:
        self._touch(False)

    def tap(self, lasting: float = 0.1) -> None:
        """Down now, and up in a moment."""
        self.press()
        self._clock.call_later(lasting, self.let_go)

    def close(self) -> None:
        self._contact.close()

    def _touch(self, down: bool) -> None:
        self._changes(down)
        for bounce in range(1, 2 * self.bounces + 1):
            now = down if bounce % 2 == 0 else not down
            self._clock.call_later(bounce * self.bounce_every, partial(self._changes, now))

    def _changes(self, down: bool) -> None:
        self._contact.changed(down, self._clock.time())
