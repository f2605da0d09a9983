"""Bluetooth keypads with no radio: switched on near the table, they are found, and paired by digits typed on them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random

from firmware_host.frozen import frozen
from firmware_host.texts.text import Text
from hardware.clock import LoopClock
from hardware.kinds.keypad.nodes import address_of
from hardware.kinds.keypad.pairing import DIGITS, LOOKS_FOR, PAIRS_WITHIN
from hardware.kinds.keypad.troubles import SENTENCES, TIRED, TOO_SLOW
from hardware.ports import ENTER, Alarm, FoundPad, NotPaired, PadsInReach, Paired, PairingNews, Passkey

ANSWERS_IN = 1.0  # seconds
BETWEEN_DIGITS = 0.5
OTHER_DIGITS = SENTENCES["org.bluez.Error.AuthenticationFailed"]
LEFT = SENTENCES["org.bluez.Error.ConnectionAttemptFailed"]


@frozen
class SimulatedPad:
    """A keypad in pairing mode. With `by_itself` somebody types the digits that are shown; or use `type_on_it`."""

    name: str
    address: str = ""
    digits: bool = True  # False for a keypad that is paired without any
    by_itself: bool = True


class SimulatedPairing:
    """The keypads near a simulated table. `trouble` is the answer to every search, as where there is no Bluetooth."""

    def __init__(self, clock: LoopClock, owners: Mapping[str, int], give: Callable[[str, int, str], None]) -> None:
        self._clock = clock
        self._owners = {address_of(written): seat for written, seat in owners.items()}
        self._give = give
        self.trouble: Text | None = None
        self.used = False  # from the first keypad on
        self._pads: dict[str, SimulatedPad] = {}
        self._look: _Look | None = None

    # ── as the console sees it ───────────────────────────────────────────────────────────────────

    def look(self, told: Callable[[PairingNews], None]) -> None:
        self.stop()
        look = self._look = _Look(told)
        if self.trouble:
            self._clock.call_soon(partial(self._end, look, NotPaired(self.trouble)))
            return
        look.alarm = self._clock.call_later(LOOKS_FOR, partial(self._end, look, NotPaired(TIRED)))
        self._tell(PadsInReach(self._in_reach()))

    def pair(self, address: str, *, chosen: bool = True) -> None:
        look = self._look
        if look is None or look.pad is not None or address not in self._pads:
            return
        pad = look.pad = self._pads[address]
        look.cancel_alarm()
        goes_on = self._show_digits if pad.digits or not chosen else self._done
        look.alarm = self._clock.call_later(ANSWERS_IN, partial(goes_on, look))

    def stop(self) -> None:
        if self._look is not None:
            self._look.cancel_alarm()
        self._look = None

    close = stop

    def give(self, address: str, seat: int, keys: str) -> None:
        if address_of(address) not in self._owners:  # what table.toml says wins
            self._give(address, seat, keys)

    # ── as a test or a script touches it ─────────────────────────────────────────────────────────

    def switch_on(self, pad: SimulatedPad) -> None:
        """Puts a keypad into pairing mode. Its address, unless given, and its digits are made from its name."""
        self.used = True
        address = pad.address or _address_for(pad.name)
        self._pads[address] = SimulatedPad(pad.name, address, pad.digits, pad.by_itself)
        self._reach_changed()

    def switch_off(self, name: str) -> None:
        self._pads = {address: pad for address, pad in self._pads.items() if pad.name != name}
        look = self._look
        if look is not None and look.pad is not None and look.pad.name == name:
            self._end(look, NotPaired(LEFT))
        self._reach_changed()

    def type_on_it(self, *keys: str) -> None:
        """Types on the keypad that is being paired."""
        for key in keys:
            look = self._look
            if look is None or not look.digits:
                return
            if key == ENTER:
                self._done(look) if look.typed == look.digits else self._end(look, NotPaired(OTHER_DIGITS))
            else:
                look.typed += key
                self._tell(Passkey(look.digits, min(len(look.typed), DIGITS)))

    # ── inside ───────────────────────────────────────────────────────────────────────────────────

    def _in_reach(self) -> tuple[FoundPad, ...]:
        return tuple(
            FoundPad(address, pad.name, self._owners.get(address_of(address))) for address, pad in self._pads.items()
        )

    def _reach_changed(self) -> None:
        if self._look is not None and self._look.pad is None and not self.trouble:
            self._tell(PadsInReach(self._in_reach()))

    def _show_digits(self, look: "_Look") -> None:
        assert look.pad is not None, "it was chosen"
        look.digits = "".join(Random(look.pad.address).choices("0123456789", k=DIGITS))
        look.alarm = self._clock.call_later(PAIRS_WITHIN, partial(self._end, look, NotPaired(TOO_SLOW)))
        self._tell(Passkey(look.digits))
        if look.pad.by_itself:
            for place, key in enumerate((*look.digits, ENTER), 1):
                self._clock.call_later(place * BETWEEN_DIGITS, partial(self._type_for, look, key))

    def _type_for(self, look: "_Look", key: str) -> None:
        if look is self._look:
            self.type_on_it(key)

    def _done(self, look: "_Look") -> None:
        assert look.pad is not None, "it was chosen"
        self._pads.pop(look.pad.address, None)
        self._end(look, Paired(look.pad.address))

    def _end(self, look: "_Look", news: PairingNews) -> None:
        if look is self._look:
            self.stop()
            self._clock.call_soon(partial(look.told, news))

    def _tell(self, news: PairingNews) -> None:
        look = self._look
        assert look is not None, "somebody looks"
        self._clock.call_soon(lambda: look.told(news) if look is self._look else None)


@dataclass
class _Look:
    """One search for keypads: who is told, which keypad was chosen, and how far it has come."""

    told: Callable[[PairingNews], None]
    pad: SimulatedPad | None = None
    alarm: Alarm | None = None
    digits: str = field(default="", repr=False)
    typed: str = field(default="", repr=False)

    def cancel_alarm(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
        self.alarm = None


def _address_for(name: str) -> str:
    return ":".join(f"{byte:02X}" for byte in Random(name).randbytes(6))
