"""QEMU's Raspberry Pi 3B: what `prepare.sh` made of Debian's packages, and the working tree on top of it."""

import os
import shutil
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.kernel.machine import LIMIT, Machine
from tests.kernel.working_tree import ROOT, copy_compiled, packed

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wordtable" / "pi"
OURS = ("firmware_host", "hardware", "tests/kernel/guest")
RULES = "systemd/udev"
PATIENCE = 5  # times as long as a PC may take
BOOT_OPTIONS = "console=ttyS1,115200 quiet loglevel=3 panic=-1 mitigations=off nokaslr"

Say = Callable[[str], None]  # how far it has come


@dataclass(frozen=True)
class RaspberryPi:
    """A Pi 3B. It has no PCI, and so nothing of virtio: its root is its initramfs, its disk an SD card."""

    home: Path
    initramfs: Path

    def command(self, disk: Path, socket: int) -> list[str]:
        """One thread for its four cores: on few cores of ours that boots several times as fast.

        The Pi's time is counted in its own instructions, two nanoseconds each. By our time, on a busy machine, a second
        would pass between two strokes of a key, and a digit tapped twice would be two letters.
        """
        return [
            "qemu-system-aarch64",
            *("-accel", "tcg,thread=single", "-icount", "shift=1"),
            *("-M", "raspi3b", "-display", "none", "-no-reboot", "-monitor", "none"),
            *("-kernel", str(self.home / "vmlinuz"), "-dtb", str(self.home / "pi.dtb")),
            *("-initrd", str(self.initramfs), "-append", BOOT_OPTIONS),
            *("-drive", f"file={disk},if=sd,format=raw"),
            *("-chardev", f"socket,id=agent,fd={socket}", "-serial", "chardev:agent", "-serial", "stdio"),
        ]


class PiMachine(Machine):
    """One boot of a Pi. Everything about it is waited for longer."""

    def wait(self, true: Callable[[], bool], what: str, limit: float = LIMIT) -> None:
        super().wait(true, what, PATIENCE * limit)


def debian() -> Path:
    """The folder with everything that does not change from run to run."""
    return CACHE / "current"


def put_on_a_pi(folder: Path) -> RaspberryPi:
    """A Pi with the working tree as it is now, in an archive of its own behind Debian's."""
    initramfs = folder / "initramfs"
    initramfs.write_bytes((debian() / "initramfs.gz").read_bytes() + _working_tree(folder / "tree"))
    return RaspberryPi(debian(), initramfs)


def _working_tree(tree: Path) -> bytes:
    copy_compiled(OURS, tree / "opt" / "wordtable", tree)
    shutil.copytree(ROOT / RULES, tree / "etc" / "udev" / "rules.d")
    archive = packed(tree)
    archive.add("init", stat.S_IFREG | 0o755, (HERE / "init.sh").read_bytes())
    return archive.finish()
