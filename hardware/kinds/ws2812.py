"""LED grids straight on the Pi, with no board in between: WS2812 strips, one chain for all seats.

A chain begins at MOSI of SPI, on any Pi, where each of its bits becomes eight bits; or at any pin of a Pi 5, where the
kernel's driver ws2812-pio takes colours. Neither has replies, so nobody can tell whether a strip is there.
"""

import errno
import os
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from firmware_host.frozen import frozen
from firmware_host.texts.text import NOTHING, Text, say, verbatim
from hardware.kinds.kind import GridKind, GridSettings, Library, Mistake, Needs, Shared, Wire
from hardware.kinds.leds import grid_mistakes, how_much_they_draw, ways_to_stand, wire_colours
from hardware.names import DeviceName
from hardware.ports import DeviceLost, GridFrame
from hardware.workbench.findings import Finding, note, wrong

if TYPE_CHECKING:
    from hardware.config.settings import TableSettings
    from hardware.workbench.machine import Machine

# At this speed, which every Pi's clock can be divided to, a bit takes 160 ns. The data sheet wants 0.4 µs high and
# 0.85 µs low for a zero, 0.8 and 0.45 for a one, each within 0.15 µs; and newer strips at most 0.38 µs high for a zero.
HERTZ = 6_250_000
ZERO, ONE = 0b11000000, 0b11111000  # 0.32 and 0.96 µs; 0.8 and 0.48 µs
LATCH = bytes(235)  # 300 µs low; newer strips want 280
AT_ONCE = 4096  # what spidev sends without a pause, and a pause would end the frame
BITS = tuple(bytes(ONE if byte >> bit & 1 else ZERO for bit in range(7, -1, -1)) for byte in range(256))
MOST = (AT_ONCE - len(LATCH)) // 24  # LEDs on one chain

MOSI = {0: 10, 1: 20}  # by bus
RAW = b"\0"  # to ws2812-pio: pass colours on as they are. They have their brightness and gamma already.


# ── settings ─────────────────────────────────────────────────────────────────────────────────────


@frozen
class Ws2812GridSettings(GridSettings):
    """A grid on a chain that begins at a pin of the Pi."""

    protocol: Literal["ws2812"] = "ws2812"
    spi: int = 0
    device: str = ""  # of ws2812-pio, in place of SPI: /dev/leds0
    first: int = 0  # how many LEDs of the chain come before this grid

    @property
    def leds(self) -> range:
        return range(self.first, self.first + self.width * self.height)

    @property
    def chain(self) -> str:
        """What the chain begins at. All grids with the same are on it."""
        return self.device or f"spi-{self.spi}"


def _mistakes(grid: Ws2812GridSettings, _table: "TableSettings") -> Iterator[Mistake]:
    yield from grid_mistakes(grid)
    if grid.device:
        yield from _device_mistakes(grid)
        return
    if grid.spi not in MOSI:
        yield Mistake(say("a chain of LEDs can be on SPI 0 (GPIO 10) or on SPI 1 (GPIO 20)."), "spi")
    if grid.first < 0 or grid.leds.stop > MOST:
        yield Mistake(
            say(
                "a chain can have at most {most} LEDs: spidev sends no more at once. Use SPI 1 for the others.",
                most=MOST,
            ),
            "first",
        )


def _device_mistakes(grid: Ws2812GridSettings) -> Iterator[Mistake]:
    if not grid.device.startswith("/dev/"):
        named = say("device must be a path, such as /dev/leds0; `ls /dev/leds*` lists them.")
        yield Mistake(named, "device")
    if grid.first < 0:
        yield Mistake(say("first must be 0 or more."), "first")


def _wires(grid: Ws2812GridSettings) -> Iterator[Wire]:
    """The strip takes everything on MOSI for colours, so no panel can be on its bus. Other grids are on its chain."""
    use = f"chain-{grid.chain}"
    if grid.device:
        yield Wire(verbatim(grid.device), "device", use, (use,))
        return
    yield Wire(say("SPI {bus}", bus=grid.spi), "spi", use, (use,))
    if grid.spi in MOSI:
        yield Wire(say("GPIO {pin}", pin=MOSI[grid.spi]), "MOSI", use, (use,), fixed=True)


def _clash(one: Ws2812GridSettings, other: Ws2812GridSettings, others_place: Text) -> Text:
    if one.chain != other.chain or one.leds.stop <= other.leds.start or other.leds.stop <= one.leds.start:
        return NOTHING
    return say(
        "these LEDs belong to {other}, too. If this grid comes behind it on the chain, write first = {first}.",
        other=others_place,
        first=other.leds.stop,
    )


# ── driver ───────────────────────────────────────────────────────────────────────────────────────


class Pin(Protocol):
    """Where a chain begins."""

    def open(self) -> None: ...
    def send(self, colours: bytes) -> None:
        """Three bytes for each LED of the whole chain: red, green, blue."""

    def close(self) -> None: ...


def in_grb(colours: bytes) -> bytes:
    """Strips want green first."""
    return bytes(
        chain.from_iterable((colours[led + 1], colours[led], colours[led + 2]) for led in range(0, len(colours), 3))
    )


class SpiPin:
    """MOSI of a bus."""

    def __init__(self, spi: int) -> None:
        self._spi = spi
        self._bus: Any = None

    def open(self) -> None:
        from spidev import SpiDev  # type: ignore[import-not-found, import-untyped, unused-ignore]  # no types

        bus = SpiDev()
        bus.open(self._spi, 0)
        bus.mode, bus.max_speed_hz = 0, HERTZ
        self._bus = bus

    def send(self, colours: bytes) -> None:
        self._bus.writebytes2(b"".join(map(BITS.__getitem__, in_grb(colours))) + LATCH)

    def close(self) -> None:
        self._bus.close()


def in_rgbw(colours: bytes) -> bytes:
    """ws2812-pio takes four bytes for each LED and sends green first by itself; the fourth is for white LEDs."""
    return b"".join(colours[led : led + 3] + b"\0" for led in range(0, len(colours), 3))


class PioPin:
    """A pin of a Pi 5 behind the kernel's driver. Every write begins at the first LED: it has no other place."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._file = -1

    def open(self) -> None:
        self._file = os.open(self._device, os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.pwrite(self._file, RAW, 0)
        except OSError:
            self.close()
            raise

    def send(self, colours: bytes) -> None:
        os.pwrite(self._file, in_rgbw(colours), 0)

    def close(self) -> None:
        os.close(self._file)


class Chain:
    """All LEDs behind one pin. A frame goes through those before it, so whoever shows something sends all of them."""

    def __init__(self, pin: Pin) -> None:
        self._pin = pin
        self._colours = bytearray()
        self._users = 0
        self._open = False

    def hold(self, leds: range) -> None:
        self._open_pin()
        self._users += 1
        self._colours.extend(bytes(max(0, 3 * leds.stop - len(self._colours))))

    def release(self) -> None:
        self._users -= 1
        if not self._users:
            self._close_pin()

    def show(self, leds: range, colours: bytes) -> None:
        self._colours[3 * leds.start : 3 * leds.stop] = colours
        self._open_pin()
        try:
            self._pin.send(bytes(self._colours))
        except OSError:
            self._close_pin()  # others still hold it, and whoever sends next tries anew
            raise

    def _open_pin(self) -> None:
        if not self._open:
            self._pin.open()
            self._open = True

    def _close_pin(self) -> None:
        if self._open:
            self._open = False
            self._pin.close()


class Ws2812Grid:
    """The LEDs of one seat. Writing blocks for some milliseconds, on the thread of the bus."""

    def __init__(self, name: str, settings: Ws2812GridSettings, chain: Chain) -> None:
        self._name = name
        self._settings = settings
        self._chain = chain
        self._colours: Callable[[GridFrame], bytes] = wire_colours(settings)
        self._held = False

    def open(self) -> None:
        try:
            self._chain.hold(self._settings.leds)
        except ImportError as error:
            raise DeviceLost(self._name, say("spidev is missing: `sudo apt install python3-spidev`.")) from error
        except OSError as error:
            raise DeviceLost(self._name, _why_not(self._settings, error)) from error
        self._held = True

    def show(self, frame: GridFrame) -> None:
        try:
            self._chain.show(self._settings.leds, self._colours(frame))
        except OSError as error:
            raise DeviceLost(self._name, _why_not(self._settings, error)) from error

    def dim(self, contrast: float) -> None:
        """A grid has no contrast of its own: its frames and its settings say how bright it is."""

    def close(self) -> None:
        if self._held:
            self._held = False
            self._chain.release()


def _why_not(grid: Ws2812GridSettings, error: OSError) -> Text:
    return _why_no_device(grid, error) if grid.device else _why_no_bus(grid.spi, error)


def _why_no_device(grid: Ws2812GridSettings, error: OSError) -> Text:
    if isinstance(error, PermissionError):
        return say(
            "this user may not use {device}. Run `sudo usermod -aG gpio $USER`, then log out and in again.",
            device=grid.device,
        )
    if error.errno in (errno.ENOSPC, errno.EFBIG):
        return say(
            "{device} has fewer LEDs than this chain. Add them up over all seats, write `num_leds=` in config.txt, "
            "then restart the Pi.",
            device=grid.device,
        )
    return say(
        "there is no {device}. On a Pi 5, add `dtoverlay=ws2812-pio,gpio=18,num_leds=…` to config.txt, then restart "
        "it. Other models have SPI.",
        device=grid.device,
    )


def _why_no_bus(spi: int, error: OSError) -> Text:
    if isinstance(error, PermissionError):
        return say("this user may not use SPI. Run `sudo usermod -aG spi $USER`, then log out and in again.")
    if spi == 1:
        return say("there is no SPI 1. Add `dtoverlay=spi1-1cs` to config.txt, then restart the Pi.")
    return say("SPI is off: there is no /dev/spidev…. Run `sudo raspi-config nonint do_spi 0`, then restart the Pi.")


def _driver(name: DeviceName, settings: Ws2812GridSettings, shared: Shared) -> Ws2812Grid:
    if settings.chain not in shared.chains:
        pin: Pin = PioPin(settings.device) if settings.device else SpiPin(settings.spi)
        shared.chains[settings.chain] = Chain(pin)
    return Ws2812Grid(name, settings, shared.chains[settings.chain])


def _bus(grid: Ws2812GridSettings, _sysfs: Path) -> str:
    return grid.chain


# ── for the doctor ───────────────────────────────────────────────────────────────────────────────


def _ask(name: DeviceName, grid: Ws2812GridSettings, _table: "TableSettings", machine: "Machine") -> Finding:
    node = machine.dev / (grid.device.removeprefix("/dev/") or f"spidev{grid.spi}.0")
    if not node.exists():
        return wrong(name, _why_not(grid, FileNotFoundError()))
    if not os.access(node, os.W_OK):
        return wrong(name, _why_not(grid, PermissionError()))
    return note(
        name,
        say(
            "{bus} is there, but LEDs have no replies. To see whether they are lit: `wordtable try {seat}`.",
            bus=node.name,
            seat=name.seat or 0,
        ),
    )


def _where(grid: Ws2812GridSettings) -> Text:
    first, last = grid.first, grid.leds.stop - 1
    if grid.device:
        return say("LEDs {first} to {last} of {device}", first=first, last=last, device=grid.device)
    return say("LEDs {first} to {last} on GPIO {pin}", first=first, last=last, pin=MOSI[grid.spi])


KIND = GridKind[Ws2812GridSettings](
    names=("ws2812",),
    settings=Ws2812GridSettings,
    needs=Needs(("spi", "gpio"), (Library("spidev", "spidev"),)),
    mistakes=_mistakes,
    wires=_wires,
    clash=_clash,
    bus=_bus,
    driver=_driver,
    ask=_ask,
    remarks=how_much_they_draw,
    ways=ways_to_stand,
    where=_where,
)
