"""Services in their own processes: how long each takes to be ready, and how much memory it uses then."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds in which a service must be ready, even on a busy machine
SETTLED = 2.0  # seconds until everything that is opened later is open

SEAT = """
[seat.{number}]
keypad = {{ usb = "usb-bench-{number}" }}
grid = {{ port = "/dev/serial/by-path/bench-{number}" }}
"""
REST = """
[private]
i2c = 1
[buttons]
pause = 17
"""


@dataclass(frozen=True, slots=True)
class Service:
    seconds: float  # from its start until it was ready
    pid: int

    def megabytes(self) -> float:
        """Its memory now, including shared libraries."""
        [line] = [line for line in Path(f"/proc/{self.pid}/status").read_text().splitlines() if "VmRSS" in line]
        return int(line.split()[1]) / 1024


@contextmanager
def our_service(seats: int) -> Iterator[Service]:
    """The console as systemd starts it, with real drivers but no devices."""
    with TemporaryDirectory() as folder:
        config = Path(folder, "table.toml")
        config.write_text("".join(SEAT.format(number=number) for number in range(1, seats + 1)) + REST)
        journal = Path(folder, "evenings", "journal.db")
        with _started(folder, "-m", "firmware_host", "run", "--config", str(config), "--journal", str(journal)) as one:
            yield one


@contextmanager
def bare_service() -> Iterator[Service]:
    """A script that only imports the hardware libraries."""
    with TemporaryDirectory() as folder, _started(folder, "tools/bench/bare_imports.py") as one:
        yield one


@contextmanager
def _started(folder: str, *command: str) -> Iterator[Service]:
    address = str(Path(folder, "notify"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(address)
        ear.settimeout(PATIENCE)
        start = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env={**os.environ, "NOTIFY_SOCKET": address},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            with suppress(TimeoutError):
                while b"READY=1" not in ear.recv(4096):
                    pass
                yield Service(time.perf_counter() - start, process.pid)
                return
            raise RuntimeError(f"{' '.join(command[:3])} was not ready within {PATIENCE:g} s")
        finally:
            process.kill()
            process.communicate()
