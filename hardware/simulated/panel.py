"""OLED panels without wires: one that remembers every frame, and one that can be slow, pulled and cut off."""

from collections.abc import Callable

from firmware_host.frozen import frozen
from firmware_host.texts.text import say
from hardware.clock import LoopClock
from hardware.config.settings import I2cPanelSettings, PanelSettings
from hardware.displays import Heartbeat, OledPanel, Wires
from hardware.ports import Clock, DeviceLost, Input, PanelFrame
from hardware.simulated.lanes import VirtualLane

PLAIN = I2cPanelSettings()


@frozen
class Shown:
    at: float
    frame: PanelFrame


class RememberingPanel:
    """A `Panel` that is always there and shows everything at once. Every frame that changed something is kept."""

    def __init__(self, clock: Clock, settings: PanelSettings = PLAIN) -> None:
        self.size = settings.size
        self.colour = settings.colour
        self.shown: list[Shown] = []
        self.contrast = 1.0
        self._clock = clock

    @property
    def last(self) -> PanelFrame | None:
        return self.shown[-1].frame if self.shown else None

    def show(self, frame: PanelFrame) -> None:
        if frame != self.last:
            self.shown.append(Shown(self._clock.time(), frame))

    def dim(self, contrast: float) -> None:
        self.contrast = contrast


class SimulatedOled:
    """The driver of a panel, of any kind, that misbehaves when told to. `shown` has every frame that reached its glass.

    Like a real one, it forgets everything without power: put back unnoticed, it takes frames and stays dark until a
    probe finds that it is off.
    """

    def __init__(self, name: str, clock: Clock, seen: Callable[[PanelFrame], None] = lambda _frame: None) -> None:
        self.seconds_a_frame = 0.0
        self.shown: list[Shown] = []
        self.contrast = 1.0
        self.openings = 0
        self._name = name
        self._clock = clock
        self._seen = seen
        self._plugged = self._powered = True
        self._set_up = False
        self._visible: PanelFrame | None = None

    @property
    def visible(self) -> PanelFrame | None:
        """What can be seen now; None is a panel that is dark."""
        return self._visible

    @property
    def plugged(self) -> bool:
        return self._plugged

    def unplug(self) -> None:
        self._plugged = False
        self._forget()

    def plug(self) -> None:
        self._plugged = True

    def cut_power(self) -> None:
        self._powered = False
        self._forget()

    def restore_power(self) -> None:
        self._powered = True

    def _forget(self) -> None:
        self._set_up = False
        self._visible = None

    # ── as a driver ──────────────────────────────────────────────────────────────────────────────

    def open(self) -> None:
        self._answer()
        self.openings += 1
        self._set_up = True

    def show(self, frame: PanelFrame) -> None:
        self._answer()
        if self._set_up:
            self._visible = frame
            self.shown.append(Shown(self._clock.time(), frame))
            self._seen(frame)

    def dim(self, contrast: float) -> None:
        self._answer()
        self.contrast = contrast

    def probe(self) -> None:
        self._answer()
        if not self._set_up:
            raise DeviceLost(self._name, say("it lost its power for a moment. Is its plug loose?"))

    def _answer(self) -> None:
        if not (self._plugged and self._powered):
            raise DeviceLost(self._name, say("nothing answers: it is not plugged in. Plug it in, and it comes back."))

    def close(self) -> None:
        self._forget()


def simulated_panel(
    name: str, clock: LoopClock, heartbeat: Heartbeat, tell: Callable[[Input], None], settings: PanelSettings = PLAIN
) -> tuple[OledPanel, SimulatedOled, Wires]:
    """A panel as the console holds it, the driver behind it, and the wires to close."""
    oled = SimulatedOled(name, clock)
    wires = Wires(VirtualLane(clock, lambda: oled.seconds_a_frame), clock)
    panel = OledPanel(name, oled, wires, tell, size=settings.size, colour=settings.colour)
    heartbeat.keep_alive(panel)
    return panel, oled, wires
