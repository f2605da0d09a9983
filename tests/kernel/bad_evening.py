"""A bad evening in two worlds: devices are pulled and put back, the console is killed, the plug of it all is pulled.

The simulator has the same mishaps at the same moments, so after each of them both must show the same.
"""

from dataclasses import dataclass
from statistics import median

from hardware.config.settings import I2cPanelSettings, TableSettings
from tests.kernel.machine import GuestError, Machine
from tests.kernel.seen import SeenTable
from tests.kernel.two_worlds import AGREE_WITHIN, HEAD_START, Step, TwoWorlds

PROMISED = 2.0  # seconds in which a device is back
# The promise is about waiting. What has to be done then takes as long as it takes here: a display that comes back costs
# a few times as much as one that shows a key, and an emulated machine on a busy host has its hiccups.
KEYS_TO_LIGHT = 25
LETTER_HAS_GONE = 1.0  # seconds after the last key
MESSAGES_AT_MOST = 20  # one after the other, before the displays stand still


@dataclass(frozen=True)
class Recovery:
    """How long it took, in seconds, until a device was of use again, and how long it might have taken."""

    device: str
    took: float
    allowed: float


class BadEvening(TwoWorlds):
    """What happens at the table besides playing; each returns when both worlds agree again."""

    def __init__(self, machine: Machine, seen: SeenTable, settings: TableSettings, seed: int) -> None:
        self._pulled: set[str] = set()
        self._unwatched = ""
        super().__init__(machine, seen, settings, seed)
        self._lights: list[float] = []  # seconds from a key to its light, while all is well
        self.recoveries: list[Recovery] = []

    def do(self, step: Step, besides: str = "") -> None:
        """`besides` is a display that nobody looks at meanwhile."""
        self._unwatched = besides
        super().do(step)
        self._unwatched = ""
        panel = f"seat{step.seat}.panel"
        took = self._seen.since.get(panel, 0.0) - self._pressed
        if took > 0:
            self._lights.append(took)

    def passes(self, seconds: float) -> None:
        self._machine.ask("wait", seconds=seconds)

    def wait_for_log(self, text: str) -> None:
        self._machine.wait(lambda: text in "".join(self._machine.said), f"the log to say “{text}”")

    # ── devices ──────────────────────────────────────────────────────────────────────────────────

    def unplug(self, device: str) -> None:
        self._catch_up(self._machine.ask("unplug", device=device)["at"])
        self._pulled.add(device)
        for part in self._parts(device):
            self._simulated.unplug(part)
            if part in self._seen.displays:
                self._seen.displays[part].lose_power()

    def plug(self, device: str) -> None:
        """Also takes the time until it is of use again."""
        plugged = self._machine.ask("plug", device=device)["at"]
        self._is_back(device)
        if device.endswith(".keypad"):
            back = self._machine.ask("taken", device=device)["at"]
        else:
            self.agree(f"putting {device} back")
            back = max(self._seen.since[part] for part in self._parts(device))
        self._note(device, back - plugged)

    def seize(self, device: str) -> None:
        """It is plugged in, but another program has it."""
        self._machine.ask("seize", device=device)

    def release(self, device: str) -> None:
        """That program lets go of it."""
        released = self._machine.ask("release")["at"]
        self._is_back(device)
        self._note(device, self._machine.ask("taken", device=device)["at"] - released)

    def nodes(self, device: str) -> list[str]:
        """What the kernel calls a keypad that the console has."""
        return list(self._machine.ask("taken", device=device)["nodes"])

    def bus(self, adapter: str) -> str:
        """What the kernel calls an adapter at present."""
        folders = f"/sys/devices/platform/vhci_hcd.0/usb*/*-{adapter.rpartition('-')[2]}/*:*/i2c-*"
        listed = self._machine.ask("run", command=["sh", "-c", f"ls -d {folders}"])["output"]
        return str(listed).strip().rpartition("/")[2]

    def something_else(self, *, plugged: bool) -> None:
        """A keypad of nobody's, which the simulator knows nothing of."""
        self._machine.ask("plug" if plugged else "unplug", device="spare.keypad")

    def heal(self) -> None:
        """Whatever a test left unplugged is put back."""
        for device in sorted(self._pulled):
            self.plug(device)

    def flood(self, seat: int, key: str, held: str) -> None:
        """A key is held and let go in the middle of thousands of strokes of another, faster than anybody can read."""
        device, codes = f"seat{seat}.keypad", self._codes[seat]
        self._machine.ask("key", device=device, code=codes[held], down=True)
        self.passes(LETTER_HAS_GONE)
        self._machine.ask("flood", device=device, code=codes[key], strokes=1000, let_go=codes[held])

    def frames_in(self, grid: str, seconds: float) -> set[bytes]:
        """Everything that this grid shows in that time."""
        frames = self._seen.grids[grid].firmware.frames
        already = len(frames) - 1
        self.passes(seconds)
        return set(frames[already:])

    def _is_back(self, device: str) -> None:
        self._catch_up(self._seen.now)
        self._pulled.discard(device)
        for part in self._parts(device):
            self._simulated.plug(part)

    def _note(self, device: str, took: float) -> None:
        allowed = PROMISED + KEYS_TO_LIGHT * median(self._lights[-9:])
        self.recoveries.append(Recovery(device, round(max(0.0, took), 2), round(allowed, 2)))

    def _parts(self, device: str) -> list[str]:
        """A device, or the panels on an adapter."""
        seats = self._settings.seats
        panels = {f"seat{number}.panel": seat.panel for number, seat in seats.items()}
        panels |= {"private": self._settings.private, "public": self._settings.public}
        on_it = [name for name, panel in panels.items() if isinstance(panel, I2cPanelSettings) and panel.usb == device]
        return on_it or [device]

    def _differences(self, since: float) -> list[str]:
        dark = {part for device in self._pulled for part in self._parts(device)}
        return [device for device in super()._differences(since) if device not in (*dark, self._unwatched)]

    def _catch_up(self, moment: float) -> None:
        self._simulated.run_until(max(moment - self._zero, self._simulated.clock.time()))

    # ── power ────────────────────────────────────────────────────────────────────────────────────

    def kill(self) -> None:
        """The console ends in the middle of everything, and is started again, as systemd does it."""
        self._machine.ask("signal", signal="SIGKILL")
        self._simulated.power_cut()
        self.switch_on(self._machine)

    def cut_power_when_seen(self, step: Step) -> None:
        """The same keys in both worlds; the moment any display shows what the last of them brought about, all is dark.

        Displays that move by themselves prove nothing: letters that leave their grid, lights that celebrate.
        """
        self.read()
        *keys, last = self.keys_of(step)
        if keys:
            self.do(Step(step.seat, tuple(keys)))
        still = self._still_displays()
        before = self._newest()
        self._type(step.seat, (last,))
        pressed = self._simulated.clock.time()

        def seen() -> bool:
            self._catch_up(self._seen.now)
            self._look()
            shows = {device: self._seen.displays[device].shows for device in still}
            return any(shows[each] != before[each] and shows[each] in self._since(each, pressed) for each in still)

        self._machine.wait(seen, f"any display to show the end of {step}", AGREE_WITHIN)
        self._machine.cut_power()
        self._simulated.power_cut()
        for display in self._seen.displays.values():
            display.lose_power()

    def switch_on(self, machine: Machine) -> None:
        """The same or another boot of it, with the same journal."""
        self._machine = machine
        self._seed += 1
        self._zero = self._started() - HEAD_START - self._simulated.clock.time()
        for pictures in self._shown.values():
            pictures.clear()
        self._simulated.table.happenings.clear()
        self._simulated.power_on()
        self.agree("switching on again")

    def _still_displays(self) -> set[str]:
        """Some panel is among them: there are moments when a message has just come or gone on all of them.

        The private screen does not count: it stands still because nobody is using it.
        """
        for _ in range(MESSAGES_AT_MOST):
            still = self._still_for(LETTER_HAS_GONE)
            if still - {*self._seen.grids, "private"}:
                return still
        raise GuestError(f"no panel stands still.\n{self._machine.last_words()}")

    def _still_for(self, seconds: float) -> set[str]:
        """The displays that show the same for so long."""
        since = self._simulated.clock.time()
        self.passes(seconds)
        self.agree(f"{seconds} seconds more")
        return {device for device in self._newest() if len(set(self._since(device, since))) == 1}

    def _newest(self) -> dict[str, bytes]:
        self._look()
        return {device: pictures[-1][1] for device, pictures in self._shown.items() if pictures}
