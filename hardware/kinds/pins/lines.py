"""The kernel's own interface to pins, `/dev/gpiochip*`, as every Linux since 5.10 has it. It knows nothing of gpiozero.

It needs no library. lgpio has no wheel for Python 3.13. gpiod, which comes from the kernel's developers, has none for
32-bit ARM, and Debian 12 has only its old version, under the same name. These few requests never change.
"""

import errno
import os
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path
from struct import calcsize, pack, unpack

HEADERS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")  # the chips behind the header: Pi 5, Pi 4, all others

# Flags of a line.
INPUT, OUTPUT = 1 << 2, 1 << 3
BOTH_EDGES = 1 << 4 | 1 << 5
PULL_UP, PULL_DOWN, NO_PULL = 1 << 8, 1 << 9, 1 << 10

# What linux/gpio.h has, with the padding.
_CHIP_INFO = "=32s32sI"  # name, label, how many lines
_CONFIG = "=QI20x" + 10 * "I4xQQ"  # flags, how many attributes, ten attributes: kind, value, mask of lines
_REQUEST = "=I252x32s272sII20xi"  # the first line of 64, who asks, config, how many lines, queue, the answer: a file
_VALUES = "=QQ"  # bits, mask of lines
_EVENT = "=QIIII24x"  # nanoseconds, kind, line, two counters
_INITIAL_VALUE = 2  # a kind of attribute
_ROSE = 1  # a kind of event


def _request(number: int, structure: str, direction: int) -> int:
    """The number of an ioctl, as asm-generic/ioctl.h makes it."""
    return direction << 30 | calcsize(structure) << 16 | 0xB4 << 8 | number


_GET_CHIP_INFO = _request(0x01, _CHIP_INFO, 2)
_GET_LINE = _request(0x07, _REQUEST, 3)
_SET_CONFIG = _request(0x0D, _CONFIG, 3)
_GET_VALUES = _request(0x0E, _VALUES, 3)
_SET_VALUES = _request(0x0F, _VALUES, 3)


def header_chip(dev: Path = Path("/dev")) -> Path:
    """The chip whose lines are the pins of the header; its number differs from Pi to Pi and from kernel to kernel."""
    chips = {label_of(node): node for node in sorted(dev.glob("gpiochip*"))}
    for label in HEADERS:
        if label in chips:
            return chips[label]
    raise OSError(errno.ENODEV, "no chip has the pins of a Raspberry Pi")


def label_of(chip: Path) -> str:
    file = os.open(chip, os.O_RDWR | os.O_CLOEXEC)
    try:
        answer = ioctl(file, _GET_CHIP_INFO, bytes(calcsize(_CHIP_INFO)))
    finally:
        os.close(file)
    return str(unpack(_CHIP_INFO, answer)[1].rstrip(b"\0").decode())


class Line:
    """One pin, which nobody else can use until it is closed. Every failure is an `OSError`."""

    def __init__(self, chip: Path, number: int, flags: int, high: bool = False) -> None:
        file = os.open(chip, os.O_RDWR | os.O_CLOEXEC)
        try:
            wanted = pack(_REQUEST, number, b"wordtable", _config(flags, high), 1, 0, 0)
            self.file: int = unpack(_REQUEST, ioctl(file, _GET_LINE, wanted))[-1]
        finally:
            os.close(file)
        os.set_inheritable(self.file, False)

    def configure(self, flags: int, high: bool = False) -> None:
        ioctl(self.file, _SET_CONFIG, _config(flags, high))

    def read(self) -> bool:
        bits, _ = unpack(_VALUES, ioctl(self.file, _GET_VALUES, pack(_VALUES, 0, 1)))
        return bool(bits & 1)

    def write(self, high: bool) -> None:
        ioctl(self.file, _SET_VALUES, pack(_VALUES, high, 1))

    def events(self) -> Iterator[tuple[float, bool]]:
        """When it changed, by the monotonic clock, and whether it rose. Waits until there is at least one."""
        size = calcsize(_EVENT)
        arrived = os.read(self.file, 16 * size)
        for start in range(0, len(arrived), size):
            nanoseconds, kind, *_ = unpack(_EVENT, arrived[start : start + size])
            yield nanoseconds / 1e9, kind == _ROSE

    def close(self) -> None:
        os.close(self.file)


def _config(flags: int, high: bool) -> bytes:
    initial = (_INITIAL_VALUE, int(high), 1) if flags & OUTPUT else (0, 0, 0)
    return pack(_CONFIG, flags, int(bool(flags & OUTPUT)), *initial, *(9 * (0, 0, 0)))
