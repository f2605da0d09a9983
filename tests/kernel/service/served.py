"""A table in a machine where systemd runs the console, beside a simulated one that is told the same."""

from collections.abc import Callable

from firmware_host.simulator.evening import SimulatedEvening
from firmware_host.simulator.script import spelt
from hardware.config.keymaps import keymap
from hardware.config.settings import TableSettings
from tests.kernel.machine import GuestError, Machine
from tests.kernel.seen import Picture, SeenTable

UNIT = "wordtable.service"
LIMIT = 300.0  # real seconds, generous: a Python that starts, emulated on a busy computer, takes one of them
SETTLED = 10.0  # seconds of the simulator's after which nothing that a key brought about changes any more
EAR = "/run/ear"  # what comes out of the sound card
CODES = {key: code for code, key in reversed(list(keymap("qwerty", {}).keys.items()))}


class ServedTable:
    """What a hand can do at it, and what root can ask systemd about it."""

    def __init__(self, machine: Machine, seen: SeenTable, settings: TableSettings) -> None:
        self._machine = machine
        self._seen = seen
        self._settings = settings
        self._simulated = SimulatedEvening(settings)

    # ── by hand ──────────────────────────────────────────────────────────────────────────────────

    def plug_all(self) -> None:
        self._machine.ask("plug_all")

    def plug(self, device: str) -> None:
        self._machine.ask("plug", device=device)
        self._simulated.plug(device)

    def unplug(self, device: str) -> None:
        self._machine.ask("unplug", device=device)
        self._simulated.unplug(device)

    def types(self, seat: int, keys: str) -> None:
        """The same keys here and in the simulator."""
        pressed = [key for name in keys.split() for key in spelt(name)]
        self._machine.ask("type", device=f"seat{seat}.keypad", codes=[CODES[key] for key in pressed])
        self._simulated.keys(seat, *pressed)

    def presses(self, button: str) -> None:
        self._hold(button, 0.15)
        self._simulated.button(button, 0.15)

    def holds(self, button: str) -> None:
        """Until the machine is off: nobody lets go of it before."""
        self._machine.ask("pull", pin=self._settings.buttons[button].pin, high=False)
        self.goes_off()

    def _hold(self, button: str, seconds: float) -> None:
        pin = self._settings.buttons[button].pin
        self._machine.ask("pull", pin=pin, high=False)
        self._machine.ask("run", command=["sleep", str(seconds)])
        self._machine.ask("pull", pin=pin, high=True)

    # ── seen ─────────────────────────────────────────────────────────────────────────────────────

    def agrees(self, *devices: str) -> None:
        """Waits until these show what they show in the simulator when everything has settled."""
        self._simulated.run_until(self._simulated.clock.time() + SETTLED)
        wanted = {device: self._wanted(device) for device in devices}
        try:
            self.wait(lambda: all(self.shows(device) == wanted[device] for device in devices), "the same pictures")
        except GuestError as late:
            drawn = [line for device in devices for line in (device, *self._beside(device, wanted[device]))]
            raise AssertionError("\n".join((str(late), *drawn))) from None

    def shows(self, device: str) -> Picture:
        return self._seen.displays[device].shows

    def _wanted(self, device: str) -> Picture:
        frame = self._simulated.table.showing(device)
        assert frame is not None
        return self._seen.displays[device].wants(frame)

    def _beside(self, device: str, wanted: Picture) -> list[str]:
        display = self._seen.displays[device]
        return ["seen:", *display.drawn(display.shows), "wanted:", *display.drawn(wanted)]

    # ── heard ────────────────────────────────────────────────────────────────────────────────────

    def listens(self) -> None:
        """At the other end of the sound card, until somebody has spoken."""
        sound = ("--format=S16_LE", "--rate=48000", "--channels=2", "--file-type=raw")
        self.run("systemd-run", "--quiet", "--unit=ear", "arecord", "--quiet", "--device=hw:0,1", *sound, EAR)

    def hears_a_voice(self) -> None:
        """Silence is all zeros."""
        some = str(1000)
        sounds = ("sh", "-c", f"tr -d '\\0' <{EAR} | head -c {some} | wc -c")
        self.wait_asking(lambda: self.run(*sounds) == some, "a voice")
        self.run("systemctl", "stop", "ear")

    # ── asked ────────────────────────────────────────────────────────────────────────────────────

    def run(self, *command: str) -> str:
        """What a program of the guest says, as root; it has to end well."""
        answer = self._machine.ask("run", command=list(command))
        assert answer["code"] == 0, f"{' '.join(command)}: {answer['output']}"
        return str(answer["output"]).strip()

    def tries(self, *command: str) -> int:
        """The exit code of a program that may fail."""
        return int(self._machine.ask("run", command=list(command))["code"])

    def property(self, name: str) -> str:
        return self.run("systemctl", "show", "--property", name, "--value", UNIT)

    def status(self) -> dict[str, str]:
        """What the kernel says of the console's process."""
        lines = self.run("cat", f"/proc/{self.property('MainPID')}/status").splitlines()
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}

    def has_open(self) -> list[str]:
        """The files that the console has open."""
        folder = f"/proc/{self.property('MainPID')}/fd"
        return self.run("find", folder, "-type", "l", "-printf", "%l\n").splitlines()

    def wait(self, true: Callable[[], bool], what: str) -> None:
        self._machine.wait(true, what, LIMIT)

    def wait_asking(self, true: Callable[[], bool], what: str) -> None:
        """As `wait`, for what has to be asked of the guest again and again."""
        for _ in range(int(LIMIT)):
            if true():
                return
            self._machine.ask("run", command=["sleep", "0.5"])
        raise GuestError(f"it was asked {LIMIT:.0f} times for {what}.\n{self.log()}")

    # ── the service ──────────────────────────────────────────────────────────────────────────────

    def comes_back_after(self, what: Callable[[], object]) -> None:
        """Something ends the console; waits for systemd to start it anew. The simulator sees a power cut."""
        before = int(self.property("NRestarts"))
        what()
        self._simulated.power_cut()
        self._simulated.power_on()
        self.wait_asking(
            lambda: int(self.property("NRestarts")) > before and self.property("ActiveState") == "active", "a restart"
        )

    def starts_again(self) -> None:
        self.run("systemctl", "reset-failed", UNIT)
        self.run("systemctl", "start", UNIT)
        self._simulated.power_cut()
        self._simulated.power_on()

    def signal(self, name: str) -> None:
        self.run("systemctl", "kill", "--kill-whom=main", f"--signal=SIG{name}", UNIT)

    def log(self) -> str:
        return self.run("journalctl", "--no-pager", "--output=short-monotonic", "-u", UNIT)

    def warnings(self) -> list[str]:
        """What the service itself complained of; systemd's own lines about it are not among them.

        That a sentence was cut off is not either: a voice has some seconds for it, and emulated that may be too little.
        """
        said = self.run("journalctl", "--no-pager", "--output=cat", "-p", "warning", f"_SYSTEMD_UNIT={UNIT}")
        return [line for line in said.splitlines() if "could not speak" not in line]

    def goes_off(self) -> None:
        """Waits until the machine has switched itself off."""
        try:
            self.wait(lambda: False, "the machine to switch itself off")
        except GuestError as off:
            if "the machine is off" not in str(off):
                raise
