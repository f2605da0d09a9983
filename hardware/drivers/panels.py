"""OLED panels and the private screen: luma.oled on I²C, multiplexer channels included, and on SPI."""

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from PIL import Image

from hardware.drivers.gpio import SpiPins
from hardware.drivers.i2c_buses import SYSFS, bus_number
from hardware.ports import DeviceLost, PanelFrame
from hardware.settings import PanelSettings

NOTHING = 0xE3  # the command of every monochrome chip to do just that
IS_OFF = 0x40  # the bit of its status that says so
NOT_ALLOWED = (errno.EACCES, errno.EPERM)
NO_SUCH_BUS = (errno.ENOENT, errno.ENODEV, errno.ENXIO)
# What adapters say when no chip acknowledges: the Pi's own, bit-banged ones, and those whose wires are held down.
NO_ANSWER = (errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT, errno.EAGAIN)


class Bus(Protocol):
    """What luma calls a serial interface."""

    def command(self, *command: int) -> None: ...
    def data(self, data: list[int]) -> None: ...
    def cleanup(self) -> None: ...


class PanelDriver:
    """One panel. Its work blocks for as long as its wires are slow, so it belongs on a lane of its own adapter."""

    def __init__(self, name: str, settings: PanelSettings, pins: SpiPins | None = None, sysfs: Path = SYSFS) -> None:
        self._name = name
        self._settings = settings
        self._pins = SpiPins() if pins is None else pins
        self._sysfs = sysfs
        self._wire = _Wire()
        self._chip: Any = None  # luma's; it has no types
        self._answers = False
        self._is_off: Callable[[], bool] | None = None  # where the chip can be asked

    def open(self) -> None:
        from luma.core.framebuffer import diff_to_previous

        with self._in_sentences():
            if self._chip is None:
                self._chip = self._made()
            bus = self._connected()
        if self._settings.colour:
            self._chip.framebuffer = diff_to_previous()  # colour chips get only what has changed: now, all has
        with self._in_sentences(talking=True):
            self._wire.connect(bus)
            self._chip.contrast(self._settings.contrast)
        self._is_off = bus.is_off if isinstance(bus, _I2c) and bus.tells_the_truth() else None

    def show(self, frame: PanelFrame) -> None:
        image = Image.frombytes(frame.mode, frame.size, frame.pixels)
        with self._in_sentences(talking=True):
            self._chip.display(image.convert(self._chip.mode, dither=Image.Dither.NONE))

    def dim(self, contrast: float) -> None:
        level = round(self._settings.contrast * max(0.0, min(contrast, 1.0)))
        with self._in_sentences(talking=True):
            self._chip.contrast(level)

    def probe(self) -> None:
        """A panel pulled and put back since the last probe answers as if nothing had been, but it is off.

        On SPI nobody answers, and nothing can be asked.
        """
        if self._settings.bus != "i2c":
            return
        with self._in_sentences(talking=True):
            off = self._is_off() if self._is_off else self._chip.command(NOTHING)
        if off:
            raise DeviceLost(self._name, "it was without power for a moment. Is its plug loose?")

    def close(self) -> None:
        """Dark, if it listens: one short command, where a dark frame would take a thousand bytes."""
        if self._answers:
            with suppress(DeviceLost), self._in_sentences(talking=True):
                self._chip.hide()
        self._answers = False
        with suppress(OSError):
            self._wire.let_go()

    def _made(self) -> Any:
        """luma's object for the chip is made once: each leaves behind a hook for the end of Python, for good.

        luma turns the picture; a panel that stands turned to the right needs it turned to the left.
        """
        from luma.oled import device as chips

        turns = -self._settings.rotation // 90 % 4
        chip = getattr(chips, self._settings.chip)
        made = chip(self._wire, width=self._settings.width, height=self._settings.height, rotate=turns)
        made.persist = True  # that hook would write to a bus that is long closed
        return made

    def _connected(self) -> Bus:
        if self._settings.bus == "i2c":
            return _I2c(self._settings, self._port())
        return _Spi(self._name, self._settings, self._pins)

    def _port(self) -> int:
        return bus_number(self._name, self._settings, self._sysfs)

    @contextmanager
    def _in_sentences(self, *, talking: bool = False) -> Iterator[None]:
        from luma.core.error import Error

        try:
            yield
        except (Error, OSError, ImportError) as error:
            self._answers = False
            why = self._why_no_answer if talking else self._why_no_bus
            raise DeviceLost(self._name, why(error)) from error
        self._answers = talking

    def _why_no_bus(self, error: Exception) -> str:
        from luma.core.error import DeviceNotFoundError, DevicePermissionError

        panel, number = self._settings, getattr(error, "errno", None)
        library = "smbus2" if panel.bus == "i2c" else "spidev"
        if isinstance(error, ImportError):
            return f"{library} is not installed here. `sudo apt install python3-{library}` brings it."
        if isinstance(error, DevicePermissionError) or number in NOT_ALLOWED:
            return (
                f"{self._bus} may not be used by this user. `sudo usermod -aG {panel.bus} $USER`, then log in again; "
                "the service has that group already."
            )
        if isinstance(error, DeviceNotFoundError) or number in NO_SUCH_BUS:
            return (
                f"there is no {self._bus}. Switch it on: `sudo raspi-config nonint do_{panel.bus} 0`, or for further "
                "buses a dtoverlay in config.txt; then start the Pi again."
            )
        return f"{self._bus} cannot be opened ({error}). `wordtable doctor` looks at it."

    def _why_no_answer(self, error: Exception) -> str:
        from luma.core.error import DeviceNotFoundError

        panel, number = self._settings, getattr(error, "errno", None)
        if number == errno.ENODEV:
            return f"the adapter of {self._bus} is gone. Plug it in again, and the panel comes back."
        if panel.bus == "i2c" and (isinstance(error, DeviceNotFoundError) or number in NO_ANSWER):
            wired = "it" if panel.channel is None else f"channel {panel.channel} of the multiplexer"
            return (
                f"nothing answers at {panel.address:#x} on {self._bus}. Is {wired} wired? "
                f"`wordtable doctor {self._name.split('.')[0]}` shows what does answer."
            )
        return f"{self._bus} does not work ({error}). Is the panel wired as the guide says?"

    @property
    def _bus(self) -> str:
        panel = self._settings
        if panel.bus == "spi":
            return f"SPI {panel.spi}.{panel.chip_select}"
        with suppress(DeviceLost):
            return f"i2c-{self._port()}"
        return panel.adapter


class _Wire:
    """What luma writes to: the chip's first commands are remembered, and sent on each bus that is connected."""

    def __init__(self) -> None:
        self._first: list[Callable[[Bus], None]] = []
        self._bus: Bus | None = None
        self._connected = False

    def connect(self, bus: Bus) -> None:
        self._bus = bus
        self._connected = True
        for write in self._first:
            write(bus)

    def let_go(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.cleanup()

    def command(self, *command: int) -> None:
        self._write(lambda bus: bus.command(*command))

    def data(self, data: list[int]) -> None:
        self._write(lambda bus: bus.data(data))

    def cleanup(self) -> None:
        """luma's own, when Python ends; the bus is closed by then."""

    def _write(self, write: Callable[[Bus], None]) -> None:
        if not self._connected:
            self._first.append(write)
        elif self._bus is None:
            raise OSError(errno.ENODEV, "the panel is closed")
        else:
            write(self._bus)


class _I2c:
    """A panel on I²C that can also be read: luma only writes."""

    def __init__(self, settings: PanelSettings, port: int) -> None:
        from luma.core.interface.serial import i2c
        from smbus2 import SMBus

        self._address = settings.address
        self._bus: Bus = i2c(port=port, address=settings.address)  # `bus=` would send 32 bytes at a time
        try:
            self._ear = SMBus(port)
        except BaseException:
            self._bus.cleanup()
            raise
        self.command = self._bus.command
        self.data = self._bus.data

    def is_off(self) -> bool:
        return bool(self._ear.read_byte(self._address) & IS_OFF)

    def tells_the_truth(self) -> bool:
        """Asked of a chip that has just been switched on: some copies of it cannot be read, and answer anything."""
        with suppress(OSError):
            return not self.is_off()
        return False

    def cleanup(self) -> None:
        self._ear.close()
        self._bus.cleanup()


class _Spi:
    """A panel on SPI, with the pins that it may share with its neighbours: the first to open resets them all."""

    def __init__(self, name: str, settings: PanelSettings, pins: SpiPins) -> None:
        from luma.core.interface.serial import spi

        self._pins = pins
        self._held: list[int] = []
        try:
            self._hold(name, settings.data_pin)
            reset = settings.reset_pin if self._hold(name, settings.reset_pin) else None
            self._bus = spi(
                port=settings.spi, device=settings.chip_select, gpio=pins, gpio_DC=settings.data_pin, gpio_RST=reset
            )
        except BaseException:
            self._release()
            raise
        self.command = self._bus.command
        self.data = self._bus.data

    def cleanup(self) -> None:
        self._release()
        self._bus.cleanup()

    def _hold(self, name: str, pin: int) -> bool:
        first = self._pins.hold(name, pin)
        self._held.append(pin)
        return first

    def _release(self) -> None:
        while self._held:
            self._pins.release(self._held.pop())
