"""OLED panels and the private screen: luma.oled on I²C, multiplexer channels included, and on SPI."""

import errno
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from PIL import Image

from hardware.ports import DeviceLost, PanelFrame
from hardware.settings import PanelSettings

SYSFS = Path("/sys/bus/i2c/devices")
NO_SUCH_DEVICE = (errno.ENOENT, errno.ENODEV, errno.ENXIO)
NOT_ALLOWED = (errno.EACCES, errno.EPERM)

# What luma calls a serial interface; it is made by `connect_i2c` and `connect_spi`, or by a test over its own wire.
Connect = Callable[[PanelSettings, int], Any]


class PanelDriver:
    """One panel. Its work blocks for as long as its wires are slow, so it belongs on a lane of its own adapter."""

    def __init__(self, name: str, settings: PanelSettings, connect: Connect | None = None, sysfs: Path = SYSFS) -> None:
        self.name = name
        self._settings = settings
        self._connect = connect or (connect_i2c if settings.bus == "i2c" else connect_spi)
        self._sysfs = sysfs
        self._device: Any = None

    @property
    def size(self) -> tuple[int, int]:
        width, height = self._settings.width, self._settings.height
        return (height, width) if self._settings.rotation in (90, 270) else (width, height)

    @property
    def colour(self) -> bool:
        return self._settings.chip in ("ssd1331", "ssd1351")

    def open(self) -> None:
        from luma.core.error import Error
        from luma.oled import device as chips

        port = self._port()
        try:
            wire = self._connect(self._settings, port)
            chip = getattr(chips, self._settings.chip)
            self._device = chip(
                wire, width=self._settings.width, height=self._settings.height, rotate=self._settings.rotation // 90
            )
            self._device.persist = True  # luma would blank it when Python ends: the console says what it shows last
            self._device.contrast(self._settings.contrast)
        except (Error, OSError) as error:
            raise self._lost(error, port) from None

    def show(self, frame: PanelFrame) -> None:
        image = Image.frombytes(frame.mode, frame.size, frame.pixels)
        self._work(lambda device: device.display(image.convert(device.mode)))

    def dim(self, contrast: float) -> None:
        level = round(self._settings.contrast * max(0.0, min(contrast, 1.0)))
        self._work(lambda device: device.contrast(level))

    def close(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            with suppress(Exception):  # it may be gone already, and there is nobody to tell
                device.cleanup()

    def _work(self, work: Callable[[Any], object]) -> None:
        from luma.core.error import Error

        try:
            work(self._device)
        except (Error, OSError) as error:
            raise self._lost(error, self._port()) from None

    def _port(self) -> int:
        """The number of the bus: the adapter's own, or that of the multiplexer's channel, which the kernel chose."""
        panel = self._settings
        if panel.bus == "spi":
            return panel.spi
        if panel.multiplexer is None or panel.channel is None:
            return panel.i2c
        channel = self._sysfs / f"{panel.i2c}-{panel.multiplexer:04x}" / f"channel-{panel.channel}"
        try:
            return int(channel.resolve(strict=True).name.removeprefix("i2c-"))
        except (OSError, ValueError):
            raise DeviceLost(
                self.name,
                f"the multiplexer at {panel.multiplexer:#x} on i2c-{panel.i2c} has no channel {panel.channel}. Is "
                f"«dtoverlay=i2c-mux,pca9548,addr={panel.multiplexer:#x}» in the Pi's config.txt?",
            ) from None

    def _lost(self, error: Exception, port: int) -> DeviceLost:
        from luma.core.error import DeviceNotFoundError, DevicePermissionError

        panel, number = self._settings, getattr(error, "errno", None)
        if panel.bus == "spi":
            bus, switch = f"SPI {panel.spi}.{panel.chip_select}", "do_spi"
        else:
            bus, switch = f"i2c-{port}", "do_i2c"
        if isinstance(error, DevicePermissionError) or number in NOT_ALLOWED:
            group = panel.bus
            say = f"this user may not use {bus}. Put them in its group: sudo adduser $USER {group}, and log in again."
        elif "not found on address" in str(error) or number in (errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT):
            where = f"channel {panel.channel} of the multiplexer" if panel.channel is not None else "it"
            say = (
                f"nothing answers at {panel.address:#x} on {bus}. Is {where} wired? "
                f"`wordtable doctor {self.name.split('.')[0]}` shows what does answer."
            )
        elif isinstance(error, DeviceNotFoundError) or number in NO_SUCH_DEVICE:
            say = f"there is no {bus}. Switch it on: sudo raspi-config nonint {switch} 0, and start the Pi again."
        else:
            say = f"{bus} does not work ({error}). Is the panel wired as the guide says?"
        return DeviceLost(self.name, say)


def connect_i2c(settings: PanelSettings, port: int) -> Any:
    from luma.core.interface.serial import i2c

    return i2c(port=port, address=settings.address)  # `bus=` would send 32 bytes at a time


def connect_spi(settings: PanelSettings, port: int) -> Any:
    from luma.core.error import UnsupportedPlatform
    from luma.core.interface.serial import spi

    try:
        return spi(port=port, device=settings.chip_select, gpio_DC=settings.data_pin, gpio_RST=settings.reset_pin)
    except (UnsupportedPlatform, ImportError, RuntimeError) as error:
        raise OSError(f"no pins for SPI here: {error}") from None
