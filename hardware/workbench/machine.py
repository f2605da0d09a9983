"""This computer, as `doctor`, `setup` and `try` see it. Looking changes nothing, and a missing part is not an error.

`Machine` is everything they see of a computer, so a test makes another one out of folders.
"""

import grp
import importlib.util
import os
import platform
import pwd
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from pathlib import Path

from firmware_host.frozen import frozen
from hardware.config.places import RUNNING, TABLE_OF_THE_SERVICE, journal_to_read
from hardware.config.reading import ConfigError, load_table
from hardware.kinds.i2c_buses import I2cBus, open_i2c
from hardware.kinds.keypad.nodes import Nodes
from hardware.kinds.pins import claim_pin


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


@frozen
class Machine:
    """A computer: its folders, and the few questions that folders do not answer."""

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
    network_patience: float = 3.5  # seconds in which the kernel reports that nothing is at an address

    @property
    def model(self) -> str:
        return _line(self.sys / "firmware" / "devicetree" / "base" / "model").strip("\0")

    @property
    def console_runs(self) -> bool:
        return self.running.exists()

    @property
    def console_has_devices(self) -> bool:
        """Whether the console runs and may use any devices: a simulated table needs none."""
        if not self.console_runs:
            return False
        with suppress(ConfigError):
            return not load_table(self.table).simulated
        return True

    @property
    def starved(self) -> bool:
        """Whether the Pi's supply voltage has been too low."""
        return any(
            _line(alarm) == "1"
            for alarm in self.sys.glob("class/hwmon/hwmon*/in0_lcrit_alarm")
            if _line(alarm.parent / "name") == "rpi_volt"
        )

    @staticmethod
    def line(file: Path) -> str:
        """The text of a file of one line; empty if there is none."""
        return _line(file)


def _line(file: Path) -> str:
    try:
        return file.read_text(errors="replace").strip()
    except OSError:
        return ""
