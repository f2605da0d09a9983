"""The doctor's look at I²C and SPI: whether a bus is on, whether it may be used, and who answers on it."""

import errno
import os
from collections.abc import Iterator
from dataclasses import replace

from hardware.drivers.i2c_buses import bus_number
from hardware.drivers.panels import NOT_ALLOWED
from hardware.findings import Finding, note, well, wrong
from hardware.machine import Answer, Machine, in_use
from hardware.ports import DeviceLost
from hardware.settings import PanelSettings, TableSettings

SLOW = 100_000  # hertz, what a Pi has unless its config.txt says otherwise
BYTES_A_FRAME = 1034
KNOWN = {**dict.fromkeys((0x3C, 0x3D), "a panel"), **dict.fromkeys(range(0x70, 0x78), "a multiplexer")}


def panel(name: str, settings: PanelSettings, machine: Machine) -> Finding:
    return _spi_panel(name, settings, machine) if settings.bus == "spi" else _i2c_panel(name, settings, machine)


def _i2c_panel(name: str, settings: PanelSettings, machine: Machine) -> Finding:
    if not settings.usb and settings.i2c not in machine.buses():
        return wrong(name, _no_bus(settings.i2c, machine))
    try:
        bus = bus_number(name, settings, machine.i2c_sysfs)
    except DeviceLost as lost:
        return wrong(name, f"{lost.say} {_multiplexer_answers(name, settings, machine)}".rstrip())
    try:
        answers = list(machine.answers(bus))
    except ImportError:
        return wrong(name, "smbus2 is not installed here. `sudo apt install python3-smbus2` brings it.")
    except OSError as error:
        return wrong(name, _no_access(bus, error))
    mine = next((answer for answer in answers if answer.address == settings.address), None)
    if mine is None:
        wired = "it" if settings.channel is None else f"channel {settings.channel} of the multiplexer"
        say = f"nothing answers at {settings.address:#x} on i2c-{bus}. Is {wired} wired, and has it power?"
        return wrong(name, f"{say} {_who_answers(answers)}")
    if mine.kernel:
        say = f"the kernel's own driver has {settings.address:#x} on i2c-{bus}. Take its dtoverlay out of config.txt."
        return wrong(name, say)
    return well(name, f"{settings.chip}: somebody answers at {settings.address:#x} on i2c-{bus}.")


def _no_bus(bus: int, machine: Machine) -> str:
    others = [f"i2c-{other}" for other in machine.buses()]
    if not others:
        return (
            "I²C is off: there is no /dev/i2c-… at all. `sudo raspi-config nonint do_i2c 0`, then start the Pi again."
        )
    return f"there is no i2c-{bus}; there is {', '.join(others)}. Is the dtoverlay for it in config.txt?"


def _no_access(bus: int, error: OSError) -> str:
    if error.errno in NOT_ALLOWED:
        return f"i2c-{bus} may not be used by this user. `sudo usermod -aG i2c $USER`, then log out and in again."
    return (
        f"i2c-{bus} cannot be opened ({os.strerror(error.errno or errno.EIO)}). Start the Pi again and look once more."
    )


def _multiplexer_answers(name: str, settings: PanelSettings, machine: Machine) -> str:
    """Whether the multiplexer itself is wired, when the kernel does not know it."""
    before_it = replace(settings, multiplexer=None, channel=None)
    try:
        answers = list(machine.answers(bus_number(name, before_it, machine.i2c_sysfs)))
    except (DeviceLost, OSError, ImportError):
        return ""
    if any(answer.address == settings.multiplexer for answer in answers):
        return "The multiplexer itself answers, so only the overlay is missing."
    return f"The multiplexer itself does not answer either. {_who_answers(answers)}"


def _who_answers(answers: list[Answer]) -> str:
    if not answers:
        return "Nobody else answers on that bus."
    named = [
        f"{answer.address:#x}" + (f" ({KNOWN[answer.address]})" if answer.address in KNOWN else "")
        for answer in answers
    ]
    return f"On that bus there is {', '.join(named)}."


def _spi_panel(name: str, settings: PanelSettings, machine: Machine) -> Finding:
    node = machine.dev / f"spidev{settings.spi}.{settings.chip_select}"
    if not node.exists():
        others = sorted(each.name for each in machine.dev.glob("spidev*"))
        if others:
            return wrong(
                name, f"there is no {node.name}; there is {', '.join(others)}. Is its dtoverlay in config.txt?"
            )
        return wrong(
            name,
            "SPI is off: there is no /dev/spidev…. `sudo raspi-config nonint do_spi 0`, then start the Pi again.",
        )
    if not os.access(node, os.R_OK | os.W_OK):
        return wrong(
            name, f"{node.name} may not be used by this user. `sudo usermod -aG spi $USER`, then log out and in again."
        )
    for pin in (settings.data_pin, settings.reset_pin):
        try:
            machine.claim_pin(name, pin)
        except DeviceLost as lost:
            if not (machine.console_runs and in_use(lost)):
                return wrong(name, lost.say)
    return well(name, f"{settings.chip}: {node.name} and its pins are there. SPI never says whether a panel listens.")


def adapters(table: TableSettings, machine: Machine) -> Iterator[Finding]:
    """What is not wrong with the adapters that the table calls by number, but could be better."""
    panels = [seat.panel for seat in table.seats.values()] + [table.private, table.public]
    for bus in sorted({panel.i2c for panel in panels if panel is not None and panel.bus == "i2c" and not panel.usb}):
        if machine.i2c_speed(bus) == SLOW:
            frame = round(BYTES_A_FRAME * 9 / SLOW * 1000)
            say = (
                f"runs at 100 kHz: a panel takes {frame} ms for a picture. «dtparam=i2c_arm_baudrate=400000» in the "
                "Pi's config.txt makes that a quarter."
            )
            yield note(f"i2c-{bus}", say)
        if socket := machine.place_of(bus).usb:
            say = (
                "is on USB, where another adapter may have this number tomorrow, and one panel would show what belongs "
                f'on another. Write «usb = "{socket}"» in the place of «i2c = {bus}».'
            )
            yield note(f"i2c-{bus}", say)
