"""A whole evening with no wires and no waiting: the real console at a simulated table, in virtual time.

What a power cut would lose is lost here too: of the evening before it, the new console knows what the journal kept.
"""

from pathlib import Path

from firmware_host import dictionaries
from firmware_host.console.console import Console
from firmware_host.console.journal import Journal, WriterOnTheSpot
from firmware_host.console.ledger import MEMORY, open_ledger
from firmware_host.game_settings import defaults
from hardware.settings import TableSettings
from hardware.simulated.bluetooth import SimulatedPad
from hardware.simulated.table import SimulatedTable
from hardware.virtual import VirtualClock


class SimulatedEvening:
    """A table to press keys at. Everything that can happen at once has happened when a method returns."""

    def __init__(self, settings: TableSettings, journal: Path = MEMORY, seed: int = 0) -> None:
        self.clock = VirtualClock()
        self.table = SimulatedTable(settings, self.clock)
        self._settings = settings
        self._ledger, self._trouble = open_ledger(journal, lambda: 0.0)
        self._seed = seed
        self._console: Console | None = None
        self._switch_off_soon = False
        self._start()

    @property
    def powered(self) -> bool:
        return self._console is not None

    def keys(self, seat: int, *keys: str) -> None:
        """One key after the other, each down and up; whatever it changes is seen before the next."""
        for key in keys:
            self.table.press(seat, key)
            self._settle()

    def hold(self, seat: int, key: str, seconds: float) -> None:
        """Down now, and up after so long."""
        self.table.hold(seat, key)
        self.clock.call_later(seconds, lambda: self.table.let_go(seat, key))
        self._settle()

    def button(self, name: str, seconds: float) -> None:
        self.table.button(name, seconds)
        self._settle()

    def unplug(self, device: str) -> None:
        self.table.unplug(device)
        self._settle()

    def plug(self, device: str) -> None:
        self.table.plug(device)
        self._settle()

    def pad(self, name: str) -> None:
        """A Bluetooth keypad blinks beside the table: once it is chosen, somebody types on it what they are shown."""
        self.table.air.switch_on(SimulatedPad(name))
        self._settle()

    def run_until(self, when: float) -> None:
        self.clock.run_until(when)
        self._settle()

    def power_cut(self) -> None:
        if self._console is not None:
            self._console.close()  # which only stops its alarms: it is not there any more
            self._console = None
            self.table.power_cut()
            self.clock.settle()

    def power_on(self) -> None:
        if self._console is None:
            self.table.power_on()
            self._start()

    def close(self) -> None:
        self.power_cut()
        self._ledger.close()

    def _start(self) -> None:
        journal = Journal(self._ledger, WriterOnTheSpot(self.clock), self._trouble)
        console = Console(
            self.table,
            self.clock,
            journal,
            dictionaries.load,
            seed=self._seed,
            defaults=defaults(self._settings),
            shut_down=self._switch_off,
            palette=self._settings.palette,
            pulse=self._settings.pulse,
        )
        self._seed += 1  # after a power cut another evening begins, as chance has it
        self._console = console
        console.start()
        journal.listen(console.report)
        self._settle()

    def _switch_off(self) -> None:
        self._switch_off_soon = True

    def _settle(self) -> None:
        self.clock.settle()
        if self._switch_off_soon:  # not from within the console itself
            self._switch_off_soon = False
            self.power_cut()
