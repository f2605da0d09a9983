"""The console in the guest: `wordtable run` as a process of its own, watched by the means that systemd has."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.kernel.guest.loop import Loop, take

NOTIFY = "/run/notify"
CONFIG = Path("/run/table.toml")
JOURNALS = Path("/run/journal")
# What `wordtable run` does, but it waits for its arguments when it has loaded everything that it will ever load.
WARM = """
import json, os, sys
import evdev, gpiozero, gpiozero.pins.local, gpiozero.tones, luma.core.framebuffer, luma.core.interface.serial
import luma.oled.device, pyudev, serial, smbus2
import firmware_host.service.daemon, hardware.kinds.pins, hardware.kinds.serial_grid, hardware.kinds.keypad.driver
import hardware.kinds.oled, hardware.kinds.speaker
from firmware_host.cli import main
os.write(1, b"warm")
sys.exit(main(json.loads(sys.stdin.readline())))
"""


class Console:
    """One run of the daemon after the other, on the same journal."""

    def __init__(self, loop: Loop, log: Callable[[str], object]) -> None:
        self._loop = loop
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = False
        self._warm = False
        self._notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notify.bind(NOTIFY)
        loop.read(self._notify.fileno(), self._hear_notice)

    @property
    def ready(self) -> bool:
        return self._ready

    @property
    def warm(self) -> bool:
        """It waits to be told how to start."""
        return self._warm

    @property
    def ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def start(self, options: Sequence[str], journal: str) -> None:
        self._ready = False
        arguments = ["run", "--config", str(CONFIG), "--journal", str(JOURNALS / journal), *options]
        if self._warm:
            self._warm = False
            self._tell(arguments)
        else:
            self._process = self._begin("-m", "firmware_host", *arguments)

    def warm_up(self) -> None:
        self._process = self._begin("-c", WARM, pipe=subprocess.PIPE)
        assert self._process.stdout is not None
        said = self._process.stdout.fileno()
        self._loop.read(said, lambda: self._hear_that_it_is_warm(said))

    def _begin(self, *arguments: str, pipe: int | None = None) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            env=os.environ | {"NOTIFY_SOCKET": NOTIFY},
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.PIPE,
        )
        assert process.stderr is not None
        errors = process.stderr.fileno()
        os.set_blocking(errors, False)
        self._loop.read(errors, lambda: self._hear_errors(errors))
        return process

    def _tell(self, arguments: Sequence[str]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(arguments).encode() + b"\n")
        self._process.stdin.close()

    def _hear_that_it_is_warm(self, file: int) -> None:
        self._loop.forget(file)
        self._warm = os.read(file, 100) == b"warm"

    def signal(self, name: str) -> None:
        if self._process is not None:
            self._process.send_signal(signal.Signals[name])

    def _hear_notice(self) -> None:
        if b"READY=1" in self._notify.recv(4096).split(b"\n"):
            self._ready = True

    def _hear_errors(self, file: int) -> None:
        heard = take(file)
        if heard == b"":
            self._loop.forget(file)
        elif heard:
            self._log(heard.decode(errors="replace"))
