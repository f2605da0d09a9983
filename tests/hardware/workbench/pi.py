"""A Pi made of folders for tests: what is plugged in, switched on and allowed is whatever the test says."""

import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hardware.config.keymaps import CODES
from hardware.kinds.keypad.nodes import NodeName
from hardware.simulated.wire.keypad import PipedNode, PipedNodes
from hardware.simulated.wire.oled_i2c import SimulatedBus, SimulatedI2c
from hardware.workbench.machine import Machine

GROUPS = frozenset(("input", "i2c", "spi", "gpio", "dialout", "audio"))
KEYBOARD = [CODES[f"KEY_{letter}"] for letter in "QWERTYUIOPASDFGHJKLZXCVBNM"]
NUMBER_PAD = [CODES[f"KEY_KP{digit}"] for digit in range(10)]


class FolderPi:
    """Nothing is plugged in at first, nothing is switched on, and the user may do everything."""

    def __init__(self, folder: Path) -> None:
        self.dev, self.sys = folder / "dev", folder / "sys"
        self.dev.mkdir()
        self.sys.mkdir()
        (folder / "udev").touch()
        self.nodes = PipedNodes()
        self.i2c = SimulatedI2c(1)
        self.pins_asked: list[int] = []
        self.machine = Machine(
            dev=self.dev,
            sys=self.sys,
            udev=folder / "udev",
            running=folder / "running",
            table=folder / "service.toml",
            journal=folder / "journal",
            is_root=False,
            groups=GROUPS,
            granted=GROUPS,
            known=GROUPS,
            program=lambda name: f"/usr/bin/{name}",
            has_library=lambda _name: True,
            open_i2c=lambda number: SimulatedBus(self.i2c, number),
            claim_pin=lambda _device, pin: self.pins_asked.append(pin),
            nodes=self.nodes,
            network_patience=0.0,
        )

    def but(self, **facts: object) -> Machine:
        self.machine = replace(self.machine, **facts)  # type: ignore[arg-type]  # each test knows what it changes
        return self.machine

    def start_the_console(self) -> None:
        self.machine.running.mkdir()

    def plug(
        self, number: int, phys: str = "", *, uniq: str = "", name: str = "", keys: list[int] = KEYBOARD
    ) -> PipedNode:
        """A keypad, or one node more of it; on Bluetooth if it has an address."""
        path = f"/dev/input/event{number}"
        device = self.sys / "class" / "input" / f"event{number}" / "device"
        (device / "capabilities").mkdir(parents=True)
        (device / "id").mkdir()
        for fact, value in (("phys", phys), ("uniq", uniq), ("name", name)):
            (device / fact).write_text(f"{value}\n")
        (device / "id" / "bustype").write_text("0005\n" if uniq else "0003\n")
        (device / "capabilities" / "key").write_text(words(sum(1 << key for key in keys)) + "\n")
        node = self.nodes.plug(path, phys=phys, uniq=uniq)
        node.called = NodeName(path, phys, uniq, name)
        return node

    def switch_i2c_on(self, *, multiplexer: bool = False) -> SimulatedI2c:
        if multiplexer:
            self.i2c.multiplexer(1, 0x70, first_bus=11)
        self.i2c.build_sysfs(self.sys / "bus" / "i2c" / "devices")
        for bus in (1, *(range(11, 19) if multiplexer else ())):
            (self.dev / f"i2c-{bus}").touch()
        return self.i2c

    def port(self, name: str) -> Path:
        """A name under by-path that a board can be plugged into."""
        folder = self.dev / "serial" / "by-path"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / name


def words(bits: int) -> str:
    """A long row of bits as the kernel writes it."""
    size = 8 * struct.calcsize("l")
    found = []
    while bits:
        found.append(f"{bits & ((1 << size) - 1):x}")
        bits >>= size
    return " ".join(reversed(found)) or "0"


def raising(error: Exception) -> Callable[..., None]:
    def refuse(*_anything: object) -> None:
        raise error

    return refuse
