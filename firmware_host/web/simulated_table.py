"""A simulated table on a web page: the real console plays on it, and the page can break its devices."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from firmware_host import dictionaries
from firmware_host.console.computers import Think
from firmware_host.console.console import Console
from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.settings import evening_settings, no_address
from firmware_host.frozen import replace
from firmware_host.games.shared.sitting import Address
from firmware_host.journal.keeper import Keeper
from firmware_host.texts.language import language
from firmware_host.web import wire
from firmware_host.web.broadcast import Broadcast, page_displays
from firmware_host.web.fast_clock import FastClock
from firmware_host.web.occupants import in_lobby, occupants
from firmware_host.web.pages import WebPage, displays, pages_of
from firmware_host.web.real_table import PHONE, PUBLIC_SIZE
from firmware_host.web.web_table import described, language_of
from firmware_host.web.wire import Plug, Power, Slow
from hardware.clock import LoopClock
from hardware.config.reading import simulated_table
from hardware.config.settings import (
    ButtonSettings,
    I2cPanelSettings,
    KeypadSettings,
    SeatSettings,
    SpeakerSettings,
    TableSettings,
)
from hardware.names import DeviceName
from hardware.ports import ButtonPress, GridFrame, KeyPress, PanelFrame, SeatWanted, Tone, Touched
from hardware.simulated.table import Happening, SimulatedTable

if TYPE_CHECKING:
    from firmware_host.league.joining import Membership

SHORTEST_UNPLUGGED = 1.2  # seconds: by then the console has noticed that a device is gone


def with_everything(settings: TableSettings | None = None) -> TableSettings:
    """The same table, simulated, with all that a page can show: public screen, lamps, buttons, speaker, buzzer."""
    settings = settings or simulated_table()
    width, height = PUBLIC_SIZE
    return replace(
        settings,
        seats={number: _whole(number, seat) for number, seat in settings.seats.items()},
        simulated=True,
        public=settings.public or I2cPanelSettings(width=width, height=height),
        buttons=settings.buttons or {"pause": ButtonSettings(17), "power": ButtonSettings(27)},
        buzzer=12,
        speaker=SpeakerSettings(),
    )


def _whole(number: int, seat: SeatSettings) -> SeatSettings:
    """A seat that is played on a phone has what its page shows: a keypad, and a panel that nobody else sees."""
    keypad, lamp = seat.keypad or KeypadSettings(usb="simulated"), seat.lamp or number
    if seat.panel is None and seat.grid is None:
        width, height = PHONE
        return replace(seat, keypad=keypad, lamp=lamp, hooded=True, panel=I2cPanelSettings(width=width, height=height))
    return replace(seat, keypad=keypad, lamp=lamp)


class SimulatedWebTable:
    """A `WebTable` without wires. After a power cut a new console starts, as on a Pi."""

    def __init__(
        self,
        settings: TableSettings,
        clock: LoopClock,
        keeper: Keeper,
        codes: Mapping[str, str],
        seed: int,
        think: Think,
        *,
        teaches: bool = False,
        league: "Membership | None" = None,
        phones: Address | None = None,
        share: Callable[[int], str] = no_address,
    ) -> None:
        self.broadcast = Broadcast(self._language_of)
        self._settings = settings
        self._clock = clock
        self.pace = clock.factor if isinstance(clock, FastClock) else 1.0
        self._keeper = keeper
        self._think = think
        self._teaches = teaches
        self._league = league
        self._phones = phones
        self._share = share
        self._seeds = Random(seed)
        self._unplugged: dict[str, float] = {}  # since when
        self._slow: dict[str, float] = {}
        self._powered = True
        self._telling = False  # who sits where, as soon as everything is shown
        self._console: Console | None = None
        self._table = SimulatedTable(settings, clock, self._happened)
        self._table.pages = page_displays(self._table, self.broadcast)
        self.sizes = displays(self._table)
        numeric = frozenset(number for number, seat in self._table.seats.items() if seat.numeric)
        self.described = described(self._table, numeric)
        keypads = {DeviceName("keypad", number) for number in self._table.keypads}
        self.web_pages: Mapping[str, WebPage] = pages_of(self._table, codes, frozenset(self.sizes) | keypads)
        self._console = self._start()

    def close(self) -> None:
        self._stop()
        self._table.close()

    # ── as the pages use it ──────────────────────────────────────────────────────────────────────

    @property
    def lobby(self) -> Lobby | None:
        return self._console.lobby if self._console is not None else None

    @property
    def now(self) -> float:
        return self._clock.time()

    def key(self, seat: int, key: str, down: bool, at: Touched | None = None) -> None:
        if at is not None or (key.isalpha() and len(key) == 1 and self._table.seats[seat].numeric):  # on a phone
            self._table.touch(KeyPress(seat, key, self._clock.time(), down, at=at))
        elif seat in self._table.keypads:
            (self._table.hold if down else self._table.let_go)(seat, key)

    def ask(self, seat: int, name: str, answer: Callable[[bool], bool]) -> None:
        """Somebody asks for a seat; the captain answers."""
        self._table.touch(SeatWanted(seat, answer, name))

    def button(self, name: str, down: bool) -> None:
        self._table.touch(ButtonPress(name, self._clock.time(), down))

    def break_it(self, fault: Plug | Slow | Power) -> None:
        match fault:
            case Plug(device, False) if device not in self._unplugged:
                self._table.unplug(device)
                self._unplugged[device] = self._clock.time()
            case Plug(device, True) if device in self._unplugged:
                noticed = self._unplugged[device] + SHORTEST_UNPLUGGED
                self._clock.call_at(max(noticed, self._clock.time()), partial(self._plug_in, device))
            case Slow(device, seconds) if device in self.sizes:
                self._table.slow(device, seconds)
                self._slow = {**self._slow, device: seconds} if seconds else _without(self._slow, device)
            case Power(on) if on != self._powered:
                self._power(on)
        self._tell_condition()

    # ── inside ───────────────────────────────────────────────────────────────────────────────────

    def _language_of(self, page: WebPage) -> str:
        return language_of(page, self._console, self._settings.language)

    def _start(self) -> Console:
        console = Console(
            self._table,
            self._clock,
            self._keeper,
            dictionaries.load,
            replace(
                evening_settings(self._settings, self._seeds.getrandbits(31)),
                teaches=self._teaches,
                phones=self._phones,
                share=self._share,
            ),
            shut_down=partial(self.break_it, Power(False)),
            think=self._think,
            onlooker=self._league.teller if self._league else None,
        )
        if self._league is not None:
            self._league.follow(console)
        console.start()
        self._tell_condition()
        return console

    def _stop(self) -> None:
        if self._console is not None:
            self._console.close()
            self._console = None

    def _plug_in(self, device: str) -> None:
        if self._unplugged.pop(device, None) is not None:
            self._table.plug(device)
            self._tell_condition()

    def _power(self, on: bool) -> None:
        self._powered = on
        if on:
            self._table.power_on()
            self._console = self._start()
        else:
            self._stop()
            self._table.power_cut()

    def _tell_condition(self) -> None:
        for device in self.sizes:
            if self._table.showing(device) is None:
                self.broadcast.show(device, None)
        for page in () if self._powered else self._table.pages:
            self.broadcast.show(page, None)
        self.broadcast.tell("condition", self._condition)

    def _condition(self) -> str:
        return wire.condition(self._powered, sorted(self._unplugged), self._slow)

    def _tell_occupants_soon(self) -> None:
        """Whenever something is shown, who sits where and what they are asked may have changed: told once for all."""
        if not self._telling:
            self._telling = True
            self._clock.call_soon(self._tell_occupants)

    def _tell_occupants(self) -> None:
        self._telling = False
        if self._console is not None:
            self.broadcast.tell("occupants", partial(self._occupants, self._console))
            self.broadcast.tell("lobby", partial(self._in_lobby, self._console))

    def _occupants(self, console: Console) -> str:
        return wire.seated(occupants(console.snapshot(), self._table.seats, language(self._settings.language)))

    def _in_lobby(self, console: Console) -> str:
        return wire.lobby(in_lobby(console.snapshot(), self._table.seats))

    def _happened(self, happening: Happening) -> None:
        match happening.what:
            case GridFrame() | PanelFrame() as frame:
                self.broadcast.show(happening.device, frame)
                self._tell_occupants_soon()
            case bool(on):
                self.broadcast.light(happening.device, on)
            case Tone() as tone:
                self.broadcast.sound(tone)
            case str(sentence):
                self.broadcast.announce(sentence)


def _without(slow: Mapping[str, float], device: str) -> dict[str, float]:
    return {other: seconds for other, seconds in slow.items() if other != device}
