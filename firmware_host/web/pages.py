"""The web pages of a table, and for each an allow-list of what it may see and press. Pure."""

from collections.abc import Mapping
from dataclasses import field

from firmware_host.frozen import frozen
from hardware.names import PRIVATE, PUBLIC, DeviceName
from hardware.names import PRIVATE_PAGE as PRIVATE_DISPLAY
from hardware.names import PUBLIC_PAGE as PUBLIC_DISPLAY
from hardware.ports import Seat, Table

WHOLE_TABLE, PRIVATE_PAGE, PUBLIC_PAGE, JOIN_PAGE = "all", "private", "public", "join"


@frozen
class WebPage:
    """One kind of page. `turns` are the displays that lie face down until the page turns them over."""

    name: str
    sees: frozenset[str]
    turns: frozenset[str] = frozenset()
    plays: frozenset[int] = frozenset()  # seats whose keys it presses
    buttons: frozenset[str] = frozenset()
    breaks: frozenset[str] = frozenset()  # devices that it may unplug; only at a simulated table
    most: int = 8  # how many may be open at once
    code: str = field(default="", repr=False)  # needed from every other computer
    for_all: bool = False  # open to everybody, without a code
    seat: int | None = None  # the seat that it belongs to
    asks_for: frozenset[int] = frozenset()  # seats that it may ask the captain for
    follows: str = ""  # a display that is handed on: the page presses the keys of whoever reads it now

    @property
    def here_only(self) -> bool:
        """Without a code, a page that is not for all can only be opened on this computer."""
        return not self.code and not self.for_all


def seat_devices(seat: Seat) -> dict[str, tuple[int, int]]:
    """The displays of a seat and their sizes."""
    named = {DeviceName("grid", seat.number): seat.grid, DeviceName("panel", seat.number): seat.panel}
    return {name: display.size for name, display in named.items() if display is not None}


def displays(table: Table) -> dict[str, tuple[int, int]]:
    """Every display of a table and its size."""
    found: dict[str, tuple[int, int]] = {}
    for seat in table.seats.values():
        found |= seat_devices(seat)
    screens = {PRIVATE: table.private, PUBLIC: table.public}
    return found | {name: screen.size for name, screen in screens.items() if screen is not None}


def lamps(table: Table) -> frozenset[str]:
    return frozenset(DeviceName("lamp", number) for number, seat in table.seats.items() if seat.lamp is not None)


def pages_of(table: Table, codes: Mapping[str, str], breaks: frozenset[str] = frozenset()) -> dict[str, WebPage]:
    """The pages of a table by name: one for each seat, one for each shared screen, and one with everything."""
    everything = frozenset(displays(table))
    face_down = {DeviceName("panel", number) for number, seat in table.seats.items() if seat.hooded} | {PRIVATE}
    found = [
        WebPage(
            WHOLE_TABLE,
            everything | lamps(table),
            turns=frozenset(face_down) & everything,
            plays=frozenset(table.seats),
            buttons=frozenset(table.buttons),
            breaks=breaks,
        ),
        WebPage(PUBLIC_PAGE, frozenset({PUBLIC_DISPLAY}), most=112, for_all=True),
        WebPage(JOIN_PAGE, frozenset({PUBLIC_DISPLAY}), most=24, for_all=True, asks_for=frozenset(table.seats)),
        WebPage(PRIVATE_PAGE, frozenset({PRIVATE_DISPLAY}), code=codes.get(PRIVATE_PAGE, ""), follows=PRIVATE_DISPLAY),
        *(_seat_page(seat, codes) for seat in table.seats.values()),
    ]
    return {page.name: page for page in found}


def _seat_page(seat: Seat, codes: Mapping[str, str]) -> WebPage:
    number = seat.number
    return WebPage(
        f"seat{number}",
        frozenset({DeviceName("page", number)}),
        plays=frozenset({number}),
        seat=number,
        code=codes.get(str(number), ""),
    )
