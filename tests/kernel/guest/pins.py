"""The Pi's pins, by gpio-sim: buttons are pulled down and let go, and what the console drives can be read."""

import os
from pathlib import Path

CONFIG = Path("/sys/kernel/config/gpio-sim/pi")
LINES = 54  # as a Pi 4 has them
# gpiozero asks the board's revision of this file: a Pi 4B. It is the one thing that no module gives an x86 kernel.
CPUINFO = Path("/proc/cpuinfo")
TOLD_BY_FIRMWARE = Path("/proc/device-tree/system/linux,revision")
REVISION = "\nHardware\t: BCM2835\nRevision\t: c03111\n"


class Pins:
    def __init__(self) -> None:
        bank = CONFIG / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(LINES))
        (bank / "label").write_text("pinctrl-bcm2711")
        (CONFIG / "live").write_text("1")
        device, self.chip = (CONFIG / "dev_name").read_text().strip(), (bank / "chip_name").read_text().strip()
        self._lines = Path("/sys/devices/platform") / device / self.chip
        self.node = Path("/dev") / self.chip
        _make_first(self.node)

    def pull(self, pin: int, high: bool) -> None:
        """What a hand does: a button between its pin and ground pulls it down."""
        (self._lines / f"sim_gpio{pin}" / "pull").write_text("pull-up" if high else "pull-down")

    def level(self, pin: int) -> bool:
        return (self._lines / f"sim_gpio{pin}" / "value").read_text().strip() == "1"


def _make_first(node: Path) -> None:
    """A Pi's own pins, which nobody can pull in QEMU, are the first chip; here the first is the one with hands."""
    first = node.with_name("gpiochip0")
    if node != first:
        first.unlink(missing_ok=True)
        first.symlink_to(node.name)


def say_that_this_is_a_pi() -> None:
    if TOLD_BY_FIRMWARE.exists() or "Revision" in CPUINFO.read_text():
        return
    told = Path("/run/cpuinfo")
    told.write_text(CPUINFO.read_text() + REVISION)
    if os.spawnlp(os.P_WAIT, "mount", "mount", "--bind", str(told), str(CPUINFO)):
        raise OSError(f"{CPUINFO} cannot be covered")
