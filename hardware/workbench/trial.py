"""Tries one seat: names every key that is pressed, and lights every pixel and LED of its displays."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Generic, Protocol, TextIO, TypeVar

from firmware_host.frozen import replace
from firmware_host.texts.language import Language
from firmware_host.texts.text import Text, say, sentences
from hardware.config.keymaps import keymap
from hardware.config.settings import SeatSettings, TableSettings
from hardware.kinds.i2c_buses import i2c_sysfs
from hardware.kinds.keypad import input_nodes
from hardware.names import DeviceName
from hardware.ports import (
    ESCAPE,
    Alarm,
    Clock,
    DeviceGone,
    DeviceLost,
    Grid,
    GridFrame,
    Input,
    Panel,
    PanelFrame,
    Table,
    Tone,
)
from hardware.table import open_table
from hardware.workbench.findings import in_use
from hardware.workbench.key_listener import KeyListener, Stroke
from hardware.workbench.machine import Machine

KEY_LASTS = 1.5  # seconds that a key stays on the displays
LED_LASTS, COLOUR_LASTS = 0.15, 1.0
CARD_LASTS, PIXELS_LAST = 4.0, 1.5
LOOK_AGAIN = 1.0  # seconds between looks for a keypad that was pulled
COLOURS = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255))
SCALE = Tone("try", ((69, 0.15), (73, 0.15), (76, 0.15), (81, 0.3)))
STOP_IT = say("Run `sudo systemctl stop wordtable`, try again, then `sudo systemctl start wordtable`.")
F = TypeVar("F")


class Cards(Protocol):
    """Draws what displays show while they are tried."""

    def sign_on_grid(self, sign: str, size: tuple[int, int]) -> GridFrame: ...
    def one_led(self, place: int, size: tuple[int, int]) -> GridFrame: ...
    def all_leds(self, colour: tuple[int, int, int], size: tuple[int, int]) -> GridFrame: ...
    def key_on_panel(self, name: str, key: str, size: tuple[int, int], colour: bool) -> PanelFrame: ...
    def panel_card(self, seat: int, size: tuple[int, int], colour: bool) -> PanelFrame: ...
    def all_pixels(self, size: tuple[int, int], colour: bool) -> PanelFrame: ...


class Slides(Generic[F]):
    """Pictures one after the other, round and round; a key interrupts them for a moment."""

    def __init__(self, clock: Clock, show: Callable[[F], None], slides: Sequence[tuple[F, float]]) -> None:
        self._clock = clock
        self._show = show
        self._slides = cycle(slides)
        self._alarm: Alarm | None = None
        self._next()

    def interrupt(self, frame: F) -> None:
        self.close()
        self._show(frame)
        self._alarm = self._clock.call_later(KEY_LASTS, self._next)

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()

    def _next(self) -> None:
        frame, seconds = next(self._slides)
        self._show(frame)
        self._alarm = self._clock.call_later(seconds, self._next)


def grid_slides(grid: Grid, cards: Cards) -> list[tuple[GridFrame, float]]:
    """Each LED by itself, then all of them in each colour."""
    width, height = grid.size
    singly = [(cards.one_led(place, grid.size), LED_LASTS) for place in range(width * height)]
    return [*singly, *((cards.all_leds(colour, grid.size), COLOUR_LASTS) for colour in COLOURS)]


def panel_slides(seat: int, panel: Panel, cards: Cards) -> list[tuple[PanelFrame, float]]:
    card = cards.panel_card(seat, panel.size, panel.colour)
    return [(card, CARD_LASTS), (cards.all_pixels(panel.size, panel.colour), PIXELS_LAST)]


class Trying:
    """One trial: `begin` it, let the loop run until `ended` is called with an exit code, then `close` it."""

    def __init__(
        self,
        table: TableSettings,
        seat: int,
        machine: Machine,
        cards: Cards,
        loop: asyncio.AbstractEventLoop,
        paper: TextIO,
        language: Language,
        ended: Callable[[int], None],
    ) -> None:
        self._settings = table
        self._seat = seat
        self._machine = machine
        self._cards = cards
        self._loop = loop
        self._paper = paper
        self._language = language
        self._keypad = DeviceName("keypad", seat)
        self._ended = ended
        self._listener = KeyListener(loop, input_nodes(machine), self._hear, self._lose)
        self._table: Table | None = None
        self._on_grid: Slides[GridFrame] | None = None
        self._on_panel: Slides[PanelFrame] | None = None
        self._looking: Alarm | None = None

    def begin(self) -> None:
        if self._settings.simulated:
            self._end(
                1,
                say("This table is simulated, so there is no keypad to press. To make a real one: `wordtable setup`."),
            )
            return
        if self._machine.console_has_devices:
            self._end(1, sentences(say("The console is running and is using the devices of this seat."), STOP_IT))
            return
        seat = self._settings.seats[self._seat]
        try:
            self._take()
        except DeviceLost as lost:
            if in_use(lost):
                console = say("If it is the console: {stop}", stop=STOP_IT)
                self._end(1, about(self._keypad, sentences(lost.say, console)))
                return
            self._lose(self._seat, lost.say)  # its displays can still be tried
        self._explain(seat)
        self._light(seat)

    def close(self) -> None:
        """Everything is dark and silent, and the keypad is free for other programs."""
        if self._looking is not None:
            self._looking.cancel()
        self._listener.close()
        for slides in (self._on_grid, self._on_panel):
            if slides is not None:
                slides.close()
        if self._table is not None:
            self._table.close()

    # ── the keypad ───────────────────────────────────────────────────────────────────────────────

    def _take(self) -> None:
        keypad = self._settings.seats[self._seat].keypad
        if keypad is not None:
            self._listener.take(self._seat, keypad, keymap(keypad.keys, self._settings.keymaps))

    def _hear(self, stroke: Stroke) -> None:
        meaning = stroke.key or say("(does nothing)")
        self._print(say("  {name} {key}", name=f"{stroke.name:<16}", key=meaning))
        if stroke.key == ESCAPE:
            self._end(0, say("That was seat {seat}.", seat=self._seat))
            return
        here = self._table.seats[self._seat] if self._table is not None else None
        if here is not None and here.grid is not None and self._on_grid is not None:
            self._on_grid.interrupt(self._cards.sign_on_grid(stroke.key[:1] or "?", here.grid.size))
        if here is not None and here.panel is not None and self._on_panel is not None:
            size, colour = here.panel.size, here.panel.colour
            self._on_panel.interrupt(self._cards.key_on_panel(stroke.name, stroke.key or "-", size, colour))

    def _lose(self, _pad: int, why: Text) -> None:
        self._print(about(self._keypad, why))
        self._looking = self._loop.call_later(LOOK_AGAIN, self._look_again)

    def _look_again(self) -> None:
        try:
            self._take()
        except DeviceLost:
            self._looking = self._loop.call_later(LOOK_AGAIN, self._look_again)
        else:
            self._print(about(self._keypad, say("it is back.")))

    # ── displays ─────────────────────────────────────────────────────────────────────────────────

    def _explain(self, seat: SeatSettings) -> None:
        if seat.keypad is None:
            self._print(say("Seat {seat} has no keypad. Ctrl-C ends this.", seat=self._seat))
        else:
            self._print(
                say(
                    "Seat {seat}: press its keys. Each is listed here with its name in [keymaps] and what it does. Esc "
                    "on that keypad (− on a number pad) or Ctrl-C ends this.",
                    seat=self._seat,
                )
            )
        if seat.grid is not None:
            self._print(
                say("Its grid lights each LED in turn, from the top left, then all in red, green, blue and white.")
            )
        if seat.panel is not None:
            self._print(say("Its panel shows a card with a border along every edge, then lights every pixel."))
        if self._settings.speaker is not None:
            self._print(say("The speaker says the number of this seat."))

    def _light(self, seat: SeatSettings) -> None:
        """Opens this seat as a table of its own, without its keypad, which is listened to key by key."""
        alone = TableSettings(
            {self._seat: replace(seat, keypad=None)}, buzzer=self._settings.buzzer, speaker=self._settings.speaker
        )
        self._table = open_table(alone, self._loop, sysfs=i2c_sysfs(self._machine))
        self._table.listen(self._complain)
        here = self._table.seats[self._seat]
        if here.grid is not None:
            self._on_grid = Slides(self._loop, here.grid.show, grid_slides(here.grid, self._cards))
        if here.panel is not None:
            self._on_panel = Slides(self._loop, here.panel.show, panel_slides(self._seat, here.panel, self._cards))
        if here.lamp is not None:
            here.lamp.light(True)
        if self._table.buzzer is not None:
            self._table.buzzer.play(SCALE)
        if self._table.speaker is not None:
            self._table.speaker.say(self._language.read(say("This is seat {seat}.", seat=self._seat)))

    def _complain(self, heard: Input) -> None:
        if isinstance(heard, DeviceGone):
            self._print(about(heard.device, heard.say))

    def _end(self, code: int, sentence: Text) -> None:
        self._print(sentence)
        self._ended(code)

    def _print(self, line: Text) -> None:
        self._paper.write(f"{self._language.read(line)}\n")
        self._paper.flush()


def about(device: str, sentence: Text) -> Text:
    return say("{device}: {sentence}", device=device, sentence=sentence)
