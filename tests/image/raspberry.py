"""A card in an emulated Raspberry Pi 3B: boots from the card's own files, as the Pi's firmware would, and answers in a
root shell on its second serial port. Nothing on the card is changed for the test.
"""

import json
import os
import re
import select
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hardware.clock import stopwatch

SECTOR = 512
REVISION, SERIAL = "0xa02082", "00000000c0ffee00"  # as the firmware of a Pi 3B writes them into its device tree
SHELL = "ttyAMA0"
PACE = 2  # 4 ns an instruction: the Pi's clock waits for it, so that a busy computer breaks no time limit of systemd
SHELL_WITHIN = 900.0  # seconds; emulated on a busy computer
ANSWER_WITHIN = 600.0


def tool(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    assert found, f"{name} is missing. `make test-image` installs it."
    return found


@dataclass(frozen=True)
class Partition:
    start: int  # bytes
    size: int


def partitions(image: Path) -> list[Partition]:
    said = subprocess.run([tool("sfdisk"), "--json", image], check=True, capture_output=True).stdout
    table = json.loads(said)["partitiontable"]["partitions"]
    return [Partition(each["start"] * SECTOR, each["size"] * SECTOR) for each in table]


def boot_file(image: Path, name: str) -> bytes:
    """A file of the first partition."""
    fat = f"{image}@@{partitions(image)[0].start}"
    command = [tool("mcopy"), "-n", "-i", fat, f"::/{name}", "-"]
    return subprocess.run(command, check=True, capture_output=True, env={**os.environ, "MTOOLS_SKIP_CHECK": "1"}).stdout


def new_card(image: Path, card: Path, megabytes: int) -> Path:
    """A copy of the image on a larger card."""
    subprocess.run(["cp", "--sparse=always", image, card], check=True)
    os.truncate(card, megabytes * 1024 * 1024)
    return card


@dataclass
class Pi:
    """One boot. `run` asks its shell; `cut_power` is what it says."""

    card: Path
    folder: Path
    options: str = ""  # more words for the kernel
    stick: Path | None = None  # what is in its USB socket
    began: float = field(default_factory=stopwatch)

    def __post_init__(self) -> None:
        self.folder.mkdir(exist_ok=True)
        self._asked = 0
        self._heard = b""
        self._log = (self.folder / "console.log").open("ab")
        self._qemu = subprocess.Popen(self._command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log)

    def _command(self) -> list[str]:
        config = boot_file(self.card, "config.txt").decode()
        files = {
            "kernel": re.search(r"^kernel=(\S+)", config, re.M),
            "initrd": re.search(r"^initramfs (\S+)", config, re.M),
        }
        for name, found in files.items():
            assert found, f"config.txt names no {name}"
            (self.folder / name).write_bytes(boot_file(self.card, found[1]))
        line = boot_file(self.card, "cmdline.txt").decode().strip()
        return [
            "qemu-system-aarch64",
            *(
                "-M",
                "raspi3b",
                "-accel",
                "tcg,thread=single",
                "-icount",
                f"shift={PACE}",
                "-display",
                "none",
                "-no-reboot",
                "-monitor",
                "none",
            ),
            *("-kernel", str(self.folder / "kernel"), "-initrd", str(self.folder / "initrd")),
            *("-dtb", str(self._device_tree()), "-drive", f"file={self.card},if=sd,format=raw,cache=writeback"),
            *("-append", f"{line} systemd.debug_shell={SHELL} {self.options}".strip()),
            *("-serial", "stdio", "-serial", f"file:{self.folder / 'serial.log'}"),
            *self._usb(),
        ]

    def _device_tree(self) -> Path:
        """As the firmware hands it over. QEMU has no Bluetooth chip, so its serial port is free for our shell."""
        tree = self.folder / "pi.dtb"
        tree.write_bytes(boot_file(self.card, "bcm2837-rpi-3-b.dtb"))
        put = tool("fdtput")
        subprocess.run([put, "-p", "-t", "x", tree, "/system", "linux,revision", REVISION], check=True)
        subprocess.run([put, "-t", "s", tree, "/", "serial-number", SERIAL], check=True)
        subprocess.run([put, "-r", tree, "/soc/serial@7e201000/bluetooth"], check=True)
        return tree

    def _usb(self) -> list[str]:
        if self.stick is None:
            return []
        return ["-drive", f"file={self.stick},if=none,id=stick,format=raw", "-device", "usb-storage,drive=stick"]

    # ── its shell ────────────────────────────────────────────────────────────────────────────────

    def wait_for_shell(self) -> None:
        self._until(rb"# ", SHELL_WITHIN)
        self._type("export PAGER=cat SYSTEMD_COLORS=0 TERM=dumb PS1= PS2=; stty -echo cols 400")
        self.run("true")

    def run(self, command: str, within: float = ANSWER_WITHIN) -> str:
        """What it prints; a command that fails is an error."""
        self._asked += 1
        self._type(f"{{ {command}\n}} 2>&1; echo E''ND{self._asked}=$?")
        found = self._until(rb"(.*?)END%d=(\d+)" % self._asked, within)
        said = found[1].decode(errors="replace").replace("\r", "").strip()
        assert found[2] == b"0", f"{command} failed ({found[2].decode()}): {said[-2000:]}"
        return said

    def _type(self, line: str) -> None:
        assert self._qemu.stdin is not None
        self._qemu.stdin.write(line.encode() + b"\n")
        self._qemu.stdin.flush()

    def _until(self, pattern: bytes, within: float) -> "re.Match[bytes]":
        assert self._qemu.stdout is not None
        deadline = stopwatch() + within
        while not (found := re.search(pattern, self._heard, re.S)):
            if not select.select([self._qemu.stdout], [], [], max(0.0, deadline - stopwatch()))[0]:
                raise AssertionError(f"{within:.0f} s were not enough.\n{self.last_words()}")
            said = os.read(self._qemu.stdout.fileno(), 65536)
            assert said, f"the Pi is off.\n{self.last_words()}"
            self._log.write(said)
            self._log.flush()
            self._heard += said
        self._heard = self._heard[found.end() :]
        return found

    def last_words(self) -> str:
        serial = self.folder / "serial.log"
        return (serial.read_bytes()[-1500:] + self._heard[-1500:]).decode(errors="replace")

    # ── its power ────────────────────────────────────────────────────────────────────────────────

    def cut_power(self) -> None:
        self._qemu.kill()
        self._qemu.wait()
        assert self._qemu.stdin is not None
        assert self._qemu.stdout is not None
        with suppress(BrokenPipeError):
            self._qemu.stdin.close()
        self._qemu.stdout.close()
        self._log.close()
