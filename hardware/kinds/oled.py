"""OLED panels, whatever their bus: their chips, and a driver that uses luma.oled."""

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Literal, Protocol, TypeVar

from firmware_host.frozen import frozen, replace
from firmware_host.texts.text import Text, one_of, say
from hardware.kinds.i2c_buses import NOT_ALLOWED
from hardware.kinds.kind import Library, Mistake, PanelSettings
from hardware.ports import DeviceLost, PanelFrame

PanelChip = Literal["ssd1306", "sh1106", "ssd1309", "ssd1331", "ssd1351"]
# The sizes that luma's drivers of these chips support; the first is the usual one.
PANEL_SIZES: dict[PanelChip, tuple[tuple[int, int], ...]] = {
    "ssd1306": ((128, 64), (128, 32), (96, 16), (64, 48), (64, 32)),
    "ssd1309": ((128, 64), (128, 32), (96, 16), (64, 48), (64, 32)),
    "sh1106": ((128, 64), (128, 32)),
    "ssd1331": ((96, 64),),
    "ssd1351": ((128, 128), (128, 96), (96, 96)),
}
COLOUR_CHIPS = ("ssd1331", "ssd1351")
LUMA = Library("luma.oled")
NO_SUCH_BUS = (errno.ENOENT, errno.ENODEV, errno.ENXIO)


# ── settings ─────────────────────────────────────────────────────────────────────────────────────


@frozen
class OledSettings(PanelSettings):
    """What OLED panels have, on I²C or on SPI."""

    chip: PanelChip = "ssd1306"

    @property
    def colour(self) -> bool:
        return self.chip in COLOUR_CHIPS


O = TypeVar("O", bound=OledSettings)  # noqa: E741  # an OLED's
IS_OFF = 0x40  # the bit of a chip's status that says so


def oled_mistakes(panel: OledSettings) -> Iterator[Mistake]:
    if (panel.width, panel.height) not in PANEL_SIZES[panel.chip]:
        sizes = one_of(say("{width} by {height}", width=w, height=h) for w, h in PANEL_SIZES[panel.chip])
        yield Mistake(say("the {chip} has {sizes} pixels: give its width and height.", chip=panel.chip, sizes=sizes))
    if not 0 <= panel.contrast <= 255:
        yield Mistake(say("contrast must be from 0 to 255."), "contrast")


def ways_to_stand(panel: O) -> Sequence[O]:
    """In which ways a panel that was found may be turned, with either of the chips that look the same on a bus."""
    upside_down = replace(panel, rotation=180)
    return [panel, replace(panel, chip="sh1106"), upside_down, replace(upside_down, chip="sh1106")]


# ── driver ───────────────────────────────────────────────────────────────────────────────────────


class Bus(Protocol):
    """What luma calls a serial interface."""

    def command(self, *command: int) -> None: ...
    def data(self, data: list[int]) -> None: ...
    def cleanup(self) -> None: ...


class OledDriver:
    """One panel. It blocks for as long as its wires are slow, so it belongs on the lane of its bus."""

    bus_kind: str  # i2c or spi: what the kernel's group and the switch in raspi-config are called
    library: Library

    def __init__(self, name: str, settings: OledSettings) -> None:
        self._name = name
        self._oled = settings
        self._wire = _Wire()
        self._chip: Any = None  # luma's; it has no types
        self._answers = False

    def open(self) -> None:
        from luma.core.framebuffer import diff_to_previous

        with self._in_sentences():
            if self._chip is None:
                self._chip = self._made()
            bus = self._connected()
        if self._oled.colour:
            self._chip.framebuffer = diff_to_previous()  # colour chips get only what has changed: now, all has
        with self._in_sentences(talking=True):
            self._wire.connect(bus)
            self._chip.contrast(self._oled.contrast)

    def show(self, frame: PanelFrame) -> None:
        from PIL import Image

        image = Image.frombytes(frame.mode, frame.size, frame.pixels)
        with self._in_sentences(talking=True):
            self._chip.display(image.convert(self._chip.mode, dither=Image.Dither.NONE))

    def dim(self, contrast: float) -> None:
        level = round(self._oled.contrast * max(0.0, min(contrast, 1.0)))
        with self._in_sentences(talking=True):
            self._chip.contrast(level)

    def probe(self) -> None:
        """Nothing can be asked, unless the bus allows it."""

    def close(self) -> None:
        """Dark, if it listens: by one short command, because a dark frame would take a thousand bytes."""
        if self._answers:
            with suppress(DeviceLost), self._in_sentences(talking=True):
                self._chip.hide()
        self._answers = False
        with suppress(OSError):
            self._wire.let_go()

    def _made(self) -> Any:
        """luma's object for the chip is made once: each leaves behind a hook for the end of Python.

        luma turns the picture; a panel that stands turned to the right needs it turned to the left.
        """
        from luma.oled import device as chips

        turns = -self._oled.rotation // 90 % 4
        chip = getattr(chips, self._oled.chip)
        made = chip(self._wire, width=self._oled.width, height=self._oled.height, rotate=turns)
        made.persist = True  # that hook would write to a bus that was closed long before
        return made

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

    def _why_no_bus(self, error: Exception) -> Text:
        from luma.core.error import DeviceNotFoundError, DevicePermissionError

        number = getattr(error, "errno", None)
        if isinstance(error, ImportError):
            return not_installed(self.library)
        if isinstance(error, DevicePermissionError) or number in NOT_ALLOWED:
            return say(
                "this user may not use {bus}. Run `sudo usermod -aG {group} $USER`, then log in again; the service has "
                "that group already.",
                bus=self._bus,
                group=self.bus_kind,
            )
        if isinstance(error, DeviceNotFoundError) or number in NO_SUCH_BUS:
            return say(
                "there is no {bus}. Switch it on with `sudo raspi-config nonint do_{kind} 0`, or for further buses "
                "with a dtoverlay in config.txt; then restart the Pi.",
                bus=self._bus,
                kind=self.bus_kind,
            )
        return say("{bus} cannot be opened ({error}). `wordtable doctor` checks it.", bus=self._bus, error=str(error))

    def _why_no_answer(self, error: Exception) -> Text:
        if getattr(error, "errno", None) == errno.ENODEV:
            return say("the adapter of {bus} is gone. Plug it in again, and the panel comes back.", bus=self._bus)
        return say(
            "{bus} does not work ({error}). Is the panel wired as the guide shows?", bus=self._bus, error=str(error)
        )

    # ── what each bus adds ───────────────────────────────────────────────────────────────────────

    def _connected(self) -> Bus:
        raise NotImplementedError

    @property
    def _bus(self) -> str:
        """What its bus is called."""
        raise NotImplementedError


def not_installed(library: Library) -> Text:
    return say(
        "{library} is not installed. Install it: `sudo apt install python3-{package}`.",
        library=library.name,
        package=library.package,
    )


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


class ReadableI2c:
    """A panel on I²C that can also be read: luma only writes."""

    def __init__(self, address: int, port: int) -> None:
        from luma.core.interface.serial import i2c
        from smbus2 import SMBus

        self._address = address
        self._bus: Bus = i2c(port=port, address=address)  # `bus=` would send 32 bytes at a time
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
        """Asked of a chip that has just been switched on: some copies cannot be read, and answer anything."""
        with suppress(OSError):
            return not self.is_off()
        return False

    def cleanup(self) -> None:
        self._ear.close()
        self._bus.cleanup()
