"""A table with wires, seen in pages as well: frames go to displays and to the gallery, keys come from both."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from firmware_host.web.doors import Door, displays, doors
from firmware_host.web.gallery import Gallery
from firmware_host.web.house import described
from firmware_host.web.wire import Plug, Power, Slow
from hardware.ports import (
    ButtonPress,
    Buzzer,
    Clock,
    DeviceBack,
    DeviceGone,
    DeviceLost,
    Grid,
    GridFrame,
    Input,
    KeyPress,
    Lamp,
    Listener,
    Panel,
    PanelFrame,
    Seat,
    Speaker,
    Table,
    Tone,
)

PAGE = (128, 64)  # pixels of a seat that is a phone
TELEVISION = (128, 72)


class MirroredGrid:
    def __init__(self, name: str, grid: Grid, gallery: Gallery) -> None:
        self.size = grid.size
        self._name = name
        self._grid = grid
        self._gallery = gallery

    def show(self, frame: GridFrame) -> None:
        self._grid.show(frame)
        self._gallery.show(self._name, frame)


class MirroredPanel:
    """A panel and its likeness in a page; without a panel, the likeness alone."""

    def __init__(self, name: str, panel: Panel | None, gallery: Gallery, size: tuple[int, int] = PAGE) -> None:
        self.size = size if panel is None else panel.size
        self.colour = panel is not None and panel.colour
        self._name = name
        self._panel = panel
        self._gallery = gallery

    def show(self, frame: PanelFrame) -> None:
        if self._panel is not None:
            self._panel.show(frame)
        self._gallery.show(self._name, frame)

    def dim(self, contrast: float) -> None:
        if self._panel is not None:
            self._panel.dim(contrast)


class MirroredLamp:
    """A seat that has no lamp has one in its page."""

    def __init__(self, name: str, lamp: Lamp | None, gallery: Gallery) -> None:
        self._name = name
        self._lamp = lamp
        self._gallery = gallery

    def light(self, on: bool) -> None:
        if self._lamp is not None:
            self._lamp.light(on)
        self._gallery.light(self._name, on)


class MirroredSpeaker:
    def __init__(self, speaker: Speaker | None, gallery: Gallery) -> None:
        self._speaker = speaker
        self._gallery = gallery

    def say(self, sentence: str) -> None:
        if self._speaker is not None:
            self._speaker.say(sentence)
        self._gallery.say(sentence)

    def hush(self) -> None:
        if self._speaker is not None:
            self._speaker.hush()


class MirroredBuzzer:
    def __init__(self, buzzer: Buzzer | None, gallery: Gallery) -> None:
        self._buzzer = buzzer
        self._gallery = gallery

    def play(self, tone: Tone) -> None:
        if self._buzzer is not None:
            self._buzzer.play(tone)
        self._gallery.sound(tone)

    def hush(self) -> None:
        if self._buzzer is not None:
            self._buzzer.hush()


class MirroredTable:
    """A `Table` for the console, and a `House` for the server.

    A seat without a display is a phone. A phone also stands in for a keypad that is gone: its first key says so.
    """

    def __init__(self, table: Table, clock: Clock, codes: Mapping[str, str]) -> None:
        self.gallery = Gallery()
        self._table = table
        self._clock = clock
        self._listener: Listener | None = None
        self._gone: set[int] = set()
        self._acts_for: dict[int, int] = {}  # whose phone types for whom
        self.seats: Mapping[int, Seat] = {number: self._seat(seat) for number, seat in table.seats.items()}
        private = table.private
        self.private = None if private is None else MirroredPanel("host.screen", private, self.gallery)
        self.public = MirroredPanel("table.screen", table.public, self.gallery, TELEVISION)
        self.buttons: Sequence[str] = table.buttons
        self.buzzer = MirroredBuzzer(table.buzzer, self.gallery)
        self.speaker = MirroredSpeaker(table.speaker, self.gallery)
        self.pairing = table.pairing
        self.doors: Mapping[str, Door] = doors(self, codes)
        self.sizes = displays(self)
        self.described = described(self)

    # ── as the console sees it ───────────────────────────────────────────────────────────────────

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        self._table.listen(self._hear)

    def borrow_keypad(self, of: int, by: int) -> None:
        self._acts_for[of] = by
        with suppress(DeviceLost):  # it may be a phone that is lent
            self._table.borrow_keypad(of, by)

    def touch(self, touched: Input) -> None:
        self._table.touch(touched)

    def close(self) -> None:
        self._listener = None
        self._table.close()

    # ── as the pages touch it ────────────────────────────────────────────────────────────────────

    def key(self, seat: int, key: str, down: bool) -> None:
        if down and seat in self._gone:
            self._gone.discard(seat)
            self._table.touch(DeviceBack(f"seat{seat}.keypad"))
        digit = key if key.isdigit() else ""
        self._table.touch(KeyPress(self._acts_for.get(seat, seat), key, self._clock.time(), down, digit))

    def button(self, name: str, down: bool) -> None:
        self._table.touch(ButtonPress(name, self._clock.time(), down))

    def break_it(self, mischief: Plug | Slow | Power) -> None:
        """What has wires is broken by hand."""

    # ── inside ───────────────────────────────────────────────────────────────────────────────────

    def _hear(self, heard: Input) -> None:
        if isinstance(heard, DeviceGone | DeviceBack):
            for number in self.seats:
                if heard.device == f"seat{number}.keypad":
                    (self._gone.add if isinstance(heard, DeviceGone) else self._gone.discard)(number)
        if self._listener is not None:
            self._listener(heard)

    def _seat(self, seat: Seat) -> Seat:
        grid = seat.grid and MirroredGrid(f"seat{seat.number}.grid", seat.grid, self.gallery)
        lamp = MirroredLamp(f"seat{seat.number}.lamp", seat.lamp, self.gallery)
        if seat.panel is None and seat.grid is not None:
            return replace(seat, grid=grid, lamp=lamp)
        panel = MirroredPanel(f"seat{seat.number}.panel", seat.panel, self.gallery)
        return replace(seat, grid=grid, panel=panel, lamp=lamp, hooded=seat.hooded or seat.panel is None)
