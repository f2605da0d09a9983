"""OLED panels on I²C, also behind a multiplexer, and on adapters that are plugged into USB."""

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any, Literal

from firmware_host.frozen import frozen, replace
from firmware_host.texts.text import NOTHING, Text, say, sentences
from hardware.kinds.i2c_buses import (
    MULTIPLEXERS,
    PANEL_ADDRESSES,
    I2cPlace,
    answers,
    bus_number,
    buses,
    i2c_sysfs,
    no_access,
    no_bus,
    place_of,
    shared_adapter,
    speed,
    who_answers,
)  # fmt: skip
from hardware.kinds.kind import SYSFS, Library, Mistake, Needs, PanelKind, Shared, Wire
from hardware.kinds.oled import (
    COLOUR_CHIPS,
    LUMA,
    Bus,
    OledDriver,
    OledSettings,
    ReadableI2c,
    not_installed,
    oled_mistakes,
    ways_to_stand,
)  # fmt: skip
from hardware.kinds.pins import maker, pin_mistakes, pin_wire, take
from hardware.names import DeviceName
from hardware.ports import DeviceLost
from hardware.workbench.findings import Finding, note, well, wrong

if TYPE_CHECKING:
    from hardware.config.settings import TableSettings
    from hardware.workbench.machine import Machine

ADDRESSES = range(0x08, 0x78)
PRINTED = (0x78, 0x7A)  # on panels, as the byte on the wire with its bit for writing
LAST_CHANNEL = 7
HEADER_PINS = {1: {2: "SDA", 3: "SCL"}}  # of the Pi's header, by bus
NO_OPERATION = 0xE3  # a command of every monochrome chip
# What adapters say when no chip acknowledges: the Pi's own, bit-banged ones, and those whose wires are held down.
NO_ANSWER = (errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT, errno.EAGAIN)
SLOW = 100_000  # hertz: what a Pi has unless its config.txt says otherwise
BYTES_A_FRAME = 1034
RESET_LASTS = 0.001  # seconds; the data sheets of these chips want 3 µs, and luma takes the same
SMBUS = Library("smbus2", "smbus2")


# ── settings ─────────────────────────────────────────────────────────────────────────────────────


@frozen
class I2cPanelSettings(OledSettings):
    """A panel on I²C."""

    bus: Literal["i2c"] = "i2c"
    i2c: int = 1  # the adapter, unless it is
    usb: str = ""  # in this socket
    address: int = 0x3C
    multiplexer: int | None = None  # its address on that adapter
    channel: int | None = None  # of the multiplexer
    reset_pin: int | None = None  # most panels reset themselves; many with an SSD1309 do not

    @property
    def place(self) -> I2cPlace:
        return I2cPlace(self.i2c, self.usb, self.multiplexer, self.channel)

    @property
    def adapter(self) -> str:
        return self.place.adapter


def _mistakes(panel: I2cPanelSettings, _table: "TableSettings") -> Iterator[Mistake]:
    if panel.address in PRINTED:
        seven = say(
            "{printed}, as it is printed on the board, is the address with one bit more: write {right}.",
            printed=f"0x{panel.address:02X}",
            right=f"0x{panel.address // 2:02X}",
        )
        yield Mistake(seven, "address")
    elif panel.address not in ADDRESSES:
        yield Mistake(say("address must be from 0x08 to 0x77; panels usually have 0x3C or 0x3D."), "address")
    if panel.i2c < 0:
        yield Mistake(say("i2c must be the number of a bus, such as 1. `i2cdetect -l` lists them."), "i2c")
    if (panel.multiplexer is None) != (panel.channel is None):
        yield Mistake(say("a multiplexer and its channel go together: give both or neither."))
    if panel.multiplexer is not None and panel.multiplexer not in MULTIPLEXERS:
        yield Mistake(say("a multiplexer's address must be from 0x70 to 0x77."), "multiplexer")
    if panel.channel is not None and not 0 <= panel.channel <= LAST_CHANNEL:
        yield Mistake(say("a multiplexer has channels 0 to {last}.", last=LAST_CHANNEL), "channel")
    if panel.chip in COLOUR_CHIPS:
        yield Mistake(say('the {chip} is on SPI: write bus = "spi".', chip=panel.chip))
    if panel.reset_pin is not None:
        yield from pin_mistakes(panel.reset_pin, "reset_pin")
    yield from oled_mistakes(panel)


def _wires(panel: I2cPanelSettings) -> Iterator[Wire]:
    """The pins of the header that its bus is on. Panels on one bus share them. A reset would blank a neighbour."""
    if panel.reset_pin is not None:
        yield pin_wire(panel.reset_pin, "reset_pin")
    for pin, printed in {} if panel.usb else HEADER_PINS.get(panel.i2c, {}).items():
        yield Wire(say("GPIO {pin}", pin=pin), printed, panel.adapter, (panel.adapter,), fixed=True)


def _clash(panel: I2cPanelSettings, other: I2cPanelSettings, others_place: Text) -> Text:
    """Two panels that would receive each other's frames, and so each other's secrets.

    At one address of one adapter all do, except on different channels of one multiplexer. A panel on the adapter's own
    wires receives everything that passes, and a multiplexer leaves its last channel open while another is spoken to.
    """
    if (panel.adapter, panel.address) != (other.adapter, other.address):
        return NOTHING
    address, adapter = f"{panel.address:#x}", panel.adapter
    if panel.multiplexer != other.multiplexer:
        return say(
            "address {address} on {adapter} is already used by {other}. A multiplexer separates only its own "
            "channels, so each panel would also show what belongs on the other. Move one to another address or "
            "adapter.",
            address=address,
            adapter=adapter,
            other=others_place,
        )
    if panel.channel != other.channel:
        return NOTHING
    if panel.multiplexer is None or panel.channel is None:
        return say(
            "address {address} on {adapter} is already used by {other}.",
            address=address,
            adapter=adapter,
            other=others_place,
        )
    return say(
        "address {address} on {adapter}, behind channel {channel} of multiplexer {multiplexer}, is already used by "
        "{other}.",
        address=address,
        adapter=adapter,
        channel=panel.channel,
        multiplexer=f"{panel.multiplexer:#x}",
        other=others_place,
    )


# ── driver ───────────────────────────────────────────────────────────────────────────────────────


class I2cOled(OledDriver):
    """A panel on I²C, which can be asked whether it is still there."""

    bus_kind = "i2c"
    library = SMBUS

    def __init__(self, name: str, settings: I2cPanelSettings, sysfs: Path = SYSFS) -> None:
        super().__init__(name, settings)
        self._settings = settings
        self._sysfs = sysfs
        self._connection: ReadableI2c | None = None
        self._is_off: Callable[[], bool] | None = None  # where the chip can be asked
        self._reset: Any = None  # gpiozero's

    def open(self) -> None:
        super().open()
        connection = self._connection
        self._is_off = connection.is_off if connection is not None and connection.tells_the_truth() else None

    def probe(self) -> None:
        """A panel that was pulled and put back since the last probe answers as if nothing had happened, but is off."""
        with self._in_sentences(talking=True):
            off = self._is_off() if self._is_off else self._chip.command(NO_OPERATION)
        if off:
            raise DeviceLost(self._name, say("it lost its power for a moment. Is its plug loose?"))

    def close(self) -> None:
        super().close()
        if self._reset is not None:
            self._reset.close()
            self._reset = None

    def _pulse(self) -> None:
        """Low for a moment. From then on the pin keeps it high, so it is held until the panel is closed."""
        if self._settings.reset_pin is None:
            return
        if self._reset is None:
            self._reset = take(self._name, self._settings.reset_pin, maker("DigitalOutputDevice"))
        self._reset.off()
        sleep(RESET_LASTS)
        self._reset.on()
        sleep(RESET_LASTS)

    def _connected(self) -> Bus:
        self._pulse()
        self._connection = ReadableI2c(self._settings.address, self._port())
        return self._connection

    def _port(self) -> int:
        return bus_number(self._name, self._settings.place, self._sysfs)

    def _why_no_answer(self, error: Exception) -> Text:
        from luma.core.error import DeviceNotFoundError

        number = getattr(error, "errno", None)
        if number == errno.ENODEV or not (isinstance(error, DeviceNotFoundError) or number in NO_ANSWER):
            return super()._why_no_answer(error)
        panel, owner = self._settings, DeviceName.parse(self._name).owner
        if panel.channel is None:
            return say(
                "nothing answers at {address} on {bus}. Is it wired? `wordtable doctor {owner}` shows what does "
                "answer.",
                address=f"{panel.address:#x}",
                bus=self._bus,
                owner=owner,
            )
        return say(
            "nothing answers at {address} on {bus}. Is channel {channel} of the multiplexer wired? `wordtable doctor "
            "{owner}` shows what does answer.",
            address=f"{panel.address:#x}",
            bus=self._bus,
            channel=panel.channel,
            owner=owner,
        )

    @property
    def _bus(self) -> str:
        with suppress(DeviceLost):
            return f"i2c-{self._port()}"
        return self._settings.adapter


def _driver(name: DeviceName, settings: I2cPanelSettings, shared: Shared) -> I2cOled:
    return I2cOled(name, settings, shared.sysfs)


def _bus(panel: I2cPanelSettings, sysfs: Path) -> str:
    return panel.usb or f"i2c-{shared_adapter(panel.i2c, sysfs)}"


# ── for the doctor ───────────────────────────────────────────────────────────────────────────────


def _ask(name: DeviceName, panel: I2cPanelSettings, _table: "TableSettings", machine: "Machine") -> Finding:
    if not panel.usb and panel.i2c not in buses(machine):
        return wrong(name, no_bus(panel.i2c, machine))
    try:
        bus = bus_number(name, panel.place, i2c_sysfs(machine))
    except DeviceLost as lost:
        more = _multiplexer_answers(name, panel, machine)
        return wrong(name, lost.say if more == NOTHING else sentences(lost.say, more))
    try:
        there = list(answers(machine, bus))
    except ImportError:
        return wrong(name, not_installed(SMBUS))
    except OSError as error:
        return wrong(name, no_access(bus, error))
    mine = next((answer for answer in there if answer.address == panel.address), None)
    address, called = f"{panel.address:#x}", f"i2c-{bus}"
    if mine is None:
        return wrong(name, sentences(_silent(panel, address, called), who_answers(there)))
    if mine.kernel:
        return wrong(
            name,
            say(
                "the kernel's own driver is using {address} on {bus}. Remove its dtoverlay from config.txt.",
                address=address,
                bus=called,
            ),
        )
    return well(name, say("{chip}: answers at {address} on {bus}.", chip=panel.chip, address=address, bus=called))


def _silent(panel: I2cPanelSettings, address: str, bus: str) -> Text:
    if panel.channel is None:
        return say(
            "nothing answers at {address} on {bus}. Is it wired, and does it have power?", address=address, bus=bus
        )
    return say(
        "nothing answers at {address} on {bus}. Is channel {channel} of the multiplexer wired, and does the panel have "
        "power?",
        address=address,
        bus=bus,
        channel=panel.channel,
    )


def _multiplexer_answers(name: DeviceName, panel: I2cPanelSettings, machine: "Machine") -> Text:
    """Whether the multiplexer itself is wired, when the kernel does not know it."""
    before_it = replace(panel.place, multiplexer=None, channel=None)
    try:
        there = list(answers(machine, bus_number(name, before_it, i2c_sysfs(machine))))
    except (DeviceLost, OSError, ImportError):
        return NOTHING
    if any(answer.address == panel.multiplexer for answer in there):
        return say("The multiplexer itself answers, so only the overlay is missing.")
    return sentences(say("The multiplexer itself does not answer either."), who_answers(there))


def _remarks(panels: Sequence[I2cPanelSettings], machine: "Machine") -> Iterator[Finding]:
    """What could be better about the adapters that the table calls by number."""
    for bus in sorted({panel.i2c for panel in panels if not panel.usb}):
        if speed(machine, bus) == SLOW:
            yield note(
                f"i2c-{bus}",
                say(
                    "runs at 100 kHz, so a panel takes {milliseconds} ms to show a picture. "
                    "`dtparam=i2c_arm_baudrate=400000` in the Pi's config.txt makes it four times as fast.",
                    milliseconds=round(BYTES_A_FRAME * 9 / SLOW * 1000),
                ),
            )
        if socket := place_of(machine, bus).usb:
            yield note(
                f"i2c-{bus}",
                say(
                    "is on USB, where another adapter may get this number next time; a panel would then show "
                    'another panel\'s picture. Write `usb = "{socket}"` instead of `i2c = {bus}`.',
                    socket=socket,
                    bus=bus,
                ),
            )


def _plugged_in(machine: "Machine") -> Iterator[Finding]:
    if found := buses(machine):
        yield note("i2c", say("these buses are on:"), tuple(_written(bus, machine) for bus in found))


def _written(number: int, machine: "Machine") -> str:
    socket = place_of(machine, number).usb
    return f'i2c-{number}  usb = "{socket}"' if socket else f"i2c-{number}"


# ── for setup ────────────────────────────────────────────────────────────────────────────────────


def panels_found(machine: "Machine") -> Iterator[I2cPanelSettings]:
    """Every panel that answers. What is on a multiplexer's own wires answers on each of its channels too."""
    heard: dict[I2cPlace, set[int]] = {}
    for bus in buses(machine):
        try:
            heard[place_of(machine, bus)] = {each.address for each in answers(machine, bus, PANEL_ADDRESSES)}
        except (OSError, ImportError):
            continue
    for place, here in heard.items():
        on_it = {other: there for other, there in heard.items() if other.adapter == place.adapter}
        channels = [there for other, there in on_it.items() if other.channel is not None]
        everywhere = set.intersection(*channels) if len(channels) > 1 else set()
        behind = set.union(*channels) if channels else set()
        # A multiplexer leaves its last channel open, so its own wires seem to have that channel's panel as well.
        mine = here - everywhere if place.channel is not None else here - (behind - everywhere)
        for address in sorted(mine):
            yield I2cPanelSettings(
                i2c=place.i2c, usb=place.usb, multiplexer=place.multiplexer, channel=place.channel, address=address
            )


def _where(panel: I2cPanelSettings) -> Text:
    address = f"{panel.address:#x}"
    if panel.channel is None:
        return say("{address} on {adapter}", address=address, adapter=panel.adapter)
    return say(
        "{address} on {adapter}, channel {channel}", address=address, adapter=panel.adapter, channel=panel.channel
    )


KIND = PanelKind[I2cPanelSettings](
    names=("i2c",),
    settings=I2cPanelSettings,
    mistakes=_mistakes,
    wires=_wires,
    clash=_clash,
    driver=_driver,
    bus=_bus,
    needs=Needs(("i2c",), (LUMA, SMBUS)),
    ask=_ask,
    remarks=_remarks,
    plugged_in=_plugged_in,
    found=panels_found,
    ways=ways_to_stand,
    where=_where,
)
