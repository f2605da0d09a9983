"""Looks at a table and its computer: what is configured, what is there, what is wrong, and what to do about it.

It asks as carefully as it can: a running console keeps its devices, and a panel is only asked whether it is there.
"""

import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from hardware.checks import BUTTONS
from hardware.config import Check, ConfigError, load_table, simulated_table
from hardware.doctor_buses import adapters, panel
from hardware.drivers.grids import SerialGrid
from hardware.drivers.keypads import KeyHeld, away, belongs, grab_quietly, in_sentences
from hardware.drivers.speaker import MISSING, PROGRAM
from hardware.findings import Finding, note, well, wrong
from hardware.machine import Machine, in_use
from hardware.network import why_no_board
from hardware.places import TABLE, TABLE_OF_THE_SERVICE
from hardware.ports import DeviceLost
from hardware.settings import GridSettings, KeypadSettings, TableSettings

ROOM = 20 * 1024 * 1024  # bytes that a journal should have at least
LIBRARIES = {"evdev": "evdev", "serial": "serial", "luma.oled": "", "smbus2": "smbus2", "spidev": "spidev",
             "gpiozero": "gpiozero", "lgpio": "lgpio"}  # fmt: skip  # and Debian's packages of them, python3-…
HOST, PUBLIC = "host.screen", "table.screen"
AS_WRITTEN = {"private": HOST, "public": PUBLIC}  # what the screens are called in table.toml
IN_USE = "the console is running and uses it, so it was left alone."


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Everything the doctor found. All is well if nothing is wrong."""

    table: Path | None
    findings: tuple[Finding, ...]

    @property
    def well(self) -> bool:
        return not any(finding.state == "wrong" for finding in self.findings)


class NoSuchDevice(Exception):
    """The doctor was asked about something that the table does not have; says what it has."""


def diagnose(file: Path | None, machine: Machine, only: str = "", more: Check | None = None) -> Diagnosis:
    """The whole table, or one seat or device of it. `more` knows what else a file can be wrong about."""
    try:
        table = simulated_table() if file is None else load_table(file, more)
    except ConfigError as error:
        mistakes = [wrong("config", line) for line in str(error).splitlines()]
        later = note("config", "the devices are looked at as soon as the file is in order.")
        return Diagnosis(file, (*_computer(machine), *mistakes, later, *_plugged_in(machine)))
    doctor = Doctor(table, machine)
    if only:
        return Diagnosis(file, tuple(doctor.only(only)))
    return Diagnosis(file, (*_computer(machine), _which(file, table), *doctor.everything()))


def _which(file: Path | None, table: TableSettings) -> Finding:
    seats = f"{len(table.seats)} seats" if len(table.seats) != 1 else "1 seat"
    if file is None:
        say = (
            f"there is no {TABLE} here and no {TABLE_OF_THE_SERVICE}, so the table is the simulated one, with {seats}. "
            "`wordtable setup` makes a file for real devices."
        )
        return note("config", say)
    return well("config", f"{file}: {seats}{', all simulated' if table.simulated else ''}.")


def _computer(machine: Machine) -> Iterator[Finding]:
    model = f" on a {machine.model}" if machine.model else ""
    yield note("computer", f"Python {machine.python}, {machine.system}{model}.")
    if machine.starved:
        say = (
            "the Pi has had too little voltage since it was started: displays flicker and keypads vanish. Give it its "
            "own power supply, and the LEDs another one."
        )
        yield wrong("computer", say)
    if machine.console_runs:
        yield note("computer", "the console is running: what it uses was left alone. `sudo systemctl stop wordtable` "
                               "frees it for a closer look.")  # fmt: skip


def _plugged_in(machine: Machine) -> Iterator[Finding]:
    """What could be named in a file, for those whose file names nothing yet."""
    pads, ports, buses = machine.pads(), machine.ports(), machine.buses()
    if pads:
        yield note("keypads", "these are plugged in:", tuple(f"{pad.written}  {pad.name}".rstrip() for pad in pads))
    if ports:
        yield note("ports", "boards may be behind these:", tuple(f'port = "{port}"' for port in ports))
    if buses:
        yield note("i2c", "these buses are on:", tuple(_bus(bus, machine) for bus in buses))
    if not (pads or ports or buses):
        yield note("devices", "no keypad, no board on USB and no I²C bus is to be seen from here.")


def _bus(number: int, machine: Machine) -> str:
    socket = machine.place_of(number).usb
    return f'i2c-{number}  usb = "{socket}"' if socket else f"i2c-{number}"


class Doctor:
    """One look at one table."""

    def __init__(self, table: TableSettings, machine: Machine) -> None:
        self._table = table
        self._machine = machine

    def everything(self) -> Iterator[Finding]:
        if self._table.simulated:
            yield note("devices", "no device is looked at: every one of them is simulated.")
            yield from _plugged_in(self._machine)
        else:
            yield from self._groups()
            yield from self._libraries()
            yield from self._devices(self._table)
            yield from adapters(self._table, self._machine)
            yield from self._hot_plug()
        yield from self._journal()

    def only(self, name: str) -> Iterator[Finding]:
        """A seat (`seat2`, or just `2`), or one device: `seat2.panel`, `private`, `buzzer`."""
        name = f"seat{name}" if name.isdigit() else AS_WRITTEN.get(name, name)
        place = name.partition(".")[0]
        if self._table.simulated:
            if place not in {AS_WRITTEN.get(known, known).partition(".")[0] for known in self._names()}:
                raise self._no_such_device()
            yield note(name, "it is simulated: there is nothing to look at.")
            return
        seats = {number: seat for number, seat in self._table.seats.items() if place == f"seat{number}"}
        common = replace(self._table, seats={}) if not seats else TableSettings(seats)
        found = [each for each in self._devices(common) if each.device == name or each.device.startswith(f"{name}.")]
        if not found:
            raise self._no_such_device()
        yield from found

    def _no_such_device(self) -> NoSuchDevice:
        return NoSuchDevice(f"there is no such device at this table. There is {', '.join(self._names())}.")

    def _names(self) -> Iterator[str]:
        table = self._table
        yield from (f"seat{number}" for number in table.seats)
        yield from (name for name in ("private", "public", "buzzer", "speaker") if getattr(table, name))
        yield from (f"button.{name}" for name in table.buttons)

    # ── the user and the programs ────────────────────────────────────────────────────────────────

    def _groups(self) -> Iterator[Finding]:
        machine = self._machine
        needed = [group for group, used in self._uses().items() if used and group in machine.known]
        lacking = [group for group in needed if group not in machine.groups]
        if machine.is_root or not lacking:
            yield well("user", "may use every kind of device that this table has.")
        elif all(group in machine.granted for group in lacking):
            yield wrong("user", f"is in {_and(lacking)} from the next login on. Log out and in again.")
        else:
            missing = [group for group in lacking if group not in machine.granted]
            groups = "group" if len(missing) == 1 else "groups"
            say = (
                f"is not in the {groups} {_and(missing)}. `sudo usermod -aG {','.join(missing)} $USER`, then log out "
                "and in again. The service has them already."
            )
            yield wrong("user", say)

    def _uses(self) -> dict[str, bool]:
        """Which groups of devices this table has, by the group that may use them."""
        table = self._table
        seats = table.seats.values()
        panels = [seat.panel for seat in seats if seat.panel] + [each for each in (table.private, table.public) if each]
        spi = any(panel.bus == "spi" for panel in panels)
        return {
            "input": any(seat.keypad for seat in seats),
            "dialout": any(seat.grid and seat.grid.protocol != "ddp" for seat in seats),
            "i2c": any(panel.bus == "i2c" for panel in panels),
            "spi": spi,
            "gpio": spi
            or bool(table.buttons)
            or table.buzzer is not None
            or any(seat.lamp is not None for seat in seats),
            "audio": table.speaker,
        }

    def _libraries(self) -> Iterator[Finding]:
        uses = self._uses()
        wanted = {
            "evdev": uses["input"],
            "serial": uses["dialout"],
            "luma.oled": uses["i2c"] or uses["spi"],
            "smbus2": uses["i2c"],
            "spidev": uses["spi"],
            "gpiozero": uses["gpio"],
            "lgpio": uses["gpio"] and "GPIOZERO_PIN_FACTORY" not in os.environ,
        }
        missing = [name for name, used in wanted.items() if used and not self._machine.has_library(name)]
        packages = [f"python3-{LIBRARIES[name]}" for name in missing if LIBRARIES[name]]
        if packages:
            say = f"{_and([name for name in missing if LIBRARIES[name]])} cannot be found by this Python. "
            yield wrong(
                "libraries",
                f"{say}`sudo apt install {' '.join(packages)}` brings {'it' if len(packages) == 1 else 'them'}.",
            )
        if "luma.oled" in missing:
            yield wrong("libraries", "luma.oled is missing: `sudo make install` in the project's folder brings it.")

    # ── devices ──────────────────────────────────────────────────────────────────────────────────

    def _devices(self, table: TableSettings) -> Iterator[Finding]:
        asked = self._ask_network(table)
        for number, seat in table.seats.items():
            name = f"seat{number}"
            if seat.keypad is not None:
                yield self._keypad(f"{name}.keypad", seat.keypad)
            if seat.grid is not None:
                yield asked[number] if number in asked else self._grid(f"{name}.grid", seat.grid)
            if seat.panel is not None:
                yield panel(f"{name}.panel", seat.panel, self._machine)
            if seat.lamp is not None:
                yield self._pin(f"{name}.lamp", seat.lamp)
        for name, screen in ((HOST, table.private), (PUBLIC, table.public)):
            if screen is not None:
                yield panel(name, screen, self._machine)
        yield from (self._pin(f"button.{name}", table.buttons[name].pin) for name in BUTTONS if name in table.buttons)
        if table.buzzer is not None:
            yield self._pin("buzzer", table.buzzer)
        if table.speaker:
            yield self._speaker()

    def _keypad(self, name: str, settings: KeypadSettings) -> Finding:
        nodes = self._machine.input_nodes
        mine = [node for node in nodes.present() if belongs(node, settings)]
        if not mine:
            say, free = away(settings), self._free_pads()
            if free:
                return wrong(name, f"{say} Plugged in, and at no seat:", free)
            return wrong(name, f"{say} No other keypad is plugged in.")
        try:
            for each in mine:
                with in_sentences(name, each.path):
                    node = nodes.open(each.path)
                    try:
                        grab_quietly(name, node)
                    finally:
                        node.close()
        except KeyHeld:  # perhaps the Enter of this very command
            return note(name, f"{mine[0].name or 'the keypad'} is there, with a finger on it.")
        except DeviceLost as lost:
            if self._machine.console_runs and in_use(lost):
                return well(name, f"{mine[0].name or 'the keypad'} is there; {IN_USE}")
            return wrong(name, lost.say)
        return well(name, f"{mine[0].name or 'the keypad'} is there, and nobody else has it.")

    def _free_pads(self) -> tuple[str, ...]:
        taken = [seat.keypad for seat in self._table.seats.values() if seat.keypad is not None]
        here = [
            (pad, [each for each in self._machine.input_nodes.present() if belongs(each, pad.settings)])
            for pad in self._machine.pads()
        ]
        return tuple(
            f"{pad.written}  {pad.name}".rstrip()
            for pad, nodes in here
            if not any(belongs(node, settings) for node in nodes for settings in taken)
        )

    def _grid(self, name: str, settings: GridSettings) -> Finding:
        driver = SerialGrid(name, settings)
        try:
            driver.open()
        except DeviceLost as lost:
            if self._machine.console_runs and in_use(lost):
                return well(name, f"{settings.port} is there; {IN_USE}")
            if Path(settings.port).exists():
                return wrong(name, lost.say)
            free = tuple(f'port = "{port}"' for port in self._free_ports())
            others = "Plugged in, and at no seat:" if free else "No other board on USB is plugged in."
            return wrong(name, f"there is no {settings.port}. Is its USB cable plugged in? {others}", free)
        except ImportError:
            return wrong(name, "pyserial is not installed here. `sudo apt install python3-serial` brings it.")
        driver.close()
        return well(name, f"{settings.port} opens. Whether a board listens, `wordtable try {_seat(name)}` shows.")

    def _free_ports(self) -> list[Path]:
        taken = {Path(seat.grid.port).resolve() for seat in self._table.seats.values() if seat.grid and seat.grid.port}
        return [port for port in self._machine.ports() if port.resolve() not in taken]

    def _ask_network(self, table: TableSettings) -> dict[int, Finding]:
        """All boards on the network at once: whether somebody is at an address takes seconds to hear."""
        boards = {
            number: seat.grid
            for number, seat in table.seats.items()
            if seat.grid is not None and seat.grid.protocol == "ddp"
        }
        if not boards:
            return {}
        with ThreadPoolExecutor(len(boards)) as threads:
            sentences = threads.map(
                lambda grid: why_no_board(grid.host, self._machine.network_patience), boards.values()
            )
            return {
                number: self._board(number, grid, say)
                for (number, grid), say in zip(boards.items(), sentences, strict=True)
            }

    def _board(self, number: int, grid: GridSettings, why_not: str) -> Finding:
        name = f"seat{number}.grid"
        if why_not:
            return wrong(name, why_not)
        return note(
            name, f"{grid.host} can be sent to. DDP has no answer: `wordtable try {number}` shows if a board listens."
        )

    def _pin(self, name: str, pin: int) -> Finding:
        try:
            self._machine.claim_pin(name, pin)
        except DeviceLost as lost:
            if self._machine.console_runs and in_use(lost):
                return well(name, f"GPIO {pin}: {IN_USE}")
            return wrong(name, lost.say)
        return well(name, f"GPIO {pin} is free. What hangs on it cannot be seen from here.")

    def _speaker(self) -> Finding:
        if self._machine.program(PROGRAM) is None:
            return wrong("speaker", MISSING)
        return well("speaker", f"{PROGRAM} is installed.")

    # ── the rest ─────────────────────────────────────────────────────────────────────────────────

    def _hot_plug(self) -> Iterator[Finding]:
        if self._uses()["input"] and not self._machine.udev.exists():
            yield note(
                "keypads", "udev does not run here: a keypad that is plugged in is noticed a second or two later."
            )

    def _journal(self) -> Iterator[Finding]:
        folder = self._machine.journal
        if folder.is_symlink() and not (self._machine.is_root or os.access(folder, os.X_OK)):
            yield note("journal", f"{folder} is the service's, and only root may look: `sudo wordtable doctor`.")
            return
        existing = next(each for each in (folder, *folder.absolute().parents) if each.exists())
        if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
            say = (
                f"nothing can be written to {folder}: {existing} is not this user's. `ls -ld {existing}` shows whose "
                "it is. Without a journal, a power cut loses the evening."
            )
            yield wrong("journal", say)
        elif shutil.disk_usage(existing).free < ROOM:
            yield wrong(
                "journal", f"the disk of {folder} is full. Make room: `df -h {existing}` shows how much there is."
            )
        else:
            yield well("journal", f"{folder} can be written to.")


def _seat(device: str) -> str:
    return device.partition(".")[0].removeprefix("seat")


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
