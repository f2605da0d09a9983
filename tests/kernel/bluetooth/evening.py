"""An evening with Bluetooth keypads: what hands do with them, what the panels say, and how long each step took."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from firmware_host.simulator.evening import SimulatedEvening
from firmware_host.simulator.script import spelt
from hardware.config.settings import KeypadSettings, TableSettings
from hardware.ports import ENTER
from hardware.simulated.pairing import SimulatedPad
from tests.kernel.bluetooth import glass
from tests.kernel.machine import CACHE, GuestError, Machine
from tests.kernel.seen import SeenTable

LIMIT = 300.0  # real seconds for anything to be seen, on a slow and busy computer
SETTLED = 10.0  # seconds of the simulator's after which nothing that a key brought about changes any more
FIGURES = CACHE / "bluetooth.json"
# The codes of a keyboard's keys in its reports, the same on USB and Bluetooth.
CODES = {letter: 4 + place for place, letter in enumerate(ascii_uppercase)} | {
    "ENTER": 0x28,
    "ESCAPE": 0x29,
    "DELETE": 0x2A,
    "DOWN": 0x51,
    "UP": 0x52,
}


class Evening:
    """The machine, and a simulator beside it that is told the same keys: it knows where menus have their entries, and
    how a board looks."""

    def __init__(self, machine: Machine, seen: SeenTable, settings: TableSettings) -> None:
        self.machine = machine
        self._seen = seen
        pad = KeypadSettings(usb="simulated")
        seats = {number: replace(seat, keypad=pad) for number, seat in settings.seats.items()}
        self._simulated = SimulatedEvening(replace(settings, seats=seats))
        self._simulated.table.air.used = True
        self.took: dict[str, float] = {}
        self.pads: dict[int, str] = {}  # who types at which seat

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Takes its time, by the machine's own clock."""
        before = self.machine.ask("wait", seconds=0)["at"]
        yield
        self.took[name] = round(self.machine.ask("wait", seconds=0)["at"] - before, 2)
        FIGURES.write_text(json.dumps(self.took, indent=1) + "\n")

    # ── hands ────────────────────────────────────────────────────────────────────────────────────

    def appears(self, pad: str, kind: str = "low energy", *, has_digits: bool = True) -> None:
        """Somebody holds its pairing key."""
        self.order(pad, "appear", kind=kind, has_digits=has_digits)

    def is_chosen(self, pad: str, *, again: bool = False, fails: bool = False) -> None:
        """From the captain's menu, or again after it has failed. In the simulator it needs digits only to fail: they
        would be others."""
        self._simulated.table.air.switch_on(SimulatedPad(pad, digits=fails, by_itself=False))
        self.at(1, "ENTER") if again else self.chooses(1, "pair")
        self.reads(1, pad)
        self.at(1, "ENTER")

    def fails_to_pair(self, pad: str, digits: str) -> None:
        """With wrong digits."""
        self.order(pad, "digits", digits=digits)
        self._simulated.table.air.type_on_it("0", ENTER)
        self._passes()
        self.reads(1, "Not paired")

    def order(self, pad: str, do: str, **more: object) -> Mapping[str, Any]:
        return self.machine.ask("pad", order={"pad": pad, "do": do, **more})

    def presses(self, pad: str, *keys: str) -> None:
        """Keys here alone, each with time for its effect."""
        for key in keys:
            self.order(pad, "type", codes=[CODES[key]])
            self.machine.ask("wait", seconds=1.0)

    def at(self, seat: int, keys: str) -> None:
        """Keys at a seat here and in the simulator, a word at a time."""
        for name in keys.split():
            pressed = spelt(name)
            self.order(self.pads[seat], "type", codes=[CODES[key] for key in pressed])
            self._simulated.keys(seat, *pressed)
            self._passes()

    def chooses(self, seat: int, entry: str) -> None:
        """Wherever the list or the menu has it."""
        while True:
            way = self._simulated.way_to(entry, seat)
            self.at(seat, " ".join(way.keys))
            if way.takes_it:
                return

    def _passes(self) -> None:
        self.machine.ask("wait", seconds=1.0)
        self._simulated.run_until(self._simulated.clock.time() + 2.0)

    def is_ready(self, pad: str) -> None:
        """The console has it. (BlueZ needs a moment more, after which no key is lost.)"""
        self.machine.ask("pad_taken", pad=pad)
        self.machine.ask("wait", seconds=2.0)

    def comes_back(self, pad: str) -> float:
        """In reach again; how long the console took from the node to having it, in seconds."""
        self.order(pad, "come")
        return float(self.machine.ask("pad_taken", pad=pad)["took"])

    # ── seen ─────────────────────────────────────────────────────────────────────────────────────

    def reads(self, seat: int, words: str) -> None:
        """Waits until these words stand on the seat's panel."""
        self._wait(seat, lambda: glass.says(self._picture(seat), words), words)
        self.machine.ask("wait", seconds=1.0)  # whoever reads it needs a moment, and keys before that do not count

    def digits(self, seat: int) -> str:
        self._wait(seat, lambda: bool(glass.digits(self._picture(seat))), "six digits")
        return glass.digits(self._picture(seat))

    def agrees(self, *seats: int) -> None:
        """Waits until these seats' panels show what they show in the simulator when everything has settled."""
        self._simulated.run_until(self._simulated.clock.time() + SETTLED)
        for seat in seats:
            wanted = self._simulated.table.showing(f"seat{seat}.panel")
            assert wanted is not None
            pixels = self._seen.displays[f"seat{seat}.panel"].wants(wanted)
            self._wait(seat, lambda seat=seat, pixels=pixels: self._picture(seat) == pixels, "the simulator's picture")

    def _picture(self, seat: int) -> bytes:
        return self._seen.displays[f"seat{seat}.panel"].shows

    def _wait(self, seat: int, true: Any, what: str) -> None:
        try:
            self.machine.wait(true, what, LIMIT)
        except GuestError as late:
            drawn = self._seen.displays[f"seat{seat}.panel"].drawn(self._picture(seat))
            bluez = self.machine.ask("bluez_said")
            said = "\n".join((str(late), *drawn, str(bluez)))
            raise AssertionError(said) from None


def table() -> Path:
    return Path(__file__).parent / "table.toml"
