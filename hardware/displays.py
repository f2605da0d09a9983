"""Displays that never make anybody wait. Each keeps its newest frame, shows it when its wires are free, and comes back
by itself after it was lost.

A `Display` is what the console holds, its `Driver` does the work, and displays on the same `Wires` take turns.
Everything here runs on the loop; only a driver's own work may run on a thread of its lane.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from firmware_host.texts.text import Text
from hardware.lanes import Lane, Unfinished, Work, nothing
from hardware.ports import DARK, Alarm, Clock, DeviceBack, DeviceGone, DeviceLost, GridFrame, Input, PanelFrame

F = TypeVar("F")
F_contra = TypeVar("F_contra", contravariant=True)

# Seconds between tries to find a lost display: quick first, then patient, yet always found within 2 s of being there.
BACK_OFF = (0.1, 0.2, 0.4, 0.8, 1.5)
SETTLING = (0.3, 0.6, 1.0, 1.5, 2.0, 2.5)  # a board that resets when it is opened gets its frame again at these moments
HANGS_AFTER = 1.0  # seconds to open
HEARTBEAT = 1.0  # WLED falls back to its own effects 2.5 s after the last frame

Todo = tuple[Work, Callable[[], None]]  # a piece of work, and what to do when it is done


class Driver(Protocol[F_contra]):
    """One display on its wire. Every failure is a `DeviceLost`; `close` never fails and may come at any time."""

    def open(self) -> Unfinished | None: ...
    def show(self, frame: F_contra) -> Unfinished | None: ...
    def dim(self, contrast: float) -> None: ...
    def close(self) -> None: ...


@runtime_checkable
class MayHang(Protocol):
    """A driver whose `open` may take for ever. Its sentence is told after a second, while it is still waited for."""

    @property
    def hangs(self) -> Text: ...


class Display(Generic[F]):
    """One display: what it should show, what it shows, and whether it is there at all.

    It counts as back when it has shown its frame, not when it could be opened: a half-dead one would come and go all
    evening. On wires that hear of an absent board only seconds later, it must also last for `trusted_after` seconds.
    """

    def __init__(
        self,
        name: str,
        driver: Driver[F],
        wires: "Wires",
        tell: Callable[[Input], None],
        *,
        resets_on_open: bool = False,
        trusted_after: float = 0.0,
        dark: F | None = None,  # what it shows last, when the table is closed; None if its driver sees to that
    ) -> None:
        self.name = name
        self._driver = driver
        self._wires = wires
        self._tell = tell
        self._resets_on_open = resets_on_open
        self._trusted_after = trusted_after
        self._dark = dark
        self._wanted: F | None = None
        self._shown: F | None = None
        self._again = False  # its frame is sent once more, even when it seems to be shown
        self._contrast: float | None = None
        self._dimmed: float | None = None
        self._open = False
        self._may_try = True
        self._tries = 0
        self._trusted = False
        self._told_gone = False
        self._next_try: Alarm | None = None
        self._settling: Alarm | None = None
        self._trial: Alarm | None = None
        self._opening: Alarm | None = None
        wires.add(self)

    @property
    def there(self) -> bool:
        return self._open

    def show(self, frame: F) -> None:
        """Returns at once. A frame equal to what is shown costs nothing; a newer one replaces one not yet shown."""
        if frame == self._shown:
            self._wanted = self._shown
        else:
            self._wanted = frame
            self._wires.wake()

    def dim(self, contrast: float) -> None:
        self._contrast = contrast
        self._wires.wake()

    def show_again(self) -> None:
        """Sends the frame once more: the display may have been reset, or show something else."""
        self._again = True
        self._wires.wake()

    def beat(self) -> None:
        """Called once a second: boards on USB and on the network forget a frame that is not repeated."""
        self.show_again()

    def serve_first(self) -> None:
        """Its seat has just typed: it is served before the others on its wires."""
        self._wires.first(self)

    # ── what the wires ask ───────────────────────────────────────────────────────────────────────

    def next_work(self) -> Todo | None:
        """What to do next, and what to note when it is done; None when there is nothing to do."""
        if not self._open:
            return self._begin_opening() if self._may_try else None
        if self._contrast is not None and self._contrast != self._dimmed:
            contrast = self._contrast
            return partial(self._driver.dim, contrast), partial(setattr, self, "_dimmed", contrast)
        if self._wanted is not None and (self._again or self._wanted is not self._shown):
            self._again = False  # asked for while this frame is under way, it is sent yet another time
            return partial(self._driver.show, self._wanted), partial(self._has_shown, self._wanted)
        return None

    def lost(self, lost: DeviceLost) -> None:
        self._cancel_alarms()
        self._open = self._may_try = self._trusted = self._again = False
        self._shown = self._dimmed = None
        delay = BACK_OFF[min(self._tries, len(BACK_OFF) - 1)]
        self._tries += 1
        self._next_try = self._wires.clock.call_later(delay, self._try_now)
        self._tell_gone(lost.say)

    def _tell_gone(self, why: Text) -> None:
        if not self._told_gone:
            self._told_gone = True
            self._tell(DeviceGone(self.name, why))

    def retire(self) -> None:
        """Cancels everything that is due. `let_go` does the rest, on the lane."""
        self._cancel_alarms()
        self._may_try = False

    def let_go(self, *, in_peace: bool) -> None:
        """Lets go of the wire, whatever state it is in. In peace (between two frames) the display is left dark."""
        if in_peace and self._open and self._dark is not None:
            with suppress(DeviceLost):
                self._driver.show(self._dark)
        self._open = False
        self._driver.close()

    # ── coming back ──────────────────────────────────────────────────────────────────────────────

    def _try_now(self) -> None:
        self._cancel_alarms()
        self._may_try = True
        self._wires.wake()

    def _begin_opening(self) -> Todo:
        if isinstance(self._driver, MayHang):
            self._opening = self._wires.clock.call_later(HANGS_AFTER, partial(self._tell_gone, self._driver.hangs))
        return self._reopen, self._opened

    def _reopen(self) -> Unfinished | None:
        self._driver.close()
        return self._driver.open()

    def _opened(self) -> None:
        self._cancel_alarms()
        self._open = True
        if self._resets_on_open:
            self._settle(0.0, SETTLING)
        if self._wanted is None and not self._trusted:
            self._prove()

    def _settle(self, now: float, moments: tuple[float, ...]) -> None:
        """The next moment at which a board that was reset may have woken up."""
        if moments:
            self._settling = self._wires.clock.call_later(moments[0] - now, partial(self._settled, moments))

    def _settled(self, moments: tuple[float, ...]) -> None:
        self._settle(moments[0], moments[1:])
        self.show_again()

    def _has_shown(self, frame: F) -> None:
        self._shown = frame
        if self._wanted is not frame and self._wanted == frame:
            self._wanted = frame  # so that the two need not be compared, but are the same thing
        if not self._trusted:
            self._prove()

    def _prove(self) -> None:
        if self._trial is not None:
            return
        if self._trusted_after:
            self._trial = self._wires.clock.call_later(self._trusted_after, self._trust)
        else:
            self._trust()

    def _trust(self) -> None:
        self._trial = None
        self._trusted = True
        self._tries = 0
        if self._told_gone:
            self._told_gone = False
            self._tell(DeviceBack(self.name))

    def _cancel_alarms(self) -> None:
        for alarm in (self._next_try, self._settling, self._trial, self._opening):
            if alarm is not None:
                alarm.cancel()
        self._next_try = self._settling = self._trial = self._opening = None


class LedGrid(Display[GridFrame]):
    """The `Grid` that the console holds: a display with a number of columns and rows."""

    def __init__(
        self,
        name: str,
        driver: Driver[GridFrame],
        wires: "Wires",
        tell: Callable[[Input], None],
        *,
        size: tuple[int, int],
        trusted_after: float = 0.0,
    ) -> None:
        self.size = size
        dark = GridFrame(((DARK,) * size[0],) * size[1])
        super().__init__(name, driver, wires, tell, resets_on_open=True, trusted_after=trusted_after, dark=dark)


class ProbedDriver(Driver[PanelFrame], Protocol):
    """A panel keeps its frame by itself. `probe` only asks whether it is still there, in a byte or two."""

    def probe(self) -> None: ...


class OledPanel(Display[PanelFrame]):
    """The `Panel` that the console holds: a display with a number of pixels, in colour or not."""

    def __init__(
        self,
        name: str,
        driver: ProbedDriver,
        wires: "Wires",
        tell: Callable[[Input], None],
        *,
        size: tuple[int, int],
        colour: bool,
    ) -> None:
        self.size = size
        self.colour = colour
        self._probe = driver.probe
        super().__init__(name, driver, wires, tell)

    def beat(self) -> None:
        """Without this, a panel that is pulled would be missed only at its next frame, perhaps minutes later."""
        self._wires.do_when_idle(self, self._probe)


class Wires:
    """Displays that share wires take turns. The one whose seat typed last comes first; lost ones are skipped."""

    def __init__(self, lane: Lane, clock: Clock) -> None:
        self.clock = clock
        self._lane = lane
        self._displays: list[Display[Any]] = []
        self._busy = False
        self._closed = False
        self._when_idle: dict[Display[Any], Work] = {}

    def add(self, display: Display[Any]) -> None:
        self._displays.append(display)
        self.wake()

    def first(self, display: Display[Any]) -> None:
        """This display is served before the others."""
        if self._displays[0] is not display:
            self._displays.remove(display)
            self._displays.insert(0, display)

    def wake(self) -> None:
        """Begins the next piece of work, unless one is under way."""
        if self._busy or self._closed:
            return
        for display in self._displays:
            if todo := display.next_work():
                self._begin(display, todo)
                return
        while self._when_idle:
            display = next(iter(self._when_idle))
            work = self._when_idle.pop(display)
            if display.there:
                self._begin(display, (work, nothing))
                return

    def do_when_idle(self, display: Display[Any], work: Work) -> None:
        """Something that this display can do when no other has anything to do."""
        self._when_idle[display] = work
        self.wake()

    def _begin(self, display: Display[Any], todo: Todo) -> None:
        self._busy = True
        work, then = todo
        self._lane.run(work, partial(self._done, display, then))

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
        """Every display goes dark and lets go of its wire. On a thread's lane that takes a while: see `wait`."""
        in_peace = not self._lane.halfway
        self._closed = True
        for display in self._displays:
            display.retire()
        self._lane.close(partial(self._let_go, in_peace))

    def wait(self, seconds: float) -> bool:
        """Waits for the end of `close`, at most this long: a bus that hangs is left alone."""
        return self._lane.wait(seconds)

    def _let_go(self, in_peace: bool) -> None:
        for display in self._displays:
            display.let_go(in_peace=in_peace)


class Heartbeat:
    """Repeats the frame of every board and probes every panel, once a second, all in one wake-up."""

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
                display.beat()

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
