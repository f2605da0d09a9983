"""A whole evening in virtual time: the real console at a simulated table.

A power cut loses here what it would really lose: the next console knows only what the journal kept.
"""

from pathlib import Path

from firmware_host import dictionaries
from firmware_host.console.console import Console
from firmware_host.console.settings import evening_settings
from firmware_host.console.snapshot import Snapshot
from firmware_host.frozen import replace
from firmware_host.journal.journal import Journal
from firmware_host.journal.ledger import MEMORY
from firmware_host.journal.opening import open_ledger
from firmware_host.journal.saving import WriterOnTheSpot
from firmware_host.simulator.choosing import NoSuchEntry, Way, way_to
from firmware_host.texts.text import say
from hardware.clock import VirtualClock
from hardware.config.settings import TableSettings
from hardware.simulated.chores import SimulatedChores
from hardware.simulated.pairing import SimulatedPad
from hardware.simulated.table import SimulatedTable

MOST_STEPS = 4  # towards an entry: take the screen, bring it up, open the menu, choose


class SimulatedEvening:
    """A table with keys to press. When a method returns, everything that follows without waiting has happened."""

    def __init__(
        self,
        settings: TableSettings,
        journal: Path = MEMORY,
        seed: int = 0,
        *,
        teaches: bool = False,
        chores: bool = False,
    ) -> None:
        self.clock = VirtualClock()
        self.chores = SimulatedChores(self.clock) if chores else None  # of the computer under the table
        self.table = SimulatedTable(settings, self.clock)
        self._settings = settings
        self._ledger, self._trouble = open_ledger(journal, lambda: 0.0)
        self._seed = seed
        self._teaches = teaches  # a script knows how to play
        self._console: Console | None = None
        self._switch_off_soon = False
        self._start()

    @property
    def powered(self) -> bool:
        return self._console is not None

    def keys(self, seat: int, *keys: str) -> None:
        """One key after the other, each pressed and released; its effects are shown before the next."""
        for key in keys:
            self.table.press(seat, key)
            self._settle()

    def choose(self, seat: int, *entries: str) -> None:
        """One entry after the other by its id, from the list that is open or from the menu."""
        for entry in entries:
            if self.powered:
                self._take(entry, seat)

    def _take(self, entry: str, seat: int) -> None:
        for _ in range(MOST_STEPS):
            way = self.way_to(entry, seat)
            self.keys(seat, *way.keys)
            if way.takes_it:
                return
        raise NoSuchEntry(say("“{entry}” cannot be chosen: no screen shows it to this seat now.", entry=entry))

    def way_to(self, entry: str, seat: int) -> Way:
        keypad = self._settings.seats[seat].keypad
        number_pad = keypad is not None and keypad.keys == "numeric"
        return way_to(entry, self.snapshot().seats[seat], number_pad=number_pad)

    def hold(self, seat: int, key: str, seconds: float) -> None:
        """Pressed now, and released after so many seconds."""
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
        """A Bluetooth keypad is ready to pair; once it is chosen, somebody types the code on it."""
        self.table.air.switch_on(SimulatedPad(name))
        self._settle()

    def run_until(self, when: float) -> None:
        self.clock.run_until(when)
        self._settle()

    def power_cut(self) -> None:
        if self._console is not None:
            self._console.close()  # only stops its alarms
            self._console = None
            self.table.power_cut()
            self.clock.settle()

    def snapshot(self) -> Snapshot:
        """Everything as it is now, while the power is on."""
        assert self._console is not None, "the power is on"
        return self._console.snapshot()

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
            replace(evening_settings(self._settings, self._seed), teaches=self._teaches),
            shut_down=self._switch_off,
            chores=self.chores,
        )
        self._seed += 1  # chance is different after a power cut
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
