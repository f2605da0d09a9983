"""What the host asks of the guest about Bluetooth: its services, keyboards in the air, and the input nodes they get."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from evdev import InputDevice, list_devices

from tests.kernel.guest.agent import Agent, Reply, Request
from tests.kernel.guest.loop import take
from tests.kernel.guest.rival import is_taken

# All that the kernel would otherwise look for in the middle of setting up a controller, which has two seconds for it.
MODULES = ("cmac", "ecdh_generic", "ecc", "aes_generic", "cbc", "ccm", "bluetooth", "hci_vhci", "uhid", "hidp")
STATE = Path("/var/lib/bluetooth")


class Requests:
    """Each method `do_…` is a request, as those of the agent are."""

    def __init__(self, agent: Agent) -> None:
        self._loop = agent.loop
        self._waiting: dict[int, Reply] = {}
        self._rest = b""

    def do_radio(self, request: Request, reply: Reply) -> None:
        """The kernel gets a controller, and BlueZ finds it."""
        del request
        subprocess.run(["modprobe", "-a", *MODULES], check=True)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(STATE)], check=True)
        Path("/run/dbus").mkdir(exist_ok=True)
        subprocess.run(["dbus-daemon", "--system", "--fork"], check=True)
        self._air = subprocess.Popen(
            [sys.executable, "-m", "tests.kernel.bluetooth.air"],
            env=os.environ | {"PYTHONPATH": f"{os.environ['PYTHONPATH']}:/opt/bumble"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=_log("air"),
        )
        assert self._air.stdout is not None
        self._loop.read(self._air.stdout.fileno(), self._hear)
        self._loop.when(Path("/sys/class/bluetooth/hci0").exists, lambda: self._start_bluez(reply))

    def _start_bluez(self, reply: Reply) -> None:
        subprocess.Popen(["/usr/libexec/bluetooth/bluetoothd", "-n"], stderr=_log("bluetoothd"))
        self._loop.when(lambda: any(STATE.iterdir()), lambda: reply(at=self._loop.time()))

    def do_pad(self, request: Request, reply: Reply) -> None:
        """An order for the air."""
        self._waiting[request["id"]] = reply
        assert self._air.stdin is not None
        self._air.stdin.write(json.dumps({**request["order"], "id": request["id"]}).encode() + b"\n")
        self._air.stdin.flush()

    def _hear(self) -> None:
        assert self._air.stdout is not None
        heard = take(self._air.stdout.fileno())
        if not heard:
            self._loop.forget(self._air.stdout.fileno())
            return
        *lines, self._rest = (self._rest + heard).split(b"\n")
        for line in lines:
            answer = json.loads(line)
            self._waiting.pop(answer.pop("id"))(**answer, at=self._loop.time())

    def do_node(self, request: Request, reply: Reply) -> None:
        """The answer comes when the kernel has the pad's input node."""
        self._loop.when(lambda: bool(nodes_of(request["pad"])), self._answer(request, reply))

    def do_no_node(self, request: Request, reply: Reply) -> None:
        self._loop.when(lambda: not nodes_of(request["pad"]), self._answer(request, reply))

    def do_pad_taken(self, request: Request, reply: Reply) -> None:
        """The answer comes when the console has the pad's node to itself; it tells since when the node was there."""

        def there() -> None:
            since = self._loop.time()
            paths = nodes_of(request["pad"])
            self._loop.when(
                lambda: all(map(is_taken, paths)),
                lambda: reply(at=self._loop.time(), took=self._loop.time() - since, nodes=paths),
            )

        self._loop.when(lambda: bool(nodes_of(request["pad"])), there)

    def _answer(self, request: Request, reply: Reply) -> Callable[[], None]:
        return lambda: reply(at=self._loop.time(), nodes=nodes_of(request["pad"]))

    def do_forget(self, request: Request, reply: Reply) -> None:
        """As somebody does with `bluetoothctl remove`."""
        address = _address_of(request["pad"])
        subprocess.run(["bluetoothctl", "remove", address], check=True, stdout=subprocess.DEVNULL)
        reply(at=self._loop.time())

    def do_bluez_said(self, request: Request, reply: Reply) -> None:
        del request
        said = {name: Path(f"/run/{name}.log").read_text(errors="replace") for name in ("bluetoothd", "air")}
        nodes = {path: is_taken(path) for path in list_devices()}
        reply(said=said["bluetoothd"], air=said["air"][-3000:], taken=nodes)


def _log(name: str) -> int:
    """The file that a program's complaints go to."""
    return os.open(f"/run/{name}.log", os.O_WRONLY | os.O_CREAT, 0o600)


def _address_of(pad: str) -> str:
    for path in nodes_of(pad):
        with closing(InputDevice(path)) as device:
            return str(device.uniq).upper()
    raise OSError(f"{pad} has no node")


def nodes_of(pad: str) -> list[str]:
    """The input nodes that carry this keyboard's name, as they are numbered this time."""
    found = []
    for path in list_devices():
        try:
            with closing(InputDevice(path)) as device:
                if device.name.startswith(pad):
                    found.append(path)
        except OSError:  # it goes at this moment
            continue
    return found
