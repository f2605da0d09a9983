"""Sets up a table with the people who sit at it: finds what is plugged in, lights it up, and writes a `table.toml`."""

import asyncio
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol, TextIO

from hardware.drivers.keypads import KeyHeld
from hardware.fingers import Fingers, Stroke
from hardware.interview import Ask, Display, Event, Found, Light, Stopped, Talk, Typed, interview
from hardware.keymaps import BUILT_IN
from hardware.machine import Machine, Pad
from hardware.ports import Alarm, DeviceGone, DeviceLost, GridFrame, Input, PanelFrame, Table
from hardware.saving import as_toml, save
from hardware.settings import GridSettings, PanelSettings, SeatSettings, TableSettings
from hardware.table import open_table

PANEL_ADDRESSES = range(0x3C, 0x3E)
LOOK_AGAIN, LET_GO_WITHIN = 0.2, 10  # seconds between looks at a keypad with a key down, and how many of them
HEADING = (
    "# Made by `wordtable setup`. docs/config.md explains every setting, and `wordtable doctor` looks at the table.\n\n"
)
NO_KEYPAD = (
    "There is no keypad to be seen. Plug in the keypads (or pair them: `bluetoothctl`), then type "
    "`wordtable setup` again."
)
BOARDS = (
    "Every board on USB is sent a picture now. Unplug what is no LED grid (a printer, a radio stick), or it may get "
    "confused."
)


class Cards(Protocol):
    """Who draws the signs that displays show."""

    def sign_on_grid(self, sign: str, size: tuple[int, int]) -> GridFrame: ...
    def sign_on_panel(self, sign: str, size: tuple[int, int], colour: bool) -> PanelFrame: ...


def panels_found(machine: Machine) -> Iterator[PanelSettings]:
    """Every panel that answers. What hangs on a multiplexer's own wires answers on each of its channels too."""
    answers: dict[PanelSettings, set[int]] = {}
    for bus in machine.buses():
        try:
            answers[machine.place_of(bus)] = {each.address for each in machine.answers(bus, PANEL_ADDRESSES)}
        except (OSError, ImportError):
            continue
    for place, here in answers.items():
        on_it = {other: there for other, there in answers.items() if other.adapter == place.adapter}
        channels = [there for other, there in on_it.items() if other.channel is not None]
        everywhere = set.intersection(*channels) if len(channels) > 1 else set()
        behind = set.union(*channels) if channels else set()
        # A multiplexer leaves its last channel open, so its own wires seem to have that channel's panel as well.
        mine = here - everywhere if place.channel is not None else here - (behind - everywhere)
        for address in sorted(mine):
            yield replace(place, address=address)


class SettingUp:
    """One session: `begin` it, let the loop run until `ended` is called with an exit code, then `close` it."""

    def __init__(
        self,
        machine: Machine,
        file: Path,
        cards: Cards,
        loop: asyncio.AbstractEventLoop,
        paper: TextIO,
        ended: Callable[[int], None],
    ) -> None:
        self._machine = machine
        self._file = file
        self._cards = cards
        self._loop = loop
        self._paper = paper
        self._ended = ended
        self._fingers = Fingers(loop, machine.input_nodes, self._hear, self._lose)
        self._talk: Talk[TableSettings] | None = None
        self._light: Light | None = None
        self._lit: Table | None = None
        self._keyboard: int | None = None
        self._line = b""
        self._pads: list[Pad] = []
        self._left_out: list[Pad] = []
        self._later: Alarm | None = None

    def begin(self, keyboard: TextIO | None = None) -> None:
        if self._machine.console_has_devices:
            self._end(1, "The console is running and has the devices. `sudo systemctl stop wordtable`, then once more.")
            return
        self._listen_to(keyboard)
        self._gather(LET_GO_WITHIN)

    def _gather(self, tries: int) -> None:
        """Holds every keypad. The Enter that started this may still be down on one of them: that one is asked again."""
        waiting = []
        for pad in self._machine.pads():
            if pad in self._pads or pad in self._left_out:
                continue
            try:
                self._fingers.take(len(self._pads), pad.settings, BUILT_IN["numeric" if pad.numeric else "qwerty"])
            except DeviceLost as lost:
                if isinstance(lost, KeyHeld) and tries:
                    waiting.append(pad)
                    continue
                self._left_out.append(pad)
                self._say(f"{pad.name or 'A keypad'} ({pad.written}) is left out: {lost.say}")
            else:
                self._pads.append(pad)
        if waiting:
            self._later = self._loop.call_later(LOOK_AGAIN, self._gather, tries - 1)
        elif self._pads:
            self._ask_everybody()
        else:
            self._end(1, NO_KEYPAD)

    def _ask_everybody(self) -> None:
        grids = tuple(GridSettings(port=str(port)) for port in self._machine.ports())
        displays: tuple[Display, ...] = (*grids, *panels_found(self._machine))
        if not displays:
            self._say("No board on USB and no panel on I²C answers, so only the keypads are set up. `wordtable doctor` "
                      "says what is switched off.")  # fmt: skip
        if grids:
            self._say(BOARDS)
        self._talk = interview(Found(tuple(self._pads), displays, str(self._file), self._file.exists()))
        self._put(next(self._talk))

    def close(self) -> None:
        """Every display dark, every keypad free."""
        if self._later is not None:
            self._later.cancel()
        self._fingers.close()
        self._darken()
        if self._keyboard is not None:
            self._loop.remove_reader(self._keyboard)
            self._keyboard = None

    # ── keypads and the terminal ─────────────────────────────────────────────────────────────────

    def _hear(self, stroke: Stroke) -> None:
        self._answer(stroke)

    def _lose(self, pad: int, say: str) -> None:
        del pad
        self._end(1, f"A keypad was unplugged: {say} Nothing was written.")

    def _listen_to(self, keyboard: TextIO | None) -> None:
        if keyboard is None:
            return
        try:
            number = keyboard.fileno()
            self._loop.add_reader(number, self._type)
        except (OSError, ValueError):  # no descriptor, or a file: then the keypads are enough
            return
        self._keyboard = number

    def _type(self) -> None:
        assert self._keyboard is not None
        try:
            data = os.read(self._keyboard, 1024)
        except OSError:  # whoever sat there has hung up
            data = b""
        if not data:
            self._loop.remove_reader(self._keyboard)
            self._keyboard = None
            return
        *lines, self._line = (self._line + data).split(b"\n")
        for line in lines:
            self._answer(Typed(line.decode(errors="replace").strip()))

    # ── the talk ─────────────────────────────────────────────────────────────────────────────────

    def _answer(self, event: Event) -> None:
        if self._talk is None:
            return
        try:
            self._put(self._talk.send(event))
        except StopIteration as agreed:
            self._write(agreed.value)
        except Stopped:
            self._end(1, "Stopped. Nothing was written.")

    def _put(self, ask: Ask) -> None:
        for line in ask.say:
            self._say(line)
        if ask.light != self._light:
            self._darken()
            self._light = ask.light
            if ask.light is not None:
                self._shine(ask.light)

    def _write(self, table: TableSettings) -> None:
        try:
            save(HEADING + as_toml(table), self._file)
        except OSError as error:
            self._end(1, f"{self._file} cannot be written ({error.strerror}). Choose another with --config FILE.")
            return
        if self._file == self._machine.table:
            then = "`sudo systemctl restart wordtable` opens this table, and `sudo wordtable doctor` looks at it all."
        else:
            then = f"Now look at it all: `wordtable doctor --config {self._file}`"
        self._end(0, f"Written to {self._file}. {then}")

    def _end(self, code: int, say: str) -> None:
        self._talk = None
        self._say(say)
        self._ended(code)

    def _say(self, line: str) -> None:
        self._paper.write(f"{line}\n")
        self._paper.flush()

    # ── light ────────────────────────────────────────────────────────────────────────────────────

    def _shine(self, light: Light) -> None:
        """One display at a time, as a table of its own that has nothing else."""
        display = light.display
        on_grid = isinstance(display, GridSettings)
        seat = SeatSettings(grid=display) if isinstance(display, GridSettings) else SeatSettings(panel=display)
        self._lit = open_table(TableSettings({1: seat}), self._loop, sysfs=self._machine.i2c_sysfs)
        self._lit.listen(self._complain)
        grid, panel = self._lit.seats[1].grid, self._lit.seats[1].panel
        if on_grid and grid is not None:
            grid.show(self._cards.sign_on_grid(light.sign, grid.size))
        elif panel is not None:
            panel.show(self._cards.sign_on_panel(light.sign, panel.size, panel.colour))

    def _complain(self, heard: Input) -> None:
        if isinstance(heard, DeviceGone):
            self._say(f"  It does not light up: {heard.say}")

    def _darken(self) -> None:
        if self._lit is not None:
            self._lit.close()
            self._lit = None
