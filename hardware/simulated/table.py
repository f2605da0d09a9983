"""A whole table without wires. The console holds the same as at a real one; tests and scripts can touch everything."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware_host.frozen import frozen
from firmware_host.texts.language import english
from firmware_host.texts.text import Text, all_of, say
from hardware.clock import LoopClock
from hardware.config.keymaps import keymap
from hardware.config.settings import ButtonSettings, KeypadSettings, SpeakerSettings, TableSettings
from hardware.inbox import Inbox
from hardware.kinds import GRIDS, PANELS
from hardware.kinds.kind import GridSettings, PanelSettings
from hardware.names import BUZZER, SPEAKER, DeviceName
from hardware.ports import GridFrame, Input, Pairing, PanelFrame, Tone
from hardware.simulated.button import SimulatedButton
from hardware.simulated.buzzer import RememberingBuzzer
from hardware.simulated.grid import SimulatedBoard
from hardware.simulated.keypad import SimulatedKeypad, SimulatedKeypads
from hardware.simulated.lamp import RememberingLamp
from hardware.simulated.lanes import VirtualLane
from hardware.simulated.pairing import SimulatedPairing
from hardware.simulated.panel import SimulatedOled
from hardware.simulated.speaker import RememberingSpeaker
from hardware.table import DeviceTable

Frame = GridFrame | PanelFrame
Tell = Callable[[Input], None]
NO_SYSFS = Path("/nonexistent")  # a simulated bus is the one that its settings name


@frozen
class Happening:
    """Something that the people at the table saw or heard: a frame, a tone, a sentence, or whether a lamp is lit."""

    at: float
    device: str
    what: Frame | Tone | str | bool


Happened = Callable[[str, Frame | Tone | str | bool], None]


class NotAtThisTable(ValueError):
    """A script or a test touches something that is not there. Says what is."""

    def __init__(self, say: Text) -> None:
        super().__init__(english(say))
        self.say = say


class SimulatedDevices:
    """Makes devices with no wires, and keeps them: they are there again after a power cut.

    With the settings of a real table, displays share wires as they would there.
    """

    def __init__(self, settings: TableSettings, clock: LoopClock, happened: Happened) -> None:
        self._all_simulated = settings.simulated
        self._keymaps = settings.keymaps
        self._clock = clock
        self._happened = happened
        self.seconds: dict[str, float] = {}  # that a frame takes, by wire
        self.wires: dict[str, str] = {}  # by device
        self.boards: dict[str, _Board] = {}
        self.oleds: dict[str, _Oled] = {}
        self.lamps: dict[int | None, RememberingLamp] = {}
        self.buttons: dict[str, SimulatedButton] = {}
        self.pads: dict[int, SimulatedKeypad] = {}
        self.unplugged_pads: set[int] = set()
        self.the_buzzer: RememberingBuzzer | None = None
        self.the_speaker: RememberingSpeaker | None = None
        self.air: SimulatedPairing | None = None

    @property
    def displays(self) -> "list[_Board | _Oled]":
        return [*self.boards.values(), *self.oleds.values()]

    # ── as the builder asks for them ─────────────────────────────────────────────────────────────

    def wire(self, name: DeviceName, display: GridSettings | PanelSettings) -> str:
        """At a table that is simulated throughout, every display has wires of its own."""
        kinds = GRIDS if isinstance(display, GridSettings) else PANELS
        bus = "" if self._all_simulated else kinds.of(display).bus(display, NO_SYSFS)
        self.wires[name] = bus or name
        return self.wires[name]

    def lane(self, name: DeviceName, display: GridSettings | PanelSettings) -> VirtualLane:
        wire = self.wire(name, display)
        return VirtualLane(self._clock, lambda: self.seconds.get(wire, 0.0))

    def grid(self, name: DeviceName, _settings: GridSettings) -> "_Board":
        return self.boards.setdefault(name, _Board(name, self._clock, self._happened))

    def trusted_after(self, _settings: GridSettings) -> float:
        return 0.0

    def panel(self, name: DeviceName, _settings: PanelSettings) -> "_Oled":
        return self.oleds.setdefault(name, _Oled(name, self._clock, self._happened))

    def can_be_probed(self, _settings: PanelSettings) -> bool:
        return True

    def lamp(self, name: DeviceName, _pin: int, _tell: Tell) -> RememberingLamp:
        return self.lamps.setdefault(name.seat, RememberingLamp(self._clock, partial(self._happened, name)))

    def button(self, name: str, _settings: ButtonSettings, tell: Tell) -> SimulatedButton:
        self.buttons[name] = SimulatedButton(name, tell, self._clock)
        return self.buttons[name]

    def buzzer(self, _pin: int, _tell: Tell) -> RememberingBuzzer:
        if self.the_buzzer is None:
            self.the_buzzer = RememberingBuzzer(self._clock, partial(self._happened, BUZZER))
        return self.the_buzzer

    def speaker(self, _settings: SpeakerSettings) -> RememberingSpeaker:
        if self.the_speaker is None:
            self.the_speaker = RememberingSpeaker(self._clock, partial(self._happened, SPEAKER))
        return self.the_speaker

    def keypads(self, settings: TableSettings, inbox: Inbox) -> SimulatedKeypads[SimulatedKeypad]:
        """A pad from the air comes when it is given again."""
        make = partial(self._pad, inbox)
        self.pads = {n: make(n, seat.keypad) for n, seat in settings.seats.items() if seat.keypad is not None}
        self.unplugged_pads &= self.pads.keys()
        for number in self.unplugged_pads:
            self.pads[number].unplug()
        return SimulatedKeypads(self.pads, inbox, partial(self._given, inbox))

    def _given(self, inbox: Inbox, seat: int, settings: KeypadSettings) -> SimulatedKeypad:
        self.unplugged_pads.discard(seat)
        return self._pad(inbox, seat, settings)

    def _pad(self, inbox: Inbox, seat: int, settings: KeypadSettings) -> SimulatedKeypad:
        numeric = keymap(settings.keys, self._keymaps).numeric
        return SimulatedKeypad(seat, inbox, self._clock, settings, numeric=numeric)

    def pairing(self, settings: TableSettings, give: Callable[[str, int, str], None]) -> SimulatedPairing:
        if self.air is None:
            self.air = SimulatedPairing(self._clock, settings.bluetooth_pads, give)
        return self.air


class SimulatedTable(DeviceTable):
    """A table whose devices remember. `happenings` is everything that was seen and heard, in order.

    Whoever gives `seen` is told of each thing as it happens, and nothing is remembered: an evening may be long.
    """

    def __init__(
        self, settings: TableSettings, clock: LoopClock, seen: Callable[[Happening], None] | None = None
    ) -> None:
        self.happenings: list[Happening] = []
        self._seen = seen
        self._powered = True
        self.devices = SimulatedDevices(settings, clock, self._happened)
        super().__init__(settings, clock, self.devices)

    @property
    def buzzer(self) -> RememberingBuzzer | None:
        return self.devices.the_buzzer

    @property
    def speaker(self) -> RememberingSpeaker | None:
        return self.devices.the_speaker

    @property
    def pairing(self) -> Pairing | None:
        """Nothing to offer until there was a keypad in the air: most simulated evenings have none."""
        return self.air if self.air.used else None

    # ── as a test or a script touches it ─────────────────────────────────────────────────────────

    @property
    def air(self) -> SimulatedPairing:
        """The keypads in reach, to switch on and off."""
        assert self.devices.air is not None, "the table is open"
        return self.devices.air

    @property
    def keypads(self) -> dict[int, SimulatedKeypad]:
        return self.devices.pads

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
        """A button is pressed, and released after a moment."""
        buttons = self.devices.buttons
        if name not in buttons:
            raise NotAtThisTable(
                say("no such button; this table has {buttons}.", buttons=all_of(buttons))
                if buttons
                else say("no such button; this table has none.")
            )
        if self._powered:
            buttons[name].tap(lasting)

    def unplug(self, device: str) -> None:
        self._pluggable(device)[0]()

    def plug(self, device: str) -> None:
        self._pluggable(device)[1]()

    def slow(self, device: str, seconds: float) -> None:
        """Every piece of work of this display takes so long from now on, and so does that of others on its wires."""
        self.devices.seconds[self.devices.wires.get(device, device)] = seconds

    def lamp(self, seat: int) -> RememberingLamp:
        return self.devices.lamps[seat]

    def frames(self, device: str) -> list[Frame]:
        """Every frame that this display showed, one after the other; repeats are left out."""
        return [
            each.what
            for each in self.happenings
            if each.device == device and isinstance(each.what, GridFrame | PanelFrame)
        ]

    def showing(self, device: str) -> Frame | None:
        """What can be seen on this display now; None if it is dark."""
        boards = self.devices.boards
        return boards[device].visible if device in boards else self.devices.oleds[device].visible

    def contrast(self, device: str) -> float:
        """How bright this panel was set last, from 0 to 1."""
        return self.devices.oleds[device].contrast

    def power_cut(self) -> None:
        """Everything goes dark at once. Nobody is told: the console has no power either."""
        for display in self.devices.displays:
            display.cut_power()
        self.close()
        self._powered = False

    def power_on(self) -> None:
        """As after a restart: a new console takes `seats` and all else anew, and listens."""
        self._powered = True
        for display in self.devices.displays:
            display.restore_power()
        self._open()

    # ── inside ───────────────────────────────────────────────────────────────────────────────────

    def _pluggable(self, device: str) -> tuple[Callable[[], None], Callable[[], None]]:
        name = DeviceName.parse(device)
        if name.part == "keypad" and name.seat in self.keypads:
            return partial(self._plug_keypad, name.seat, False), partial(self._plug_keypad, name.seat, True)
        display = self.devices.boards.get(name) or self.devices.oleds.get(name)
        if display is None:
            names = [DeviceName("keypad", number) for number in self.keypads]
            there = [*names, *self.devices.boards, *self.devices.oleds]
            raise NotAtThisTable(
                say("no such device to plug or unplug; this table has {devices}.", devices=all_of(there))
            )
        return display.unplug, display.plug

    def _plug_keypad(self, number: int, there: bool) -> None:
        unplugged = self.devices.unplugged_pads
        (unplugged.discard if there else unplugged.add)(number)
        (self.keypads[number].plug if there else self.keypads[number].unplug)()

    def _happened(self, device: str, what: Frame | Tone | str | bool) -> None:
        happening = Happening(self._clock.time(), device, what)
        if self._seen is None:
            self.happenings.append(happening)
        else:
            self._seen(happening)


class _Oled(SimulatedOled):
    """A panel whose frames the table remembers, or nobody does."""

    def __init__(self, name: str, clock: LoopClock, seen: Happened) -> None:
        super().__init__(name, clock, partial(seen, name))

    def show(self, frame: PanelFrame) -> None:
        super().show(frame)
        del self.shown[:-1]


class _Board(SimulatedBoard):
    """A board that is awake at once, and reports when what it shows has changed. The table remembers its frames."""

    def __init__(self, name: str, clock: LoopClock, seen: Happened) -> None:
        super().__init__(name, clock, reset=0.0)
        self._seen = seen
        self._last_seen: GridFrame | None = None

    def show(self, frame: GridFrame) -> None:
        super().show(frame)
        del self.shown[:-1]
        before, self._last_seen = self._last_seen, self.visible
        if self._last_seen is not None and self._last_seen is not before and self._last_seen != before:
            self._seen(self._name, self._last_seen)

    def cut_power(self) -> None:
        super().cut_power()
        self._last_seen = None
