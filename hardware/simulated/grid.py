"""LED grids without wires: one that remembers every frame, and a board that can be slow, pulled, reset and cut off."""

from collections.abc import Callable

from firmware_host.frozen import frozen
from firmware_host.texts.text import say
from hardware.clock import LoopClock
from hardware.displays import Heartbeat, LedGrid, Wires
from hardware.ports import Clock, DeviceLost, GridFrame, Input
from hardware.simulated.lanes import VirtualLane

RESET = 2.0  # seconds in which a board hears nothing after its port is opened or its power comes back
PATIENCE = 2.5  # seconds after its last frame in which a board goes back to its own effects


@frozen
class Shown:
    at: float
    frame: GridFrame


class RememberingGrid:
    """A `Grid` that is always there and shows everything at once. Every frame that changed something is kept."""

    def __init__(self, clock: Clock, size: tuple[int, int] = (5, 6)) -> None:
        self.size = size
        self.shown: list[Shown] = []
        self._clock = clock

    @property
    def last(self) -> GridFrame | None:
        return self.shown[-1].frame if self.shown else None

    def show(self, frame: GridFrame) -> None:
        if frame != self.last:
            self.shown.append(Shown(self._clock.time(), frame))


class SimulatedBoard:
    """The driver of a board, of any kind, that misbehaves when told to. `shown` has what its LEDs showed."""

    def __init__(self, name: str, clock: Clock, *, reset: float = RESET) -> None:
        self.seconds_a_frame = 0.0
        self.shown: list[Shown] = []
        self.openings = 0
        self._name = name
        self._clock = clock
        self._reset = reset
        self._plugged = True
        self._powered = True
        self._open = False
        self._deaf_until = 0.0

    @property
    def visible(self) -> GridFrame | None:
        """What can be seen now; None is a board that is dark, or back at its own effects."""
        if not self._powered or not self.shown or self._clock.time() > self.shown[-1].at + PATIENCE:
            return None
        return self.shown[-1].frame

    def unplug(self) -> None:
        """Its cable, which also powers it, is pulled."""
        self._plugged = self._open = False
        self.cut_power()

    def plug(self) -> None:
        self._plugged = True
        self.restore_power()

    def cut_power(self) -> None:
        """The LEDs go dark. The port stays, because the console powers it."""
        self._powered = False
        self.shown.clear()

    def restore_power(self) -> None:
        self._powered = True
        self._deaf_until = self._clock.time() + self._reset

    # ── as a driver ──────────────────────────────────────────────────────────────────────────────

    def open(self) -> None:
        if not self._plugged:
            raise DeviceLost(self._name, say("its board is not plugged in. Plug it in, and it comes back."))
        self.openings += 1
        self._open = True
        self._deaf_until = self._clock.time() + self._reset

    def show(self, frame: GridFrame) -> None:
        if not self._open:
            raise DeviceLost(self._name, say("its board was unplugged. Plug it in, and it comes back."))
        now = self._clock.time()
        if self._powered and now >= self._deaf_until:
            self.shown.append(Shown(now, frame))

    def dim(self, contrast: float) -> None:
        """A grid has no contrast of its own."""

    def close(self) -> None:
        self._open = False


def simulated_grid(
    name: str, clock: LoopClock, heartbeat: Heartbeat, tell: Callable[[Input], None], size: tuple[int, int] = (5, 6)
) -> tuple[LedGrid, SimulatedBoard, Wires]:
    """A grid as the console holds it, the board behind it, and the wires to close."""
    board = SimulatedBoard(name, clock)
    wires = Wires(VirtualLane(clock, lambda: board.seconds_a_frame), clock)
    grid = LedGrid(name, board, wires, tell, size=size)
    heartbeat.keep_alive(grid)
    return grid, board, wires
