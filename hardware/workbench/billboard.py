"""The same words on every panel that can be found, until the first question lights one of them up."""

import asyncio
from typing import Protocol

from firmware_host.texts.text import Text
from hardware.config.settings import PanelSettings, SeatSettings, TableSettings
from hardware.kinds.i2c_buses import i2c_sysfs
from hardware.ports import PanelFrame, Table
from hardware.table import open_table
from hardware.workbench.machine import Machine


class Words(Protocol):
    """Draws a few lines for a panel."""

    def words_on_panel(self, lines: tuple[Text, ...], size: tuple[int, int], colour: bool) -> PanelFrame: ...


class Billboard:
    """`show` it, and `close` it before anything else uses the panels. May be closed twice."""

    def __init__(self, machine: Machine, words: Words, loop: asyncio.AbstractEventLoop) -> None:
        self._machine = machine
        self._words = words
        self._loop = loop
        self._lit: Table | None = None

    def show(self, lines: tuple[Text, ...], panels: tuple[PanelSettings, ...]) -> None:
        self.close()
        seats = {number: SeatSettings(panel=panel) for number, panel in enumerate(panels, 1)}
        if not seats:
            return
        table = open_table(TableSettings(seats), self._loop, sysfs=i2c_sysfs(self._machine))
        table.listen(lambda _heard: None)
        for seat in table.seats.values():
            if seat.panel is not None:
                seat.panel.show(self._words.words_on_panel(lines, seat.panel.size, seat.panel.colour))
        self._lit = table

    def close(self) -> None:
        if self._lit is not None:
            self._lit.close()
            self._lit = None
