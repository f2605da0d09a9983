"""One script in two worlds: typed on the keypads of the emulated machine, and pressed at a simulated table at the very
moments at which the machine's keys went down. Both must show the same."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from firmware_host.console.keypads.attention import TO_READ
from firmware_host.games.shared.table import OVER, RESULT
from firmware_host.simulator.evening import SimulatedEvening
from firmware_host.simulator.script import spelt
from hardware.config.keymaps import keymap
from hardware.config.settings import TableSettings
from hardware.ports import PAGE_UP, GridFrame, PanelFrame
from tests.kernel.machine import GuestError, Machine
from tests.kernel.seen import Picture, SeenTable
from tests.kernel.working_tree import ROOT

EVENINGS = ROOT / "tests" / "kernel" / "evenings"
SEED = 7  # of every evening that is played in both worlds
AGREE_WITHIN = 60.0  # real seconds, generous: an emulated machine on a busy host is slow
# The machine says that it is ready a moment after its evening began, so the simulator gets a head start: lights that
# walk round and round are then ahead there, and the machine may be behind by so many seconds, never ahead.
HEAD_START = 3.0
BEHIND = 6.0
TAP = 0.15  # seconds that a button is pressed
READS = 1.0  # seconds in which people read what is new before they answer it: sooner, a key means nothing
READS_A_RESULT = 4.0


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a script: keys of a seat, an entry that it chooses by its id, or a button."""

    seat: int
    keys: tuple[str, ...]
    button: str = ""
    choose: str = ""

    def __str__(self) -> str:
        return f"the button {self.button}" if self.button else f"seat {self.seat}: {self.choose or ' '.join(self.keys)}"


def read_steps(lines: Iterable[str]) -> list[Step]:
    """The steps of a script that `wordtable simulate` reads, too. Its times are for that: here keys come when both
    worlds are ready for them."""
    steps = []
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        said = json.loads(line)
        if "keys" in said:
            steps.append(Step(said["seat"], tuple(key for name in said["keys"].split() for key in spelt(name))))
        elif "choose" in said:
            entries = [said["choose"]] if isinstance(said["choose"], str) else said["choose"]
            steps += [Step(said["seat"], (), choose=entry) for entry in entries]
        elif "button" in said:
            steps.append(Step(0, (), said["button"]))
    return steps


class TwoWorlds:
    """A console in the machine and one in the simulator, begun at the same moment with the same seed."""

    def __init__(
        self, machine: Machine, seen: SeenTable, settings: TableSettings, seed: int, journal: str = "journal.db"
    ) -> None:
        self._machine = machine
        self._seen = seen
        self._settings = settings
        self._seed = seed
        self._journal = journal
        self._zero = self._started() - HEAD_START
        self._simulated = SimulatedEvening(settings, seed=seed)
        self._shown: dict[str, list[tuple[float, Picture]]] = {device: [] for device in seen.displays}
        self._pressed = 0.0  # the machine's time when the last key went down
        self._watched: dict[str, tuple[int, int]] = {}  # by grid: from which frame on, there and here
        self.watch_from_now()
        self._codes = {
            number: _codes(seat.keypad.keys) for number, seat in settings.seats.items() if seat.keypad is not None
        }

    def agree(self, after: str = "switching on") -> None:
        """Waits until every display of the machine shows what the simulator shows, or has shown a moment ago."""
        since = self._simulated.clock.time()
        try:
            self._machine.wait(lambda: not self._differences(since), "both worlds to agree", AGREE_WITHIN)
        except GuestError as late:
            differences = self._differences(since)
            pictures = "\n".join(line for device in differences for line in self._side_by_side(device, since))
            raise AssertionError(
                f"after {after}: {', '.join(differences)} of the machine shows something else.\n{pictures}\n{late}"
            ) from None

    def do(self, step: Step) -> None:
        """The same keys in both worlds; returns when they agree."""
        self.read()
        if step.button:
            self._press(step.button)
        else:
            self._type(step.seat, self.keys_of(step))
        self.agree(str(step))

    def read(self) -> None:
        """Lets the time pass that people need before they press a key."""
        result = self._simulated.snapshot().phase in (RESULT, OVER)
        self._machine.ask("wait", seconds=READS_A_RESULT if result else READS)

    def says(self, device: str) -> list[str]:
        """The text of a display, as the simulator has it."""
        frame = self._simulated.table.showing(device)
        return [] if frame is None else list(frame.text)

    def lamp_is_lit(self, seat: int) -> bool:
        """In the simulator."""
        return self._simulated.table.lamp(seat).on

    def watched(self, grid: str) -> tuple[list[Picture], list[Picture]]:
        """What this grid has shown since `watch_from_now`, in the machine and in the simulator."""
        self._look()
        there, here = self._watched[grid]
        return self._seen.grids[grid].firmware.frames[there:], [picture for _, picture in self._shown[grid][here:]]

    def strays(self, grid: str) -> list[Picture]:
        """What it has shown in the machine that it did not show in the simulator, or not in this order."""
        there, here = self.watched(grid)
        return _not_in_order(there, here)

    def watch_from_now(self) -> None:
        """What the grids show at this moment, and from then on, is what `watched` is about."""
        self._look()
        self._watched = {
            name: (max(0, len(grid.firmware.frames) - 1), max(0, len(self._shown[name]) - 1))
            for name, grid in self._seen.grids.items()
        }

    def close(self) -> None:
        self._machine.ask("signal", signal="SIGTERM")
        self._simulated.close()

    def _started(self) -> float:
        """The machine's time when its console was ready."""
        started = self._machine.ask("start", options=["--seed", str(self._seed)], journal=self._journal)
        if not started["ready"]:
            raise GuestError(f"the console did not start.\n{self._machine.last_words()}")
        return float(started["at"])

    # ── doing ────────────────────────────────────────────────────────────────────────────────────

    def _type(self, seat: int, keys: tuple[str, ...]) -> None:
        self._machine.ask("wait", seconds=TO_READ + TAP)  # whoever types looks at what has changed first
        codes = [self._codes[seat][key] for key in keys]
        typed = self._machine.ask("type", device=f"seat{seat}.keypad", codes=codes)
        self._pressed = typed["moments"][-1]
        for key, moment in zip(keys, typed["moments"], strict=True):
            self._simulated.run_until(max(moment - self._zero, self._simulated.clock.time()))
            self._simulated.keys(seat, key)

    def keys_of(self, step: Step) -> tuple[str, ...]:
        """Its keys, or those that lead to the entry it chooses; if that stands in the menu, the menu is opened."""
        if not step.choose:
            return step.keys
        if self._settings.seats[step.seat].panel is None:  # its question may be turned away: any key brings it up
            self._type(step.seat, (PAGE_UP,))
        way = self._simulated.way_to(step.choose, step.seat)
        if way.takes_it:
            return way.keys
        self._type(step.seat, way.keys)
        return self.keys_of(step)

    def _press(self, button: str) -> None:
        pin = self._settings.buttons[button].pin
        self._machine.ask("pull", pin=pin, high=False)
        self._machine.ask("wait", seconds=TAP)
        released = self._machine.ask("pull", pin=pin, high=True)
        self._simulated.run_until(max(released["at"] - TAP - self._zero, self._simulated.clock.time()))
        self._simulated.button(button, TAP)

    # ── comparing ────────────────────────────────────────────────────────────────────────────────

    def _differences(self, since: float) -> list[str]:
        now = max(self._seen.now - self._zero, self._simulated.clock.time())
        self._simulated.run_until(now)
        self._look()
        earliest = max(since, now - BEHIND)
        return [
            device
            for device, display in self._seen.displays.items()
            if display.shows not in self._since(device, earliest)
        ]

    def _look(self) -> None:
        """Remembers what the simulator has shown since the last look."""
        for each in self._simulated.table.happenings:
            if isinstance(each.what, GridFrame | PanelFrame):
                picture = self._seen.displays[each.device].wants(each.what)
                self._shown[each.device].append((each.at, picture))
        self._simulated.table.happenings.clear()

    def _since(self, device: str, moment: float) -> list[Picture]:
        """What this display of the simulator showed at that moment and afterwards."""
        pictures = []
        for at, picture in reversed(self._shown[device]):
            pictures.append(picture)
            if at <= moment:
                break
        return pictures

    def _side_by_side(self, device: str, since: float) -> list[str]:
        display = self._seen.displays[device]
        left, right = display.drawn(display.shows), display.drawn(self._since(device, since)[0])
        width = max(map(len, left), default=0)
        return [
            f"{device}: the machine, and what the simulator shows",
            *(f"{a:<{width}} │ {b}" for a, b in zip(left, right, strict=True)),
        ]


def distinct(pictures: list[Picture]) -> list[Picture]:
    """Without the repeats: boards get their frame again now and then."""
    return [picture for place, picture in enumerate(pictures) if place == 0 or picture != pictures[place - 1]]


def _not_in_order(pictures: list[Picture], among: list[Picture]) -> list[Picture]:
    """Those that are not among the others, in their order; any of the others may be missing."""
    place, strays = 0, []
    for picture in pictures:
        try:
            place = among.index(picture, place)
        except ValueError:
            strays.append(picture)
    return strays


def _codes(keys: str) -> Mapping[str, int]:
    """For each key, the first code of the keypad's map that means it."""
    codes: dict[str, int] = {}
    for code, key in keymap(keys, {}).keys.items():
        codes.setdefault(key, code)
    return codes
