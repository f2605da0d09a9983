"""The I²C buses of a simulated Pi: in place of smbus2's own, with chips, multiplexers and every way to fail."""

import errno
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol
from unittest.mock import patch

from hardware.simulated.wire.oled import Chip

COMMANDS, DATA = 0x00, 0x40  # the first byte of a transfer says what the others are
PATIENCE = 30.0  # real seconds in which a test must open a gate; reached by a failure only


class Message(Protocol):
    """As much of smbus2's `i2c_msg` as a bus needs."""

    addr: int

    def __bytes__(self) -> bytes: ...


class Adapter:
    """One pair of wires: the chips on it, or behind the channels of its multiplexer, and what is wrong with it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.usb = ""  # the socket it is plugged into, if it is not the computer's own
        self.gone = False  # an adapter on USB that was pulled
        self.forbidden = False
        self.fails_after: int | None = None  # so many bytes from now, somebody pulls a wire
        self.waiting = threading.Event()  # set while a transfer waits for the gate
        self.log: list[tuple[int, int]] = []  # of every transfer, its bus and address
        self.open: set[SimulatedBus] = set()
        self._put_back = False
        self._gate = threading.Event()
        self._gate.set()

    @property
    def transfers(self) -> int:
        return len(self.log)

    def unplug(self) -> None:
        self.gone = True

    def plug(self) -> None:
        """Comes back once nobody has the pulled one open any more, as in the kernel."""
        self._put_back = True
        self.closed()

    def closed(self) -> None:
        """Somebody has let go of it."""
        if self._put_back and not self.open:
            self.gone = self._put_back = False

    def stop(self) -> None:
        """Stops the bus: transfers wait until `go_on`."""
        self.waiting.clear()
        self._gate.clear()

    def go_on(self) -> None:
        self._gate.set()

    def pass_gate(self) -> None:
        if not self._gate.is_set():
            self.waiting.set()
            assert self._gate.wait(PATIENCE), "nobody opened the gate"

    def takes(self, size: int) -> int:
        """How many of these bytes get through."""
        if self.fails_after is None or size <= self.fails_after:
            if self.fails_after is not None:
                self.fails_after -= size
            return size
        through, self.fails_after = self.fails_after, None
        return through


class SimulatedI2c:
    """Every I²C bus there is. `fitted` puts it in the place of smbus2's class for as long as it lasts."""

    def __init__(self, *adapters: int) -> None:
        self.adapters = {number: Adapter(number) for number in adapters}
        self._buses = dict(self.adapters)  # channels of multiplexers included
        self._chips: dict[tuple[int, int], Chip] = {}
        self._channels: dict[tuple[int, int, int], int] = {}

    def multiplexer(self, adapter: int, address: int, first_bus: int, channels: int = 8) -> None:
        """A TCA9548A: the kernel gives each of its channels a bus number of its own."""
        for channel in range(channels):
            self._channels[adapter, address, channel] = first_bus + channel
            self._buses[first_bus + channel] = self.adapters[adapter]

    def solder(self, chip: Chip, bus: int, address: int = 0x3C) -> None:
        self._chips[bus, address] = chip

    def pull(self, bus: int, address: int = 0x3C) -> Chip:
        """The panel's cable is pulled; its chip has no power any more."""
        chip = self._chips.pop((bus, address))
        chip.reset()
        return chip

    def exchange(self, one: int, other: int) -> None:
        """Two adapters without multiplexers were put back in the other order: each has the other's number."""
        numbers = {one: other, other: one}
        self._chips = {(numbers.get(bus, bus), address): chip for (bus, address), chip in self._chips.items()}
        for buses in (self._buses, self.adapters):
            buses[one], buses[other] = buses[other], buses[one]

    def build_sysfs(self, folder: Path) -> None:
        """The files of the kernel about these buses, as far as they are read here."""
        for bus in self._buses:
            device = folder / "devices" / _in_the_tree(self.adapters[bus].usb if bus in self.adapters else "")
            (device / f"i2c-{bus}").mkdir(parents=True, exist_ok=True)
            (folder / f"i2c-{bus}").unlink(missing_ok=True)
            (folder / f"i2c-{bus}").symlink_to(device / f"i2c-{bus}")
        for (adapter, address, channel), bus in self._channels.items():
            multiplexer = folder / f"{adapter}-{address:04x}"
            multiplexer.mkdir(exist_ok=True)
            (multiplexer / f"channel-{channel}").symlink_to(folder / f"i2c-{bus}")
            (folder / f"i2c-{bus}" / "mux_device").symlink_to(multiplexer)

    @contextmanager
    def fitted(self) -> Iterator["SimulatedI2c"]:
        with patch("smbus2.SMBus", lambda bus: SimulatedBus(self, bus)):
            yield self

    def adapter_of(self, bus: int) -> Adapter:
        file = f"/dev/i2c-{bus}"
        if bus not in self._buses or self._buses[bus].gone:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), file)
        if self._buses[bus].forbidden:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), file)
        return self._buses[bus]

    def chip_at(self, bus: int, address: int) -> Chip:
        if (bus, address) not in self._chips:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return self._chips[bus, address]


def _in_the_tree(socket: str) -> Path:
    """The folder of a bus in the kernel's tree of devices: under its USB socket, or under the computer."""
    controller, _, way = socket.removeprefix("usb-").rpartition("-")
    return Path(controller, "usb1", f"1-{way}", f"1-{way}:1.0") if socket else Path("soc")


class SimulatedBus:
    """What smbus2's `SMBus` is to luma. It holds a real descriptor, so that one left open is found by counting."""

    def __init__(self, buses: SimulatedI2c, bus: int) -> None:
        self._adapter = buses.adapter_of(bus)
        self.funcs = 0x00010000  # it can ask quickly, as the Pi's own adapters can
        self._buses = buses
        self._bus = bus
        self._file: int | None = os.open(os.devnull, os.O_RDWR)
        self._adapter.open.add(self)

    def write_quick(self, address: int) -> None:
        """Only asks whether a chip is there."""
        self._transfer(address, b"")

    def read_byte(self, address: int) -> int:
        self._transfer(address, b"")
        return self._buses.chip_at(self._bus, address).status

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        assert len(data) <= 32, "SMBus takes 32 bytes at a time"
        self._transfer(address, bytes((register, *data)))

    def i2c_rdwr(self, *messages: Message) -> None:
        for message in messages:
            self._transfer(message.addr, bytes(message))

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
            self._adapter.open.discard(self)
            self._adapter.closed()

    def _transfer(self, address: int, data: bytes) -> None:
        assert self._file is not None, "written to after it was closed"
        self._adapter.pass_gate()
        self._adapter.log.append((self._bus, address))
        if self._adapter.gone:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        chip = self._buses.chip_at(self._bus, address)
        through = data[: self._adapter.takes(len(data))]
        if through:
            take = {COMMANDS: chip.command, DATA: chip.data}[through[0]]
            for byte in through[1:]:
                take(byte)
        if len(through) < len(data):
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
