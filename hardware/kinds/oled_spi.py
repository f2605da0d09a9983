"""OLED panels on SPI. Nothing answers on it, so nobody can tell whether a panel is there."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from firmware_host.frozen import frozen
from firmware_host.texts.text import Text, all_of, say, sentences
from hardware.kinds.kind import Library, Mistake, Needs, PanelKind, Shared, Wire
from hardware.kinds.oled import LUMA, Bus, OledDriver, OledSettings, oled_mistakes, ways_to_stand
from hardware.kinds.pins import LIBRARIES, maker, pin_mistakes, pin_wire, take
from hardware.names import DeviceName
from hardware.ports import DeviceLost
from hardware.workbench.findings import Finding, in_use, well, wrong

if TYPE_CHECKING:
    from hardware.config.settings import TableSettings
    from hardware.workbench.machine import Machine

HEADER_PINS = {0: {7: "CE1", 8: "CE0", 9: "MISO", 10: "MOSI", 11: "SCLK"}}  # of the Pi's header, by bus
BUSES, SELECTS = range(7), range(3)  # that a Pi can have
SPIDEV = Library("spidev", "spidev")


# ── settings ─────────────────────────────────────────────────────────────────────────────────────


@frozen
class SpiPanelSettings(OledSettings):
    """A panel on SPI."""

    bus: Literal["spi"] = "spi"
    spi: int = 0
    chip_select: int = 0
    data_pin: int = 25  # D/C
    reset_pin: int = 24


def _mistakes(panel: SpiPanelSettings, _table: "TableSettings") -> Iterator[Mistake]:
    yield from oled_mistakes(panel)
    for setting, number, possible in (("spi", panel.spi, BUSES), ("chip_select", panel.chip_select, SELECTS)):
        if number not in possible:
            wrong_one = say("{setting} must be from 0 to {last}.", setting=setting, last=possible[-1])
            yield Mistake(sentences(wrong_one, say("`ls /dev/spidev*` lists what this Pi has.")), setting)
    yield from pin_mistakes(panel.data_pin, "data_pin")
    yield from pin_mistakes(panel.reset_pin, "reset_pin")


def _wires(panel: SpiPanelSettings) -> Iterator[Wire]:
    """Panels on one bus share its pins, and may share their data pin and their reset pin.

    The data pin may also be MISO, because no panel ever answers.
    """
    bus = f"spi-{panel.spi}"
    yield Wire(
        say("chip select {number} of SPI {bus}", number=panel.chip_select, bus=panel.spi),
    )
    for pin, printed in HEADER_PINS.get(panel.spi, {}).items():
        yield Wire(say("GPIO {pin}", pin=pin), printed, "MISO" if printed == "MISO" else bus, (bus, "MISO"), fixed=True)
    data, reset = f"data of {bus}", f"reset of {bus}"
    yield pin_wire(panel.data_pin, "data_pin", data, (data, "MISO"))
    yield pin_wire(panel.reset_pin, "reset_pin", reset, (reset,))


# ── driver ───────────────────────────────────────────────────────────────────────────────────────


class SpiOled(OledDriver):
    """A panel on SPI."""

    bus_kind = "spi"
    library = SPIDEV

    def __init__(self, name: str, settings: SpiPanelSettings, pins: "SpiPins | None" = None) -> None:
        super().__init__(name, settings)
        self._settings = settings
        self._pins = SpiPins() if pins is None else pins

    def _connected(self) -> Bus:
        return _Spi(self._name, self._settings, self._pins)

    @property
    def _bus(self) -> str:
        return f"SPI {self._settings.spi}.{self._settings.chip_select}"


class SpiPins:
    """The data and reset pins of the panels on one SPI bus, which may share them, as luma wants them.

    luma's own way needs another library on each kind of Pi, and takes the pins from all panels when one closes.
    """

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self) -> None:
        self._pins: dict[int, Any] = {}
        self._users: Counter[int] = Counter()

    def hold(self, device: str, pin: int) -> bool:
        """One more panel uses this pin; True if it is the first."""
        if not self._users[pin]:
            self._pins[pin] = take(device, pin, maker("DigitalOutputDevice"))
        self._users[pin] += 1
        return self._users[pin] == 1

    def release(self, pin: int) -> None:
        self._users[pin] -= 1
        if not self._users[pin]:
            self._pins.pop(pin).close()

    def setup(self, pin: int, direction: str) -> None:
        """luma's request for a pin, which it holds already."""

    def output(self, pin: int, level: bool) -> None:
        self._pins[pin].value = level


class _Spi:
    """A panel's bus, with the pins that it may share with its neighbours. The first to open resets them all."""

    def __init__(self, name: str, settings: SpiPanelSettings, pins: SpiPins) -> None:
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


def _driver(name: DeviceName, settings: SpiPanelSettings, shared: Shared) -> SpiOled:
    return SpiOled(name, settings, shared.spi_pins.setdefault(settings.spi, SpiPins()))


def _bus(panel: SpiPanelSettings, _sysfs: Path) -> str:
    return f"spi-{panel.spi}"


# ── for the doctor ───────────────────────────────────────────────────────────────────────────────


def _ask(name: DeviceName, panel: SpiPanelSettings, _table: "TableSettings", machine: "Machine") -> Finding:
    node = machine.dev / f"spidev{panel.spi}.{panel.chip_select}"
    if not node.exists():
        return wrong(name, _no_bus(node.name, machine))
    if not os.access(node, os.R_OK | os.W_OK):
        return wrong(
            name,
            say(
                "this user may not use {bus}. Run `sudo usermod -aG spi $USER`, then log out and in again.",
                bus=node.name,
            ),
        )
    for pin in (panel.data_pin, panel.reset_pin):
        try:
            machine.claim_pin(name, pin)
        except DeviceLost as lost:
            if not (machine.console_runs and in_use(lost)):
                return wrong(name, lost.say)
    return well(
        name,
        say(
            "{chip}: {bus} and its pins are there. SPI has no replies, so the panel itself cannot be checked.",
            chip=panel.chip,
            bus=node.name,
        ),
    )


def _no_bus(wanted: str, machine: "Machine") -> Text:
    others = sorted(each.name for each in machine.dev.glob("spidev*"))
    if others:
        return say(
            "there is no {bus}, only {others}. Is its dtoverlay in config.txt?", bus=wanted, others=all_of(others)
        )
    return say("SPI is off: there is no /dev/spidev…. Run `sudo raspi-config nonint do_spi 0`, then restart the Pi.")


def _where(panel: SpiPanelSettings) -> Text:
    return say("chip select {number} of SPI {bus}", number=panel.chip_select, bus=panel.spi)


KIND = PanelKind[SpiPanelSettings](
    names=("spi",),
    settings=SpiPanelSettings,
    mistakes=_mistakes,
    wires=_wires,
    driver=_driver,
    bus=_bus,
    can_be_probed=False,
    needs=Needs(("spi", "gpio"), (LUMA, SPIDEV, *LIBRARIES)),
    ask=_ask,
    ways=ways_to_stand,
    where=_where,
)
