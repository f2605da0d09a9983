"""gpiozero's pins over the kernel's own interface: the same on every Pi, and on Debian 12 and 13 alike."""

import os
import threading
from contextlib import suppress
from select import select
from typing import Any

from gpiozero.exc import PinFixedPull, PinInvalidFunction, PinInvalidPull, PinPWMFixedValue, PinSetInput
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from hardware.kinds.pins.lines import BOTH_EDGES, INPUT, NO_PULL, OUTPUT, PULL_DOWN, PULL_UP, Line, header_chip
from hardware.kinds.pins.wave import Wave

PULLS = {"up": PULL_UP, "down": PULL_DOWN, "floating": NO_PULL}


class LineFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero has no types
    """The pins of this Pi. A computer that is none is an error at once."""

    def __init__(self) -> None:
        super().__init__()
        self._get_board_info()
        self.chip = header_chip()
        self.pin_class = LinePin

    def open_line(self, number: int, flags: int, high: bool) -> Line:
        return Line(self.chip, number, flags, high)


class LinePin(LocalPiPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin is taken from the kernel when it gets its function, and given back when it is closed."""

    def __init__(self, factory: LineFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._line: Line | None = None
        self._flags = INPUT
        self._wave: Wave | None = None
        self._hertz: float | None = None
        self._share = 0.0
        self._watch: _Watch | None = None

    def close(self) -> None:
        if self._wave is not None:
            self._wave.close()
        self._wave = self._hertz = None
        self._disable_event_detect()
        if self._line is not None:
            with suppress(OSError):  # nothing is driven any more, even where the kernel would leave it
                self._line.configure(INPUT)
            self._line.close()
            self._line = None

    def output_with_state(self, state: bool) -> None:
        self._take(OUTPUT, bool(state))

    def _take(self, flags: int, high: bool = False) -> None:
        if self._line is None:
            self._line = self._factory.open_line(self._number, flags, high)
        else:
            self._line.configure(flags, high)
        self._flags = flags

    def _held(self) -> Line:
        if self._line is None:
            self._take(self._flags)
        assert self._line is not None
        return self._line

    # ── what it is ──

    def _get_function(self) -> str:
        return "output" if self._flags & OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._take(OUTPUT if value == "output" else INPUT | PULLS.get(self.info.pull, NO_PULL))

    def _get_pull(self) -> str:
        return next((pull for pull, flag in PULLS.items() if self._flags & flag), "floating")

    def _set_pull(self, value: str) -> None:
        if value not in PULLS:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        if self._flags & OUTPUT or self.info.pull not in (value, ""):
            raise PinFixedPull(f"the pull of {self!r} is fixed")
        self._take(self._flags & ~(PULL_UP | PULL_DOWN | NO_PULL) | PULLS[value])

    # ── its level ──

    def _get_state(self) -> float:
        return self._held().read() if self._hertz is None else self._share

    def _set_state(self, value: float) -> None:
        if not self._flags & OUTPUT:
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._share = float(value)
        if self._wave is None or self._hertz is None:
            self._held().write(bool(value))
        else:
            self._wave.play(self._hertz, self._share)

    def _get_frequency(self) -> float | None:
        return self._hertz

    def _set_frequency(self, value: float | None) -> None:
        if not value:
            self._hertz = None
            if self._wave is not None:
                self._wave.hush()
            return
        if not self._flags & OUTPUT:
            raise PinPWMFixedValue(f"cannot start PWM on pin {self!r}")
        self._hertz = value
        if self._wave is None:
            self._share = 0.0
            self._wave = Wave(self._held())
            self._wave.start()
        self._wave.play(value, self._share)

    # ── its changes. Chatter is removed by whoever listens: see `Contact` ──

    def _get_bounce(self) -> None:
        return None

    def _set_bounce(self, value: float | None) -> None:
        pass

    def _get_edges(self) -> str:
        return "both"

    def _set_edges(self, value: str) -> None:
        pass

    def _enable_event_detect(self) -> None:
        self._take(self._flags | BOTH_EDGES)
        self._watch = _Watch(self._held(), self._call_when_changed)

    def _disable_event_detect(self) -> None:
        if self._watch is not None:
            self._watch.close()
            self._watch = None
            self._take(self._flags & ~BOTH_EDGES)


class _Watch:
    """A thread that waits for a line to change."""

    def __init__(self, line: Line, tell: Any) -> None:
        self._line, self._tell = line, tell
        self._end = os.eventfd(0, os.EFD_CLOEXEC)
        self._thread = threading.Thread(target=self._run, name="pin", daemon=True)
        self._thread.start()

    def close(self) -> None:
        os.eventfd_write(self._end, 1)
        if self._thread is not threading.current_thread():
            self._thread.join()
        os.close(self._end)

    def _run(self) -> None:
        while True:
            ready, _, _ = select([self._line.file, self._end], [], [])
            if self._end in ready:
                return
            for when, rose in self._line.events():
                self._tell(when, rose)
