"""A PC that is booted once and frozen, with everything plugged in and its journal's disk not yet looked at.

Thawed, it goes on from there with whatever disk it is given. Emulated, a boot and the loading of Python's modules take
half a minute, and are the same each time: nothing of an evening is in them. What a power cut is about begins when they
are over: the disk is mounted, and the journal is opened.
"""

import json
import socket
from dataclasses import dataclass
from pathlib import Path

from tests.kernel.honest_disk import HonestDisk
from tests.kernel.machine import GuestError, Heard, Machine, Pc, initramfs, kernel, root_drive


@dataclass(frozen=True)
class HonestPc(Pc):
    disk: HonestDisk
    more: tuple[str, ...]  # options of QEMU's

    def drives(self, disk: Path) -> list[str]:
        del disk
        return [*self.disk.options(), *root_drive(), *self.more]


class FrozenPc:
    """`thaw` it as often as you like."""

    def __init__(self, folder: Path, config: str) -> None:
        self._folder = folder
        self._config = config
        self._memory = folder / "memory"
        self._initramfs = initramfs(folder)
        monitor = folder / "monitor"
        machine = self._switch_on(HonestDisk(folder), _nobody_hears, "-qmp", f"unix:{monitor},server=on,wait=off")
        try:
            machine.ask("build", config=config)
            if not machine.ask("warm_up")["warm"]:
                raise GuestError(f"the console does not load.\n{machine.last_words()}")
            _freeze(monitor, self._memory)
        finally:
            machine.cut_power()

    def boot(self, disk: HonestDisk, heard: Heard) -> Machine:
        """The same PC from the beginning; nothing of it has been frozen."""
        machine = self._switch_on(disk, heard)
        machine.set_up(self._config)
        return machine

    def thaw(self, disk: HonestDisk, heard: Heard) -> Machine:
        machine = self._switch_on(disk, heard, "-incoming", f"exec:cat {self._memory}", boots=False)
        machine.ask("mount")
        return machine

    def _switch_on(self, disk: HonestDisk, heard: Heard, *options: str, boots: bool = True) -> Machine:
        pc = HonestPc(kernel(), self._initramfs, disk, options)
        return Machine(self._folder, self._folder / "console.log", heard, pc, boots=boots)


def _freeze(monitor: Path, memory: Path) -> None:
    """QEMU calls it a migration: all that the machine has in mind, written to a file."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(monitor))
        lines = connection.makefile("rw")

        def tell(command: str, **arguments: object) -> None:
            lines.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
            lines.flush()

        tell("qmp_capabilities")
        tell("migrate-set-capabilities", capabilities=[{"capability": "events", "state": True}])
        tell("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
        tell("migrate", uri=f"exec:cat >{memory}")
        for line in lines:
            said = json.loads(line)
            how = said.get("data", {}).get("status") if said.get("event") == "MIGRATION" else None
            if how == "completed":
                return
            if how == "failed" or "error" in said:
                raise GuestError(f"the machine cannot be frozen: {line}")
    raise GuestError("the machine ended while it was frozen")


def _nobody_hears(device: str, data: bytes, at: float) -> None:
    del device, data, at
