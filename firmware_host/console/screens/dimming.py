"""Dims panels that nobody uses, and moves their picture a little now and then, so that nothing burns in."""

from collections.abc import Mapping

from hardware.ports import Panel

DIMS_AFTER = 120.0  # seconds without a key
CHECKED_EVERY = 60.0
RESTING = 0.15  # of the brightness that its seat has chosen
PLACES = 3  # where a picture rests in turn, each a pixel further to the right


class Dimming:
    """Knows which panels are dimmed. Hears of every key, and checks once a minute."""

    def __init__(self, panels: Mapping[int, Panel]) -> None:
        self._panels = panels
        self._last_key = dict.fromkeys(panels, 0.0)
        self._brightness = dict.fromkeys(panels, 1.0)
        self._resting: dict[int, int] = {}  # by how many pixels the picture of each dimmed panel is moved

    def touched(self, seat: int, now: float) -> None:
        self._last_key[seat] = now
        if seat in self._resting:
            del self._resting[seat]
            self._panels[seat].dim(self._brightness[seat])

    def chosen(self, seat: int, brightness: float) -> None:
        """Somebody has set the brightness of their panel."""
        self._brightness[seat] = brightness
        if seat in self._panels and seat not in self._resting:
            self._panels[seat].dim(brightness)

    def check(self, now: float) -> None:
        """Called once a minute."""
        for seat, panel in self._panels.items():
            rested = now - self._last_key[seat] - DIMS_AFTER
            if rested < 0:
                continue
            if seat not in self._resting:
                panel.dim(self._brightness[seat] * RESTING)
            self._resting[seat] = int(rested // CHECKED_EVERY) % PLACES

    def quiet_since(self, moment: float) -> bool:
        """Whether no key was pressed after this moment."""
        return all(last <= moment for last in self._last_key.values())

    def moved(self, seat: int) -> int:
        """By how many pixels the picture of this panel is moved: only while it is dimmed."""
        return self._resting.get(seat, 0)
