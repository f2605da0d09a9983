"""Which page may see and touch what: a door is an allow-list; nothing is behind it but what it names. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.ports import Seat, Table

PRIVATE, PUBLIC = "host.screen", "table.screen"
WHOLE_TABLE, HOST, SPECTATORS = "all", "host", "table"


@dataclass(frozen=True, slots=True)
class Door:
    """One kind of page. `turns` are the displays that lie face down until the page turns them over."""

    name: str
    sees: frozenset[str]
    turns: frozenset[str] = frozenset()
    plays: frozenset[int] = frozenset()  # seats whose keys it presses
    buttons: frozenset[str] = frozenset()
    breaks: frozenset[str] = frozenset()  # devices that it may unplug; only of a simulated table
    most: int = 8  # pages open at once
    code: str = field(default="", repr=False)  # asked of everybody who is not at this computer
    for_all: bool = False  # shown to whoever asks, without a code

    @property
    def here_only(self) -> bool:
        """Shown to nobody but this computer: there is no code that somebody else could know."""
        return not self.code and not self.for_all


def seat_devices(seat: Seat) -> dict[str, tuple[int, int]]:
    """The displays of a seat and their sizes."""
    named = {f"seat{seat.number}.grid": seat.grid, f"seat{seat.number}.panel": seat.panel}
    return {name: display.size for name, display in named.items() if display is not None}


def displays(table: Table) -> dict[str, tuple[int, int]]:
    """Every display of a table, and its size."""
    found: dict[str, tuple[int, int]] = {}
    for seat in table.seats.values():
        found |= seat_devices(seat)
    screens = {PRIVATE: table.private, PUBLIC: table.public}
    return found | {name: screen.size for name, screen in screens.items() if screen is not None}


def lamps(table: Table) -> frozenset[str]:
    return frozenset(f"seat{number}.lamp" for number, seat in table.seats.items() if seat.lamp is not None)


def doors(table: Table, codes: Mapping[str, str], breaks: frozenset[str] = frozenset()) -> dict[str, Door]:
    """Every page of a table, by its name: each seat's, the Host's, the spectators', and the one that is all of it."""
    everything = frozenset(displays(table))
    face_down = {f"seat{number}.panel" for number, seat in table.seats.items() if seat.hooded} | {PRIVATE}
    found = [
        Door(
            WHOLE_TABLE,
            everything | lamps(table),
            turns=frozenset(face_down) & everything,
            plays=frozenset(table.seats),
            buttons=frozenset(table.buttons),
            breaks=breaks,
        ),
        Door(SPECTATORS, everything & {PUBLIC}, most=64, for_all=True),
        Door(HOST, everything & {PRIVATE}, code=codes.get(HOST, "")),
    ]
    for number, seat in table.seats.items():
        sees = set(seat_devices(seat)) | (lamps(table) & {f"seat{number}.lamp"})
        if seat.panel is None:  # its menus are on the table screen
            sees |= everything & {PUBLIC}
        found.append(Door(f"seat{number}", frozenset(sees), plays=frozenset({number}), code=codes.get(str(number), "")))
    return {door.name: door for door in found}
