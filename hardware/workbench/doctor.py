"""Checks a table and its computer: what is configured, what is there, what is wrong, and what to do about it.

It checks as carefully as it can: devices that a running console uses are left alone, and nothing is shown on a display.
"""

import os
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from firmware_host.frozen import frozen
from firmware_host.texts.errors import TextError
from firmware_host.texts.text import Text, all_of, say, say_count, verbatim
from hardware.config.places import TABLE, TABLE_OF_THE_SERVICE
from hardware.config.reading import Check, ConfigError, load_table, simulated_table
from hardware.config.settings import TableSettings
from hardware.kinds import Device, devices, every_kind
from hardware.kinds.kind import Library
from hardware.names import DeviceName
from hardware.workbench.findings import Finding, note, well, wrong
from hardware.workbench.machine import Machine

ROOM = 20 * 1024 * 1024  # bytes that a journal should have at least


@frozen
class Diagnosis:
    """Everything the doctor found. All is well if nothing is wrong."""

    table: Path | None
    findings: tuple[Finding, ...]

    @property
    def well(self) -> bool:
        return not any(finding.state == "wrong" for finding in self.findings)


class NoSuchDevice(TextError):
    """The doctor was asked about something that the table does not have. Says what it has."""


def diagnose(file: Path | None, machine: Machine, only: str = "", more: Check | None = None) -> Diagnosis:
    """The whole table, or one seat or device of it. `more` knows what else a file can be wrong about."""
    try:
        table = simulated_table() if file is None else load_table(file, more)
    except ConfigError as error:
        mistakes = [wrong("config", verbatim_place(error.where, each.line, each.say)) for each in error.mistakes]
        later = note("config", say("the devices will be checked once the file is correct."))
        return Diagnosis(file, (*_computer(machine), *mistakes, later, *_plugged_in(machine)))
    doctor = Doctor(table, machine)
    if only:
        return Diagnosis(file, tuple(doctor.only(only)))
    return Diagnosis(file, (*_computer(machine), _which(file, table), *doctor.everything()))


def verbatim_place(where: str, line: int, sentence: Text) -> Text:
    """A mistake of a config with its file and line, as editors understand them."""
    return say("{place}: {sentence}", place=verbatim(f"{where}:{line}" if line else where), sentence=sentence)


def _which(file: Path | None, table: TableSettings) -> Finding:
    seats = say_count("{count} seat", "{count} seats", len(table.seats))
    if file is None:
        return note(
            "config",
            say(
                "there is no {here} here and no {service}, so this is the simulated table, with {seats}. Run "
                "`wordtable setup` to make a file for real devices.",
                here=str(TABLE),
                service=str(TABLE_OF_THE_SERVICE),
                seats=seats,
            ),
        )
    if table.simulated:
        return well("config", say("{file}: {seats}, all simulated.", file=str(file), seats=seats))
    return well("config", say("{file}: {seats}.", file=str(file), seats=seats))


def _computer(machine: Machine) -> Iterator[Finding]:
    if machine.model:
        yield note(
            "computer",
            say(
                "Python {python}, {system} on a {model}.",
                python=machine.python,
                system=machine.system,
                model=machine.model,
            ),
        )
    else:
        yield note("computer", say("Python {python}, {system}.", python=machine.python, system=machine.system))
    if machine.starved:
        yield wrong(
            "computer",
            say(
                "the Pi's supply voltage was too low at some time since it started. Displays may flicker, and keypads "
                "may disappear. Give the Pi its own power supply, and the LEDs another one."
            ),
        )
    if machine.console_runs:
        yield note(
            "computer",
            say(
                "the console is running, so the devices it uses were not checked. To check them too, stop it: "
                "`sudo systemctl stop wordtable`."
            ),
        )


def _plugged_in(machine: Machine) -> Iterator[Finding]:
    """What could be named in a file, for somebody whose file names nothing yet."""
    found = [finding for kind in every_kind() for finding in kind.plugged_in(machine)]
    yield from found
    if not found:
        yield note("devices", say("no keypad, USB board or I²C bus found."))


class Doctor:
    """One look at one table."""

    def __init__(self, table: TableSettings, machine: Machine) -> None:
        self._table = table
        self._machine = machine
        self._devices = list(devices(table))

    def everything(self) -> Iterator[Finding]:
        if self._table.simulated:
            yield note("devices", say("no device was checked: all are simulated."))
            yield from _plugged_in(self._machine)
        else:
            yield from self._groups()
            yield from self._libraries()
            yield from self._asked(self._devices)
            yield from self._remarks()
        yield from self._journal()

    def only(self, name: str) -> Iterator[Finding]:
        """A seat (`seat2`, or just `2`), or one device: `seat2.panel`, `private`, `buzzer`."""
        name = f"seat{name}" if name.isdigit() else DeviceName.parse(name)
        if self._table.simulated:
            if name.partition(".")[0] not in {device.name.owner.partition(".")[0] for device in self._devices}:
                raise self._no_such_device()
            yield note(name, say("it is simulated: there is nothing to check."))
            return
        wanted = [each for each in self._devices if each.name == name or each.name.startswith(f"{name}.")]
        if not wanted:
            raise self._no_such_device()
        yield from self._asked(wanted)

    def _no_such_device(self) -> NoSuchDevice:
        owners = dict.fromkeys(device.name.owner for device in self._devices)
        return NoSuchDevice(say("no such device; this table has {devices}.", devices=all_of(owners)))

    # ── the user and the programs ────────────────────────────────────────────────────────────────

    def _groups(self) -> Iterator[Finding]:
        machine = self._machine
        needed = dict.fromkeys(group for device in self._devices for group in device.kind.needs.groups)
        lacking = [group for group in needed if group in machine.known and group not in machine.groups]
        missing = [group for group in lacking if group not in machine.granted]
        if machine.is_root or not lacking:
            yield well("user", say("may use every kind of device that this table has."))
        elif not missing:
            yield wrong(
                "user",
                say("will be in {groups} from the next login on. Log out and in again.", groups=all_of(lacking)),
            )
        else:
            yield wrong(
                "user",
                say(
                    "is not in {groups}. Run `sudo usermod -aG {list} $USER`, then log out and in again. The service "
                    "has these groups already.",
                    groups=all_of(missing),
                    list=",".join(missing),
                ),
            )

    def _libraries(self) -> Iterator[Finding]:
        wanted = dict.fromkeys(library for device in self._devices for library in device.kind.needs.libraries)
        missing = [each for each in wanted if not self._machine.has_library(each.name)]
        packaged = [library for library in missing if library.package]
        if packaged:
            yield wrong("libraries", _to_install(packaged))
        for library in missing:
            if not library.package:
                yield wrong(
                    "libraries",
                    say(
                        "{library} is missing. Install it: `sudo make install` in the project's folder.",
                        library=library.name,
                    ),
                )

    # ── devices ──────────────────────────────────────────────────────────────────────────────────

    def _asked(self, wanted: Sequence[Device]) -> Iterator[Finding]:
        """In their order; those that take seconds to answer are asked at the same time."""
        slow = [device for device in wanted if device.kind.takes_seconds]
        if slow:
            with ThreadPoolExecutor(len(slow)) as threads:
                asked = threads.map(lambda device: device.ask(self._table, self._machine), slow)
                answers = dict(zip((device.name for device in slow), asked, strict=True))
        for device in wanted:
            yield answers[device.name] if device in slow else device.ask(self._table, self._machine)

    def _remarks(self) -> Iterator[Finding]:
        for kind in every_kind():
            mine = [device.settings for device in self._devices if device.kind is kind]
            yield from kind.remarks(mine, self._machine)

    # ── the journal ──────────────────────────────────────────────────────────────────────────────

    def _journal(self) -> Iterator[Finding]:
        folder = self._machine.journal
        if folder.is_symlink() and not (self._machine.is_root or os.access(folder, os.X_OK)):
            yield note(
                "journal",
                say(
                    "{folder} belongs to the service, and only root may look: `sudo wordtable doctor`.",
                    folder=str(folder),
                ),
            )
            return
        existing = next(each for each in (folder, *folder.absolute().parents) if each.exists())
        if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
            yield wrong(
                "journal",
                say(
                    "{folder} cannot be written to: {owned} belongs to another user. `ls -ld {owned}` shows which. "
                    "Without a journal, a power cut loses the evening.",
                    folder=str(folder),
                    owned=str(existing),
                ),
            )
        elif shutil.disk_usage(existing).free < ROOM:
            yield wrong(
                "journal",
                say(
                    "the disk of {folder} is full. Make room: `df -h {disk}` shows how much there is.",
                    folder=str(folder),
                    disk=str(existing),
                ),
            )
        else:
            yield well("journal", say("{folder} can be written to.", folder=str(folder)))


def _to_install(libraries: Sequence[Library]) -> Text:
    return say(
        "this Python cannot find {libraries}. Install: `sudo apt install {packages}`.",
        libraries=all_of(library.name for library in libraries),
        packages=" ".join(f"python3-{library.package}" for library in libraries),
    )
