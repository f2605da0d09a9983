"""A simulated table that is really played at: the real console on it, and hands to break its devices with."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random

from firmware_host import dictionaries
from firmware_host.console.computers import Think, Thought
from firmware_host.console.console import Console
from firmware_host.console.keeper import Keeper
from firmware_host.game_settings import defaults
from firmware_host.rules.table import Action
from firmware_host.web import wire
from firmware_host.web.doors import Door, displays, doors
from firmware_host.web.gallery import Gallery
from firmware_host.web.house import described
from firmware_host.web.mirror import TELEVISION
from firmware_host.web.places import places
from firmware_host.web.wire import Plug, Power, Slow
from hardware.config import simulated_table
from hardware.ports import ButtonPress, GridFrame, PanelFrame, Tone
from hardware.settings import ButtonSettings, PanelSettings, TableSettings
from hardware.simulated.lanes import LoopClock
from hardware.simulated.table import Happening, SimulatedTable

HANDS = 1.2  # seconds that hands need to put a plug back: by then the console has noticed


def table_for_show(settings: TableSettings | None = None) -> TableSettings:
    """Any table, simulated, with all that a page can show: a screen for all, lamps, buttons, a voice, a buzzer."""
    settings = settings or simulated_table()
    lit = {number: replace(seat, lamp=seat.lamp or number) for number, seat in settings.seats.items()}
    width, height = TELEVISION
    return replace(
        settings,
        seats=lit,
        simulated=True,
        public=settings.public or PanelSettings(width=width, height=height),
        buttons=settings.buttons or {"pause": ButtonSettings(17), "power": ButtonSettings(27)},
        buzzer=12,
        speaker=True,
    )


class Stage:
    """A `House` around a simulated table. The power can be cut and comes back to a new console, as on a Pi."""

    def __init__(
        self,
        settings: TableSettings,
        clock: LoopClock,
        keeper: Keeper,
        codes: Mapping[str, str],
        seed: int,
        think: Think,
    ) -> None:
        self.gallery = Gallery()
        self._settings = settings
        self._clock = clock
        self._keeper = keeper
        self._think = think
        self._seeds = Random(seed)
        self._unplugged: dict[str, float] = {}  # since when
        self._slow: dict[str, float] = {}
        self._powered = True
        self._console: Console | None = None
        self._table = SimulatedTable(settings, clock, self._happened)
        self.sizes = displays(self._table)
        numeric = frozenset(number for number, seat in self._table.seats.items() if seat.numeric)
        self.described = described(self._table, numeric)
        keypads = {f"seat{number}.keypad" for number in self._table.keypads}
        self.doors: Mapping[str, Door] = doors(self._table, codes, frozenset(self.sizes) | keypads)
        self._console = self._sit_down()

    def close(self) -> None:
        self._leave()
        self._table.close()

    # ── as the pages touch it ────────────────────────────────────────────────────────────────────

    def key(self, seat: int, key: str, down: bool) -> None:
        if seat in self._table.keypads:
            (self._table.hold if down else self._table.let_go)(seat, key)

    def button(self, name: str, down: bool) -> None:
        self._table.touch(ButtonPress(name, self._clock.time(), down))

    def break_it(self, mischief: Plug | Slow | Power) -> None:
        match mischief:
            case Plug(device, False) if device not in self._unplugged:
                self._table.unplug(device)
                self._unplugged[device] = self._clock.time()
            case Plug(device, True) if device in self._unplugged:
                noticed = self._unplugged[device] + HANDS
                self._clock.call_at(max(noticed, self._clock.time()), partial(self._put_back, device))
            case Slow(device, seconds) if device in self.sizes:
                self._table.slow(device, seconds)
                self._slow = {**self._slow, device: seconds} if seconds else _without(self._slow, device)
            case Power(on) if on != self._powered:
                self._power(on)
        self._tell_condition()

    # ── inside ───────────────────────────────────────────────────────────────────────────────────

    def _sit_down(self) -> Console:
        console = Console(
            self._table,
            self._clock,
            self._keeper,
            dictionaries.load,
            seed=self._seeds.getrandbits(31),
            defaults=defaults(self._settings),
            shut_down=partial(self.break_it, Power(False)),
            palette=self._settings.palette,
            pulse=self._settings.pulse,
            think=self._think,
        )
        console.start()
        self._tell_condition()
        return console

    def _leave(self) -> None:
        if self._console is not None:
            self._console.close()
            self._console = None

    def _put_back(self, device: str) -> None:
        if self._unplugged.pop(device, None) is not None:
            self._table.plug(device)
            self._tell_condition()

    def _power(self, on: bool) -> None:
        self._powered = on
        if on:
            self._table.power_on()
            self._console = self._sit_down()
        else:
            self._leave()
            self._table.power_cut()

    def _tell_condition(self) -> None:
        for device in self.sizes:
            if self._table.showing(device) is None:
                self.gallery.show(device, None)
        self.gallery.tell("condition", wire.condition(self._powered, sorted(self._unplugged), self._slow))

    def _tell_places(self) -> None:
        """Whenever something is shown: who sits where may have changed with it."""
        if self._console is not None:
            self.gallery.tell("places", wire.seated(places(self._console, self._table.seats)))

    def _happened(self, happening: Happening) -> None:
        match happening.what:
            case GridFrame() | PanelFrame() as frame:
                self.gallery.show(happening.device, frame)
                self._tell_places()
            case bool(on):
                self.gallery.light(happening.device, on)
            case Tone() as tone:
                self.gallery.sound(tone)
            case str(sentence):
                self.gallery.say(sentence)


def think_apart(loop: asyncio.AbstractEventLoop, thought: Thought, then: Callable[[Action | None], None]) -> None:
    """On a thread of its own: keys and pages must not wait for a computer player."""
    thinking = loop.run_in_executor(None, thought)
    thinking.add_done_callback(lambda done: then(done.result()))


def _without(slow: Mapping[str, float], device: str) -> dict[str, float]:
    return {other: seconds for other, seconds in slow.items() if other != device}
