"""What displays show while a table is being set up: signs to find them by, and on panels the question and where to
answer it with a phone. So a table can be set up with its keypads and panels alone."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from firmware_host.frozen import frozen
from firmware_host.texts.text import Text
from hardware.config.settings import GridSettings, PanelSettings, SeatSettings, TableSettings
from hardware.kinds import PANELS
from hardware.kinds.i2c_buses import i2c_sysfs
from hardware.names import DeviceName
from hardware.ports import Alarm, GridFrame, Input, Panel, PanelFrame, Table
from hardware.table import open_table
from hardware.workbench.interview import Display, Light
from hardware.workbench.machine import Machine

TURNS_EVERY = 4.0  # seconds: long enough to read a page
SIGN_AT = 1  # the seat that a display with a sign has while it is lit
SIGNS_AT = (DeviceName("grid", SIGN_AT), DeviceName("panel", SIGN_AT))

Size = tuple[int, int]


class Cards(Protocol):
    """Draws what displays show."""

    def sign_on_grid(self, sign: str, size: Size) -> GridFrame: ...
    def sign_on_panel(self, sign: str, size: Size, colour: bool) -> PanelFrame: ...
    def words_on_panel(self, lines: tuple[Text, ...], size: Size, colour: bool) -> tuple[PanelFrame, ...]: ...
    def code_on_panel(self, code: str, size: Size, colour: bool) -> tuple[PanelFrame, ...]: ...


@frozen
class Invitation:
    """How to set the table up with a phone: in words, and as a code to scan."""

    lines: tuple[Text, ...]
    code: str = ""


class SetupDisplays:
    """One display with a sign, and words on all other panels. Several pages turn by themselves.

    A table with one panel sees the sign and the words in turn. `close` it before anything else uses the displays.
    """

    def __init__(self, machine: Machine, cards: Cards, loop: asyncio.AbstractEventLoop) -> None:
        self._found: tuple[PanelSettings, ...] = ()
        self._panels: tuple[PanelSettings, ...] = ()
        self._invitation: Invitation | None = None
        self._machine = machine
        self._cards = cards
        self._loop = loop
        self._words: tuple[Text, ...] = ()
        self._light: Light | None = None
        self._table: Table | None = None
        self._turn = 0
        self._next_turn: Alarm | None = None

    def ask(
        self, words: tuple[Text, ...], light: Light | None = None, hear: Callable[[Input], None] = lambda _heard: None
    ) -> None:
        """On every panel from now on; with the only sign that is lit. `hear` is told if a display does not light up."""
        self._words = words
        self._turn = 0
        if light != self._light:
            self.close()
            self._light = light
            self._remember(light)
        self._open(hear)
        self._draw()

    def invite(self, invitation: Invitation | None) -> None:
        """Beside the words, as long as no sign is lit."""
        if invitation != self._invitation:
            self._invitation = invitation
            self._open(lambda _heard: None)
            self._draw()

    def use(self, panels: tuple[PanelSettings, ...]) -> None:
        """These panels from now on."""
        if panels != self._found:
            self.close()
            self._found = self._panels = panels

    def _remember(self, light: Light | None) -> None:
        """How a panel is turned, and which chip it has, is what was tried last: that could be read."""
        if light is not None and isinstance(display := light.display, PanelSettings):
            self._panels = tuple(display if _is_same(panel, display) else panel for panel in self._panels)

    def close(self) -> None:
        """Everything dark. It may be used again."""
        if self._next_turn is not None:
            self._next_turn.cancel()
            self._next_turn = None
        self._light = None
        if self._table is not None:
            self._table.close()
            self._table = None

    def _open(self, hear: Callable[[Input], None]) -> None:
        seats = {} if self._light is None else {SIGN_AT: _seat_with(self._light.display)}
        others = (panel for panel in self._panels if self._light is None or not _is_same(panel, self._light.display))
        seats |= {number: SeatSettings(panel=panel) for number, panel in enumerate(others, SIGN_AT + 1)}
        if self._table is None and seats:
            self._table = open_table(TableSettings(seats), self._loop, sysfs=i2c_sysfs(self._machine))
            self._table.listen(hear)

    def _draw(self) -> None:
        if self._next_turn is not None:
            self._next_turn.cancel()
            self._next_turn = None
        seats = {} if self._table is None else self._table.seats
        if self._light is not None and (grid := seats[SIGN_AT].grid) is not None:
            grid.show(self._cards.sign_on_grid(self._light.sign, grid.size))
        most = max((self._show(number, seat.panel) for number, seat in seats.items() if seat.panel), default=0)
        if most > 1:
            self._next_turn = self._loop.call_later(TURNS_EVERY, self._go_on)

    def _go_on(self) -> None:
        self._turn += 1
        self._draw()

    def _show(self, number: int, panel: Panel) -> int:
        """One of the pages for this panel; each panel begins with another one. Returns how many pages it has."""
        words = self._pages(panel)
        if self._light is None or number != SIGN_AT:
            pages = words
        else:
            sign = self._cards.sign_on_panel(self._light.sign, panel.size, panel.colour)
            alone = all(_is_same(each, self._light.display) for each in self._panels)
            pages = tuple(page for word in words for page in (sign, word)) if words and alone else (sign,)
        if pages:
            first = 0 if number == SIGN_AT else number - SIGN_AT - 1
            panel.show(pages[(self._turn + first) % len(pages)])
        return len(pages)

    def _pages(self, panel: Panel) -> tuple[PanelFrame, ...]:
        if not self._panels:
            return ()
        how = panel.size, panel.colour
        invited = self._invitation
        words = self._cards.words_on_panel(self._words, *how) if self._words else ()
        if invited is None or self._light is not None:
            return words
        return (
            *words,
            *self._cards.words_on_panel(invited.lines, *how),
            *self._cards.code_on_panel(invited.code, *how),
        )


def _seat_with(display: Display) -> SeatSettings:
    return SeatSettings(grid=display) if isinstance(display, GridSettings) else SeatSettings(panel=display)


def _is_same(panel: PanelSettings, display: Display) -> bool:
    """Whether these are the same panel, perhaps turned or with another chip."""
    return isinstance(display, PanelSettings) and _where(panel) == _where(display)


def _where(panel: PanelSettings) -> Text:
    return PANELS.of(panel).where(panel)
