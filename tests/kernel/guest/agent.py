"""The guest's own program: builds the table's devices, and does what the host asks for, in JSON lines over one port.

A request is {"id": 1, "do": "plug", "device": "seat1.keypad"}, and its answer has the same id. What arrives on wires
is told as it comes: {"at": 12.3, "device": "seat1.panel", "bytes": "00ae"}.
"""

import base64
import json
import os
import subprocess
import sys
import termios
import tty
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.kernel.guest.console import CONFIG, JOURNALS, Console
from tests.kernel.guest.ears import Ears
from tests.kernel.guest.light import Bare, KeyToLight
from tests.kernel.guest.loop import Loop, take
from tests.kernel.guest.pins import Pins, say_that_this_is_a_pi
from tests.kernel.guest.rival import Rival, is_taken
from tests.kernel.guest.table import GuestTable

PORT = "agent"  # as QEMU calls the PC's; a Pi has serial ports instead
UDEV = "/lib/systemd/systemd-udevd"
DISK = "/dev/vda"
FASTEST = termios.B4000000  # of what the Pi's serial port can be asked for

Request = dict[str, Any]
Reply = Callable[..., None]


class Agent:
    """Each method `do_…` is one request; it replies now or later."""

    def __init__(self, port: str | None = None, disk: str = DISK) -> None:
        self.loop = Loop()
        self.table: GuestTable | None = None
        self.console = Console(self.loop, lambda text: self.tell(log=text))
        self.pins = Pins()
        self.ears: Ears | None = None
        self.bare: Bare | None = None
        self.rival = Rival()
        self._more: object = None  # requests from a module of their own
        self._taken: dict[str, Callable[[bytes], None]] = {}  # who takes the time of what arrives, by device
        self._port = _open_port(port or _port_called(PORT))
        self._disk = disk
        self._heard = b""
        self.loop.read(self._port, self._hear)

    def run(self) -> None:
        say_that_this_is_a_pi()
        subprocess.run([UDEV, "--daemon", "--resolve-names=early"], check=True)
        self.tell(hello=True, at=self.loop.time())
        self.loop.run()

    def tell(self, **what: object) -> None:
        line = json.dumps(what).encode() + b"\n"
        while line:
            line = line[os.write(self._port, line) :]

    # ── requests ─────────────────────────────────────────────────────────────────────────────────

    def do_load(self, request: Request, reply: Reply) -> None:
        """More requests than these, which only some tests need."""
        self._more = import_module(request["module"]).Requests(self)
        reply()

    def do_build(self, request: Request, reply: Reply) -> None:
        """The devices that a config names, and the file itself."""
        CONFIG.write_text(request["config"])
        self.table = GuestTable(request["config"], self.loop, self._wire)
        self._plug_all(self.table, self.table.build_order(), reply)

    def do_mount(self, request: Request, reply: Reply) -> None:
        """The journal's disk."""
        del request
        JOURNALS.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "ext4", self._disk, str(JOURNALS)], check=True)
        reply()

    def do_plug(self, request: Request, reply: Reply) -> None:
        device = self._table.devices[request["device"]]
        device.plug()
        self.loop.when(device.there, lambda: reply(at=self.loop.time()))

    def do_unplug(self, request: Request, reply: Reply) -> None:
        device = self._table.devices[request["device"]]
        device.unplug()
        self.loop.when(device.gone, lambda: reply(at=self.loop.time()))

    def do_type(self, request: Request, reply: Reply) -> None:
        keypad = self._table.keypads[request["device"]]
        pace = {"pace": request["pace"]} if "pace" in request else {}
        keypad.type(request["codes"], lambda moments: reply(moments=moments, at=self.loop.time()), **pace)

    def do_key(self, request: Request, reply: Reply) -> None:
        self._table.keypads[request["device"]].set(request["code"], request["down"], request.get("node", 0))
        reply(at=self.loop.time())

    def do_flood(self, request: Request, reply: Reply) -> None:
        self._table.keypads[request["device"]].flood(request["code"], request["strokes"], request["let_go"])
        reply(at=self.loop.time())

    def do_seize(self, request: Request, reply: Reply) -> None:
        """A keypad is plugged in, and another program has it before the console can look."""
        keypad = self._table.keypads[request["device"]]
        self.console.signal("SIGSTOP")
        keypad.plug()
        self.rival.grab(keypad.paths())
        self.console.signal("SIGCONT")
        reply(at=self.loop.time())

    def do_release(self, request: Request, reply: Reply) -> None:
        del request
        self.rival.let_go()
        reply(at=self.loop.time())

    def do_taken(self, request: Request, reply: Reply) -> None:
        """The answer comes when the console has this keypad to itself."""
        paths = self._table.keypads[request["device"]].paths()
        self.loop.when(lambda: all(map(is_taken, paths)), lambda: reply(at=self.loop.time(), nodes=paths))

    def do_pull(self, request: Request, reply: Reply) -> None:
        self.pins.pull(request["pin"], request["high"])
        reply(at=self.loop.time())

    def do_wait(self, request: Request, reply: Reply) -> None:
        self.loop.later(request["seconds"], lambda: reply(at=self.loop.time()))

    def do_level(self, request: Request, reply: Reply) -> None:
        reply(high=self.pins.level(request["pin"]))

    def do_warm_up(self, request: Request, reply: Reply) -> None:
        """The next console has its modules already when it is started."""
        del request
        self.console.warm_up()
        self.loop.when(lambda: self.console.warm or self.console.ended, lambda: reply(warm=self.console.warm))

    def do_start(self, request: Request, reply: Reply) -> None:
        self.console.start(request.get("options", ()), request.get("journal", "journal.db"))
        self.loop.when(
            lambda: self.console.ready or self.console.ended,
            lambda: reply(ready=self.console.ready, at=self.loop.time()),
        )

    def do_signal(self, request: Request, reply: Reply) -> None:
        """The answer comes when the console has ended."""
        self.console.signal(request["signal"])
        self.loop.when(lambda: self.console.ended, lambda: reply(at=self.loop.time()))

    def do_listen(self, request: Request, reply: Reply) -> None:
        """Somebody reads along from now on."""
        del request
        self.ears = Ears(self.loop)
        reply()

    def do_heard(self, request: Request, reply: Reply) -> None:
        """What they have heard; they are gone afterwards."""
        del request
        assert self.ears is not None, "nobody listens"
        self.ears.close()
        reply(heard=self.ears.heard)

    def do_light(self, request: Request, reply: Reply) -> None:
        """Key to light, at a seat with a keypad and a grid."""

        def done(took: list[float]) -> None:
            self._taken.pop(grid)
            reply(took=took)

        grid = f"seat{request['seat']}.grid"
        keypad = self._table.keypads[f"seat{request['seat']}.keypad"]
        light = KeyToLight(self.loop, keypad, request["codes"], request["times"], done)
        self._taken[grid] = light.hear

    def do_bare(self, request: Request, reply: Reply) -> None:
        """A script that only reads keys and writes frames, in place of the console."""
        self.bare = Bare(self._table, request["seat"], request["script"])
        reply()

    def do_bare_end(self, request: Request, reply: Reply) -> None:
        del request
        assert self.bare is not None, "no bare script runs"
        self.bare.close()
        reply()

    def do_run(self, request: Request, reply: Reply) -> None:
        """Any program of the guest's; its output and its exit code."""
        done = subprocess.run(request["command"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        reply(code=done.returncode, output=done.stdout.decode(errors="replace"))

    def do_end(self, request: Request, reply: Reply) -> None:
        """Everything on the disk, then nothing more."""
        del request
        subprocess.run(["sync"], check=True)
        reply()
        self.loop.end()

    # ── inside ───────────────────────────────────────────────────────────────────────────────────

    @property
    def _table(self) -> GuestTable:
        assert self.table is not None, "no table was built"
        return self.table

    def _plug_all(self, table: GuestTable, names: list[str], reply: Reply) -> None:
        if not names:
            reply(at=self.loop.time())
            return
        device = table.devices[names[0]]
        device.plug()
        self.loop.when(device.there, lambda: self._plug_all(table, names[1:], reply))

    def _wire(self, device: str, data: bytes) -> None:
        if device in self._taken:
            self._taken[device](data)
        self.tell(at=self.loop.time(), device=device, bytes=base64.b64encode(data).decode())

    def _hear(self) -> None:
        heard = take(self._port)
        if heard == b"":  # nobody is there any more
            self.loop.end()
            return
        *lines, self._heard = (self._heard + (heard or b"")).split(b"\n")
        for line in lines:
            self._do(json.loads(line))

    def _do(self, request: Request) -> None:
        def reply(**what: object) -> None:
            self.tell(id=request["id"], **what)

        try:
            name = f"do_{request['do']}"
            getattr(self._more if hasattr(self._more, name) else self, name)(request, reply)
        except Exception as error:
            import traceback

            reply(error=f"{type(error).__name__}: {error}", trace=traceback.format_exc())


def _open_port(path: str) -> int:
    port = os.open(path, os.O_RDWR | os.O_NOCTTY)
    if os.isatty(port):  # as no virtio port is
        tty.setraw(port)
        settings = termios.tcgetattr(port)
        settings[4] = settings[5] = FASTEST
        termios.tcsetattr(port, termios.TCSANOW, settings)
    return port


def _port_called(name: str) -> str:
    for port in Path("/sys/class/virtio-ports").iterdir():
        if (port / "name").read_text().strip() == name:
            return f"/dev/{port.name}"
    raise OSError("the host has given this machine no port to talk through")


if __name__ == "__main__":
    os.chdir(Path("/run"))
    Agent(*sys.argv[1:]).run()
