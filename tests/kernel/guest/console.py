"""The console in the guest: `wordtable run` as a process of its own, watched by the means that systemd has."""

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


class Console:
    """One run of the daemon after the other, on the same journal."""

    def __init__(self, loop: Loop, log: Callable[[str], object]) -> None:
        self._loop = loop
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = False
        self._notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notify.bind(NOTIFY)
        loop.read(self._notify.fileno(), self._hear_notice)

    @property
    def ready(self) -> bool:
        return self._ready

    @property
    def ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def start(self, options: Sequence[str], journal: str) -> None:
        self._ready = False
        kept = str(JOURNALS / journal)
        command = [sys.executable, "-m", "firmware_host", "run", "--config", str(CONFIG), "--journal", kept]
        self._process = subprocess.Popen(
            [*command, *options], env=os.environ | {"NOTIFY_SOCKET": NOTIFY}, stderr=subprocess.PIPE
        )
        assert self._process.stderr is not None
        errors = self._process.stderr.fileno()
        os.set_blocking(errors, False)
        self._loop.read(errors, lambda: self._hear_errors(errors))

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
