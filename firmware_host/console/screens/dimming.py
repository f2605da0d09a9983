"""Dims panels that nobody uses, and moves their picture a little now and then, so that nothing burns in."""

from collections.abc import Mapping

from hardware.ports import Panel

DIMS_AFTER = 120.0  # seconds without a key
CHECKED_EVERY = 60.0
RESTING = 0.15  # of the brightness that its seat has chosen


class Dimming:
    """Knows which panels are dimmed. Hears of every key, and checks once a minute."""

    def __init__(self, panels: Mapping[int, Panel]) -> None:
        self._panels = panels
        self._last_key = dict.fromkeys(panels, 0.0)
        self._brightness = dict.fromkeys(panels, 1.0)
        self._resting: set[int] = set()
        self.moved = 0  # by how many pixels the pictures of dimmed panels are moved

    def touched(self, seat: int, now: float) -> None:
        self._last_key[seat] = now
        if seat in self._resting:
            self._resting.discard(seat)
            self._panels[seat].dim(self._brightness[seat])

    def chosen(self, seat: int, brightness: float) -> None:
        """Somebody has set the brightness of their panel."""
        self._brightness[seat] = brightness
        if seat in self._panels and seat not in self._resting:
            self._panels[seat].dim(brightness)

    def check(self, now: float) -> None:
        """Called once a minute."""
        self.moved = (self.moved + 1) % 3
        for seat, panel in self._panels.items():
            if seat not in self._resting and now - self._last_key[seat] >= DIMS_AFTER:
                self._resting.add(seat)
                panel.dim(self._brightness[seat] * RESTING)

    def quiet_since(self, moment: float) -> bool:
        """Whether no key was pressed after this moment."""
        return all(last <= moment for last in self._last_key.values())

    def resting(self, seat: int) -> bool:
        return seat in self._resting
