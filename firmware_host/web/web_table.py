"""What the pages look into: whatever plays behind them, seen by the server. A simulated table, or one with wires."""

from collections.abc import Mapping
from typing import Protocol

from firmware_host.web.doors import Door
from firmware_host.web.gallery import Gallery
from firmware_host.web.wire import Plug, Power, Slow
from hardware.ports import Table


class House(Protocol):
    """Keys and buttons go in here; what is shown comes out in its gallery."""

    @property
    def doors(self) -> Mapping[str, Door]: ...
    @property
    def gallery(self) -> Gallery: ...
    @property
    def described(self) -> list[Mapping[str, object]]: ...
    @property
    def sizes(self) -> Mapping[str, tuple[int, int]]: ...
    def key(self, seat: int, key: str, down: bool) -> None: ...
    def button(self, name: str, down: bool) -> None: ...
    def break_it(self, mischief: Plug | Slow | Power) -> None: ...


def described(table: Table, numeric: frozenset[int] = frozenset()) -> list[Mapping[str, object]]:
    """What a page has to know of each seat to draw it. Only the simulator has number pads to press."""
    return [
        {"number": number, "numeric": number in numeric, "hooded": seat.hooded}
        for number, seat in sorted(table.seats.items())
    ]
