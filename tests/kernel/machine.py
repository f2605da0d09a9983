"""The host's side of an emulated machine: boots it, asks its agent for things, and hears what arrives on its wires."""

import base64
import json
import os
import select
import shutil
import socket
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from hardware.clock import stopwatch
from tests.kernel.working_tree import copy_compiled, packed

DEBIAN = os.environ.get("DEBIAN") or "13"
CACHES = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wordtable"
CACHE = CACHES / f"debian-{DEBIAN}" / "kernel"
IMAGE = CACHE.parent / "service" / "current.ext4"  # a Debian where wordtable is installed
LIMIT = 120.0  # real seconds for anything that the guest is asked; only a failure comes near it
BOOT_LIMIT = 600.0  # a system with systemd takes its time, emulated on a busy computer
DISK_SIZE = "64M"
GUESTS_OWN = ("tests/kernel/guest", "tests/kernel/bluetooth", "tools/bench/bare_table.py")  # of the working tree
GUESTS_FOLDER = Path("/run/guest")  # where that is, there
# Emulated, every other clock than the processor's own costs ten times as much to look at.
BOOT_OPTIONS = (
    "console=ttyS0 quiet loglevel=4 panic=-1 no_timer_check mitigations=off random.trust_cpu=on "
    "tsc=reliable clocksource=tsc"
)

Heard = Callable[[str, bytes, float], None]  # a device's name, its bytes, the guest's time


class GuestError(AssertionError):
    """The guest did not do what it was asked, or ended; with the last that it said."""


class Computer(Protocol):
    """What there is to boot: its `command` starts QEMU with a disk, and with the agent at the socket of this number."""

    def command(self, disk: Path, socket: int) -> list[str]: ...


@dataclass(frozen=True)
class Pc:
    """A PC of two cores with two disks, the journal's and a Debian that is only read."""

    kernel: Path
    initramfs: Path

    def command(self, disk: Path, socket: int) -> list[str]:
        """Always emulated, never KVM: it must run everywhere, and the same everywhere.

        Without cx16: QEMU 7.2 now and then spoils the flags after that instruction, and the guest's kernel stops.
        """
        machine = (
            "-accel tcg,thread=multi -M q35 -cpu max,-cx16 -smp 2 -m 1024 "
            "-nodefaults -no-user-config -display none -no-reboot"
        )
        return [
            "qemu-system-x86_64",
            *machine.split(),
            *("-serial", "stdio"),
            *("-kernel", str(self.kernel), "-initrd", str(self.initramfs), "-append", BOOT_OPTIONS),
            *self.drives(disk),
            *("-device", "virtio-serial-pci", "-chardev", f"socket,id=agent,fd={socket}"),
            *("-device", "virtserialport,chardev=agent,name=agent"),
        ]

    def drives(self, disk: Path) -> list[str]:
        return [
            *("-blockdev", f"driver=file,node-name=journal,filename={disk}", "-device", "virtio-blk-pci,drive=journal"),
            *root_drive(),
        ]


def root_drive() -> list[str]:
    image = f"driver=file,node-name=root,read-only=on,filename={IMAGE}"
    return ["-blockdev", image, "-device", "virtio-blk-pci,drive=root"]


def kernel() -> Path:
    return CACHE / "current" / "vmlinux"


def initramfs(folder: Path) -> Path:
    """What `prepare.sh` has packed, and the guest's own programs as they are now, in a file in this folder."""
    tree, file = folder / "tree", folder / "initramfs"
    copy_compiled(GUESTS_OWN, tree / "guest", tree)
    file.write_bytes((CACHE / "current" / "initramfs.gz").read_bytes() + packed(tree).finish())
    return file


def make_disk(file: Path) -> Path:
    """An empty disk with a file system, for the journal."""
    mke2fs = shutil.which("mke2fs", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    assert mke2fs, "mke2fs is missing. `make test-kernel` installs it: e2fsprogs."
    file.unlink(missing_ok=True)
    subprocess.run([mke2fs, "-q", "-F", "-t", "ext4", file, DISK_SIZE], check=True)
    return file


class Machine:
    """One boot. Nothing is heard but while somebody asks or waits, so tests need no lock and no thread."""

    def __init__(self, disk: Path, log: Path, heard: Heard, computer: Computer, *, boots: bool = True) -> None:
        self.log = log
        self.said: list[str] = []  # what the console wrote to standard error
        self._heard = heard
        self._answers: dict[int, Mapping[str, Any]] = {}
        self._asked = 0
        self._hello = not boots
        self._rest = b""
        self._socket, theirs = socket.socketpair()
        with theirs, log.open("wb") as console:
            self._qemu = subprocess.Popen(
                computer.command(disk, theirs.fileno()),
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
                pass_fds=(theirs.fileno(),),
            )
        try:
            self.wait(lambda: self._hello, "the machine to boot", BOOT_LIMIT)
        except BaseException:  # or nobody would ever switch it off
            self.cut_power()
            raise

    def set_up(self, config: str) -> None:
        """Everything on the table, and the journal's disk."""
        self.ask("build", config=config)
        self.ask("mount")

    def ask(self, do: str, **what: object) -> Mapping[str, Any]:
        """Has the guest do something, and returns what it answers when it is done."""
        number = self.begin(do, **what)
        return self.answer(number)

    def begin(self, do: str, **what: object) -> int:
        """As `ask`, but the answer is waited for later."""
        self._asked += 1
        self._socket.sendall(json.dumps({"id": self._asked, "do": do, **what}).encode() + b"\n")
        return self._asked

    def answer(self, number: int) -> Mapping[str, Any]:
        self.wait(lambda: number in self._answers, "an answer")
        answer = self._answers.pop(number)
        if "error" in answer:
            raise GuestError(f"the guest says: {answer['error']}\n{answer.get('trace', '')}")
        return answer

    def wait(self, true: Callable[[], bool], what: str, limit: float = LIMIT) -> None:
        """Hears what comes until something is true."""
        deadline = stopwatch() + limit
        while not true():
            if not self.hear(deadline - stopwatch()) and stopwatch() >= deadline:
                raise GuestError(f"{limit:.0f} s were not enough for {what}.\n{self.last_words()}")

    def hear(self, seconds: float) -> bool:
        """Takes what has arrived, or waits for it so long; False if there was nothing."""
        if not select.select([self._socket], [], [], max(0.0, seconds))[0]:
            return False
        arrived = self._socket.recv(1 << 20)
        if not arrived:
            raise GuestError(f"the machine is off.\n{self.last_words()}")
        *lines, self._rest = (self._rest + arrived).split(b"\n")
        for line in lines:
            self._take(json.loads(line))
        return True

    def cut_power(self) -> None:
        """As pulling the plug of a Pi: what the guest had not written to its disk is gone."""
        self._qemu.kill()
        self._qemu.wait()
        self._socket.close()

    def end(self) -> None:
        """The disk is written, and the machine is gone; also if it was gone before."""
        if self._qemu.poll() is None:
            with suppress(GuestError, OSError):
                self.ask("end")
        self.cut_power()

    def last_words(self, lines: int = 30) -> str:
        said = "".join(self.said).splitlines()[-lines:]
        kernel = self.log.read_text(errors="replace").splitlines()[-lines:]
        return "\n".join(["the console said:", *said, "the machine said:", *kernel])

    def _take(self, line: Mapping[str, Any]) -> None:
        if "bytes" in line:
            self._heard(line["device"], base64.b64decode(line["bytes"]), line["at"])
        elif "id" in line:
            self._answers[line["id"]] = line
        elif "log" in line:
            self.said.append(line["log"])
        elif "hello" in line:
            self._hello = True
