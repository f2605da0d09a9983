"""The progress of a bench: one line that is updated on a terminal, or a line for each race in a log."""

import sys
from collections.abc import Mapping
from typing import TextIO

WIDTH = 24


class Bar:
    """Knows roughly how long each race takes, so that the bar moves evenly."""

    def __init__(self, takes: Mapping[str, float], out: TextIO = sys.stderr) -> None:
        self._takes = takes
        self._total = sum(takes.values())
        self._done = 0.0
        self._out = out
        self._name = ""

    def begin(self, name: str) -> None:
        self._name = name
        if self._out.isatty():
            self.show("getting ready", 0.0)
        else:
            left = (self._total - self._done) / 60
            self._say(f"[{100 * self._done / self._total:3.0f} %] {name} (about {left:.0f} min to go)\n")

    def show(self, what: str, part: float) -> None:
        """Within a race: what happens now, and how much of the race is done."""
        if self._out.isatty():
            share = (self._done + part * self._takes[self._name]) / self._total
            filled = round(share * WIDTH)
            bar = "█" * filled + "░" * (WIDTH - filled)
            self._say(f"\r\033[K{bar} {100 * share:3.0f} %  {self._name}: {what}")

    def end(self) -> None:
        self._done += self._takes[self._name]
        if self._out.isatty():
            self._say("\r\033[K")

    def _say(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
