"""What types cannot say of a table: numbers out of range, two things on one wire, nowhere to show a secret. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from ipaddress import ip_address

from hardware.keymaps import BUILT_IN, mistakes
from hardware.settings import (
    GridSettings,
    KeypadSettings,
    PanelChip,
    PanelSettings,
    SeatSettings,
    TableSettings,
    WebSettings,
)
from hardware.wireformats import DDP_LEDS

LAST_PIN, LAST_CHANNEL = 27, 7
ADDRESSES = range(0x08, 0x78)
MULTIPLEXERS = range(0x70, 0x78)
BUTTONS = ("pause", "power")
SHORTEST_CODE, LONGEST_CODE = 6, 32  # of a join code: too long to be guessed at the pace that the pages allow
PANEL_SIZES: dict[
    PanelChip, tuple[tuple[int, int], ...]
] = {  # what luma's drivers of these chips can do; the first is the usual one
    "ssd1306": ((128, 64), (128, 32), (96, 16), (64, 48), (64, 32)),
    "ssd1309": ((128, 64), (128, 32), (96, 16), (64, 48), (64, 32)),
    "sh1106": ((128, 64), (128, 32)),
    "ssd1331": ((96, 64),),
    "ssd1351": ((128, 128), (128, 96), (96, 96)),
}
I2C_PINS = {1: {2: "SDA", 3: "SCL"}}  # of the Pi's header, by bus
SPI_PINS = {0: {7: "CE1", 8: "CE0", 9: "MISO", 10: "MOSI", 11: "SCLK"}}
Place = tuple[str, ...]  # where in the file: ("seat", "2", "panel", "address")


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something wrong, where in the file, and what to do about it."""

    place: Place
    say: str
    others: tuple[Place, ...] = ()  # what else it is about


def check(table: TableSettings) -> list[Complaint]:
    return [
        *(complaint for number, seat in table.seats.items() for complaint in _seat(number, seat, table)),
        *(complaint for place, panel in _panels(table) for complaint in _panel(place, panel)),
        *_pins_in_range(table),
        *_buttons(table),
        *_keymaps(table),
        *_clashes(table),
        *_secrets_have_a_place(table),
        *_web(table),
    ]


def _seat(number: int, seat: SeatSettings, table: TableSettings) -> Iterator[Complaint]:
    place = ("seat", str(number))
    if seat.grid is None and seat.panel is None and table.web is None:
        yield Complaint(place, f"seat {number}: has no display. Give it a grid or a panel, or a phone: add [web].")
    if seat.hooded and seat.panel is None:
        yield Complaint((*place, "hooded"), f"seat {number}: only a panel can be hooded, and there is none.")
    if seat.keypad is not None:
        yield from _keypad((*place, "keypad"), f"seat {number}, keypad", seat.keypad, table)
    if seat.grid is not None:
        yield from _grid((*place, "grid"), f"seat {number}, grid", seat.grid)


def _keypad(place: Place, spoken: str, keypad: KeypadSettings, table: TableSettings) -> Iterator[Complaint]:
    if bool(keypad.usb) == bool(keypad.bluetooth):
        yield Complaint(place, f"{spoken}: give either usb (its socket) or bluetooth (its address).")
    if keypad.keys not in (*BUILT_IN, *table.keymaps):
        known = ", ".join((*BUILT_IN, *table.keymaps))
        yield Complaint((*place, "keys"), f"{spoken}: there is no map «{keypad.keys}»; there is {known}.")


def _grid(place: Place, spoken: str, grid: GridSettings) -> Iterator[Complaint]:
    if grid.protocol == "ddp" and not grid.host:
        yield Complaint(place, f"{spoken}: DDP needs a host, the address of the controller.")
    if grid.protocol != "ddp" and not grid.port:
        yield Complaint(place, f"{spoken}: {grid.protocol} needs a port, such as /dev/serial/by-path/….")
    if not 1 <= grid.brightness <= 255:
        yield Complaint((*place, "brightness"), f"{spoken}: brightness must be from 1 to 255.")
    if not (5 <= grid.width <= 32 and 6 <= grid.height <= 32):
        yield Complaint(place, f"{spoken}: a grid has at least 5 by 6 LEDs, and at most 32 by 32.")
    elif grid.protocol == "ddp" and grid.width * grid.height > DDP_LEDS:
        yield Complaint(place, f"{spoken}: over DDP a grid has at most {DDP_LEDS} LEDs, such as 24 by 20.")
    if not 1200 <= grid.baud <= 4_000_000:
        yield Complaint((*place, "baud"), f"{spoken}: baud must be a speed such as 115200.")


def _panels(table: TableSettings) -> Iterator[tuple[Place, PanelSettings]]:
    for number, seat in table.seats.items():
        if seat.panel is not None:
            yield ("seat", str(number), "panel"), seat.panel
    if table.private is not None:
        yield ("private",), table.private
    if table.public is not None:
        yield ("public",), table.public


def _panel(place: Place, panel: PanelSettings) -> Iterator[Complaint]:
    spoken = _spoken(place)
    if panel.address not in ADDRESSES:
        yield Complaint((*place, "address"), f"{spoken}: an address is from 0x08 to 0x77; panels have 0x3C or 0x3D.")
    if (panel.multiplexer is None) != (panel.channel is None):
        yield Complaint(place, f"{spoken}: a multiplexer and its channel go together: give both or neither.")
    if panel.multiplexer is not None and panel.multiplexer not in MULTIPLEXERS:
        yield Complaint((*place, "multiplexer"), f"{spoken}: a multiplexer's address is from 0x70 to 0x77.")
    if panel.channel is not None and not 0 <= panel.channel <= LAST_CHANNEL:
        yield Complaint((*place, "channel"), f"{spoken}: a multiplexer has channels 0 to {LAST_CHANNEL}.")
    if panel.bus == "i2c" and panel.chip in ("ssd1331", "ssd1351"):
        yield Complaint(place, f'{spoken}: the {panel.chip} is on SPI: write bus = "spi".')
    if (panel.width, panel.height) not in PANEL_SIZES[panel.chip]:
        sizes = " or ".join(f"{width} by {height}" for width, height in PANEL_SIZES[panel.chip])
        yield Complaint(place, f"{spoken}: a {panel.chip} has {sizes} pixels: give its width and height.")
    if not 0 <= panel.contrast <= 255:
        yield Complaint((*place, "contrast"), f"{spoken}: contrast must be from 0 to 255.")


def _pins(table: TableSettings) -> Iterator[tuple[Place, int]]:
    for number, seat in table.seats.items():
        if seat.lamp is not None:
            yield ("seat", str(number), "lamp"), seat.lamp
    for name, button in table.buttons.items():
        yield ("buttons", name), button.pin
    if table.buzzer is not None:
        yield ("buzzer",), table.buzzer
    for place, panel in _panels(table):
        if panel.bus == "spi":
            yield (*place, "data_pin"), panel.data_pin
            yield (*place, "reset_pin"), panel.reset_pin


def _pins_in_range(table: TableSettings) -> Iterator[Complaint]:
    for place, pin in _pins(table):
        if not 0 <= pin <= LAST_PIN:
            yield Complaint(place, f"{_spoken(place)}: the Pi's pins are GPIO 0 to {LAST_PIN}.")


def _buttons(table: TableSettings) -> Iterator[Complaint]:
    for name in table.buttons:
        if name not in BUTTONS:
            yield Complaint(("buttons", name), f"there is no button «{name}»; there is {' and '.join(BUTTONS)}.")


def _keymaps(table: TableSettings) -> Iterator[Complaint]:
    for name, entries in table.keymaps.items():
        for entry, say in mistakes(entries):
            yield Complaint(("keymaps", name, entry), f"keymaps, {name}: {say}")


def _clashes(table: TableSettings) -> Iterator[Complaint]:
    """Two things on one wire: told at the second, naming the first."""
    if table.simulated:
        return
    users: defaultdict[str, list[Place]] = defaultdict(list)
    for number, seat in table.seats.items():
        if seat.keypad is not None:
            users[f"the keypad {_keypad_wire(seat.keypad)}"].append(("seat", str(number), "keypad"))
        if seat.grid is not None:
            users[f"the port {seat.grid.port or seat.grid.host}"].append(("seat", str(number), "grid"))
    for place, panel in _panels(table):
        if panel.bus == "spi":
            users[f"chip select {panel.chip_select} of SPI {panel.spi}"].append(place)
        for pin, called in _bus_pins(panel).items():
            users.setdefault(f"GPIO {pin}", [(*place, called)])  # panels on one bus share these wires
    buses = {place: panel.spi for place, panel in _panels(table)}
    for place, pin in _pins(table):
        if not any(_shares(place, other, buses) for other in users[f"GPIO {pin}"]):
            users[f"GPIO {pin}"].append(place)
    for wire, places in users.items():
        for place in places[1:]:
            yield Complaint(place, f"{_spoken(place)}: {wire} is taken already by {_spoken(places[0])}.", (places[0],))
    yield from _address_clashes(table)


def _keypad_wire(keypad: KeypadSettings) -> str:
    """The same text for the same keypad, however it was written down."""
    return keypad.usb.partition("/")[0] or keypad.bluetooth.replace("-", ":").upper()


def _shares(place: Place, other: Place, buses: Mapping[Place, int]) -> bool:
    """Panels on one SPI bus may share their data pin and their reset pin. The first may be MISO: no panel answers."""
    if other[-1] == "MISO":
        return place[-1] == "data_pin"
    return place[-1] in ("data_pin", "reset_pin") and place[-1] == other[-1] and buses[other[:-1]] == buses[place[:-1]]


def _bus_pins(panel: PanelSettings) -> dict[int, str]:
    """The pins of the header that a panel's bus is on, and what they are called there."""
    if panel.bus == "spi":
        return SPI_PINS.get(panel.spi, {})
    return {} if panel.usb else I2C_PINS.get(panel.i2c, {})


def _address_clashes(table: TableSettings) -> Iterator[Complaint]:
    """Two panels that would hear each other's frames, and so each other's secrets."""
    known: defaultdict[tuple[str, int], list[tuple[Place, PanelSettings]]] = defaultdict(list)
    for place, panel in _panels(table):
        if panel.bus != "i2c":
            continue
        neighbours = known[panel.adapter, panel.address]
        if first := next((each for each in neighbours if _hear_each_other(panel, each[1])), None):
            yield Complaint(place, _both_hear(place, panel, *first), (first[0],))
        neighbours.append((place, panel))


def _hear_each_other(one: PanelSettings, other: PanelSettings) -> bool:
    """At one address of one adapter: all do, but for the channels of one multiplexer.

    What hangs on the adapter's own wires hears whatever goes through them, and each multiplexer leaves its last channel
    open while another one is spoken to.
    """
    return one.multiplexer != other.multiplexer or one.channel == other.channel


def _both_hear(place: Place, panel: PanelSettings, first: Place, other: PanelSettings) -> str:
    taken = f"{_spoken(place)}: address {panel.address:#x} on {panel.adapter}"
    if panel.multiplexer != other.multiplexer:
        return (
            f"{taken} is taken already by {_spoken(first)}: a multiplexer keeps nothing apart but its own channels, so "
            "each would show what the other should. Move one to another address or to another adapter."
        )
    behind = ""
    if panel.channel is not None and panel.multiplexer is not None:
        behind = f" behind channel {panel.channel} of multiplexer {panel.multiplexer:#x}"
    return f"{taken}{behind} is taken already by {_spoken(first)}."


def _secrets_have_a_place(table: TableSettings) -> Iterator[Complaint]:
    if not table.seats:
        yield Complaint(("seat",), "a table needs seats: write [seat.1], [seat.2] and so on.")
        return
    if table.private is None and not all(seat.hooded or _by_phone(seat, table) for seat in table.seats.values()):
        yield Complaint(
            (), "there is nowhere to write a secret: add [private], or give every seat a panel with hooded = true."
        )
    bare = [str(number) for number, seat in table.seats.items() if seat.panel is None and not _by_phone(seat, table)]
    if bare and table.private is None and table.public is None:
        yield Complaint(
            ("seat", bare[0]),
            f"seat {bare[0]}: has only a grid, so menus need [private] or [public]; there is neither.",
        )


def _by_phone(seat: SeatSettings, table: TableSettings) -> bool:
    """A seat with no display of its own is a phone, which nobody else looks at."""
    return table.web is not None and seat.grid is None and seat.panel is None


def _web(table: TableSettings) -> Iterator[Complaint]:
    if table.web is None:
        return
    if not 1 <= table.web.port <= 65535:
        yield Complaint(("web", "port"), "web: port must be from 1 to 65535.")
    pages = [*(str(number) for number in table.seats), "host"]
    for page, code in table.web.codes.items():
        place = ("web", "codes", page)
        if page not in pages:
            yield Complaint(place, f"web: there is no page «{page}» for a code; there is {', '.join(pages)}.")
        elif not (SHORTEST_CODE <= len(code) <= LONGEST_CODE and code.isascii() and code.isalnum()):
            yield Complaint(
                place, f"web: the code of {_page(page)} needs {SHORTEST_CODE} to {LONGEST_CODE} letters or digits."
            )
    if len({code.upper() for code in table.web.codes.values()}) < len(table.web.codes):
        yield Complaint(("web", "codes"), "web: two pages have the same code. Whoever knows one would open both.")
    yield from _codes_are_there(table.web, pages)


def _codes_are_there(web: WebSettings, pages: list[str]) -> Iterator[Complaint]:
    missing = [_page(page) for page in pages if page not in web.codes]
    if missing and not is_loopback(web.host):
        yield Complaint(
            ("web", "host"),
            f"web: on a network every seat needs its code, so that nobody opens another's page; "
            f"there is none for {', '.join(missing)}. Write them under [web.codes].",
        )


def is_loopback(host: str) -> bool:
    """Whether this address is heard by nobody but this computer."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _page(page: str) -> str:
    return "the host" if page == "host" else f"seat {page}"


def _spoken(place: Place) -> str:
    """A place as a person says it: «seat 2, panel»."""
    words = [part for part in place if part not in ("data_pin", "reset_pin")]
    return f"seat {', '.join(words[1:])}" if words[0] == "seat" else ", ".join(words)
