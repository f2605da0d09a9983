"""The devices of a table, built from the same table.toml that the console reads: by name, to plug and to unplug."""

import re
import tomllib
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from tests.kernel.guest.adapters import Adapter, Panel
from tests.kernel.guest.boards import Board
from tests.kernel.guest.hung import HungBoard
from tests.kernel.guest.keypads import Keypad
from tests.kernel.guest.loop import Loop

SPARE_SOCKET = "usb-0000:01:00.0-3.1"
TWO_NODES = 3  # the seat whose keypad has a second node

Listen = Callable[[str, bytes], object]


class Device(Protocol):
    """Anything that can be plugged in. `there` is when the kernel has found it, `gone` when it has missed it."""

    def plug(self) -> None: ...
    def unplug(self) -> None: ...
    def there(self) -> bool: ...
    def gone(self) -> bool: ...


class GuestTable:
    """Every device by its name: seat1.keypad, seat3.grid; the adapters by their sockets; and the panels on them."""

    def __init__(self, config: str, loop: Loop, listen: Listen) -> None:
        self.keypads: dict[str, Keypad] = {}
        self.boards: dict[str, Board] = {}
        self.adapters: dict[str, Adapter] = {}
        self.panels: dict[str, PanelOnBus] = {}
        self.hung: dict[str, HungBoard] = {}  # plugged in when a test says so
        self.spare = Keypad(loop, SPARE_SOCKET)  # nobody's
        self._loop = loop
        self._listen = listen
        table = tomllib.loads(config)
        for number, seat in table["seat"].items():
            self._build_seat(int(number), seat)
        for name in ("private", "public"):
            if name in table:
                self._build_panel("private" if name == "private" else "public", table[name])

    @property
    def devices(self) -> "dict[str, Device]":
        spare: dict[str, Device] = {"spare.keypad": self.spare}
        return {**self.keypads, **self.boards, **self.adapters, **self.panels, **self.hung, **spare}

    def build_order(self) -> list[str]:
        """What is plugged in when the table is set up; panels come with their adapters."""
        return [*self.keypads, *self.boards, *self.adapters]

    def _build_seat(self, number: int, seat: dict[str, Any]) -> None:
        if keypad := seat.get("keypad"):
            self.keypads[f"seat{number}.keypad"] = Keypad(
                self._loop,
                keypad["usb"],
                numeric=keypad.get("keys") == "numeric",
                nodes=2 if number == TWO_NODES else 1,
            )
        if grid := seat.get("grid"):
            self._build_grid(f"seat{number}.grid", grid["port"])
        if panel := seat.get("panel"):
            self._build_panel(f"seat{number}.panel", panel)

    def _build_grid(self, name: str, port: str) -> None:
        """On a controller of its own; those on the adapters' one hang."""
        if hangs := re.search(r"vhci_hcd\.0-usb-0:(\d+):", port):
            self.hung[name] = HungBoard(self._loop, int(hangs[1]) - 1)
            return
        controller = re.search(r"dummy_hcd\.(\d+)", port)
        assert controller, "the grids of this table are on dummy_hcd or vhci_hcd"
        self.boards[name] = Board(self._loop, int(controller[1]), partial(self._listen, name))

    def _build_panel(self, name: str, settings: dict[str, Any]) -> None:
        socket = settings["usb"]
        port = int(socket.removeprefix("usb-vhci_hcd.0-")) - 1
        adapter = self.adapters.setdefault(socket, Adapter(self._loop, port))
        self.panels[name] = PanelOnBus(adapter, settings.get("address", 0x3C), Panel(partial(self._listen, name)))


class PanelOnBus:
    """A panel on the four wires of an adapter: pulled, it loses its power and with it all that it knew."""

    def __init__(self, adapter: Adapter, address: int, panel: Panel) -> None:
        self._adapter = adapter
        self._address = address
        self._panel = panel
        self.plug()

    def plug(self) -> None:
        self._adapter.chips[self._address] = self._panel

    def unplug(self) -> None:
        self._adapter.chips.pop(self._address, None)
        self._panel.lose_power()

    def there(self) -> bool:
        return self._address in self._adapter.chips

    def gone(self) -> bool:
        return not self.there()
