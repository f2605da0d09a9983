"""What there is on this computer, looked at carefully: nothing is changed, and nothing that is missing is an error.

`Machine` is all that the doctor and the setup see of a computer, so a test builds another one out of folders.
"""

import errno
import grp
import importlib.util
import os
import platform
import pwd
import shutil
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from hardware.config import ConfigError, load_table
from hardware.drivers.gpio import take
from hardware.drivers.i2c_buses import usb_socket
from hardware.drivers.keypads import LinuxNodes, NodeName, Nodes, socket_of
from hardware.keymaps import CODES
from hardware.places import RUNNING, TABLE_OF_THE_SERVICE, journal_to_read
from hardware.ports import DeviceLost
from hardware.settings import KeypadSettings, PanelSettings

BLUETOOTH = "0005"  # the kernel's bus type
QUICK = 0x00010000  # of an adapter's abilities: it can ask whether somebody is there, without saying anything
# As i2cdetect does it: some memory chips take a question for a write, so these addresses are read from.
READ_INSTEAD = (*range(0x30, 0x38), *range(0x50, 0x60))
NEVER_ASKED = (*range(0x08), *range(0x78, 0x80))  # reserved
LETTERS = [CODES[f"KEY_{letter}"] for letter in "AEIOQWZ"]
DIGITS = [CODES["KEY_KP1"], CODES["KEY_KP9"]]


@dataclass(frozen=True, slots=True)
class Pad:
    """A keypad that is plugged in, however many nodes it has."""

    name: str
    settings: KeypadSettings  # as table.toml has to name it
    numeric: bool

    @property
    def written(self) -> str:
        """The value to copy into table.toml."""
        pad = self.settings
        return f'bluetooth = "{pad.bluetooth}"' if pad.bluetooth else f'usb = "{pad.usb}"'


@dataclass(frozen=True, slots=True)
class Answer:
    """Somebody at an address of an I²C bus; `kernel` if a driver of the kernel's own has it."""

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


def claim_pin(device: str, pin: int) -> None:
    """Takes a pin as an input, which drives nothing, and lets go of it again; a `DeviceLost` if it cannot be had."""

    def make(number: int) -> object:
        from gpiozero import DigitalInputDevice

        return DigitalInputDevice(number, pull_up=None, active_state=True)

    take(device, pin, make).close()


def in_use(lost: DeviceLost) -> bool:
    """Whether a device cannot be had only because another program has it."""
    cause = lost.__cause__
    if isinstance(cause, OSError):
        return cause.errno in (errno.EBUSY, errno.EAGAIN)
    return type(cause).__name__ == "GPIOPinInUse" or "busy" in str(cause).lower()


def own_groups() -> frozenset[str]:
    """The groups of this process, by name."""
    names = set()
    for number in {*os.getgroups(), os.getegid()}:
        with suppress(KeyError):
            names.add(grp.getgrgid(number).gr_name)
    return frozenset(names)


def granted_groups() -> frozenset[str]:
    """The groups that this user has from the next login on."""
    with suppress(KeyError):
        user = pwd.getpwuid(os.geteuid()).pw_name
        return frozenset(group.gr_name for group in grp.getgrall() if user in group.gr_mem)
    return frozenset()


def known_groups() -> frozenset[str]:
    return frozenset(group.gr_name for group in grp.getgrall())


def has_library(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def os_name() -> str:
    with suppress(OSError):
        return platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    return platform.platform(terse=True)


@dataclass(frozen=True)
class Machine:
    """A computer, by its folders and by the few questions that folders do not answer."""

    dev: Path = Path("/dev")
    sys: Path = Path("/sys")
    udev: Path = Path("/run/udev/control")
    running: Path = RUNNING
    table: Path = TABLE_OF_THE_SERVICE
    journal: Path = field(default_factory=journal_to_read)
    is_root: bool = field(default_factory=lambda: os.geteuid() == 0)
    groups: frozenset[str] = field(default_factory=own_groups)
    granted: frozenset[str] = field(default_factory=granted_groups)
    known: frozenset[str] = field(default_factory=known_groups)
    python: str = field(default_factory=platform.python_version)
    system: str = field(default_factory=os_name)
    program: Callable[[str], str | None] = shutil.which
    has_library: Callable[[str], bool] = has_library
    open_i2c: Callable[[int], I2cBus] = open_i2c
    claim_pin: Callable[[str, int], None] = claim_pin
    nodes: Nodes | None = None
    network_patience: float = 3.5  # seconds in which the kernel complains that nobody is at an address

    @property
    def model(self) -> str:
        return _line(self.sys / "firmware" / "devicetree" / "base" / "model").strip("\0")

    @property
    def console_runs(self) -> bool:
        return self.running.exists()

    @property
    def console_has_devices(self) -> bool:
        """Whether it runs and may hold any: a simulated table needs none."""
        if not self.console_runs:
            return False
        with suppress(ConfigError):
            return not load_table(self.table).simulated
        return True

    @property
    def starved(self) -> bool:
        """Whether the Pi has seen its supply fall too low."""
        return any(
            _line(alarm) == "1"
            for alarm in self.sys.glob("class/hwmon/hwmon*/in0_lcrit_alarm")
            if _line(alarm.parent / "name") == "rpi_volt"
        )

    # ── keypads ──────────────────────────────────────────────────────────────────────────────────

    @property
    def input_nodes(self) -> Nodes:
        return self.nodes or LinuxNodes(self.sys / "class" / "input", self.dev / "input", self.udev)

    def pads(self) -> list[Pad]:
        """Every keypad that is plugged in; mice, power buttons and the like are none."""
        found: dict[KeypadSettings, Pad] = {}
        for node in self.input_nodes.present():
            letters, digits, bluetooth = self._kind(node)
            if not (letters or digits):
                continue
            settings = KeypadSettings(bluetooth=node.uniq) if bluetooth else KeypadSettings(usb=socket_of(node.phys))
            if not (settings.usb or settings.bluetooth):
                continue
            before = found.get(settings)
            numeric = not letters and (before is None or before.numeric)
            found[settings] = Pad(before.name if before else node.name, settings, numeric)
        return list(found.values())

    def _kind(self, node: NodeName) -> tuple[bool, bool, bool]:
        """Whether a node has letters, has the digits of a pad, and is on Bluetooth."""
        device = self.sys / "class" / "input" / Path(node.path).name / "device"
        keys = _bits(_line(device / "capabilities" / "key"))
        letters, digits = (all(keys >> code & 1 for code in codes) for codes in (LETTERS, DIGITS))
        return letters, digits, _line(device / "id" / "bustype") == BLUETOOTH and bool(node.uniq)

    # ── serial ports ─────────────────────────────────────────────────────────────────────────────

    def ports(self) -> list[Path]:
        """Serial ports with a board that may be behind them, by the names that stay the same."""
        by_path = sorted(self.dev.glob("serial/by-path/*"))
        # The kernel's newer names say `usbv2`, or `usbv3`; the same port has its old name too.
        plain = [port for port in by_path if "-usbv" not in port.name]
        return plain or by_path or sorted([*self.dev.glob("ttyUSB*"), *self.dev.glob("ttyACM*")])

    # ── I²C ──────────────────────────────────────────────────────────────────────────────────────

    @property
    def i2c_sysfs(self) -> Path:
        return self.sys / "bus" / "i2c" / "devices"

    def buses(self) -> list[int]:
        """The numbers of all I²C buses that programs may speak on, channels of multiplexers included."""
        return sorted(int(name) for bus in self.dev.glob("i2c-*") if (name := bus.name[4:]).isdigit())

    def answers(self, bus: int, addresses: range = range(0x80)) -> Iterator[Answer]:
        """Who is on a bus. Raises an OSError or an ImportError if the bus itself cannot be used."""
        wire = self.open_i2c(bus)
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

    def place_of(self, bus: int) -> PanelSettings:
        """How table.toml names a bus: by its adapter, and behind a multiplexer by its channel."""
        with suppress(OSError, ValueError):
            multiplexer = (self.i2c_sysfs / f"i2c-{bus}" / "mux_device").resolve(strict=True)
            adapter, _, address = multiplexer.name.partition("-")  # such as 1-0070
            for channel in multiplexer.glob("channel-*"):
                if channel.resolve().name == f"i2c-{bus}":
                    number = int(channel.name.removeprefix("channel-"))
                    return replace(self._adapter(int(adapter)), multiplexer=int(address, 16), channel=number)
        return self._adapter(bus)

    def _adapter(self, number: int) -> PanelSettings:
        socket = usb_socket(number, self.i2c_sysfs)
        return PanelSettings(usb=socket) if socket else PanelSettings(i2c=number)

    def i2c_speed(self, bus: int) -> int | None:
        """In hertz, as the device tree says; None if it does not."""
        with suppress(OSError, struct.error):
            file = self.sys / "class" / "i2c-adapter" / f"i2c-{bus}" / "of_node" / "clock-frequency"
            speed: int = struct.unpack(">I", file.read_bytes())[0]
            return speed
        return None


def _ask(wire: I2cBus, address: int) -> None:
    if wire.funcs & QUICK and address not in READ_INSTEAD:
        wire.write_quick(address)
    else:
        wire.read_byte(address)


def _bits(text: str) -> int:
    """The kernel writes a long row of bits as words of its own size, the highest first."""
    number = 0
    with suppress(ValueError):
        for word in text.split():
            number = number << 8 * struct.calcsize("l") | int(word, 16)
    return number


def _line(file: Path) -> str:
    try:
        return file.read_text(errors="replace").strip()
    except OSError:
        return ""
