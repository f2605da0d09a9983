"""The keypads of a table that has none: those in pairing mode are paired, one after the other, without a key.

Their digits stand on the panels. It is for a table that nobody has set up yet, so there is nothing of anybody's on it.
"""

from collections.abc import Callable
from contextlib import suppress

from firmware_host.texts.text import Text, say
from hardware.kinds.keypad.troubles import TIRED
from hardware.ports import (
    Alarm,
    Clock,
    FoundPad,
    NotPaired,
    PadsInReach,
    PadsInTurn,
    Paired,
    Pairing,
    PairingNews,
    Passkey,
)
from hardware.workbench.machine import Machine

AGAIN_AFTER = 6.0  # seconds: so long a failure can be read
LOOKING = say("No keypad found. Plug one in, or put a Bluetooth keypad into pairing mode: it is found by itself.")


class PadSearch:
    """`begin` it, and `close` it when keypads are to be pressed. `ended` is told when one is paired, or is not."""

    def __init__(
        self,
        machine: Machine,
        pairing: Pairing,
        clock: Clock,
        show: Callable[[tuple[Text, ...]], None],
        ended: Callable[[], None],
    ) -> None:
        self._machine = machine
        self._pairing = pairing
        self._clock = clock
        self._show = show
        self._ended = ended
        self._pad: FoundPad | None = None
        self._in_turn = PadsInTurn()
        self._again: Alarm | None = None

    def begin(self) -> None:
        self._show((LOOKING,))
        self._look()

    @property
    def is_pairing(self) -> bool:
        """Whether digits are being typed on a keypad, which then types nothing else."""
        return self._pad is not None

    def close(self) -> None:
        if self._again is not None:
            self._again.cancel()
        self._pairing.stop()

    def _look(self) -> None:
        self._unblock()
        self._pad = None
        self._pairing.look(self._hear)

    def _unblock(self) -> None:
        """Fresh systems have their radios blocked, and BlueZ cannot unblock them."""
        for radio in self._machine.sys.glob("class/rfkill/rfkill*"):
            if self._machine.line(radio / "type") == "bluetooth" and self._machine.line(radio / "soft") == "1":
                with suppress(OSError):
                    (radio / "soft").write_text("0")

    def _hear(self, news: PairingNews) -> None:
        match news:
            case PadsInReach(pads) if pads and self._pad is None:
                self._pad = self._in_turn.next(pads)
                self._show((say("Found {keypad}. Wait a moment …", keypad=self._pad.name),))
                self._pairing.pair(self._pad.address, chosen=False)
            case Passkey(digits):
                called = self._pad.name if self._pad is not None else say("the new keypad")
                self._show((say("Type {digits} on {keypad}, then Enter.", digits=digits, keypad=called),))
            case Paired():
                self._go_on((LOOKING,))
            case NotPaired(why):
                self._go_on((LOOKING,) if why == TIRED else (LOOKING, why))

    def _go_on(self, lines: tuple[Text, ...]) -> None:
        self._pad = None
        self._again = self._clock.call_later(AGAIN_AFTER, self._look)
        self._show(lines)
        self._ended()
