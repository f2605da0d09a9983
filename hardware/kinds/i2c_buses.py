"""The I²C buses of a computer: which of the kernel's a panel is on, and what answers there.

A Pi's own adapters keep their numbers. Adapters on USB get whichever is free, so that two can swap numbers overnight,
and a multiplexer's channels get what comes next. Both are therefore named by where they are plugged in.
"""

import errno
import os
import re
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from firmware_host.frozen import frozen, replace
from firmware_host.texts.text import Text, all_of, say
from hardware.kinds.kind import SYSFS
from hardware.ports import DeviceLost

if TYPE_CHECKING:
    from hardware.workbench.machine import Machine

# A USB device in the tree of devices: its controller, its way through the hubs, and the adapter somewhere below it.
ON_USB = re.compile(r".*/([^/]+)/usb\d+/(?:[^/]+/)*?\d+-([\d.]+)/[^/]+:[\d.]+/(?:(?!i2c-)[^/]+/)*i2c-(\d+)")
QUICK = 0x00010000  # of an adapter's abilities: it can ask whether a chip is there without sending anything
# As i2cdetect does it: some memory chips take a question for a write, so these addresses are read from.
READ_INSTEAD = (*range(0x30, 0x38), *range(0x50, 0x60))
MULTIPLEXERS = range(0x70, 0x78)
PANEL_ADDRESSES = range(0x3C, 0x3E)
NOT_ALLOWED = (errno.EACCES, errno.EPERM)
NEVER_ASKED = (*range(0x08), *range(0x78, 0x80))  # reserved


@frozen
class I2cPlace:
    """A bus as table.toml names it: by its adapter, and behind a multiplexer by its channel."""

    i2c: int = 1  # the adapter's number, unless it is
    usb: str = ""  # in this socket
    multiplexer: int | None = None
    channel: int | None = None

    @property
    def adapter(self) -> str:
        return self.usb or f"i2c-{self.i2c}"


@frozen
class Answer:
    """A chip at an address of a bus; `kernel` if a driver of the kernel's own uses it."""

    address: int
    kernel: bool = False


class I2cBus(Protocol):
    """As much of smbus2's `SMBus` as a careful question needs."""

    @property
    def funcs(self) -> int: ...
    def write_quick(self, i2c_addr: int) -> object: ...
    def read_byte(self, i2c_addr: int) -> object: ...
    def close(self) -> object: ...


def open_i2c(number: int) -> I2cBus:
    import smbus2

    return smbus2.SMBus(number)


# ── numbers and names ────────────────────────────────────────────────────────────────────────────


def bus_number(name: str, place: I2cPlace, sysfs: Path = SYSFS) -> int:
    """The number of a panel's bus: the adapter's own, or that of the multiplexer's channel."""
    adapter = _adapter_in(name, place.usb, sysfs) if place.usb else place.i2c
    if place.multiplexer is None or place.channel is None:
        return adapter
    channel = sysfs / f"{adapter}-{place.multiplexer:04x}" / f"channel-{place.channel}"
    try:
        return int(channel.resolve(strict=True).name.removeprefix("i2c-"))
    except (OSError, ValueError):
        no_channel = say(
            "the multiplexer at {address} on {adapter} has no channel {channel}. Is "
            "`dtoverlay=i2c-mux,pca9548,addr={address}` in the Pi's config.txt?",
            address=f"{place.multiplexer:#x}",
            adapter=place.adapter,
            channel=place.channel,
        )
        raise DeviceLost(name, no_channel) from None


def usb_socket(number: int, sysfs: Path = SYSFS) -> str:
    """Where an adapter on USB is plugged in, as the kernel names sockets of keypads. Empty for every other bus."""
    found = ON_USB.fullmatch(str((sysfs / f"i2c-{number}").resolve()))
    return f"usb-{found[1]}-{found[2]}" if found else ""


def shared_adapter(number: int, sysfs: Path = SYSFS) -> int:
    """The adapter whose wires this bus is on: a multiplexer's channel is on those of its parent."""
    with suppress(OSError, ValueError):
        multiplexer = (sysfs / f"i2c-{number}" / "mux_device").resolve(strict=True).name  # such as 1-0070
        return shared_adapter(int(multiplexer.partition("-")[0]), sysfs)
    return number


def _adapter_in(name: str, socket: str, sysfs: Path) -> int:
    numbers = sorted(int(number) for bus in sysfs.glob("i2c-*") if (number := bus.name[4:]).isdigit())
    sockets = {there: number for number in numbers if (there := usb_socket(number, sysfs))}
    if socket in sockets:
        return sockets[socket]
    if sockets:
        raise DeviceLost(
            name,
            say(
                "no I²C adapter in socket {socket}. Plug it in there. Adapters were found in {sockets}.",
                socket=socket,
                sockets=all_of(sockets),
            ),
        )
    raise DeviceLost(
        name, say("no I²C adapter in socket {socket}. Plug it in there. No other one is on USB.", socket=socket)
    )


# ── a look at this computer ──────────────────────────────────────────────────────────────────────


def i2c_sysfs(machine: "Machine") -> Path:
    return machine.sys / "bus" / "i2c" / "devices"


def buses(machine: "Machine") -> list[int]:
    """The numbers of all I²C buses that programs may use, channels of multiplexers included."""
    return sorted(int(name) for bus in machine.dev.glob("i2c-*") if (name := bus.name[4:]).isdigit())


def answers(machine: "Machine", bus: int, addresses: range = range(0x80)) -> Iterator[Answer]:
    """What is on a bus. Raises an OSError or an ImportError if the bus itself cannot be used."""
    wire = machine.open_i2c(bus)
    try:
        for address in addresses:
            if address not in NEVER_ASKED:
                try:
                    _ask(wire, address)
                except OSError as error:
                    if error.errno == errno.EBUSY:
                        yield Answer(address, kernel=True)
                    continue
                yield Answer(address)
    finally:
        wire.close()


def _ask(wire: I2cBus, address: int) -> None:
    if wire.funcs & QUICK and address not in READ_INSTEAD:
        wire.write_quick(address)
    else:
        wire.read_byte(address)


def place_of(machine: "Machine", bus: int) -> I2cPlace:
    with suppress(OSError, ValueError):
        multiplexer = (i2c_sysfs(machine) / f"i2c-{bus}" / "mux_device").resolve(strict=True)
        adapter, _, address = multiplexer.name.partition("-")  # such as 1-0070
        for channel in multiplexer.glob("channel-*"):
            if channel.resolve().name == f"i2c-{bus}":
                number = int(channel.name.removeprefix("channel-"))
                return replace(_adapter(machine, int(adapter)), multiplexer=int(address, 16), channel=number)
    return _adapter(machine, bus)


def _adapter(machine: "Machine", number: int) -> I2cPlace:
    socket = usb_socket(number, i2c_sysfs(machine))
    return I2cPlace(usb=socket) if socket else I2cPlace(i2c=number)


def speed(machine: "Machine", bus: int) -> int | None:
    """In hertz, as the device tree says; None if it does not."""
    with suppress(OSError, struct.error):
        file = machine.sys / "class" / "i2c-adapter" / f"i2c-{bus}" / "of_node" / "clock-frequency"
        hertz: int = struct.unpack(">I", file.read_bytes())[0]
        return hertz
    return None


# ── what is said about it ────────────────────────────────────────────────────────────────────────


def no_bus(bus: int, machine: "Machine") -> Text:
    others = [f"i2c-{other}" for other in buses(machine)]
    if not others:
        return say(
            "I²C is off: there is no /dev/i2c-… at all. Run `sudo raspi-config nonint do_i2c 0`, then restart the Pi."
        )
    return say("there is no i2c-{bus}, only {others}. Is its dtoverlay in config.txt?", bus=bus, others=all_of(others))


def no_access(bus: int, error: OSError) -> Text:
    if error.errno in NOT_ALLOWED:
        return say(
            "this user may not use i2c-{bus}. Run `sudo usermod -aG i2c $USER`, then log out and in again.", bus=bus
        )
    return say(
        "i2c-{bus} cannot be opened ({error}). Restart the Pi and look again.",
        bus=bus,
        error=os.strerror(error.errno or errno.EIO),
    )


def who_answers(there: Sequence[Answer]) -> Text:
    if not there:
        return say("Nothing else answers on that bus.")
    return say("On that bus, these answer: {addresses}.", addresses=all_of(_named(each.address) for each in there))


def _named(address: int) -> Text:
    written = f"{address:#x}"
    if address in PANEL_ADDRESSES:
        return say("{address} (a panel)", address=written)
    if address in MULTIPLEXERS:
        return say("{address} (a multiplexer)", address=written)
    return say("{address}", address=written)
