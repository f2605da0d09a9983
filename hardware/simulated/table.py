"""A whole table without wires: what the console holds is the same, and every device can be touched, pulled and read."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from hardware.displays import Heartbeat, LedGrid, OledPanel, Wires
from hardware.inbox import Inbox
from hardware.keymaps import keymap
from hardware.ports import DeviceBack, GridFrame, Input, KeyPress, Listener, Pairing, PanelFrame, Seat, Tone
from hardware.settings import KeypadSettings, PanelSettings, TableSettings
from hardware.simulated.bluetooth import SimulatedPairing
from hardware.simulated.gpio import RememberingBuzzer, RememberingLamp, SimulatedButton
from hardware.simulated.grids import SimulatedBoard
from hardware.simulated.keypads import SimulatedKeypad, SimulatedKeypads
from hardware.simulated.lanes import LoopClock, VirtualLane
from hardware.simulated.panels import SimulatedOled
from hardware.simulated.speaker import RememberingSpeaker

Frame = GridFrame | PanelFrame


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that the people at the table saw or heard: a frame, a tone, a sentence, or whether a lamp is lit."""

    at: float
    device: str
    what: Frame | Tone | str | bool


class SimulatedTable:
    """A `Table` whose devices remember. `happenings` is everything that was seen and heard, in order.

    With the settings of a real table, displays share their wires as they would there; `slow` is then for all of them.
    Whoever gives `seen` is told of each thing as it happens, and nothing is remembered: an evening may be long.
    """

    def __init__(
        self, settings: TableSettings, clock: LoopClock, seen: Callable[[Happening], None] | None = None
    ) -> None:
        self.happenings: list[Happening] = []
        self._seen = seen
        self._settings = settings
        self._clock = clock
        self._listener: Listener | None = None
        self._powered = True
        self._seconds: dict[str, float] = {}  # a frame takes, by wire
        self._boards = {
            f"seat{number}.grid": _Board(f"seat{number}.grid", clock, self._happened)
            for number, seat in settings.seats.items()
            if seat.grid is not None
        }
        self._oleds = {name: _Oled(name, clock, self._happened) for name in dict(self._panels())}
        self._lamps = {
            number: RememberingLamp(clock, partial(self._happened, f"seat{number}.lamp"))
            for number, seat in settings.seats.items()
            if seat.lamp is not None
        }
        self._unplugged_keypads: set[int] = set()
        self.buzzer = None if settings.buzzer is None else RememberingBuzzer(clock, partial(self._happened, "buzzer"))
        self.speaker = RememberingSpeaker(clock, partial(self._happened, "speaker")) if settings.speaker else None
        self.buttons: Sequence[str] = tuple(settings.buttons)
        self.air = SimulatedPairing(clock, settings.bluetooth_pads, self._give)
        self._start()

    # ── as the console sees it ───────────────────────────────────────────────────────────────────

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        self._inbox.listen(partial(self._hear, self._inbox))

    @property
    def pairing(self) -> Pairing | None:
        """Nothing to offer until there was a keypad in the air: most simulated evenings have none."""
        return self.air if self.air.used else None

    def borrow_keypad(self, of: int, by: int) -> None:
        self._keypads.borrow(of, by)

    def touch(self, touched: Input) -> None:
        """A key that was pressed elsewhere than on a keypad: on a phone."""
        self._inbox.put(touched)

    def close(self) -> None:
        self._listener = None
        self.air.stop()
        self._heartbeat.close()
        for wires in self._wires.values():
            wires.close()
        for button in self._buttons.values():
            button.close()
        for lamp in self._lamps.values():
            lamp.close()

    # ── as a test or a script touches it ─────────────────────────────────────────────────────────

    def press(self, seat: int, *keys: str) -> None:
        """One key after the other, each down and up."""
        if self._powered:
            self.keypads[seat].tap(*keys)

    def hold(self, seat: int, key: str) -> None:
        if self._powered:
            self.keypads[seat].press(key)

    def let_go(self, seat: int, key: str) -> None:
        self.keypads[seat].let_go(key)

    def button(self, name: str, lasting: float = 0.1) -> None:
        """A button is pressed, and let go after a moment."""
        if name not in self._buttons:
            raise ValueError(f"there is no such button here. There is {_list(self._buttons)}.")
        if self._powered:
            self._buttons[name].tap(lasting)

    def unplug(self, device: str) -> None:
        self._pluggable(device)[0]()

    def plug(self, device: str) -> None:
        self._pluggable(device)[1]()

    def slow(self, device: str, seconds: float) -> None:
        """Every piece of work of this display takes so long from now on, and so does that of others on its wires."""
        self._seconds[self._wire_of(device)] = seconds

    def lamp(self, seat: int) -> RememberingLamp:
        return self._lamps[seat]

    def frames(self, device: str) -> list[Frame]:
        """Every frame that this display showed, one after the other; repeats are left out."""
        return [
            each.what
            for each in self.happenings
            if each.device == device and isinstance(each.what, GridFrame | PanelFrame)
        ]

    def showing(self, device: str) -> Frame | None:
        """What can be seen on this display now; None if it is dark."""
        return self._boards[device].visible if device in self._boards else self._oleds[device].visible

    def contrast(self, device: str) -> float:
        """How bright this panel was set last, from 0 to 1."""
        return self._oleds[device].contrast

    def power_cut(self) -> None:
        """All goes dark at once. Nobody is told: the console has no power either."""
        for display in self._displays:
            display.cut_power()
        self.close()
        self._powered = False

    def power_on(self) -> None:
        """As after a restart: a new console takes `seats` and all else anew, and listens."""
        self._powered = True
        for display in self._displays:
            display.restore_power()
        self._start()

    # ── inside ───────────────────────────────────────────────────────────────────────────────────

    def _start(self) -> None:
        settings, clock = self._settings, self._clock
        self._inbox = Inbox(clock)
        self._heartbeat = Heartbeat(clock)
        self._wires: dict[str, Wires] = {}
        self._serve_first: dict[int, list[Callable[[], None]]] = {}
        self.seats: Mapping[int, Seat] = {number: self._seat(number) for number in settings.seats}
        self.private = None if settings.private is None else self._panel("host.screen", settings.private)
        self.public = None if settings.public is None else self._panel("table.screen", settings.public)
        self._buttons = {name: SimulatedButton(name, self._inbox.put, clock) for name in settings.buttons}
        self.keypads = {
            number: SimulatedKeypad(number, self._inbox, clock, seat.keypad, numeric=self._numeric(seat.keypad))
            for number, seat in settings.seats.items()
            if seat.keypad is not None
        }
        self._keypads = SimulatedKeypads(self.keypads)
        self._unplugged_keypads &= self.keypads.keys()  # a pad from the air comes when it is given again
        for number in self._unplugged_keypads:
            self.keypads[number].unplug()

    @property
    def _displays(self) -> list["_Board | SimulatedOled"]:
        return [*self._boards.values(), *self._oleds.values()]

    def _panels(self) -> Iterator[tuple[str, PanelSettings]]:
        for number, seat in self._settings.seats.items():
            if seat.panel is not None:
                yield f"seat{number}.panel", seat.panel
        if self._settings.private is not None:
            yield "host.screen", self._settings.private
        if self._settings.public is not None:
            yield "table.screen", self._settings.public

    def _seat(self, number: int) -> Seat:
        seat = self._settings.seats[number]
        grid = panel = None
        serve_first = self._serve_first[number] = []
        if seat.grid is not None:
            name = f"seat{number}.grid"
            wires = self._wires_of(name)
            size = (seat.grid.width, seat.grid.height)
            grid = LedGrid(name, self._boards[name], wires, self._inbox.put, size=size)
            self._heartbeat.keep_alive(grid)
            serve_first.append(partial(wires.first, grid))
        if seat.panel is not None:
            name = f"seat{number}.panel"
            panel = self._panel(name, seat.panel)
            serve_first.append(partial(self._wires_of(name).first, panel))
        has_keypad = seat.keypad is not None
        return Seat(number, has_keypad, self._numeric(seat.keypad), grid, panel, seat.hooded, self._lamps.get(number))

    def _panel(self, name: str, settings: PanelSettings) -> OledPanel:
        wires, oled = self._wires_of(name), self._oleds[name]
        panel = OledPanel(name, oled, wires, self._inbox.put, size=settings.size, colour=settings.colour)
        self._heartbeat.keep_alive(panel)
        return panel

    def _numeric(self, keypad: KeypadSettings | None) -> bool:
        return keypad is not None and keymap(keypad.keys, self._settings.keymaps).numeric

    def _wires_of(self, device: str) -> Wires:
        wire = self._wire_of(device)
        if wire not in self._wires:
            self._wires[wire] = Wires(VirtualLane(self._clock, lambda: self._seconds.get(wire, 0.0)), self._clock)
        return self._wires[wire]

    def _wire_of(self, device: str) -> str:
        """What its wire is called; at a table that is simulated throughout, every display has its own."""
        panel = dict(self._panels()).get(device)
        if panel is None or self._settings.simulated:
            return device
        return panel.adapter if panel.bus == "i2c" else f"spi-{panel.spi}"

    def _pluggable(self, device: str) -> tuple[Callable[[], None], Callable[[], None]]:
        keypad = re.fullmatch(r"seat(\d+)\.keypad", device)
        if keypad and int(keypad[1]) in self.keypads:
            return partial(self._plug_keypad, int(keypad[1]), False), partial(self._plug_keypad, int(keypad[1]), True)
        display = self._boards.get(device) or self._oleds.get(device)
        if display is None:
            names = [*(f"seat{number}.keypad" for number in self.keypads), *self._boards, *self._oleds]
            raise ValueError(f"there is no such device here to plug or unplug. There is {_list(names)}.")
        return display.unplug, display.plug

    def _plug_keypad(self, number: int, there: bool) -> None:
        (self._unplugged_keypads.discard if there else self._unplugged_keypads.add)(number)
        (self.keypads[number].plug if there else self.keypads[number].unplug)()

    def _give(self, address: str, seat: int, keys: str) -> None:
        """A seat whose keypad is there types on either; otherwise the new one is its keypad."""
        if seat in self.keypads and self.keypads[seat].there:
            return
        pad = KeypadSettings(bluetooth=address, keys=keys)
        self.keypads[seat] = SimulatedKeypad(seat, self._inbox, self._clock, pad, numeric=self._numeric(pad))
        self._unplugged_keypads.discard(seat)
        self._inbox.put(DeviceBack(f"seat{seat}.keypad"))

    def _hear(self, inbox: Inbox, heard: Input) -> None:
        if self._listener is None or inbox is not self._inbox:  # of before the power was cut
            return
        if isinstance(heard, KeyPress) and heard.down:
            for serve_first in self._serve_first.get(heard.seat, ()):
                serve_first()
        self._listener(heard)

    def _happened(self, device: str, what: Frame | Tone | str | bool) -> None:
        happening = Happening(self._clock.time(), device, what)
        if self._seen is None:
            self.happenings.append(happening)
        else:
            self._seen(happening)


class _Oled(SimulatedOled):
    """A panel whose frames the table remembers, or nobody does."""

    def __init__(self, name: str, clock: LoopClock, seen: Callable[[str, PanelFrame], None]) -> None:
        super().__init__(name, clock, partial(seen, name))

    def show(self, frame: PanelFrame) -> None:
        super().show(frame)
        del self.shown[:-1]


class _Board(SimulatedBoard):
    """A board that is awake at once, and says when what it shows has changed. The table remembers its frames."""

    def __init__(self, name: str, clock: LoopClock, seen: Callable[[str, GridFrame], None]) -> None:
        super().__init__(name, clock, reset=0.0)
        self._seen = seen
        self._last_seen: GridFrame | None = None

    def show(self, frame: GridFrame) -> None:
        super().show(frame)
        del self.shown[:-1]
        if self.visible != self._last_seen and self.visible is not None:
            self._seen(self._name, self.visible)
        self._last_seen = self.visible

    def cut_power(self) -> None:
        super().cut_power()
        self._last_seen = None


def _list(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
