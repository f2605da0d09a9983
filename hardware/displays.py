"""Displays that never make anybody wait: each keeps its newest frame, shows it when its wires are free, and comes back
by itself when it was lost.

A `Display` is what the console holds, its `Driver` does the work, and displays on the same `Wires` take turns.
Everything here runs on the loop; only a driver's own work may run on a thread of its lane.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from hardware.lanes import Lane, Unfinished, Work
from hardware.ports import Alarm, Clock, DeviceBack, DeviceGone, DeviceLost, Input

F = TypeVar("F")
F_contra = TypeVar("F_contra", contravariant=True)

BACK_OFF = (0.1, 0.2, 0.4, 0.8, 1.5, 2.0)  # seconds between tries to find a lost display: quick first, then patient
SETTLING = (0.3, 0.6, 1.0, 1.5, 2.0, 2.5)  # a board that resets when it is opened gets its frame again at these moments
HEARTBEAT = 1.0  # WLED falls back to its own effects 2.5 s after the last frame


class Driver(Protocol[F_contra]):
    """One display on its wire. Every failure is a `DeviceLost`; `close` never fails and may come at any time."""

    def open(self) -> None: ...
    def show(self, frame: F_contra) -> Unfinished | None: ...
    def dim(self, contrast: float) -> None: ...
    def close(self) -> None: ...


class Display(Generic[F]):
    """One display: what it should show, what it shows, and whether it is there at all."""

    def __init__(
        self,
        name: str,
        driver: Driver[F],
        wires: "Wires",
        tell: Callable[[Input], None],
        *,
        resets_on_open: bool = False,
    ) -> None:
        self.name = name
        self._driver = driver
        self._wires = wires
        self._tell = tell
        self._resets_on_open = resets_on_open
        self._wanted: F | None = None
        self._shown: F | None = None
        self._contrast: float | None = None
        self._dimmed: float | None = None
        self._open = False
        self._told_gone = False
        self._tries = 0
        self._alarm: Alarm | None = None
        self._may_try = True
        wires.add(self)

    @property
    def there(self) -> bool:
        return self._open

    def show(self, frame: F) -> None:
        """Returns at once. A frame equal to what is shown costs nothing; a newer one replaces one not yet shown."""
        self._wanted = frame
        if frame != self._shown:
            self._wires.wake()

    def dim(self, contrast: float) -> None:
        self._contrast = contrast
        self._wires.wake()

    def show_again(self) -> None:
        """Whatever the display shows now, by mishap or by reset: it gets its frame once more."""
        self._shown = None
        self._wires.wake()

    def look_again(self) -> None:
        """Something was plugged in: look for this display now, not when its patience has run out."""
        if not self._open:
            self._tries = 0
            self._try_now()

    # ── what the wires ask ───────────────────────────────────────────────────────────────────────

    def next_work(self) -> tuple[Work, Callable[[], None]] | None:
        """What to do now, and what is true when it is done; None when there is nothing to do."""
        if not self._open:
            return (self._reopen, self._opened) if self._may_try else None
        if self._contrast != self._dimmed and self._contrast is not None:
            contrast = self._contrast
            return lambda: self._driver.dim(contrast), lambda: setattr(self, "_dimmed", contrast)
        if self._wanted is not None and self._wanted != self._shown:
            frame = self._wanted
            return lambda: self._driver.show(frame), lambda: setattr(self, "_shown", frame)
        return None

    def lost(self, lost: DeviceLost) -> None:
        self._open = self._may_try = False
        self._shown = self._dimmed = None
        delay = BACK_OFF[min(self._tries, len(BACK_OFF) - 1)]
        self._tries += 1
        self._alarm = self._wires.clock.call_later(delay, self._try_now)
        if not self._told_gone:
            self._told_gone = True
            self._tell(DeviceGone(self.name, lost.say))

    def close(self) -> None:
        """Lets go of the wire, whatever state it is in."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._may_try = self._open = False
        self._driver.close()

    def _reopen(self) -> None:
        self._driver.close()
        self._driver.open()

    def _opened(self) -> None:
        self._open = True
        self._tries = 0
        if self._told_gone:
            self._told_gone = False
            self._tell(DeviceBack(self.name))
        if self._resets_on_open:
            for delay in SETTLING:
                self._wires.clock.call_later(delay, self.show_again)

    def _try_now(self) -> None:
        self._may_try = True
        self._wires.wake()


class Wires:
    """Displays that share wires take turns, the one touched last first; a lost one is skipped until its next try."""

    def __init__(self, lane: Lane, clock: Clock) -> None:
        self.clock = clock
        self._lane = lane
        self._displays: list[Display[Any]] = []
        self._busy = False
        self._closed = False

    def add(self, display: Display[Any]) -> None:
        self._displays.append(display)
        self.wake()

    def first(self, display: Display[Any]) -> None:
        """This display's seat has just typed: it is served before the others."""
        self._displays.remove(display)
        self._displays.insert(0, display)

    def wake(self) -> None:
        """Begins the next piece of work, unless one is under way."""
        if self._busy or self._closed:
            return
        for display in self._displays:
            todo = display.next_work()
            if todo is not None:
                self._busy = True
                work, then = todo
                self._lane.run(work, partial(self._done, display, then))
                return

    def _done(self, display: Display[Any], then: Callable[[], None], lost: DeviceLost | None) -> None:
        self._busy = False
        if self._closed:
            return
        if lost is None:
            then()
        else:
            display.lost(lost)
        self.wake()

    def close(self) -> None:
        self._closed = True
        self._lane.close()
        for display in self._displays:
            display.close()


class Heartbeat:
    """Sends every board its frame again once a second, all at one wake-up, so that an idle table sleeps in between."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._displays: list[Display[Any]] = []
        self._alarm: Alarm | None = None

    def keep_alive(self, display: Display[Any]) -> None:
        self._displays.append(display)
        if self._alarm is None:
            self._alarm = self._clock.call_later(HEARTBEAT, self._beat)

    def _beat(self) -> None:
        self._alarm = self._clock.call_later(HEARTBEAT, self._beat)
        for display in self._displays:
            if display.there:
                display.show_again()

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
