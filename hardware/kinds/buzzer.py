"""The buzzer. Its setting is its pin."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from hardware.kinds.kind import Kind
from hardware.kinds.pins import NEEDS, Output, ask_pin, maker, pin_mistakes, pin_wire
from hardware.names import BUZZER, DeviceName
from hardware.ports import Alarm, Clock, Input, Tone
from hardware.workbench.findings import Finding

if TYPE_CHECKING:
    from hardware.config.settings import TableSettings
    from hardware.workbench.machine import Machine

LOWEST, HIGHEST, OCTAVE = 57, 81, 12  # what a gpiozero buzzer plays: A3 to A5, as MIDI numbers


class GpioBuzzer:
    """A passive piezo buzzer. A new tone replaces the one that is being played."""

    def __init__(self, pin: int, clock: Clock, tell: Callable[[Input], None]) -> None:
        self._clock = clock
        self._next: Alarm | None = None
        self._buzzer = Output(BUZZER, pin, maker("TonalBuzzer"), tell)

    def play(self, tone: Tone) -> None:
        self.hush()
        self._go_on(tone.notes)

    def hush(self) -> None:
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._buzzer.do(lambda buzzer: buzzer.stop())

    def close(self) -> None:
        self.hush()
        self._buzzer.close()

    def _go_on(self, notes: tuple[tuple[int | None, float], ...]) -> None:
        if not notes:
            self.hush()
            return
        (note, seconds), rest = notes[0], notes[1:]
        pitch = None if note is None else _pitch(note)
        self._buzzer.do(lambda buzzer: buzzer.stop() if pitch is None else buzzer.play(pitch))
        self._next = self._clock.call_later(seconds, partial(self._go_on, rest))


def _pitch(note: int) -> Any:
    """A note as gpiozero wants it: given a plain number, it would have to guess whether that means hertz."""
    from gpiozero.tones import Tone as Pitch

    return Pitch.from_midi(in_range(note))


def in_range(note: int) -> int:
    """The same note in the nearest octave that the buzzer has."""
    while note < LOWEST:
        note += OCTAVE
    while note > HIGHEST:
        note -= OCTAVE
    return note


def _ask(name: DeviceName, pin: int, _table: "TableSettings", machine: "Machine") -> Finding:
    return ask_pin(name, pin, machine)


KIND = Kind[int](
    ask=_ask,
    needs=NEEDS,
    mistakes=lambda pin, _table: pin_mistakes(pin),
    wires=lambda pin: [pin_wire(pin)],
)
